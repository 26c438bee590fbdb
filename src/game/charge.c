/* Declaring an assault: who may charge whom (chapters Close Quarters, Vehicles, Buildings). */
#include "game/charge.h"

#include <strings.h>

bool unit_is_tank(const struct ruleset *rs, const struct unit *u)
{
    return u->type == TYPE_VEHICLE && u->armour >= number_of(rs, NUM_TANK);
}

struct unit *charge_target(struct decision *d, const struct unit *u)
{
    struct unit *target = game_find(d->g, d->f.text[F_ASSAULT], &d->diag);

    if (!target || !must_live(d, target))
        return NULL;
    if (target->side == u->side
        && !forbid(d, "cq.target", "%s is on the same side as %s", target->name, u->name))
        return NULL;
    return target;
}

/* Kinds of unit that never assault. */
static bool able(struct decision *d, const struct unit *u)
{
    uint64_t special = unit_specials(d->rs, d->g, u);

    if (u->type == TYPE_GUN)
        return forbid(d, "artillery.no-assault", "%s is artillery: guns never assault", u->name);
    if (special & ruleset_bit(d->rs, "medic"))
        return forbid(d, "medic.non-combat", "medics never assault");
    if (special & ruleset_bit(d->rs, "motorbikes"))
        return forbid(d, "special.bike.no-assault", "riders of motorbikes never assault");
    if (u->type == TYPE_VEHICLE && !unit_is_tank(d->rs, u))
        return forbid(d, "tank-assault.who", "%s has a damage value of %d+: only vehicles of 8+ "
                      "assault", u->name, u->armour);
    if (u->type == TYPE_VEHICLE && u->immobilised)
        return forbid(d, "vehicle.damage.2", "%s is immobilised", u->name);
    return true;
}

/* Where it stands. */
static bool placed(struct decision *d, const struct unit *u, const struct unit *target)
{
    if (u->reserve)
        return forbid(d, "reserve.no-assault", "%s comes on from reserve: no assault in that turn",
                      u->name);
    if (target->reserve)
        return forbid(d, "reserve.turn-1", "%s is still in reserve, off the table", target->name);
    if (u->aboard || u->dismounted)
        return forbid(d, "transport.dismount.no-assault", "%s leaves a vehicle this turn and may "
                      "not assault", u->name);
    if (target->aboard)
        return forbid(d, "transport.aboard.untargeted", "%s is aboard %s: assault that", target->name,
                      game_unit(d->g, target->aboard)->name);
    return true;
}

/* Into, out of and between the floors of a building. */
static bool reaches_floor(struct decision *d, const struct unit *u, const struct unit *target)
{
    bool same = u->floor && target->floor && strcasecmp(u->building, target->building) == 0;

    if (!target->floor)
        return u->floor <= 1
            || forbid(d, "building.leave", "%s is on floor %d: it leaves by the ground floor",
                      u->name, u->floor);
    if (unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "cavalry"))
        return forbid(d, "special.cavalry.no-enter", "riders do not assault buildings");
    if (u->type == TYPE_VEHICLE)
        return forbid(d, "building.ram.who", "%s is in a building: a tank drives into the building "
                      "itself, not at those inside", target->name);
    if (same)
        return u->floor - target->floor == 1 || target->floor - u->floor == 1
            || forbid(d, "building.assault.inside", "%s is on floor %d, %s on floor %d: only the "
                      "next floor can be assaulted", target->name, target->floor, u->name, u->floor);
    if (u->floor)
        return u->floor == target->floor || u->floor == 1
            || forbid(d, "building.assault.inside", "%s is not on the floor of %s", u->name,
                      target->name);
    return target->floor == 1
        || forbid(d, "building.assault.outside", "%s is on floor %d: only the ground floor can be "
                  "assaulted from outside", target->name, target->floor);
}

bool may_charge(struct decision *d, const struct unit *u, const struct unit *target)
{
    if (!able(d, u) || !placed(d, u, target) || !reaches_floor(d, u, target))
        return false;
    if (target->type != TYPE_VEHICLE)
        return true;
    if (u->type == TYPE_VEHICLE) {
        if (unit_is_tank(d->rs, target))
            facts_set(&d->f, F_RAM, 1); /* ram.no-fear of anything lighter */
        return true;
    }
    if (target->order == ORDER_RUN && !target->immobilised
        && !forbid(d, "infantry-vehicle.running", "%s is on Run: too fast to be assaulted",
                   target->name))
        return false;
    if (unit_is_enclosed(target))
        facts_set(&d->f, F_TANK_FEAR, 1);
    return true;
}

bool may_fire_back(const struct decision *d, const struct unit *target, double range,
                   const char **rule)
{
    bool ambush = target->die == DIE_TABLE && target->order == ORDER_AMBUSH;

    *rule = "";
    if (target->die != DIE_BAG && !ambush)
        *rule = "cq.react.fire"; /* it has acted this turn */
    else if (range <= number_of(d->rs, NUM_SURPRISE) && !ambush)
        *rule = "cq.surprise";
    return !**rule;
}
