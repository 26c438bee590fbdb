/* The log, read once: commands first, then their events on a record that starts empty. */
#include "report/chronicle.h"

#include "base/mem.h"
#include "report/reader.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for one more item at the end of a list. */
#define ONE_MORE(list, n) ((list) = mem_grow((list), (size_t)(n), (size_t)(n) + 1, sizeof *(list)))

static bool keep_intent(void *ctx, const struct intent *i)
{
    struct reader *r = ctx;
    struct chronicle *c = r->c;

    if (i->kind != INTENT_DO || !intent_stands(&r->standing, i->n))
        return true;
    ONE_MORE(c->deed, c->n_deeds);
    ONE_MORE(r->intent, c->n_deeds);
    r->intent[c->n_deeds] = i->n;
    c->deed[c->n_deeds++] = (struct deed){.turn = i->turn,
                                          .command = mem_copy(i->command),
                                          .dice = mem_copy(i->dice),
                                          .says = mem_copy(i->says)};
    return true;
}

/* The table at the end of a turn, kept when the next begins and when the log is at its end. */
static void keep_turn(struct reader *r)
{
    struct chronicle *c = r->c;
    int turn = r->g.turn;

    for (; r->n_turns <= turn; r->n_turns++) {
        ONE_MORE(c->after, r->n_turns);
        ONE_MORE(c->bag, r->n_turns);
    }
    game_copy(&c->after[turn], &r->g);
    memcpy(c->bag[turn], r->bag, sizeof r->bag);
    c->last = turn;
}

void reader_note_bag(struct reader *r)
{
    for (int i = 0; i < r->g.n_sides; i++)
        r->bag[i] = game_bag(&r->g, i);
}

struct touch *reader_touch(struct reader *r, int unit)
{
    struct deed *deed = r->deed;

    for (int i = 0; i < deed->n_touches; i++)
        if (deed->touch[i].unit == unit && deed->touch[i].call == r->call)
            return &deed->touch[i];
    ONE_MORE(deed->touch, deed->n_touches);
    deed->touch[deed->n_touches] = (struct touch){.unit = unit, .call = r->call};
    return &deed->touch[deed->n_touches++];
}

struct drawn *reader_draw(struct reader *r)
{
    struct chronicle *c = r->c;

    ONE_MORE(c->drawn, c->n_drawn);
    c->drawn[c->n_drawn] = (struct drawn){.turn = r->g.turn};
    return &c->drawn[c->n_drawn++];
}

/* Makes room for the falls of units that have just joined. */
static void know_units(struct reader *r)
{
    struct chronicle *c = r->c;

    for (; c->n_falls < r->g.n_units; c->n_falls++) {
        ONE_MORE(c->fall, c->n_falls);
        c->fall[c->n_falls] = (struct fall){.turn = -1, .call = -1};
    }
}

static bool skip(const char **text, const char *word)
{
    bool there = strncmp(*text, word, strlen(word)) == 0;

    *text += there ? strlen(word) : 0;
    return there;
}

/* The actor of a command: its answer begins with his name, behind the words that mark a ruling. */
static int actor_of(const struct reader *r, const char *says, bool *ruling)
{
    const struct unit *found = NULL;

    if (strncmp(says, "(forced: ", 9) == 0 && strstr(says, ") "))
        says = strstr(says, ") ") + 2;
    *ruling = skip(&says, "Ruling: ");
    if (!skip(&says, "The crew of "))
        skip(&says, "Smoke of ");
    for (int i = 0; i < r->g.n_units; i++) {
        const struct unit *u = &r->g.unit[i];
        size_t n = strlen(u->name);
        if (strncmp(says, u->name, n) == 0 && strchr(" :,", says[n]) && says[n]
            && (!found || n > strlen(found->name)))
            found = u;
    }
    return found ? found->id : 0;
}

static void begin_deed(struct reader *r, struct deed *deed)
{
    r->deed = deed;
    r->call = -1;
    r->snapper = 0;
    deed->die = r->g.phase == GAME_ENDING || r->g.phase == GAME_BETWEEN ? DIE_LATE : r->number;
    deed->actor = actor_of(r, deed->says, &deed->ruling);
    if (r->g.phase == GAME_ARRIVING)
        deed->kind = DEED_DUE;
}

static bool take_event(void *ctx, const struct stored_event *e)
{
    struct reader *r = ctx;
    struct chronicle *c = r->c;

    if (!intent_stands(&r->standing, e->intent))
        return true;
    while (r->at < c->n_deeds && (r->at < 0 || r->intent[r->at] != e->intent))
        if (++r->at < c->n_deeds)
            begin_deed(r, &c->deed[r->at]);
    if (r->at == c->n_deeds)
        return r->ok = false;
    if (e->kind == EV_TURN) {
        keep_turn(r);
        r->number = r->deed->die = 0;
    }
    reader_before(r, e);
    r->ok = event_apply(&r->g, c->rs, e->kind, e->unit, e->a, e->b, e->text);
    know_units(r);
    if (r->ok)
        reader_after(r, e);
    return r->ok;
}

static bool read_log(struct reader *r, struct session *s, struct diag *d)
{
    struct game_birth birth;

    if (!game_db_birth(s->db, &birth, d))
        return false;
    game_init(&r->g, birth.edition);
    memcpy(r->g.scenario, birth.scenario, sizeof r->g.scenario);
    return history_standing(s, &r->standing, d) && game_db_intents(s->db, keep_intent, r, d)
        && game_db_events(s->db, take_event, r, d)
        && (r->ok || diag_storage(d, "%s: the log contradicts itself", game_db_path(s->db)));
}

/* What every call did, from what befell the units. */
static void sum_calls(struct chronicle *c)
{
    for (int i = 0; i < c->n_deeds; i++)
        for (int k = 0; k < c->deed[i].n_touches; k++) {
            const struct touch *h = &c->deed[i].touch[k];
            if (h->call < 0)
                continue;
            struct outcome *o = &c->outcome[h->call];
            o->units += h->men || h->gained || h->destroyed;
            o->men += h->men;
            o->pins += h->gained;
            o->destroyed += h->destroyed;
        }
}

bool chronicle_read(struct session *s, struct chronicle *c, struct diag *d)
{
    struct reader r = {.c = c, .at = -1, .call = -1, .ok = true};
    const char *path, *slash;
    bool ok;

    *c = (struct chronicle){0};
    for (int i = 0; i < MAX_CALLS; i++)
        c->outcome[i].came = -1;
    if (!session_refresh(s, d) || !game_db_snapshot(s->db, d))
        return false;
    path = game_db_path(s->db);
    slash = strrchr(path, '/');
    c->file = slash ? slash + 1 : path;
    c->rs = s->rs;
    ok = read_log(&r, s, d);
    game_db_snapshot_end(s->db);
    sum_calls(c);
    keep_turn(&r);
    game_free(&r.g);
    free(r.intent);
    standing_free(&r.standing);
    return ok;
}

void chronicle_free(struct chronicle *c)
{
    for (int i = 0; i < c->n_deeds; i++) {
        free(c->deed[i].command);
        free(c->deed[i].dice);
        free(c->deed[i].says);
        free(c->deed[i].note);
        free(c->deed[i].touch);
    }
    for (int i = 0; c->after && i <= c->last; i++)
        game_free(&c->after[i]);
    free(c->deed);
    free(c->drawn);
    free(c->fall);
    free(c->after);
    free(c->bag);
    *c = (struct chronicle){0};
}

/* ---- sums ---- */

struct tally chronicle_tally(const struct chronicle *c, int turn, int unit)
{
    struct tally t = {0};

    for (int i = 0; i < c->n_deeds; i++) {
        const struct deed *deed = &c->deed[i];
        if (deed->turn != turn)
            continue;
        t.any |= deed->actor == unit && deed->kind == DEED_PLAY;
        for (int k = 0; k < deed->n_touches; k++) {
            const struct touch *h = &deed->touch[k];
            if (h->unit != unit)
                continue;
            t.any = true;
            t.men += h->men;
            t.gained += deed->ruling ? 0 : h->gained;
            t.shed += deed->ruling ? 0 : h->shed;
        }
    }
    return t;
}

bool chronicle_fell(const struct chronicle *c, int turn, int i)
{
    const struct game *before = turn > 0 ? &c->after[turn - 1] : NULL;

    return c->after[turn].unit[i].destroyed
        && !(before && i < before->n_units && before->unit[i].destroyed);
}

int chronicle_units_lost(const struct chronicle *c, int turn, int side)
{
    const struct game *g = &c->after[turn < 0 ? c->last : turn];
    int n = 0;

    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].side == side)
            n += turn < 0 ? g->unit[i].destroyed : chronicle_fell(c, turn, i);
    return n;
}

int chronicle_men_lost(const struct chronicle *c, int turn, int side)
{
    const struct game *g = &c->after[c->last];
    int n = 0;

    for (int i = 0; i < c->n_deeds; i++)
        for (int k = 0; k < c->deed[i].n_touches; k++) {
            const struct touch *h = &c->deed[i].touch[k];
            if ((turn < 0 || c->deed[i].turn == turn) && g->unit[h->unit - 1].side == side)
                n += h->men;
        }
    return n;
}
