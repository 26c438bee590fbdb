/* The sentences that reports are made of. */
#include "report/tell.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *tell_order(int order)
{
    static const char *const title[N_ORDERS] = {"no order", "Fire",  "Advance", "Run",
                                                "Ambush",   "Rally", "Down"};

    return order >= 0 && order < N_ORDERS ? title[order] : "?";
}

void tell_count(struct buf *b, int n, const char *one, const char *many)
{
    if (n)
        buf_addf(b, "%d %s", n, n == 1 ? one : many);
    else
        buf_addf(b, "no %s", many);
}

void tell_label(const struct deed *deed, char *label, size_t size)
{
    if (deed->die == DIE_LATE)
        snprintf(label, size, "end");
    else if (deed->die)
        snprintf(label, size, "%d", deed->die);
    else
        snprintf(label, size, "-");
}

void tell_losses(struct buf *b, int units, int men)
{
    if (!units && !men)
        buf_add(b, "nothing");
    if (units)
        tell_count(b, units, "unit", "units");
    if (units && men)
        buf_add(b, ", ");
    if (men)
        tell_count(b, men, "man", "men");
}

/* ---- deeds ---- */

/* "Turn 3 begins. In the bag: Axis 4, Allies 5": what every answer of `turn` begins with. */
static void beginning(struct buf *b, const struct chronicle *c, int turn)
{
    buf_addf(b, "Turn %d begins. In the bag: ", turn);
    for (int i = 0; i < c->after[turn].n_sides; i++)
        buf_addf(b, "%s%s %d", i ? ", " : "", c->after[turn].side[i].name, c->bag[turn][i]);
}

/* Where the bag was another one then (somebody has gone Down since), its sentence ends at the full
   stop behind it. */
static const char *behind_beginning(const struct chronicle *c, const struct deed *deed)
{
    struct buf b = {0};
    const char *says = deed->says, *bag = strstr(says, "In the bag: ");
    const char *stop = bag ? strstr(bag, ". ") : NULL;

    beginning(&b, c, deed->turn);
    if (strncmp(says, b.s, b.len) == 0)
        says += b.len;
    else if (bag)
        says = stop ? stop : "";
    buf_free(&b);
    return says + strspn(says, ". ");
}

void tell_deed(struct buf *b, const struct chronicle *c, const struct deed *deed)
{
    const struct game *g = &c->after[deed->turn];
    const struct unit *u = game_unit(g, deed->actor);
    const char *says = deed->kind == DEED_DUE && !deed->ruling && !deed->forced
                         ? behind_beginning(c, deed)
                         : deed->says[0] ? deed->says : deed->command;
    size_t n = u ? strlen(u->name) : 0;

    if (n && strncmp(says, u->name, n) == 0 && strncmp(says + n, ": ", 2) == 0)
        says += n + 2; /* under its own name */
    buf_add(b, says);
    if (*says && !strchr(".!?\")", says[strlen(says) - 1]))
        buf_addc(b, '.');
}

void tell_each_line(char *text, void (*each)(void *ctx, const char *line, bool last), void *ctx)
{
    static const char *const begin[] = {". Light ",            ". Wind ",         ". Barrage at ",
                                        ". Smoke barrage at ", ". Air strike on "};

    while (text) {
        char *next = NULL;
        for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
            char *at = strstr(text, begin[i]);
            next = at && (!next || at < next) ? at : next;
        }
        if (next)
            next[1] = '\0';
        each(ctx, text, !next);
        text = next ? next + 2 : NULL;
    }
}

static void part(struct buf *b, bool *first, const char *text)
{
    buf_addf(b, "%s%s", *first ? "" : ", ", text);
    *first = false;
}

static void tell_cause(struct buf *b, const struct chronicle *c, const struct deed *deed,
                       const struct touch *h)
{
    const struct game *g = &c->after[deed->turn];
    const struct unit *u = game_unit(g, deed->actor);

    if (h->call >= 0)
        tell_call(b, g, h->call);
    else if (deed->kind == DEED_BOMBARD)
        buf_add(b, "bombardment");
    else if (deed->ruling)
        buf_add(b, "put right");
    else if (deed->kind == DEED_END)
        buf_add(b, "end of the turn");
    else if (u && deed->snapped == h->unit)
        buf_addf(b, "called by %s", u->name);
    else if (u && deed->actor == h->unit)
        buf_add(b, "itself");
    else if (u)
        buf_addf(b, "%s%s", deed->assault ? "assault of " : deed->fired ? "fire of " : "with ",
                 u->name);
    else
        buf_add(b, deed->command);
}

void tell_touch(struct buf *b, const struct chronicle *c, const struct deed *deed,
                const struct touch *h)
{
    struct buf text = {0};
    bool first = true;

    size_t from = b->len;

    tell_cause(b, c, deed, h);
    if (h->call >= 0 || deed->kind != DEED_PLAY || deed->actor)
        b->s[from] = (char)toupper((unsigned char)b->s[from]);
    buf_add(b, ": ");
    if (h->order)
        part(b, &first, h->order == ORDER_DOWN   ? "goes Down"
                        : h->order == ORDER_FIRE ? "fires back"
                                                 : tell_order(h->order));
    if (h->moved) {
        buf_addf(&text, "moves %g\"", h->moved / 10.0);
        part(b, &first, text.s);
        buf_clear(&text);
    }
    if (h->men > 0) {
        tell_count(&text, h->men, "man lost", "men lost");
        part(b, &first, text.s);
        buf_clear(&text);
    }
    if (h->leader && !h->destroyed)
        part(b, &first, "its leader among them");
    if (h->gained) {
        tell_count(&text, h->gained, "pin", "pins");
        part(b, &first, text.s);
        buf_clear(&text);
    }
    if (h->shed) {
        tell_count(&text, h->shed, "pin off", "pins off");
        part(b, &first, text.s);
    }
    if (h->put_out)
        part(b, &first, "out of its carrier");
    if (h->immobilised && !h->destroyed)
        part(b, &first, "immobilised");
    if (h->jammed && !h->destroyed)
        part(b, &first, "its turret jams");
    if (h->spotter)
        part(b, &first, "its spotter falls");
    if (h->gunless && !h->destroyed)
        part(b, &first, "its gun is destroyed");
    if (h->abandoned && !h->destroyed)
        part(b, &first, "its gun is abandoned");
    if (h->destroyed)
        buf_addf(b, "%sdestroyed (%s)", first ? "" : ", ", h->why[0] ? h->why : "put right");
    else if (first)
        buf_add(b, "unhurt");
    buf_addc(b, '.');
    buf_free(&text);
}

/* The note of a forced deed is "WHY; rules", that of a ruling the reason alone. */
void tell_ruling(struct buf *b, const struct deed *deed)
{
    const char *rules = deed->note ? strrchr(deed->note, ';') : NULL;

    buf_add(b, deed->says[0] ? deed->says : deed->command);
    if (!deed->forced)
        return;
    if (!strchr(".!?", b->s[b->len - 1]))
        buf_addc(b, '.');
    if (rules && strcmp(rules, "; no rule was in the way") == 0)
        buf_add(b, " No rule was in the way.");
    else if (rules)
        buf_addf(b, " Against%s.", rules + 1);
}

/* ---- units ---- */

void tell_fall(struct buf *b, const struct chronicle *c, const struct fall *f)
{
    const struct game *g = &c->after[c->last];
    const struct unit *u = game_unit(g, f->killer);
    const struct deed *deed = &c->deed[f->deed];

    const char *why = deed->ruling ? "put right" : "lost";

    for (int i = 0; i < deed->n_touches; i++)
        if (c->fall + (deed->touch[i].unit - 1) == f && deed->touch[i].why[0])
            why = deed->touch[i].why;
    buf_add(b, why);
    if (u)
        buf_addf(b, ", by %s", u->name);
    else if (f->call >= 0) {
        buf_add(b, ", by the ");
        tell_call(b, g, f->call);
    } else if (deed->kind == DEED_BOMBARD)
        buf_add(b, ", by the bombardment");
}

void tell_left(struct buf *b, const struct unit *u)
{
    if (u->destroyed)
        buf_add(b, "lost");
    else
        buf_addf(b, "%d of %d", u->models, u->men);
}

static void remark(struct buf *b, size_t from, const char *text)
{
    buf_addf(b, "%s%s", b->len > from ? ", " : "", text);
}

void tell_state(struct buf *b, const struct game *g, const struct unit *u)
{
    const struct unit *carrier = game_unit(g, u->aboard);
    size_t from = b->len;

    if (u->destroyed)
        return;
    if (u->order)
        buf_addf(b, "%s%s", tell_order(u->order),
                 g->phase == GAME_BETWEEN && !u->abandoned ? " kept" : "");
    if (carrier) {
        remark(b, from, u->type == TYPE_GUN ? "behind " : "aboard ");
        buf_add(b, carrier->name);
    }
    if (u->floor) {
        remark(b, from, "in ");
        buf_add(b, u->building);
    }
    if (u->reserve)
        remark(b, from, "in reserve");
    if (u->hidden)
        remark(b, from, "hidden");
    if (u->had_leader && !u->leader)
        remark(b, from, "leader lost");
    if (u->immobilised)
        remark(b, from, "immobilised");
    if (u->turret_jam)
        remark(b, from, "turret jammed");
    if (u->abandoned)
        remark(b, from, "abandoned");
    if (u->gunless)
        remark(b, from, "no gun");
}

/* ---- calls, sides ---- */

void tell_call(struct buf *b, const struct game *g, int call)
{
    static const char *const title[N_CALL_KINDS] = {"barrage", "smoke barrage", "air strike"};
    int kind = g->call[call].kind;

    buf_addf(b, "%s %s %s", title[kind], kind == CALL_AIR ? "on" : "at", call_aim(g, call));
}

void tell_outcome(struct buf *b, const struct chronicle *c, int call)
{
    const struct outcome *o = &c->outcome[call];
    const struct game *g = &c->after[c->last];

    if (o->came < 0) {
        buf_add(b, g->call[call].over ? "wasted" : "has not come");
        if (o->tries)
            buf_addf(b, " after %d roll%s", o->tries, o->tries == 1 ? "" : "s");
        return;
    }
    buf_addf(b, "came in turn %d", o->came);
    if (o->wasted)
        buf_add(b, ", its target was gone");
    else if (g->call[call].kind == CALL_SMOKE)
        return;
    else if (o->stopped)
        buf_add(b, ", stopped by flak");
    else if (!o->units)
        buf_add(b, ", struck nobody");
    else {
        buf_add(b, ": ");
        tell_count(b, o->units, "unit struck", "units struck");
        buf_add(b, ", ");
        tell_count(b, o->men, "man lost", "men lost");
        buf_add(b, ", ");
        tell_count(b, o->pins, "pin", "pins");
        if (o->destroyed)
            buf_addf(b, ", %d destroyed", o->destroyed);
    }
}

void tell_side(struct buf *b, const struct chronicle *c, int side)
{
    const struct side *s = &c->after[c->last].side[side];

    buf_add(b, s->name);
    if (s->army >= 0)
        buf_addf(b, " (%s)", c->rs->army[s->army].name);
}
