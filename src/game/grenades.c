/* Infantry against vehicles (chapter Vehicles: Infantry Assaulting Vehicles). */
#include "game/assault.h"

#include "base/words.h"
#include "game/tries.h"

#include <string.h>

void grenade_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                   const struct unit *attacker, const struct unit *vehicle, bool escaped)
{
    struct facts target;

    unit_facts(f, rs, g, attacker);
    facts_set(f, F_MEN, attacker->models);
    facts_init(&target);
    unit_target_facts(&target, rs, g, vehicle); /* its front, from wherever they come */
    facts_merge(f, &target);
    f->v[F_TARGET_TYPE] = TARGET_VEHICLE;
    facts_set(f, F_OPEN_TOPPED, vehicle->open_topped || vehicle->exposed);
    if (vehicle->immobilised)
        facts_set(f, F_TARGET_ORDER, ORDER_NONE);
    if (escaped) /* it still moves, though its die shows Down */
        facts_set(f, F_REACT, 2);
}

/* A die a man; hits=3 where no other shot of the command could be meant. */
static bool throw_grenades(struct decision *d, const struct unit *u, const struct unit *vehicle,
                           bool fired, struct grenades *g)
{
    const signed char *die;

    g->dice = u->models < MELEE_MEN ? u->models : MELEE_MEN;
    g->need = g->hit.need;
    if (!fired && facts_has(&d->f, F_HITS)) {
        if (d->f.v[F_HITS] > g->dice)
            return diag_usage(&d->diag, "hits=%d of %d men", d->f.v[F_HITS], g->dice);
        g->hits = d->f.v[F_HITS];
        g->summed = true;
        emit_text(d, EV_ROLL, u->id, 0, 0, "hits=%d", g->hits);
        note_dice(d, u->id, LUCK_HIT, g->hits, g->dice, g->need);
        return true;
    }
    die = fired ? take_roll(d, "grenades", u->id, g->dice, g->need, g->hit.ruling.base_rule,
                            "%d at %s, hit on %d+", g->dice, vehicle->name, g->need)
                : take_counted(d, "grenades", u->id, g->dice, &g->hit, F_HITS,
                               "%d at %s, hit on %d+", g->dice, vehicle->name, g->need);
    if (!die)
        return false;
    memcpy(g->rolled, die, (size_t)g->dice);
    for (int i = 0; i < g->dice; i++)
        g->hits += die[i] >= g->need;
    note_dice(d, u->id, LUCK_HIT, g->hits, g->dice, g->need);
    return true;
}

/* One roll for all hits; none where no face could do it. */
static bool roll_once(struct decision *d, const struct unit *u, const struct unit *vehicle,
                      struct grenades *g)
{
    const signed char *die;

    facts_set(&g->f, F_HITS, g->hits);
    score_grenades(&g->damage, d->rs, &g->f);
    if (g->damage.impossible)
        return true;
    die = take_roll(d, "damage", u->id, 1, g->damage.need, "infantry-vehicle.damage",
                    "damage on %s with %d hit%s: %d+", vehicle->name, g->hits,
                    g->hits == 1 ? "" : "s", g->damage.need);
    if (!die)
        return false;
    g->damage_die = *die;
    g->degree = grenades_degree(&g->damage, d->rs, &g->f, *die);
    note_dice(d, u->id, LUCK_DAMAGE, g->degree != DAMAGE_NONE, 1, g->damage.need);
    return true;
}

/* Where most of them came from: a turret that jams stays turned there. */
static bool know_side(struct decision *d, const struct unit *vehicle)
{
    if (!vehicle->turret || vehicle->turret_jam)
        return true;
    if (!may_know(d, F_FACING, "vehicle.turret.jam-assault",
                  "from which side of %s did most of them come? (front, side, rear)",
                  vehicle->name))
        return false;
    return d->f.v[F_FACING] != FACING_TOP
        || diag_usage(&d->diag, "facing=top: they came from its front, a side or its rear");
}

static bool damage_vehicle(struct decision *d, struct unit *vehicle, struct assault_result *r)
{
    struct grenades *g = &r->grenades;

    if (g->degree == DAMAGE_NONE)
        return true;
    if (!unit_is_enclosed(vehicle)) {
        assault_destroys(d, vehicle, "destroyed in close quarters", r);
        return true;
    }
    if (!know_side(d, vehicle)
        || !take_effects(d, vehicle, g->degree, effects_plus(d->rs, vehicle),
                         (enum facing)d->f.v[F_FACING], &g->effects))
        return false;
    if (vehicle->destroyed)
        assault_loses(vehicle, r);
    return true;
}

bool fight_vehicle(struct decision *d, struct unit *attacker, struct unit *vehicle,
                   struct assault_result *r)
{
    struct grenades *g = &r->grenades;

    g->escaped = r->meeting.escaped;
    grenade_facts(&g->f, d->rs, d->g, attacker, vehicle, g->escaped);
    score_assault(&g->hit, d->rs, &g->f);
    if (!throw_grenades(d, attacker, vehicle, r->meeting.fired, g)
        || !roll_once(d, attacker, vehicle, g) || !damage_vehicle(d, vehicle, r))
        return false;
    if (vehicle->destroyed)
        r->winner = attacker->id;
    /* with the vehicle still there they have to; winners may, and give no die if they do not */
    if (vehicle->destroyed && d->feed.exact && d->feed.used == d->feed.n)
        return true;
    return regroup(d, attacker, r);
}
