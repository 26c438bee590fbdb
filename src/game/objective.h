/* What the players fight for, and how long the game lasts (chapter Scenarios). */
#ifndef ADJUTANT_GAME_OBJECTIVE_H
#define ADJUTANT_GAME_OBJECTIVE_H

#include "game/decide.h"

/* How the game's length was settled at the end of a turn. */
struct length_result {
    bool due;             /* the scenario says something about this turn */
    signed char die;      /* 0: nothing was rolled */
    bool over;
    bool sudden;          /* an objective that was lost has ended it */
    bool held;            /* it was said who holds what */
    const char *rule;     /* of the scenario; NULL when it says nothing */
};

/* objective NAME [SIDE]: names one, or says who holds it now; side -1 nobody. */
bool decide_objective(struct decision *d, const char *name, int side);

/* Reads hold=, "crossroads:axis,church:none", into who holds which (by the objectives' numbers; as
   before where nothing is said). False with the complaint. */
bool objectives_said(const struct game *g, const char *text, int side[MAX_OBJECTIVES],
                     struct diag *d);

/* The rule by which an objective of this game is held (objective.building for a building). */
const char *objective_rule(const struct ruleset *rs, const struct game *g);

/* The same of the n-th: one that is named as a building goes by its ground floor, by contact while
   it burns, by its rubble once it has come down. */
const char *objective_rule_of(const struct ruleset *rs, const struct game *g, int n);

/* The last steps of a turn's end: whether there is another turn, who holds the objectives. */
bool settle_length(struct decision *d, struct length_result *r);

#endif
