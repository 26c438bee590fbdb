/* The turn's beginning and its end (chapter The Turn; Orders, retaining an order). */
#ifndef ADJUTANT_GAME_TURN_H
#define ADJUTANT_GAME_TURN_H

#include "game/decide.h"

/* What the turn's end did to one unit. */
struct end_unit {
    int unit;
    bool kept, tried, waiting;
    signed char shot_die, down_die; /* 0 when not rolled */
    int pins_removed;
};

/* The wind at the turn's beginning: one die for all smoke (smoke.drift). */
struct turn_result {
    signed char smoke_die; /* 0: there is no smoke */
    const char *smoke;     /* removed, drift or stays */
    int drift;             /* inches, all in one random direction */
};

enum { MAX_EMPTY = 24 };

struct end_result {
    int turn;
    int n_removed, removed[MAX_EMPTY];       /* empty transports lost near the enemy */
    int n_unmeasured, unmeasured[MAX_EMPTY]; /* empty ones of which nobody said how they stand */
    int n;
    struct end_unit *unit; /* owned; only units that something happened to */
    int returned[MAX_SIDES];
    bool waiting; /* somebody may shoot now; `end` again goes on */
};

bool decide_turn(struct decision *d, struct turn_result *r);
bool decide_end(struct decision *d, struct end_result *r);
void end_result_free(struct end_result *r);

#endif
