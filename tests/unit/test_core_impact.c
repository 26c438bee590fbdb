/* Infantry against vehicles and rams, against sums worked out by hand and against every face. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "rules/impact.h"

#include <math.h>
#include <string.h>

static struct ruleset rules;

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

static void near(double want, double got)
{
    if (fabs(want - got) > 1e-12)
        fail_msg("wanted %.15f, got %.15f", want, got);
}

/* A vehicle of regulars without a pin. */
static struct impact_target vehicle(int armour, bool open)
{
    struct impact_target t = {.armour = armour, .armoured = armour >= 7,
                              .enclosed = armour >= 7 && !open};

    facts_init(&t.wreck.facts);
    return t;
}

static void storm(struct storm *s, int men, int need, bool hunters, const struct impact_target *t)
{
    double come[ODDS_MAX + 1] = {0};

    come[men] = 1;
    storm_make(s, &rules, come, men, need, hunters, t);
}

/* Of all results on regulars without a pin: fire is put out at 9 less its pin, missed by 10 of
   36. A superficial result (D6-3) burns on a 6 and stops the engine on a 5; a full one burns on a
   3, stops it on a 2 and knocks out on 4 to 6. */
static const double superficial = 1.0 / 6 * 10 / 36, full = 1.0 / 2 + 1.0 / 6 * 10 / 36;

/* One man at a lorry: he hits with 1/2, and 5+ on the die then makes 6: 1/6 in all. */
static void a_lorry(void **state)
{
    struct impact_target t = vehicle(6, false);
    struct storm s;

    (void)state;
    storm(&s, 1, 4, false, &t);
    near(1.0 / 6, s.knocked_out);
    near(1.0 / 2, s.hits.p[1]);
    near(0, s.never);
    /* on the move he hits with a 6 only */
    storm(&s, 1, 6, false, &t);
    near(1.0 / 18, s.knocked_out);
}

/* Two men at an open carrier of 7+: two hits, 1/4, want 5+; one, 1/2, a 6; it is destroyed by any
   damage. */
static void an_open_carrier(void **state)
{
    struct impact_target t = vehicle(7, true);
    struct storm s;

    (void)state;
    storm(&s, 2, 4, false, &t);
    near(1.0 / 4 * 2 / 6 + 1.0 / 2 / 6, s.knocked_out);
    near(0, s.immobilised);
}

/* The same with a roof: whoever hunts no tanks does superficial damage only. */
static void a_closed_carrier(void **state)
{
    struct impact_target t = vehicle(7, false);
    double damage = 1.0 / 4 * 2 / 6 + 1.0 / 2 / 6;
    struct storm s;

    (void)state;
    storm(&s, 2, 4, false, &t);
    near(damage, s.degree[DAMAGE_SUPERFICIAL]);
    near(damage * superficial, s.knocked_out);
    near(damage * superficial, s.burnt_out);
    near(damage / 6, s.immobilised);
    /* tank hunters: the exact score, 5 of two hits or 6 of one, is superficial all the same */
    storm(&s, 2, 4, true, &t);
    near(1.0 / 4 / 6 + 1.0 / 2 / 6, s.degree[DAMAGE_SUPERFICIAL]);
    near(1.0 / 4 / 6, s.degree[DAMAGE_FULL]);
    near((1.0 / 24 + 1.0 / 12) * superficial + 1.0 / 24 * full, s.knocked_out);
}

/* All faces of three men and of the damage roll; a natural 1 does nothing, three more than wanted
   is massive. */
static void every_face(void **state)
{
    (void)state;
    for (int armour = 7; armour <= 9; armour++) {
        struct impact_target t = vehicle(armour, false);
        int degree[4] = {0};
        struct storm s;
        for (int n = 0; n < 6 * 6 * 6 * 6; n++) {
            int hits = (n % 6 >= 3) + (n / 6 % 6 >= 3) + (n / 36 % 6 >= 3), face = n / 216 + 1;
            int over = face + hits - armour;
            degree[!hits || face == 1 || over < 0 ? 0 : over == 0 ? 1 : over >= 3 ? 3 : 2]++;
        }
        storm(&s, 3, 4, true, &t);
        for (int i = 0; i < 4; i++)
            near(degree[i] / 1296.0, s.degree[i]);
    }
}

/* Fire on the way: half of the time nobody comes, else one or two. */
static void after_fire(void **state)
{
    struct impact_target t = vehicle(6, false);
    double come[3] = {0, 0.25, 0.25};
    struct storm s, one, two;

    (void)state;
    storm(&one, 1, 4, false, &t);
    storm(&two, 2, 4, false, &t);
    storm_make(&s, &rules, come, 2, 4, false, &t);
    near(0.5, s.never);
    near(0.25 * one.knocked_out + 0.25 * two.knocked_out, s.knocked_out);
    near(1, s.degree[0] + s.degree[1] + s.degree[2] + s.degree[3]);
    near(1, dist_at_least(&s.hits, 0));
}

/* Two of 9+: 15 of 36 each way, 6 ties, in which both lose. Losers take full damage; a winner who
   is no heavier superficial. */
static void equals_ram(void **state)
{
    struct impact_target t[2] = {vehicle(9, false), vehicle(9, false)};
    struct ramming r;

    (void)state;
    ramming_make(&r, &rules, t);
    near(15.0 / 36, r.win);
    near(15.0 / 36, r.lose);
    near(6.0 / 36, r.tie);
    for (int i = 0; i < 2; i++) {
        near(21.0 / 36 * full + 15.0 / 36 * superficial, r.knocked_out[i]);
        near(1.0 / 6, r.immobilised[i]);
    }
}

/* 10+ at 8+: two ahead, so it wins unless the other's die is 2 or more higher: 10 of 36, of which
   4 make a tie. It takes superficial damage where it loses or ties, and none where it wins; the
   lighter one full damage then, and superficial where it wins. */
static void heavy_rams_light(void **state)
{
    struct impact_target t[2] = {vehicle(10, false), vehicle(8, false)};
    struct ramming r;

    (void)state;
    ramming_make(&r, &rules, t);
    near(26.0 / 36, r.win);
    near(6.0 / 36, r.lose);
    near(4.0 / 36, r.tie);
    near(10.0 / 36 * superficial, r.knocked_out[0]);
    near(30.0 / 36 * full + 6.0 / 36 * superficial, r.knocked_out[1]);
}

/* A lorry adds nothing: 9+ always wins, and is heavier. */
static void a_tank_rams_a_lorry(void **state)
{
    struct impact_target t[2] = {vehicle(9, false), vehicle(6, false)};
    struct ramming r;

    (void)state;
    ramming_make(&r, &rules, t);
    near(1, r.win);
    near(1, r.knocked_out[1]);
    near(0, r.knocked_out[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lorry),          cmocka_unit_test(an_open_carrier),
        cmocka_unit_test(a_closed_carrier), cmocka_unit_test(every_face),
        cmocka_unit_test(after_fire),       cmocka_unit_test(equals_ram),
        cmocka_unit_test(heavy_rams_light), cmocka_unit_test(a_tank_rams_a_lorry),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
