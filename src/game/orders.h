/* Giving an order, with everything that the Orders chapter makes of it. */
#ifndef ADJUTANT_GAME_ORDERS_H
#define ADJUTANT_GAME_ORDERS_H

#include "game/decide.h"

struct order_result {
    int unit;
    enum order asked, result;
    bool tested, passed, rerolled, snake_eyes;
    struct score score;
    int rank;            /* of the officer whose bonus counted, -1 for none */
    signed char rolled[2], again[2];
    int pins_removed, pins;
    bool fubar;
    bool banzai;         /* it passed as on a double one, without a test */
    signed char fubar_die;
    const struct chart_row *fubar_row;
    int victim;
    bool was_automatic;
    double reverse;      /* inches that a vehicle must back, 0 when it need not */
    int loaded;          /* enum ammo put in with an Ambush order */
};

/* Draws a die: side is the colour that came out of the real bag, or -1 with `pick` from 0 to
   dice-1, the place of the die in the virtual bag (sides in order). */
bool decide_draw(struct decision *d, int side, int pick);

/* The order with all that follows, as a step of a longer procedure. */
bool take_order(struct decision *d, int unit, enum order asked, struct order_result *r);

/* unit gets `asked`. False: a refusal, or something is wanted. */
bool decide_order(struct decision *d, int unit, enum order asked, struct order_result *r);

#endif
