/* Tanks on vehicles and buildings (chapters Vehicles, Buildings). */
#include "game/assault.h"

#include <strings.h>

enum { RAMMER, RAMMED };

/* ---- dice ---- */

/* Dice of one side; `plus` is what its armour adds (ram.resolve). */
static bool roll_side(struct decision *d, struct ram *ram, int side, int unit, int dice, int plus,
                      const char *rule, const char *name)
{
    const signed char *die = take_roll(d, "ram", unit, dice, 0, rule, "the impact: %.*sD6 for %s",
                                       dice > 1, dice == 3 ? "3" : "2", name);

    if (!die)
        return false;
    ram->n_dice[side] = dice;
    ram->total[side] = plus;
    for (int i = 0; i < dice; i++) {
        ram->rolled[side][i] = die[i];
        ram->total[side] += die[i];
    }
    return true;
}

static int armour_adds(const struct unit *u)
{
    return is_armoured(u) ? u->armour : 0; /* a soft-skin adds nothing */
}

/* ---- what comes of it ---- */

/* The loser takes full damage, the heavier of the two only superficial; a winner that is no
   heavier superficial too (ram.loser.heavier, ram.winner.*). */
static enum damage_degree degree_of(const struct unit *u, const struct unit *other, bool loser)
{
    if (loser)
        return u->armour > other->armour ? DAMAGE_SUPERFICIAL : DAMAGE_FULL;
    return u->armour > other->armour ? DAMAGE_NONE : DAMAGE_SUPERFICIAL;
}

static bool damage_side(struct decision *d, struct assault_result *r, int side, struct unit *u,
                        enum facing struck)
{
    struct ram *ram = &r->ram;

    if (ram->degree[side] == DAMAGE_NONE)
        return true;
    if (u->armour < 7) { /* ram.loser.soft */
        assault_destroys(d, u, "wrecked by a ram", r);
        return true;
    }
    if (!take_effects(d, u, ram->degree[side], effects_plus(d->rs, u), struck,
                      &ram->effects[side]))
        return false;
    if (u->destroyed)
        assault_loses(u, r);
    return true;
}

/* Survivors halt, with one pin more (ram.halt, ram.pin). */
static void come_to_rest(struct decision *d, struct unit *u, struct assault_result *r)
{
    if (u->destroyed)
        return;
    halt_unit(d, u);
    change_pins(d, u, 1);
    if (u->destroyed)
        assault_loses(u, r);
}

/* The side of the target that the tank strikes matters to a turret that jams. */
static bool know_side(struct decision *d, const struct unit *u, const struct unit *tank)
{
    return !u->turret || u->turret_jam || u->armour < 7
        || may_know(d, F_FACING, "vehicle.turret.jam-assault",
                    "which side of %s does %s strike? (front, side, rear)", u->name, tank->name);
}

static bool ram_vehicle(struct decision *d, struct unit *tank, struct unit *other,
                        struct assault_result *r)
{
    struct ram *ram = &r->ram;
    bool tie;
    int first;

    if (!roll_side(d, ram, RAMMER, tank->id, 1, armour_adds(tank), "ram.resolve", tank->name)
        || !roll_side(d, ram, RAMMED, other->id, 1, armour_adds(other), "ram.resolve",
                      other->name))
        return false;
    tie = ram->total[RAMMER] == ram->total[RAMMED]; /* ram.tie: both lose */
    ram->loser[RAMMER] = tie || ram->total[RAMMER] < ram->total[RAMMED];
    ram->loser[RAMMED] = tie || ram->total[RAMMED] < ram->total[RAMMER];
    ram->degree[RAMMER] = degree_of(tank, other, ram->loser[RAMMER]);
    ram->degree[RAMMED] = degree_of(other, tank, ram->loser[RAMMED]);
    if (!tie)
        r->winner = ram->loser[RAMMER] ? other->id : tank->id;
    first = ram->loser[RAMMER] ? RAMMER : RAMMED; /* the loser's results before the winner's */
    if (ram->degree[RAMMED] != DAMAGE_NONE && !know_side(d, other, tank))
        return false;
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? first : !first;
        bool ok = side == RAMMER
            ? damage_side(d, r, side, tank, FACING_FRONT)
            : damage_side(d, r, side, other, (enum facing)d->f.v[F_FACING]);
        if (!ok)
            return false;
    }
    come_to_rest(d, tank, r);
    come_to_rest(d, other, r);
    return true;
}

/* ---- buildings ---- */

/* cover=bunker, or a feature of that name that is rated as one or stops tanks. */
static bool is_fortified(const struct decision *d)
{
    const struct feature *f =
        facts_has(&d->f, F_AT) ? game_feature(d->g, d->f.text[F_AT]) : NULL;

    return d->f.v[F_COVER] == COVER_BUNKER || (f && f->cover == COVER_BUNKER)
        || (f && strcasecmp(f->ground, "anti-tank") == 0);
}

bool may_ram_building(struct decision *d, const struct unit *u)
{
    if (u->type != TYPE_VEHICLE)
        return forbid(d, "building.ram.who", "%s is no tank: name the unit in the building that "
                      "it assaults", u->name);
    if (u->armour < number_of(d->rs, NUM_RAM_BUILDING))
        return forbid(d, "building.ram.who", "%s has a damage value of %d+: only heavy tanks, %d+ "
                      "and more, drive into buildings", u->name, u->armour,
                      number_of(d->rs, NUM_RAM_BUILDING));
    if (u->immobilised)
        return forbid(d, "vehicle.damage.2", "%s is immobilised", u->name);
    if (u->reserve)
        return forbid(d, "reserve.no-assault", "%s comes on from reserve: no assault in that turn",
                      u->name);
    return !is_fortified(d)
        || forbid(d, "building.ram.fortified", "no tank drives into bunkers, or anything as "
                  "solid");
}

/* Everybody who is known to be in it goes down with it (building.ram.win). */
static void collapse(struct decision *d, struct assault_result *r)
{
    r->ram.building_falls = true;
    for (int i = 0; facts_has(&d->f, F_AT) && i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        if (u->floor && !u->destroyed && strcasecmp(u->building, d->f.text[F_AT]) == 0)
            assault_destroys(d, u, "buried under the building", r);
    }
}

static bool know_building(struct decision *d)
{
    bool anybody = false;

    for (int i = 0; i < d->g->n_units; i++)
        anybody = anybody || (d->g->unit[i].floor && !d->g->unit[i].destroyed);
    return must_know(d, F_WALLS, "building.ram.brick", "is the building of wood or of brick?")
        && (!anybody || may_know(d, F_AT, "building.ram.win",
                                 "which building is it? (its name, or Enter for an empty one)"));
}

static bool ram_building(struct decision *d, struct unit *tank, struct assault_result *r)
{
    struct ram *ram = &r->ram;
    bool wood;
    int dice;

    if (!know_building(d))
        return false;
    wood = d->f.v[F_WALLS] == 0;
    dice = number_of(d->rs, wood ? NUM_WOOD_DICE : NUM_BRICK_DICE);
    if (!roll_side(d, ram, RAMMER, tank->id, 1, tank->armour, "building.ram.tank", tank->name)
        || !roll_side(d, ram, RAMMED, tank->id, dice, 0,
                      wood ? "building.ram.wood" : "building.ram.brick", "the building"))
        return false;
    ram->loser[RAMMER] = ram->total[RAMMER] <= ram->total[RAMMED];
    ram->loser[RAMMED] = ram->total[RAMMER] >= ram->total[RAMMED];
    if (ram->total[RAMMER] == ram->total[RAMMED] || (ram->loser[RAMMER] && wood))
        ram->degree[RAMMER] = DAMAGE_SUPERFICIAL; /* A39 */
    else if (ram->loser[RAMMER])
        ram->degree[RAMMER] = DAMAGE_FULL;
    if (!damage_side(d, r, RAMMER, tank, FACING_FRONT))
        return false;
    if (ram->loser[RAMMED])
        collapse(d, r);
    if (!ram->loser[RAMMER])
        r->winner = tank->id;
    come_to_rest(d, tank, r);
    return true;
}

bool drive_into(struct decision *d, struct unit *tank, struct unit *vehicle,
                struct assault_result *r)
{
    bool stuck = tank->immobilised, other_stuck = vehicle && vehicle->immobilised;

    if (!(vehicle ? ram_vehicle(d, tank, vehicle, r) : ram_building(d, tank, r)))
        return false;
    return (!vehicle || passengers_suffer(d, vehicle, other_stuck, &r->riders))
        && passengers_suffer(d, tank, stuck, &r->riders); /* transport.destroyed */
}
