/* What each kind of event tells a report. */
#include "report/reader.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sum of the faces behind the purpose of a roll. */
static int faces(const char *text)
{
    int sum = 0;

    for (const char *s = strchr(text, ' '); s && *s; s++)
        sum += *s >= '1' && *s <= '6' ? *s - '0' : 0;
    return sum;
}

static bool purpose(const char *text, const char *word)
{
    size_t n = strlen(word);

    return strncmp(text, word, n) == 0 && (!text[n] || text[n] == ' ');
}

/* Men that count as lost when they are gone: a vehicle's crew does not. */
static int effective(const struct game *g, int unit)
{
    const struct unit *u = game_unit(g, unit);

    return !u || u->destroyed || u->type == TYPE_VEHICLE ? 0 : u->models;
}

/* ---- dice ---- */

static void take_order(struct reader *r, const struct stored_event *e)
{
    const struct unit *u = game_unit(&r->g, e->unit);
    bool from_bag = u && u->die == DIE_BAG;

    if (!u)
        return;
    struct drawn *d = reader_draw(r);
    d->side = u->side;
    d->unit = u->id;
    d->asked = e->b;
    d->shown = e->a;
    if (e->b < 0)
        return;
    if (from_bag)
        d->number = ++r->number;
    r->deed->die = r->number;
    d->snapper = r->snapper;
    d->is_virtual = r->is_virtual && r->g.drawn == u->side && !r->snapper;
    if (r->tested == e->unit) {
        d->rolled = r->rolled;
        d->need = r->need;
    }
    r->tested = 0;
}

/* A die that was drawn and that nobody used. */
static void put_back(struct reader *r)
{
    if (r->g.drawn < 0)
        return;
    struct drawn *d = reader_draw(r);
    d->side = r->g.drawn;
    d->number = ++r->number;
    d->is_virtual = r->is_virtual;
}

/* ---- calls ---- */

/* The die of a chart: which of its observer's calls it is for. */
static void begin_call(struct reader *r, int observer)
{
    const struct game *g = &r->g;

    for (int i = r->call + 1; i < g->n_calls; i++)
        if (!g->call[i].over && g->call[i].turn < g->turn && g->call[i].observer == observer) {
            r->call = i;
            r->c->outcome[i].tries++;
            return;
        }
}

static bool is_chart(const struct reader *r, const char *text)
{
    static const char *const charts[] = {"barrage", "smoke-barrage", "air-strike"};

    for (size_t i = 0; r->deed->kind == DEED_DUE && i < sizeof charts / sizeof charts[0]; i++)
        if (purpose(text, charts[i]))
            return true;
    return false;
}

static void take_roll_event(struct reader *r, const struct stored_event *e)
{
    if (purpose(e->text, "test") || purpose(e->text, "test-again")) {
        r->tested = e->unit;
        r->rolled = faces(e->text);
        r->need = e->a;
    } else if (purpose(e->text, "bombardment-comes")) {
        r->deed->kind = DEED_BOMBARD;
    } else if (purpose(e->text, "blows") || purpose(e->text, "ram")
               || purpose(e->text, "grenades")) {
        r->deed->assault = true;
    } else if (is_chart(r, e->text)) {
        begin_call(r, e->unit);
    }
}

static void arrive(struct reader *r, int call, int how)
{
    r->c->outcome[call].came = r->g.turn;
    r->c->outcome[call].wasted = how == 1;
    r->c->outcome[call].stopped = how == 2;
}

/* ---- what befalls units ---- */

/* Who did it: he who acted, or, if it was he who fell, the enemy whom he had charged. */
static void note_fall(struct reader *r, const struct stored_event *e, int charged)
{
    struct fall *f = &r->c->fall[e->unit - 1];
    const struct deed *deed = r->deed;
    int gun_taken_by = f->killer; /* of a crew that now goes without it */

    *f = (struct fall){.turn = r->g.turn, .deed = (int)(deed - r->c->deed), .call = r->call};
    if (!deed->ruling && deed->kind == DEED_PLAY)
        f->killer = deed->actor != e->unit ? deed->actor : charged;
    if (!f->killer && game_unit(&r->g, e->unit)->gunless)
        f->killer = gun_taken_by;
}

static void note_destroyed(struct reader *r, const struct stored_event *e)
{
    struct touch *h = reader_touch(r, e->unit);

    h->destroyed = true;
    snprintf(h->why, sizeof h->why, "%.79s", e->text);
}

/* Losses count by what is left afterwards: an exact sum whatever did it. What `models` puts right
   and men who run to another gun are none. */
static void note_men(struct reader *r, const struct stored_event *e)
{
    bool fell = e->kind == EV_LOSE || e->kind == EV_DESTROYED
             || (e->kind == EV_MODELS && !r->deed->ruling) /* of a crew without its gun */
             || (e->kind == EV_SET && strncmp(e->text, "destroyed", 9) == 0);
    int men = r->eff - effective(&r->g, e->unit);

    if (fell && men)
        reader_touch(r, e->unit)->men += men;
}

static void note_set(struct reader *r, const struct stored_event *e)
{
    const struct unit *u = game_unit(&r->g, e->unit);

    if (strcmp(e->text, "immobilised yes") == 0)
        reader_touch(r, e->unit)->immobilised = true;
    if (strcmp(e->text, "gunless yes") == 0) {
        reader_touch(r, e->unit)->gunless = true;
        r->c->fall[e->unit - 1].killer = r->deed->ruling ? 0 : r->deed->actor;
    }
    if (strcmp(e->text, "spotter no") == 0)
        reader_touch(r, e->unit)->spotter = true;
    if (u && strncmp(e->text, "destroyed", 9) == 0) {
        struct fall *f = &r->c->fall[e->unit - 1];
        *f = (struct fall){.turn = u->destroyed ? r->g.turn : -1, .call = -1,
                           .deed = (int)(r->deed - r->c->deed)};
    }
}

static void note_note(struct reader *r, const char *text)
{
    struct deed *deed = r->deed;
    const char *colon = strstr(text, ": ");

    deed->forced |= strncmp(text, "forced", 6) == 0;
    deed->ruling |= strncmp(text, "ruling", 6) == 0;
    free(deed->note);
    deed->note = mem_copy(colon ? colon + 2 : text);
}

void reader_before(struct reader *r, const struct stored_event *e)
{
    r->eff = effective(&r->g, e->unit);
    if (e->kind == EV_SNAP) {
        r->snapper = e->unit;
        r->deed->snapped = e->a;
    } else if (e->kind == EV_ORDER) {
        take_order(r, e);
    } else if (e->kind == EV_DRAW) {
        put_back(r);
        r->is_virtual = e->b;
    } else if (e->kind == EV_ENDING || e->kind == EV_END) {
        put_back(r);
    } else if (e->kind == EV_DESTROYED && e->unit > 0 && e->unit <= r->c->n_falls) {
        const struct unit *actor = game_unit(&r->g, r->deed->actor);
        note_fall(r, e, actor ? actor->charge : 0);
    } else if (e->kind == EV_ROLL) {
        take_roll_event(r, e);
    }
}

static void note_kind(struct reader *r, const struct stored_event *e)
{
    enum deed_kind *kind = &r->deed->kind;

    switch (e->kind) {
    case EV_SIDE:
    case EV_UNIT:
        *kind = DEED_SETUP;
        break;
    case EV_DRAW:
        *kind = DEED_DRAW;
        break;
    case EV_ORDER:
        if (e->b < 0)
            break;
        *kind = DEED_PLAY;
        r->deed->actor = r->deed->actor ? r->deed->actor : e->unit;
        break;
    case EV_FIRED:
        if (*kind == DEED_PLAY && !r->deed->actor)
            r->deed->actor = e->unit;
        break;
    case EV_TURN:
        *kind = DEED_DUE;
        break;
    case EV_ENDING:
    case EV_END:
        *kind = DEED_END;
        r->deed->die = DIE_LATE;
        break;
    case EV_FINISH:
        *kind = DEED_FINISH;
        break;
    default:
        break;
    }
}

void reader_after(struct reader *r, const struct stored_event *e)
{
    note_kind(r, e);
    if (r->number == 0 && r->g.drawn < 0)
        reader_note_bag(r);
    if (e->unit > 0 && e->unit <= r->c->n_falls)
        note_men(r, e);
    switch (e->kind) {
    case EV_PINS:
        if (e->b > 0)
            reader_touch(r, e->unit)->gained += e->b;
        else
            reader_touch(r, e->unit)->shed -= e->b;
        break;
    case EV_LOSE:
        reader_touch(r, e->unit)->leader |= e->b == LOSS_LEADER;
        break;
    case EV_ORDER:
        if (e->b < 0)
            reader_touch(r, e->unit)->order = e->a;
        break;
    case EV_MOVED:
        if (e->unit != r->deed->actor)
            reader_touch(r, e->unit)->moved += e->a;
        break;
    case EV_ABOARD:
        if (e->b)
            reader_touch(r, e->unit)->put_out = true;
        break;
    case EV_ABANDONED:
        if (e->a)
            reader_touch(r, e->unit)->abandoned = true;
        break;
    case EV_JAMMED:
        reader_touch(r, e->unit)->jammed = true;
        break;
    case EV_DESTROYED:
        note_destroyed(r, e);
        break;
    case EV_FIRED:
        r->deed->fired |= e->unit == r->deed->actor;
        break;
    case EV_CHARGE:
        r->deed->assault |= !e->a;
        break;
    case EV_SET:
        note_set(r, e);
        break;
    case EV_NOTE:
        note_note(r, e->text);
        break;
    case EV_ARRIVED:
        arrive(r, e->a, e->b);
        break;
    default:
        break;
    }
}
