/* Observers and what they call for; the arrival of a barrage (chapter Headquarters). */
#include "game/support.h"

#include "base/words.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the call ---- */

/* Two calls of the airmen of an army with that rule, one of anybody else. */
static int calls_of(const struct decision *d, const struct unit *u)
{
    return 1 + ((u->special & ruleset_bit(d->rs, "air-observer"))
                && (unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "air-superiority")));
}

/* A call goes with a Fire order, each with its own. */
static bool called_now(const struct decision *d, const struct unit *u)
{
    for (int i = 0; i < d->g->n_calls; i++)
        if (d->g->call[i].observer == u->id && d->g->call[i].turn == d->g->turn)
            return true;
    return false;
}

static bool may_call(struct decision *d, const struct unit *u, enum call_kind kind)
{
    bool air = kind == CALL_AIR;
    uint64_t wanted = ruleset_bit(d->rs, air ? "air-observer" : "artillery-observer");

    if (!must_live(d, u))
        return false;
    if (!(u->special & wanted)
        && !forbid(d, air ? "air.call" : "fao.call", "%s is no %s observer", u->name,
                   air ? "air" : "artillery"))
        return false;
    if (u->reserve || u->aboard)
        return forbid(d, u->aboard ? "transport.aboard.hq-abilities" : "reserve.turn-1",
                      "%s calls nobody from %s", u->name, u->aboard ? "a vehicle" : "reserve");
    if (u->calls >= calls_of(d, u))
        return forbid(d, air ? "air.call" : "fao.call", "%s has made its call%s", u->name,
                      u->calls > 1 ? "s" : "");
    if (d->g->phase != GAME_ORDERS || u->order != ORDER_FIRE || u->fired)
        return forbid(d, air ? "air.call" : "fao.call", u->order == ORDER_AMBUSH
                          ? "%s is in Ambush: a call wants a Fire order"
                          : "%s calls on a Fire order of this turn, before it shoots", u->name);
    if (called_now(d, u)
        && !forbid(d, "army.us.air-superiority", "%s has called on this order: its second call "
                   "wants another Fire order", u->name))
        return false;
    return !air || !d->g->dark || forbid(d, "night.air", "no planes come at night");
}

/* An enemy that is on the table and not hidden. */
static bool air_target(struct decision *d, const struct unit *observer, const char *name, int *id)
{
    const struct unit *target = game_find(d->g, name, &d->diag);

    if (!target || !must_live(d, target))
        return false;
    if (target->side == observer->side
        && !forbid(d, "air.target", "%s is on the same side as %s", target->name, observer->name))
        return false;
    if (target->hidden
        && !forbid(d, "hidden.no-support-fire", "%s is hidden: no strike can be called on it",
                   target->name))
        return false;
    *id = target->id;
    return must_be_there(d, target);
}

bool strike_aim(struct decision *d, const struct unit *observer, const char *name, int *target,
                const char **house)
{
    const struct unit *holder;

    *target = 0;
    *house = house_named(d->g, name);
    if (!*house)
        return air_target(d, observer, name, target);
    holder = house_holder(d->g, *house);
    return !holder || forbid(d, "building.air.sight", "%s is not empty: name the unit in it, %s",
                             *house, holder->name);
}

/* Before the first order of a turn: his call of that kind that was due and did not come, which may
   be turned elsewhere as with onto= and to= of the turn itself; -1 for none. */
static int late_call(const struct decision *d, const struct unit *u, enum call_kind kind)
{
    const struct game *g = d->g;

    if (g->phase != GAME_ORDERS || g->drawn >= 0 || u->destroyed)
        return -1;
    for (int side = 0; side < g->n_sides; side++)
        if (g->side[side].ordered)
            return -1;
    for (int i = 0; i < g->n_calls; i++)
        if (g->call[i].observer == u->id && g->call[i].kind == (int)kind && !g->call[i].over
            && g->call[i].turn < g->turn)
            return i;
    return -1;
}

/* In the dark the token may lie anywhere, and nobody has to make it out; by day on a house that the
   observer sees as well (building.barrage.token). A call is no shot: nobody sees a flash of it
   (night.fao.no-marker). */
static bool know_aim(struct decision *d, const struct unit *u, enum call_kind kind)
{
    if (kind == CALL_AIR)
        return must_know(d, F_AT, "air.target", "at which enemy that %s sees", u->name);
    if (d->g->dark)
        return must_know(d, F_AT, "night.fao.no-spotting", "at which place, anywhere by night");
    return must_know(d, F_AT, "fao.token", "at which place that %s sees", u->name);
}

bool decide_call(struct decision *d, int observer, enum call_kind kind, int *made)
{
    struct unit *u = game_unit(d->g, observer);
    const char *place;
    int target = 0, late = late_call(d, u, kind);

    *made = late >= 0 ? late : d->g->n_calls;
    if (late < 0 && !may_call(d, u, kind))
        return false;
    if (!know_aim(d, u, kind))
        return false;
    if (late < 0 && d->g->n_calls == MAX_CALLS)
        return diag_refused(&d->diag, NULL, "a game has %d calls at the most", MAX_CALLS);
    place = d->f.text[F_AT];
    if (kind != CALL_AIR && !is_place(place, strlen(place), &d->diag))
        return false;
    if (kind == CALL_AIR && !strike_aim(d, u, d->f.text[F_AT], &target, &place))
        return false;
    emit_text(d, late >= 0 ? EV_TOKEN : EV_CALL, late >= 0 ? 0 : observer,
              late >= 0 ? late : (int)kind, target, "%s", target ? "" : place);
    return finish(d);
}

/* ---- lists cut by strokes ---- */

const char *list_part(const struct facts *f, enum fact key, int n)
{
    const char *text = facts_has(f, key) ? f->text[key] : NULL;

    for (; text && n > 0; n--) {
        text = strchr(text, '/');
        text += text != NULL;
    }
    return text;
}

bool word_part(const struct facts *f, enum fact key, int n, char *word, size_t size)
{
    const char *text = list_part(f, key, n);

    snprintf(word, size, "%.*s", text ? (int)strcspn(text, "/") : 0, text ? text : "");
    return *word && strcasecmp(word, "none") != 0;
}

/* ---- where the token lies ---- */

static const char *place_of(const struct decision *d, int call)
{
    return d->g->call[call].place;
}

/* 3D6 inches in a random direction: where it lies then is the table's to see. */
static bool stray(struct decision *d, int call, struct arrival *a, const char *rule)
{
    const signed char *die = take_roll(d, "direction", 0, 1, 0, "direction.random",
                                       "the token of %s strays: which way? (D6 on the template)",
                                       place_of(d, call));
    int dice = number_of(d->rs, NUM_STRAY_DICE);

    if (!die)
        return false;
    a->direction = *die;
    die = take_roll(d, "stray", 0, dice, 0, rule, "how far the token strays: %dD6\"", dice);
    if (!die)
        return false;
    for (int i = 0; i < dice && i < 3; i++) {
        a->stray[i] = die[i];
        a->stray_inches += die[i];
    }
    return true;
}

/* Where the token lies from now on: to=, in the players' words. */
static bool resettle(struct decision *d, int call, struct parts *parts, const char *rule,
                     const char *fmt, int inches)
{
    char says[160], place[EVENT_TEXT / 2];
    const char *to;

    snprintf(says, sizeof says, fmt, inches, place_of(d, call));
    if (!may_know(d, F_TO, rule, "%s", says))
        return false;
    to = list_part(&d->f, F_TO, parts->to);
    if (!word_part(&d->f, F_TO, parts->to++, place, sizeof place))
        return true;
    if (!is_place(to, strcspn(to, "/"), &d->diag))
        return false;
    emit_text(d, EV_TOKEN, 0, call, 0, "%s", place);
    return true;
}

/* Delayed: the caller may move the token, to=PLACE, a step of 12" at the most. */
static bool shift(struct decision *d, int call, struct parts *parts, const char *rule)
{
    return resettle(d, call, parts, rule, "delayed; it may be moved up to %d\" from %s: where to? "
                    "(or Enter)", number_of(d->rs, NUM_TOKEN_SHIFT));
}

void settle_struck(struct decision *d, struct arrival *a)
{
    for (int i = 0; i < a->n_struck; i++) {
        struct struck *s = &a->struck[i];
        for (int j = 0; j < a->buried.n; j++)
            s->collapsed = s->collapsed || a->buried.p[j].unit == s->unit;
        s->destroyed = s->unit && strike_lost(game_unit(d->g, s->unit));
    }
}

/* ---- fire for effect ---- */

static bool barrage_unit(struct decision *d, struct unit *u, int *in_building, struct struck *s,
                         struct passengers *buried)
{
    const signed char *die = take_roll(d, "barrage-unit", u->id, 1, 6, "barrage.roll.4-6",
                                       "the barrage and %s: on a 6 it is hit", u->name);
    const struct chart_row *row;
    bool stuck = u->immobilised;

    if (!die)
        return false;
    *s = (struct struck){.unit = u->id, .n_die = 1, .pins_before = u->pins};
    s->die[0] = *die;
    row = ruleset_chart(d->rs, "barrage-unit", *die);
    s->result = row->result;
    strike_cite(s, row->rule);
    if (u->floor)
        strike_cite(s, "building.barrage.range");
    if (*die != 6 && !strike_pins(d, u, "barrage-pins", row->rule, 3, 0, s))
        return false;
    if (*die == 6) {
        struct blow blow = {.weapon = ruleset_weapon(d->rs, row->result), .pin_sides = 6,
                            .pin_rule = row->rule, .in_building = in_building};
        bool housed = u->floor > 0;
        if (!strike_down(d, u, "barrage.down", s) || !strike_unit(d, u, &blow, s, buried))
            return false;
        if (housed)
            strike_cite(s, s->collapsed ? "building.barrage.collapse"
                                        : "building.barrage.protection");
        if (strike_bunker(d, u))
            strike_cite(s, "bunker.support-fire");
    }
    s->pins_added = u->pins - s->pins_before;
    s->destroyed = strike_lost(u);
    return passengers_suffer(d, u, stuck, &s->riders);
}

/* Hits in one building count together (building.barrage.collapse): a place in a short list of those
   met so far. */
struct houses {
    int n, hits[STRUCK_UNITS];
    char name[STRUCK_UNITS][NAME_LEN];
};

static int *house_of(struct houses *h, const struct unit *u)
{
    if (!u->floor)
        return NULL;
    for (int i = 0; i < h->n; i++)
        if (strcmp(h->name[i], u->building) == 0)
            return &h->hits[i];
    if (h->n == STRUCK_UNITS)
        return NULL;
    snprintf(h->name[h->n], NAME_LEN, "%s", u->building);
    return &h->hits[h->n++];
}

/* What the players name as struck, while near= is read. */
struct falling {
    struct arrival *a;
    struct houses houses;
};

static bool room_for_one(struct decision *d, const struct arrival *a)
{
    return a->n_struck < STRUCK_UNITS
        || diag_usage(&d->diag, "near= names more than %d units", STRUCK_UNITS);
}

static bool barrage_on(struct decision *d, struct unit *u, struct falling *f)
{
    struct arrival *a = f->a;

    if (u->destroyed)
        return true; /* it was buried with others of this barrage */
    if (!must_be_there(d, u) || named_before(d, a, u) || !room_for_one(d, a))
        return false;
    return barrage_unit(d, u, house_of(&f->houses, u), &a->struck[a->n_struck++], &a->buried);
}

/* An empty building takes its die too; its shell can only bring it down (building.empty.target). */
static bool barrage_empty(struct decision *d, const char *house, struct falling *f)
{
    struct arrival *a = f->a;
    struct struck *s = &a->struck[a->n_struck];
    const struct chart_row *row;
    const signed char *die;

    for (int i = 0; i < a->n_struck; i++)
        if (strcmp(a->struck[i].house, house) == 0)
            return diag_usage(&d->diag, "near= names %s twice", house);
    if (!room_for_one(d, a))
        return false;
    die = take_roll(d, "barrage-unit", 0, 1, 6, "building.empty.target",
                    "the barrage and %s, which is empty: on a 6 it is hit", house);
    if (!die)
        return false;
    *s = (struct struck){.n_die = 1, .die[0] = *die};
    snprintf(s->house, sizeof s->house, "%s", house);
    a->n_struck++;
    row = ruleset_chart(d->rs, "barrage-unit", *die);
    s->result = row->result;
    strike_cite(s, "building.empty.target");
    return *die != 6
        || strike_empty(d, house, ruleset_weapon(d->rs, row->result), 0, s, &a->buried);
}

/* A building by name is everybody in it, from the ground up (building.barrage.range). */
static bool barrage_house(struct decision *d, const char *named, struct falling *f)
{
    char house[NAME_LEN];
    bool any = false;

    snprintf(house, sizeof house, "%s", named); /* it may be the record of one who falls */
    for (int floor = 1; floor <= 9; floor++) {
        const struct unit *u = floor_holder(d->g, house, floor, NULL);
        if (u && !barrage_on(d, game_unit(d->g, u->id), f))
            return false;
        any = any || u;
    }
    return any || barrage_empty(d, house, f);
}

bool named_before(struct decision *d, const struct arrival *a, const struct unit *u)
{
    for (int i = 0; i < a->n_struck; i++)
        if (a->struck[i].unit == u->id)
            return !diag_usage(&d->diag, "near= names %s twice", u->name);
    for (int i = 0; i < a->n_struck; i++)
        for (int j = 0; j < a->struck[i].riders.n; j++)
            if (a->struck[i].riders.p[j].unit == u->id)
                return !diag_usage(&d->diag, "near= names %s, which was aboard %s", u->name,
                                   game_unit(d->g, a->struck[i].unit)->name);
    return false;
}

/* Every unit, friend or enemy, that the players name as within the radius. */
static bool fire_for_effect(struct decision *d, int call, struct parts *parts, struct arrival *a)
{
    const signed char *die = take_roll(d, "radius", 0, 1, 0, "barrage.roll.4-6",
                                       "how far from %s the shells fall: D6+%d\"",
                                       place_of(d, call), number_of(d->rs, NUM_BARRAGE_RADIUS));
    struct falling falling = {.a = a};
    const char *house;
    struct unit *u;

    if (!die)
        return false;
    a->radius_die = *die;
    a->radius = *die + number_of(d->rs, NUM_BARRAGE_RADIUS);
    if (!may_know(d, F_NEAR, "barrage.roll.4-6", "units of either side within %d\" of %s (names, or "
                  "Enter for none)", a->radius, place_of(d, call)))
        return false;
    const char *list = list_part(&d->f, F_NEAR, parts->near++);
    for (;;) {
        while ((house = strike_next_house(d, &list)))
            if (!barrage_house(d, house, &falling))
                return false;
        if (!strike_next(d, &list, &u))
            return false;
        if (!u)
            break;
        if (!barrage_on(d, u, &falling))
            return false;
    }
    settle_struck(d, a);
    return true;
}

static bool lay_smoke(struct decision *d, int call, struct arrival *a)
{
    a->radius = number_of(d->rs, NUM_SMOKE_BARRAGE);
    emit_text(d, EV_SMOKE, 0, a->radius, 0, "%s", place_of(d, call));
    return true;
}

static bool resolve_barrage(struct decision *d, int call, struct parts *parts, struct arrival *a)
{
    bool smoke = d->g->call[call].kind == CALL_SMOKE;
    const char *chart = smoke ? "smoke-barrage" : "barrage";
    const signed char *die = take_roll(d, chart, d->g->call[call].observer, 1, 0, "fao.roll",
                                       "%s at %s: 1 it strays, 2-3 it is late, 4-6 it comes",
                                       smoke ? "smoke barrage" : "barrage", place_of(d, call));
    const struct chart_row *row;

    if (!die)
        return false;
    a->chart_die = *die;
    a->chart_total = *die + (d->g->dark ? number_of(d->rs, NUM_NIGHT_CHARTS) : 0);
    if (a->chart_total < 1)
        a->chart_total = 1;
    row = ruleset_chart(d->rs, chart, a->chart_total);
    a->result = row->result;
    a->rule = row->rule;
    if (strcmp(row->result, "delay") == 0)
        return shift(d, call, parts, row->rule);
    if (strcmp(row->result, "miscalculation") == 0
        && (!stray(d, call, a, row->rule)
            || !resettle(d, call, parts, row->rule, "it lies %d\" from %s now: a word for that "
                         "place, or Enter", a->stray_inches)))
        return false;
    a->arrived = true;
    if (!(smoke ? lay_smoke(d, call, a) : fire_for_effect(d, call, parts, a)))
        return false;
    emit(d, EV_ARRIVED, 0, call, 0);
    return true;
}

bool resolve_call(struct decision *d, int call, struct parts *parts, struct arrival *a)
{
    bool ok;

    *a = (struct arrival){.call = call};
    d->thrower = d->g->call[call].observer;
    ok = d->g->call[call].kind == CALL_AIR ? resolve_air(d, call, parts, a)
                                           : resolve_barrage(d, call, parts, a);
    d->thrower = 0;
    return ok;
}
