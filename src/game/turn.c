/* The turn's beginning. */
#include "game/turn.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

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
    r->smoke_rule = ruleset_chart(d->rs, "smoke-drift", *die)->rule;
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
    const char *rule = flare ? "night.type.flare"
        : g->night == NIGHT_DAWN ? "night.type.dawn-assault" : "night.type.longest-day";
    const signed char *die =
        take_roll(d, "light", 0, 1, 0, rule,
                  flare ? "a flare on %d+" : g->night == NIGHT_DAWN
                      ? "day breaks when the die and the turn make %d" : "night falls when the die "
                        "and the turn make %d",
                  number_of(d->rs, flare ? NUM_FLARE : NUM_LIGHT));

    if (!die)
        return false;
    r->light_die = *die;
    r->light_rule = rule;
    if (flare)
        dark = *die < number_of(d->rs, NUM_FLARE);
    else
        dark = *die + g->turn < number_of(d->rs, NUM_LIGHT) ? was : g->night != NIGHT_DAWN;
    r->light_changed = dark != was;
    if (dark != was)
        emit(d, EV_NIGHT, 0, g->night, dark);
    return true;
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
    return step == STEP_WIND ? wind(d, r) : arrive(d, step_call(step), r);
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
    if (g->over && !forbid(d, ruleset_scenario(d->rs, g->scenario)->rule, "the game is over after "
                           "turn %d: finish it, or play on with force WHY turn", g->turn))
        return false;
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
