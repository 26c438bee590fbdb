/* Fire on vehicles against plain enumeration: every face of every die is laid out, one wound
   after the other, and what follows is worked out here from the rule texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "rules/wreck.h"

#include <math.h>
#include <string.h>

static struct ruleset rules;

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

/* ---- what is shot, and at what ---- */

/* Dice of one weapon. `want` is the face that equals the armour: it is superficial, three more
   massive; a 1 does nothing (A45). On a soft-skin nothing is superficial. */
struct shots {
    int dice, hit;     /* hit: a score; over 6 it takes 6 and 6 */
    int want;
    bool soft;
    enum volley_kind kind;
    int flame_plus;
    int pin_sides, pin_plus;
    enum pinning pinning;
    int plus;          /* to each result: open-topped and indirect, a flamethrower's fuel */
};

struct vehicle {
    const char *name;
    int morale, pins;  /* morale of its quality: 8, 9 or 10 */
    bool immobilised, burns;
    const char *special;
};

#define AP .kind = VOLLEY_PLAIN, .pinning = PIN_SURE
#define HE(sides) .kind = VOLLEY_TEMPLATE, .pin_sides = (sides), .pinning = PIN_SURE
#define BURN(p) \
    .kind = VOLLEY_FLAME, .flame_plus = (p), .pin_sides = 3, .pin_plus = 1, .pinning = PIN_SURE

static enum damage_degree degree_of(const struct shots *g, int face)
{
    if (face == 1 || face < g->want)
        return DAMAGE_NONE;
    if (face >= g->want + 3)
        return DAMAGE_MASSIVE;
    return face == g->want && !g->soft ? DAMAGE_SUPERFICIAL : DAMAGE_FULL;
}

static int off_face(int face, int sides)
{
    return sides == 2 ? (face > 3) + 1 : sides == 3 ? (face + 1) / 2 : face;
}

/* Of the 36 rolls those that fail a check with so many pins; 11 and 12 always do, 2 never. */
static int failing(const struct vehicle *v, int pins)
{
    int value = v->morale - pins, bad = 0;

    value = value > 10 ? 10 : value < 2 ? 2 : value;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            bad += a + b > value;
    return bad;
}

/* ---- the tree of all dice ---- */

struct tree {
    const struct vehicle *v;
    const struct shots *g;
    int n;
    bool gone_at_once; /* the pins of the fire can rout it, so damage is not always rolled */
    double hits[64], pinned, damaged, knocked_out, burnt_out, immobilised, halted;
};

struct rolled {
    int hits[4], wounds[4], total;
    bool flame, damaged;
    int pins;
    bool immobile, halted;
};

static void wound_tree(struct tree *k, int group, int wound, struct rolled r, double p);

/* It goes on if it lives: at its morale in pins it does not (rout.pins). */
static void live_on(struct tree *k, int group, int wound, int results, struct rolled r, double p);

static void result_tree(struct tree *k, int group, int wound, int results, struct rolled r,
                        double p);

/* One result: 1 or less stunned, 2 immobilised, 3 on fire, 4 and more knocked out. */
static void suffer(struct tree *k, int group, int wound, int results, struct rolled r, int total,
                   double p)
{
    if (total >= 4 || (total == 2 && r.immobile)) {
        k->damaged += p;
        k->knocked_out += p;
        return;
    }
    r.damaged = true;
    if (total != 3) {
        r.pins++;
        r.immobile = r.immobile || total == 2;
        r.halted = r.halted || total < 2;
        live_on(k, group, wound, results, r, p);
        return;
    }
    int faces = k->v->burns ? 6 : 1; /* army.us.sherman.fire: D3 pins in place of 1 */
    for (int face = 1; face <= faces; face++) {
        struct rolled burning = r;
        burning.pins += k->v->burns ? off_face(face, 3) : 1;
        double fails = failing(k->v, burning.pins) / 36.0;
        if (burning.pins >= k->v->morale)
            fails = 1; /* by its pins the crew is out either way */
        burning.halted = true;
        k->damaged += p / faces * fails;
        k->knocked_out += p / faces * fails;
        k->burnt_out += p / faces * fails;
        if (fails < 1)
            live_on(k, group, wound, results, burning, p / faces * (1 - fails));
    }
}

static void live_on(struct tree *k, int group, int wound, int results, struct rolled r, double p)
{
    if (r.pins >= k->v->morale) {
        k->damaged += r.damaged ? p : 0;
        k->knocked_out += p;
        return;
    }
    result_tree(k, group, wound, results, r, p);
}

/* So many rolls on the results table are still due for this wound; superficial ones are at -3,
   and -1 in `results` stands for one of them. */
static void result_tree(struct tree *k, int group, int wound, int results, struct rolled r,
                        double p)
{
    int less = results < 0 ? 3 : 0, merged[16] = {0};

    if (!results) {
        wound_tree(k, group, wound + 1, r, p);
        return;
    }
    for (int face = 1; face <= 6; face++) {
        int total = face - less + k->g[group].plus;
        merged[total < 1 ? 1 : total > 4 ? 4 : total]++;
    }
    for (int total = 1; total <= 4; total++)
        if (merged[total])
            suffer(k, group, wound, results < 0 ? 0 : results - 1, r, total,
                   p * merged[total] / 6);
}

static void wound_tree(struct tree *k, int group, int wound, struct rolled r, double p)
{
    int of[4] = {0};

    if (group < k->n && wound == r.wounds[group]) {
        wound_tree(k, group + 1, 0, r, p);
        return;
    }
    if (group == k->n) {
        k->damaged += r.damaged ? p : 0;
        if (r.flame) { /* flame.morale: whatever it did */
            double fails = failing(k->v, r.pins) / 36.0;
            k->knocked_out += p * fails;
            p *= 1 - fails;
        }
        k->immobilised += r.immobile ? p : 0;
        k->halted += r.halted ? p : 0;
        return;
    }
    for (int face = 1; face <= 6; face++)
        of[degree_of(&k->g[group], face)]++;
    for (int degree = 0; degree < 4; degree++)
        if (of[degree])
            result_tree(k, group, wound,
                        degree == DAMAGE_NONE          ? 0
                        : degree == DAMAGE_SUPERFICIAL ? -1
                        : degree == DAMAGE_FULL        ? 1
                                                       : 2,
                        r, p * of[degree] / 6);
}

/* The pins of the fire: the surest of the groups that hit, and of those the worst die. */
static void pin_tree(struct tree *k, struct rolled r, double p)
{
    enum pinning pinning = PIN_NONE;
    int sides = 0, plus = 0;

    for (int i = 0; i < k->n; i++)
        if (r.hits[i] && k->g[i].pinning > pinning) {
            pinning = k->g[i].pinning;
            sides = plus = 0;
        }
    for (int i = 0; i < k->n; i++)
        if (r.hits[i] && k->g[i].pinning == pinning
            && k->g[i].pin_sides + k->g[i].pin_plus > sides + plus) {
            sides = k->g[i].pin_sides;
            plus = k->g[i].pin_plus;
        }
    k->hits[r.total] += p;
    if (pinning == PIN_NONE) {
        wound_tree(k, 0, 0, r, p);
        return;
    }
    if (pinning == PIN_ON_DIE) { /* vehicle.pin.regular.harmless: not on 4, 5 or 6 */
        wound_tree(k, 0, 0, r, p / 2);
        p /= 2;
    }
    k->pinned += p;
    for (int face = 1; face <= 6; face++) {
        struct rolled pinned = r;
        pinned.pins += sides ? off_face(face, sides) + plus : 1;
        if (pinned.pins >= k->v->morale) {
            k->gone_at_once = true;
            k->knocked_out += p / 6;
        } else {
            wound_tree(k, 0, 0, pinned, p / 6);
        }
    }
}

static void hit_tree(struct tree *k, int group, int die, struct rolled r, double p);

/* Each hit of flame is D6 hits or D6+1, each with its own damage roll (A08). */
static void flame_tree(struct tree *k, int group, int left, struct rolled r, double p)
{
    if (!left) {
        hit_tree(k, group + 1, 0, r, p);
        return;
    }
    for (int face = 1; face <= 6; face++) {
        struct rolled more = r;
        more.wounds[group] += face + k->g[group].flame_plus;
        flame_tree(k, group, left - 1, more, p / 6);
    }
}

static void hit_tree(struct tree *k, int group, int die, struct rolled r, double p)
{
    int good = 0;

    if (group == k->n) {
        pin_tree(k, r, p);
        return;
    }
    const struct shots *g = &k->g[group];
    if (die == g->dice) {
        bool shell = g->kind == VOLLEY_TEMPLATE || g->kind == VOLLEY_BUILDING;
        r.flame = r.flame || (g->kind == VOLLEY_FLAME && r.hits[group]);
        if (shell) /* vehicle.he.single */
            r.wounds[group] = r.hits[group] > 0;
        else if (g->kind == VOLLEY_PLAIN)
            r.wounds[group] = r.hits[group];
        flame_tree(k, group, g->kind == VOLLEY_FLAME ? r.hits[group] : 0, r, p);
        return;
    }
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++)
            good += g->hit > 6 ? a == 6 && b == 6 : a != 1 && a >= g->hit;
    hit_tree(k, group, die + 1, r, p * (36 - good) / 36);
    r.hits[group]++;
    r.total++;
    hit_tree(k, group, die + 1, r, p * good / 36);
}

/* ---- the engine's answer ---- */

static void set_groups(struct wreck_group *w, const struct shots *g, int n)
{
    for (int i = 0; i < n; i++) {
        int good = g[i].hit < 2 ? 5 : 7 - g[i].hit;
        w[i] = (struct wreck_group){
            .hits = {.dice = g[i].dice,
                     .hit = g[i].hit > 6 ? 1 / 36.0 : good / 6.0,
                     .kind = g[i].kind,
                     .under = 1,
                     .multiply_dice = g[i].kind == VOLLEY_FLAME,
                     .multiply_sides = 6,
                     .multiply_plus = g[i].flame_plus,
                     .pin_sides = g[i].pin_sides,
                     .pin_plus = g[i].pin_plus},
            .pinning = g[i].pinning,
            .plus = g[i].plus,
        };
        for (int face = 1; face <= 6; face++)
            w[i].degree[degree_of(&g[i], face)] += 1 / 6.0;
    }
}

static void set_vehicle(struct wreck_target *t, const struct vehicle *v)
{
    *t = (struct wreck_target){.immobilised = v->immobilised, .burns_easily = v->burns};
    facts_init(&t->facts);
    facts_set(&t->facts, F_QUALITY, v->morale - 8);
    facts_set(&t->facts, F_PINS, v->pins);
    facts_set(&t->facts, F_TARGET_TYPE, TARGET_VEHICLE);
    if (v->special) {
        struct diag d = {0};
        assert_true(specials_parse(&rules, v->special, &t->facts.special, &d));
    }
}

static void near(const char *fire, const char *what, const struct vehicle *v, double got,
                 double want)
{
    if (!(fabs(got - want) <= 1e-10))
        fail_msg("%s, %s at %s: %.15g, counted %.15g", fire, what, v->name, got, want);
}

static void compare(const char *fire, const struct shots *g, int n, const struct vehicle *v)
{
    struct tree k = {.v = v, .g = g, .n = n};
    struct wreck_group groups[4] = {0};
    struct wreck_target target;
    struct wreck w;

    hit_tree(&k, 0, 0, (struct rolled){.pins = v->pins, .immobile = v->immobilised}, 1);
    set_groups(groups, g, n);
    set_vehicle(&target, v);
    wreck_make(&w, &rules, groups, n, &target);
    for (int i = 0; i < 64; i++)
        near(fire, "hits", v, i <= w.hits.n ? w.hits.p[i] : 0, k.hits[i]);
    near(fire, "pinned", v, w.pinned, k.pinned);
    near(fire, "knocked out", v, w.knocked_out, k.knocked_out);
    near(fire, "burnt out", v, w.burnt_out, k.burnt_out);
    near(fire, "immobilised", v, w.immobilised, k.immobilised);
    near(fire, "halted", v, w.halted, k.halted);
    if (!k.gone_at_once) /* of a vehicle that its pins rout nobody rolls the damage */
        near(fire, "damaged", v, w.damaged, k.damaged);
}

struct fire {
    const char *name;
    int n;
    struct shots g[3];
};

static const struct vehicle vehicles[] = {
    {.name = "a regular tank", .morale = 9},
    {.name = "a veteran tank, 2 pins", .morale = 10, .pins = 2},
    {.name = "an inexperienced tank", .morale = 8, .pins = 1},
    {.name = "a tank that cannot move", .morale = 9, .immobilised = true},
    {.name = "a Sherman", .morale = 9, .burns = true},
    {.name = "a Sherman, 3 pins, immobilised", .morale = 9, .pins = 3, .immobilised = true,
     .burns = true},
    {.name = "a regular tank, 6 pins", .morale = 9, .pins = 6},
    {.name = "a veteran Sherman, 8 pins", .morale = 10, .pins = 8, .burns = true},
    {.name = "an inexperienced tank, 7 pins", .morale = 8, .pins = 7},
    {.name = "a T-34", .morale = 9, .pins = 1, .special = "great-patriotic-war"},
};

static void against_all(const struct fire *fire, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t v = 0; v < sizeof vehicles / sizeof vehicles[0]; v++)
            compare(fire[i].name, fire[i].g, fire[i].n, &vehicles[v]);
}

#define AGAINST_ALL(...)                                               \
    do {                                                               \
        static const struct fire f_[] = {__VA_ARGS__};                 \
        against_all(f_, sizeof f_ / sizeof f_[0]);                     \
    } while (0)

/* vehicle.damage.1 to .4-6, .superficial, .massive: one shot and two */
static void armour_piercing(void **state)
{
    (void)state;
    AGAINST_ALL({"one shot that needs 6", 1, {{1, 3, 6, AP}}},
                {"one shot that needs 4", 1, {{1, 3, 4, AP}}},
                {"one shot that needs 2", 1, {{1, 4, 2, AP}}},
                {"one shot far over the armour", 1, {{1, 2, -1, AP}}},
                {"one shot at 6 and 6", 1, {{1, 7, 3, AP}}},
                {"two shots that need 5", 1, {{2, 4, 5, AP}}},
                {"two shots that need 3", 1, {{2, 3, 3, AP}}},
                {"three shots that need 6", 1, {{3, 2, 6, AP}}},
                {"no shot in range", 1, {{0, 3, 4, AP}}});
}

/* vehicle.damage.soft-full: a soft-skin has no superficial damage */
static void soft_skins(void **state)
{
    (void)state;
    AGAINST_ALL({"rifles at a truck", 1, {{2, 3, 6, true, AP}}},
                {"a gun at a truck", 1, {{1, 3, 2, true, AP}}},
                {"two at a truck", 1, {{2, 5, 3, true, AP}}});
}

/* vehicle.pin.*: no pin, a pin on 1-3, a pin whatever happens */
static void harmless_hits(void **state)
{
    (void)state;
    AGAINST_ALL({"HMG at veterans", 1, {{3, 4, 9, .pinning = PIN_NONE}}},
                {"HMG at regulars", 1, {{3, 4, 9, .pinning = PIN_ON_DIE}}},
                {"HMG at recruits", 1, {{3, 4, 9, .pinning = PIN_SURE}}},
                {"harmless shell at regulars", 1,
                 {{1, 4, 8, .kind = VOLLEY_TEMPLATE, .pin_sides = 3, .pinning = PIN_ON_DIE}}},
                {"harmless heavy shell at regulars", 1,
                 {{2, 4, 8, .kind = VOLLEY_TEMPLATE, .pin_sides = 6, .pinning = PIN_ON_DIE}}},
                {"pins on the die and damage", 1, {{2, 4, 5, .pinning = PIN_ON_DIE}}});
}

/* vehicle.he.single, vehicle.he.pins: one wound however many shells hit, the shell's own die;
   vehicle.damage.open-topped: +1 to the result of indirect fire */
static void shells(void **state)
{
    (void)state;
    AGAINST_ALL({"1\" shells", 1, {{2, 4, 6, HE(2)}}},
                {"2\" shell", 1, {{1, 3, 5, HE(3)}}},
                {"4\" shell", 1, {{1, 6, 3, HE(6)}}},
                {"mortar at an open top", 1, {{1, 6, 5, HE(3), .plus = 1}}},
                {"howitzer at an open top, massive", 1, {{1, 4, 2, HE(6), .plus = 1}}},
                {"indoors it is one shell too", 1,
                 {{2, 4, 4, .kind = VOLLEY_BUILDING, .pin_sides = 6, .pinning = PIN_SURE}}});
}

/* flame.vehicle.damage-bonus: +1 to all results against a tank that carries fuel */
static void fuel_aboard(void **state)
{
    (void)state;
    AGAINST_ALL({"one shot at a Crocodile", 1, {{1, 3, 4, AP, .plus = 1}}},
                {"two shots at a Crocodile", 1, {{2, 4, 3, AP, .plus = 1}}},
                {"mortar at an open flamethrower", 1, {{1, 5, 4, HE(3), .plus = 2}}});
}

/* flame.hits.multiply with A08, flame.pins, flame.morale, A09 */
static void flame(void **state)
{
    (void)state;
    AGAINST_ALL({"man-pack", 1, {{1, 3, 6, BURN(0)}}},
                {"vehicle's", 1, {{1, 4, 6, BURN(1)}}},
                {"harmless at veterans", 1,
                 {{1, 3, 9, .kind = VOLLEY_FLAME, .pin_sides = 3, .pin_plus = 1,
                   .pinning = PIN_NONE}}},
                {"harmless at regulars", 1,
                 {{1, 3, 9, .kind = VOLLEY_FLAME, .pin_sides = 3, .pin_plus = 1,
                   .pinning = PIN_ON_DIE}}},
                {"man-pack at a truck", 1, {{1, 5, 6, true, BURN(0)}}});
}

/* Groups in one fire: the surest pin and the worst die are taken, the wounds come one by one. */
static void several_weapons(void **state)
{
    (void)state;
    AGAINST_ALL({"a gun and an HMG at regulars", 2,
                 {{1, 3, 4, AP}, {2, 5, 9, .pinning = PIN_ON_DIE}}},
                {"a shell and a gun", 2, {{1, 4, 5, HE(3)}, {1, 3, 6, AP}}},
                {"shells that pin on the die, and a gun", 2,
                 {{1, 4, 9, .kind = VOLLEY_TEMPLATE, .pin_sides = 6, .pinning = PIN_ON_DIE},
                  {1, 4, 5, AP}}},
                {"flame and a gun", 2, {{1, 5, 6, BURN(0)}, {1, 4, 5, AP}}},
                {"three weapons", 3,
                 {{1, 4, 6, AP}, {1, 5, 4, HE(2)}, {1, 6, 9, .pinning = PIN_NONE}}});
}

/* ---- scores from the words of a shot ---- */

static void take(struct facts *f, const char *words)
{
    const struct fact_context c = {.rs = &rules, .target = true, .versus = true,
                                   .cm_per_inch = 2.54};
    struct diag d = {0};
    char text[200], *rest;

    facts_init(f);
    assert_true(strlen(words) < sizeof text);
    memcpy(text, words, strlen(words) + 1);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (facts_take(f, &c, word, &d) != FACT_TAKEN)
            fail_msg("%s: %s", word, d.message);
}

/* What each face from 1 to 6 does: - nothing, s superficial, f full, m massive. */
static void degrees(const char *words, const char *want)
{
    static const char letter[] = {'-', 's', 'f', 'm'};
    struct wreck_group g = {0};
    struct score damage;
    struct facts f;
    char got[7] = {0};

    take(&f, words);
    score_damage(&damage, &rules, &f);
    for (int face = 1; face <= 6; face++)
        got[face - 1] = letter[damage_degree(&damage, &rules, &f, face)];
    if (strcmp(got, want) != 0)
        fail_msg("%s: %s, not %s", words, got, want);
    wreck_degrees(&g, &rules, &f, &damage);
    for (int i = 0; i < 4; i++) {
        int faces = 0;
        for (const char *p = want; *p; p++)
            faces += *p == letter[i];
        assert_true(fabs(g.degree[i] - faces / 6.0) < 1e-12);
    }
}

/* A Panther is 10+ in front and 9+ elsewhere; a 76mm Sherman fires at it from close by. */
static void panther(void **state)
{
    (void)state;
    degrees("weapon=heavy-at range=20 vs=10", "---sff");
    degrees("weapon=heavy-at range=20 vs=9 facing=side", "-sffmm");
    degrees("weapon=heavy-at range=20 vs=9 facing=rear", "-ffmmm");
}

/* A Stuart fires at a veteran Tiger, 10+: in front from afar it can do nothing. */
static void tiger(void **state)
{
    (void)state;
    degrees("weapon=light-at range=30 vs=10", "------");
    degrees("weapon=light-at range=20 vs=10", "-----s");
    degrees("weapon=light-at range=20 vs=10 facing=side", "----sf");
    degrees("weapon=light-at range=30 vs=10 facing=side", "-----s");
}

/* Heavy autocannon: an armoured car in front, a medium tank in the side. */
static void autocannon(void **state)
{
    (void)state;
    degrees("weapon=heavy-autocannon range=30 vs=7", "---sff");
    degrees("weapon=heavy-autocannon range=30 vs=9 facing=side", "----sf");
    degrees("weapon=heavy-autocannon range=30 vs=6", "--fffm");
}

/* Shaped charges are as good at their longest (shaped.no-long); a panzerfaust has 6. */
static void panzerfaust(void **state)
{
    (void)state;
    degrees("weapon=panzerfaust range=12 vs=9", "--sffm");
    degrees("weapon=panzerfaust range=5 vs=9 facing=side", "-sffmm");
    degrees("weapon=panzerfaust range=12 vs=11 facing=rear", "--sffm");
}

/* Small arms at armour do nothing, at a soft-skin full damage on 6 (vehicle.damage.soft-full). */
static void small_arms(void **state)
{
    (void)state;
    degrees("weapon=rifle range=10 vs=7", "------");
    degrees("weapon=mmg range=10 vs=6", "-----f");
    degrees("weapon=hmg range=10 vs=7", "-----s");
}

/* Indirect fire and flame strike the top; HE has its own penetration at any range. */
static void top_armour(void **state)
{
    (void)state;
    degrees("weapon=medium-mortar range=40 vs=9", "-----s");
    degrees("weapon=flamethrower range=5 vs=7", "--sffm");
    degrees("weapon=heavy-howitzer range=60 vs=8 ammo=he", "---sff");
    degrees("weapon=heavy-howitzer range=60 vs=8 indirect", "--sffm");
}

/* vehicle.pin.*: who is pinned by what */
static void pinning(void **state)
{
    static const struct {
        const char *words;
        bool enclosed;
        enum pinning inexperienced, regular, veteran;
    } cases[] = {
        {"weapon=rifle range=10 vs=9", true, PIN_NONE, PIN_NONE, PIN_NONE},
        {"weapon=rifle range=10 vs=7", false, PIN_SURE, PIN_SURE, PIN_SURE},
        {"weapon=rifle range=10 vs=6", false, PIN_SURE, PIN_SURE, PIN_SURE},
        {"weapon=hmg range=10 vs=9", true, PIN_SURE, PIN_ON_DIE, PIN_NONE},
        {"weapon=hmg range=10 vs=7", true, PIN_SURE, PIN_SURE, PIN_SURE},
        {"weapon=light-at range=30 vs=10", true, PIN_SURE, PIN_ON_DIE, PIN_NONE},
        {"weapon=light-at range=20 vs=10", true, PIN_SURE, PIN_SURE, PIN_SURE},
        {"weapon=light-at range=30 vs=10 facing=side", true, PIN_SURE, PIN_SURE, PIN_SURE},
        {"weapon=light-mortar range=20 vs=9", true, PIN_SURE, PIN_ON_DIE, PIN_NONE},
        {"weapon=flamethrower range=5 vs=11", true, PIN_SURE, PIN_ON_DIE, PIN_NONE},
        {"weapon=flamethrower range=5 vs=10", true, PIN_SURE, PIN_SURE, PIN_SURE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int crew = 0; crew < N_QUALITIES; crew++) {
            const enum pinning want[] = {cases[i].inexperienced, cases[i].regular,
                                         cases[i].veteran};
            struct score damage;
            struct facts f;
            take(&f, cases[i].words);
            score_damage(&damage, &rules, &f);
            enum pinning got =
                wreck_pinning(f.weapon, &damage, cases[i].enclosed, (enum quality)crew);
            if (got != want[crew])
                fail_msg("%s, crew %d: %d, not %d", cases[i].words, crew, (int)got,
                         (int)want[crew]);
        }
}

/* An unpinned regular T-34 burns: a pin for the hit and one for the fire, a check at 7 that 15
   of 36 rolls fail; a Sherman's D3 makes that 7, 6 or 5, which 15, 21 and 26 fail. */
static void on_fire(void **state)
{
    struct wreck_group g = {.hits = {.dice = 1, .hit = 1}, .degree = {[DAMAGE_FULL] = 1},
                            .pinning = PIN_SURE};
    struct vehicle v = {.name = "a burning tank", .morale = 9};
    struct wreck_target t;
    struct wreck w;

    (void)state;
    set_vehicle(&t, &v);
    wreck_make(&w, &rules, &g, 1, &t);
    near("fire", "burnt out", &v, w.burnt_out, 15 / 216.0);
    near("fire", "knocked out", &v, w.knocked_out, 0.5 + 15 / 216.0);
    t.burns_easily = true;
    wreck_make(&w, &rules, &g, 1, &t);
    near("fire", "burnt out", &v, w.burnt_out, (15 + 21 + 26) / 3.0 / 216.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(armour_piercing), cmocka_unit_test(soft_skins),
        cmocka_unit_test(harmless_hits),   cmocka_unit_test(shells),
        cmocka_unit_test(fuel_aboard),     cmocka_unit_test(flame),
        cmocka_unit_test(several_weapons), cmocka_unit_test(panther),
        cmocka_unit_test(tiger),           cmocka_unit_test(autocannon),
        cmocka_unit_test(panzerfaust),     cmocka_unit_test(small_arms),
        cmocka_unit_test(top_armour),      cmocka_unit_test(pinning),
        cmocka_unit_test(on_fire),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
