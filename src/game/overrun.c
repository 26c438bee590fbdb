/* Tanks on infantry and guns (chapter Vehicles: Tanks Assaulting Infantry and Artillery). */
#include "game/assault.h"

#include "base/words.h"
#include "game/fire_steps.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- contact ---- */

/* The men check their nerve, once the tank is upon them; a gun is crushed whatever they do, and
   its crew may run to another (tank-assault.check, .fail, .artillery). */
static bool roll_over(struct decision *d, struct unit *u, struct overrun *o,
                      struct assault_result *r)
{
    bool crew_only = u->gunless;
    struct facts f;

    unit_facts(&f, d->rs, d->g, u);
    o->spared = trigger_find(d->rs, TRIGGER_OVERRUN_SPARED, &f) != NULL;
    if (!o->spared && !take_check(d, u, &o->check))
        return false;
    if (u->type == TYPE_GUN && !crew_only) {
        o->gun_destroyed = true;
        if (!u->destroyed)
            strand_crew(d, u, u->models);
    }
    o->destroyed = u->destroyed || o->gun_destroyed;
    if (o->destroyed)
        assault_loses(u, r);
    return true;
}

/* ---- further units in its path ---- */

/* Is it named in the list NAME,NAME:WEAPON+WEAPON; the weapons go into `with`. */
static bool is_listed(struct decision *d, const char *list, const struct unit *u, char *with,
                      bool *listed)
{
    char word[2 * NAME_LEN];

    *listed = false;
    while (list_next(&list, word, sizeof word)) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon++ = '\0';
        if (strcasecmp(word, "none") == 0)
            continue;
        const struct unit *named = game_find(d->g, word, &d->diag);
        if (!named)
            return false;
        if (named != u)
            continue;
        *listed = true;
        snprintf(with, NAME_LEN, "%s", colon ? colon : "");
        for (char *plus; (plus = strchr(with, '+'));)
            *plus = ',';
    }
    return true;
}

/* It fires as the first one does, but with facts of its own: its distance, and what fire= names. */
static bool shoot_at_tank(struct decision *d, struct unit *tank, struct unit *u, struct overrun *o)
{
    const fact_set of_others = FACT_BIT(F_REACT) | FACT_BIT(F_WITH) | FACT_BIT(F_WEAPON)
        | FACT_BIT(F_HITS) | FACT_BIT(F_KILLS) | FACT_BIT(F_SIXES) | FACT_BIT(F_AMMO)
        | FACT_BIT(F_ARC) | FACT_BIT(F_CREW) | FACT_BIT(F_PICK) | FACT_BIT(F_LOSE);
    struct facts said = d->f;
    bool ok;

    d->f.given &= ~of_others;
    for (int key = 0; key < N_FACTS; key++)
        if (of_others >> key & 1)
            d->f.v[key] = 0;
    d->f.weapon = NULL;
    d->f.n_parts = 0;
    facts_set_range(&d->f, o->range);
    if (o->with[0]) {
        d->f.text[F_WITH] = o->with;
        d->f.given |= FACT_BIT(F_WITH);
    }
    o->meeting.fired = true;
    ok = fire_back(d, u, tank, &o->meeting.fire);
    d->wanted.summary = false; /* "hits 2" would be taken for the first unit's */
    d->f = said;
    return ok;
}

/* Does it fire, and may it? Only from beyond 6" of where the tank was last (tank-assault.chain). */
static bool react_to_tank(struct decision *d, struct unit *tank, struct unit *u,
                          struct overrun *o)
{
    const char *rule;
    bool may = may_fire_back(d, u, o->range, &rule) && !(u->special & ruleset_bit(d->rs, "medic"));
    bool fires = false;

    o->meeting.range = o->range;
    if (may && !may_know(d, F_FIRE, "tank-assault.chain",
                         "who of them fires at %s? (names, or Enter for none)", tank->name))
        return false;
    if (facts_has(&d->f, F_FIRE) && !is_listed(d, d->f.text[F_FIRE], u, o->with, &fires))
        return false;
    if (!fires)
        return true;
    if (!may && !forbid(d, *rule ? rule : "medic.non-combat",
                        strcmp(rule, "cq.surprise") == 0
                            ? "%s cannot react: the tank is within 6\" already"
                        : strcmp(rule, "cq.react.fire") == 0 ? "%s has acted already this turn"
                                                             : "%s does not fire at anybody",
                        u->name))
        return false;
    if (!spot_target(d, u, tank, o->range, false, &o->meeting.spotting))
        return false;
    if (o->meeting.spotting.taken && !o->meeting.spotting.seen)
        return true; /* night.assault.react */
    return shoot_at_tank(d, tank, u, o);
}

/* The next unit of path=, NULL at its end: an enemy on foot, in reach of the rest of the move. */
static bool next_in_path(struct decision *d, const struct unit *tank, const char **list,
                         const struct assault_result *r, struct unit **u, double *range)
{
    char name[NAME_LEN];

    *u = NULL;
    if (!list_next(list, name, sizeof name) || strcasecmp(name, "none") == 0)
        return true;
    struct unit *next = game_find(d->g, name, &d->diag);
    if (!next || !must_live(d, next))
        return false;
    for (int i = 0; i < r->n_overruns; i++)
        if (r->overrun[i].unit == next->id)
            return diag_usage(&d->diag, "path=: %s comes twice", next->name);
    if (r->n_overruns == OVERRUN_UNITS)
        return diag_usage(&d->diag, "path=: one move goes over %d units at the most",
                          OVERRUN_UNITS);
    if (next->side == tank->side
        && !forbid(d, "cq.target", "%s is on the same side as %s", next->name, tank->name))
        return false;
    if (next->type == TYPE_VEHICLE)
        return diag_refused(&d->diag, "tank-assault.chain", "%s is a vehicle: on its way a tank "
                            "drives over infantry and artillery only", next->name);
    if (!may_charge(d, tank, next))
        return false;
    *range = facts_part(&d->f, F_RANGE, name, facts_part(&d->f, F_RANGE, next->name, -1));
    if (*range < 0)
        return diag_usage(&d->diag, "range.%s= is missing: inches to it from where %s met the one "
                          "before", next->name, tank->name);
    *u = next;
    return r->moved + *range <= r->limit
        || forbid(d, "tank-assault.chain", "%s is out of reach: %s has gone %g\" of %g\"",
                  next->name, tank->name, r->moved, r->limit);
}

/* Everybody that fire= names was met on the way behind the first. */
static bool fire_was_met(struct decision *d, const struct assault_result *r)
{
    const char *list = facts_has(&d->f, F_FIRE) ? d->f.text[F_FIRE] : "";
    char word[2 * NAME_LEN];

    while (list_next(&list, word, sizeof word)) {
        bool met = strcasecmp(word, "none") == 0;
        word[strcspn(word, ":")] = '\0';
        const struct unit *u = met ? NULL : game_find(d->g, word, &d->diag);
        if (!met && !u)
            return false;
        for (int i = 1; u && i < r->n_overruns; i++)
            met = met || r->overrun[i].unit == u->id;
        if (!met)
            return diag_usage(&d->diag, "fire=: %s is not in path=%s", u->name,
                              u->id == r->target ? "; the first fires with react=fire" : "");
    }
    return true;
}

/* Somebody else may lie in its way: only then a person is asked. */
static bool others_left(const struct decision *d, const struct unit *tank,
                        const struct assault_result *r)
{
    for (int i = 0; i < d->g->n_units; i++) {
        const struct unit *u = &d->g->unit[i];
        bool met = false;
        for (int k = 0; k < r->n_overruns; k++)
            met = met || r->overrun[k].unit == u->id;
        if (!met && u->side != tank->side && u->type != TYPE_VEHICLE && !u->destroyed
            && !u->abandoned && !u->aboard && !u->reserve && !u->floor)
            return r->moved < r->limit;
    }
    return false;
}

static bool drive_on(struct decision *d, struct unit *tank, struct assault_result *r)
{
    const char *list;
    struct unit *u;
    double range;
    int order = tank->order;

    if (others_left(d, tank, r)
        && !may_know(d, F_PATH, "tank-assault.chain", "who else is in its way, in order? (path=B "
                     "range.B=5, or Enter)"))
        return false;
    list = facts_has(&d->f, F_PATH) ? d->f.text[F_PATH] : "";
    for (;;) {
        if (!next_in_path(d, tank, &list, r, &u, &range))
            return false;
        if (!u)
            return fire_was_met(d, r);
        struct overrun *o = &r->overrun[r->n_overruns++];
        *o = (struct overrun){.unit = u->id, .range = range};
        if (!react_to_tank(d, tank, u, o))
            return false;
        if (charge_stopped(tank, order)) {
            r->stopped = true;
            if (tank->destroyed)
                assault_loses(tank, r);
            return true;
        }
        emit(d, EV_MOVED, tank->id, (int)(10 * range), 0);
        r->moved += range;
        if (!roll_over(d, u, o, r))
            return false;
    }
}

/* ---- the whole ---- */

bool drive_over(struct decision *d, struct unit *tank, struct unit *target,
                struct assault_result *r)
{
    struct overrun *first = &r->overrun[0];

    *first = (struct overrun){.unit = target->id, .range = r->moved};
    r->n_overruns = 1;
    if (!roll_over(d, target, first, r) || !drive_on(d, tank, r))
        return false;
    if (r->stopped)
        return true;
    r->on_most = r->limit - r->moved;
    r->on_least = r->limit / 2 > r->moved ? r->limit / 2 - r->moved : 0;
    if (r->on_least > 0) /* at least half of its move (tank-assault.move) */
        emit(d, EV_MOVED, tank->id, (int)(10 * r->on_least), 0);
    return true;
}
