/* Scores to hit, to damage and of tests, worked out by hand from the rule texts: the score,
   every modifier with its sign, and the chance as a fraction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/words.h"
#include "fixture.h"
#include "rules/volley.h"

#include <stdio.h>
#include <string.h>

static struct ruleset rules;
static bool applied[MAX_MODIFIERS], refused[MAX_MODIFIERS];

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

/* Facts as a player says them. */
static void said(struct facts *f, const char *line, bool versus)
{
    const struct fact_context c = {.rs = &rules, .target = true, .versus = versus,
                                   .cm_per_inch = 2.54};
    struct diag d = {0};
    struct words w;

    facts_init(f);
    assert_true(words_split(&w, line, &d));
    for (int i = 0; i < w.n; i++)
        if (facts_take(f, &c, w.word[i], &d) != FACT_TAKEN)
            fail_msg("%s: %s: %s", line, w.word[i], d.message);
    words_free(&w);
}

/* Notes which rows counted and which did not, and lists those that did: "rule-1 rule+2". */
static void sum_of(const struct ruling *r, char *text, size_t size)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < r->n; i++) {
        const struct ruling_line *l = &r->line[i];
        long row = l->modifier - rules.modifier;
        *(l->applies ? &applied[row] : &refused[row]) = true;
        if (l->applies)
            at += (size_t)snprintf(text + at, size - at, "%s%s%+d", at ? " " : "",
                                   l->modifier->rule, l->value);
    }
}

struct score_case {
    const char *facts;
    int need;
    const char *modifiers; /* all that apply, in the order of the data */
    int num, den;
};

static void score_is(const struct score *s, const struct score_case *c)
{
    char sum[400];

    sum_of(&s->ruling, sum, sizeof sum);
    if (s->need != c->need || strcmp(sum, c->modifiers) != 0)
        fail_msg("%s: need %d by %s, wanted %d by %s", c->facts, s->need, sum, c->need,
                 c->modifiers);
    if (s->chance.num != c->num || s->chance.den != c->den)
        fail_msg("%s: p %d/%d, wanted %d/%d", c->facts, s->chance.num, s->chance.den, c->num,
                 c->den);
}

static bool cites(const struct score *s, const char *rule)
{
    for (int i = 0; i < s->n_cites; i++)
        if (strcmp(s->cite[i], rule) == 0)
            return true;
    return false;
}

/* shoot.hit.base, .point-blank, .pins, .long, .long.per-weapon, .inexperienced, .moving, .down,
   .small, .soft-cover, .hard-cover, .nigh-impossible; bunker.cover, hidden.hit.soft, .hard */
static const struct score_case hits[] = {
    {"rifle 10", 3, "", 2, 3},
    {"rifle 6", 2, "shoot.hit.point-blank+1", 5, 6}, /* 6" is within 6" (A19) */
    {"rifle 6.5", 3, "", 2, 3}, {"rifle 12", 3, "", 2, 3},
    {"rifle 12.1", 4, "shoot.hit.long-1", 1, 2},
    {"rifle 24.5", 4, "shoot.hit.long-1", 0, 1}, /* shoot.range.out */
    {"smg 6", 2, "shoot.hit.point-blank+1", 5, 6}, {"smg 7", 4, "shoot.hit.long-1", 1, 2},
    {"pistol 3", 2, "shoot.hit.point-blank+1", 5, 6},
    {"pistol 6", 3, "shoot.hit.point-blank+1 shoot.hit.long-1", 2, 3},
    {"pistol 7", 4, "shoot.hit.long-1", 0, 1}, {"mmg 18", 3, "", 2, 3},
    {"mmg 19", 4, "shoot.hit.long-1", 1, 2}, {"rifle 10 1p", 4, "shoot.hit.pins-1", 1, 2},
    {"rifle 10 3p", 6, "shoot.hit.pins-3", 1, 6}, {"rifle 10 4p", 7, "shoot.hit.pins-4", 1, 36},
    {"rifle 10 inexperienced", 4, "shoot.hit.inexperienced-1", 1, 2},
    {"rifle 10 advance", 4, "shoot.hit.moving-1", 1, 2},
    {"mmg 10 advance", 4, "shoot.hit.moving-1", 1, 2}, /* special.fixed.advance */
    {"smg 5 advance", 2, "shoot.hit.point-blank+1", 5, 6}, /* special.assault.move-fire */
    {"assault-rifle 9 advance", 3, "", 2, 3}, {"rifle 10 down", 5, "shoot.hit.down-2", 1, 3},
    {"rifle 10 target.order=down artillery", 5, "shoot.hit.down-2", 1, 3},
    {"at-rifle 10 down vehicle", 3, "", 2, 3}, {"rifle 10 target.order=run", 3, "", 2, 3},
    {"rifle 10 small", 4, "shoot.hit.small-1", 1, 2},
    {"rifle 10 target.models=2", 4, "shoot.hit.small-1", 1, 2},
    {"rifle 10 target.models=3", 3, "", 2, 3},
    {"rifle 10 target.models=2 artillery", 3, "", 2, 3}, /* crews never (A48) */
    {"bazooka 10 target.models=1 vehicle", 3, "", 2, 3},
    {"rifle 10 soft", 4, "shoot.hit.soft-cover-1", 1, 2},
    {"rifle 10 hard", 5, "shoot.hit.hard-cover-2", 1, 3},
    {"rifle 10 building", 5, "shoot.hit.hard-cover-2", 1, 3}, /* building.target.cover */
    {"rifle 10 bunker", 7, "bunker.cover-4", 1, 36},
    {"rifle 10 hidden", 7, "hidden.hit.soft-4", 1, 36}, /* A88 */
    {"rifle 10 soft hidden", 7, "hidden.hit.soft-4", 1, 36},
    {"rifle 10 hard hidden", 8, "hidden.hit.hard-5", 1, 36},
    {"rifle 10 building hidden", 8, "hidden.hit.hard-5", 1, 36},
    {"rifle 20 hard", 6, "shoot.hit.long-1 shoot.hit.hard-cover-2", 1, 6},
    {"rifle 20 hard 1p", 7, "shoot.hit.pins-1 shoot.hit.long-1 shoot.hit.hard-cover-2", 1, 36},
    {"rifle 20 hard 2p advance inexperienced down small", 13,
     "shoot.hit.pins-2 shoot.hit.long-1 shoot.hit.inexperienced-1 shoot.hit.moving-1 "
     "shoot.hit.down-2 shoot.hit.small-1 shoot.hit.hard-cover-2", 1, 36},
    {"medium-at 36 vehicle hard down", 6, "shoot.hit.long-1 shoot.hit.hard-cover-2", 1, 6},
    /* Flame minds neither cover nor Down nor hiding (A87), but range and moving (A07). */
    {"flamethrower 4", 3, "shoot.hit.point-blank+1 shoot.hit.long-1", 2, 3},
    {"flamethrower 4 advance", 4, "shoot.hit.point-blank+1 shoot.hit.long-1 shoot.hit.moving-1", 1,
     2},
    {"flamethrower 3 bunker", 2, "shoot.hit.point-blank+1", 5, 6},
    {"flamethrower 3 hard hidden", 2, "shoot.hit.point-blank+1", 5, 6},
    {"flamethrower 7", 4, "shoot.hit.long-1", 0, 1},
    /* building.he.target: a shell needs only the wall; in the open cover counts. */
    {"light-howitzer 20 building", 3, "", 2, 3}, {"medium-at 20 he building hidden", 3, "", 2, 3},
    {"medium-at 20 ap building", 5, "shoot.hit.hard-cover-2", 1, 3},
    {"medium-at 20 he hard", 5, "shoot.hit.hard-cover-2", 1, 3},
    /* team.crew-one, and no team weapon minds it */
    {"mmg 10 crew=1", 4, "team.crew-one-1", 1, 2}, {"mmg 10 crew=2", 3, "", 2, 3},
    {"lmg 20 crew=1 1p", 6, "shoot.hit.pins-1 shoot.hit.long-1 team.crew-one-1", 1, 6},
    {"panzerfaust 5 crew=1", 2, "shoot.hit.point-blank+1", 5, 6},
    /* army.us.fire-manoeuvre: Garands, carbines and BARs, not SMGs' range nor machine guns */
    {"rifle 10 advance united-states", 3, "", 2, 3},
    {"carbine 10 advance united-states", 3, "", 2, 3},
    {"automatic-rifle 16 advance united-states", 4, "shoot.hit.long-1", 1, 2},
    {"smg 8 advance united-states", 4, "shoot.hit.long-1", 1, 2},
    {"mmg 16 advance united-states", 4, "shoot.hit.moving-1", 1, 2},
    /* special.sniper.range, .modifiers: 36", only pins and a lost assistant count */
    {"rifle 30 scope", 3, "", 2, 3}, {"rifle 36 scope inexperienced hard down small", 3, "", 2, 3},
    {"rifle 30 scope hidden", 3, "", 2, 3},
    {"rifle 30 scope bunker 2p", 5, "shoot.hit.pins-2", 1, 3},
    {"rifle 12 scope", 3, "", 0, 1}, /* special.sniper.minimum */
    {"rifle 12.5 scope", 3, "", 2, 3}, {"rifle 36.5 scope", 3, "", 0, 1},
};

static void scores_to_hit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hits / sizeof hits[0]; i++) {
        struct facts f;
        struct score s;
        said(&f, hits[i].facts, false);
        score_hit(&s, &rules, &f);
        score_is(&s, &hits[i]);
        assert_int_equal(s.ask, PHASE_HIT);
        assert_true(s.dice == 1 && s.ruling.base == 3 && !s.at_most);
        assert_int_equal(s.double_six, hits[i].need > 6);
        assert_int_equal(s.out_of_range, hits[i].num == 0);
        assert_int_equal(cites(&s, "shoot.hit.nigh-impossible"), hits[i].need > 6);
    }
}

/* indirect.hit.first, .ladder, .zeroed, .minimum; hidden.indirect; howitzers: A16, A47 */
static void indirect_fire(void **state)
{
    static const struct score_case cases[] = {
        {"medium-mortar 30", 6, "", 1, 6},
        {"medium-mortar 30 3p inexperienced hard", 6, "", 1, 6}, /* whatever the modifiers */
        {"medium-mortar 30 shot=2", 5, "", 1, 3}, {"medium-mortar 30 shot=3", 4, "", 1, 2},
            {"medium-mortar 30 shot=5", 2, "", 5, 6},
        {"medium-mortar 30 shot=9", 2, "", 5, 6}, {"medium-mortar 30 zeroed", 2, "", 5, 6},
        {"medium-mortar 30 hidden shot=4", 6, "", 1, 6}, {"medium-mortar 12", 6, "", 1, 6},
        {"medium-mortar 11.5", 6, "", 0, 1}, {"medium-mortar 60", 6, "", 1, 6},
        {"light-mortar 24.5", 6, "", 0, 1}, {"light-howitzer 24 indirect", 6, "", 1, 6},
        {"light-howitzer 23 indirect", 6, "", 0, 1}, {"light-howitzer 60 indirect", 6, "", 1, 6},
    };
    struct facts f;
    struct score s;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        said(&f, cases[i].facts, false);
        score_hit(&s, &rules, &f);
        score_is(&s, &cases[i]);
        assert_int_equal(s.ask, PHASE_INDIRECT);
        assert_int_equal(s.out_of_range, cases[i].num == 0);
    }
    said(&f, "light-howitzer 20", false); /* over open sights: no minimum */
    score_hit(&s, &rules, &f);
    score_is(&s, &(struct score_case){"direct", 3, "", 2, 3});
    said(&f, "medium-mortar 30 shot=2", false);
    score_hit(&s, &rules, &f);
    assert_string_equal(s.ruling.base_rule, "indirect.hit.ladder");
    said(&f, "medium-mortar 11 zeroed", false);
    score_hit(&s, &rules, &f);
    assert_true(cites(&s, "indirect.zeroed") && cites(&s, "indirect.minimum"));
}

/* special.sniper.modifiers: the last man of the team has nobody who spots for him */
static void snipers_miss_their_assistant(void **state)
{
    struct facts f;
    struct score s;

    (void)state;
    said(&f, "rifle 30 scope crew=1 1p", false);
    score_hit(&s, &rules, &f);
    assert_int_equal(s.need, 5); /* 3, a pin and the lost assistant */
}

/* shoot.shots.dice; army.germany.buzzsaw: one more for LMGs and MMGs, no other weapon */
static void dice_of_weapons(void **state)
{
    static const struct score_case cases[] = {
        {"rifle 9", .num = 1}, {"smg 9", .num = 2}, {"automatic-rifle 9", .num = 2},
        {"lmg 9", .num = 4}, {"mmg 9", .num = 5}, {"hmg 9", .num = 3}, {"flamethrower 3", .num = 1},
        {"lmg 9 germany", .num = 5}, {"mmg 9 army=germany", .num = 6}, {"hmg 9 germany", .num = 3},
        {"lmg 9 soviet-union", .num = 4}, {"light-autocannon 9", .num = 2}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct facts f;
        struct score s;
        said(&f, cases[i].facts, false);
        score_hit(&s, &rules, &f);
        assert_int_equal(s.shots, cases[i].num);
    }
}

/* damage.value.*, weapon.pen-all-targets, he.pen.by-rating, artillery.shield(.ignored),
   building.extra-protection(.none), vehicle.pen.side, .top, .rear, .long(-exempt), .scope */
#define PEN "weapon.pen-all-targets+"
static const struct score_case damages[] = {
    {"rifle inexperienced", 3, "", 2, 3}, {"rifle regular", 4, "", 1, 2},
    {"rifle vs=veteran", 5, "", 1, 3}, {"rifle soft-skin", 6, "", 1, 6},
    {"rifle armoured-car", 7, "", 0, 1}, /* damage.small-arms-cap */
    {"lmg medium-tank rear", 9, "", 0, 1},
    {"hmg regular 30", 3, PEN "1", 2, 3}, /* range matters to armour only */
    {"hmg soft-skin side 30", 5, PEN "1", 1, 3}, {"hmg armoured-car 10", 6, PEN "1", 1, 6},
    {"hmg carrier 20", 7, PEN "1 vehicle.pen.long-1", 0, 1},
    {"at-rifle armoured-car rear 10", 3, PEN "2 vehicle.pen.rear+2", 2, 3},
    {"at-rifle vs=8 top 10", 5, PEN "2 vehicle.pen.top+1", 1, 3},
    {"heavy-autocannon armoured-car 30", 4, PEN "3", 1, 2},
    {"heavy-autocannon medium-tank side 30", 5, PEN "3 vehicle.pen.side+1", 1, 3},
    {"light-at heavy-tank 30", 7, PEN "4 vehicle.pen.long-1", 0, 1},
    {"light-at heavy-tank 20", 6, PEN "4", 1, 6},
    {"light-at heavy-tank side 20", 5, PEN "4 vehicle.pen.side+1", 1, 3},
    {"light-at heavy-tank side 30", 6, PEN "4 vehicle.pen.side+1 vehicle.pen.long-1", 1, 6},
    {"medium-at armoured-car 36", 3, PEN "5 vehicle.pen.long-1", 2, 3},
    {"panzerfaust medium-tank 8", 3, PEN "6", 2, 3}, /* shaped: range is nothing to it */
    {"panzerfaust heavy-tank top 10", 3, PEN "6 vehicle.pen.top+1", 2, 3},
    {"heavy-at vs=9 rear 10", 2, PEN "6 vehicle.pen.rear+2", 5, 6}, /* a 1 always fails */
    {"flamethrower regular hard", 2, PEN "3", 5, 6},
    {"flamethrower armoured-car rear 5", 3, PEN "3 vehicle.pen.top+1", 2, 3},
    {"vehicle-flamethrower medium-tank 10", 5, PEN "3 vehicle.pen.top+1", 1, 3},
    {"medium-mortar medium-tank 30", 6, "he.pen.by-rating+2 vehicle.pen.top+1", 1, 6},
    {"medium-at he medium-tank side 40", 7, "he.pen.by-rating+1 vehicle.pen.side+1", 0, 1},
    {"heavy-howitzer veteran", 2, "he.pen.by-rating+4", 5, 6},
    {"medium-at he regular", 3, "he.pen.by-rating+1", 2, 3},
    {"medium-at regular", 2, PEN "5", 5, 6},
    {"rifle regular shield artillery", 5, "artillery.shield-1", 1, 3},
    {"rifle veteran shield artillery", 6, "artillery.shield-1", 1, 6},
    {"rifle regular shield artillery side", 4, "", 1, 2},
    {"heavy-at ap regular shield artillery", 2, PEN "6 artillery.shield-1", 5, 6},
    {"light-howitzer regular shield artillery", 2, "he.pen.by-rating+2", 5, 6},
    {"flamethrower regular shield building", 2, PEN "3", 5, 6},
    {"rifle regular building", 5, "building.extra-protection-1", 1, 3},
    {"hmg regular building 10", 4, PEN "1 building.extra-protection-1", 1, 2},
    {"rifle regular bunker", 5, "building.extra-protection-1", 1, 3},
    {"rifle regular building shield", 6, "artillery.shield-1 building.extra-protection-1", 1, 6},
    {"rifle regular building shield scope", 4, "", 1, 2}, /* special.sniper.shields */
    {"light-howitzer regular building", 2, "he.pen.by-rating+2", 5, 6},
    {"light-howitzer regular bunker", 2, "he.pen.by-rating+2", 0, 1}, /* bunker.he */
};

static void scores_to_damage(void **state)
{
    struct facts f;
    struct score s;

    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        said(&f, damages[i].facts, true);
        score_damage(&s, &rules, &f);
        score_is(&s, &damages[i]);
        assert_int_equal(s.impossible, damages[i].num == 0);
    }
    said(&f, "rifle armoured-car", true);
    score_damage(&s, &rules, &f);
    assert_true(cites(&s, "damage.small-arms-cap"));
    assert_string_equal(s.ruling.base_rule, "damage.value.armoured-car");
    said(&f, "heavy-at vs=veteran", true);
    score_damage(&s, &rules, &f);
    assert_true(cites(&s, "damage.one-fails")); /* 5 - 6 is under 2 */
    assert_string_equal(s.ruling.base_rule, "damage.value.veteran");
}

/* order.test.roll, .when-pinned; morale.cap-floor and what goes into the sum before it */
#define PINS "pin.morale.minus-one-"
static const struct score_case orders[] = {
    {"regular 2p advance", 7, PINS "2", 7, 12}, {"veteran 1p", 9, PINS "1", 5, 6},
    {"inexperienced 3p", 5, PINS "3", 5, 18},
    {"regular 5p order=rally", 9, "", 5, 6}, /* order.rally.ignores-pins */
    {"regular 5p order=rally leader=lost", 8, "morale.leader-lost-1", 13, 18},
    {"regular 1p leader=lost", 7, "morale.leader-lost-1 " PINS "1", 7, 12},
    {"regular 1p crew=1", 7, "morale.last-crewman-1 " PINS "1", 7, 12},
    {"regular 1p crew=2", 8, PINS "1", 13, 18},
    {"regular 4p captain", 8, PINS "4 officer.bonus.who+3", 13, 18},
    {"regular 3p second-lieutenant", 7, PINS "3 officer.bonus.who+1", 7, 12},
    {"regular 3p first-lieutenant order=rally", 10, "officer.bonus.who+2", 11, 12},
    {"veteran 2p captain order=run", 10, PINS "2 officer.bonus.who+3", 11, 12}, /* 11, not 8 */
    {"veteran 1p major", 10, PINS "1 officer.bonus.who+4", 11, 12},
    {"inexperienced 7p leader=lost", 2, "morale.leader-lost-1 " PINS "7", 1, 36},
    {"regular 3p command", 7, PINS "3 vehicle.command+1", 7, 12},
    {"regular 3p command captain", 9, PINS "3 officer.bonus.who+3", 5, 6}, /* A42 */
    /* special.shirkers.always-test, .double-pins */
    {"inexperienced special=shirkers", 8, "", 13, 18},
    {"inexperienced special=shirkers 2p", 4, "special.shirkers.double-pins-4", 1, 6},
    {"inexperienced special=shirkers 3p order=rally", 8, "", 13, 18},
    /* special.stubborn is for checks only */
    {"regular special=stubborn 5p advance", 4, PINS "5", 1, 6},
    /* reserve.enter, infantry-vehicle.fear(.exempt), ram.test: taken though nobody is pinned */
    {"veteran reserve", 9, "reserve.enter-1", 5, 6},
    {"regular reserve 1p", 7, PINS "1 reserve.enter-1", 7, 12},
    {"regular tank-fear", 6, "infantry-vehicle.fear-3", 5, 12},
    {"regular tank-fear 2p", 4, PINS "2 infantry-vehicle.fear-3", 1, 6},
    {"regular tank-fear special=tank-hunters 2p", 7, PINS "2", 7, 12},
    {"regular tank-fear open-topped=yes 1p", 8, PINS "1", 13, 18},
    {"regular ram", 6, "ram.test-3", 5, 12},
    {"veteran ram 2p", 5, PINS "2 ram.test-3", 5, 18},
    /* order.full-strength.reroll, .lost, .ten: 1 - (1 - 7/12)^2 */
    {"regular 2p full=10 models=10", 7, PINS "2", 119, 144},
    {"regular 2p full=12", 7, PINS "2", 119, 144},
    {"regular 2p full=10 models=9", 7, PINS "2", 7, 12},
    {"regular 2p full=9 models=9", 7, PINS "2", 7, 12},
    {"regular 2p full=10 reroll=no", 7, PINS "2", 7, 12},
    {"regular 2p soviet-union", 7, PINS "2", 7, 12}, /* re-rolls checks, not orders */
};

static void order_tests(void **state)
{
    struct facts f;
    struct score s;

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        said(&f, orders[i].facts, false);
        score_test(&s, &rules, PHASE_ORDER, &f);
        assert_false(s.automatic);
        score_is(&s, &orders[i]);
        assert_true(s.dice == 2 && s.at_most);
        assert_int_equal(s.reroll, orders[i].den == 144);
    }
}

/* order.test.unpinned, order.down.automatic */
static void orders_without_a_test(void **state)
{
    static const char *const cases[][2] = {
        {"regular", "order.test.unpinned"}, {"regular full=10", "order.test.unpinned"},
        {"regular 4p order=down", "order.down.automatic"},
        {"regular tank-fear special=tank-hunters", "order.test.unpinned"},
        {"regular tank-fear open-topped=yes", "order.test.unpinned"},
    };
    struct facts f;
    struct score s;
    char sum[400];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        said(&f, cases[i][0], false);
        score_test(&s, &rules, PHASE_ORDER, &f);
        sum_of(&s.ruling, sum, sizeof sum);
        assert_true(s.automatic && s.need == 0 && s.chance.num == 1 && s.chance.den == 1);
        assert_true(cites(&s, cases[i][1]));
    }
}

/* morale-check.method; special.stubborn; army.soviet.great-patriotic-war(.vehicles) */
static void morale_checks(void **state)
{
    static const struct score_case cases[] = {
        {"regular", 9, "", 5, 6}, /* always taken */
        {"regular 1p", 8, PINS "1", 13, 18},
        {"regular 3p order=rally", 6, PINS "3", 5, 12}, /* Rally is a privilege of orders */
        {"regular 2p leader=lost captain", 9, "morale.leader-lost-1 " PINS "2 officer.bonus.who+3",
         5, 6},
        {"regular 1p crew=1", 7, "morale.last-crewman-1 " PINS "1", 7, 12},
        {"regular 1p command", 9, PINS "1 vehicle.command+1", 5, 6},
        {"regular special=stubborn 5p", 9, "", 5, 6},
        {"regular special=stubborn 5p leader=lost", 8, "morale.leader-lost-1", 13, 18},
        {"inexperienced special=shirkers 2p", 4, "special.shirkers.double-pins-4", 1, 6},
        {"inexperienced special=shirkers,stubborn 2p", 8, "", 13, 18},
        {"regular 2p full=10", 7, PINS "2", 7, 12}, /* A13: no re-roll of a check */
        {"regular 2p reserve tank-fear", 7, PINS "2", 7, 12},
        {"regular 2p soviet-union", 7, PINS "2", 119, 144},
        {"regular 2p soviet-union artillery", 7, PINS "2", 119, 144},
        {"regular 2p soviet-union vehicle", 7, PINS "2", 7, 12},
        {"veteran 9p leader=lost crew=1", 2,
         "morale.leader-lost-1 morale.last-crewman-1 " PINS "9", 1, 36},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct facts f;
        struct score s;
        said(&f, cases[i].facts, false);
        score_test(&s, &rules, PHASE_MORALE, &f);
        score_is(&s, &cases[i]);
        assert_false(s.automatic);
        assert_int_equal(s.reroll, cases[i].den == 144);
    }
}

/* ---- infantry against a vehicle ---- */

/* infantry-vehicle.hit.still, .advancing, .running: 4+, 6, never; nothing modifies it */
static void assaults_on_vehicles(void **state)
{
    static const struct score_case cases[] = {
        {"target.order=fire", 4, "", 1, 2},
        {"down 3p inexperienced hard", 4, "", 1, 2},
        {"target.order=advance", 6, "", 1, 6},
        {"down react=escape", 6, "", 1, 6},
        {"target.order=run", 6, "", 0, 1},
    };
    struct facts f;
    struct score s;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        said(&f, cases[i].facts, false);
        score_assault(&s, &rules, &f);
        score_is(&s, &cases[i]);
        assert_int_equal(s.impossible, cases[i].num == 0);
        assert_true(cites(&s, "infantry-vehicle.hit.no-mods"));
    }
}

/* infantry-vehicle.damage, .superficial, .soft-open; special.tank-hunters.damage; A45. What the
   faces 1 to 6 do: - nothing, s superficial, f full, m massive. */
static void one_roll_for_all_hits(void **state)
{
    static const struct {
        struct score_case score;
        const char *faces;
    } cases[] = {
        {{"hits=0 vs=6", 6, "", 0, 1}, "------"},
        {{"hits=1 vs=9", 8, "infantry-vehicle.damage+1", 0, 1}, "------"},
        {{"hits=3 vs=9", 6, "infantry-vehicle.damage+3", 1, 6}, "-----s"},
        {{"hits=7 vs=9", 2, "infantry-vehicle.damage+7", 5, 6}, "-sssss"},
        {{"hits=5 vs=9 special=tank-hunters", 4, "infantry-vehicle.damage+5", 1, 2}, "---sff"},
        {{"hits=8 vs=10 special=tank-hunters", 2, "infantry-vehicle.damage+8", 5, 6}, "-sffmm"},
        {{"hits=9 vs=10 special=tank-hunters", 2, "infantry-vehicle.damage+9", 5, 6}, "-ffmmm"},
        {{"hits=4 vs=7 open-topped", 3, "infantry-vehicle.damage+4", 2, 3}, "--ffff"},
        {{"hits=2 vs=soft-skin", 4, "infantry-vehicle.damage+2", 1, 2}, "---fff"},
    };
    struct facts f;
    struct score s;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        said(&f, cases[i].score.facts, false);
        score_grenades(&s, &rules, &f);
        score_is(&s, &cases[i].score);
        for (int face = 1; face <= 6; face++)
            if ("-sfm"[grenades_degree(&s, &rules, &f, face)] != cases[i].faces[face - 1])
                fail_msg("%s: a %d is not %c", cases[i].score.facts, face,
                         cases[i].faces[face - 1]);
    }
}

/* ---- one group from its scores ---- */

static void group_of(struct volley_group *g, const char *weapon, double range, bool scope,
                     int damage_value)
{
    struct facts f;
    struct score hit, damage;

    facts_init(&f);
    facts_set_weapon(&f, &rules, ruleset_weapon(&rules, weapon));
    facts_set_range(&f, range);
    if (scope)
        facts_set(&f, F_SCOPE, 1);
    facts_set(&f, F_VS, damage_value);
    score_hit(&hit, &rules, &f);
    score_damage(&damage, &rules, &f);
    volley_group_from(g, &rules, &f, &hit, &damage, 4);
}

/* exceptional.trigger: 1/36 of the hits. special.sniper.exceptional: all that damage. */
static void groups_from_scores(void **state)
{
    struct volley_group g;

    (void)state;
    group_of(&g, "rifle", 10, false, 4);
    assert_int_equal(g.dice, 4);
    assert_true(g.hit == 4 / 6.0 && g.damage == 3 / 6.0 && g.exceptional == 1 / 36.0);
    group_of(&g, "rifle", 25, false, 4); /* shoot.range.out */
    assert_int_equal(g.dice, 0);
    group_of(&g, "rifle", 25, true, 4);
    assert_int_equal(g.dice, 4);
    assert_true(g.hit == 4 / 6.0 && g.exceptional == g.damage && g.damage == 3 / 6.0);
    group_of(&g, "rifle", 10, false, 7); /* damage.small-arms-cap */
    assert_true(g.damage == 0 && g.exceptional == 0);
    group_of(&g, "at-rifle", 10, false, 4); /* +2: 2 or more */
    assert_true(g.damage == 5 / 6.0 && g.exceptional == 1 / 36.0);
}

/* flak.hit: pins alone count. night.spotting.roll: everything adds up, the need is the distance. */
static void flak_and_spotting(void **state)
{
    static const struct {
        const char *facts;
        bool flak;
        int need;
        const char *sum;
    } cases[] = {
        {"weapon=light-autocannon", true, 5, ""},
        {"weapon=light-autocannon 1p", true, 6, "shoot.hit.pins-1"},
        {"weapon=light-autocannon 2p", true, 7, "shoot.hit.pins-2"},
        {"range=12", false, 12, ""},
        {"range=24 target.order=fire flash", false, 24,
         "night.spotting.active+6 night.spotting.muzzle+6"},
        {"range=12 target.order=down lit", false, 12, "night.spotting.down-6 night.fires+6"},
        {"range=12 flash lit", false, 12, "night.spotting.muzzle+6"},
        {"range=3 target.order=down small", false, 3,
         "night.spotting.down-6 night.spotting.small-6"},
        {"range=18 target.order=run target.type=vehicle target.models=1", false, 18,
         "night.spotting.active+6 night.spotting.vehicle+6"},
    };
    struct facts f;
    struct score s = {0};
    char sum[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        said(&f, cases[i].facts, true);
        (cases[i].flak ? score_flak : score_spot)(&s, &rules, &f);
        sum_of(&s.ruling, sum, sizeof sum);
        assert_int_equal(s.need, cases[i].need);
        assert_string_equal(sum, cases[i].sum);
    }
}

/* Runs last: every row of the data was seen to count and seen not to. */
static void every_row_both_ways(void **state)
{
    (void)state;
    for (int i = 0; i < rules.n_modifiers; i++)
        if (!applied[i] || !refused[i])
            fail_msg("%s: never %s", rules.modifier[i].rule, applied[i] ? "left out" : "counted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_to_hit),
        cmocka_unit_test(snipers_miss_their_assistant),
        cmocka_unit_test(indirect_fire),
        cmocka_unit_test(dice_of_weapons),
        cmocka_unit_test(scores_to_damage),
        cmocka_unit_test(order_tests),
        cmocka_unit_test(orders_without_a_test),
        cmocka_unit_test(morale_checks),
        cmocka_unit_test(assaults_on_vehicles),
        cmocka_unit_test(one_roll_for_all_hits),
        cmocka_unit_test(groups_from_scores),
        cmocka_unit_test(flak_and_spotting),
        cmocka_unit_test(every_row_both_ways),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
