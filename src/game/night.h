/* Fighting at night (appendix III). */
#ifndef ADJUTANT_GAME_NIGHT_H
#define ADJUTANT_GAME_NIGHT_H

#include "game/decide.h"

/* What a spotting roll showed. */
struct spotting {
    bool taken, seen;
    int inches, total;
    signed char rolled[2];
    struct score score;
};

/* In the dark the unit has to find the target before it fires or charges; by day, and with weapons
   that are zeroed in (night.indirect.zeroed), nothing is rolled and it is seen. False when dice or
   the distance are missing. */
bool spot_target(struct decision *d, const struct unit *u, const struct unit *target,
                 double inches, struct spotting *s);

/* night-fight, dawn-assault, longest-day, flare or none: before turn 1. */
bool decide_night(struct decision *d, enum night kind);

#endif
