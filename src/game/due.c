/* What is due at a turn's beginning and at its end. */
#include "game/due.h"

#include "game/carrier.h"
#include "game/night.h"

/* ---- before the first die ---- */

static bool light_may_change(const struct game *g)
{
    return g->turn > 1
        && (g->night == NIGHT_FLARE || (g->night == NIGHT_DAWN && g->dark)
            || (g->night == NIGHT_LONGEST_DAY && !g->dark));
}

static bool call_due(const struct game *g, int call)
{
    return !g->call[call].over && g->call[call].turn < g->turn;
}

int turn_due(const struct game *g, int step)
{
    if (step <= STEP_LIGHT && light_may_change(g))
        return STEP_LIGHT;
    if (step <= STEP_WIND && g->n_smoke)
        return STEP_WIND;
    for (int at = step > STEP_CALL ? step : STEP_CALL; at < STEP_END; at++) {
        int call = step_call(at);
        bool planes = at - STEP_CALL >= MAX_CALLS;
        if (call < g->n_calls && (g->call[call].kind == CALL_AIR) == planes && call_due(g, call))
            return at;
    }
    return -1;
}

int step_call(int step)
{
    return (step - STEP_CALL) % MAX_CALLS;
}

/* ---- of units ---- */

static bool has_enemies(const struct game *g, int side)
{
    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].side != side && !g->unit[i].destroyed && !g->unit[i].reserve
            && !g->unit[i].abandoned)
            return true;
    return false;
}

/* A unit that can keep the die that it shows: no gun without men, no men without a gun. */
static bool may_keep(const struct game *g, const struct unit *u, enum order shows)
{
    return g->phase != GAME_ENDING && u->die == DIE_TABLE && u->order == (int)shows
        && !u->abandoned && !u->gunless;
}

bool due_of_unit(const struct ruleset *rs, const struct game *g, enum due_kind kind,
                 const struct unit *u)
{
    if (u->destroyed)
        return false;
    switch (kind) {
    case DUE_RESERVE: /* those aboard come with their carrier (A53) */
        return u->reserve && !u->aboard && u->die == DIE_BAG
            && g->turn >= game_reserve_turn(rs, g);
    case DUE_AMBUSH:
        return may_keep(g, u, ORDER_AMBUSH);
    case DUE_DOWN:
        return may_keep(g, u, ORDER_DOWN);
    case DUE_SHOT:
        return g->phase == GAME_ENDING && u->waiting;
    case DUE_SHED:
        return g->phase == GAME_ENDING && u->keeps && u->order == ORDER_DOWN && u->pins;
    case DUE_EMPTY:
        return unit_is_transport(u) && !u->reserve && !game_aboard(g, u->id, NULL)
            && has_enemies(g, u->side);
    case DUE_GUNLESS:
        return u->gunless;
    case DUE_NEVER:
        return u->reserve && (due_of_game(rs, g, DUE_LENGTH) || due_of_game(rs, g, DUE_LAST));
    default:
        return false;
    }
}

/* ---- of the game ---- */

bool due_of_game(const struct ruleset *rs, const struct game *g, enum due_kind kind)
{
    const struct scenario *s = ruleset_scenario(rs, g->scenario);

    if (!s)
        return false;
    switch (kind) {
    case DUE_BASES:
        return g->n_objectives && s->each_turn;
    case DUE_LENGTH:
        return g->turn >= s->first && g->turn < s->last;
    case DUE_LAST:
        return g->turn >= s->last;
    case DUE_OBJECTIVES:
        return g->n_objectives && !s->each_turn && g->turn >= s->first;
    default:
        return false;
    }
}

/* ---- the list ---- */

static const char *rule_of_call(const struct game *g, int call)
{
    static const char *const rule[N_CALL_KINDS] = {"fao.roll", "smoke-barrage.roll.4-6",
                                                   "air.roll"};

    return rule[g->call[call].kind];
}

/* The rule of what is due of a unit. */
static const char *rule_of_unit(const struct ruleset *rs, const struct game *g, enum due_kind kind,
                                const struct unit *u)
{
    switch (kind) {
    case DUE_RESERVE:
        return g->turn < 2 && game_reserve_turn(rs, g) < 2 ? "scenario.top-secret.first-turn"
                                                           : "reserve.enter";
    case DUE_AMBUSH:
        return "retain.ambush";
    case DUE_DOWN:
        return u->pins ? "retain.down.pins" : "retain.down";
    case DUE_SHOT:
        return "retain.ambush.fire-roll";
    case DUE_SHED:
        return "retain.down.pins";
    case DUE_EMPTY:
        return "transport.empty-lost";
    case DUE_GUNLESS:
        return "recrew.removed";
    default:
        return "reserve.never";
    }
}

static void tell_units(const struct ruleset *rs, const struct game *g, enum due_kind kind,
                       void (*each)(void *ctx, const struct due *due), void *ctx)
{
    for (int i = 0; i < g->n_units; i++)
        if (due_of_unit(rs, g, kind, &g->unit[i]))
            each(ctx, &(struct due){kind, g->unit[i].id, rule_of_unit(rs, g, kind, &g->unit[i])});
}

void due_at_start(const struct ruleset *rs, const struct game *g, int step,
                  void (*each)(void *ctx, const struct due *due), void *ctx)
{
    for (step = turn_due(g, step); step >= 0; step = turn_due(g, step + 1)) {
        if (step == STEP_LIGHT)
            each(ctx, &(struct due){DUE_LIGHT, 0, night_rule((enum night)g->night)});
        else if (step == STEP_WIND)
            each(ctx, &(struct due){DUE_WIND, 0, "smoke.drift.1"});
        else
            each(ctx, &(struct due){DUE_CALL, step_call(step), rule_of_call(g, step_call(step))});
    }
    tell_units(rs, g, DUE_RESERVE, each, ctx);
}

void due_at_end(const struct ruleset *rs, const struct game *g,
                void (*each)(void *ctx, const struct due *due), void *ctx)
{
    const struct scenario *s = ruleset_scenario(rs, g->scenario);

    for (enum due_kind kind = DUE_AMBUSH; kind <= DUE_GUNLESS; kind++)
        tell_units(rs, g, kind, each, ctx);
    for (enum due_kind kind = DUE_BASES; kind <= DUE_OBJECTIVES; kind++)
        if (due_of_game(rs, g, kind))
            each(ctx, &(struct due){kind, 0, kind == DUE_BASES || kind == DUE_OBJECTIVES
                                                 ? s->holds : s->rule});
    tell_units(rs, g, DUE_NEVER, each, ctx);
}
