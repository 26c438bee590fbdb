/* What the dice have done for each side, against what was to be expected of them. */
#ifndef ADJUTANT_REPORT_LUCK_H
#define ADJUTANT_REPORT_LUCK_H

#include "game/tries.h"
#include "odds/trials.h"
#include "session/session.h"

/* One kind of roll of one side: `came` of the tries succeeded. */
struct luck_line {
    struct trials tries;
    int came;
    bool high;   /* it went better than most: the tail is that of as well or better */
    double tail; /* the smaller of the two tails */
};

struct luck {
    struct luck_line line[MAX_SIDES][N_LUCK_KINDS];
};

/* Reads the whole log, what was undone left out. luck_free() also after false. */
bool luck_gather(struct session *s, struct luck *l, struct diag *d);
void luck_free(struct luck *l);

/* The line that is unlikeliest of one side, of all for -1; NULL when nothing was rolled. */
const struct luck_line *luck_extreme(const struct luck *l, int side, int *whose,
                                     enum luck_kind *kind);

#endif
