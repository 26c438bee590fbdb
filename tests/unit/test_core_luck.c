/* Tails of tries with different chances: against fractions by hand, every outcome in turn, what
   must be the same seen from the other side, and thousands of tries; and the log's text of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "game/tries.h"
#include "odds/trials.h"

#include <math.h>
#include <stdio.h>

/* Figures that a double sum of thousands of terms keeps. */
#define CLOSE 1e-12

static void same(double came, double wanted)
{
    if (!(fabs(came - wanted) <= CLOSE * fabs(wanted)))
        fail_msg("%.17g, not %.17g", came, wanted);
}

static struct fraction of(int num, int den)
{
    return (struct fraction){num, den};
}

static void nothing_tried(void **state)
{
    struct trials t = {0};
    struct tails tails = trials_tails(&t, 0);

    (void)state;
    assert_true(tails.most == 1 && tails.least == 1 && t.mean == 0);
    trials_add(&t, 0, of(1, 2));
    assert_int_equal(t.n, 0);
    trials_free(&t);
}

/* Worked out on paper. */
static void by_hand(void **state)
{
    struct trials t = {0};
    struct tails tails;

    (void)state;
    trials_add(&t, 1, of(1, 36)); /* a 6 and a 6 */
    tails = trials_tails(&t, 1);
    same(tails.least, 1. / 36);
    same(tails.most, 1);
    tails = trials_tails(&t, 0);
    same(tails.most, 35. / 36);
    same(tails.least, 1);
    trials_add(&t, 1, of(1, 2)); /* none 35/72, one 36/72, both 1/72 */
    same(t.mean, 19. / 36);
    same(trials_tails(&t, 2).least, 1. / 72);
    same(trials_tails(&t, 1).least, 37. / 72);
    same(trials_tails(&t, 1).most, 71. / 72);
    same(trials_tails(&t, 0).most, 35. / 72);
    trials_add(&t, 2, of(1, 3)); /* 4, 4 and 1 of 9 besides: 140, 284, 183, 40, 1 of 648 */
    same(t.mean, 43. / 36);
    same(trials_tails(&t, 4).least, 1. / 648);
    same(trials_tails(&t, 3).least, 41. / 648);
    same(trials_tails(&t, 2).least, 224. / 648);
    same(trials_tails(&t, 1).most, 424. / 648);
    same(trials_tails(&t, 0).most, 140. / 648);
    trials_free(&t);
}

/* What is sure, or cannot be, moves the count and nothing else. */
static void certain_ones(void **state)
{
    struct trials t = {0};

    (void)state;
    trials_add(&t, 3, of(1, 1));
    trials_add(&t, 5, of(0, 1));
    assert_true(trials_tails(&t, 3).most == 1 && trials_tails(&t, 3).least == 1);
    assert_true(trials_tails(&t, 4).least == 0 && trials_tails(&t, 2).most == 0);
    assert_true(trials_tails(&t, -1).most == 0 && trials_tails(&t, 9).least == 0);
    trials_add(&t, 1, of(1, 6));
    same(trials_tails(&t, 4).least, 1. / 6);
    same(trials_tails(&t, 3).most, 5. / 6);
    assert_true(t.n == 9);
    trials_free(&t);
}

static const struct fraction kinds[] = {{1, 6},  {1, 3},   {1, 2},     {2, 3},  {5, 6},
                                        {1, 36}, {26, 36}, {299, 324}, {2, 7},  {35, 36},
                                        {0, 1},  {1, 1},   {10, 36},   {3, 11}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* All 16384 outcomes of one try of each kind. */
static void every_outcome(void **state)
{
    double count[KINDS + 1] = {0};
    struct trials t = {0};

    (void)state;
    for (int i = 0; i < KINDS; i++)
        trials_add(&t, 1, kinds[i]);
    for (int bits = 0; bits < 1 << KINDS; bits++) {
        double chance = 1;
        int n = 0;
        for (int i = 0; i < KINDS; i++) {
            bool good = bits >> i & 1;
            n += good;
            chance *= fraction_value(good ? kinds[i] : fraction_not(kinds[i]));
        }
        count[n] += chance;
    }
    for (int k = 0; k <= KINDS; k++) {
        double most = 0, least = 0;
        for (int i = 0; i <= k; i++)
            most += count[i];
        for (int i = k; i <= KINDS; i++)
            least += count[i];
        same(trials_tails(&t, k).most, most);
        same(trials_tails(&t, k).least, least);
    }
    trials_free(&t);
}

/* The tails of k and k+1 make the whole; successes of these tries are failures of the others; the
   order in which they were rolled does not matter. */
static void from_the_other_side(void **state)
{
    struct trials t = {0}, not = {0}, back = {0};

    (void)state;
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < KINDS; i++) {
            trials_add(&t, 1, kinds[i]);
            trials_add(&not, 1, fraction_not(kinds[i]));
        }
    for (int i = 0; i < KINDS; i++)
        trials_add(&back, 20, kinds[KINDS - 1 - i]);
    same(t.mean, t.n - not.mean);
    for (int k = 0; k < t.n; k += 7) {
        struct tails a = trials_tails(&t, k), b = trials_tails(&not, t.n - k);
        same(a.most, b.least);
        same(a.least, b.most);
        same(a.most + trials_tails(&t, k + 1).least, 1);
        same(a.least, trials_tails(&back, k).least);
    }
    trials_free(&t);
    trials_free(&not);
    trials_free(&back);
}

/* C(2m, m) / 4^m. */
static double middle(int m)
{
    double p = 1;

    for (int i = 1; i <= m; i++)
        p *= (2. * i - 1) / (2. * i);
    return p;
}

static void thousands(void **state)
{
    struct trials halves = {0}, both = {0}, rare = {0};
    struct tails tails;

    (void)state;
    trials_add(&halves, 6000, of(1, 2));
    tails = trials_tails(&halves, 3000);
    same(tails.most, (1 + middle(3000)) / 2);
    same(tails.least, tails.most);
    same(trials_tails(&halves, 3001).least, (1 - middle(3000)) / 2);
    /* as many at 2+ as at 6: the same on both sides of the middle */
    trials_add(&both, 2000, of(1, 6));
    trials_add(&both, 2000, of(5, 6));
    for (int off = 0; off < 300; off += 37)
        same(trials_tails(&both, 2000 + off).least, trials_tails(&both, 2000 - off).most);
    same(both.mean, 2000);
    /* so small a tail is not lost to rounding */
    trials_add(&rare, 380, of(1, 6));
    same(trials_tails(&rare, 380).least, pow(1. / 6, 380));
    same(trials_tails(&rare, 379).least, pow(1. / 6, 380) * (1 + 380 * 5));
    trials_add(&rare, 9620, of(1, 6));
    assert_true(trials_tails(&rare, 10000).least < 1e-300);
    assert_true(trials_tails(&rare, 1667).least > 0.49 && trials_tails(&rare, 1667).least < 0.51);
    trials_free(&halves);
    trials_free(&both);
    trials_free(&rare);
}

/* ---- the log's text ---- */

static void text_of_tries(void **state)
{
    struct tries t = {0};
    enum luck_kind kind;
    const char *rest;
    struct fraction p;
    char text[EVENT_TEXT];
    int n;

    (void)state;
    tries_add(&t, 4, of(1, 3));
    tries_add(&t, 0, of(1, 2));
    tries_add(&t, 1, of(1, 36));
    assert_int_equal(t.n, 5);
    snprintf(text, sizeof text, "hit%s", t.text);
    assert_string_equal(text, "hit 4*1/3 1*1/36");
    assert_true(tries_sound(5, 5, text) && tries_sound(0, 5, text));
    assert_true(tries_read(text, &kind, &rest));
    assert_int_equal(kind, LUCK_HIT);
    assert_true(tries_next(&rest, &n, &p));
    assert_true(n == 4 && p.num == 1 && p.den == 3);
    assert_true(tries_next(&rest, &n, &p));
    assert_true(n == 1 && p.num == 1 && p.den == 36);
    assert_false(tries_next(&rest, &n, &p));
    assert_non_null(rest);
}

static void broken_texts(void **state)
{
    static const char *const broken[] = {
        "",          "hit",        "hit 4",      "hit 4*1",     "hit 4*1/",  "hits 4*1/3",
        "draw 4*1/3", "hit 4*4/3", "hit 4*-1/3", "hit 4*1/0",   "hit -4*1/3", "hit 0*1/3",
        "hit 3*1/3", "hit 4*1/3 x", "hit 4*1/3 1*1/3", "test4*1/3"};

    (void)state;
    assert_true(tries_sound(1, 4, "test 4*1/3"));
    assert_true(tries_sound(1, 4, "damage 4*0/1"));
    assert_false(tries_sound(5, 4, "hit 4*1/3"));
    assert_false(tries_sound(-1, 4, "hit 4*1/3"));
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        if (tries_sound(1, 4, broken[i]))
            fail_msg("\"%s\" is taken for tries", broken[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_tried),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(certain_ones),
        cmocka_unit_test(every_outcome),
        cmocka_unit_test(from_the_other_side),
        cmocka_unit_test(thousands),
        cmocka_unit_test(text_of_tries),
        cmocka_unit_test(broken_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
