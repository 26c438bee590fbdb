/* The distribution of the successes of tries with different chances, one try after the other. */
#include "odds/trials.h"

#include "base/mem.h"

#include <stdlib.h>

void trials_add(struct trials *t, int n, struct fraction p)
{
    while (t->cap < t->n + n) {
        int cap = t->cap ? 2 * t->cap : 64;
        t->p = mem_grow(t->p, (size_t)t->cap, (size_t)cap, sizeof *t->p);
        t->cap = cap;
    }
    for (int i = 0; i < n; i++)
        t->p[t->n++] = fraction_value(p);
    t->mean += n * (double)p.num / p.den;
}

void trials_free(struct trials *t)
{
    free(t->p);
    *t = (struct trials){0};
}

/* What is too small for a double counts as nothing, and is not looked at again. */
static void trim(const double *chance, int *low, int *high)
{
    while (*low < *high && chance[*low] == 0)
        ++*low;
    while (*high > *low && chance[*high] == 0)
        --*high;
}

/* chance[k] of k successes, for k from *low to *high. */
static double *distribution(const struct trials *t, int *low, int *high)
{
    double *chance = mem_new(sizeof *chance * (size_t)(t->n + 1));

    *low = *high = 0;
    chance[0] = 1;
    for (int i = 0; i < t->n; i++) {
        double p = t->p[i], q = 1 - p;
        ++*high;
        for (int k = *high; k > *low; k--)
            chance[k] = chance[k] * q + chance[k - 1] * p;
        chance[*low] *= q;
        trim(chance, low, high);
    }
    return chance;
}

struct tails trials_tails(const struct trials *t, int came)
{
    struct tails tails = {0};
    int low, high;
    double *chance = distribution(t, &low, &high);

    for (int k = low; k <= high && k <= came; k++) /* the small ones first */
        tails.most += chance[k];
    for (int k = high; k >= low && k >= came; k--)
        tails.least += chance[k];
    free(chance);
    if (tails.most > 1) /* by rounding */
        tails.most = 1;
    if (tails.least > 1)
        tails.least = 1;
    return tails;
}
