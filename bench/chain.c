/* The whole chain of odds for one unit's fire with 40 dice, in the program: hit, damage, cap,
   pin, check; or, for `chain melee`, a fight of two squads of 15 at close quarters to its end.
   Prints the median microseconds of one; links the core alone. */
#include "fixture.h"
#include "rules/melee.h"
#include "rules/volley.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static struct ruleset rules;

/* 5+ to hit, 4+ to damage, and another 6 after a 6. */
static double fire(void)
{
    struct volley_group g = {.dice = DICE, .hit = 1.0 / 3, .damage = 1.0 / 2,
                             .exceptional = 1.0 / 36};
    struct volley_target target = {.models = MODELS, .leader = true};
    struct volley v = {0};

    facts_init(&target.facts);
    volley_make(&v, &rules, &g, 1, &target);
    return v.destroyed;
}

/* Regulars, an NCO and another with submachine guns among them. */
static double melee(void)
{
    struct melee_side side = {.models = 15, .need = 4, .tough = melee_tough(15, 2)};
    struct melee m;

    melee_make(&m, &side, &side, false, NULL);
    return m.win;
}

int main(int argc, char **argv)
{
    static double took[BATCHES];
    double (*one)(void) = argc > 1 && strcmp(argv[1], "melee") == 0 ? melee : fire;
    double sum = 0;

    fixture_ruleset(&rules);
    for (int i = 0; i < BATCHES; i++) {
        double from = now();
        for (int k = 0; k < BATCH; k++)
            sum += one();
        took[i] = (now() - from) / BATCH;
    }
    qsort(took, BATCHES, sizeof took[0], by_size);
    printf("%.3f\n", took[BATCHES / 2]);
    return sum > 0 ? 0 : 99;
}
