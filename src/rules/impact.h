/* Close quarters with vehicles as exact chances: infantry that storms one, and rams. */
#ifndef ADJUTANT_RULES_IMPACT_H
#define ADJUTANT_RULES_IMPACT_H

#include "rules/wreck.h"

/* A vehicle in close quarters. */
struct impact_target {
    struct wreck_target wreck;
    int armour;      /* damage value, of its front where infantry strikes it */
    bool enclosed;   /* armoured, and not open-topped */
    bool armoured;   /* adds its damage value in a ram */
    int plus;        /* added to each result (flame.vehicle.damage-bonus) */
};

/* What infantry does to it. */
struct storm {
    double never;           /* fire stopped or destroyed the attackers on the way */
    struct dist hits;       /* of those who come; 0 where nobody does */
    double degree[4];       /* by enum damage_degree; [0] holds `never` */
    double knocked_out, burnt_out, immobilised, halted;
};

/* men[k]: the chance that k men reach it, k up to n; what is missing to 1 never does. Each hits on
   hit_need or more, and one roll is made for all hits (infantry-vehicle.damage). Only tank hunters
   do more than superficial damage to enclosed armour; whatever damages another destroys it. */
void storm_make(struct storm *s, const struct ruleset *rs, const double *men, int n, int hit_need,
                bool tank_hunters, const struct impact_target *target);

/* A vehicle rams another: [0] is the one that rams. The pin of the survivors is not part of it. */
struct ramming {
    double win, lose, tie;
    double knocked_out[2], immobilised[2];
};

void ramming_make(struct ramming *r, const struct ruleset *rs,
                  const struct impact_target target[2]);

#endif
