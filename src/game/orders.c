/* Orders: draw, test, pins, FUBAR (chapters The Turn and Orders). */
#include "game/orders.h"

#include "game/carrier.h"
#include "game/charge.h"
#include "game/ground.h"
#include "game/tries.h"

#include <string.h>

static bool loads_slowly(const struct ruleset *rs, const struct unit *u)
{
    return u->special & ruleset_bit(rs, "slow-load");
}

/* Nobody on this side had an order yet, and all that could have one load slowly: its first die is
   put back and another drawn (vehicle.slow-load.all). */
static bool only_slow_load(const struct ruleset *rs, const struct game *g, int side)
{
    bool any = false;

    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        if (u->side != side || u->destroyed || u->die != DIE_BAG)
            continue;
        if (!loads_slowly(rs, u))
            return false;
        any = true;
    }
    return any && !g->side[side].ordered;
}

bool decide_draw(struct decision *d, int side, int pick)
{
    struct game *g = d->g;
    bool is_virtual = side < 0;

    if (g->phase != GAME_ORDERS)
        return diag_refused(&d->diag, "turn.orders.draw", "no dice are drawn now: %s",
                            g->phase == GAME_ENDING ? "the turn is ending" : "begin with turn");
    if (g->drawn >= 0 && !only_slow_load(d->rs, g, g->drawn)
        && !forbid(d, "turn.orders.draw", "%s's die is drawn already: give it to a unit",
                   g->side[g->drawn].name))
        return false;
    for (int i = 0; is_virtual && i < g->n_sides; i++) {
        if (pick < game_bag(g, i)) {
            side = i;
            break;
        }
        pick -= game_bag(g, i);
    }
    if (side < 0)
        return diag_refused(&d->diag, "turn.orders.repeat",
                            "the bag is empty: the turn ends with end");
    if (game_bag(g, side) == 0)
        return diag_refused(&d->diag, "turn.orders.draw", "%s has no die left in the bag",
                            g->side[side].name);
    emit(d, EV_DRAW, 0, side, is_virtual);
    return finish(d);
}

/* Reserves come on by Advance or Run, whichever moves them: a gun by Run, a heavy one behind a
   tow. */
static bool may_come_on(struct decision *d, const struct unit *u, enum order asked)
{
    struct move_result r;

    if (asked != ORDER_ADVANCE && asked != ORDER_RUN)
        return asked == ORDER_DOWN
            || forbid(d, "reserve.enter", "a unit in reserve comes on by Advance or Run, or waits "
                      "with Down");
    if (u->aboard || move_allowance(d->rs, d->g, u, asked, &d->f, &r) > 0)
        return true;
    if (move_allowance(d->rs, d->g, u, ORDER_RUN, &d->f, &r) > 0) {
        move_allowance(d->rs, d->g, u, asked, &d->f, &r); /* the rule */
        return forbid(d, r.rule, "%s does not move on advance: Run brings it on", u->name);
    }
    return forbid(d, r.rule, "%s is not moved by its crew: it comes on behind a tow or not at all",
                  u->name);
}

/* May this unit be given an order now? */
static bool may_order(struct decision *d, const struct unit *u, enum order asked)
{
    const struct game *g = d->g;

    if (!must_live(d, u))
        return false;
    if (g->phase != GAME_ORDERS)
        return forbid(d, "turn.phases", g->phase == GAME_ENDING
                                            ? "the turn is ending: no more orders"
                                            : "no turn has begun: begin it with turn");
    if (u->die == DIE_TABLE)
        return forbid(d, "turn.orders.once", "%s has its order already: %s", u->name,
                      order_word[u->order]);
    if (g->drawn >= 0 && g->drawn != u->side)
        return forbid(d, "turn.orders.draw", "the die that was drawn is %s's, not %s's",
                      g->side[g->drawn].name, g->side[u->side].name);
    if (loads_slowly(d->rs, u) && !g->side[u->side].ordered)
        return only_slow_load(d->rs, g, u->side)
            ? forbid(d, "vehicle.slow-load.all", "all that are left of %s load slowly: put the die "
                     "back and draw once more", g->side[u->side].name)
            : forbid(d, "vehicle.slow-load", "%s loads slowly: another unit of %s goes first",
                     u->name, g->side[u->side].name);
    if (u->aboard && !may_order_aboard(d, u, asked))
        return false;
    if (asked == ORDER_ADVANCE || asked == ORDER_RUN) {
        if (u->boarded && !forbid(d, "transport.board.no-drive", "%s was boarded this turn and "
                                  "stays where it is", u->name))
            return false;
        if (u->type == TYPE_GUN && u->floor
            && !forbid(d, "building.artillery", "%s stands in %s and never moves", u->name,
                       u->building))
            return false;
    }
    if (u->type == TYPE_VEHICLE && asked == ORDER_DOWN && !u->reserve)
        return forbid(d, "vehicle.down.forbidden", "vehicles are never ordered Down");
    if (u->reserve && d->g->turn < game_reserve_turn(d->rs, d->g) && asked != ORDER_DOWN)
        return forbid(d, "reserve.turn-1", "in turn 1 a unit in reserve is given Down only");
    if (u->reserve)
        return may_come_on(d, u, asked);
    return true;
}

/* The two dice of the test, and two more where a full squad uses its right (A13). */
static bool roll_test(struct decision *d, struct unit *u, struct order_result *r)
{
    const signed char *die = take_roll(
        d, "test", u->id, 2, r->score.need, "order.test.roll",
        "order test of %s for %s: %d or less on 2 dice", u->name, order_word[r->asked],
        r->score.need);

    if (!die)
        return false;
    memcpy(r->rolled, die, 2);
    r->passed = die[0] + die[1] <= r->score.need;
    if (!r->passed && r->score.reroll) {
        if (!may_know(d, F_REROLL, "order.full-strength.reroll",
                      "%s is at full strength: roll the test again?", u->name))
            return false;
        if (d->f.v[F_REROLL]) {
            die = take_roll(d, "test-again", u->id, 2, r->score.need, "order.full-strength.reroll",
                            "%s at full strength rolls again: %d or less on 2 dice", u->name,
                            r->score.need);
            if (!die)
                return false;
            memcpy(r->again, die, 2);
            r->rerolled = true;
            r->passed = die[0] + die[1] <= r->score.need;
        }
    }
    note_test(d, u->id, r->score.need, r->score.reroll && d->f.v[F_REROLL], r->passed);
    r->snake_eyes = die[0] == 1 && die[1] == 1;
    r->fubar = die[0] == 6 && die[1] == 6;
    return true;
}

/* D6+1 pins go after snake eyes or a passed Rally, one after any other passed test. A die that
   can only show enough is not asked for. */
static bool shed_pins(struct decision *d, struct unit *u, struct order_result *r)
{
    int plus = number_of(d->rs, NUM_RALLY_PLUS), off = 1;

    if (r->snake_eyes || r->asked == ORDER_RALLY) {
        const char *rule = r->banzai ? "army.japan.banzai"
            : r->snake_eyes ? "order.test.snake-eyes" : "order.rally.success";
        const signed char *die = NULL;
        off = u->pins;
        if (u->pins > 1 + plus) {
            die = take_roll(d, "rally", u->id, 1, 0, rule, "pins that %s sheds: D6+%d", u->name,
                            plus);
            if (!die)
                return false;
            off = *die + plus;
        } else {
            take_idle(d, "rally", u->id, 1);
        }
    }
    r->pins_removed = off < u->pins ? off : u->pins;
    change_pins(d, u, -r->pins_removed);
    return true;
}

/* A vehicle that disobeys with an enemy before it backs off as far as it can, then halts:
   half its Advance, a recce one all of it (vehicle.fail.reverse, vehicle.move.reverse, A30). */
static bool back_off(struct decision *d, const struct unit *u, struct order_result *r)
{
    int turns;
    const struct movement *m = unit_rate(d->rs, d->g, u, ORDER_ADVANCE, &turns);
    bool recce = u->special & ruleset_bit(d->rs, "recce");
    double rate = m ? m->inches : 0;
    const struct movement *run = unit_rate(d->rs, d->g, u, ORDER_RUN, &turns);

    if (backs_at_full_speed(d->rs, u->special, NULL) && run)
        rate = run->inches; /* vehicle.recce.run-reverse: over 12" up to 24", as its owner says */

    if (u->type != TYPE_VEHICLE || u->immobilised || u->reserve)
        return true;
    if (!may_know(d, F_ENEMY_FRONT, "vehicle.fail.reverse",
                  "is a visible enemy in front of %s, and room behind it?", u->name))
        return false;
    if (d->f.v[F_ENEMY_FRONT])
        r->reverse = recce ? rate : rate / 2;
    return true;
}

/* A heavy gun, or one with a single man left, cannot panic away. */
static bool can_run(const struct decision *d, const struct unit *u)
{
    struct move_result r = {0};

    return move_allowance(d->rs, d->g, u, ORDER_RUN, &d->f, &r) > 0;
}

/* 1-2 friendly fire at a victim that the opponent names; 3-6 panic; else Down. */
static bool fubar(struct decision *d, struct unit *u, struct order_result *r)
{
    const signed char *die = take_roll(d, "fubar", u->id, 1, 0, "order.test.double-six",
                                       "FUBAR: what does %s do?", u->name);
    const struct unit *victim;
    enum order result = ORDER_DOWN;

    if (!die)
        return false;
    r->fubar_die = *die;
    r->fubar_row = ruleset_chart(d->rs, "fubar", *die);
    const struct unit *carrier = game_unit(d->g, u->aboard);
    if (strcmp(r->fubar_row->result, "friendly-fire") == 0) {
        if (carrier)
            return true; /* nobody aboard shoots: Down (fubar.friendly-fire.none) */
        if (!may_know(d, F_VICTIM, "fubar.friendly-fire.target",
                      "friendly fire: which friend of %s, with an enemy within %d\", does the "
                      "opponent name (or none)?",
                      u->name, number_of(d->rs, NUM_FRIENDLY_REACH)))
            return false;
        if (facts_has(&d->f, F_VICTIM) && strcmp(d->f.text[F_VICTIM], "none") != 0) {
            victim = game_find(d->g, d->f.text[F_VICTIM], &d->diag);
            if (!victim || !must_live(d, victim))
                return false;
            if ((victim->side != u->side || victim == u)
                && !forbid(d, "fubar.roll.1-2", "%s is no friend of %s", victim->name, u->name))
                return false;
            if (victim->aboard
                && !forbid(d, "transport.aboard.untargeted", "%s is aboard a vehicle: that is "
                           "shot at, not those in it", victim->name))
                return false;
            r->victim = victim->id;
            result = ORDER_FIRE;
        }
    } else if (u->type != TYPE_VEHICLE && can_run(d, u)) { /* vehicles just fail the test */
        if (!may_know(d, F_ENEMY_SEEN, "fubar.panic.blocked",
                      "panic: does %s see an enemy, and can it move?", u->name))
            return false;
        if (d->f.v[F_ENEMY_SEEN] && !(carrier && carrier->order == ORDER_RUN))
            result = ORDER_RUN; /* but for those who cannot leave a vehicle at speed */
    }
    r->result = result;
    return true;
}

static bool test_order(struct decision *d, struct unit *u, struct order_result *r)
{
    r->tested = true;
    if (!roll_test(d, u, r))
        return false;
    if (r->passed)
        return shed_pins(d, u, r);
    r->result = ORDER_DOWN;
    if (r->fubar && u->reserve)
        return true; /* off the table nothing else can go wrong (A32) */
    if (r->fubar && !fubar(d, u, r))
        return false;
    return r->result != ORDER_DOWN || back_off(d, u, r);
}

/* On to the table, with everybody aboard: they need no test of their own (A53). */
static void arrive(struct decision *d, const struct unit *u)
{
    emit_text(d, EV_SET, u->id, 0, 0, "reserve no");
    for (struct unit *p = NULL; (p = game_aboard(d->g, u->id, p));)
        if (p->reserve)
            emit_text(d, EV_SET, p->id, 0, 0, "reserve no");
}

/* A banzai charge: whose it is, and with which order (army.japan.banzai). */
static bool may_banzai(struct decision *d, const struct unit *u, enum order asked)
{
    bool able = unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "banzai-charge")
        && unit_target_type(u) == TARGET_INFANTRY;

    if (!d->f.v[F_BANZAI])
        return true;
    if (!able)
        return diag_refused(&d->diag, "army.japan.banzai",
                            "%s makes no banzai charge: Japanese infantry does", u->name);
    if (asked != ORDER_RUN)
        return diag_refused(&d->diag, "army.japan.banzai", "a banzai charge wants a Run order");
    if (u->reserve)
        return forbid(d, "army.japan.banzai", "%s is in reserve and sees no enemy to charge",
                      u->name);
    return true;
}

/* Its test would be due and passes as on a double one: D6+1 pins go. */
static bool banzai(struct decision *d, struct unit *u, struct order_result *r)
{
    if (!d->f.v[F_BANZAI])
        return true;
    r->banzai = true;
    r->snake_eyes = u->pins > 0;
    return !r->snake_eyes || shed_pins(d, u, r);
}

/* An officer whose order was obeyed calls others to action; aboard and in reserve he cannot. */
static bool starts_to_lead(const struct unit *u, const struct order_result *r)
{
    return u->officer >= 0 && u->leader && r->result == r->asked && r->asked != ORDER_DOWN
        && !u->reserve && !u->aboard;
}

/* What the order brings with it, once its die lies on the table. */
static void follow_up(struct decision *d, struct unit *u, const struct unit *victim,
                      struct order_result *r)
{
    if (r->victim)
        emit(d, EV_VICTIM, u->id, r->victim, 0);
    if (victim && r->result == ORDER_RUN && !r->fubar)
        emit(d, EV_CHARGE, u->id, victim->id, 0);
    if (starts_to_lead(u, r))
        emit(d, EV_LEADS, u->id, 0, 0); /* snap.trigger */
    if (r->reverse > 0)
        emit(d, EV_MOVED, u->id, (int)(10 * r->reverse), 0);
    if (r->result == ORDER_AMBUSH) {
        r->loaded = d->f.v[F_AMMO];
        emit(d, EV_LOADED, u->id, r->loaded, 0);
    }
    if (u->reserve && (r->result == ORDER_ADVANCE || r->result == ORDER_RUN))
        arrive(d, u);
    if (u->gunless && r->tested && !r->passed)
        destroy_unit(d, u, "its crew had no gun"); /* recrew.removed */
}

/* assault= with a Run: whom, and whether it may; NULL with the complaint. */
static const struct unit *declare_charge(struct decision *d, struct unit *u, enum order asked)
{
    const struct unit *victim = charge_target(d, u);

    if (!victim)
        return NULL;
    if (asked != ORDER_RUN) {
        diag_refused(&d->diag, "cq.order", "an assault wants a Run order");
        return NULL;
    }
    if (!may_charge(d, u, victim))
        return NULL;
    if (victim->type == TYPE_VEHICLE && (victim->open_topped || victim->exposed))
        facts_set(&d->f, F_OPEN_TOPPED, 1);
    return victim;
}

bool take_order(struct decision *d, int unit, enum order asked, struct order_result *r)
{
    struct unit *u = game_unit(d->g, unit);
    const struct unit *victim = NULL;
    struct facts f;

    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->asked = r->result = asked;
    if (!may_order(d, u, asked) || !know_officer(d, u) || !may_banzai(d, u, asked))
        return false;
    if (facts_has(&d->f, F_ASSAULT)) {
        victim = declare_charge(d, u, asked);
        if (!victim)
            return false;
    }
    if (facts_has(&d->f, F_COMMAND) && d->f.v[F_COMMAND] && !is_armoured(u)
        && !forbid(d, "vehicle.command", "a command vehicle's bonus is for armoured vehicles, not "
                   "for %s", u->name))
        return false;
    test_facts(d, u, &f);
    r->rank = f.v[F_OFFICER];
    facts_set(&f, F_ORDER, (int)asked);
    if (u->reserve && asked != ORDER_DOWN)
        facts_set(&f, F_RESERVE, 1);
    score_test(&r->score, d->rs, PHASE_ORDER, &f);
    r->was_automatic = r->score.automatic;
    if (r->score.automatic ? !banzai(d, u, r) : !test_order(d, u, r))
        return false;
    emit(d, EV_ORDER, unit, (int)r->result, (int)asked);
    follow_up(d, u, victim, r);
    r->pins = u->pins;
    return true;
}

/* A test where one is due, and then what the die shows is done (turn.orders.resolve). */
bool decide_order(struct decision *d, int unit, enum order asked, struct order_result *r)
{
    return take_order(d, unit, asked, r) && finish(d);
}
