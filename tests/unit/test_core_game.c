/* Sides, units, orders and the turn, played by hand: facts and dice in, events and states out,
   or a refusal with its rule. After every test the log is replayed from nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define FIXTURE_PLAY
#include "fixture.h"

/* ---- sides, units, the bag ---- */

static void sides_and_units(void **state)
{
    (void)state;
    const struct unit *alpha = unit("Alpha"), *gun = unit("gun");
    assert_true(alpha->models == 10 && alpha->men == 10 && alpha->full == 10 && alpha->leader);
    assert_int_equal(alpha->nco, 1);     /* the only SMG is the leader's */
    assert_int_equal(alpha->loaders, 1); /* team.squad.loader */
    assert_true(gun->models == 3 && !gun->leader && gun->loaders == 0);
    assert_true(unit_is_team(&rules, gun) && !unit_is_team(&rules, alpha));
    assert_int_equal(game_bag(&table, RED), 2); /* turn.bag.setup */
    assert_false(side("red", ""));
    assert_false(add(RED, "ALPHA", TYPE_SQUAD, REG, "men=5"));
    assert_false(add(RED, "two words", TYPE_SQUAD, REG, "men=5"));
    assert_false(add(RED, "Crowd", TYPE_SQUAD, REG, "men=5 weapons=\"6 rifle\""));
    assert_false(add(RED, "Ghost", TYPE_SQUAD, REG, ""));
    assert_false(add(RED, "Tank", TYPE_VEHICLE, REG, "weapons=\"1 mmg\""));
    assert_int_equal(d.diag.code, DIAG_USAGE);
    assert_true(add(BLUE, "Tank", TYPE_VEHICLE, REG, "armour=9 turret weapons=\"1 medium-at\""));
    assert_true(unit("Tank")->armour == 9 && unit("Tank")->turret && unit("Tank")->models == 1);
    assert_true(add(BLUE, "Raw", TYPE_SQUAD, REG, "special=green weapons=\"6 rifles\""));
    assert_int_equal(unit("Raw")->quality, QUALITY_INEXPERIENCED); /* special.green.base */
    assert_true(add(BLUE, "Pair", TYPE_SQUAD, REG, "weapons=\"1 smg, 1 lmg\""));
    assert_int_equal(unit("Pair")->loaders, 0); /* the leader never loads */
}

/* turn.orders.draw, .once, .repeat; turn.phases */
static void drawing_dice(void **state)
{
    (void)state;
    by("turn.orders.draw", draw(RED, 0));
    by("turn.phases", order("Alpha", ORDER_FIRE, "", ""));
    assert_true(turn());
    by("turn.phases", turn());
    assert_true(draw(-1, 2)); /* red, red, blue, blue */
    assert_int_equal(table.drawn, BLUE);
    assert_int_equal(game_bag(&table, BLUE), 1);
    by("turn.orders.draw", draw(RED, 0));
    by("turn.orders.draw", order("Alpha", ORDER_RUN, "", ""));
    assert_true(order("Easy", ORDER_RUN, "", ""));
    assert_string_equal(happened, "order Easy run");
    assert_true(table.drawn == -1 && game_bag(&table, BLUE) == 1 && ordered.was_automatic);
    by("turn.orders.once", order("Easy", ORDER_FIRE, "", ""));
    by("turn.orders.repeat", end("", ""));
    assert_true(order("Gun", ORDER_FIRE, "", ""));
    by("turn.orders.draw", draw(BLUE, 0)); /* none left */
}

/* ---- order tests ---- */

/* order.test.roll, .pass, .fail, .when-pinned: 9 - 2 = 7 */
static void tests_of_pinned_units(void **state)
{
    (void)state;
    set_pins("Bravo", 2);
    set_pins("Easy", 2);
    assert_true(order("Bravo", ORDER_ADVANCE, "34", ""));
    assert_true(ordered.tested && ordered.passed && ordered.score.need == 7);
    assert_string_equal(happened, "roll Bravo test 3 4; pins Bravo 1; order Bravo advance");
    assert_true(order("Easy", ORDER_ADVANCE, "44", ""));
    assert_true(!ordered.passed && !ordered.fubar && ordered.result == ORDER_DOWN);
    assert_string_equal(happened, "roll Easy test 4 4; order Easy down");
    assert_int_equal(unit("Easy")->pins, 2);
    set_pins("Gun", 4);
    assert_true(order("Gun", ORDER_DOWN, "", "")); /* order.down.automatic, .keeps-pins */
    assert_true(!ordered.tested && unit("Gun")->pins == 4);
}

/* order.test.snake-eyes, order.rally.success, .ignores-pins: D6+1 once, not once more (A36) */
static void pins_are_shed(void **state)
{
    static const struct {
        int pins;
        enum order o;
        const char *dice;
        int left;
    } cases[] = {{4, ORDER_FIRE, "112", 1},  {4, ORDER_RALLY, "112", 1}, {2, ORDER_FIRE, "11", 0},
                 {8, ORDER_RALLY, "453", 4}, {7, ORDER_RALLY, "456", 0}, {2, ORDER_RALLY, "36", 0},
                 {5, ORDER_RALLY, "55", 5},  {8, ORDER_RUN, "111", 6},   {1, ORDER_RUN, "12", 0},
                 {3, ORDER_RALLY, "451", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[2] = {(char)('p' + i), 0};
        assert_true(add(BLUE, name, TYPE_SQUAD, REG, "weapons=\"6 rifle\""));
        set_pins(name, cases[i].pins);
        assert_true(order(name, cases[i].o, cases[i].dice, ""));
        assert_int_equal(unit(name)->pins, cases[i].left);
        assert_int_equal(ordered.pins_removed, cases[i].pins - cases[i].left);
    }
}

/* order.full-strength.reroll, .lost; order.test.double-six; A13; order.test.eleven-twelve-fail */
static void full_squads_roll_again(void **state)
{
    (void)state;
    set_pins("Alpha", 2);
    by("order.full-strength.reroll", order("Alpha", ORDER_FIRE, "44", ""));
    by("order.test.double-six", order("Alpha", ORDER_FIRE, "4466", "")); /* now it is FUBAR */
    assert_true(order("Alpha", ORDER_FIRE, "6634", "")); /* and here it is not */
    assert_true(ordered.rerolled && ordered.passed && !ordered.fubar);
    assert_string_equal(happened,
                        "roll Alpha test 6 6; roll Alpha test-again 3 4; pins Alpha 1; "
                        "order Alpha fire");
    assert_true(add(RED, "Twelve", TYPE_SQUAD, QUALITY_VETERAN, "weapons=\"12 rifle\" full=12"));
    set_pins("Twelve", 1);
    assert_true(order("Twelve", ORDER_RUN, "56", "reroll=no major")); /* 10 - 1 + 4, never 11 */
    assert_true(!ordered.passed && !ordered.rerolled && ordered.score.need == 10);
    set_pins("Bravo", 2); /* ten men, but not bought at full strength */
    assert_true(order("Bravo", ORDER_RUN, "44", ""));
    assert_true(!ordered.passed && !ordered.rerolled);
}

/* fubar.roll.1-2, .friendly-fire.none, .roll.3-6, .panic.blocked */
static void everything_goes_wrong(void **state)
{
    (void)state;
    set_pins("Bravo", 1);
    set_pins("Easy", 1);
    set_pins("Gun", 1);
    by("fubar.roll.1-2", order("Bravo", ORDER_RUN, "661", "victim=Easy"));
    assert_true(order("Bravo", ORDER_RUN, "661", "victim=Alpha"));
    assert_true(ordered.fubar && ordered.result == ORDER_FIRE && ordered.fubar_die == 1);
    assert_string_equal(happened, "roll Bravo test 6 6; roll Bravo fubar 1; order Bravo fire; "
                                  "victim Bravo 1");
    by("fubar.friendly-fire.control", fire("Bravo", "Easy", "", "10"));
    /* pin.gain.friendly-fire; the shooter's own pin counts: 4 to hit, SMG at long range 5 */
    assert_true(fire("Bravo", "Alpha", "4333333333 4 3", "10"));
    assert_true(fired.friendly && fired.hits == 1 && unit("Alpha")->pins == 1);
    assert_int_equal(unit("Bravo")->victim, 0);
    assert_true(order("Easy", ORDER_RUN, "664", "enemy-seen"));
    assert_int_equal(ordered.result, ORDER_RUN);
    assert_int_equal(unit("Easy")->pins, 1);
    assert_true(order("Gun", ORDER_RUN, "665", ""));
    assert_int_equal(ordered.result, ORDER_DOWN);
    set_pins("Alpha", 1);
    assert_true(order("Alpha", ORDER_RUN, "55 66 2", "victim=none"));
    assert_true(ordered.rerolled && ordered.result == ORDER_DOWN && ordered.victim == 0);
}

/* special.shirkers.always-test, .double-pins; reserve.turn-1, .enter; A32 */
static void forced_tests(void **state)
{
    (void)state;
    assert_true(add(RED, "Shirk", TYPE_SQUAD, QUALITY_INEXPERIENCED,
                    "special=shirkers weapons=\"6 rifle\""));
    assert_true(add(RED, "Late", TYPE_SQUAD, REG, "reserve weapons=\"6 rifle\""));
    assert_true(add(RED, "Wait", TYPE_VEHICLE, REG, "reserve armour=9"));
    assert_true(add(RED, "Tank", TYPE_VEHICLE, REG, "armour=9"));
    by("vehicle.down.forbidden", order("Tank", ORDER_DOWN, "", ""));
    assert_true(order("Tank", ORDER_RUN, "", "") && order("Wait", ORDER_DOWN, "", ""));
    by("reserve.turn-1", order("Late", ORDER_RUN, "11", ""));
    assert_true(order("Late", ORDER_DOWN, "", "") && order("Shirk", ORDER_RUN, "44", ""));
    assert_true(ordered.tested && ordered.passed && ordered.score.need == 8);
    assert_true(order("Alpha", ORDER_RUN, "", "") && order("Bravo", ORDER_RUN, "", ""));
    assert_true(order("Easy", ORDER_RUN, "", "") && order("Gun", ORDER_FIRE, "", ""));
    assert_true(end("", "") && turn());
    by("reserve.enter", order("Late", ORDER_RALLY, "", ""));
    assert_true(order("Late", ORDER_RUN, "53", ""));
    assert_true(ordered.score.need == 8 && ordered.passed && !unit("Late")->reserve);
    assert_true(order("Wait", ORDER_RUN, "66", "")); /* no FUBAR off the table */
    assert_true(unit("Wait")->reserve && ordered.result == ORDER_DOWN);
    set_pins("Shirk", 2);
    assert_true(order("Shirk", ORDER_RUN, "22", "")); /* 8 - 4 */
    assert_true(ordered.score.need == 4 && ordered.passed && unit("Shirk")->pins == 1);
}

/* officer.bonus.who: his own unit has it, as long as he lives (morale.hq-officer-lost);
   officer.bonus.best-only: of two the better one; command tanks do not add to it (A42) */
static void officers(void **state)
{
    (void)state;
    assert_true(add(RED, "HQ", TYPE_HQ, REG, "first-lieutenant weapons=\"1 smg, 2 rifle\""));
    set_pins("HQ", 2);
    by("order.test.roll", order("HQ", ORDER_RUN, "4", ""));
    assert_int_equal(ordered.score.need, 9);
    by("order.test.roll", order("HQ", ORDER_RUN, "4", "major")); /* 9 - 2 + 4 is 11 */
    assert_int_equal(ordered.score.need, 10);
    by("order.test.roll", order("HQ", ORDER_RUN, "4", "second-lieutenant"));
    assert_int_equal(ordered.score.need, 9);
    by("vehicle.command", order("HQ", ORDER_RUN, "4", "command")); /* for armour alone */
    assert_true(add(RED, "Panzer", TYPE_VEHICLE, REG, "armour=9 weapons=\"1 medium-at turret\""));
    set_pins("Panzer", 2);
    by("order.test.roll", order("Panzer", ORDER_RUN, "4", "first-lieutenant command"));
    assert_int_equal(ordered.score.need, 9); /* 9 - 2 + 2 */
    assert_true(order("Gun", ORDER_FIRE, "", ""));
    assert_true(fire("Gun", "HQ", "31111 6 6", "10")); /* the shooter picks him */
    assert_true(!unit("HQ")->leader && unit("HQ")->pins == 3 && unit("HQ")->officer == 1);
    by("order.test.roll", order("HQ", ORDER_RUN, "4", ""));
    assert_int_equal(ordered.score.need, 5); /* 9 - 3 - 1 */
    by("order.test.roll", order("HQ", ORDER_RALLY, "4", "captain"));
    assert_int_equal(ordered.score.need, 10); /* 9 - 1 + 3, pins aside */
}

/* Given dice must be just those that are rolled; a person is asked instead. */
static void dice_too_few_and_too_many(void **state)
{
    (void)state;
    set_pins("Bravo", 2);
    assert_false(order("Bravo", ORDER_FIRE, "3", ""));
    assert_int_equal(d.diag.code, DIAG_REFUSED);
    assert_true(d.wanted.kind == WANT_ROLL && d.wanted.count == 1 && d.wanted.of == 2);
    assert_false(order("Bravo", ORDER_FIRE, "345", ""));
    assert_non_null(strstr(d.diag.message, "1 too many"));
    assert_int_equal(unit("Bravo")->pins, 2);
    assert_false(order("Bravo", ORDER_FIRE, "", ""));
    assert_true(d.wanted.kind == WANT_ROLL && d.wanted.need == 7 && d.diag.code == DIAG_NONE);
}

/* ---- the turn's end ---- */

/* Everybody acts: Alpha and Easy in Ambush, Bravo and Gun Down. */
static void everybody_acts(void)
{
    assert_true(order("Alpha", ORDER_AMBUSH, "", "") && order("Easy", ORDER_AMBUSH, "", ""));
    assert_true(order("Bravo", ORDER_DOWN, "", "") && order("Gun", ORDER_DOWN, "", ""));
}

/* retain.default, .ambush, .down, .down.pins: a D3, so 5 is 3 and 3 is 2 */
static void dice_are_kept(void **state)
{
    (void)state;
    set_pins("Bravo", 5);
    set_pins("Gun", 3);
    everybody_acts();
    assert_false(end("", "keep=nobody"));
    assert_true(end("53", "keep=Alpha,Bravo,Gun"));
    assert_true(unit("Bravo")->pins == 2 && unit("Gun")->pins == 1);
    assert_true(ended.turn == 1 && ended.n == 3 && !ended.waiting);
    assert_true(ended.returned[RED] == 0 && ended.returned[BLUE] == 1);
    assert_true(game_bag(&table, RED) == 0 && game_bag(&table, BLUE) == 1);
    by("turn.phases", end("", ""));
    assert_true(turn() && table.turn == 2);
    assert_true(unit("Alpha")->order == ORDER_AMBUSH && unit("Alpha")->in_ambush);
    assert_true(unit("Easy")->order == ORDER_NONE && unit("Easy")->die == DIE_BAG);
    by("turn.orders.once", order("Alpha", ORDER_FIRE, "", ""));
    assert_true(order("Easy", ORDER_RUN, "", ""));
    by("retain.default", end("", "keep=Easy")); /* only Ambush and Down */
    assert_true(end("", ""));
    assert_true(game_bag(&table, RED) == 2 && game_bag(&table, BLUE) == 2);
}

/* retain.ambush.fire-roll, .fire-fail: 4 shoots and goes back, 3 goes back */
static void last_shots(void **state)
{
    (void)state;
    everybody_acts();
    by("retain.ambush.fire-fail", end("4", "shoot=Alpha keep=Alpha"));
    by("retain.ambush.fire-roll", end("4", "shoot=Bravo"));
    assert_true(end("43", "shoot=Alpha,Easy keep=Gun"));
    assert_true(ended.waiting && unit("Alpha")->waiting && !unit("Easy")->waiting);
    assert_int_equal(table.phase, GAME_ENDING);
    assert_true(unit("Easy")->die == DIE_BAG && unit("Gun")->keeps);
    by("turn.phases", fire("Gun", "Bravo", "", "10"));
    assert_true(fire("Alpha", "Easy", "1111111 1111 11", "10"));
    assert_true(!unit("Alpha")->waiting && unit("Alpha")->die == DIE_BAG);
    assert_true(end("", "") && table.phase == GAME_BETWEEN);
    assert_true(game_bag(&table, RED) == 2 && game_bag(&table, BLUE) == 1);
}

/* Down by a failed test is kept like any other (end-retain-down-after-failed-test, A31) */
static void failed_tests_may_be_kept(void **state)
{
    (void)state;
    set_pins("Bravo", 3);
    assert_true(order("Bravo", ORDER_RUN, "44", "") && unit("Bravo")->order == ORDER_DOWN);
    assert_true(order("Alpha", ORDER_RUN, "", "") && order("Easy", ORDER_RUN, "", ""));
    assert_true(order("Gun", ORDER_FIRE, "", "") && end("6", "keep=all"));
    assert_true(unit("Bravo")->pins == 0 && unit("Bravo")->die == DIE_TABLE);
    assert_true(game_bag(&table, RED) == 1 && game_bag(&table, BLUE) == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sides_and_units, deploy, replay),
        cmocka_unit_test_setup_teardown(drawing_dice, deploy, replay),
        cmocka_unit_test_setup_teardown(tests_of_pinned_units, start, replay),
        cmocka_unit_test_setup_teardown(pins_are_shed, start, replay),
        cmocka_unit_test_setup_teardown(full_squads_roll_again, start, replay),
        cmocka_unit_test_setup_teardown(everything_goes_wrong, start, replay),
        cmocka_unit_test_setup_teardown(forced_tests, start, replay),
        cmocka_unit_test_setup_teardown(officers, start, replay),
        cmocka_unit_test_setup_teardown(dice_too_few_and_too_many, start, replay),
        cmocka_unit_test_setup_teardown(dice_are_kept, start, replay),
        cmocka_unit_test_setup_teardown(last_shots, start, replay),
        cmocka_unit_test_setup_teardown(failed_tests_may_be_kept, start, replay),
    };

    return cmocka_run_group_tests(tests, load_rules, NULL);
}
