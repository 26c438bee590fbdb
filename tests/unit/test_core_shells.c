/* The chain of a unit's fire where hits become something else: templates, dice in a building,
   flame. Every face of every die is laid out, or, where there are too many, millions of dice
   are thrown; what follows from the dice is worked out here from the rule texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "odds/notation.h"
#include "rules/volley.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct ruleset rules;

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

/* ---- what is shot, and who at ---- */

/* Dice of one weapon. A hit of BUILDING and FLAME becomes `times` dice of `sides`, and `plus`. */
struct shots {
    int dice, hit, damage;     /* scores; over 6 a hit takes 6 and 6, damage cannot be */
    enum volley_kind kind;
    int under;                 /* models under the templates, after halving */
    int times, sides, plus;
    bool halved;               /* the target is Down in its building */
    int collapse;              /* hits that bring it down, 0 for never */
    int pin_sides, pin_plus;
};

struct target {
    const char *name;
    int morale;                /* of its quality: 8, 9 or 10 */
    int pins, models;
    bool team, leader;
    const char *special;       /* one special rule, or NULL */
};

/* The sizes of shell (he.table.1in to .4in) and flame (flame.hits.multiply, flame.pins). */
#define PLAIN .kind = VOLLEY_PLAIN
#define SHELL1 .pin_sides = 2
#define SHELL2 .pin_sides = 3
#define SHELL4 .pin_sides = 6
#define IN_OPEN(n) .kind = VOLLEY_TEMPLATE, .under = (n)
#define HOUSE(n, of) .kind = VOLLEY_BUILDING, .times = (n), .sides = (of)
#define FLAME(p)                                                                    \
    .kind = VOLLEY_FLAME, .times = 1, .sides = 6, .plus = (p), .pin_sides = 3, .pin_plus = 1

static bool is(const struct target *t, const char *special)
{
    return t->special && strcmp(t->special, special) == 0;
}

static int least_face(int score)
{
    return score < 2 ? 2 : score; /* a 1 always fails */
}

/* D2 and D3 off the faces (dice.notation.d2, .d3), once more here. */
static int off_face(int face, int sides)
{
    return sides == 2 ? (face > 3) + 1 : sides == 3 ? (face + 1) / 2 : face;
}

/* ---- one fire, as far as it has been rolled ---- */

struct rolled {
    bool hit, flame, buried;
    int sides, plus;           /* the worst pin die, 0 for a plain pin */
    int pins;
    int hits[4];               /* of each group */
    int kills, exceptional, picked;
};

struct sums {
    double hits[256], casualties[64], pinned, exceptional, check, destroyed;
};

/* Of the 36 rolls the part that breaks the unit (morale.leader-lost, .last-crewman). */
static double breaking(const struct target *t, int pins, int left, bool leader_lost)
{
    int value = t->morale - leader_lost - (t->team && left == 1), bad = 0;

    if (!is(t, "stubborn"))
        value -= pins * (is(t, "shirkers") ? 2 : 1);
    value = value > 10 ? 10 : value < 2 ? 2 : value;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            bad += a + b > value;
    return is(t, "great-patriotic-war") ? bad * bad / 1296.0 : bad / 36.0;
}

/* What stands when all dice lie: p is the chance that they lie like this. */
static void conclude(struct sums *s, const struct target *t, const struct shots *g, int n,
                     const struct rolled *r, double p)
{
    bool fanatics = is(t, "fanatics"), routed;
    int hits = 0, casualties = r->kills < t->models ? r->kills : t->models;

    for (int i = 0; i < n; i++) {
        bool halved = g[i].kind == VOLLEY_BUILDING && g[i].halved;
        hits += halved ? (r->hits[i] + 1) / 2 : r->hits[i];
    }
    s->hits[hits] += p;
    s->pinned += r->hit ? p : 0;
    if (r->buried)
        casualties = t->models;
    else if (r->exceptional && t->team)
        casualties = t->models;
    s->casualties[casualties] += p;
    s->exceptional += r->exceptional && !r->buried ? p : 0;
    int left = t->models - casualties, pins = t->pins + r->pins;
    routed = r->hit && pins >= t->morale && !(fanatics && t->models >= 2);
    if (r->buried || routed || left == 0) {
        s->destroyed += p;
        return;
    }
    bool half = casualties && 2 * casualties >= t->models && !(fanatics && left >= 2);
    if (r->flame || half) { /* flame.morale: whatever it did */
        s->check += p;
        s->destroyed += p * breaking(t, pins, left, t->leader && r->picked);
    }
}

/* ---- every face of every die ---- */

struct tree {
    struct sums sum;
    const struct target *t;
    const struct shots *g;
    int n;
};

/* Damage dice of a group one by one: nothing, a kill, an exceptional kill (a 6 and a 6), of which
   a German leader gets up again on 2+. */
static void damage_tree(struct tree *k, int group, int die, struct rolled r, double p)
{
    if (group == k->n) {
        conclude(&k->sum, k->t, k->g, k->n, &r, p);
        return;
    }
    const struct shots *g = &k->g[group];
    int wounds = g->kind == VOLLEY_BUILDING && g->halved ? (r.hits[group] + 1) / 2 : r.hits[group];
    if (die == wounds || r.buried) {
        damage_tree(k, group + 1, 0, r, p);
        return;
    }
    struct rolled kill = r, exceptional = r, saved;
    int nothing = 0, kills = 0, sixes = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            bool damaged = a >= least_face(g->damage);
            sixes += damaged && a == 6 && b == 6;
            kills += damaged && !(a == 6 && b == 6);
            nothing += !damaged;
        }
    kill.kills++;
    exceptional.kills++;
    exceptional.exceptional++;
    saved = exceptional;
    exceptional.picked++;
    if (nothing)
        damage_tree(k, group, die + 1, r, p * nothing / 36);
    if (kills)
        damage_tree(k, group, die + 1, kill, p * kills / 36);
    if (sixes && is(k->t, "initiative-training")) {
        damage_tree(k, group, die + 1, exceptional, p * sixes / 36 / 6);
        damage_tree(k, group, die + 1, saved, p * sixes / 36 * 5 / 6);
    } else if (sixes) {
        damage_tree(k, group, die + 1, exceptional, p * sixes / 36);
    }
}

/* The pins of this fire: one die, of the worst shell that hit (he.pins.multiple). */
static void pin_tree(struct tree *k, struct rolled r, double p)
{
    if (!r.sides) {
        r.pins = r.hit;
        damage_tree(k, 0, 0, r, p);
        return;
    }
    for (int face = 1; face <= 6; face++) {
        r.pins = off_face(face, r.sides) + r.plus;
        damage_tree(k, 0, 0, r, p / 6);
    }
}

/* The dice that a hit becomes, one by one; `left` of them are still to be rolled. */
static void multiply_tree(struct tree *k, int group, int hits, int left, struct rolled r,
                          double p);

static void hit_tree(struct tree *k, int group, int die, int hits, struct rolled r, double p)
{
    if (group == k->n) {
        pin_tree(k, r, p);
        return;
    }
    const struct shots *g = &k->g[group];
    if (die == g->dice) {
        if (hits && g->pin_sides + g->pin_plus > r.sides + r.plus) {
            r.sides = g->pin_sides;
            r.plus = g->pin_plus;
        }
        r.hit = r.hit || hits;
        r.flame = r.flame || (hits && g->kind == VOLLEY_FLAME);
        if (hits && g->kind == VOLLEY_TEMPLATE)
            r.hits[group] = g->under;
        else if (g->kind == VOLLEY_PLAIN)
            r.hits[group] = hits;
        multiply_tree(k, group, hits, hits * g->times, r, p);
        return;
    }
    int good = 0;
    for (int face = 1; face <= 6; face++)
        for (int again = 1; again <= 6; again++)
            good += g->hit > 6 ? face == 6 && again == 6 : face >= least_face(g->hit);
    hit_tree(k, group, die + 1, hits + 1, r, p * good / 36);
    hit_tree(k, group, die + 1, hits, r, p * (36 - good) / 36);
}

static void multiply_tree(struct tree *k, int group, int hits, int left, struct rolled r,
                          double p)
{
    const struct shots *g = &k->g[group];

    if (!left) {
        r.hits[group] += hits * g->plus;
        r.buried = r.buried || (g->collapse && r.hits[group] >= g->collapse);
        hit_tree(k, group + 1, 0, 0, r, p);
        return;
    }
    for (int n = 1; n <= g->sides; n++) { /* two faces of a D3, three of a D2, show the same */
        struct rolled more = r;
        more.hits[group] += n;
        multiply_tree(k, group, hits, left - 1, more, p / g->sides);
    }
}

/* ---- the engine's answer ---- */

static double chance(int score, bool again)
{
    return score <= 6 ? (7 - least_face(score)) / 6.0 : again ? 1 / 36.0 : 0;
}

static void set_groups(struct volley_group *v, const struct shots *g, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = (struct volley_group){
            .dice = g[i].dice,
            .hit = chance(g[i].hit, true),
            .damage = chance(g[i].damage, false),
            .exceptional = g[i].damage > 6 ? 0 : 1 / 36.0,
            .kind = g[i].kind,
            .under = g[i].under,
            .multiply_dice = g[i].times,
            .multiply_sides = g[i].sides,
            .multiply_plus = g[i].plus,
            .halved = g[i].halved,
            .collapse = g[i].collapse,
            .pin_sides = g[i].pin_sides,
            .pin_plus = g[i].pin_plus,
        };
}

static void set_target(struct volley_target *v, const struct target *t)
{
    *v = (struct volley_target){.models = t->models, .team = t->team, .leader = t->leader};
    facts_init(&v->facts);
    facts_set(&v->facts, F_QUALITY, t->morale - 8);
    facts_set(&v->facts, F_PINS, t->pins);
    facts_set(&v->facts, F_MODELS, t->models);
    if (t->team)
        facts_set(&v->facts, F_CREW, t->models);
    if (t->special) {
        struct diag d = {0};
        assert_true(specials_parse(&rules, t->special, &v->facts.special, &d));
    }
}

static void near(const char *fire, const char *what, int k, const struct target *t, double got,
                 double want)
{
    if (!(fabs(got - want) <= 1e-10))
        fail_msg("%s, %s %d at %s: %.15g, counted %.15g", fire, what, k, t->name, got, want);
}

static void dist_is(const char *fire, const char *what, const struct target *t,
                    const struct dist *d, const double *want, int n)
{
    for (int k = 0; k < n || k <= d->n; k++)
        near(fire, what, k, t, k <= d->n ? d->p[k] : 0, k < n ? want[k] : 0);
}

static void compare(const char *fire, const struct shots *g, int n, const struct target *t)
{
    struct tree k = {.t = t, .g = g, .n = n};
    struct volley_group groups[4] = {0};
    struct volley_target target;
    struct volley v;

    hit_tree(&k, 0, 0, 0, (struct rolled){0}, 1);
    set_groups(groups, g, n);
    set_target(&target, t);
    volley_make(&v, &rules, groups, n, &target);
    dist_is(fire, "hits", t, &v.hits, k.sum.hits, 256);
    dist_is(fire, "casualties", t, &v.casualties, k.sum.casualties, 64);
    near(fire, "pinned", 0, t, v.pinned, k.sum.pinned);
    near(fire, "exceptional", 0, t, v.exceptional, k.sum.exceptional);
    near(fire, "check", 0, t, v.morale_check, k.sum.check);
    near(fire, "destroyed", 0, t, v.destroyed, k.sum.destroyed);
}

struct fire {
    const char *name;
    int n;
    struct shots g[3];
};

static const struct target targets[] = {
    {.name = "5 men", .morale = 9, .models = 5, .leader = true},
    {.name = "3 inexperienced men", .morale = 8, .pins = 2, .models = 3},
    {.name = "4 veterans", .morale = 10, .pins = 1, .models = 4, .leader = true},
    {.name = "last man", .morale = 9, .models = 1},
    {.name = "team of 3", .morale = 9, .models = 3, .team = true},
    {.name = "regulars, 6 pins", .morale = 9, .pins = 6, .models = 4, .leader = true},
    {.name = "inexperienced, 7 pins", .morale = 8, .pins = 7, .models = 6},
    {.name = "Germans", .morale = 9, .models = 4, .leader = true,
     .special = "initiative-training"},
    {.name = "Soviets", .morale = 8, .pins = 1, .models = 4, .leader = true,
     .special = "great-patriotic-war"},
    {.name = "fanatics, 8 pins", .morale = 9, .pins = 8, .models = 4, .special = "fanatics"},
    {.name = "last fanatic, 5 pins", .morale = 9, .pins = 5, .models = 1, .special = "fanatics"},
    {.name = "stubborn, 4 pins", .morale = 9, .pins = 4, .models = 4, .special = "stubborn"},
    {.name = "shirkers, 1 pin", .morale = 8, .pins = 1, .models = 4, .special = "shirkers"},
};

enum { N_TARGETS = sizeof targets / sizeof targets[0] };

static void against_all(const struct fire *fire, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int t = 0; t < N_TARGETS; t++)
            compare(fire[i].name, fire[i].g, fire[i].n, &targets[t]);
}

#define AGAINST_ALL(...)                                               \
    do {                                                               \
        static const struct fire f_[] = {__VA_ARGS__};                 \
        against_all(f_, sizeof f_ / sizeof f_[0]);                     \
    } while (0)

/* he.template.count, he.multiple.once, he.multiple.pins: as many hits as models lie under the
   templates, however many shots hit, and one pin die */
static void templates(void **state)
{
    (void)state;
    AGAINST_ALL({"1\" shell", 1, {{1, 3, 3, IN_OPEN(2), SHELL1}}},
                {"2\" shell at 6", 1, {{1, 6, 2, IN_OPEN(3), SHELL2}}},
                {"4\" shell at 6 and 6", 1, {{1, 7, 2, IN_OPEN(4), SHELL4}}},
                {"two autocannon shells", 1, {{2, 4, 3, IN_OPEN(3), SHELL1}}},
                {"three shells over 1 man", 1, {{3, 4, 5, IN_OPEN(1), SHELL2}}},
                {"shell that cannot damage", 1, {{2, 4, 7, IN_OPEN(3), SHELL1}}});
}

/* building.he.hits, .down, .collapse: dice of the shell, halved rounding up, 10 and more before
   that bring the house down */
static void buildings(void **state)
{
    (void)state;
    AGAINST_ALL({"D3 in a house", 1, {{1, 3, 3, HOUSE(1, 3), SHELL1}}},
                {"D3 twice", 1, {{2, 4, 4, HOUSE(1, 3), SHELL1}}},
                {"D3 twice at men Down", 1, {{2, 4, 4, HOUSE(1, 3), SHELL1, .halved = true}}},
                {"D6", 1, {{1, 3, 2, HOUSE(1, 6), SHELL2}}},
                {"D6 at men Down", 1, {{1, 3, 2, HOUSE(1, 6), SHELL2, .halved = true}}},
                {"D6 that cannot damage", 1, {{1, 3, 7, HOUSE(1, 6), SHELL2}}});
}

static void houses_fall(void **state)
{
    (void)state;
    AGAINST_ALL({"2D6 at men Down", 1,
                 {{1, 3, 3, HOUSE(2, 6), SHELL2, .halved = true, .collapse = 10}}},
                {"2D6 at a bunker's 12", 1,
                 {{1, 6, 7, HOUSE(2, 6), SHELL2, .collapse = 12}}},
                {"2D6 at a bunker's 12, Down", 1,
                 {{1, 6, 7, HOUSE(2, 6), SHELL4, .halved = true, .collapse = 12}}},
                {"3D6 that cannot damage", 1,
                 {{1, 4, 7, HOUSE(3, 6), SHELL4, .collapse = 10}}});
}

/* flame.hits.multiply, flame.pins, flame.morale: D6 or D6+1 hits, D3+1 pins, always a check */
static void flame(void **state)
{
    (void)state;
    AGAINST_ALL({"man-pack", 1, {{1, 3, 2, FLAME(0)}}},
                {"man-pack at 6 and 6", 1, {{1, 7, 3, FLAME(0)}}},
                {"vehicle's", 1, {{1, 2, 3, FLAME(1)}}},
                {"harmless", 1, {{2, 3, 7, FLAME(0)}}});
}

/* Plain shots beside the shells: their hits add to the hits, the worst die gives the pins. */
static void mixed_fire(void **state)
{
    (void)state;
    AGAINST_ALL({"rifles and a shell", 2, {{2, 3, 4, PLAIN}, {1, 5, 3, IN_OPEN(2), SHELL1}}},
                {"a shell and rifles", 2, {{1, 5, 3, IN_OPEN(2), SHELL2}, {2, 4, 5, PLAIN}}},
                {"rifles at a house with a shell", 2,
                 {{2, 5, 5, PLAIN}, {1, 3, 3, HOUSE(1, 3), SHELL1, .halved = true}}},
                {"shells of two sizes", 2,
                 {{1, 4, 3, IN_OPEN(2), SHELL4}, {2, 5, 4, IN_OPEN(1), SHELL1}}},
                {"flame and rifles", 2, {{1, 4, 5, FLAME(0)}, {1, 3, 4, PLAIN}}},
                {"out of range beside a shell", 2,
                 {{0, 3, 4, FLAME(0)}, {1, 4, 3, IN_OPEN(2), SHELL1}}});
}

/* Three groups, two of which are multiplied, at few men, so that all dice can be laid out. */
static void three_groups(void **state)
{
    static const struct fire fires[] = {
        {"rifle, shell, flame", 3,
         {{1, 3, 4, PLAIN}, {1, 4, 3, IN_OPEN(2), SHELL4}, {1, 3, 6, FLAME(0)}}},
        {"two shells at a house and a rifle", 3,
         {{1, 4, 3, HOUSE(1, 3), SHELL1}, {1, 5, 4, HOUSE(1, 3), SHELL2, .halved = true},
          {1, 5, 5, PLAIN}}},
        {"flame twice", 2, {{1, 6, 7, FLAME(1)}, {1, 4, 7, FLAME(0)}}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof fires / sizeof fires[0]; i++)
        for (int t = 0; t < N_TARGETS; t += 3)
            compare(fires[i].name, fires[i].g, fires[i].n, &targets[t]);
}

/* ---- a million throws, where there are too many dice to lay out ---- */

static uint64_t seed;

/* xorshift64*, and a face off its upper half by multiplication. */
static int throw(void)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (int)((seed * UINT64_C(2685821657736338717) >> 32) * 6 >> 32) + 1;
}

static void throw_fire(struct sums *s, const struct target *t, const struct shots *g, int n)
{
    struct rolled r = {0};

    for (int i = 0; i < n; i++) {
        int hits = 0;
        for (int die = 0; die < g[i].dice; die++) {
            int face = throw();
            hits += g[i].hit > 6 ? face == 6 && throw() == 6 : face >= least_face(g[i].hit);
        }
        if (!hits)
            continue;
        r.hit = true;
        r.flame = r.flame || g[i].kind == VOLLEY_FLAME;
        if (g[i].pin_sides + g[i].pin_plus > r.sides + r.plus) {
            r.sides = g[i].pin_sides;
            r.plus = g[i].pin_plus;
        }
        r.hits[i] = g[i].kind == VOLLEY_TEMPLATE ? g[i].under
            : g[i].kind == VOLLEY_PLAIN          ? hits
                                                 : hits * g[i].plus;
        for (int k = 0; k < hits * g[i].times; k++)
            r.hits[i] += off_face(throw(), g[i].sides);
        r.buried = r.buried || (g[i].collapse && r.hits[i] >= g[i].collapse);
    }
    r.pins = r.sides ? off_face(throw(), r.sides) + r.plus : r.hit;
    for (int i = 0; i < n && !r.buried; i++) {
        int wounds = g[i].halved ? (r.hits[i] + 1) / 2 : r.hits[i];
        for (int k = 0; k < wounds; k++) {
            int face = throw();
            bool six = face == 6 && throw() == 6;
            if (face < least_face(g[i].damage))
                continue;
            r.kills++;
            r.exceptional += six;
            r.picked += six && !(is(t, "initiative-training") && throw() >= 2);
        }
    }
    conclude(s, t, g, n, &r, 1);
}

/* Within four standard errors of a share; shares too rare to say anything are left out. */
static void close_to(const char *fire, const char *what, int k, double got, double thrown,
                     double trials)
{
    double error = sqrt(got * (1 - got) / trials);

    if (!(fabs(got - thrown / trials) <= 4 * error + 8 / trials))
        fail_msg("%s, %s %d: %.9g, thrown %.9g, error %.2g", fire, what, k, got, thrown / trials,
                 error);
}

static double milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Fewer throws where each costs more. */
static int how_many(void)
{
    return getenv("VALGRIND") ? 20000 : 1000000;
}

static void throw_all(const char *fire, const struct shots *g, int n, const struct target *t)
{
    struct volley_group groups[4] = {0};
    struct volley_target target;
    struct volley v;
    struct sums s = {0};
    int trials = how_many();

    set_groups(groups, g, n);
    set_target(&target, t);
    double start = milliseconds();
    volley_make(&v, &rules, groups, n, &target);
    double took = milliseconds() - start;
    print_message("%s: %.3f ms\n", fire, took);
    assert_true(took < 100 || getenv("VALGRIND"));
    seed = UINT64_C(1234567);
    for (int i = 0; i < trials; i++)
        throw_fire(&s, t, g, n);
    double sum = 0;
    for (int k = 0; k < 256; k++) {
        double p = k <= v.hits.n ? v.hits.p[k] : 0;
        close_to(fire, "hits", k, p, s.hits[k], trials);
        sum += p;
    }
    assert_true(fabs(sum - 1) < 1e-11);
    for (int k = 0; k <= t->models; k++)
        close_to(fire, "casualties", k, k <= v.casualties.n ? v.casualties.p[k] : 0,
                 s.casualties[k], trials);
    close_to(fire, "pinned", 0, v.pinned, s.pinned, trials);
    close_to(fire, "exceptional", 0, v.exceptional, s.exceptional, trials);
    close_to(fire, "check", 0, v.morale_check, s.check, trials);
    close_to(fire, "destroyed", 0, v.destroyed, s.destroyed, trials);
}

static const struct target ten = {.name = "10 men", .morale = 9, .pins = 1, .models = 10,
                                  .leader = true};

/* Four light autocannons fire eight shells at a house. */
static void eight_autocannon_shots(void **state)
{
    static const struct shots g[] = {{8, 3, 4, HOUSE(1, 3), SHELL1}};
    static const struct shots down[] = {{8, 4, 4, HOUSE(1, 3), SHELL1, .halved = true}};

    (void)state;
    throw_all("eight autocannon shots", g, 1, &ten);
    throw_all("eight autocannon shots at men Down", down, 1, &ten);
}

/* Heavy shells at a house: one, four, and with rifles, machine guns and flame beside them. */
static void heavy_shells_at_houses(void **state)
{
    static const struct shots one[] = {{1, 3, 2, HOUSE(3, 6), SHELL4, .collapse = 10}};
    static const struct shots four[] = {
        {4, 6, 2, HOUSE(3, 6), SHELL4, .halved = true, .collapse = 12}};
    static const struct shots most[] = {{20, 5, 5, PLAIN},
                                        {8, 5, 4, HOUSE(1, 3), SHELL1},
                                        {1, 6, 3, HOUSE(2, 6), SHELL2, .collapse = 10},
                                        {2, 4, 3, FLAME(1)}};
    const struct target germans = {.name = "12 Germans", .morale = 10, .pins = 3, .models = 12,
                                   .leader = true, .special = "initiative-training"};

    (void)state;
    throw_all("3D6 in a house", one, 1, &ten);
    throw_all("four times 3D6 in a bunker", four, 1, &ten);
    throw_all("rifles, autocannons, howitzer, flame", most, 4, &germans);
}

/* The same 3D6 counted another way: 216 throws, and what 3 to 18 hits do by binomials. */
static void heavy_shell_counted(void **state)
{
    static const struct shots g = {1, 3, 3, HOUSE(3, 6), SHELL4, .collapse = 10};
    struct volley_group group = {0};
    struct volley_target target;
    struct volley v;
    double casualties[11] = {1 / 3.0}, buried = 0;

    (void)state;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            for (int c = 1; c <= 6; c++) {
                int hits = a + b + c;
                double p = 2 / 3.0 / 216;
                if (hits >= 10) {
                    buried += p;
                    casualties[10] += p;
                    continue;
                }
                for (int k = 0; k <= hits; k++) { /* 3+ to damage: two in three */
                    double ways = 1;
                    for (int i = 0; i < k; i++)
                        ways = ways * (hits - i) / (i + 1);
                    casualties[k] += p * ways * pow(2 / 3.0, k) * pow(1 / 3.0, hits - k);
                }
            }
    set_groups(&group, &g, 1);
    set_target(&target, &ten);
    volley_make(&v, &rules, &group, 1, &target);
    near("3D6", "buried", 0, &ten, buried, 2 / 3.0 * 135 / 216);
    for (int k = 0; k <= 10; k++)
        near("3D6", "casualties", k, &ten, v.casualties.p[k], casualties[k]);
}

/* ---- groups from the words of a shot ---- */

static void group_of(struct volley_group *g, const char *words, int dice)
{
    const struct fact_context c = {.rs = &rules, .target = true, .versus = true,
                                   .cm_per_inch = 2.54};
    struct score hit, damage;
    struct facts f;
    struct diag d = {0};
    char text[200], *word, *rest;

    facts_init(&f);
    assert_true(strlen(words) < sizeof text);
    memcpy(text, words, strlen(words) + 1);
    for (word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (facts_take(&f, &c, word, &d) != FACT_TAKEN)
            fail_msg("%s: %s", word, d.message);
    score_hit(&hit, &rules, &f);
    score_damage(&damage, &rules, &f);
    volley_group_from(g, &rules, &f, &hit, &damage, dice);
}

static void shots_become(void **state)
{
    static const struct {
        const char *words;
        enum volley_kind kind;
        int under, times, sides, plus, halved, collapse, pin_sides, pin_plus;
    } cases[] = {
        {"weapon=rifle range=10 vs=regular", VOLLEY_PLAIN, 0, 0, 0, 0, 0, 0, 0, 0},
        {"weapon=medium-at range=20 vs=regular", VOLLEY_PLAIN, 0, 0, 0, 0, 0, 0, 0, 0},
        {"weapon=light-autocannon range=20 vs=regular ammo=he", VOLLEY_TEMPLATE, 2, 0, 0, 0, 0, 0,
         2, 0},
        {"weapon=light-autocannon range=20 vs=regular ammo=he under=5 down", VOLLEY_TEMPLATE, 3, 0,
         0, 0, 0, 0, 2, 0},
        {"weapon=medium-mortar range=20 vs=veteran under=4", VOLLEY_TEMPLATE, 4, 0, 0, 0, 0, 0, 3,
         0},
        {"weapon=heavy-howitzer range=20 vs=veteran under=1 down", VOLLEY_TEMPLATE, 1, 0, 0, 0, 0,
         0, 6, 0},
        {"weapon=light-autocannon range=20 vs=regular ammo=he building", VOLLEY_BUILDING, 0, 1, 3,
         0, 0, 0, 2, 0},
        {"weapon=medium-mortar range=20 vs=regular building down", VOLLEY_BUILDING, 0, 1, 6, 0, 1,
         0, 3, 0},
        {"weapon=heavy-mortar range=20 vs=regular building", VOLLEY_BUILDING, 0, 2, 6, 0, 0, 10,
         3, 0},
        {"weapon=heavy-howitzer range=20 vs=regular building down", VOLLEY_BUILDING, 0, 3, 6, 0, 1,
         10, 6, 0},
        {"weapon=heavy-howitzer range=20 vs=regular cover=bunker", VOLLEY_BUILDING, 0, 3, 6, 0, 0,
         12, 6, 0},
        {"weapon=flamethrower range=4 vs=regular building down", VOLLEY_FLAME, 0, 1, 6, 0, 0, 0, 3,
         1},
        {"weapon=vehicle-flamethrower range=8 vs=regular", VOLLEY_FLAME, 0, 1, 6, 1, 0, 0, 3, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct volley_group g;
        group_of(&g, cases[i].words, 3);
        if (g.kind != cases[i].kind || g.under != cases[i].under
            || g.multiply_dice != cases[i].times || g.multiply_sides != cases[i].sides
            || g.multiply_plus != cases[i].plus || g.halved != cases[i].halved
            || g.collapse != cases[i].collapse || g.pin_sides != cases[i].pin_sides
            || g.pin_plus != cases[i].pin_plus || g.dice != 3)
            fail_msg("%s: kind %d, %d dice, %d under, %d dice of %d and %d, halved %d, %d bury, "
                     "pins D%d and %d",
                     cases[i].words, (int)g.kind, g.dice, g.under, g.multiply_dice,
                     g.multiply_sides, g.multiply_plus, g.halved, g.collapse, g.pin_sides,
                     g.pin_plus);
    }
}

/* Out of range there are no dice; HE cannot hurt men in a bunker; a scope makes every kill one
   that is picked. */
static void shots_that_differ(void **state)
{
    struct volley_group g;

    (void)state;
    group_of(&g, "weapon=flamethrower range=7 vs=regular", 1);
    assert_int_equal(g.dice, 0);
    group_of(&g, "weapon=heavy-howitzer range=20 vs=inexperienced cover=bunker", 1);
    assert_true(g.damage == 0 && g.exceptional == 0 && g.hit > 0);
    group_of(&g, "weapon=rifle range=20 vs=regular scope", 1);
    assert_true(g.exceptional == g.damage && fabs(g.damage - 0.5) < 1e-12);
    group_of(&g, "weapon=rifle range=20 vs=regular", 1);
    assert_true(fabs(g.exceptional - 1 / 36.0) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates),
        cmocka_unit_test(buildings),
        cmocka_unit_test(houses_fall),
        cmocka_unit_test(flame),
        cmocka_unit_test(mixed_fire),
        cmocka_unit_test(three_groups),
        cmocka_unit_test(eight_autocannon_shots),
        cmocka_unit_test(heavy_shells_at_houses),
        cmocka_unit_test(heavy_shell_counted),
        cmocka_unit_test(shots_become),
        cmocka_unit_test(shots_that_differ),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
