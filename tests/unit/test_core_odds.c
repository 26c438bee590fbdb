/* Chances and distributions against exact fractions: whole numbers as long as need be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "odds/chance.h"
#include "odds/dist.h"
#include "odds/notation.h"

#include <math.h>
#include <string.h>

/* ---- whole numbers of 544 bits; the largest here is 1296^40, of 414 ---- */

enum { WORDS = 17, MOST_DICE = 80 };

struct big {
    uint32_t w[WORDS]; /* the lowest word first */
};

static struct big big_of(uint32_t n)
{
    return (struct big){{n}};
}

static struct big big_times(struct big a, uint32_t by)
{
    uint64_t carry = 0;

    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)a.w[i] * by;
        a.w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_true(carry == 0);
    return a;
}

static struct big big_plus(struct big a, const struct big *b)
{
    uint64_t carry = 0;

    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)a.w[i] + b->w[i];
        a.w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_true(carry == 0);
    return a;
}

/* The upper three words as a number and the words below them, so nothing overflows. */
static double big_top(const struct big *a, int *below)
{
    int top = WORDS - 1;

    while (top > 2 && !a->w[top])
        top--;
    *below = top - 2;
    return ((double)a->w[top] * 4294967296.0 + a->w[top - 1]) * 4294967296.0 + a->w[top - 2];
}

/* a/b: both are exact, only this last step rounds, by less than 1e-15 of the value. */
static double big_ratio(const struct big *a, const struct big *b)
{
    int below_a, below_b;
    double x = big_top(a, &below_a), y = big_top(b, &below_b);

    return ldexp(x / y, 32 * (below_a - below_b));
}

/* ---- generating functions: c[k] of `whole` cases make k ---- */

struct cases {
    int n;
    struct big whole, c[MOST_DICE + 1];
};

static void cases_none(struct cases *s)
{
    *s = (struct cases){.whole = big_of(1), .c = {big_of(1)}};
}

/* One more die, which succeeds in `good` of `of` cases. */
static void cases_die(struct cases *s, uint32_t good, uint32_t of)
{
    s->whole = big_times(s->whole, of);
    s->c[++s->n] = big_of(0);
    for (int k = s->n; k >= 0; k--) {
        struct big gain = k ? big_times(s->c[k - 1], good) : big_of(0);
        s->c[k] = big_plus(big_times(s->c[k], of - good), &gain);
    }
}

/* Every place within 1e-13, and small chances within 1e-11 of themselves. */
static void same(const struct dist *d, const struct cases *s)
{
    assert_int_equal(d->n, s->n);
    for (int k = 0; k <= s->n; k++) {
        double exact = big_ratio(&s->c[k], &s->whole);
        assert_true(fabs(d->p[k] - exact) <= 1e-13);
        assert_true(fabs(d->p[k] - exact) <= 1e-11 * exact + 1e-300);
    }
}

static void binomial_is_exact(void **state)
{
    static const int parts[] = {36, 6};
    static struct cases s;
    struct dist d;

    (void)state;
    for (int i = 0; i < 2; i++)
        for (int a = 0; a <= parts[i]; a++) {
            cases_none(&s);
            for (int n = 0; n <= 40; n++) {
                dist_binomial(&d, n, (double)a / parts[i]);
                same(&d, &s);
                if (n < 40)
                    cases_die(&s, (uint32_t)a, (uint32_t)parts[i]);
            }
        }
}

static void sum_is_exact(void **state)
{
    static const int others[] = {1, 7, 40};
    static struct cases s;
    struct dist d, e;

    (void)state;
    for (int i = 0; i < 3; i++)
        for (uint32_t b = 0; b <= 6; b++)
            for (uint32_t a = 0; a <= 36; a++) {
                cases_none(&s);
                for (int k = 0; k < others[i]; k++)
                    cases_die(&s, b, 6);
                for (int n = 0; n <= 40; n++) {
                    dist_binomial(&d, n, a / 36.0);
                    dist_binomial(&e, others[i], b / 6.0);
                    dist_add(&d, &e);
                    same(&d, &s);
                    if (n < 40)
                        cases_die(&s, a, 36);
                }
            }
}

static void thinning_is_exact(void **state)
{
    static struct cases s;
    struct dist d;

    (void)state;
    for (uint32_t hit = 0; hit <= 36; hit++)
        for (uint32_t keep = 0; keep <= 36; keep++) {
            cases_none(&s);
            for (int n = 0; n <= 40; n++) {
                dist_binomial(&d, n, hit / 36.0);
                dist_thin(&d, keep / 36.0);
                same(&d, &s);
                if (n < 40)
                    cases_die(&s, hit * keep, 36 * 36);
            }
        }
}

/* The other way of counting: all faces of up to six dice, laid out one by one. */
static void binomial_by_enumeration(void **state)
{
    struct dist d;

    (void)state;
    for (int n = 0; n <= 6; n++)
        for (int need = 2; need <= 6; need++) {
            int count[7] = {0}, all = 1;
            for (int i = 0; i < n; i++)
                all *= 6;
            for (int roll = 0; roll < all; roll++) {
                int good = 0;
                for (int i = 0, rest = roll; i < n; i++, rest /= 6)
                    good += rest % 6 + 1 >= need;
                count[good]++;
            }
            dist_binomial(&d, n, (7 - need) / 6.0);
            for (int k = 0; k <= n; k++)
                assert_true(fabs(d.p[k] - (double)count[k] / all) <= 1e-15 * 10);
        }
}

/* A six-sided die as a distribution, thinned by a half: counted by hand over faces and coins. */
static void thinning_of_a_die(void **state)
{
    struct dist d = {.n = 6, .p = {0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0}};
    /* k of f coins: sum over f of C(f,k)/2^f/6, in 384ths */
    static const double want[] = {63, 120, 99, 64, 29, 8, 1};

    (void)state;
    dist_thin(&d, 0.5);
    for (int k = 0; k <= 6; k++)
        assert_true(fabs(d.p[k] - want[k] / 384) < 1e-14);
}

static void certain_cap_mean_and_tail(void **state)
{
    struct dist d, e;

    (void)state;
    dist_certain(&d, 3);
    assert_int_equal(d.n, 3);
    assert_true(d.p[3] == 1 && d.p[0] == 0 && d.p[1] == 0 && d.p[2] == 0);
    dist_certain(&e, 0);
    dist_add(&d, &e);
    assert_int_equal(d.n, 3);
    assert_true(d.p[3] == 1);

    /* two dice of a half: 1/4, 1/2, 1/4; at most one: 1/4, 3/4 */
    dist_binomial(&d, 2, 0.5);
    assert_true(fabs(dist_mean(&d) - 1) < 1e-15);
    assert_true(fabs(dist_at_least(&d, 0) - 1) < 1e-15);
    assert_true(fabs(dist_at_least(&d, 1) - 0.75) < 1e-15);
    assert_true(fabs(dist_at_least(&d, 2) - 0.25) < 1e-15);
    assert_true(dist_at_least(&d, 3) == 0);
    dist_cap(&d, 5);
    assert_int_equal(d.n, 2);
    dist_cap(&d, 1);
    assert_int_equal(d.n, 1);
    assert_true(fabs(d.p[0] - 0.25) < 1e-15 && fabs(d.p[1] - 0.75) < 1e-15);
    assert_true(fabs(dist_mean(&d) - 0.75) < 1e-15);
    dist_cap(&d, 0);
    assert_true(fabs(d.p[0] - 1) < 1e-15);

    /* the mean of n dice is np */
    dist_binomial(&d, ODDS_MAX, 7 / 36.0);
    assert_true(fabs(dist_mean(&d) - 255 * 7 / 36.0) < 1e-11);
}

/* A sum that is too long ends at ODDS_MAX and loses nothing. */
static void sum_is_cut_at_its_end(void **state)
{
    struct dist d, e;

    (void)state;
    dist_certain(&d, 200);
    dist_certain(&e, 100);
    dist_add(&d, &e);
    assert_int_equal(d.n, ODDS_MAX);
    assert_true(d.p[ODDS_MAX] == 1);
    dist_binomial(&d, 250, 0.5);
    dist_binomial(&e, 250, 0.5);
    dist_add(&d, &e);
    assert_int_equal(d.n, ODDS_MAX);
    assert_true(fabs(dist_at_least(&d, 0) - 1) < 1e-13);
}

static void fraction_is(struct fraction f, int num, int den)
{
    assert_int_equal(f.num, num);
    assert_int_equal(f.den, den);
}

static void fractions_in_lowest_terms(void **state)
{
    (void)state;
    fraction_is(fraction_of(0, 36), 0, 1);
    fraction_is(fraction_of(21, 36), 7, 12);
    fraction_is(fraction_of(36, 36), 1, 1);
    fraction_is(fraction_not(fraction_of(21, 36)), 5, 12);
    fraction_is(fraction_not(fraction_of(0, 6)), 1, 1);
    /* two tries at 7/12 miss 25/144; two at 1/36 miss 1225/1296 */
    fraction_is(fraction_twice(fraction_of(7, 12)), 119, 144);
    fraction_is(fraction_twice(fraction_of(1, 36)), 71, 1296);
    fraction_is(fraction_twice(fraction_of(1, 2)), 3, 4);
    fraction_is(fraction_twice(fraction_of(0, 1)), 0, 1);
    fraction_is(fraction_twice(fraction_of(1, 1)), 1, 1);
    assert_true(fraction_value(fraction_of(1, 4)) == 0.25);
}

/* shoot.hit.one-misses, damage.one-fails: a 1 never does, a 6 is the most that a die shows. */
static void one_die_by_its_faces(void **state)
{
    (void)state;
    for (int need = -2; need <= 2; need++)
        fraction_is(chance_d6_at_least(need), 5, 6);
    fraction_is(chance_d6_at_least(3), 2, 3);
    fraction_is(chance_d6_at_least(4), 1, 2);
    fraction_is(chance_d6_at_least(5), 1, 3);
    fraction_is(chance_d6_at_least(6), 1, 6);
    for (int need = 7; need <= 12; need++)
        fraction_is(chance_d6_at_least(need), 0, 1);
    fraction_is(chance_six_six(), 1, 36); /* shoot.hit.nigh-impossible */
}

/* order.test.roll: the 36 pairs. */
static void two_dice_by_their_pairs(void **state)
{
    static const int good[] = {0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36};

    (void)state;
    for (int most = 0; most <= 13; most++) {
        struct fraction f = chance_2d6_at_most(most);
        assert_int_equal(f.num * 36, good[most] * f.den);
    }
    fraction_is(chance_2d6_at_most(7), 7, 12);
    fraction_is(chance_2d6_at_most(9), 5, 6);
    fraction_is(chance_2d6_at_most(4), 1, 6);
    /* reaching: 12" takes the one double six, 7" 21 of the 36; never counted under the floor */
    fraction_is(chance_2d6_reach(0, 2, 12), 1, 36);
    fraction_is(chance_2d6_reach(0, 2, 7), 7, 12);
    fraction_is(chance_2d6_reach(12, 2, 24), 1, 36);
    fraction_is(chance_2d6_reach(-12, 2, 2), 1, 1);
    fraction_is(chance_2d6_reach(-12, 2, 2.5), 0, 1);
    fraction_is(chance_2d6_reach(0, 2, 6.5), 7, 12);
}

/* dice.notation.d6, .d2, .d3, .multi, .plus-minus */
static void dice_as_players_write_them(void **state)
{
    static const struct {
        const char *text;
        int count, sides, plus;
    } good[] = {{"d6", 1, 6, 0},   {"D6", 1, 6, 0},     {"2d6", 2, 6, 0},   {"d3", 1, 3, 0},
                {"d2", 1, 2, 0},   {"d6+1", 1, 6, 1},   {"3d6-2", 3, 6, -2}, {"d3-1", 1, 3, -1},
                {"60D6", 60, 6, 0}, {"4d3+10", 4, 3, 10}};
    static const char *const bad[] = {"",     "d",     "6",     "2d",    "d4",     "d20",  "d66",
                                      "0d6",  "61d6",  "2d6+",  "d6-",   "d6+x",   "2 d6", " d6",
                                      "d6 ",  "-1d6",  "d6+1+1", "2d6d6", "99999d6", "d6.5", "xd6",
                                      "d6+99999", "dd6", "d", "1+d6"};
    struct dice_expr e;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(dice_parse(&e, good[i].text));
        assert_int_equal(e.count, good[i].count);
        assert_int_equal(e.sides, good[i].sides);
        assert_int_equal(e.plus, good[i].plus);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(dice_parse(&e, bad[i]));
}

/* dice.notation.d2: 1-3 is 1, 4-6 is 2. dice.notation.d3: half, rounded up. */
static void faces_read_as_other_dice(void **state)
{
    static const int d2[] = {1, 1, 1, 2, 2, 2}, d3[] = {1, 1, 2, 2, 3, 3};

    (void)state;
    for (int face = 1; face <= 6; face++) {
        assert_int_equal(dice_read(face, 2), d2[face - 1]);
        assert_int_equal(dice_read(face, 3), d3[face - 1]);
        assert_int_equal(dice_read(face, 6), face);
    }
}

static void typed_faces(void **state)
{
    static const char *const good[] = {"5 3 6", "536", "5,3,6", " 5, 36 ", "5\t3 ,6"};
    static const struct {
        const char *text;
        char bad;
    } wrong[] = {{"7", '7'}, {"0", '0'}, {"5 x", 'x'}, {"10", '0'}, {"-1", '-'}, {"5;3", ';'}};
    signed char face[8];
    char bad = 0;
    int n;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        n = 0;
        assert_true(dice_faces(good[i], face, &n, 8, &bad));
        assert_int_equal(n, 3);
        assert_true(face[0] == 5 && face[1] == 3 && face[2] == 6);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        n = 0;
        assert_false(dice_faces(wrong[i].text, face, &n, 8, &bad));
        assert_int_equal(bad, wrong[i].bad);
    }
    /* onto the end of what is there, and no more than there is place for */
    n = 0;
    assert_true(dice_faces("12", face, &n, 8, &bad));
    assert_true(dice_faces("61", face, &n, 8, &bad));
    assert_int_equal(n, 4);
    assert_memory_equal(face, "\1\2\6\1", 4);
    assert_true(dice_faces("", face, &n, 8, &bad));
    assert_int_equal(n, 4);
    assert_false(dice_faces("12345", face, &n, 8, &bad));
    n = 0;
    assert_true(dice_faces("12345612", face, &n, 8, &bad));
    assert_int_equal(n, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binomial_is_exact),
        cmocka_unit_test(sum_is_exact),
        cmocka_unit_test(thinning_is_exact),
        cmocka_unit_test(binomial_by_enumeration),
        cmocka_unit_test(thinning_of_a_die),
        cmocka_unit_test(certain_cap_mean_and_tail),
        cmocka_unit_test(sum_is_cut_at_its_end),
        cmocka_unit_test(fractions_in_lowest_terms),
        cmocka_unit_test(one_die_by_its_faces),
        cmocka_unit_test(two_dice_by_their_pairs),
        cmocka_unit_test(dice_as_players_write_them),
        cmocka_unit_test(faces_read_as_other_dice),
        cmocka_unit_test(typed_faces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
