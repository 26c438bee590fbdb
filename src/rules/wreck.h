/* What fire does to a vehicle, as exact chances of each end. */
#ifndef ADJUTANT_RULES_WRECK_H
#define ADJUTANT_RULES_WRECK_H

#include "rules/volley.h"

/* How hits of one group can pin the vehicle (vehicle.pin.*). */
enum pinning { PIN_NONE, PIN_ON_DIE, PIN_SURE };

/* One group against a vehicle. */
struct wreck_group {
    struct volley_group hits;   /* dice, chance to hit, what a hit becomes */
    double degree[4];           /* chance that a hit does nothing, superficial, full, massive */
    enum pinning pinning;
    int plus;                   /* added to each result */
};

struct wreck_target {
    struct facts facts;     /* the vehicle as one who acts: quality, pins before the shot */
    bool immobilised;
    bool burns_easily;      /* D3 pins on fire (army.us.sherman.fire) */
};

/* knocked_out holds burnt_out; immobilised and halted are of the surviving vehicle. */
struct wreck {
    struct dist hits;
    double pinned, damaged, knocked_out, burnt_out, immobilised, halted;
};

/* Fills degrees from a damage score. */
void wreck_degrees(struct wreck_group *g, const struct ruleset *rs, const struct facts *shot,
                   const struct score *damage);

/* How hits of this shot can pin the vehicle; enclosed: armoured and not open-topped. */
enum pinning wreck_pinning(const struct weapon *w, const struct score *damage, bool enclosed,
                           enum quality crew);

void wreck_make(struct wreck *w, const struct ruleset *rs, const struct wreck_group *groups,
                int n_groups, const struct wreck_target *target);

#endif
