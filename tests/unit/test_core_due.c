/* turn and end never forget and never ask for what is not due: games with every combination of
   things that may be due, against a plain list that is written here and nowhere else. What was
   asked is noted in order; what the list of game/due.h says is compared at every step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define FIXTURE_PLAY
#include "fixture.h"

#include "game/due.h"

#include <stdlib.h>

/* ---- lists of words ---- */

struct list {
    int n;
    char word[24][40];
};

static void put(struct list *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void put(struct list *l, const char *fmt, ...)
{
    va_list ap;

    assert_true(l->n < 24);
    va_start(ap, fmt);
    vsnprintf(l->word[l->n++], sizeof l->word[0], fmt, ap);
    va_end(ap);
}

static void print_list(const char *what, const struct list *l, int from)
{
    print_message("%s:", what);
    for (int i = from; i < l->n; i++)
        print_message(" %s", l->word[i]);
    print_message("\n");
}

static void same_from(const struct list *want, int from, const struct list *got, const char *of,
                      const char *where)
{
    bool same = want->n - from == got->n;

    for (int i = 0; same && i < got->n; i++)
        same = strcmp(want->word[from + i], got->word[i]) == 0;
    if (same)
        return;
    print_list("expected", want, from);
    print_list("came    ", got, 0);
    fail_msg("%s: %s", where, of);
}

static const char *const kind_word[N_DUE_KINDS] = {
    "light", "wind", "call", "reserve", "ambush", "down", "shot", "shed", "empty",
    "gunless", "bases", "length", "last", "objectives", "never"};

static void note_due(void *ctx, const struct due *due)
{
    const bool unit = (due->kind >= DUE_RESERVE && due->kind <= DUE_GUNLESS)
        || due->kind == DUE_NEVER;

    assert_true(due->rule && due->rule[0]);
    if (due->kind == DUE_CALL)
        put(ctx, "call %d", due->of);
    else if (unit)
        put(ctx, "%s %s", kind_word[due->kind], game_unit(&table, due->of)->name);
    else
        put(ctx, "%s", kind_word[due->kind]);
}

/* ---- one command, fed as a person or a script would ---- */

/* Decides from the start with what is there; the record stays as it is. */
static bool attempt(bool (*decide)(struct decision *, void *), void *args)
{
    game_copy(&scratch, &table);
    d.events.n = 0;
    d.feed.used = 0;
    d.wanted = (struct wanted){0};
    return decide(&d, args);
}

static void feed(int face)
{
    for (int i = 0; i < d.wanted.count; i++)
        d.feed.face[d.feed.n++] = (signed char)face;
}

static void fresh(bool person)
{
    free(d.events.event);
    d = (struct decision){.rs = &rules, .g = &scratch, .can_ask = person};
    facts_init(&d.f);
    facts_set(&d.f, F_UNDER, 1); /* of what comes down on somebody */
}

static void say(enum fact fact, const char *text)
{
    d.f.text[fact] = text;
    d.f.given |= FACT_BIT(fact);
}

/* ---- the beginning ---- */

static const struct {
    enum night night;
    int dark;
    const char *what;
} nights[] = {{NIGHT_NONE, 0, "none"},         {NIGHT_DAWN, 1, "dawn, dark"},
              {NIGHT_DAWN, 0, "dawn, light"},  {NIGHT_LONGEST_DAY, 0, "longest day, light"},
              {NIGHT_LONGEST_DAY, 1, "longest day, dark"}, {NIGHT_FLARE, 1, "flare"},
              {NIGHT_FIGHT, 1, "night fight"}};

/* Of one call: none, made in the turn that begins, before it, before it and over. */
enum { CALL_NONE, CALL_NOW, CALL_BEFORE, CALL_OVER, N_CALL_STATES };

struct begin_case {
    int night, turn, smoke, call[N_CALL_KINDS], reversed, face, reserve;
};

static const char *const chart_of[N_CALL_KINDS] = {"barrage", "smoke-barrage", "air-strike"};

static void build_begin(const struct begin_case *k, struct list *asked, struct list *due)
{
    *asked = *due = (struct list){0};
    table.phase = k->turn > 1 ? GAME_BETWEEN : GAME_SETUP;
    table.turn = k->turn - 1;
    table.step = 0;
    table.night = (int)nights[k->night].night;
    table.dark = nights[k->night].dark;
    table.n_smoke = k->smoke;
    table.smoke[0] = (struct smoke){.place = "ford", .size = 6};
    table.n_calls = 0;
    for (int i = 0; i < N_CALL_KINDS; i++) {
        int kind = k->reversed ? N_CALL_KINDS - 1 - i : i, state = k->call[kind];
        if (state != CALL_NONE)
            table.call[table.n_calls++] = (struct called){
                .kind = kind, .observer = id("Easy"), .target = kind == CALL_AIR ? id("Alpha") : 0,
                .turn = k->turn - (state != CALL_NOW), .over = state == CALL_OVER,
                .place = "hill"};
    }
    for (int i = 0; i < table.n_units; i++) {
        table.unit[i].die = DIE_BAG;
        table.unit[i].order = ORDER_NONE;
        table.unit[i].pins = 0;
    }
    unit("Bravo")->reserve = k->reserve;

    /* The plain list: the night that can change and is not in its first turn; smoke; the calls
       of earlier turns that have not come, barrages before planes, each in the order in which they
       were made. */
    if (k->turn > 1 && (k->night == 1 || k->night == 3 || k->night == 5)) {
        put(asked, "light");
        put(due, "light");
    }
    if (k->smoke) {
        put(asked, "smoke");
        put(due, "wind");
    }
    for (int planes = 0; planes < 2; planes++)
        for (int i = 0, number = 0; i < N_CALL_KINDS; i++) {
            int kind = k->reversed ? N_CALL_KINDS - 1 - i : i;
            if (k->call[kind] == CALL_BEFORE && (kind == CALL_AIR) == planes) {
                put(asked, "%s", chart_of[kind]);
                put(due, "call %d", number);
            }
            number += k->call[kind] != CALL_NONE;
        }
    if (k->reserve && k->turn > 1)
        put(due, "reserve Bravo");
}

static bool decide_begin(struct decision *decision, void *args)
{
    return decide_turn(decision, args);
}

/* The rolls that stand for something due; what follows from them is not looked at. */
static void note_rolls(struct list *asked)
{
    static const char *const mine[] = {"light", "smoke", "barrage", "smoke-barrage", "air-strike"};

    for (int i = 0; i < d.events.n; i++)
        for (size_t j = 0; d.events.event[i].kind == EV_ROLL && j < 5; j++) {
            const char *text = d.events.event[i].text;
            if (strncmp(text, mine[j], strcspn(text, " ")) == 0
                && strlen(mine[j]) == strcspn(text, " "))
                put(asked, "%s", mine[j]);
        }
}

/* Begins a turn: a script at once, a person step by step, giving up once at every question. */
static void run_begin(const struct begin_case *k, bool person)
{
    struct list asked = {0}, want, due, now;
    struct turn_result r = {0};
    struct game next = {0};
    char where[120];
    int done_steps = 0;

    build_begin(k, &want, &due);
    snprintf(where, sizeof where, "%s, turn %d, smoke %d, calls %d %d %d, reversed %d, face %d, %s",
             nights[k->night].what, k->turn, k->smoke, k->call[0], k->call[1], k->call[2],
             k->reversed, k->face, person ? "person" : "script");
    now = (struct list){0};
    game_copy(&next, &table);
    next.turn++;
    due_at_start(&rules, &next, STEP_LIGHT, note_due, &now);
    same_from(&due, 0, &now, "due before", where);
    game_free(&next);
    do {
        fresh(person);
        while (!attempt(decide_begin, &r)) {
            if (d.diag.code)
                fail_msg("%s: %s", where, d.diag.message);
            if (d.wanted.kind == WANT_FACT)
                say(d.wanted.fact, "");
            else
                feed(d.wanted.count == 1 && d.wanted.of == 1 ? k->face : 3);
        }
        note_rolls(&asked);
        game_copy(&table, &scratch);
        done_steps++;
        if (r.more || table.phase == GAME_ORDERS) {
            now = (struct list){0};
            due_at_start(&rules, &table, r.more ? table.step : STEP_END, note_due,
                         &now);
            same_from(&due, person && r.more ? done_steps : want.n, &now, "due after a step",
                      where);
        }
    } while (r.more);
    same_from(&want, 0, &asked, "rolled", where);
    assert_int_equal(table.phase, GAME_ORDERS);
    turn_result_free(&r);
}

/* Under valgrind, which is slow, one case in seventeen: no length of a loop is a multiple of it. */
static bool taken(int n)
{
    static int few = -1;

    if (few < 0)
        few = getenv("VALGRIND") != NULL;
    return !few || n % 17 == 0;
}

static void beginnings(void **state)
{
    struct begin_case k;
    struct game before = {0};
    int n = 0;

    (void)state;
    game_copy(&before, &table);
    for (k.night = 0; k.night < 7; k.night++)
    for (k.turn = 1; k.turn <= 3; k.turn += 2)
    for (k.smoke = 0; k.smoke < 2; k.smoke++)
    for (k.call[0] = 0; k.call[0] < N_CALL_STATES; k.call[0]++)
    for (k.call[1] = 0; k.call[1] < N_CALL_STATES; k.call[1]++)
    for (k.call[2] = 0; k.call[2] < N_CALL_STATES; k.call[2]++)
    for (k.reversed = 0; k.reversed < 2; k.reversed++)
    for (k.face = 2; k.face <= 5; k.face += 3) { /* what is called is late, or comes */
        k.reserve = n % 3 == 0;
        if (taken(n / 2)) {
            run_begin(&k, n % 2);
            run_begin(&k, (n + 1) % 2);
            game_copy(&table, &before);
        }
        n += 2;
    }
    assert_int_equal(n, 7 * 2 * 2 * 64 * 2 * 2 * 2);
    game_free(&before);
}

/* ---- the end ---- */

enum { AMBUSH_NONE, AMBUSH_BACK, AMBUSH_KEPT, AMBUSH_MISS, AMBUSH_SHOT, N_AMBUSHES };
enum { TRUCK_NONE, TRUCK_MEASURED, TRUCK_ASKED, N_TRUCKS };

/* In words of the book: after which turn it is rolled first, after which it ends anyway. */
static const struct {
    const char *name;
    int first, last;
    bool each_turn;
} lasting[] = {{"", 99, 99, false},          {"our own", 99, 99, false},
               {"Key Positions", 6, 7, false}, {"manhunt", 7, 8, false},
               {"DOUBLE ENVELOPMENT", 6, 8, false}, {"point-defence", 6, 7, true}};

static const struct {
    int pins; /* -1: no unit is Down */
    bool kept;
} downs[] = {{-1, false}, {0, false}, {0, true}, {1, false}, {1, true}, {3, false}, {3, true}};

struct end_case {
    int ambush, down, truck, foe, gunless, abandoned, scenario, turn, objective, over_die;
    bool person;
};

static char end_where[200];

static struct unit *show(const char *name, enum order face)
{
    struct unit *u = unit(name);

    u->order = (int)face;
    u->die = DIE_TABLE;
    return u;
}

static void build_end(const struct end_case *k)
{
    table.turn = k->turn;
    table.phase = GAME_ORDERS;
    table.over = 0;
    snprintf(table.scenario, sizeof table.scenario, "%s", lasting[k->scenario].name);
    table.n_objectives = k->objective;
    memset(table.objective, 0, sizeof table.objective);
    table.objective[0] = (struct objective){.name = "hill", .side = -1};
    show("Alpha", k->ambush ? ORDER_AMBUSH : ORDER_FIRE);
    show("Bravo", k->down ? ORDER_DOWN : ORDER_RUN)->pins = k->down ? downs[k->down].pins : 0;
    show("Truck", ORDER_RUN)->destroyed = k->truck == TRUCK_NONE;
    show("Easy", ORDER_FIRE)->reserve = !k->foe;
    show("Crew", ORDER_DOWN)->gunless = k->gunless;
    unit("Crew")->destroyed = !k->gunless;
    show("Flak", ORDER_DOWN)->abandoned = k->abandoned;
    unit("Flak")->destroyed = !k->abandoned;
    for (int i = 0; i < table.n_units; i++)
        if (table.unit[i].destroyed)
            table.unit[i].die = DIE_LOST;
}

static bool length_rolled(const struct end_case *k)
{
    return k->turn >= lasting[k->scenario].first && k->turn < lasting[k->scenario].last;
}

static bool is_last(const struct end_case *k) { return k->turn >= lasting[k->scenario].last; }

/* What due must show, before the end and while a shot is waited for. */
static void plain_due(const struct end_case *k, bool waiting, struct list *due)
{
    *due = (struct list){0};
    if (!waiting && k->ambush)
        put(due, "ambush Alpha");
    if (!waiting && k->down)
        put(due, "down Bravo");
    if (waiting)
        put(due, "shot Alpha");
    if (waiting && downs[k->down].kept && downs[k->down].pins > 0)
        put(due, "shed Bravo");
    if (k->truck && k->foe)
        put(due, "empty Truck");
    if (k->gunless)
        put(due, "gunless Crew");
    if (k->objective && lasting[k->scenario].each_turn)
        put(due, "bases");
    if (length_rolled(k))
        put(due, "length");
    if (is_last(k))
        put(due, "last");
    if (k->objective && !lasting[k->scenario].each_turn && (length_rolled(k) || is_last(k)))
        put(due, "objectives");
    if (!k->foe && (length_rolled(k) || is_last(k)))
        put(due, "never Easy");
}

/* What is asked and rolled, in order; "wait" where a shot comes off and end is said again. */
static void plain_end(const struct end_case *k, struct list *want)
{
    bool over = is_last(k) || (length_rolled(k) && k->over_die <= 3);
    bool each = lasting[k->scenario].each_turn;

    *want = (struct list){0};
    if (k->person && (k->ambush || k->down))
        put(want, "keep");
    if (k->person && k->ambush && k->ambush != AMBUSH_KEPT)
        put(want, "shoot");
    if (k->ambush == AMBUSH_MISS || k->ambush == AMBUSH_SHOT)
        put(want, "retain.ambush.fire-roll");
    if (k->ambush == AMBUSH_SHOT)
        put(want, "wait");
    if (downs[k->down].kept && downs[k->down].pins == 3)
        put(want, "retain.down.pins");
    if (k->person && k->truck == TRUCK_ASKED && k->foe)
        put(want, "enemy");
    if (k->person && k->objective && each)
        put(want, "hold");
    if (length_rolled(k))
        put(want, "length");
    if (k->person && k->objective && !each && over)
        put(want, "hold");
}

static void check_due(const struct end_case *k, bool waiting)
{
    struct list due, now = {0};

    plain_due(k, waiting, &due);
    due_at_end(&rules, &table, note_due, &now);
    same_from(&due, 0, &now, waiting ? "due while waiting" : "due at the end", end_where);
}

static const char *kept_names(const struct end_case *k)
{
    bool alpha = k->ambush == AMBUSH_KEPT, bravo = downs[k->down].kept;

    return alpha && bravo ? "Alpha,Bravo" : alpha ? "Alpha" : bravo ? "Bravo" : "none";
}

static const char *shot_names(const struct end_case *k)
{
    return k->ambush == AMBUSH_MISS || k->ambush == AMBUSH_SHOT ? "Alpha" : "none";
}

static void measure(const char *of)
{
    assert_true(d.f.n_parts + 2 <= MAX_PARTS);
    struct fact_part enemy = {.key = F_ENEMY, .value = 20}, friend = {.key = F_FRIEND, .value = 9};

    snprintf(enemy.of, sizeof enemy.of, "%s", of);
    snprintf(friend.of, sizeof friend.of, "%s", of);
    d.f.part[d.f.n_parts++] = enemy;
    d.f.part[d.f.n_parts++] = friend;
}

/* Answers what is wanted, and notes it. */
static void answer(const struct end_case *k, struct list *asked)
{
    bool length = strncmp(d.wanted.rule, "scenario.", 9) == 0;

    if (d.wanted.kind == WANT_ROLL) {
        put(asked, "%s", length ? "length" : d.wanted.rule);
        feed(length ? k->over_die : k->ambush == AMBUSH_SHOT ? 4 : 3);
        return;
    }
    put(asked, "%s", fact_key[d.wanted.fact].name);
    if (d.wanted.fact == F_KEEP)
        say(F_KEEP, kept_names(k));
    else if (d.wanted.fact == F_SHOOT)
        say(F_SHOOT, shot_names(k));
    else if (d.wanted.fact == F_ENEMY)
        measure(d.wanted.part);
    else
        say(d.wanted.fact, "none");
}

static bool decide_closing(struct decision *decision, void *args)
{
    return decide_end(decision, args);
}

/* Dice of a side in every place; each unit has one. */
static void check_dice(void)
{
    for (int side = 0; side < table.n_sides; side++) {
        int units = 0, lost = 0, on = 0;
        for (int i = 0; i < table.n_units; i++) {
            const struct unit *u = &table.unit[i];
            units += u->side == side;
            lost += u->side == side && u->die == DIE_LOST;
            on += u->side == side && u->die == DIE_TABLE;
            assert_true(u->destroyed == (u->die == DIE_LOST));
        }
        assert_int_equal(game_bag(&table, side) + on + lost, units);
    }
}

/* How the table must lie afterwards. */
static void check_after(const struct end_case *k, const struct end_result *r)
{
    int pins = downs[k->down].pins, shed = pins == 3 ? 2 : pins; /* a die of 3 is a D3 of 2 */
    bool kept = k->ambush == AMBUSH_KEPT, over = is_last(k);

    if (length_rolled(k))
        over = k->over_die <= 3;
    assert_true(table.phase == GAME_BETWEEN && table.over == over && r->length.over == over);
    assert_int_equal(r->length.die, length_rolled(k) ? k->over_die : 0);
    assert_int_equal(unit("Alpha")->die, kept ? DIE_TABLE : DIE_BAG);
    assert_int_equal(unit("Bravo")->die, downs[k->down].kept ? DIE_TABLE : DIE_BAG);
    assert_int_equal(unit("Bravo")->pins, pins < 0 ? 0 : pins - (downs[k->down].kept ? shed : 0));
    assert_true(unit("Crew")->destroyed);
    assert_int_equal(unit("Flak")->die, k->abandoned ? DIE_TABLE : DIE_LOST);
    assert_int_equal(unit("Truck")->destroyed, !k->truck);
    assert_int_equal(r->n_unmeasured, k->truck == TRUCK_ASKED && k->foe && !k->person);
    /* Red has Alpha, Bravo, the truck; what did not go before goes now */
    assert_int_equal(r->returned[RED], (k->ambush != AMBUSH_KEPT) + !downs[k->down].kept
                                           + (k->truck != TRUCK_NONE));

    check_dice();
}

static void run_end(const struct end_case *k)
{
    struct list asked = {0}, want;
    struct end_result r = {0};

    build_end(k);
    plain_end(k, &want);
    snprintf(end_where, sizeof end_where, "ambush %d, down %d %d, truck %d, foe %d, gunless %d, "
             "abandoned %d, %s, turn %d, objectives %d, die %d, %s", k->ambush,
             downs[k->down].pins, downs[k->down].kept, k->truck, k->foe, k->gunless, k->abandoned,
             lasting[k->scenario].name, k->turn, k->objective, k->over_die,
             k->person ? "person" : "script");
    table.phase = GAME_ARRIVING; /* it is the same whatever has not come yet */
    check_due(k, false);
    table.phase = GAME_ORDERS;
    check_due(k, false);
    for (bool again = true; again;) {
        fresh(k->person);
        if (!k->person && table.phase == GAME_ORDERS) {
            say(F_KEEP, kept_names(k));
            say(F_SHOOT, shot_names(k));
        }
        bool last = k->ambush != AMBUSH_SHOT || table.phase == GAME_ENDING;
        if (k->truck == TRUCK_MEASURED && k->foe && last)
            measure("Truck");
        while (end_result_free(&r), !attempt(decide_closing, &r)) {
            if (d.diag.code)
                fail_msg("%s: %s", end_where, d.diag.message);
            answer(k, &asked);
        }
        game_copy(&table, &scratch);
        again = r.waiting;
        if (again) {
            put(&asked, "wait");
            check_due(k, true);
        }
    }
    same_from(&want, 0, &asked, "asked", end_where);
    check_after(k, &r);
    end_result_free(&r);
}

static int end_table(void **state)
{
    start(state);
    assert_true(add(RED, "Truck", TYPE_VEHICLE, REG, "armour=6 capacity=12"));
    assert_true(add(RED, "Crew", TYPE_GUN, REG, "weapons=\"1 medium-at\" men=3"));
    assert_true(add(RED, "Flak", TYPE_GUN, REG, "weapons=\"1 light-autocannon\" men=3"));
    unit("Gun")->destroyed = true;
    unit("Gun")->die = DIE_LOST;
    return 0;
}

static void ends(void **state)
{
    struct end_case k;
    struct game before = {0};
    int n = 0;

    (void)state;
    game_copy(&before, &table);
    for (k.ambush = 0; k.ambush < N_AMBUSHES; k.ambush++)
    for (k.down = 0; k.down < 7; k.down++)
    for (k.truck = 0; k.truck < N_TRUCKS; k.truck++)
    for (k.foe = 0; k.foe < 2; k.foe++)
    for (k.gunless = 0; k.gunless < 2; k.gunless++)
    for (k.abandoned = 0; k.abandoned < 2; k.abandoned++)
    for (k.scenario = 0; k.scenario < 6; k.scenario++)
    for (k.turn = 5; k.turn <= 8; k.turn++)
    for (k.objective = 0; k.objective < 2; k.objective++) {
        k.person = n % 2;
        for (k.over_die = 3; taken(n) && k.over_die <= 4; k.over_die++) {
            run_end(&k);
            game_copy(&table, &before);
            if (!length_rolled(&k))
                break;
        }
        n++;
    }
    assert_true(n > 30000);
    game_free(&before);
}

/* ---- the scenarios ---- */

/* Read in the book, one after the other. */
static void scenarios(void **state)
{
    static const struct {
        const char *name, *id, *holds;
        int first, last, reserve;
        bool each_turn;
    } book[] = {{"No Man's Land", "no-mans-land", "", 6, 7, 2, false},
                {"Meeting Engagement", "meeting", "", 6, 7, 2, false},
                {"Key Positions", "key-positions", "hold", 6, 7, 2, false},
                {"Double Envelopment", "double-envelopment", "", 6, 8, 2, false},
                {"Top Secret", "top-secret", "", 6, 7, 1, false},
                {"Demolition", "demolition", "base", 6, 7, 2, true},
                {"Envelopment", "envelopment", "", 6, 7, 2, false},
                {"Manhunt", "manhunt", "", 7, 8, 2, false},
                {"Point Defence", "point-defence", "capture", 6, 7, 2, true},
                {"Hold Until Relieved", "hold", "control", 6, 7, 2, false},
                {"Surrounded!", "surrounded", "", 6, 7, 2, false},
                {"Sectors", "sectors", "", 6, 8, 2, false}};
    char rule[RULE_ID];

    (void)state;
    assert_int_equal(rules.n_scenarios, 12);
    for (size_t i = 0; i < 12; i++) {
        const struct scenario *s = ruleset_scenario(&rules, book[i].name);
        assert_non_null(s);
        assert_ptr_equal(s, ruleset_scenario(&rules, book[i].id));
        assert_string_equal(s->id, book[i].id);
        snprintf(rule, sizeof rule, "scenario.%.30s.duration", book[i].id);
        assert_string_equal(s->rule, rule);
        snprintf(rule, sizeof rule, *book[i].holds ? "scenario.%.30s.%s" : "objective.building",
                 book[i].id, book[i].holds);
        assert_string_equal(s->holds, rule);
        assert_true(s->first == book[i].first && s->last == book[i].last
                    && s->reserve == book[i].reserve && s->each_turn == book[i].each_turn);
        assert_true(s->sudden == (strcmp(s->id, "demolition") == 0));
    }
    assert_ptr_equal(ruleset_scenario(&rules, "NO MAN\342\200\231S  LAND"), rules.scenario);
    assert_null(ruleset_scenario(&rules, ""));
    assert_null(ruleset_scenario(&rules, "No Man"));
    assert_null(ruleset_scenario(&rules, "Envelopments"));
    assert_null(ruleset_scenario(&rules, "!"));
}

static int clear(void **state)
{
    (void)state;
    free(d.events.event);
    d.events = (struct events){0};
    game_free(&table);
    game_free(&scratch);
    events_free(&history);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios),
        cmocka_unit_test_setup_teardown(beginnings, deploy, clear),
        cmocka_unit_test_setup_teardown(ends, end_table, clear),
    };

    return cmocka_run_group_tests(tests, load_rules, NULL);
}
