/* Facts: what was said with a command, what the game knows, and what is asked for. */
#ifndef ADJUTANT_RULES_FACTS_H
#define ADJUTANT_RULES_FACTS_H

#include "rules/ruleset.h"

enum fact {
    /* of the one who acts */
    F_WEAPON, F_RANGE, F_ORDER, F_QUALITY, F_PINS, F_CREW, F_SCOPE, F_SPECIAL, F_ARMY, F_OFFICER,
    F_LEADER, F_FULL, F_MEN, F_MODELS, F_COUNT, F_RESERVE, F_TANK_FEAR, F_RAM, F_COMMAND,
    F_INDIRECT, F_ZEROED, F_SHOT, F_AMMO, F_FLASH, F_LIT,
    /* of the target and of the line to it */
    F_COVER, F_HIDDEN, F_SHIELD, F_BUILDING, F_SMALL, F_VS, F_TARGET_TYPE, F_TARGET_ORDER,
    F_TARGET_MODELS, F_TARGET_PINS, F_TARGET_TEAM, F_TARGET_LEADER, F_FACING, F_OPEN_TOPPED,
    F_SEEN,
    /* of the roll */
    F_COMPARE, F_PLUNGING, F_ARC, F_TARGET_MOVED, F_FLOORS, F_FLOOR, F_SPOTTER,
    F_DICE, F_HITS, F_KILLS, F_SIXES, F_UNDER,
    /* of a playing command */
    F_REACT, F_PICK, F_LOSE, F_WITH, F_IN, F_REROLL, F_VICTIM, F_ENEMY_SEEN, F_KEEP, F_SHOOT,
    F_MEDIC, F_TO, F_AT, F_OVER, F_ROAD, F_REVERSE, F_TURNS, F_ENEMY_FRONT, F_NEAR, F_DOWN, F_TOWING,
    /* of close quarters */
    F_ASSAULT, F_BANZAI, F_REACTION, F_AFTER, F_PATH, F_FIRE, F_FIGHTER, F_OCCUPY, F_WALLS, F_TOUGH,
    F_TARGET_TOUGH, F_TARGET_SPECIAL,
    /* of the turn's beginning */
    F_FLAK, F_ONTO, F_BUNKERS, F_OUTSIDE,
    /* of its end */
    F_HOLD,
    /* of carriers */
    F_BY, F_ENEMY, F_FRIEND,
    /* of a unit's description, of a game */
    F_WEAPONS, F_NCO, F_ARMOUR, F_FRONT, F_CAPACITY, F_TURRET, F_MOVER, F_TOWS, F_FIGHTING,
    F_EDITION, F_SCENARIO, F_SCALE_CM,
    N_FACTS
};

enum fact_kind {
    FACT_FLAG,     /* the bare word, or =yes, =no */
    FACT_NUMBER,   /* a whole number between least and most */
    FACT_DISTANCE, /* inches, into facts.range */
    FACT_INCHES,   /* inches, as tenths into facts.v */
    FACT_WORD,     /* one of a table of words */
    FACT_WEAPON, FACT_SPECIALS, FACT_ARMY, FACT_RANK, FACT_VERSUS, /* rows of the ruleset */
    FACT_TEXT      /* anything, kept as it was typed */
};

/* One key that may be said: what it may be, and what it means to a player. */
struct fact_key {
    const char *name;
    enum fact_kind kind;
    const char *const *words;
    int least, most; /* numbers: the range; words: least is the first index allowed, most the count */
    bool parts;      /* may be said of one part: range.smg=15, in.rifle=5, under.NAME=2 */
    const char *says;
};

extern const struct fact_key fact_key[N_FACTS];

/* officer=NAME: no rank, but an officer of the game whose name is in text[F_OFFICER]. */
enum { OFFICER_NAMED = -2 };

/* A set of facts, a bit each; there are more than 64. */
typedef unsigned __int128 fact_set;

#define FACT_BIT(fact) ((fact_set)1 << (fact))

enum { MAX_PARTS = 24 };

/* A fact said of one weapon or one unit. */
struct fact_part {
    enum fact key;
    char of[NAME_LEN];
    double value;
};

/* One set of facts. Plain data; the texts belong to whoever typed them. */
struct facts {
    fact_set given;            /* it was said or is known */
    int v[N_FACTS];            /* numbers, flags, indexes of words and rows */
    double range;              /* inches */
    uint64_t special;          /* special rules of the one who acts, its army's included */
    uint64_t target_special;   /* those of the other side in close quarters */
    const struct weapon *weapon;
    int vs_quality;            /* -1 for a target with no troop quality */
    bool vs_armoured;
    const char *text[N_FACTS];
    int n_parts;
    struct fact_part part[MAX_PARTS];
};

/* What bare words mean depends on the question. */
struct fact_context {
    const struct ruleset *rs;
    bool target;           /* there is a target: a bare `down` is its order */
    bool names;            /* a game is open: officer= may name an officer */
    bool versus;           /* a bare quality is the target's */
    double cm_per_inch;    /* game's scale; 2.54, 1 or 2 */
    fact_set likely;       /* keys that the command takes: they go first; 0 for all */
};

/* The plain case: nothing said, everything at its default. */
void facts_init(struct facts *f);

bool facts_has(const struct facts *f, enum fact key);
void facts_set(struct facts *f, enum fact key, int value);
void facts_set_range(struct facts *f, double inches);
void facts_set_weapon(struct facts *f, const struct ruleset *rs, int weapon);

/* Adds what is known and was not said. */
void facts_merge(struct facts *f, const struct facts *known);

/* The value said of one weapon, by any of its names, else `otherwise`. */
double facts_weapon_part(const struct facts *f, const struct ruleset *rs, enum fact key,
                         int weapon, double otherwise);

/* The value said of one part (a weapon's id, a unit's name), else `otherwise`. */
double facts_part(const struct facts *f, enum fact key, const char *of, double otherwise);

enum fact_fit { FACT_NO, FACT_TAKEN, FACT_BAD };

/* Takes one word as a fact: FACT_NO when it is none (nothing noted), FACT_BAD with the
   complaint when it is one but wrong, fits two things, or says otherwise than one before it. */
enum fact_fit facts_take(struct facts *f, const struct fact_context *c, const char *word,
                         struct diag *d);

/* A bare word that fits several facts and is none of them whole. */
bool facts_vague(const struct ruleset *rs, const char *word);

/* Sets one key from its text; false with the complaint. */
bool facts_parse(struct facts *f, const struct fact_context *c, enum fact key, const char *text,
                 struct diag *d);

/* The key named, whole or by a beginning that is unique (among the likely ones, when there are
   such); -1 with the complaint. */
int facts_key(const char *name, fact_set likely, struct diag *d);

/* Reads 14, 14", 11.5 or 36cm; false when it is no distance. */
bool distance_parse(const char *text, double cm_per_inch, double *inches);

/* Makes the sorted index of bare words; whoever reads a ruleset calls it at the end. */
void facts_index(struct ruleset *rs);

/* Calls back with every bare word that may be said (for completion and for hints). */
void facts_vocabulary(const struct ruleset *rs, void (*each)(void *ctx, const char *word),
                      void *ctx);

/* Adds the special rules of a comma-separated list; false with the complaint. */
bool specials_parse(const struct ruleset *rs, const char *text, uint64_t *specials,
                    struct diag *d);

#endif
