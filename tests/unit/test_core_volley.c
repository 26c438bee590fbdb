/* The chain of a unit's fire against plain enumeration: every face of every die is laid out,
   and what follows is worked out here from the rule texts, not by the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "rules/volley.h"

#include <math.h>
#include <string.h>

static struct ruleset rules;

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

/* ---- what is shot, and who at ---- */

struct dice_group {
    int dice, hit, damage; /* scores; over 6 a hit takes 6 and 6, damage cannot be */
    bool scoped;           /* what damages is exceptional */
};

struct target {
    const char *name;
    int morale;            /* of its quality: 8, 9 or 10 */
    int pins, models;
    bool team, gun, leader;
    int officer;           /* bonus of the officer in reach, 0 for none */
    const char *special;   /* special rules, or NULL */
};

static bool has(const struct target *t, const char *special)
{
    return t->special && strstr(t->special, special);
}

/* ---- counting cases ---- */

typedef unsigned __int128 cases_t;

enum outcome { MISS, IN_VAIN, KILL, KILL_SAVED, KILL_PICKED, OUTCOMES };

struct count {
    cases_t whole, hits[16], casualties[16], pinned, exceptional, check, destroyed, stands[2][16];
    const struct target *t;
    int groups;
    const struct dice_group *g;
    uint64_t of[3][OUTCOMES]; /* of one die of each group */
};

/* One die: to hit and again, damage and again, and the die that replaces a German NCO. */
static void count_die(const struct dice_group *g, const struct target *t, uint64_t of[OUTCOMES])
{
    memset(of, 0, OUTCOMES * sizeof of[0]);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            for (int c = 1; c <= 6; c++)
                for (int d = 1; d <= 6; d++)
                    for (int e = 1; e <= 6; e++) {
                        bool hit = g->hit > 6 ? a == 6 && b == 6 : a != 1 && a >= g->hit;
                        bool kill = c != 1 && c >= g->damage;
                        bool exceptional = kill && (g->scoped || (c == 6 && d == 6));
                        bool saved = has(t, "initiative-training") && e >= 2;
                        of[!hit           ? MISS
                           : !kill        ? IN_VAIN
                           : !exceptional ? KILL
                           : saved        ? KILL_SAVED
                                          : KILL_PICKED]++;
                    }
}

/* Of the 36 rolls (36 * 36 where the Soviets roll again), those that break the unit. */
static unsigned breaking(const struct target *t, int left, bool leader_lost)
{
    int value = t->morale + t->officer;
    unsigned bad = 0;

    if (!has(t, "stubborn"))
        value -= (t->pins + 1) * (has(t, "shirkers") ? 2 : 1);
    if (leader_lost)
        value--;
    if ((t->team || t->gun) && left == 1)
        value--;
    value = value > 10 ? 10 : value < 2 ? 2 : value;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            bad += a + b > value;
    return has(t, "great-patriotic-war") ? bad * bad : bad * 36;
}

/* rout.pins, special.fanatic.no-pin-rout */
static bool routs(const struct target *t)
{
    return t->pins + 1 >= t->morale && !(has(t, "fanatics") && t->models >= 2);
}

static void count_end(struct count *n, cases_t ways, const int got[OUTCOMES])
{
    const struct target *t = n->t;
    int kills = got[KILL] + got[KILL_SAVED] + got[KILL_PICKED];
    int hits = kills + got[IN_VAIN], exceptional = got[KILL_SAVED] + got[KILL_PICKED];
    int casualties = kills < t->models ? kills : t->models, left;
    bool stays = has(t, "fanatics");

    ways *= 36 * 36;
    n->whole += ways;
    n->hits[hits] += ways;
    n->pinned += hits ? ways : 0;
    n->exceptional += exceptional ? ways : 0;
    if (t->team && exceptional)
        casualties = t->models;
    n->casualties[casualties] += ways;
    left = t->models - casualties;
    bool leaderless = t->leader && got[KILL_PICKED] > 0;
    if (hits && routs(t)) {
        n->destroyed += ways;
    } else if (left == 0) {
        n->destroyed += ways;
    } else if (casualties && 2 * casualties >= t->models && !(stays && left >= 2)) {
        n->check += ways;
        ways /= 36 * 36;
        n->destroyed += ways * breaking(t, left, leaderless);
        n->stands[leaderless][casualties] += ways * (36 * 36 - breaking(t, left, leaderless));
    } else {
        n->stands[leaderless][casualties] += ways;
    }
}

static void count_rest(struct count *n, int group, int dice, cases_t ways, int got[OUTCOMES])
{
    if (group == n->groups) {
        count_end(n, ways, got);
        return;
    }
    if (dice == n->g[group].dice) {
        count_rest(n, group + 1, 0, ways, got);
        return;
    }
    for (int o = 0; o < OUTCOMES; o++) {
        if (!n->of[group][o])
            continue;
        got[o]++;
        count_rest(n, group, dice + 1, ways * n->of[group][o], got);
        got[o]--;
    }
}

/* ---- the engine's answer ---- */

static void set_target(struct volley_target *v, const struct target *t)
{
    *v = (struct volley_target){.models = t->models, .team = t->team, .leader = t->leader};
    facts_init(&v->facts);
    facts_set(&v->facts, F_QUALITY, t->morale - 8);
    facts_set(&v->facts, F_PINS, t->pins);
    facts_set(&v->facts, F_MODELS, t->models);
    if (t->team || t->gun)
        facts_set(&v->facts, F_CREW, t->models);
    if (t->officer)
        facts_set(&v->facts, F_OFFICER, t->officer - 1);
    if (t->special) {
        struct diag d = {0};
        assert_true(specials_parse(&rules, t->special, &v->facts.special, &d));
    }
}

static double chance(int need, bool again)
{
    return need <= 6 ? (need < 2 ? 5 : 7 - need) / 6.0 : again ? 1 / 36.0 : 0;
}

static void set_groups(struct volley_group *v, const struct dice_group *g, int n)
{
    for (int i = 0; i < n; i++) {
        v[i].dice = g[i].dice;
        v[i].hit = chance(g[i].hit, true);
        v[i].damage = chance(g[i].damage, false);
        v[i].exceptional = g[i].damage > 6 ? 0 : g[i].scoped ? v[i].damage : 1 / 36.0;
    }
}

static double part(cases_t of, cases_t whole)
{
    return (double)of / (double)whole;
}

static void near(const char *what, const struct target *t, double got, double want)
{
    if (fabs(got - want) > 1e-12)
        fail_msg("%s at %s: %.15g, counted %.15g", what, t->name, got, want);
}

static void dist_is(const char *what, const struct target *t, const struct dist *d,
                    const cases_t *of, cases_t whole)
{
    for (int k = 0; k < 16; k++)
        near(what, t, k <= d->n ? d->p[k] : 0, part(of[k], whole));
    for (int k = 16; k <= d->n; k++)
        near(what, t, d->p[k], 0);
}

static void compare(const struct dice_group *g, int n, const struct target *t)
{
    struct count c = {.t = t, .groups = n, .g = g};
    struct volley_group groups[4] = {0};
    struct volley_target target;
    struct volley v;
    int got[OUTCOMES] = {0};

    for (int i = 0; i < n; i++)
        count_die(&g[i], t, c.of[i]);
    count_rest(&c, 0, 0, 1, got);
    set_groups(groups, g, n);
    set_target(&target, t);
    volley_make(&v, &rules, groups, n, &target);
    dist_is("hits", t, &v.hits, c.hits, c.whole);
    dist_is("casualties", t, &v.casualties, c.casualties, c.whole);
    near("pinned", t, v.pinned, part(c.pinned, c.whole));
    near("exceptional", t, v.exceptional, part(c.exceptional, c.whole));
    near("destroyed", t, v.destroyed, part(c.destroyed, c.whole));
    for (int lost = 0; lost < 2; lost++)
        for (int k = 0; k < t->models; k++)
            near("stands", t, v.stands[lost][k], k < 16 ? part(c.stands[lost][k], c.whole) : 0);
    if (!routs(t)) /* what a routed unit would have to take is nobody's question */
        near("check", t, v.morale_check, part(c.check, c.whole));
}

/* One to three groups, up to five dice in all; scores from 2 to the nigh impossible. */
static const struct {
    int n;
    struct dice_group g[3];
} fires[] = {
    {1, {{1, 3, 4, false}}},
    {1, {{2, 2, 2, false}}},
    {1, {{5, 3, 4, false}}},
    {1, {{5, 2, 3, false}}},
    {1, {{4, 7, 5, false}}},                      /* 6 and 6 */
    {1, {{3, 4, 7, false}}},                      /* hits that cannot damage */
    {1, {{1, 2, 4, true}}},                       /* the sniper's scope */
    {2, {{3, 3, 4, false}, {2, 5, 4, false}}},
    {2, {{0, 3, 4, false}, {4, 6, 2, false}}},    /* the first is out of range */
    {2, {{1, 3, 4, true}, {3, 4, 6, false}}},
    {3, {{2, 3, 4, false}, {1, 2, 2, false}, {2, 8, 3, false}}},
    {3, {{1, 6, 6, false}, {2, 2, 5, false}, {1, 3, 7, false}}},
};

enum { N_FIRES = sizeof fires / sizeof fires[0] };

static void against(const struct target *t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < N_FIRES; k++)
            compare(fires[k].g, fires[k].n, &t[i]);
}

#define MEN(n, m, p, left, ...) \
    {.name = n, .morale = m, .pins = p, .models = left, ##__VA_ARGS__}
#define AGAINST(...)                                                  \
    do {                                                              \
        static const struct target t_[] = {__VA_ARGS__};              \
        against(t_, sizeof t_ / sizeof t_[0]);                        \
    } while (0)

/* casualty.one-per-damage, morale-check.half-loss, .method, .fail; damage stops at the models */
static void squads_of_every_size(void **state)
{
    (void)state;
    AGAINST(MEN("one man", 9, 0, 1), MEN("two men", 9, 0, 2), MEN("three men", 8, 0, 3),
            MEN("four men", 9, 1, 4), MEN("five men", 10, 0, 5), MEN("six men", 9, 3, 6),
            MEN("nine men", 9, 0, 9), MEN("ten men", 10, 4, 10), MEN("fifteen men", 9, 0, 15));
}

/* morale.cap-floor, pin.morale.minus-one, officer.bonus.who: 2 to 10 whatever is added up */
static void morale_held_between_two_and_ten(void **state)
{
    (void)state;
    AGAINST(MEN("7 pins, floor", 9, 7, 4), MEN("a major, cap", 10, 0, 4, .officer = 4),
            MEN("a captain and 5 pins", 9, 5, 4, .officer = 3),
            MEN("inexperienced, 5 pins, 1st lieutenant", 8, 5, 5, .officer = 2));
}

/* exceptional.shooter-picks, morale.leader-lost: the leader falls and the check is at -1 */
static void leaders_are_picked(void **state)
{
    (void)state;
    AGAINST(MEN("led, 2 men", 9, 0, 2, .leader = true), MEN("led, 3 men", 9, 0, 3, .leader = true),
            MEN("led, 4 men, 2 pins", 9, 2, 4, .leader = true),
            MEN("led veterans", 10, 0, 5, .leader = true));
}

/* army.germany.initiative-training: on 2+ another man falls, and nothing is lost of the morale */
static void leaders_are_replaced(void **state)
{
    (void)state;
    AGAINST(MEN("Germans, 2 men", 9, 0, 2, .leader = true, .special = "initiative-training"),
            MEN("Germans, 4 men", 9, 0, 4, .leader = true, .special = "initiative-training"),
            MEN("German veterans", 10, 3, 5, .leader = true, .special = "initiative-training"));
}

/* exceptional.weapon-team, team.support.firer-killed, morale.last-crewman */
static void teams_fall_whole(void **state)
{
    (void)state;
    AGAINST(MEN("team of 2", 9, 0, 2, .team = true), MEN("team of 3", 9, 0, 3, .team = true),
            MEN("veteran team of 4", 10, 1, 4, .team = true),
            MEN("last man of a team", 9, 0, 1, .team = true),
            MEN("inexperienced team of 5", 8, 2, 5, .team = true));
}

/* morale.last-crewman holds for gun crews as for weapon teams */
static void last_man_of_a_gun(void **state)
{
    (void)state;
    AGAINST(MEN("gun crew of 2", 9, 0, 2, .gun = true), MEN("gun crew of 3", 9, 1, 3, .gun = true),
            MEN("gun crew of 4", 10, 0, 4, .gun = true));
}

/* special.fanatic.no-half-check, .one-man, .no-pin-rout */
static void fanatics_stand(void **state)
{
    (void)state;
    AGAINST(MEN("8 fanatics", 9, 0, 8, .special = "fanatics"),
            MEN("4 fanatics", 9, 0, 4, .special = "fanatics"),
            MEN("2 fanatics", 9, 2, 2, .special = "fanatics"),
            MEN("3 fanatics, 8 pins", 9, 8, 3, .special = "fanatics"),
            MEN("last fanatic, 7 pins", 8, 7, 1, .special = "fanatics"));
}

/* rout.pins: 8, 9 or 10 by quality, the pin of this fire included; bonuses do not help */
static void pins_rout_units(void **state)
{
    (void)state;
    AGAINST(MEN("inexperienced, 7 pins", 8, 7, 6), MEN("inexperienced, 6 pins", 8, 6, 6),
            MEN("regulars, 8 pins", 9, 8, 6),
            MEN("veterans, 9 pins, a major", 10, 9, 6, .officer = 4),
            MEN("veterans, 8 pins, a major", 10, 8, 6, .officer = 4),
            MEN("green, 7 pins", 8, 7, 6, .special = "green"));
}

/* army.soviet.great-patriotic-war: a failed check is taken again, the second result stands */
static void soviets_roll_again(void **state)
{
    (void)state;
    AGAINST(MEN("Soviets", 9, 0, 4, .leader = true, .special = "great-patriotic-war"),
            MEN("inexperienced Soviets", 8, 3, 5, .special = "great-patriotic-war"),
            MEN("Soviet team", 9, 0, 3, .team = true, .special = "great-patriotic-war"));
}

/* special.stubborn: pins do not count in checks. special.shirkers.double-pins: -2 each */
static void stubborn_and_shirkers(void **state)
{
    (void)state;
    AGAINST(MEN("stubborn, 4 pins", 9, 4, 4, .leader = true, .special = "stubborn"),
            MEN("shirkers, 2 pins", 8, 2, 4, .special = "shirkers"),
            MEN("stubborn shirkers", 9, 3, 4, .special = "stubborn,shirkers"));
}

/* ---- forty dice, where nothing can be laid out: binomial coefficients instead ---- */

/* C(n, k) by Pascal's triangle, in whole numbers. */
static double choose(int n, int k)
{
    uint64_t row[42] = {1};

    for (int i = 1; i <= n; i++)
        for (int j = i; j > 0; j--)
            row[j] += row[j - 1];
    return (double)row[k];
}

static double power(double x, int n)
{
    double y = 1;

    while (n-- > 0)
        y *= x;
    return y;
}

/* n dice: k show the one thing and all others the other. */
static double of_dice(int n, int k, double one, double other)
{
    return k < 0 || k > n ? 0 : choose(n, k) * power(one, k) * power(other, n - k);
}

/* 40 rifles, 3+ and 4+: a die hits with 2/3, kills with 1/3, exceptionally with 1/54. The
   target are 20 regulars with a leader and a pin: with 10 losses or more they check at 9 - 2,
   with the leader gone at 9 - 2 - 1. Of 36 rolls 15 break a 7, 21 a 6. */
static void forty_rifles(void **state)
{
    const struct target t = {"20 men", 9, 1, 20, .leader = true};
    const struct dice_group g = {40, 3, 4, false};
    struct volley_group group = {0};
    struct volley_target target;
    struct volley v;
    double check = 0, destroyed = 0, all_fall = 0;

    (void)state;
    set_groups(&group, &g, 1);
    set_target(&target, &t);
    volley_make(&v, &rules, &group, 1, &target);
    assert_int_equal(v.hits.n, 40);
    assert_int_equal(v.casualties.n, 20);
    for (int k = 0; k <= 40; k++) {
        double kills = of_dice(40, k, 1 / 3.0, 2 / 3.0);
        double plain = of_dice(40, k, 1 / 3.0 - 1 / 54.0, 2 / 3.0);
        near("hits", &t, v.hits.p[k], of_dice(40, k, 2 / 3.0, 1 / 3.0));
        if (k < 20)
            near("casualties", &t, v.casualties.p[k], kills);
        all_fall += k >= 20 ? kills : 0;
        if (k >= 10 && k < 20) {
            check += kills;
            destroyed += plain * 15 / 36 + (kills - plain) * 21 / 36;
        }
    }
    near("all fall", &t, v.casualties.p[20], all_fall);
    near("mean of the hits", &t, dist_mean(&v.hits), 40 * 2 / 3.0);
    near("pinned", &t, v.pinned, 1 - power(1 / 3.0, 40));
    near("exceptional", &t, v.exceptional, 1 - power(53 / 54.0, 40));
    near("check", &t, v.morale_check, check);
    near("destroyed", &t, v.destroyed, destroyed + all_fall);
}

/* 25 dice at 4+ and 15 that need 6 and 6, at 3 men of a team: a kill in two groups. */
static void forty_dice_of_two_kinds(void **state)
{
    const struct target t = {"team of 3", 9, 0, 3, .team = true};
    const struct dice_group g[2] = {{25, 4, 4, false}, {15, 7, 4, false}};
    const double p = 1 / 4.0, s = 1 / 72.0, p2 = 1 / 72.0, s2 = 1 / 1296.0;
    struct volley_group groups[2] = {0};
    struct volley_target target;
    struct volley v;
    double sure = 0, kills[3] = {0};

    (void)state;
    set_groups(groups, g, 2);
    set_target(&target, &t);
    volley_make(&v, &rules, groups, 2, &target);
    for (int k = 0; k < 3; k++) { /* k kills and none of them exceptional */
        for (int i = 0; i <= k; i++)
            kills[k] += of_dice(25, i, p - s, 1 - p) * of_dice(15, k - i, p2 - s2, 1 - p2);
        near("casualties", &t, v.casualties.p[k], kills[k]);
        sure += kills[k];
    }
    near("whole team", &t, v.casualties.p[3], 1 - sure);
    /* two of three fall: half and more; the last crewman checks at 9 - 1 - 1, 15 of 36 break */
    near("check", &t, v.morale_check, kills[2]);
    near("destroyed", &t, v.destroyed, 1 - sure + kills[2] * 15 / 36);
    near("pinned", &t, v.pinned, 1 - power(0.5, 25) * power(35 / 36.0, 15));
}

/* morale-check.half-loss: half or more of those who were there, and somebody is left */
static void half_and_more(void **state)
{
    (void)state;
    assert_true(half_lost(3, 6) && half_lost(4, 6) && half_lost(1, 2) && half_lost(4, 7));
    assert_false(half_lost(2, 6) || half_lost(3, 7) || half_lost(0, 1) || half_lost(0, 0));
    assert_false(half_lost(6, 6) || half_lost(1, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squads_of_every_size),
        cmocka_unit_test(morale_held_between_two_and_ten),
        cmocka_unit_test(leaders_are_picked),
        cmocka_unit_test(leaders_are_replaced),
        cmocka_unit_test(teams_fall_whole),
        cmocka_unit_test(last_man_of_a_gun),
        cmocka_unit_test(fanatics_stand),
        cmocka_unit_test(pins_rout_units),
        cmocka_unit_test(soviets_roll_again),
        cmocka_unit_test(stubborn_and_shirkers),
        cmocka_unit_test(forty_rifles),
        cmocka_unit_test(forty_dice_of_two_kinds),
        cmocka_unit_test(half_and_more),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
