/* The whole chain of odds for one unit's fire with 40 dice, in the program: hit, damage, cap,
   pin, check. Prints the median microseconds of one chain; links the core alone. */
#include "fixture.h"
#include "rules/volley.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES = 201, BATCH = 100, DICE = 40, MODELS = 10 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

int main(void)
{
    static double took[BATCHES];
    static struct ruleset rules;
    struct volley_target target = {.models = MODELS, .leader = true};
    struct volley v = {0};
    double sum = 0;

    fixture_ruleset(&rules);
    facts_init(&target.facts);
    for (int i = 0; i < BATCHES; i++) {
        double from = now();
        for (int k = 0; k < BATCH; k++) {
            /* 5+ to hit, 4+ to damage, and another 6 after a 6 */
            struct volley_group g = {.dice = DICE, .hit = 1.0 / 3, .damage = 1.0 / 2,
                                     .exceptional = 1.0 / 36};
            volley_make(&v, &rules, &g, 1, &target);
            sum += v.destroyed;
        }
        took[i] = (now() - from) / BATCH;
    }
    qsort(took, BATCHES, sizeof took[0], by_size);
    printf("%.3f\n", took[BATCHES / 2]);
    return sum > 0 ? 0 : 99;
}
