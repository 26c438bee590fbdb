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

/* What makes `target` easy or hard to make out from `inches` away: its order, its marker, its size,
   its kind, and a fire that lit.NAME puts beside it; where it is the one at which the command is
   aimed, over these what was said of a target (night.spotting.cumulative, night.fires). */
void spot_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                const struct unit *target, double inches, bool aimed, const struct facts *said);

/* In the dark the unit has to find the target before it fires or charges; by day nothing is rolled
   and it is seen. `aimed`: the target is the one of the command, of which its facts speak. False
   when dice are missing. */
bool spot_target(struct decision *d, const struct unit *u, const struct unit *target,
                 double inches, bool aimed, struct spotting *s);

/* The rule of a kind of night, NULL of none. */
const char *night_rule(enum night kind);

/* night-fight, dawn-assault, longest-day, flare or none: before turn 1. */
bool decide_night(struct decision *d, enum night kind);

/* What the die for the kind of night said. */
struct night_roll {
    signed char die;
    bool choice;     /* a 6: nothing is settled, the winner of a roll-off picks */
    enum night kind;
};

/* The same by a D6 on the chart (night.chart). False when the die is missing. */
bool decide_night_roll(struct decision *d, struct night_roll *r);

#endif
