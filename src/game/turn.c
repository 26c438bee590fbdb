/* The turn's beginning and end. */
#include "game/turn.h"

#include "base/mem.h"
#include "game/carrier.h"
#include "odds/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool wind(struct decision *d, struct turn_result *r)
{
    const signed char *die;

    if (!d->g->n_smoke)
        return true;
    die = take_roll(d, "smoke", 0, 1, 0, "smoke.drift.1",
                    "wind: 1 clears all smoke, on 2 it drifts D6\", on 3-6 it stays");
    if (!die)
        return false;
    r->smoke_die = *die;
    r->smoke = ruleset_chart(d->rs, "smoke-drift", *die)->result;
    if (strcmp(r->smoke, "removed") == 0)
        emit(d, EV_SMOKE, 0, 0, 0);
    if (strcmp(r->smoke, "drift") != 0)
        return true;
    die = take_roll(d, "drift", 0, 1, 0, "smoke.drift.2",
                    "all smoke drifts D6\" in one random direction");
    if (!die)
        return false;
    r->drift = *die;
    return true;
}

/* Day breaks, night falls, a flare goes up (appendix III). */
static bool light(struct decision *d, struct turn_result *r)
{
    struct game *g = d->g;
    bool flare = g->night == NIGHT_FLARE, was = g->dark, dark;
    const signed char *die =
        take_roll(d, "light", 0, 1, 0,
                  flare ? "night.type.flare"
                  : g->night == NIGHT_DAWN ? "night.type.dawn-assault" : "night.type.longest-day",
                  flare ? "a flare on %d+" : g->night == NIGHT_DAWN
                      ? "day breaks when the die and the turn make %d" : "night falls when the die "
                        "and the turn make %d",
                  number_of(d->rs, flare ? NUM_FLARE : NUM_LIGHT));

    if (!die)
        return false;
    r->light_die = *die;
    if (flare)
        dark = *die < number_of(d->rs, NUM_FLARE);
    else
        dark = *die + g->turn < number_of(d->rs, NUM_LIGHT) ? was : g->night != NIGHT_DAWN;
    r->light_changed = dark != was;
    if (dark != was)
        emit(d, EV_NIGHT, 0, g->night, dark);
    return true;
}

static bool call_due(const struct game *g, int call)
{
    return !g->call[call].over && g->call[call].turn < g->turn;
}

int turn_due(const struct game *g, int step)
{
    bool light_rolls = g->turn > 1
        && (g->night == NIGHT_FLARE || (g->night == NIGHT_DAWN && g->dark)
            || (g->night == NIGHT_LONGEST_DAY && !g->dark));

    if (step <= STEP_LIGHT && light_rolls)
        return STEP_LIGHT;
    if (step <= STEP_WIND && g->n_smoke)
        return STEP_WIND;
    for (int i = step > STEP_CALL ? step - STEP_CALL : 0; i < g->n_calls; i++)
        if (call_due(g, i))
            return STEP_CALL + i;
    return -1;
}

static bool arrive(struct decision *d, int call, struct turn_result *r)
{
    r->arrival = mem_grow(r->arrival, (size_t)r->n_arrivals, (size_t)r->n_arrivals + 1,
                          sizeof *r->arrival);
    return resolve_call(d, call, &r->parts, &r->arrival[r->n_arrivals++]);
}

static bool take_step(struct decision *d, int step, struct turn_result *r)
{
    if (step == STEP_LIGHT)
        return light(d, r);
    return step == STEP_WIND ? wind(d, r) : arrive(d, step - STEP_CALL, r);
}

static bool may_begin(struct decision *d)
{
    const struct game *g = d->g;
    int living = 0;

    if (g->phase == GAME_FINISHED)
        return diag_refused(&d->diag, "turn.phases", "the game is finished");
    if (g->phase == GAME_ORDERS || g->phase == GAME_ENDING)
        return diag_refused(&d->diag, "turn.phases", "turn %d is not over: close it with end",
                            g->turn);
    for (int i = 0; i < g->n_units; i++)
        living += !g->unit[i].destroyed;
    return living
        || diag_refused(&d->diag, "turn.bag.setup",
                        "there are no units yet: add them with side and unit");
}

bool decide_turn(struct decision *d, struct turn_result *r)
{
    struct game *g = d->g;
    int step = STEP_LIGHT;

    turn_result_free(r);
    if (g->phase == GAME_ARRIVING)
        step = g->step;
    else if (may_begin(d))
        emit(d, EV_TURN, 0, g->turn + 1, 0);
    else
        return false;
    for (step = turn_due(g, step); step >= 0;) {
        if (!take_step(d, step, r))
            return false;
        step = turn_due(g, step + 1);
        if (step >= 0 && d->can_ask) {
            emit(d, EV_DUE, 0, step, 0);
            r->more = true;
            return finish(d);
        }
    }
    if (g->phase == GAME_ARRIVING)
        emit(d, EV_DUE, 0, -1, 0);
    return finish(d);
}

void turn_result_free(struct turn_result *r)
{
    free(r->arrival);
    *r = (struct turn_result){0};
}

/* A comma-separated list of names: does it name this unit (or say all)? */
static bool list_names(const struct game *g, const char *list, const struct unit *u)
{
    char name[NAME_LEN];
    struct diag quiet = {0};

    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ", ");
        if (!n)
            return false;
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        if (strcasecmp(name, "all") == 0 || game_find(g, name, &quiet) == u)
            return true;
        list += n;
    }
}

/* Every name of keep= and shoot= must be a unit that can do that. */
static bool check_list(struct decision *d, enum fact fact)
{
    const char *list = d->f.text[fact];
    char name[NAME_LEN];

    if (!facts_has(&d->f, fact))
        return true;
    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ", ");
        if (!n)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        list += n;
        if (strcasecmp(name, "all") == 0 || strcasecmp(name, "none") == 0)
            continue;
        const struct unit *u = game_find(d->g, name, &d->diag);
        if (!u || !must_live(d, u))
            return false;
        if (fact == F_SHOOT && u->order != ORDER_AMBUSH)
            return diag_refused(&d->diag, "retain.ambush.fire-roll",
                                "%s is not in Ambush: it has no last shot", u->name);
        if (fact == F_KEEP && u->order != ORDER_AMBUSH && u->order != ORDER_DOWN)
            return diag_refused(&d->diag, "retain.default",
                                "%s shows %s: only Ambush and Down are kept", u->name,
                                order_word[u->order]);
        if (fact == F_SHOOT && facts_has(&d->f, F_KEEP) && list_names(d->g, d->f.text[F_KEEP], u))
            return diag_refused(&d->diag, "retain.ambush.fire-fail",
                                "%s either keeps its Ambush or tries to shoot", u->name);
    }
}

static bool may_end(struct decision *d)
{
    const struct game *g = d->g;
    int left = 0;
    const char *who = "";

    if (g->phase != GAME_ORDERS && g->phase != GAME_ENDING)
        return diag_refused(&d->diag, "turn.phases", "no turn is going on: begin it with turn");
    for (int i = 0; g->phase == GAME_ORDERS && i < g->n_units; i++)
        if (g->unit[i].die == DIE_BAG) {
            left++;
            who = g->unit[i].name;
        }
    if (left)
        return forbid(d, "turn.orders.repeat", left == 1 ? "%s has had no order yet"
                                                         : "%s and others have had no order yet",
                      who);
    return true;
}

static struct end_unit *end_unit(struct end_result *r, int unit)
{
    for (int i = 0; i < r->n; i++)
        if (r->unit[i].unit == unit)
            return &r->unit[i];
    r->unit = mem_grow(r->unit, (size_t)r->n, (size_t)r->n + 1, sizeof *r->unit);
    r->unit[r->n] = (struct end_unit){.unit = unit};
    return &r->unit[r->n++];
}

/* First the last shots out of Ambush: on a 4+ the unit may fire, else its die goes back. */
static bool last_shots(struct decision *d, struct end_result *r)
{
    int need = number_of(d->rs, NUM_AMBUSH_FIRE);

    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        if (u->destroyed || u->order != ORDER_AMBUSH || u->keeps || !facts_has(&d->f, F_SHOOT)
            || !list_names(d->g, d->f.text[F_SHOOT], u))
            continue;
        const signed char *die =
            take_roll(d, "ambush", u->id, 1, need, "retain.ambush.fire-roll",
                      "last shot of %s out of Ambush: %d+ lets it fire", u->name, need);
        if (!die)
            return false;
        struct end_unit *e = end_unit(r, u->id);
        e->tried = true;
        e->shot_die = *die;
        e->waiting = *die >= need;
        if (e->waiting) {
            emit(d, EV_WAITING, u->id, 1, 0);
            r->waiting = true;
        } else {
            emit(d, EV_RETURN, u->id, 0, 0);
            r->returned[u->side]++;
        }
    }
    return true;
}

/* Then the kept Down dice: a pinned unit sheds D3 pins (retain.down.pins). */
static bool keep_down(struct decision *d, struct end_result *r)
{
    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        if (u->destroyed || !u->keeps)
            continue;
        struct end_unit *e = end_unit(r, u->id);
        e->kept = true;
        if (u->order != ORDER_DOWN || !u->pins)
            continue;
        e->pins_removed = 1;
        const signed char *die =
            u->pins == 1 ? take_idle(d, "down", u->id, 1)
                         : take_roll(d, "down", u->id, 1, 0, "retain.down.pins",
                                     "pins that %s sheds by staying Down: D3", u->name);
        if (!die && u->pins > 1)
            return false;
        if (die) {
            e->down_die = *die;
            e->pins_removed = dice_read(*die, number_of(d->rs, NUM_RETAIN_DIE));
        }
        if (e->pins_removed > u->pins)
            e->pins_removed = u->pins;
        change_pins(d, u, -e->pins_removed);
    }
    return true;
}

/* At the prompt: who keeps his die, who tries a shot. */
static bool ask_who(struct decision *d)
{
    char ambush[120] = "", down[120] = "";

    for (int i = 0; i < d->g->n_units; i++) {
        const struct unit *u = &d->g->unit[i];
        char *list = u->order == ORDER_AMBUSH ? ambush : down;
        if (u->destroyed || (u->order != ORDER_AMBUSH && u->order != ORDER_DOWN))
            continue;
        if (strlen(list) + strlen(u->name) + 3 < sizeof ambush) {
            if (*list)
                strcat(list, ", ");
            strcat(list, u->name);
        }
    }
    if ((*ambush || *down)
        && !may_know(d, F_KEEP, "retain.default", "who keeps the die? %s%s%s%s%s (names, all or "
                     "none)", *ambush ? "Ambush: " : "", ambush, *ambush && *down ? "; " : "",
                     *down ? "Down: " : "", down))
        return false;
    if (*ambush
        && !may_know(d, F_SHOOT, "retain.ambush.fire-roll",
                     "who tries a last shot out of Ambush, on a 4+? %s (names or none)", ambush))
        return false;
    return true;
}

/* ---- empty transports ---- */

/* A transport on the table with nobody in it or behind it. */
static bool stands_empty(const struct game *g, const struct unit *u)
{
    return !u->destroyed && !u->reserve && unit_is_transport(u) && !game_aboard(g, u->id, NULL);
}

/* What was measured to the nearest one from a unit, -1 when nothing was. */
static double measured(const struct decision *d, enum fact key, const struct unit *u)
{
    struct diag quiet = {0};

    for (int i = 0; i < d->f.n_parts; i++)
        if (d->f.part[i].key == key && game_find(d->g, d->f.part[i].of, &quiet) == u)
            return d->f.part[i].value;
    return -1;
}

/* Every enemy.NAME= and friend.NAME= must be of an empty transport. */
static bool check_measures(struct decision *d)
{
    for (int i = 0; i < d->f.n_parts; i++) {
        if (d->f.part[i].key != F_ENEMY && d->f.part[i].key != F_FRIEND)
            continue;
        const struct unit *u = game_find(d->g, d->f.part[i].of, &d->diag);
        if (!u || !must_live(d, u))
            return false;
        if (!stands_empty(d->g, u))
            return diag_refused(&d->diag, u->fighting ? "transport.other-category"
                                                      : "transport.empty-lost",
                                "%s is no empty transport on the table", u->name);
    }
    return true;
}

static bool has_enemies(const struct game *g, int side)
{
    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].side != side && !g->unit[i].destroyed && !g->unit[i].reserve)
            return true;
    return false;
}

/* At the prompt, once for each: the two distances, or Enter when no enemy is nearer. */
static bool ask_distances(struct decision *d)
{
    for (int i = 0; i < d->g->n_units && d->can_ask; i++) {
        const struct unit *u = &d->g->unit[i];
        if (!stands_empty(d->g, u) || !has_enemies(d->g, u->side)
            || measured(d, F_ENEMY, u) >= 0 || measured(d, F_FRIEND, u) >= 0
            || d->f.n_parts + 2 > MAX_PARTS)
            continue;
        d->f.given &= ~FACT_BIT(F_ENEMY);
        bool known = may_know(d, F_ENEMY, "transport.empty-lost", "%s, empty: nearest enemy "
                              "and friend, as 18 20 (Enter: no enemy nearer)", u->name);
        snprintf(d->wanted.part, sizeof d->wanted.part, "%s", u->name);
        return known;
    }
    return true;
}

/* One with an enemy nearer than any friend is lost; at equal distances it is safe. */
static void lose_empty(struct decision *d, struct end_result *r)
{
    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        double enemy = measured(d, F_ENEMY, u), friend = measured(d, F_FRIEND, u);
        if (!stands_empty(d->g, u) || !has_enemies(d->g, u->side))
            continue;
        if (enemy < 0 && friend < 0) {
            if (r->n_unmeasured < MAX_EMPTY)
                r->unmeasured[r->n_unmeasured++] = u->id;
        } else if (enemy >= 0 && (friend < 0 || enemy < friend)) {
            if (r->n_removed < MAX_EMPTY)
                r->removed[r->n_removed++] = u->id;
            destroy_unit(d, u, "empty, with an enemy nearer than a friend");
        }
    }
}

bool decide_end(struct decision *d, struct end_result *r)
{
    struct game *g = d->g;

    memset(r, 0, sizeof *r);
    r->turn = g->turn;
    if (!may_end(d) || !check_measures(d))
        return false;
    if (g->phase == GAME_ORDERS) {
        if (!ask_who(d) || !check_list(d, F_KEEP) || !check_list(d, F_SHOOT))
            return false;
        emit(d, EV_ENDING, 0, 0, 0);
        for (int i = 0; i < g->n_units; i++) {
            struct unit *u = &g->unit[i];
            if (!u->destroyed && (u->order == ORDER_AMBUSH || u->order == ORDER_DOWN)
                && facts_has(&d->f, F_KEEP) && list_names(g, d->f.text[F_KEEP], u))
                emit(d, EV_KEEP, u->id, 0, 0);
        }
        if (!last_shots(d, r))
            return false;
        if (r->waiting)
            return finish(d);
    }
    if (!ask_distances(d) || !keep_down(d, r))
        return false;
    lose_empty(d, r);
    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].die == DIE_TABLE && !g->unit[i].keeps && !g->unit[i].abandoned)
            r->returned[g->unit[i].side]++;
    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].gunless)
            destroy_unit(d, &g->unit[i], "its crew had no gun"); /* recrew.removed */
    emit(d, EV_END, 0, g->turn, 0);
    return finish(d);
}

void end_result_free(struct end_result *r)
{
    free(r->unit);
    r->unit = NULL;
    r->n = 0;
}
