/* Who falls: the owner's choice, the shooter's choice, and what becomes of the leader. */
#ifndef ADJUTANT_GAME_CASUALTIES_H
#define ADJUTANT_GAME_CASUALTIES_H

#include "game/decide.h"

/* One man that may fall: the slot of his weapon (-1: carries none) and what he is. */
struct man {
    int slot;
    enum loss loss;
};

/* Removes `kills` models, `exceptional` of them by the shooter's pick; tells by *leader_saved
   whether a leader was replaced. False when dice or facts are missing. */
bool take_casualties(struct decision *d, struct unit *u, int kills, int exceptional,
                     bool *leader_saved);

#endif
