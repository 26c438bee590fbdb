/* Who falls: the owner's choice, the shooter's choice, and what becomes of the leader. */
#ifndef ADJUTANT_GAME_CASUALTIES_H
#define ADJUTANT_GAME_CASUALTIES_H

#include "game/decide.h"

/* One man that may fall: the slot of his weapon (-1: carries none) and what he is. */
struct man {
    int slot;
    enum loss loss;
};

/* What came of the removal. */
struct casualties {
    int small_arms;   /* in: how many of the kills small arms made: medics save only those */
    int picked, given; /* in, out: words of pick= and lose= that earlier losses have used up */
    bool leader_saved;
    int n_medic, saved;
    signed char medic[240];
};

/* The next man that his owner gives up when nobody says lose=. */
struct man owners_choice(const struct ruleset *rs, const struct unit *u);

/* Removes `kills` models, `exceptional` of them by the shooter's pick. pick= and lose= name them
   one after another; where both sides lose men, UNIT:WORD says of whom. False when dice or facts
   are missing. */
bool take_casualties(struct decision *d, struct unit *u, int kills, int exceptional,
                     struct casualties *c);

#endif
