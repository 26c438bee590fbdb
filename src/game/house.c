/* Units in buildings. */
#include "game/house.h"

#include "game/effects.h"
#include "game/ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_in(const struct unit *u, const char *building)
{
    return u->floor && !u->destroyed && *building && strcasecmp(u->building, building) == 0;
}

const struct unit *floor_holder(const struct game *g, const char *building, int floor,
                                const struct unit *except)
{
    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        if (u != except && u->floor == floor && is_in(u, building))
            return u;
    }
    return NULL;
}

const struct unit *house_holder(const struct game *g, const char *building)
{
    const struct unit *lowest = NULL;

    for (int i = 0; i < g->n_units; i++)
        if (is_in(&g->unit[i], building) && (!lowest || g->unit[i].floor < lowest->floor))
            lowest = &g->unit[i];
    return lowest;
}

/* ---- which building ---- */

static const struct feature *feature_named(const struct game *g, const char *name)
{
    for (int i = 0; i < g->n_features; i++)
        if (strcasecmp(g->feature[i].name, name) == 0)
            return &g->feature[i];
    return NULL;
}

const char *house_named(const struct game *g, const char *name)
{
    const struct feature *f = feature_named(g, name);

    for (int i = 0; i < g->n_units; i++)
        if (strcasecmp(g->unit[i].name, name) == 0)
            return NULL;
    if (f)
        return strcmp(f->ground, "building") == 0 ? f->name : NULL;
    for (int i = 0; i < g->n_units; i++)
        if (is_in(&g->unit[i], name))
            return g->unit[i].building;
    return NULL;
}

/* Any name will do for a building, but what was named as other ground, or has burnt or fallen
   down since, is none. Leaves the name as the record spells it. */
static bool is_a_house(struct decision *d, const char *name, struct house_result *r)
{
    const struct feature *f = feature_named(d->g, name);

    if (!f)
        f = game_feature(d->g, name);
    if (!*name || strlen(name) >= 32 || strpbrk(name, " \t=\","))
        return diag_usage(&d->diag, "%.40s: a building's name is one word of up to 31 letters",
                          name);
    snprintf(r->building, sizeof r->building, "%s", f ? f->name : name);
    if (!f || strcmp(f->ground, "building") == 0)
        return true;
    if (strcmp(f->ground, "impassable") == 0)
        return forbid(d, "building.flame.fire", "%s is impassable: it burns", f->name);
    return forbid(d, strcmp(f->ground, "rough") == 0 ? "building.he.rubble"
                                                     : "building.enter.method",
                  "%s is %s, not a building", f->name, f->ground);
}

/* ---- who goes in ---- */

static bool able_to_enter(struct decision *d, const struct unit *u, bool setup)
{
    uint64_t special = unit_specials(d->rs, d->g, u);

    if (u->type == TYPE_VEHICLE)
        return forbid(d, "building.enter.infantry-only", "%s is a vehicle", u->name);
    if (special & ruleset_bit(d->rs, "cavalry"))
        return forbid(d, "special.cavalry.no-enter", "%s is in the saddle: riders enter no "
                      "building", u->name);
    if (special & ruleset_bit(d->rs, "motorbikes"))
        return forbid(d, "special.bike.no-enter", "%s rides motorbikes: riders enter no building",
                      u->name);
    if (u->type == TYPE_GUN && !setup)
        return forbid(d, u->floor ? "building.artillery" : "building.enter.infantry-only",
                      u->floor ? "%s stands where it was set up" : "%s is a gun: guns are in "
                      "buildings from the beginning or never", u->name);
    if (u->aboard)
        return forbid(d, "transport.dismount.order", "%s is aboard %s: it dismounts first",
                      u->name, game_unit(d->g, u->aboard)->name);
    return !u->reserve || forbid(d, "reserve.enter", "%s is still in reserve, off the table",
                                 u->name);
}

/* One unit a floor; the enemy's are stormed. */
static bool floor_is_free(struct decision *d, const struct unit *u, const struct house_result *r)
{
    const struct unit *holder = floor_holder(d->g, r->building, r->floor, u);

    if (!holder)
        return true;
    return forbid(d, "building.floor.capacity", holder->side == u->side
                      ? "%s holds floor %d of %s, and a floor holds one unit"
                      : "%s holds floor %d of %s: an enemy's floor is taken by assault",
                  holder->name, r->floor, r->building);
}

/* From outside: a Run, on the ground floor, all within an inch and one at an opening. */
static bool from_outside(struct decision *d, const struct unit *u, struct house_result *r)
{
    struct move_result m = {0};

    if (r->floor > 1 && !forbid(d, "building.enter.ground", "%s comes in on the ground floor, not "
                                "on floor %d", u->name, r->floor))
        return false;
    if (u->fought && !forbid(d, "building.enter.no-regroup", "%s has assaulted: nobody enters by a "
                             "regroup", u->name))
        return false;
    if (u->order != ORDER_RUN
        && !forbid(d, "building.enter.method", u->order
                       ? "%s is on %s: a building is entered on Run"
                       : "%s has no order yet%.0s: a building is entered on Run",
                   u->name, order_word[u->order]))
        return false;
    if (!may_know(d, F_RANGE, "building.enter.method", "inches that the last man of %s runs to be "
                  "within 1\" of %s (0: there already)", u->name, r->building))
        return false;
    r->inches = facts_has(&d->f, F_RANGE) ? d->f.range : 0;
    if (!may_go(d, u, r->inches, &m)) {
        if (d->diag.code == DIAG_REFUSED)
            diag_cite(&d->diag, "building.enter.method");
        return false;
    }
    r->allowed = m.allowed;
    return true;
}

/* Inside: a floor, or a section next door, counts one; Advance goes one, Run two. */
static bool from_within(struct decision *d, const struct unit *u, struct house_result *r)
{
    bool run = u->order == ORDER_RUN;
    int most = number_of(d->rs, run ? NUM_FLOORS_RUN : NUM_FLOORS_ADVANCE);
    int floors = abs(r->floor - u->floor);
    int steps = floors + !is_in(u, r->building);
    struct move_result m = {0};

    if (steps == 0)
        return diag_refused(&d->diag, "building.floor.capacity", "%s is there already", u->name);
    if (!may_go(d, u, 0, &m))
        return false;
    if (m.allowed <= 0 && !forbid(d, m.rule, "%s may not move on %s", u->name,
                                  order_word[u->order]))
        return false;
    if (u->moved && !forbid(d, "turn.orders.once", "%s has made its move already", u->name))
        return false;
    return steps <= most
        || forbid(d, run ? "building.run" : "building.advance", run
                      ? "%s goes two floors or two sections on Run, not %d"
                      : "%s goes one floor or one section on Advance, not %d", u->name, steps);
}

bool decide_enter(struct decision *d, int unit, const char *building, struct house_result *r)
{
    struct unit *u = game_unit(d->g, unit);
    bool said = facts_has(&d->f, F_FLOOR);

    *r = (struct house_result){.unit = unit, .from = u->floor,
                               .setup = d->g->phase == GAME_SETUP};
    r->floor = said ? d->f.v[F_FLOOR] : u->floor && !r->setup ? u->floor : 1;
    if (!must_live(d, u) || !is_a_house(d, building, r) || !able_to_enter(d, u, r->setup))
        return false;
    if (!r->setup && d->g->phase != GAME_ORDERS
        && !forbid(d, "turn.phases", "nobody enters now: begin a turn with turn"))
        return false;
    if (u->type == TYPE_VEHICLE || u->aboard) /* not even by force: there is no such place */
        return diag_refused(&d->diag, u->aboard ? "transport.dismount.order" : "terrain.building.wheeled",
                            u->aboard ? "%s is aboard a vehicle: it dismounts first"
                                      : "%s is a vehicle: it enters no building", u->name);
    if (!r->setup && !(u->floor ? from_within(d, u, r) : from_outside(d, u, r)))
        return false;
    if (!floor_is_free(d, u, r))
        return false;
    emit_text(d, EV_INSIDE, unit, r->floor, 0, "%s", r->building);
    if (!r->setup)
        emit(d, EV_MOVED, unit, (int)(10 * r->inches + 0.5), 0);
    return finish(d);
}

/* ---- out again ---- */

static bool may_leave(struct decision *d, const struct unit *u, struct house_result *r)
{
    struct move_result m = {0};

    if (u->type == TYPE_GUN)
        return forbid(d, "building.artillery", "%s stands in %s for the whole game", u->name,
                      u->building);
    if (d->g->phase != GAME_ORDERS
        && !forbid(d, "turn.phases", "nobody leaves now: begin a turn with turn"))
        return false;
    if (u->floor > 1 && !forbid(d, "building.leave", "%s is on floor %d: it leaves by the ground "
                                "floor", u->name, u->floor))
        return false;
    if (u->order != ORDER_ADVANCE && u->order != ORDER_RUN
        && !forbid(d, "building.leave", u->order ? "%s is on %s: it leaves on Advance or Run"
                                                 : "%s has no order yet%.0s: it leaves on Advance "
                                                   "or Run", u->name, order_word[u->order]))
        return false;
    if (u->moved && !forbid(d, "turn.orders.once", "%s has made its move already", u->name))
        return false;
    if (!may_know(d, F_RANGE, "building.leave", "inches that %s goes from the opening (0: it stays beside)", u->name))
        return false;
    r->inches = facts_has(&d->f, F_RANGE) ? d->f.range : 0;
    if (!may_go(d, u, r->inches, &m))
        return false;
    r->allowed = m.allowed;
    return m.allowed > 0 || forbid(d, m.rule, "%s may not move on %s", u->name,
                                   order_word[u->order]);
}

bool decide_leave(struct decision *d, int unit, struct house_result *r)
{
    struct unit *u = game_unit(d->g, unit);

    *r = (struct house_result){.unit = unit, .from = u->floor,
                               .setup = d->g->phase == GAME_SETUP};
    if (!must_live(d, u))
        return false;
    if (!u->floor)
        return diag_refused(&d->diag, "building.leave", "%s is in no building", u->name);
    snprintf(r->building, sizeof r->building, "%s", u->building);
    if (!r->setup && !may_leave(d, u, r))
        return false;
    emit(d, EV_INSIDE, unit, 0, 0);
    if (!r->setup)
        emit(d, EV_MOVED, unit, (int)(10 * r->inches + 0.5), 0);
    return finish(d);
}

/* ---- fallen, burnt ---- */

/* What the place is from now on, as far as the record has room for its name. */
static void becomes(struct decision *d, const char *building, const char *ground)
{
    const struct feature *f = feature_named(d->g, building);

    if (!*building || (!f && d->g->n_features == MAX_FEATURES))
        return;
    emit_text(d, EV_TERRAIN, 0, f ? f->cover : COVER_HARD, f ? f->dense : 0, "%s %s", building,
              ground);
}

/* Everybody who is in there: the target first, the others as they were added. */
static void list_inside(const struct decision *d, const struct unit *target, const char *building,
                        struct passengers *list)
{
    list->n = 0;
    if (target && !target->destroyed && target->type != TYPE_VEHICLE)
        list->p[list->n++] = (struct passenger){.unit = target->id};
    for (int i = 0; i < d->g->n_units && list->n < PASSENGERS; i++) {
        const struct unit *u = &d->g->unit[i];
        if (u != target && u->type != TYPE_VEHICLE && is_in(u, building))
            list->p[list->n++] = (struct passenger){.unit = u->id};
    }
}

void building_falls(struct decision *d, struct unit *target, const char *building,
                    struct passengers *list)
{
    list_inside(d, target, building, list);
    for (int i = 0; i < list->n; i++) {
        list->p[i].destroyed = true;
        destroy_unit(d, game_unit(d->g, list->p[i].unit), "buried under the building");
    }
    becomes(d, building, "rough");
}

bool building_burns(struct decision *d, struct unit *target, const char *building,
                    struct passengers *list)
{
    list_inside(d, target, building, list);
    becomes(d, building, "impassable");
    for (int i = 0; i < list->n; i++) {
        struct passenger *p = &list->p[i];
        struct unit *u = game_unit(d->g, p->unit);
        if (u->type == TYPE_GUN) {
            p->destroyed = true;
            destroy_unit(d, u, "burnt with the building");
            continue;
        }
        const signed char *die = take_roll(d, "leave", u->id, 1, 0, "building.flame.evacuate",
                                           "%s leaves the fire: within D6\"", u->name);
        if (!die)
            return false;
        p->placed = *die;
        if (u->floor)
            emit(d, EV_INSIDE, u->id, 0, 0);
        halt_unit(d, u);
        emit(d, EV_MOVED, u->id, 10 * *die, 0);
    }
    return true;
}
