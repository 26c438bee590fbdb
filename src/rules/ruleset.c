/* Looking rows of the ruleset up, and the words that its columns use. */
#include "rules/ruleset.h"

#include <strings.h>

const char *const quality_word[N_QUALITIES] = {"inexperienced", "regular", "veteran"};
const char *const order_word[N_ORDERS] = {"none", "fire", "advance", "run", "ambush", "rally",
                                          "down"};
const char *const type_word[N_TYPES] = {"squad", "team", "hq", "gun", "vehicle"};
const char *const target_type_word[3] = {"infantry", "artillery", "vehicle"};
const char *const cover_word[4] = {"none", "soft", "hard", "bunker"};
const char *const facing_word[N_FACINGS] = {"front", "side", "rear", "top", "left", "right"};
const char *const ammo_word[3] = {"unsaid", "ap", "he"};
const char *const phase_word[N_PHASES] = {"hit", "damage", "order", "morale", "indirect", "smoke",
                                          "flak", "hold-fire", "spot", "assault"};
const char *const trigger_word[N_TRIGGERS] = {
    [TRIGGER_ORDER_SPARED] = "order-spared",
    [TRIGGER_ORDER_FORCED] = "order-forced",
    [TRIGGER_ORDER_REROLL] = "order-reroll",
    [TRIGGER_MORALE_REROLL] = "morale-reroll",
    [TRIGGER_HALF_LOSS_SPARED] = "half-loss-spared",
    [TRIGGER_ROUT_SPARED] = "rout-spared",
    [TRIGGER_BEATEN_SPARED] = "beaten-spared",
    [TRIGGER_EXCEPTIONAL] = "always-exceptional",
    [TRIGGER_LEADER_SAVED] = "leader-saved",
    [TRIGGER_FIRST_LOSS] = "first-loss",
    [TRIGGER_OVERRUN_SPARED] = "overrun-spared",
    [TRIGGER_ASSAULT_FULL] = "assault-full",
};
const char *const number_word[N_NUMBERS] = {
    [NUM_SURPRISE] = "surprise",
    [NUM_CHARGE_TERRAIN] = "charge-terrain",
    [NUM_TANK] = "tank",
    [NUM_ASSAULT_HIT] = "assault-hit",
    [NUM_ASSAULT_HIT_MOVING] = "assault-hit-moving",
    [NUM_RAM_BUILDING] = "ram-building",
    [NUM_WOOD_DICE] = "wood-dice",
    [NUM_BRICK_DICE] = "brick-dice",
    [NUM_MOUNTED_REGROUP] = "mounted-regroup",
    [NUM_BARRAGE_RADIUS] = "barrage-radius",
    [NUM_STRAY_DICE] = "stray-dice",
    [NUM_TOKEN_SHIFT] = "token-shift",
    [NUM_SMOKE_BARRAGE] = "smoke-barrage",
    [NUM_FLAK_BASE] = "flak-base",
    [NUM_FLAK_HITS] = "flak-hits",
    [NUM_AIR_REACH] = "air-reach",
    [NUM_PLANE_DISTANCE] = "plane-distance",
    [NUM_LIGHT] = "light",
    [NUM_FLARE] = "flare",
    [NUM_SIGHT_LEAST] = "sight-least",
    [NUM_NIGHT_CHARTS] = "night-charts",
    [NUM_UNLIMBER] = "unlimber",
    [NUM_FLOORS_ADVANCE] = "floors-advance",
    [NUM_FLOORS_RUN] = "floors-run",
    [NUM_SPOT_TROOPS] = "spot-troops",     [NUM_SPOT_RECCE] = "spot-recce",
    [NUM_SPOT_VEHICLE] = "spot-vehicle",
    [NUM_HIT_BASE] = "hit-base",           [NUM_POINT_BLANK] = "point-blank",
    [NUM_VEHICLE_COVER] = "vehicle-cover",
    [NUM_SMALL_UNIT] = "small-unit",       [NUM_MORALE_MOST] = "morale-most",
    [NUM_MORALE_LEAST] = "morale-least",   [NUM_TEAM_CREW] = "team-crew",
    [NUM_FULL_SQUAD] = "full-squad",       [NUM_RALLY_PLUS] = "rally-plus",
    [NUM_AMBUSH_FIRE] = "ambush-fire",     [NUM_FRIENDLY_REACH] = "friendly-reach",
    [NUM_MASSIVE] = "massive",             [NUM_SUPERFICIAL] = "superficial",
    [NUM_COLLAPSE] = "collapse",           [NUM_COLLAPSE_HE] = "collapse-he",
    [NUM_BUNKER_COLLAPSE] = "bunker-collapse", [NUM_PLUNGING] = "plunging",
    [NUM_FLAME_PLUS] = "flame-plus",       [NUM_LAUNCHER_REACH] = "launcher-reach",
    [NUM_TEMPLATE_MEN] = "template-men",
    [NUM_GUN_RUN_CREW] = "gun-run-crew",   [NUM_RECREW] = "recrew",
    [NUM_SMOKE_MISS] = "smoke-miss",
    [NUM_RETAIN_DIE] = "retain-die",       [NUM_SCOPE_RANGE] = "scope-range",
    [NUM_SCOPE_MINIMUM] = "scope-minimum", [NUM_LEADER_SAVED] = "leader-saved",
};

int word_index(const char *const *table, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcasecmp(table[i], word) == 0)
            return i;
    return -1;
}

/* Every table of rows begins each row with its id. */
static int row_index(const void *rows, size_t size, int n, const char *id)
{
    const char *row = rows;

    for (int i = 0; i < n; i++, row += size)
        if (strcasecmp(row, id) == 0)
            return i;
    return -1;
}

int ruleset_weapon(const struct ruleset *rs, const char *id)
{
    int i = row_index(rs->weapon, sizeof rs->weapon[0], rs->n_weapons, id);

    if (i < 0) {
        int a = row_index(rs->alias, sizeof rs->alias[0], rs->n_aliases, id);
        i = a < 0 ? -1 : rs->alias[a].weapon;
    }
    return i;
}

int ruleset_special(const struct ruleset *rs, const char *id)
{
    return row_index(rs->special, sizeof rs->special[0], rs->n_specials, id);
}

int ruleset_army(const struct ruleset *rs, const char *id)
{
    return row_index(rs->army, sizeof rs->army[0], rs->n_armies, id);
}

int ruleset_rank(const struct ruleset *rs, const char *id)
{
    return row_index(rs->rank, sizeof rs->rank[0], rs->n_ranks, id);
}

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The same letters and digits in the same order. */
static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a && !in_name(*a))
            a++;
        while (*b && !in_name(*b))
            b++;
        if (!*a || !*b)
            return *a == *b;
        if ((*a | 0x20) != (*b | 0x20))
            return false;
    }
}

const struct scenario *ruleset_scenario(const struct ruleset *rs, const char *name)
{
    for (int i = 0; i < rs->n_scenarios; i++)
        if (same_name(rs->scenario[i].id, name) || same_name(rs->scenario[i].name, name))
            return &rs->scenario[i];
    return NULL;
}

uint64_t ruleset_bit(const struct ruleset *rs, const char *id)
{
    int i = ruleset_special(rs, id);

    return i < 0 ? 0 : UINT64_C(1) << i;
}

int ruleset_shots(const struct ruleset *rs, const struct weapon *w, uint64_t specials)
{
    int shots = w->shots;

    for (int i = 0; i < rs->n_special_weapons; i++) {
        const struct special_weapon *sw = &rs->special_weapon[i];
        if (&rs->weapon[sw->weapon] == w && specials >> sw->special & 1)
            shots += sw->shots;
    }
    return shots;
}

const struct chart_row *ruleset_chart(const struct ruleset *rs, const char *chart, int die)
{
    for (int i = 0; i < rs->n_chart_rows; i++) {
        const struct chart_row *row = &rs->chart_row[i];
        if (strcasecmp(row->chart, chart) == 0 && die >= row->low && die <= row->high)
            return row;
    }
    return NULL;
}

const struct ground_row *ruleset_ground(const struct ruleset *rs, const char *ground,
                                        const char *mover)
{
    for (int i = 0; i < rs->n_grounds; i++)
        if (strcasecmp(rs->ground[i].ground, ground) == 0
            && strcasecmp(rs->ground[i].mover, mover) == 0)
            return &rs->ground[i];
    return NULL;
}

const struct movement *ruleset_movement(const struct ruleset *rs, const char *mover, int order)
{
    for (int i = 0; i < rs->n_movements; i++) {
        const struct movement *m = &rs->movement[i];
        if (m->order == order && !m->traits && !m->special && strcasecmp(m->mover, mover) == 0)
            return m;
    }
    return NULL;
}
