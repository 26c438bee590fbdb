/* The turn's beginning and its end (chapter The Turn; Orders, retaining an order). */
#ifndef ADJUTANT_GAME_TURN_H
#define ADJUTANT_GAME_TURN_H

#include "game/due.h"
#include "game/objective.h"
#include "game/support.h"

/* What the turn's end did to one unit. */
struct end_unit {
    int unit;
    bool kept, tried, waiting;
    signed char shot_die, down_die; /* 0 when not rolled */
    int pins_removed;
};

/* What is due before the first die is drawn, in the order of the book: how far anybody sees, the
   wind, and then the calls of the observers as they were made. */
struct turn_result {
    signed char light_die; /* 0: nothing was rolled for the light */
    bool light_changed;
    signed char smoke_die; /* 0: there is no smoke */
    const char *smoke;     /* removed, drift or stays */
    const char *light_rule, *smoke_rule; /* those rolls go by */
    int drift;             /* inches, all in one random direction */
    int n_arrivals;
    struct arrival *arrival; /* owned */
    struct parts parts;    /* what of near= and the like was used up */
    bool more;             /* something else is due: turn again goes on */
};

enum { MAX_EMPTY = 24 };

struct end_result {
    int turn;
    int n_removed, removed[MAX_EMPTY];       /* empty transports lost near the enemy */
    int n_unmeasured, unmeasured[MAX_EMPTY]; /* empty ones of which nobody said how they stand */
    int n;
    struct end_unit *unit; /* owned; only units that something happened to */
    int returned[MAX_SIDES];
    struct length_result length;
    bool resumed; /* it had begun before and waited for a last shot */
    bool waiting; /* somebody may shoot now; `end` again goes on */
};

/* Begins the next turn, or goes on with its beginning. Where somebody can be asked, each step is an
   intent by itself (r->more), so that nothing that was rolled is lost; else all are one. */
bool decide_turn(struct decision *d, struct turn_result *r);
void turn_result_free(struct turn_result *r);

/* Ends the turn, or goes on where a last shot out of Ambush was waited for. */
bool decide_end(struct decision *d, struct end_result *r);
void end_result_free(struct end_result *r);

#endif
