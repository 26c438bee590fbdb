/* Carriers and tows. */
#include "game/carrier.h"

#include "base/mem.h"
#include "game/effects.h"
#include "game/fire_steps.h"
#include "game/ground.h"

#include <stdlib.h>
#include <string.h>

bool unit_is_transport(const struct unit *u)
{
    return u->type == TYPE_VEHICLE && (u->capacity || u->tows) && !u->fighting;
}

bool unit_is_towing(const struct game *g, const struct unit *u)
{
    for (struct unit *p = NULL; (p = game_aboard(g, u->id, p));)
        if (p->type == TYPE_GUN)
            return true;
    return false;
}

int men_aboard(const struct game *g, const struct unit *carrier)
{
    int men = 0;

    for (struct unit *p = NULL; (p = game_aboard(g, carrier->id, p));)
        men += p->models;
    return men;
}

/* ---- who fits where ---- */

/* The vehicle's entry names every weapon of the gun; a multiple launcher is towed like a light
   howitzer (launcher.tow). */
static bool can_tow(const struct ruleset *rs, const struct unit *c, const struct unit *gun)
{
    int light = ruleset_weapon(rs, "light-howitzer");

    for (int i = 0; i < gun->n_carried; i++) {
        int weapon = gun->carried[i].weapon;
        bool as_light = rs->weapon[weapon].bits & WEAPON_LAUNCHER && light >= 0;
        if (gun->carried[i].count && !(c->tows >> weapon & 1)
            && !(as_light && c->tows >> light & 1))
            return false;
    }
    return true;
}

/* Kinds of unit and vehicle that never come together. */
static bool kinds_agree(struct decision *d, const struct unit *u, const struct unit *c)
{
    uint64_t special = unit_specials(d->rs, d->g, u);

    if (c->side != u->side)
        return diag_refused(&d->diag, "transport.capacity", "%s is no vehicle of %s's side", c->name,
                            u->name);
    if (c->type != TYPE_VEHICLE || u->type == TYPE_VEHICLE)
        return diag_refused(&d->diag, "transport.capacity", "%s is no %s", c->type != TYPE_VEHICLE
                                ? c->name : u->name,
                            c->type != TYPE_VEHICLE ? "vehicle" : "infantry and no gun");
    if (u->gunless)
        return diag_refused(&d->diag, "recrew.after-loss", "the crew of %s has no gun to hitch up",
                            u->name);
    if (special & ruleset_bit(d->rs, "cavalry"))
        return forbid(d, "special.cavalry.no-enter", "%s is in the saddle: riders board nothing",
                      u->name);
    if (special & ruleset_bit(d->rs, "motorbikes"))
        return forbid(d, "special.bike.no-enter", "%s rides motorbikes: riders board nothing",
                      u->name);
    if (u->type == TYPE_GUN)
        return can_tow(d->rs, c, u)
            || forbid(d, "tow.types", "%s does not tow a gun such as %s", c->name, u->name);
    return c->capacity || forbid(d, "transport.capacity", "%s carries nobody", c->name);
}

static bool there_is_room(struct decision *d, const struct unit *u, const struct unit *c)
{
    int load = game_load(d->g, c);
    bool towing = unit_is_towing(d->g, c);

    if (towing)
        return forbid(d, "tow.capacity", "%s tows a gun, which takes all its room", c->name);
    if (u->type == TYPE_GUN)
        return !load || forbid(d, "tow.capacity", "%s carries men: a gun takes all its room",
                               c->name);
    return load + u->models <= c->capacity
        || forbid(d, "transport.capacity", "%s carries %d men and has %d aboard: %d more do not "
                  "fit, and a unit is not divided", c->name, c->capacity, load, u->models);
}

/* ---- getting aboard ---- */

/* Before the first turn; who boards a vehicle in reserve waits with it (reserve.mounted). */
static bool starts_aboard(struct decision *d, const struct unit *u, const struct unit *c)
{
    return !u->reserve || c->reserve
        || forbid(d, "reserve.mounted", "%s is in reserve, %s is not", u->name, c->name);
}

/* A vehicle that stands: it has no Advance and no Run, or has since been halted to Down. */
static bool it_stands(struct decision *d, const struct unit *c)
{
    return (c->order != ORDER_ADVANCE && c->order != ORDER_RUN)
        || forbid(d, "transport.board.stationary", "%s is on %s: only a vehicle that stands is "
                  "boarded", c->name, order_word[c->order]);
}

/* In play: a Run to within an inch, by every man. */
static bool runs_aboard(struct decision *d, const struct unit *u, const struct unit *c,
                        struct ride_result *r)
{
    struct move_result m = {0};

    if (d->g->phase != GAME_ORDERS)
        return forbid(d, "turn.phases", "nobody boards now: begin a turn with turn");
    if ((u->reserve || c->reserve)
        && !forbid(d, "reserve.enter", "%s is still in reserve, off the table",
                   u->reserve ? u->name : c->name))
        return false;
    if (u->floor)
        return forbid(d, "building.leave", "%s is in %s: it leaves that first", u->name,
                      u->building);
    if (u->fought && !forbid(d, "transport.board.no-regroup", "%s has assaulted: nobody boards by a "
                             "regroup", u->name))
        return false;
    if (u->dismounted && !forbid(d, "transport.dismount.no-assault", "%s has left a vehicle this "
                                 "turn and boards no other", u->name))
        return false;
    if (u->order != ORDER_RUN
        && !forbid(d, "transport.board.run", u->order ? "%s is on %s: boarding wants a Run"
                                                      : "%s has no order yet%.0s: it boards by a Run",
                   u->name, order_word[u->order]))
        return false;
    if (!it_stands(d, c)
        || !may_know(d, F_RANGE, "transport.board.run", "inches that the last man of %s runs to be "
                     "within 1\" of %s (0: there already)", u->name, c->name))
        return false;
    r->inches = facts_has(&d->f, F_RANGE) ? d->f.range : 0;
    if (!may_go(d, u, r->inches, &m)) {
        if (d->diag.code == DIAG_REFUSED)
            diag_cite(&d->diag, "transport.board.run");
        return false;
    }
    r->allowed = m.allowed;
    return true;
}

bool decide_mount(struct decision *d, int unit, int carrier, struct ride_result *r)
{
    struct unit *u = game_unit(d->g, unit), *c = game_unit(d->g, carrier);

    *r = (struct ride_result){.unit = unit, .carrier = carrier,
                              .setup = d->g->phase == GAME_SETUP};
    if (!must_live(d, u) || !must_live(d, c))
        return false;
    if (u->aboard)
        return diag_refused(&d->diag, "transport.capacity", "%s is aboard %s already", u->name,
                            game_unit(d->g, u->aboard)->name);
    if (!kinds_agree(d, u, c)
        || (r->setup ? !starts_aboard(d, u, c) : !runs_aboard(d, u, c, r))
        || !there_is_room(d, u, c))
        return false;
    if (u->floor)
        emit(d, EV_INSIDE, unit, 0, 0);
    if (r->setup && c->reserve && !u->reserve)
        emit_text(d, EV_SET, unit, 0, 0, "reserve yes");
    if (!r->setup)
        emit(d, EV_MOVED, unit, (int)(10 * r->inches + 0.5), 0);
    emit(d, EV_ABOARD, unit, carrier, 0);
    return finish(d);
}

/* ---- getting down ---- */

bool may_order_aboard(struct decision *d, const struct unit *u, enum order asked)
{
    const struct unit *c = game_unit(d->g, u->aboard);

    if (asked == ORDER_FIRE || asked == ORDER_AMBUSH)
        return forbid(d, "transport.aboard.orders", "%s is aboard %s: it stays on Down or Rally and "
                      "gets down on Advance or Run", u->name, c->name);
    if (asked != ORDER_ADVANCE && asked != ORDER_RUN)
        return true;
    if (u->type == TYPE_GUN && asked == ORDER_ADVANCE)
        return forbid(d, "tow.unlimber", "%s is limbered: it is unlimbered by a Run", u->name);
    if (c->reserve)
        return forbid(d, "reserve.mounted", "%s comes on with %s, which is still in reserve",
                      u->name, c->name);
    if (c->order == ORDER_RUN)
        return forbid(d, "transport.dismount.when", "%s is on Run: nobody leaves it this turn",
                      c->name);
    return true;
}

/* On foot by the usual allowance; a gun 6" from behind its tow, whatever its weight. */
static bool steps_down(struct decision *d, const struct unit *u, struct ride_result *r)
{
    const struct unit *c = game_unit(d->g, u->aboard);
    struct move_result m = {0};

    if (!may_know(d, F_RANGE, u->type == TYPE_GUN ? "tow.unlimber" : "transport.dismount.order",
                  "inches that %s goes from %s (0: it stays beside)", u->name,
                  u->type == TYPE_GUN ? "where it hangs" : c->name))
        return false;
    r->inches = facts_has(&d->f, F_RANGE) ? d->f.range : 0;
    if (u->type != TYPE_GUN) {
        bool ok = may_go(d, u, r->inches, &m);
        if (d->diag.code == DIAG_REFUSED)
            diag_cite(&d->diag, "transport.dismount.order");
        r->allowed = m.allowed;
        return ok;
    }
    r->allowed = number_of(d->rs, NUM_UNLIMBER);
    return r->inches <= r->allowed
        || forbid(d, "tow.unlimber", "%s goes %g\" from its tow, not %g\"", u->name, r->allowed,
                  r->inches);
}

static bool may_dismount(struct decision *d, const struct unit *u, const struct unit *c)
{
    bool gun = u->type == TYPE_GUN;

    if (d->g->phase != GAME_ORDERS)
        return forbid(d, "turn.phases", "nobody dismounts now: begin a turn with turn");
    if (u->order != ORDER_RUN && (gun || u->order != ORDER_ADVANCE)
        && !forbid(d, gun ? "tow.unlimber" : "transport.dismount.order",
                   gun ? "%s is unlimbered by a Run, not on %s" : u->order
                       ? "%s is on %s: it gets down on Advance or Run"
                       : "%s has no order yet%.0s: it gets down on Advance or Run",
                   u->name, u->order ? order_word[u->order] : "no order"))
        return false;
    if (c->reserve && !forbid(d, "reserve.mounted", "%s is still in reserve", c->name))
        return false;
    if (u->moved && !forbid(d, "turn.orders.once", "%s boarded on this order", u->name))
        return false;
    return c->order != ORDER_RUN
        || forbid(d, "transport.dismount.when", "%s is on Run: nobody leaves it this turn",
                  c->name);
}

bool decide_dismount(struct decision *d, int unit, struct ride_result *r)
{
    struct unit *u = game_unit(d->g, unit), *c;

    *r = (struct ride_result){.unit = unit, .carrier = u->aboard,
                              .setup = d->g->phase == GAME_SETUP};
    if (!must_live(d, u))
        return false;
    c = game_unit(d->g, u->aboard);
    if (!c)
        return diag_refused(&d->diag, "transport.dismount.order", "%s is aboard nothing", u->name);
    if (!r->setup && (!may_dismount(d, u, c) || !steps_down(d, u, r)))
        return false;
    emit(d, EV_ABOARD, unit, 0, 0);
    if (!r->setup)
        emit(d, EV_MOVED, unit, (int)(10 * r->inches + 0.5), 0); /* counts as a move (A34) */
    return finish(d);
}

/* ---- who serves its weapons ---- */

const struct unit *weapon_server(struct decision *d, const struct unit *carrier)
{
    const struct unit *p;

    if (!facts_has(&d->f, F_BY))
        return NULL;
    p = game_find(d->g, d->f.text[F_BY], &d->diag);
    if (p && p->aboard != carrier->id) {
        diag_refused(&d->diag, "transport.weapons.passengers", "%s is not aboard %s", p->name,
                     carrier->name);
        return NULL;
    }
    return p;
}

bool weapons_are_served(struct decision *d, const struct unit *u, int weapons)
{
    const struct unit *server = weapon_server(d, u);
    int riders = server ? weapons : 0, men = men_aboard(d->g, u);

    if (d->diag.code)
        return false;
    if (!unit_is_transport(u))
        return true; /* transport.other-category */
    for (int i = 0; i < u->n_carried; i++)
        if (u->fired_slots >> i & 1)
            riders += u->carried[i].count;
    riders -= u->crew_fired;
    if (!server && weapons + u->crew_fired > 1)
        return men ? forbid(d, "transport.weapons.passengers", "the crew of %s serves one weapon: "
                            "say with= which, and of the others by= which unit aboard serves "
                            "them", u->name)
                   : forbid(d, "transport.weapons.crew", "the crew of %s serves one weapon a turn "
                            "and nobody is aboard: say with= which", u->name);
    if (server && weapons > server->models)
        return forbid(d, "transport.weapons.passengers", "%d men of %s serve %d weapons, one each",
                      server->models, server->name, server->models);
    return riders <= men
        || forbid(d, "transport.weapons.passengers", "%d men are aboard %s: they serve %d weapons",
                  men, u->name, men);
}

/* ---- what becomes of those aboard ---- */

enum fate { FATE_STAY, FATE_OUT, FATE_WRECK };

/* Whether its pins have just routed it: they are then put out unharmed. */
static bool has_routed(const struct decision *d, const struct unit *v)
{
    for (int i = d->events.n - 1; i >= 0; i--)
        if (d->events.event[i].kind == EV_DESTROYED && d->events.event[i].unit == v->id)
            return d->events.event[i].a;
    return false;
}

static enum fate fate_of(const struct decision *d, const struct unit *v, bool was_stuck)
{
    if (v->destroyed)
        return has_routed(d, v) ? FATE_OUT : FATE_WRECK;
    return v->immobilised && !was_stuck ? FATE_OUT : FATE_STAY;
}

/* Sixes again, where they can matter: hits of a wreck are no heavy weapon's, so that a gun is not
   lost to them. */
static bool exceptional_hits(struct decision *d, struct unit *u, int sixes, struct passenger *p)
{
    const signed char *die;

    if (!sixes || u->type == TYPE_GUN)
        return true;
    if (p->kills >= u->models) {
        take_idle(d, "six", u->id, sixes); /* all fall anyway */
        return true;
    }
    die = take_roll(d, "six", u->id, sixes, 6, "exceptional.trigger",
                    "%d six%s again: another 6 is exceptional damage", sixes,
                    sixes == 1 ? "" : "es");
    if (!die)
        return false;
    p->n_again = sixes;
    memcpy(p->again, die, (size_t)sixes);
    for (int i = 0; i < sixes; i++)
        p->exceptional += die[i] == 6;
    return true;
}

/* The losses, with everything that follows one. Where several units are aboard, who falls is not
   asked of each: pick= and lose= are of a unit that is alone. */
static bool wreck_losses(struct decision *d, struct unit *u, bool alone, struct passenger *p)
{
    struct fire_result *scratch = mem_new(sizeof *scratch);
    fact_set given = d->f.given;
    bool can_ask = d->can_ask;

    if (!alone) {
        d->f.given &= ~(FACT_BIT(F_PICK) | FACT_BIT(F_LOSE));
        d->can_ask = false;
    }
    bool ok = lose_men(d, u, p->kills, p->exceptional, true, scratch, &p->casualties);
    d->f.given = given;
    d->can_ask = can_ask;
    free(scratch);
    return ok;
}

/* D6 hits on one unit, damage and losses as usual; no morale check, which is owed for losses by
   an enemy's fire. */
static bool wreck_one(struct decision *d, struct unit *u, bool alone, struct passenger *p)
{
    int need = d->rs->quality[u->quality].damage_value, sixes = 0;
    const signed char *die = take_roll(d, "wreck-hits", u->id, 1, 0, "transport.destroyed",
                                       "hits on %s in the wreck: D6", u->name);

    if (!die)
        return false;
    p->hits = *die;
    die = take_roll(d, "damage", u->id, p->hits, need, "transport.destroyed",
                    "%d to damage %s at %d+", p->hits, u->name, need);
    if (!die)
        return false;
    memcpy(p->damage, die, (size_t)p->hits);
    for (int i = 0; i < p->hits; i++) {
        p->kills += die[i] >= need;
        sixes += die[i] == 6;
    }
    if (!exceptional_hits(d, u, sixes, p))
        return false;
    if (p->kills && !wreck_losses(d, u, alone, p))
        return false;
    p->destroyed = u->destroyed;
    return true;
}

bool passengers_hit(struct decision *d, struct unit *vehicle, bool was_stuck,
                    struct passengers *list)
{
    enum fate fate = fate_of(d, vehicle, was_stuck);
    int first = list->n;

    if (vehicle->type != TYPE_VEHICLE || fate == FATE_STAY)
        return true;
    for (struct unit *p = NULL; (p = game_aboard(d->g, vehicle->id, p)) && list->n < PASSENGERS;)
        list->p[list->n++] = (struct passenger){.unit = p->id};
    for (int i = first; fate == FATE_WRECK && i < list->n; i++)
        if (!wreck_one(d, game_unit(d->g, list->p[i].unit), list->n - first == 1, &list->p[i]))
            return false;
    return true;
}

bool passengers_placed(struct decision *d, struct passengers *list)
{
    for (int i = 0; i < list->n; i++) {
        struct passenger *p = &list->p[i];
        struct unit *u = game_unit(d->g, p->unit);
        const struct unit *c = game_unit(d->g, u->aboard);
        p->destroyed = u->destroyed;
        if (!c)
            continue;
        if (!u->abandoned) {
            const signed char *die = take_roll(d, "forced-out", u->id, 1, 0,
                                               "transport.forced-dismount",
                                               "%s is put out within D6\" of %s, Down", u->name,
                                               c->name);
            if (!die)
                return false;
            p->placed = *die;
        }
        emit(d, EV_ABOARD, u->id, 0, 1);
        halt_unit(d, u);
    }
    return true;
}

bool passengers_suffer(struct decision *d, struct unit *vehicle, bool was_stuck,
                       struct passengers *list)
{
    return passengers_hit(d, vehicle, was_stuck, list) && passengers_placed(d, list);
}
