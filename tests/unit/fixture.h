/* The rules of the second edition for tests of the core, without SQLite. The source is made
   from the rule data by fixture.sql. A test that plays defines FIXTURE_PLAY, after the headers
   of cmocka: it gets a table with two sides, and a function for each command. */
#ifndef ADJUTANT_TESTS_FIXTURE_H
#define ADJUTANT_TESTS_FIXTURE_H

#include "rules/ruleset.h"

/* Fills rs with every row that the program itself would read; aborts when a row names
   something that the engine does not know. */
void fixture_ruleset(struct ruleset *rs);

#ifdef FIXTURE_PLAY

#include "base/words.h"
#include "game/fire.h"
#include "game/orders.h"
#include "game/setup.h"
#include "game/turn.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>

static struct ruleset rules;
static struct game table, scratch;
static struct events history;
static struct decision d; /* the last one; its complaint can be looked at */
static struct words words;
static struct order_result ordered;
static struct fire_result fired;
static struct end_result ended;
static char happened[600]; /* events of the last command, as "pins Alpha 2; ..." */

static inline int load_rules(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

static inline void begin(const char *dice, const char *facts)
{
    const struct fact_context c = {.rs = &rules, .cm_per_inch = 2.54};
    char bad;

    game_copy(&scratch, &table);
    d = (struct decision){.rs = &rules, .g = &scratch};
    facts_init(&d.f);
    assert_true(words_split(&words, facts, &d.diag));
    for (int i = 0; i < words.n; i++)
        if (facts_take(&d.f, &c, words.word[i], &d.diag) != FACT_TAKEN)
            fail_msg("%s: %s", words.word[i], d.diag.message);
    d.feed.exact = *dice;
    assert_true(dice_faces(dice, d.feed.face, &d.feed.n, FEED_MAX, &bad));
}

static inline void note_event(const struct event *e)
{
    size_t at = strlen(happened);
    const struct unit *u = game_unit(&scratch, e->unit);

    snprintf(happened + at, sizeof happened - at, "%s%s%s%s", at ? "; " : "", event_word[e->kind],
             u ? " " : "", u ? u->name : "");
    at = strlen(happened);
    if (e->kind == EV_ROLL)
        snprintf(happened + at, sizeof happened - at, " %s", e->text);
    else if (e->kind == EV_ORDER || e->kind == EV_FACE)
        snprintf(happened + at, sizeof happened - at, " %s", order_word[e->a]);
    else if (e->kind == EV_PINS || e->kind == EV_QUALITY || e->kind == EV_VICTIM)
        snprintf(happened + at, sizeof happened - at, " %d", e->a);
    else if (e->kind == EV_LOSE)
        snprintf(happened + at, sizeof happened - at, " %d", e->b);
}

/* Keeps what a good command did, forgets what a refused one tried. */
static inline bool done(bool ok)
{
    happened[0] = '\0';
    if (ok) {
        assert_int_equal(d.diag.code, DIAG_NONE);
        assert_int_equal(d.wanted.kind, WANT_NOTHING);
        for (int i = 0; i < d.events.n; i++) {
            const struct event *e = &d.events.event[i];
            struct event *kept = events_add(&history, e->kind, e->unit, e->a, e->b);
            memcpy(kept->text, e->text, sizeof kept->text);
            if (e->kind != EV_TRIED) /* told by the roll before it */
                note_event(e);
        }
        game_copy(&table, &scratch);
    }
    events_free(&d.events);
    words_free(&words);
    return ok;
}

static inline struct unit *unit(const char *name)
{
    struct diag none = {0};
    struct unit *u = game_find(&table, name, &none);

    if (!u)
        fail_msg("%s", none.message);
    return u;
}

static inline int id(const char *name) { return unit(name)->id; }

static inline bool order(const char *name, enum order o, const char *dice, const char *facts)
{
    begin(dice, facts);
    return done(decide_order(&d, id(name), o, &ordered));
}

static inline bool fire(const char *name, const char *at, const char *dice, const char *facts)
{
    begin(dice, facts);
    return done(decide_fire(&d, id(name), id(at), &fired));
}

static inline bool end(const char *dice, const char *facts)
{
    end_result_free(&ended);
    begin(dice, facts);
    return done(decide_end(&d, &ended));
}

static inline bool turn(void)
{
    struct turn_result wind = {0};

    begin("", "");
    bool ok = done(decide_turn(&d, &wind));
    turn_result_free(&wind);
    return ok;
}

static inline bool draw(int side, int pick)
{
    begin("", "");
    return done(decide_draw(&d, side, pick));
}

static inline bool side(const char *name, const char *facts)
{
    begin("", facts);
    return done(decide_side(&d, name));
}

static inline bool add(int of, const char *name, enum unit_type type, enum quality quality,
                const char *facts)
{
    int n;

    begin("", facts);
    return done(decide_unit(&d, of, name, type, quality, &n));
}

static inline void set_pins(const char *name, int n)
{
    begin("", "");
    assert_true(done(decide_pins(&d, id(name), n)));
}

/* It was refused, by this rule. */
static inline void by(const char *rule, bool ok)
{
    assert_false(ok);
    if (d.diag.code != DIAG_REFUSED || strcmp(d.diag.cite[0], rule) != 0)
        fail_msg("by %s, not %s: %s", d.diag.cite[0], rule, d.diag.message);
}

#define REG QUALITY_REGULAR
enum { RED, BLUE };

/* Red Alpha and Bravo, squads of ten; blue Easy, six men, and Gun, a machine-gun team of three. */
static inline int deploy_armies(const char *red, const char *blue)
{
    game_init(&table, 2);
    table.unit = scratch.unit = NULL;
    table.cap_units = scratch.cap_units = 0;
    assert_true(side("Red", red) && side("Blue", blue));
    assert_true(add(RED, "Alpha", TYPE_SQUAD, REG, "weapons=\"8 rifle, 1 smg, 1 lmg\" full=10"));
    assert_true(add(RED, "Bravo", TYPE_SQUAD, REG, "weapons=\"9 rifle, 1 smg\""));
    assert_true(add(BLUE, "Easy", TYPE_SQUAD, REG, "weapons=\"5 rifle, 1 smg\""));
    assert_true(add(BLUE, "Gun", TYPE_TEAM, REG, "weapons=\"1 mmg\""));
    return 0;
}

static inline int deploy(void **state)
{
    (void)state;
    return deploy_armies("", "");
}

static inline int start(void **state)
{
    (void)state;
    deploy_armies("", "");
    assert_true(turn());
    return 0;
}

/* Replays the log. */
static inline int replay(void **state)
{
    struct game again = {0};

    (void)state;
    game_init(&again, 2);
    for (int i = 0; i < history.n; i++) {
        const struct event *e = &history.event[i];
        if (!event_apply(&again, &rules, e->kind, e->unit, e->a, e->b, e->text))
            fail_msg("event %d, %s, does not apply", i, event_word[e->kind]);
    }
    assert_true(again.turn == table.turn && again.phase == table.phase
                && again.drawn == table.drawn && again.n_sides == table.n_sides);
    assert_memory_equal(again.side, table.side, sizeof again.side);
    assert_int_equal(again.n_units, table.n_units);
    assert_memory_equal(again.unit, table.unit, sizeof *again.unit * (size_t)again.n_units);
    game_free(&again);
    game_free(&table);
    game_free(&scratch);
    events_free(&history);
    end_result_free(&ended);
    return 0;
}

#endif
#endif
