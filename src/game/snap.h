/* Snap to action: an officer whose order was obeyed calls others near him to action. */
#ifndef ADJUTANT_GAME_SNAP_H
#define ADJUTANT_GAME_SNAP_H

#include "game/orders.h"

struct snap_result {
    int officer;
    int used, of;              /* extra orders: given with this one, and allowed */
    struct order_result order; /* of the unit that he called */
};

/* The officer orders `unit` out of sequence; range= is measured from him. Its test counts his
   bonus, and its die comes out of the bag. False: a refusal, or something is wanted. */
bool decide_snap(struct decision *d, int officer, int unit, enum order asked,
                 struct snap_result *r);

/* Extra orders that he may still give now; 0 for whoever cannot. */
int snaps_left(const struct ruleset *rs, const struct unit *officer);

#endif
