/* Who may assault whom, and what reacts to it before anybody is touched. */
#ifndef ADJUTANT_GAME_CHARGE_H
#define ADJUTANT_GAME_CHARGE_H

#include "game/fire.h"

/* The enemy named by assault= with an order; NULL with the complaint. */
struct unit *charge_target(struct decision *d, const struct unit *u);

/* Whether this unit may assault that one now or with the order that it is given; else the refusal,
   as soon as it is known. Notes in the facts what its order test has to count: tank fear
   (infantry-vehicle.fear), a ram (ram.test). */
bool may_charge(struct decision *d, const struct unit *u, const struct unit *target);

/* A vehicle with a damage value of 8 or more: it may assault (tank-assault.who). */
bool unit_is_tank(const struct ruleset *rs, const struct unit *u);

/* Whether a charge from `range` inches may be answered with fire: the target has not acted and
   stands beyond the surprise of 6", or lies in Ambush (cq.react.fire, cq.surprise,
   cq.surprise.ambush). The rule that forbids it is left in *rule. */
bool may_fire_back(const struct decision *d, const struct unit *target, double range,
                   const char **rule);

/* The target's fire at those who charge it, without a test, weapons out of reach included; the
   facts of the command (range, cover, with) are those of this shot. False when dice or facts are
   missing. In fire.c. */
bool fire_back(struct decision *d, struct unit *shooter, struct unit *charger,
               struct fire_result *r);

#endif
