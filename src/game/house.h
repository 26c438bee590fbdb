/* Units in buildings: going in, from floor to floor, out; and what becomes of them when it falls
   or burns (chapter Buildings). */
#ifndef ADJUTANT_GAME_HOUSE_H
#define ADJUTANT_GAME_HOUSE_H

#include "game/carrier.h"

struct house_result {
    int unit;
    char building[NAME_LEN];
    int floor, from;            /* 0 outside */
    bool setup;                 /* before the first turn: nobody needs an order */
    double inches, allowed;     /* of the way there, or from an opening */
};

/* enter UNIT BUILDING floor= range=: by a Run from outside, on Advance or Run from one floor or
   section to another (building.enter.method, building.advance, building.run). */
bool decide_enter(struct decision *d, int unit, const char *building, struct house_result *r);

/* leave UNIT range=: from the ground floor (building.leave). */
bool decide_leave(struct decision *d, int unit, struct house_result *r);

/* The unit that holds a floor, but for `except`; NULL when it is empty. */
const struct unit *floor_holder(const struct game *g, const char *building, int floor,
                                const struct unit *except);

/* The building of that whole name as the record spells it: one that the players rated as such, or
   that somebody is in; NULL where there is none. A unit of that name goes before. */
const char *house_named(const struct game *g, const char *name);

/* Who holds its lowest floor that is held; NULL where it is empty. */
const struct unit *house_holder(const struct game *g, const char *building);

/* A building comes down: infantry and guns in it are destroyed, `target` first (it is in there
   even if the record does not say so; NULL where nobody is known to be), and rubble is left (building.he.collapse). The name may be
   "" where the record has none. Adds to the list. */
void building_falls(struct decision *d, struct unit *target, const char *building,
                    struct passengers *list);

/* A building burns: guns in it are lost, infantry leaves, each unit within D6" and Down, `target`
   first (building.flame.evacuate). False when dice are missing. */
bool building_burns(struct decision *d, struct unit *target, const char *building,
                    struct passengers *list);

#endif
