/* Chances of single rolls, as exact fractions. */
#ifndef ADJUTANT_ODDS_CHANCE_H
#define ADJUTANT_ODDS_CHANCE_H

/* num/den in lowest terms. */
struct fraction {
    int num, den;
};

struct fraction fraction_of(int num, int den);
double fraction_value(struct fraction f);

/* 1 - f, and the chance that one of two tries at f succeeds. */
struct fraction fraction_not(struct fraction f);
struct fraction fraction_twice(struct fraction f);

/* One die showing `need` or more; a natural 1 never does; over 6 never does. */
struct fraction chance_d6_at_least(int need);

/* A 6 and then another 6. */
struct fraction chance_six_six(void);

/* Two dice totalling `most` or less. */
struct fraction chance_2d6_at_most(int most);

/* Two dice plus `bonus`, never counted under `floor`, reaching `want` or more. */
struct fraction chance_2d6_reach(int bonus, int floor, double want);

#endif
