/* Assaults: declare, measure, react, move in, fight, regroup (cq.sequence). */
#include "game/assault.h"

#include "base/words.h"
#include "game/fire_steps.h"
#include "game/ground.h"
#include "game/riders.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- 1: the declaration ---- */

/* The order that was given allows it now. */
static bool ordered_to_assault(struct decision *d, const struct unit *u,
                               const struct unit *target)
{
    if (d->g->phase != GAME_ORDERS)
        return forbid(d, "turn.phases", "nobody assaults now: %s",
                      d->g->phase == GAME_ENDING ? "the turn is ending" : "begin it with turn");
    if (u->order != ORDER_RUN)
        return forbid(d, "cq.order", u->order ? "%s is on %s: an assault wants a Run order"
                                              : "%s has no order yet%.0s: order it to run with "
                                                "assault=ENEMY", u->name, order_word[u->order]);
    if (u->fought || u->moved)
        return forbid(d, "turn.orders.once", "%s has made its move already", u->name);
    if (u->charge && u->charge != (target ? target->id : 0))
        return forbid(d, "cq.target", "%s was ordered to assault %s", u->name,
                      game_unit(d->g, u->charge)->name);
    /* whoever declared nothing has not taken the test that this target asks for */
    if (!u->charge && (d->f.v[F_TANK_FEAR] || d->f.v[F_RAM]) && target)
        return forbid(d, d->f.v[F_RAM] ? "ram.test" : "infantry-vehicle.fear",
                      "that order has to name its target, for the test: order %s run assault=%s",
                      u->name, target->name);
    return true;
}

static enum assault_kind kind_of(const struct unit *u, const struct unit *target)
{
    if (!target)
        return ASSAULT_BUILDING;
    if (u->type == TYPE_VEHICLE)
        return target->type == TYPE_VEHICLE ? ASSAULT_RAM : ASSAULT_OVERRUN;
    return target->type == TYPE_VEHICLE ? ASSAULT_VEHICLE : ASSAULT_MEN;
}

/* ---- 2: the distance ---- */

/* over=: ground on the way; a defended obstacle alone does not slow anybody down. */
static bool goes_over(const struct decision *d, const char *what)
{
    const char *list = facts_has(&d->f, F_OVER) ? d->f.text[F_OVER] : "";
    char word[NAME_LEN];

    while (list_next(&list, word, sizeof word)) {
        const struct feature *f = game_feature(d->g, word);
        if (word_fits(word, what) || (f && strcmp(f->ground, what) == 0))
            return true;
    }
    return false;
}

static bool known_ground(struct decision *d)
{
    const char *list = facts_has(&d->f, F_OVER) ? d->f.text[F_OVER] : "";
    char word[NAME_LEN];

    while (list_next(&list, word, sizeof word))
        if (!word_fits(word, "defended-obstacle")
            && !ruleset_ground(d->rs, ground_of(d->g, word), "infantry"))
            return diag_usage(&d->diag, "over=%s: say open, rough, obstacle, defended-obstacle, or "
                              "a feature named with terrain", word);
    return true;
}

/* A tank goes straight ahead, over nothing that stops a Run (tank-assault.move). */
static bool straight_ahead(struct decision *d, const struct unit *u)
{
    if (d->f.v[F_TURNS]
        && !forbid(d, "tank-assault.move", "%s assaults straight ahead, without a turn", u->name))
        return false;
    if (d->f.v[F_REVERSE]
        && !forbid(d, "tank-assault.move", "%s assaults forward, not backing", u->name))
        return false;
    return over_ground(d, u, ORDER_RUN);
}

/* How far it may charge, and what makes both sides strike at once. */
static bool measure(struct decision *d, const struct unit *u, const struct unit *target,
                    struct assault_result *r)
{
    struct move_result m = {0};
    struct facts way = d->f;

    if (!must_know(d, F_RANGE, "cq.measure", "inches from %s to %s, round what is in the way",
                   u->name, target ? target->name : "the building")
        || (u->type == TYPE_VEHICLE ? !straight_ahead(d, u) : !known_ground(d)))
        return false;
    r->range = d->f.range;
    if (u->type != TYPE_VEHICLE)
        way.v[F_ROAD] = 0; /* special.bicycle.no-assault: not with what the road adds */
    r->limit = move_allowance(d->rs, d->g, u, ORDER_RUN, &way, &m);
    r->limit_rule = u->type == TYPE_VEHICLE ? "tank-assault.move" : "cq.range";
    if (u->type == TYPE_VEHICLE)
        return true;
    if (goes_over(d, "obstacle") || goes_over(d, "rough") || goes_over(d, "anti-tank")) {
        r->limit = number_of(d->rs, NUM_CHARGE_TERRAIN);
        r->limit_rule = "cq.terrain.six";
        r->simultaneous_rule = "cq.defensive";
    } else if (goes_over(d, "defended-obstacle")) {
        r->simultaneous_rule = "cq.obstacle.placement";
    }
    if (target && (target->floor || d->f.v[F_BUILDING]))
        r->simultaneous_rule = "building.assault.defensive";
    return true;
}

/* The charge falls short: it goes as far as it can and stays clear of the enemy (cq.short). */
static bool fall_short(struct decision *d, struct unit *u, double range, struct assault_result *r)
{
    r->reached = false;
    r->moved = r->limit < range - 1 ? r->limit : range > 1 ? range - 1 : 0;
    emit(d, EV_MOVED, u->id, (int)(10 * r->moved), 0);
    emit(d, EV_CHARGE, u->id, 0, 0);
    return true;
}

/* ---- 3: the target reacts ---- */

/* Enemies on another floor or next door get no time to react (building.inside-assault.no-react);
   those in a building across the street do. */
static bool strikes_inside(const struct decision *d, const struct unit *u,
                           const struct unit *target, double range)
{
    return u->floor && target->floor
        && (strcasecmp(u->building, target->building) == 0
            || range <= number_of(d->rs, NUM_SURPRISE));
}

bool meet_charge(struct decision *d, struct unit *charger, struct unit *target, double range,
                 struct meeting *m)
{
    const char *rule;
    bool fire = may_fire_back(d, target, range, &rule);
    bool flee = can_escape(d, target) && range > number_of(d->rs, NUM_SURPRISE);
    bool wants;

    if (strikes_inside(d, charger, target, range)) {
        fire = flee = false;
        rule = "building.inside-assault.no-react";
    }
    if ((target->special & ruleset_bit(d->rs, "medic")) || target->destroyed)
        fire = false;
    m->range = range;
    if ((fire || flee)
        && !may_know(d, F_REACT, fire ? "cq.react.fire" : "vehicle.recce.escape.assault",
                     !flee ? "does %s fire at them? (fire, or Enter for no)"
                     : fire ? "does %s fire or get away? (fire, escape, or Enter for no)"
                            : "does %s get away? (escape, or Enter for no)",
                     target->name))
        return false;
    wants = facts_has(&d->f, F_REACT);
    if (wants && d->f.v[F_REACT] == 1)
        return diag_refused(&d->diag, "cq.react.fire", "a unit that is assaulted fires or does "
                            "nothing, it does not go Down");
    if (wants && d->f.v[F_REACT] == 2) {
        if (!flee && !forbid(d, *rule ? rule : "vehicle.recce.escape.assault",
                             "%s cannot get away now", target->name))
            return false;
        m->escaped = true;
        make_escape(d, target);
        if (!must_know(d, F_AFTER, "vehicle.recce.escape.assault-after",
                       "after=inches to where %s stands now", target->name))
            return false;
        m->range = d->f.v[F_AFTER] / 10.0;
        return true;
    }
    if (!wants || d->f.v[F_REACT] != 3)
        return true;
    if (!fire && !forbid(d, *rule ? rule : "medic.non-combat",
                         strcmp(rule, "cq.surprise") == 0
                             ? "%s cannot react: the charge begins within 6\""
                         : strcmp(rule, "cq.react.fire") == 0 ? "%s has acted already this turn"
                                                              : "%s cannot fire at them",
                         target->name))
        return false;
    if (!spot_target(d, target, charger, range, false, &m->spotting))
        return false;
    if (m->spotting.taken && !m->spotting.seen)
        return true; /* night.assault.react: out of the darkness */
    m->fired = true;
    return fire_back(d, target, charger, &m->fire);
}

bool charge_stopped(const struct unit *u, int order_before)
{
    return u->destroyed || u->order != order_before
        || (u->type == TYPE_VEHICLE && u->immobilised);
}

/* ---- after the fight ---- */

void assault_loses(const struct unit *u, struct assault_result *r)
{
    for (int i = 0; i < r->n_destroyed; i++)
        if (r->destroyed[i] == u->id)
            return;
    if (r->n_destroyed < ASSAULT_LOST)
        r->destroyed[r->n_destroyed++] = u->id;
}

void assault_destroys(struct decision *d, struct unit *u, const char *why,
                      struct assault_result *r)
{
    destroy_unit(d, u, why);
    assault_loses(u, r);
}

int regroup_dice(const struct decision *d, const struct unit *u)
{
    return unit_is_mounted(d->rs, u) ? number_of(d->rs, NUM_MOUNTED_REGROUP) : 1;
}

bool regroup(struct decision *d, struct unit *u, struct assault_result *r)
{
    int dice = regroup_dice(d, u);
    bool cavalry = u->special & ruleset_bit(d->rs, "cavalry");
    const signed char *die;

    if (!r->stormed && facts_has(&d->f, F_OCCUPY) && d->f.v[F_OCCUPY])
        return diag_refused(&d->diag, "cq.regroup.limits", "a regroup enters no building but the "
                            "one that was stormed");
    die = take_roll(d, "regroup", u->id, dice, 0,
                    dice == 1 ? "cq.regroup"
                    : cavalry ? "special.cavalry.regroup" : "special.bike.regroup",
                    "%s regroups up to %sD6\"", u->name, dice == 1 ? "" : "2");
    if (!die)
        return false;
    r->n_regroup = dice;
    for (int i = 0; i < dice; i++) {
        r->regroup_die[i] = die[i];
        r->regroup += die[i];
    }
    return true;
}

/* ---- the whole ---- */

/* The largest unit aboard; the names of all that are as large, for the question. */
static struct unit *largest_aboard(const struct decision *d, const struct unit *carrier,
                                   char *names, size_t size, int *equal)
{
    struct unit *first = NULL, *u = NULL;
    size_t at = 0;

    while ((u = game_aboard(d->g, carrier->id, u)))
        if (!first || u->models > first->models)
            first = u;
    *equal = 0;
    while ((u = game_aboard(d->g, carrier->id, u)))
        if (u->models == first->models && at < size)
            at += (size_t)snprintf(names + at, size - at, "%s%s", (*equal)++ ? ", " : "", u->name);
    return first;
}

/* Of those aboard the largest unit fights; the attacker chooses between equals
   (transport.assaulted.largest). */
static bool choose_fighter(struct decision *d, const struct unit *carrier, struct unit **fighter)
{
    char names[120];
    int equal;
    struct unit *named, *first = largest_aboard(d, carrier, names, sizeof names, &equal);

    *fighter = first;
    if (equal > 1
        && !must_know(d, F_FIGHTER, "transport.assaulted.largest",
                      "which of the largest units aboard %s fights? %s", carrier->name, names))
        return false;
    if (!facts_has(&d->f, F_FIGHTER))
        return true;
    named = game_find(d->g, d->f.text[F_FIGHTER], &d->diag);
    if (!named)
        return false;
    if ((named->aboard != carrier->id || named->models < first->models)
        && !forbid(d, "transport.assaulted.largest", "%s is not the largest unit aboard %s",
                   named->name, carrier->name))
        return false;
    if (named->aboard == carrier->id)
        *fighter = named;
    return true;
}

/* An assault on a transport is fought by its passengers, whatever orders they have; nothing
   happens to the vehicle (transport.assaulted.dismount). */
static bool fight_passengers(struct decision *d, struct unit *u, struct unit *carrier,
                             struct assault_result *r)
{
    struct unit *fighter, *next;

    if (!choose_fighter(d, carrier, &fighter))
        return false;
    r->kind = ASSAULT_MEN;
    r->fighter = fighter->id;
    while ((next = game_aboard(d->g, carrier->id, NULL)))
        emit(d, EV_ABOARD, next->id, 0, 1);
    return fight_men(d, u, fighter, r);
}

static bool close_in(struct decision *d, struct unit *u, struct unit *target,
                     struct assault_result *r)
{
    switch (r->kind) {
    case ASSAULT_MEN:
        return fight_men(d, u, target, r);
    case ASSAULT_VEHICLE:
        return game_aboard(d->g, target->id, NULL) ? fight_passengers(d, u, target, r)
                                                   : fight_vehicle(d, u, target, r);
    case ASSAULT_OVERRUN:
        return drive_over(d, u, target, r);
    default:
        return drive_into(d, u, target, r);
    }
}

bool decide_assault(struct decision *d, int unit, int target_id, struct assault_result *r)
{
    struct unit *u = game_unit(d->g, unit), *target = game_unit(d->g, target_id);
    struct assault_round *round = r->round;
    struct overrun *overrun = r->overrun;
    int order;

    memset(r, 0, sizeof *r);
    r->round = round;
    r->overrun = overrun;
    r->unit = unit;
    r->target = r->fighter = target_id;
    r->kind = kind_of(u, target);
    if (!must_live(d, u) || (target && !must_live(d, target)) || !know_officer(d, NULL))
        return false;
    if (target && target->side == u->side
        && !forbid(d, "cq.target", "%s is on the same side as %s", target->name, u->name))
        return false;
    if (target ? !may_charge(d, u, target) : !may_ram_building(d, u))
        return false;
    if (!ordered_to_assault(d, u, target) || !measure(d, u, target, r))
        return false;
    if (u->floor && target && !strikes_inside(d, u, target, r->range))
        emit(d, EV_INSIDE, u->id, 0, 0); /* it has left before anybody fires (building.assault.out) */
    if (r->range > r->limit)
        return fall_short(d, u, r->range, r) && finish(d);
    r->reached = true;
    r->meeting.range = r->range;
    order = u->order;
    if (target && !spot_target(d, u, target, r->range, true, &r->spotting))
        return false;
    if (r->spotting.taken && !r->spotting.seen) { /* night.spotting.fail */
        emit(d, EV_CHARGE, u->id, 0, 0);
        r->stopped = true;
        return finish(d);
    }
    if (target && !meet_charge(d, u, target, r->range, &r->meeting))
        return false;
    if (r->meeting.escaped && r->meeting.range > r->limit)
        return fall_short(d, u, r->meeting.range, r) && finish(d);
    if (charge_stopped(u, order)) {
        r->stopped = true;
        if (u->destroyed)
            assault_loses(u, r);
        else
            emit(d, EV_CHARGE, u->id, 0, 0);
        return finish(d);
    }
    r->moved = r->meeting.range;
    emit(d, EV_MOVED, u->id, (int)(10 * r->moved), 0);
    if (!close_in(d, u, target, r))
        return false;
    if (!u->destroyed)
        emit(d, EV_CHARGE, u->id, 0, 0);
    return finish(d);
}

int unit_tough(const struct ruleset *rs, const struct game *g, const struct unit *u)
{
    uint64_t all = ruleset_bit(rs, "tough-fighters") | ruleset_bit(rs, "cavalry");
    struct unit armed = *u;
    int tough = 0;

    if (u->type == TYPE_VEHICLE)
        return 0;
    if (unit_specials(rs, g, u) & all)
        return u->models;
    unit_bear_arms(&armed, rs);
    for (int i = 0; i < armed.n_carried; i++)
        if (rs->weapon[armed.carried[i].weapon].bits & WEAPON_ASSAULT)
            tough += armed.carried[i].count;
    if (u->special & ruleset_bit(rs, "sword") && u->leader
        && !(u->nco >= 0 && rs->weapon[u->carried[u->nco].weapon].bits & WEAPON_ASSAULT))
        tough++; /* army.japan.officer.sword: the officer himself */
    return tough < u->models ? tough : u->models;
}
