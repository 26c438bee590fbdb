/* How unlikely it was: successes of many tries, each with a chance of its own. */
#ifndef ADJUTANT_ODDS_TRIALS_H
#define ADJUTANT_ODDS_TRIALS_H

#include "odds/chance.h"

#include <stdbool.h>

/* Tries that do not hang on one another; start from {0}. */
struct trials {
    int n, cap;
    double *p; /* owned: the chance of each */
    double mean;
};

/* Adds n tries that succeed with chance p each. */
void trials_add(struct trials *t, int n, struct fraction p);
void trials_free(struct trials *t);

/* The two tails of the distribution of the successes: `most` is the chance of `came` or fewer,
   `least` that of `came` or more. Every term is a sum of positive ones: each tail keeps about 13
   figures over thousands of tries, however small it is (under 1e-300 it may be 0). */
struct tails {
    double most, least;
};

struct tails trials_tails(const struct trials *t, int came);

#endif
