/* Shooting, played by hand from the declared target to the morale check: events, casualties,
   pins and refusals. After every test the log is replayed from nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define FIXTURE_PLAY
#include "fixture.h"

#include <math.h>

/* Red fires, blue has not acted yet. */
static int ready(void **state)
{
    start(state);
    assert_true(order("Alpha", ORDER_FIRE, "", "") && order("Bravo", ORDER_FIRE, "", ""));
    return 0;
}

/* The same again, with armies. */
static void anew(const char *red, const char *blue)
{
    replay(NULL);
    deploy_armies(red, blue);
    assert_true(turn());
    assert_true(order("Alpha", ORDER_FIRE, "", "") && order("Bravo", ORDER_FIRE, "", ""));
}

/* Bravo at 10": nine rifles at 3+, the leader's SMG at 4+ (10 is over 6). These all hit once,
   twice ... six times. */
static const char *const bravo_hits[] = {"11111111111", "31111111111", "33111111111",
                                         "33311111111", "33331111111", "33333111111",
                                         "33333311111"};

/* Bravo fires at a target with so many hits; dice are those that follow. */
static bool bravo(const char *at, int hits, const char *dice, const char *facts)
{
    char all[60], words_[80];

    snprintf(all, sizeof all, "%s %s", bravo_hits[hits], dice);
    snprintf(words_, sizeof words_, "10 %s", facts);
    return fire("Bravo", at, all, words_);
}

/* shoot.sequence, shoot.shots.dice, shoot.pin, damage.roll, casualty.one-per-damage */
static void seven_steps(void **state)
{
    (void)state;
    /* 8 rifles less the loader at 3+, the SMG at 4+, the LMG at 3+; then 4+ to damage; a 6 again */
    assert_true(fire("Alpha", "Easy", "3412222 34 1132 4361 5", "10"));
    assert_string_equal(happened,
                        "roll Alpha hit 3 4 1 2 2 2 2 3 4 1 1 3 2; pins Easy 1; "
                        "roll Alpha damage 4 3 6 1; roll Alpha six 5; lose Easy 0; lose Easy 0; "
                        "fired Alpha");
    assert_int_equal(fired.n_groups, 3);
    assert_true(fired.group[0].dice == 7 && fired.group[0].need == 3 && fired.group[0].hits == 2);
    assert_true(fired.group[1].dice == 2 && fired.group[1].need == 4 && fired.group[1].hits == 1);
    assert_true(fired.group[2].dice == 4 && fired.group[2].need == 3 && fired.group[2].hits == 1);
    assert_true(fired.hits == 4 && fired.kills == 2 && fired.exceptional == 0);
    assert_true(fired.casualties == 2 && fired.pins_added == 1 && !fired.check.taken);
    assert_true(unit("Easy")->models == 4 && unit("Easy")->pins == 1 && unit("Easy")->leader);
    by("turn.orders.once", fire("Alpha", "Easy", "", "10"));
    assert_true(bravo("Easy", 1, "1", "")); /* pin.gain.stacking */
    assert_int_equal(unit("Easy")->pins, 2);
}

/* react.down, .cost; shoot.hit.down */
static void target_goes_down(void **state)
{
    (void)state;
    assert_true(fire("Alpha", "Easy", "5444444 55 4444 3", "10 react=down"));
    assert_non_null(strstr(happened, "order Easy down; roll Alpha hit 5"));
    assert_true(fired.group[0].need == 5 && fired.group[1].need == 6 && fired.hits == 1);
    assert_true(fired.reacted_down && game_bag(&table, BLUE) == 1);
    by("turn.orders.once", order("Easy", ORDER_FIRE, "", ""));
    by("react.down", bravo("Easy", 0, "", "react=down")); /* it has acted */
    assert_true(bravo("Gun", 0, "", "")); /* and nobody must */
    assert_int_equal(unit("Gun")->die, DIE_BAG);
}

/* special.cavalry.no-down, special.bike.no-down */
static void riders_do_not_go_down(void **state)
{
    (void)state;
    assert_true(add(BLUE, "Horse", TYPE_SQUAD, REG, "special=cavalry weapons=\"6 rifle\""));
    assert_true(add(BLUE, "Bikes", TYPE_SQUAD, REG, "special=motorbikes weapons=\"6 rifle\""));
    assert_false(bravo("Horse", 0, "", "react=down"));
    assert_false(bravo("Bikes", 0, "", "react=down"));
}

/* shoot.range.out: a miss without a die, no refusal. shoot.hit.nigh-impossible: 6 and 6. */
static void far_and_unlikely_shots(void **state)
{
    (void)state;
    assert_true(fire("Bravo", "Easy", "", "24.5"));
    assert_string_equal(happened, "fired Bravo");
    assert_true(fired.group[0].out_of_range && fired.group[1].out_of_range && fired.hits == 0);
    set_pins("Alpha", 1);
    assert_true(fire("Alpha", "Easy", "6655555 6555 616 11", "20 hard"));
    assert_true(fired.group[0].need == 7 && fired.group[0].double_six && fired.n_again == 3);
    assert_true(fired.group[1].out_of_range && fired.group[1].dice == 0);
    assert_true(fired.group[0].hits == 1 && fired.group[2].hits == 1 && fired.hits == 2);
}

/* exceptional.trigger, .shooter-picks; morale.leader-lost; morale-check.half-loss, .fail;
   turn.dice-loss.unacted, .acted */
static void leaders_fall(void **state)
{
    (void)state;
    assert_true(bravo("Easy", 3, "644 6 43", "")); /* 9 - 1 pin - 1 leader */
    assert_true(fired.exceptional == 1 && fired.leader_lost && fired.casualties == 3);
    assert_true(fired.check.taken && fired.check.score.need == 7 && fired.check.passed);
    assert_true(unit("Easy")->models == 3 && !unit("Easy")->leader);
    assert_non_null(strstr(happened, "lose Easy 1; lose Easy 0; lose Easy 0; roll Easy morale"));
    anew("", "");
    assert_true(bravo("Easy", 3, "644 6 44", "pick=rifle")); /* 9 - 1 */
    assert_true(!fired.leader_lost && fired.check.score.need == 8 && unit("Easy")->leader);
    anew("", "");
    assert_int_equal(game_bag(&table, BLUE), 2);
    assert_true(bravo("Easy", 3, "644 6 44", ""));
    assert_true(fired.destroyed && !fired.check.passed && fired.casualties == 3);
    assert_true(unit("Easy")->destroyed && unit("Easy")->die == DIE_LOST);
    assert_int_equal(game_bag(&table, BLUE), 1);
    by("turn.dice-loss.acted", order("Easy", ORDER_RUN, "", ""));
    by("turn.dice-loss.acted", fire("Alpha", "Easy", "", "10"));
}

/* casualty.owner-picks: riflemen first, then the gunner, the leader last of all */
static void owner_gives_up_riflemen_first(void **state)
{
    (void)state;
    assert_true(order("Gun", ORDER_FIRE, "", "") && order("Easy", ORDER_FIRE, "", ""));
    assert_true(fire("Gun", "Alpha", "33333 44444 54", "10")); /* 5 of 10; 8 is not passed by 9 */
    assert_true(fired.check.score.need == 8 && fired.destroyed);
    anew("", "");
    assert_true(order("Gun", ORDER_FIRE, "", "") && order("Easy", ORDER_FIRE, "", ""));
    assert_true(fire("Gun", "Alpha", "33333 44444 44", "10"));
    assert_true(unit("Alpha")->carried[0].count == 3 && unit("Alpha")->loaders == 1);
    assert_true(fire("Easy", "Alpha", "33333 11 44441 33", "10")); /* 4 of 5: riflemen, gunner */
    assert_true(unit("Alpha")->models == 1 && unit("Alpha")->leader);
    assert_true(unit("Alpha")->carried[0].count == 0 && unit("Alpha")->carried[2].count == 0);
    assert_non_null(strstr(happened, "lose Alpha 0; lose Alpha 0; lose Alpha 2; lose Alpha 0; "));
    assert_int_equal(fired.check.score.need, 7); /* 9 - 2 pins, the leader lives */
}

/* exceptional.weapon-team, team.support.firer-killed, morale.last-crewman */
static void teams(void **state)
{
    (void)state;
    assert_true(bravo("Gun", 1, "6 6", ""));
    assert_true(fired.team_lost && fired.casualties == 3 && fired.destroyed);
    anew("", "");
    assert_true(bravo("Gun", 1, "6 5", ""));
    assert_true(!fired.team_lost && unit("Gun")->models == 2 && !fired.check.taken);
    anew("", "");
    assert_true(bravo("Gun", 2, "44 34", ""));
    assert_true(fired.check.score.need == 7 && fired.check.passed && unit("Gun")->models == 1);
    assert_true(order("Gun", ORDER_FIRE, "34", "")); /* order: 9 - 1 pin - 1 last man */
    assert_int_equal(ordered.score.need, 7);
    assert_true(fire("Gun", "Bravo", "44441 1111", "10")); /* team.crew-one: 4 */
    assert_true(fired.group[0].need == 4 && fired.hits == 4);
}

/* rout.pins: at once, and nothing more is rolled; special.fanatic.no-pin-rout */
static void routs_by_pins(void **state)
{
    (void)state;
    set_pins("Easy", 8);
    assert_true(bravo("Easy", 2, "", ""));
    assert_true(fired.destroyed && fired.hits == 2 && fired.casualties == 0);
    assert_string_equal(happened, "roll Bravo hit 3 3 1 1 1 1 1 1 1 1 1; pins Easy 9; "
                                  "destroyed Easy; fired Bravo");
    anew("", "japan");
    set_pins("Easy", 8);
    assert_true(bravo("Easy", 2, "11", ""));
    assert_true(!fired.destroyed && unit("Easy")->pins == 9);
}

/* special.fanatic.no-half-check, .one-man */
static void fanatics_take_no_check(void **state)
{
    (void)state;
    anew("", "japan");
    assert_true(bravo("Easy", 4, "4444", ""));
    assert_true(fired.half_spared && !fired.check.taken && unit("Easy")->models == 2);
    anew("", "japan");
    assert_true(bravo("Easy", 5, "44444 53", ""));
    assert_true(!fired.half_spared && fired.check.taken && fired.check.score.need == 8);
}

/* shoot.who.fire-advance, shoot.target.single, medic.non-combat, reserve.turn-1 */
static void who_may_not_shoot(void **state)
{
    (void)state;
    by("shoot.who.fire-advance", fire("Easy", "Alpha", "", "10"));
    assert_true(order("Easy", ORDER_RUN, "", ""));
    by("shoot.who.fire-advance", fire("Easy", "Alpha", "", "10"));
    by("shoot.target.single", fire("Alpha", "Bravo", "", "10"));
    assert_true(add(RED, "Doc", TYPE_TEAM, REG, "special=medic weapons=\"1 pistol\" men=1"));
    assert_true(order("Doc", ORDER_FIRE, "", ""));
    by("medic.non-combat", fire("Doc", "Easy", "", "5"));
    assert_true(add(BLUE, "Late", TYPE_SQUAD, REG, "reserve weapons=\"6 rifle\""));
    by("reserve.turn-1", fire("Alpha", "Late", "", "10"));
    assert_false(fire("Alpha", "Easy", "", "")); /* how far? */
    assert_true(d.diag.code == DIAG_USAGE && d.wanted.fact == F_RANGE);
    assert_false(fire("Alpha", "Easy", "", "10 with=bazooka"));
    assert_int_equal(d.diag.code, DIAG_USAGE);
    assert_false(fire("Alpha", "Easy", "", "10 in.rifle=9"));
    assert_int_equal(unit("Easy")->pins, 0);
}

/* Where only the count matters it may be given instead of dice. */
static void hits_and_kills_summed_up(void **state)
{
    (void)state;
    assert_true(fire("Bravo", "Easy", "", "5 hits=4 kills=2 sixes=1"));
    assert_true(fired.hits == 4 && fired.casualties == 2 && fired.leader_lost);
    assert_int_equal(unit("Easy")->pins, 1);
    assert_false(fire("Alpha", "Easy", "", "5 hits=14")); /* 13 dice */
    assert_int_equal(d.diag.code, DIAG_USAGE);
    assert_false(fire("Alpha", "Easy", "", "5 hits=2 kills=3"));
    assert_true(fire("Alpha", "Easy", "", "5 hits=0") && unit("Easy")->pins == 1);
}

/* ambush.placement, .no-reaction, .may-go-down */
static void ambushes(void **state)
{
    (void)state;
    assert_true(order("Easy", ORDER_AMBUSH, "", "") && order("Gun", ORDER_AMBUSH, "", ""));
    assert_true(add(RED, "Runner", TYPE_SQUAD, REG, "weapons=\"6 rifle\""));
    by("ambush.no-reaction", fire("Easy", "Runner", "", "10 react=down"));
    assert_true(fire("Easy", "Runner", "33111 11 41", "10"));
    assert_true(fired.ambush && fired.group[0].need == 3); /* as on Fire: no -1 */
    assert_non_null(strstr(happened, "face Easy fire; roll Easy hit 3"));
    assert_int_equal(unit("Easy")->order, ORDER_FIRE);
    by("turn.orders.once", fire("Easy", "Runner", "", "10"));
    /* fired at, one in Ambush may still go Down: its die is turned over */
    assert_true(bravo("Gun", 0, "", "react=down"));
    assert_non_null(strstr(happened, "face Gun down; roll Bravo"));
    assert_true(unit("Gun")->order == ORDER_DOWN && !unit("Gun")->in_ambush);
    assert_int_equal(fired.group[0].need, 5);
    by("shoot.who.fire-advance", fire("Gun", "Bravo", "", "10"));
}

/* special.green.base, .roll-1, .roll-2-4, .roll-5-6 */
static void greens_at_their_first_loss(void **state)
{
    const char *raw = "special=green weapons=\"8 rifle\"";

    (void)state;
    assert_true(add(BLUE, "Raw", TYPE_SQUAD, REG, raw));
    assert_true(bravo("Raw", 1, "3 15", "")); /* 3+ damages; a 1, then D6 pins */
    assert_true(unit("Raw")->pins == 6 && fired.pins_added == 6 && fired.green_die == 1);
    assert_true(unit("Raw")->order == ORDER_DOWN && unit("Raw")->quality == 0);
    anew("", "");
    assert_true(add(BLUE, "Raw", TYPE_SQUAD, REG, raw));
    assert_true(bravo("Raw", 1, "3 6", ""));
    assert_true(unit("Raw")->quality == QUALITY_REGULAR && unit("Raw")->pins == 1);
    anew("", "");
    assert_true(add(BLUE, "Raw", TYPE_SQUAD, REG, raw));
    assert_true(bravo("Raw", 1, "3 3", "") && unit("Raw")->quality == QUALITY_INEXPERIENCED);
    assert_true(fire("Alpha", "Raw", "3111111 11 1111 3", "10")); /* only the first loss */
    assert_true(fired.green_die == 0 && unit("Raw")->models == 6);
    anew("", "");
    assert_true(add(BLUE, "Raw", TYPE_SQUAD, REG, raw));
    assert_true(bravo("Raw", 4, "3333 6 53", "")); /* half: the check is a regular's, 9 - 1 */
    assert_true(fired.check.score.need == 8 && fired.check.passed);
}

/* army.germany.initiative-training, .buzzsaw; army.us.fire-manoeuvre; dice.reroll.final,
   army.soviet.great-patriotic-war */
static void armies(void **state)
{
    (void)state;
    anew("germany", "germany");
    assert_true(fire("Alpha", "Easy", "1111111 11 11111", "10"));
    assert_true(fired.group[2].dice == 5);
    assert_true(bravo("Easy", 1, "6 6 2", ""));
    assert_true(fired.leader_saved && !fired.leader_lost && unit("Easy")->leader);
    assert_true(unit("Easy")->models == 5 && unit("Easy")->carried[0].count == 4);
    anew("", "germany");
    assert_true(bravo("Easy", 1, "6 6 1", ""));
    assert_true(!fired.leader_saved && fired.leader_lost && unit("Easy")->carried[1].count == 0);
    anew("", "united-states");
    assert_true(order("Easy", ORDER_ADVANCE, "", "") && order("Gun", ORDER_ADVANCE, "", ""));
    assert_true(fire("Easy", "Alpha", "11111 11", "10") && fired.group[0].need == 3);
    assert_true(fired.group[1].need == 4); /* the SMG is far, not slow */
    assert_true(fire("Gun", "Alpha", "11111", "10") && fired.group[0].need == 4);
    anew("", "soviet-union");
    assert_true(bravo("Easy", 3, "444 54 44", "")); /* 8: failed, then passed */
    assert_true(fired.check.rerolled && fired.check.passed && !fired.destroyed);
    anew("", "soviet-union");
    assert_true(bravo("Easy", 3, "444 44", "") && !fired.check.rerolled);
    anew("", "soviet-union");
    assert_true(bravo("Easy", 3, "444 54 63", ""));
    assert_true(fired.check.rerolled && fired.destroyed);
}

/* hidden.hit.soft, hidden.reveal.hit, hidden.reveal.order */
static void hidden_units(void **state)
{
    (void)state;
    assert_true(add(BLUE, "Spy", TYPE_SQUAD, REG, "hidden weapons=\"6 rifle\""));
    assert_true(fire("Alpha", "Spy", "6111111 11 1111 1", "10") && unit("Spy")->hidden);
    assert_true(fired.group[0].need == 7 && !fired.revealed);
    assert_true(fire("Bravo", "Spy", "611111111 11 6 1", "10"));
    assert_true(fired.revealed && !unit("Spy")->hidden);
    assert_true(add(BLUE, "Spy2", TYPE_SQUAD, REG, "hidden weapons=\"6 rifle\""));
    assert_true(order("Spy2", ORDER_AMBUSH, "", "") && unit("Spy2")->hidden);
    assert_true(fire("Spy2", "Alpha", "111111", "10") && !unit("Spy2")->hidden);
}

/* team.squad.loader, -near, -busy, .weapon-lost */
static void loaders(void **state)
{
    (void)state;
    assert_true(order("Easy", ORDER_FIRE, "", "") && order("Gun", ORDER_FIRE, "", ""));
    assert_true(fire("Easy", "Alpha", "31111 11 4", "10 lose=loader"));
    set_pins("Alpha", 0);
    assert_true(unit("Alpha")->loaders == 0 && unit("Alpha")->carried[0].count == 7);
    assert_true(fire("Alpha", "Easy", "1111111 11 1111", "10"));
    assert_true(fired.group[0].dice == 7 && fired.group[2].need == 4 && fired.group[2].dice == 4);
    anew("", "");
    assert_true(order("Easy", ORDER_FIRE, "", ""));
    assert_true(fire("Easy", "Alpha", "31111 11 6 6", "10 pick=lmg"));
    set_pins("Alpha", 0);
    assert_true(unit("Alpha")->carried[2].count == 0 && unit("Alpha")->leader);
    assert_true(fire("Alpha", "Easy", "11111111 11", "10")); /* the loader has his rifle again */
    assert_true(fired.group[0].dice == 8 && fired.n_groups == 2);
    assert_true(add(BLUE, "Trio", TYPE_SQUAD, REG, "weapons=\"1 smg, 1 rifle, 1 lmg\""));
    assert_int_equal(unit("Trio")->loaders, 1);
    assert_true(bravo("Trio", 1, "4", "lose=rifle")); /* the one who loaded */
    assert_int_equal(unit("Trio")->loaders, 0);
}

/* oneshot.save: silent unless somebody says so. oneshot.once: once in a game. */
static void one_shot_weapons(void **state)
{
    (void)state;
    assert_true(add(RED, "Faust", TYPE_SQUAD, REG, "weapons=\"6 rifle, 1 panzerfaust\""));
    assert_int_equal(unit("Faust")->models, 6);
    assert_true(order("Faust", ORDER_FIRE, "", ""));
    assert_true(fire("Faust", "Easy", "11 1", "5 with=panzerfaust,rifle in.rifle=2"));
    assert_int_equal(unit("Faust")->carried[1].count, 0);
}

/* A captain that falls takes his bonus with him (morale.hq-officer-lost, officer.bonus.who): a
   scoped hit, 4 in 6, that damages, 1 in 2, leaves one man, who checks at 9 - 1 - 1 = 7. */
static void odds_against_a_captain(void **state)
{
    struct shot s;
    struct volley v;
    struct diag none = {0};

    (void)state;
    assert_true(add(BLUE, "HQ", TYPE_HQ, REG, "captain weapons=\"2 rifle\""));
    assert_true(add(RED, "Eye", TYPE_TEAM, REG, "special=sniper weapons=\"1 rifle\" men=2"));
    begin("", "20 scope");
    assert_true(shot_make(&s, &rules, &table, unit("Eye"), unit("HQ"), &d.f, &none));
    assert_true(s.n == 1 && s.group[0].hit.need == 3); /* the scope finds two men as well */
    words_free(&words);
    shot_odds(&v, &s, &rules, &table, unit("HQ"));
    assert_true(fabs(v.morale_check - 1 / 3.0) < 1e-12);
    assert_true(fabs(v.destroyed - 15 / 108.0) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seven_steps, ready, replay),
        cmocka_unit_test_setup_teardown(target_goes_down, ready, replay),
        cmocka_unit_test_setup_teardown(riders_do_not_go_down, ready, replay),
        cmocka_unit_test_setup_teardown(far_and_unlikely_shots, ready, replay),
        cmocka_unit_test_setup_teardown(leaders_fall, ready, replay),
        cmocka_unit_test_setup_teardown(owner_gives_up_riflemen_first, ready, replay),
        cmocka_unit_test_setup_teardown(teams, ready, replay),
        cmocka_unit_test_setup_teardown(routs_by_pins, ready, replay),
        cmocka_unit_test_setup_teardown(fanatics_take_no_check, ready, replay),
        cmocka_unit_test_setup_teardown(who_may_not_shoot, ready, replay),
        cmocka_unit_test_setup_teardown(hits_and_kills_summed_up, ready, replay),
        cmocka_unit_test_setup_teardown(ambushes, ready, replay),
        cmocka_unit_test_setup_teardown(greens_at_their_first_loss, ready, replay),
        cmocka_unit_test_setup_teardown(armies, ready, replay),
        cmocka_unit_test_setup_teardown(hidden_units, ready, replay),
        cmocka_unit_test_setup_teardown(loaders, ready, replay),
        cmocka_unit_test_setup_teardown(one_shot_weapons, ready, replay),
        cmocka_unit_test_setup_teardown(odds_against_a_captain, ready, replay),
    };

    return cmocka_run_group_tests(tests, load_rules, NULL);
}
