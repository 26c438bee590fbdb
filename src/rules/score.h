/* The score to roll: what `need` answers, and what every procedure asks before its dice. */
#ifndef ADJUTANT_RULES_SCORE_H
#define ADJUTANT_RULES_SCORE_H

#include "odds/chance.h"
#include "rules/modifier.h"

enum { SCORE_CITES = 8 };

/* One score with its whole derivation. It points into the ruleset. */
struct score {
    enum phase ask;
    struct ruling ruling;
    int dice;            /* 1 or 2 dice of six sides */
    bool at_most;        /* the total must not pass `need`; else it must reach it */
    int need;            /* 0 when nothing is rolled */
    int shots;           /* dice of one weapon */
    bool double_six;     /* a 6 and then another 6 (shoot.hit.nigh-impossible) */
    bool automatic;      /* no test is taken */
    bool impossible;     /* no die can do it */
    bool out_of_range;   /* beyond the weapon's reach or under its minimum */
    int under_minimum;   /* the minimum in inches where the shot is under it, else 0 */
    bool reroll;         /* a failure may be rolled again */
    struct fraction chance;
    int n_cites;
    const char *cite[SCORE_CITES]; /* rules beside those of the modifiers */
};

/* Each works out one score; the facts it must have are those of facts_needed(). */
void score_hit(struct score *s, const struct ruleset *rs, const struct facts *f);
void score_damage(struct score *s, const struct ruleset *rs, const struct facts *f);
void score_test(struct score *s, const struct ruleset *rs, enum phase ask, const struct facts *f);

/* Flak at a plane: 5+, pins alone count (flak.hit). The caller's own flak holds its fire by its
   quality (flak.friendly-hold). A spotting roll at night: two dice and modifiers, never under 2,
   reach the distance (night.spotting.roll); need is the distance in whole inches, rounded up. */
void score_flak(struct score *s, const struct ruleset *rs, const struct facts *f);
void score_hold_fire(struct score *s, const struct ruleset *rs, const struct facts *f);
void score_spot(struct score *s, const struct ruleset *rs, const struct facts *f);

/* What a damage die does to a vehicle. */
enum damage_degree { DAMAGE_NONE, DAMAGE_SUPERFICIAL, DAMAGE_FULL, DAMAGE_MASSIVE };

/* The degree of one natural face (vehicle.damage.superficial, .massive, .soft-full): exactly
   the score wanted is superficial on armour, three more is massive, a 1 never damages (A45). */
enum damage_degree damage_degree(const struct score *s, const struct ruleset *rs,
                                 const struct facts *f, int face);

/* Infantry that has reached a vehicle, a die a man: 4+ while it stands, 6 while it drives or has
   just escaped (target.order=, react=escape); impossible on Run (infantry-vehicle.hit.*). */
void score_assault(struct score *s, const struct ruleset *rs, const struct facts *f);

/* The one roll to damage after hits= hits, against the front (infantry-vehicle.damage). */
void score_grenades(struct score *s, const struct ruleset *rs, const struct facts *f);

/* The degree of one natural face of that roll: superficial on enclosed armour but for tank hunters
   (infantry-vehicle.superficial, A37). Soft-skins and open tops are destroyed by any damage. */
enum damage_degree grenades_degree(const struct score *s, const struct ruleset *rs,
                                   const struct facts *f, int face);

/* Facts without which a question cannot be answered, as bits 1 << enum fact. */
fact_set facts_needed(enum phase ask);

/* Facts that a question looks at, as bits. */
fact_set facts_used(enum phase ask);

/* Answers any kind of question that this edition knows. */
void score_make(struct score *s, const struct ruleset *rs, enum phase ask, const struct facts *f);

/* Value and rule of one named number. */
int number_of(const struct ruleset *rs, enum number which);

#endif
