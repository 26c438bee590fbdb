/* The damage results table. */
#include "game/effects.h"

#include "odds/notation.h"

#include <string.h>

void halt_unit(struct decision *d, struct unit *u)
{
    if (u->destroyed)
        return;
    if (u->die == DIE_BAG)
        emit(d, EV_ORDER, u->id, ORDER_DOWN, -1);
    else if (u->order != ORDER_DOWN)
        emit(d, EV_FACE, u->id, ORDER_DOWN, 0);
}

/* Damaged but alive, with a turret: on 4-6 it only fires into the arc that was struck. */
static bool roll_jam(struct decision *d, struct unit *u, enum facing struck, struct effect *e)
{
    static const int arcs[N_FACINGS] = {
        [FACING_FRONT] = ARC_FRONT, [FACING_SIDE] = ARC_LEFT | ARC_RIGHT, [FACING_REAR] = ARC_REAR,
        [FACING_TOP] = ARC_FRONT,   [FACING_LEFT] = ARC_LEFT,             [FACING_RIGHT] = ARC_RIGHT};
    const struct chart_row *row;
    const signed char *die;

    if (!u->turret || u->destroyed || u->turret_jam)
        return true;
    die = take_roll(d, "jam", u->id, 1, 0, "vehicle.turret.jam-roll",
                    "turret of %s: 4-6 jams it", u->name);
    if (!die)
        return false;
    e->jam_die = *die;
    row = ruleset_chart(d->rs, "turret-jam", *die);
    e->jammed = strcmp(row->result, "jammed") == 0;
    e->jam_arcs = e->jammed ? arcs[struck] : 0;
    if (e->jammed) /* where the shot came from; unsaid, forward (vehicle.turret.jam-unknown) */
        emit(d, EV_JAMMED, u->id, arcs[struck], 0);
    return true;
}

static bool on_fire(struct decision *d, struct unit *u, struct effect *e)
{
    struct check_result check = {0};
    const signed char *die;
    int pins = 1;

    if (u->special & ruleset_bit(d->rs, "easily-catches-fire")) {
        die = take_roll(d, "fire-pins", u->id, 1, 0, "army.us.sherman.fire",
                        "%s catches fire easily: D3 pins", u->name);
        if (!die)
            return false;
        e->fire_pins = *die;
        pins = dice_read(*die, 3);
    }
    e->pins = pins;
    change_pins(d, u, pins);
    if (u->destroyed)
        return true;
    if (!take_check(d, u, &check))
        return false;
    e->checked = true;
    e->passed = check.passed;
    e->check_value = check.score.need;
    memcpy(e->check, check.rolled, 2);
    return true;
}

static bool apply_result(struct decision *d, struct unit *u, enum facing struck,
                         struct effect *e)
{
    if (strcmp(e->result, "knocked-out") == 0) {
        destroy_unit(d, u, "knocked out");
        return true;
    }
    if (strcmp(e->result, "on-fire") == 0) {
        if (!on_fire(d, u, e))
            return false;
        if (u->destroyed)
            return true;
        halt_unit(d, u);
        return roll_jam(d, u, struck, e);
    }
    if (strcmp(e->result, "immobilised") == 0) {
        if (u->immobilised) {
            e->result = "knocked-out"; /* vehicle.damage.2-again: the crew abandons it */
            destroy_unit(d, u, "immobilised twice, abandoned");
            return true;
        }
        emit_text(d, EV_SET, u->id, 0, 0, "immobilised yes");
        if (u->die == DIE_TABLE)
            halt_unit(d, u);
    } else {
        halt_unit(d, u);
    }
    e->pins = 1;
    change_pins(d, u, 1);
    return u->destroyed || roll_jam(d, u, struck, e);
}

int effects_plus(const struct ruleset *rs, const struct unit *u)
{
    return u->special & ruleset_bit(rs, "flamethrower-vehicle") ? 1 : 0;
}

bool take_effects(struct decision *d, struct unit *u, enum damage_degree degree, int plus,
                  enum facing struck, struct effects *list)
{
    int rolls = degree == DAMAGE_MASSIVE ? 2 : 1;
    int less = degree == DAMAGE_SUPERFICIAL ? number_of(d->rs, NUM_SUPERFICIAL) : 0;

    for (int i = 0; i < rolls && !u->destroyed && list->n < MAX_EFFECTS; i++) {
        struct effect *e = &list->effect[list->n++];
        const signed char *die = take_roll(
            d, "effect", u->id, 1, 0, "vehicle.damage.roll", "damage result on %s%s", u->name,
            degree == DAMAGE_SUPERFICIAL ? " (superficial, -3)"
            : degree == DAMAGE_MASSIVE   ? " (massive, one of two)"
                                         : "");
        *e = (struct effect){.degree = degree};
        if (!die)
            return false;
        e->die = *die;
        e->total = *die + less + plus;
        int row = e->total < 1 ? 1 : e->total > 6 ? 6 : e->total;
        e->result = ruleset_chart(d->rs, "vehicle-damage", row)->result;
        if (!apply_result(d, u, struck, e))
            return false;
    }
    return true;
}
