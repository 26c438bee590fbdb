/* Chances of single rolls, counted face by face. */
#include "odds/chance.h"

struct fraction fraction_of(int num, int den)
{
    int a = num, b = den;

    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a ? (struct fraction){num / a, den / a} : (struct fraction){0, 1};
}

double fraction_value(struct fraction f)
{
    return (double)f.num / f.den;
}

struct fraction fraction_not(struct fraction f)
{
    return (struct fraction){f.den - f.num, f.den};
}

struct fraction fraction_twice(struct fraction f)
{
    struct fraction miss = fraction_not(f);

    return fraction_not(fraction_of(miss.num * miss.num, miss.den * miss.den));
}

struct fraction chance_d6_at_least(int need)
{
    int good = 0;

    for (int face = 2; face <= 6; face++)
        good += face >= need;
    return fraction_of(good, 6);
}

struct fraction chance_six_six(void)
{
    return (struct fraction){1, 36};
}

struct fraction chance_2d6_at_most(int most)
{
    int good = 0;

    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            good += a + b <= most;
    return fraction_of(good, 36);
}

struct fraction chance_2d6_reach(int bonus, int floor, double want)
{
    int good = 0;

    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            int total = a + b + bonus;
            good += (total < floor ? floor : total) >= want;
        }
    return fraction_of(good, 36);
}
