/* Exact distributions of a whole number from 0 to ODDS_MAX: what dice make of one another. */
#ifndef ADJUTANT_ODDS_DIST_H
#define ADJUTANT_ODDS_DIST_H

enum { ODDS_MAX = 255 };

/* p[k] is the chance of k; p[k] for k > n is not looked at. */
struct dist {
    int n;
    double p[ODDS_MAX + 1];
};

/* Always k. */
void dist_certain(struct dist *d, int k);

/* Successes of n dice that succeed with chance p each; n at most ODDS_MAX. */
void dist_binomial(struct dist *d, int n, double p);

/* Replaces d by the distribution of d + e, cut at ODDS_MAX. */
void dist_add(struct dist *d, const struct dist *e);

/* Each of the k keeps its effect with chance p, on its own. */
void dist_thin(struct dist *d, double p);

/* Everything above max counts as max. */
void dist_cap(struct dist *d, int max);

double dist_mean(const struct dist *d);

/* Chance of k or more. */
double dist_at_least(const struct dist *d, int k);

#endif
