/* The rules of one edition as rows: read once by the store, never changed after. */
#ifndef ADJUTANT_RULES_RULESET_H
#define ADJUTANT_RULES_RULESET_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum quality { QUALITY_INEXPERIENCED, QUALITY_REGULAR, QUALITY_VETERAN, N_QUALITIES };
enum order { ORDER_NONE, ORDER_FIRE, ORDER_ADVANCE, ORDER_RUN, ORDER_AMBUSH, ORDER_RALLY,
             ORDER_DOWN, N_ORDERS };
enum unit_type { TYPE_SQUAD, TYPE_TEAM, TYPE_HQ, TYPE_GUN, TYPE_VEHICLE, N_TYPES };
enum target_type { TARGET_INFANTRY, TARGET_ARTILLERY, TARGET_VEHICLE };
enum cover { COVER_NONE, COVER_SOFT, COVER_HARD, COVER_BUNKER };
/* left and right are sides of which it was said which one. */
enum facing { FACING_FRONT, FACING_SIDE, FACING_REAR, FACING_TOP, FACING_LEFT, FACING_RIGHT,
              N_FACINGS };
enum ammo { AMMO_UNSAID, AMMO_AP, AMMO_HE };

extern const char *const quality_word[N_QUALITIES];
extern const char *const order_word[N_ORDERS]; /* order_word[ORDER_NONE] is "none" */
extern const char *const type_word[N_TYPES];
extern const char *const target_type_word[3];
extern const char *const cover_word[4];
extern const char *const facing_word[N_FACINGS];
extern const char *const ammo_word[3];

/* Special rules of weapons, a bit each. */
enum weapon_bit {
    WEAPON_ASSAULT = 1 << 0,
    WEAPON_TEAM = 1 << 1,
    WEAPON_FIXED = 1 << 2,
    WEAPON_ONE_SHOT = 1 << 3,
    WEAPON_SHAPED = 1 << 4,
    WEAPON_INDIRECT = 1 << 5,
    WEAPON_HOWITZER = 1 << 6,
    WEAPON_FLAME = 1 << 7,
    WEAPON_SMALL_ARM = 1 << 8,
    WEAPON_HE_ONLY = 1 << 9,
    WEAPON_LAUNCHER = 1 << 10,
    WEAPON_ANTI_TANK = 1 << 11,
    WEAPON_SADDLE = 1 << 12, /* riders fire it, as a pistol */
    WEAPON_HEAVY_PIECE = 1 << 13, /* its crew cannot move it */
    WEAPON_MELEE = 1 << 14,  /* it only strikes hand to hand */
    WEAPON_AIRBORNE = 1 << 15 /* a plane carries it */
};

enum { ID_LEN = 32, NAME_LEN = 48, MAX_WEAPONS = 48, MAX_ALIASES = 96, MAX_MODIFIERS = 96,
       MAX_CHART_ROWS = 96, MAX_RANKS = 6, MAX_SPECIALS = 56, MAX_DAMAGE_VALUES = 12,
       MAX_ARMIES = 8, MAX_SPECIAL_WEAPONS = 24, MAX_TRIGGERS = 32, MAX_BARE = 320, MAX_HE = 4, MAX_GROUND = 64, MAX_MOVEMENTS = 24, MAX_CONDITIONS = 8 };

/* One row of the weapons chart. */
struct weapon {
    char id[ID_LEN], name[NAME_LEN], rule[RULE_ID];
    int range;          /* inches, over open sights; 0 when it only fires indirectly */
    int min_range;      /* inches, of indirect fire */
    int indirect_range; /* inches, of indirect fire; 0 when it has none */
    int shots;          /* dice */
    int pen;
    int he;             /* inches of template, 0 without */
    unsigned bits;      /* enum weapon_bit */
    int worth;          /* which is dearest when a shooter picks */
    int crew;           /* men of a team that carries it */
};

struct weapon_alias {
    char alias[NAME_LEN];
    int weapon;
};

struct quality_row {
    int morale, damage_value;
    char morale_rule[RULE_ID], damage_rule[RULE_ID], rout_rule[RULE_ID];
};

struct damage_value {
    char id[ID_LEN], rule[RULE_ID];
    int value;
    bool armoured;
};

/* Whose modifiers a question adds up. */
enum phase { PHASE_HIT, PHASE_DAMAGE, PHASE_ORDER, PHASE_MORALE, PHASE_INDIRECT, PHASE_SMOKE,
             PHASE_FLAK, PHASE_HOLD_FIRE, PHASE_SPOT, PHASE_ASSAULT, N_PHASES };

extern const char *const phase_word[N_PHASES];

/* One modifier: `value` times what it counts, when all its conditions hold. */
struct modifier {
    char rule[RULE_ID], line[80];
    unsigned phases;             /* bit 1 << enum phase */
    int value;
    int counts;                  /* index into the counters of rules/condition.c */
    int n_when, n_concerns;
    short when[MAX_CONDITIONS];  /* as condition_find() gives it; ~that when it must not hold */
    short concerns[MAX_CONDITIONS]; /* without these nobody is told that it does not apply */
};

/* What a mover may do on one kind of ground. */
enum allows { ALLOWS_RUN, ALLOWS_ADVANCE, ALLOWS_NO, ALLOWS_DOUBLE, ALLOWS_DOUBLE_RUN };

struct ground_row {
    char ground[ID_LEN], mover[ID_LEN], rule[RULE_ID];
    int allows;
    uint64_t special; /* of those who have this special rule, 0 of all who move so */
};

/* High explosive of one size of template. */
struct he_row {
    int pen;
    int pin_sides;                       /* D2, D3 or D6 pins */
    int building_dice, building_sides;   /* hits on those in a building */
    char rule[RULE_ID];
    int smoke;                           /* inches across, of a smoke round */
    char smoke_rule[RULE_ID];
};

/* How far a mover (infantry, tracked, ...), who carries a weapon with a trait, or who has a
   special rule, goes on an order, with how many right-angle turns. */
struct movement {
    char mover[ID_LEN], rule[RULE_ID];
    int order, inches, turns;
    unsigned traits;  /* bits of weapons, 0 for none */
    uint64_t special; /* likewise */
};

/* What happens, or need not, when conditions hold: see data/edN/trigger.tsv. */
enum trigger_kind { TRIGGER_ORDER_SPARED, TRIGGER_ORDER_FORCED, TRIGGER_ORDER_REROLL,
                    TRIGGER_MORALE_REROLL, TRIGGER_HALF_LOSS_SPARED, TRIGGER_ROUT_SPARED,
                    TRIGGER_BEATEN_SPARED,
                    TRIGGER_EXCEPTIONAL, TRIGGER_LEADER_SAVED, TRIGGER_FIRST_LOSS,
                    TRIGGER_OVERRUN_SPARED, TRIGGER_ASSAULT_FULL, N_TRIGGERS };

extern const char *const trigger_word[N_TRIGGERS];

struct trigger {
    char rule[RULE_ID], line[80];
    enum trigger_kind kind;
    int n_when;
    short when[MAX_CONDITIONS];
};

/* What a special rule does for one weapon of those who have it. */
struct special_weapon {
    int special, weapon;
    int shots;   /* dice more */
    bool steady; /* no penalty for moving */
};

struct chart_row {
    char chart[ID_LEN], result[ID_LEN], rule[RULE_ID];
    int low, high;
};

struct rank {
    char id[ID_LEN], name[NAME_LEN], rule[RULE_ID];
    int bonus, orders, reach; /* morale, extra orders, inches */
};

/* A special rule that a unit or an army may have; its bit is 1 << its index. */
struct special {
    char id[ID_LEN], name[NAME_LEN], rule[RULE_ID];
};

struct army {
    char id[ID_LEN], name[NAME_LEN];
    uint64_t specials;
};

struct number_row {
    int value;
    char rule[RULE_ID];
};

/* Numbers that stand alone in the rules; the words are those of data/edN/number.tsv. */
enum number {
    NUM_HIT_BASE, NUM_POINT_BLANK, NUM_SMALL_UNIT, NUM_VEHICLE_COVER, NUM_MORALE_MOST, NUM_MORALE_LEAST,
    NUM_TEAM_CREW, NUM_FULL_SQUAD, NUM_RALLY_PLUS, NUM_AMBUSH_FIRE, NUM_FRIENDLY_REACH,
    NUM_MASSIVE, NUM_SUPERFICIAL, NUM_COLLAPSE, NUM_COLLAPSE_HE, NUM_BUNKER_COLLAPSE,
    NUM_PLUNGING, NUM_FLAME_PLUS, NUM_LAUNCHER_REACH, NUM_TEMPLATE_MEN, NUM_GUN_RUN_CREW, NUM_RECREW, NUM_SMOKE_MISS, NUM_RETAIN_DIE, NUM_SCOPE_RANGE, NUM_SCOPE_MINIMUM, NUM_LEADER_SAVED,
    NUM_SURPRISE, NUM_CHARGE_TERRAIN, NUM_TANK, NUM_ASSAULT_HIT, NUM_ASSAULT_HIT_MOVING,
    NUM_RAM_BUILDING, NUM_WOOD_DICE, NUM_BRICK_DICE, NUM_MOUNTED_REGROUP,
    NUM_BARRAGE_RADIUS, NUM_STRAY_DICE, NUM_TOKEN_SHIFT, NUM_SMOKE_BARRAGE, NUM_FLAK_BASE,
    NUM_FLAK_HITS, NUM_AIR_REACH, NUM_PLANE_DISTANCE, NUM_LIGHT, NUM_FLARE, NUM_SIGHT_LEAST,
    NUM_UNLIMBER, NUM_FLOORS_ADVANCE, NUM_FLOORS_RUN,
    NUM_SPOT_TROOPS, NUM_SPOT_RECCE, NUM_SPOT_VEHICLE, N_NUMBERS
};

extern const char *const number_word[N_NUMBERS];

/* A word that may stand alone, and the fact that it is (facts_index() sorts them). */
struct bare_word {
    const char *word;
    short fact, value;
};

struct ruleset {
    int edition;
    int n_bare;
    struct bare_word bare[MAX_BARE];
    struct number_row number[N_NUMBERS];
    struct quality_row quality[N_QUALITIES];
    int n_weapons, n_aliases, n_modifiers, n_chart_rows, n_ranks, n_specials, n_damage_values,
        n_armies, n_special_weapons, n_triggers, n_movements, n_grounds;
    struct weapon weapon[MAX_WEAPONS];
    struct weapon_alias alias[MAX_ALIASES];
    struct modifier modifier[MAX_MODIFIERS];
    struct trigger trigger[MAX_TRIGGERS];
    struct movement movement[MAX_MOVEMENTS];
    struct he_row he[MAX_HE + 1]; /* by inches of template */
    struct ground_row ground[MAX_GROUND];
    struct chart_row chart_row[MAX_CHART_ROWS];
    struct rank rank[MAX_RANKS];
    struct special special[MAX_SPECIALS];
    struct damage_value damage_value[MAX_DAMAGE_VALUES];
    struct army army[MAX_ARMIES];
    struct special_weapon special_weapon[MAX_SPECIAL_WEAPONS];
};

/* Each finds a row by its whole id, without case; -1 when there is none. */
int ruleset_weapon(const struct ruleset *rs, const char *id);
int ruleset_special(const struct ruleset *rs, const char *id);
int ruleset_army(const struct ruleset *rs, const char *id);
int ruleset_rank(const struct ruleset *rs, const char *id);

/* The bit of a special rule, 0 where this edition has no such rule. */
uint64_t ruleset_bit(const struct ruleset *rs, const char *id);

/* Dice of a weapon in the hands of a unit with these special rules. */
int ruleset_shots(const struct ruleset *rs, const struct weapon *w, uint64_t specials);

/* The row of a chart for a die; NULL when the chart has a gap there. */
const struct chart_row *ruleset_chart(const struct ruleset *rs, const char *chart, int die);

/* The row of a ground for a mover; NULL when there is none. */
const struct ground_row *ruleset_ground(const struct ruleset *rs, const char *ground,
                                        const char *mover);

/* How far such a mover goes on this order by the plain row, without special rules and burdens; NULL
   when it does not move. */
const struct movement *ruleset_movement(const struct ruleset *rs, const char *mover, int order);

/* Word of a table of words; -1 when it is none of them (whole words, without case). */
int word_index(const char *const *table, int n, const char *word);

#endif
