/* A game's file: made, opened, told from others by its header; what was written is what is read;
   the log is only added to; somebody else's writing is noticed; retractions, the queue of dice
   and settings are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fixture.h"
#include "store/game_db.h"
#include "store/schema.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct ruleset rules;
static char folder[200], path[300];
static struct game_birth birth = {.edition = 2, .scenario = "meeting"};
static struct diag d;

/* ---- a folder of one's own for each test ---- */

static int load_rules(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    for (int i = 0; i < SEED_BYTES; i++)
        birth.seed[i] = (unsigned char)(200 + i);
    snprintf(birth.commitment, sizeof birth.commitment, "%064d", 7);
    return 0;
}

static int make_folder(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder, "%.150s/store.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/game", folder);
    d = (struct diag){0};
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char name[400];

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    rmdir(folder);
    return 0;
}

static void good(bool ok)
{
    if (!ok)
        fail_msg("refused: %s", d.message);
    assert_int_equal(d.code, DIAG_NONE);
}

/* It was a storage complaint that says this; the complaint is forgotten. */
static void bad(bool ok, const char *says)
{
    assert_false(ok);
    assert_int_equal(d.code, DIAG_STORAGE);
    if (!strstr(d.message, says))
        fail_msg("\"%s\" does not say \"%s\"", d.message, says);
    d = (struct diag){0};
}

static struct game_db *make(void)
{
    struct game_db *db = game_db_create(path, &birth, &d);

    good(db != NULL);
    return db;
}

static struct game_db *open_game(void)
{
    struct game_db *db = game_db_open(path, &d);

    good(db != NULL);
    return db;
}

/* Runs SQL in another connection; false when it was refused. Gives the first column of the
   first row as a number through `value`, which may be NULL. */
static bool aside(const char *sql, long long *value)
{
    sqlite3 *other = NULL;
    sqlite3_stmt *s = NULL;

    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    bool ok = true;
    for (const char *rest = sql; ok && *rest;) {
        ok = sqlite3_prepare_v2(other, rest, -1, &s, &rest) == SQLITE_OK;
        if (ok && s) {
            int rc = sqlite3_step(s);
            if (rc == SQLITE_ROW && value)
                *value = sqlite3_column_int64(s, 0);
            ok = rc == SQLITE_ROW || rc == SQLITE_DONE;
        }
        sqlite3_finalize(s);
        s = NULL;
    }
    sqlite3_close(other);
    return ok;
}

static long long number(const char *sql)
{
    long long n = -1;

    if (!aside(sql, &n))
        fail_msg("refused: %s", sql);
    return n;
}

/* ---- a record with something in every field ---- */

static struct unit full_unit(int id, const char *name, int side)
{
    struct unit u;

    memset(&u, 0, sizeof u); /* units are compared byte by byte */
    u.id = id;
    snprintf(u.name, sizeof u.name, "%s", name);
    u.side = side;
    u.type = TYPE_SQUAD;
    u.quality = QUALITY_VETERAN;
    u.models = 7;
    u.men = 10;
    u.full = 10;
    u.pins = 3;
    u.die = DIE_TABLE;
    u.order = ORDER_AMBUSH;
    u.officer = 1;
    u.nco = 1;
    u.loaders = 1;
    u.armour = 9;
    u.front_armour = 10;
    u.capacity = 12;
    u.victim = 2;
    u.aboard = id == 2 ? 1 : 2;
    u.berth = 2;
    snprintf(u.building, sizeof u.building, "the old mill");
    u.floor = 2;
    u.charge = 2;
    u.snaps = 1;
    u.snapped_by = 1;
    u.tows = 3;
    u.struck = 2;
    u.struck_pins = 3;
    u.struck_men = 4;
    u.calls = 1;
    u.flash = true;
    u.made_out = 2;
    u.leads = u.dismounted = u.fighting = true;
    u.special = 5;
    u.leader = u.fired = u.reserve = u.immobilised = u.turret_jam = u.destroyed = true;
    u.shield = u.keeps = true;
    u.n_carried = 2;
    u.carried[0] = (struct carried){.weapon = 0, .count = 6};
    u.carried[1] = (struct carried){.weapon = 3, .count = 1};
    return u;
}

/* The flags that the other one has not. */
static struct unit other_unit(int id, const char *name, int side)
{
    struct unit u = full_unit(id, name, side);

    u.type = TYPE_GUN;
    u.quality = QUALITY_INEXPERIENCED;
    u.die = DIE_BAG;
    u.order = ORDER_NONE;
    u.officer = u.nco = -1;
    u.special = UINT64_C(1) << (rules.n_specials - 1);
    u.leader = u.fired = u.reserve = u.immobilised = u.turret_jam = u.destroyed = false;
    u.shield = u.keeps = u.leads = u.dismounted = u.fighting = false;
    u.boarded = u.fought = true;
    u.had_leader = u.moved = u.hidden = u.turret = u.abandoned = u.open_topped = true;
    u.waiting = u.in_ambush = true;
    u.n_carried = 0;
    memset(u.carried, 0, sizeof u.carried);
    return u;
}

static void fill(struct game *g)
{
    game_init(g, 2);
    snprintf(g->scenario, sizeof g->scenario, "%s", birth.scenario);
    g->turn = 4;
    g->phase = GAME_ENDING;
    g->drawn = 1;
    g->virtual_dice = 77;
    g->step = 3;
    g->night = NIGHT_DAWN;
    g->dark = 1;
    g->n_calls = 2;
    g->call[0] = (struct called){.kind = CALL_SMOKE, .observer = 1, .turn = 2, .over = 1};
    snprintf(g->call[0].place, sizeof g->call[0].place, "the old mill");
    g->call[1] = (struct called){.kind = CALL_AIR, .observer = 3, .target = 2, .turn = 3};
    g->n_sides = 2;
    snprintf(g->side[0].name, sizeof g->side[0].name, "axis");
    g->side[0].army = 0;
    snprintf(g->side[1].name, sizeof g->side[1].name, "alli\xc3\xa9s");
    g->side[1].army = -1;
    g->unit = calloc(8, sizeof *g->unit);
    assert_non_null(g->unit);
    g->cap_units = 8;
    g->n_units = 3;
    g->unit[0] = full_unit(1, "Alpha", 0);
    g->unit[1] = other_unit(2, "Br\xc3\xa4vo", 1);
    g->unit[2] = full_unit(3, "Third.one-of_all", 1);
}

static void same_game(const struct game *a, const struct game *b)
{
    assert_int_equal(a->edition, b->edition);
    assert_string_equal(a->scenario, b->scenario);
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->phase, b->phase);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->virtual_dice, b->virtual_dice);
    assert_int_equal(a->step, b->step);
    assert_int_equal(a->night, b->night);
    assert_int_equal(a->dark, b->dark);
    assert_int_equal(a->n_calls, b->n_calls);
    for (int i = 0; i < a->n_calls; i++) {
        assert_int_equal(a->call[i].kind, b->call[i].kind);
        assert_int_equal(a->call[i].observer, b->call[i].observer);
        assert_int_equal(a->call[i].target, b->call[i].target);
        assert_int_equal(a->call[i].turn, b->call[i].turn);
        assert_int_equal(a->call[i].over, b->call[i].over);
        assert_string_equal(a->call[i].place, b->call[i].place);
    }
    assert_int_equal(a->n_sides, b->n_sides);
    assert_memory_equal(a->side, b->side, sizeof a->side);
    assert_int_equal(a->n_units, b->n_units);
    for (int i = 0; i < a->n_units; i++)
        if (memcmp(&a->unit[i], &b->unit[i], sizeof a->unit[i]) != 0)
            fail_msg("unit %d, %s, is not as it was written", i + 1, b->unit[i].name);
}

static void load_is(struct game_db *db, const struct game *wanted)
{
    struct game g = {0};

    game_init(&g, 2);
    good(game_db_load(db, &rules, &g, &d));
    same_game(&g, wanted);
    game_free(&g);
}

static bool begin(struct game_db *db)
{
    bool stale = false;

    good(game_db_begin(db, &stale, &d));
    return !stale;
}

/* Writes one intent with this command and brings the tables from before to after. */
static void write_down(struct game_db *db, const char *command, const struct events *events,
                       const struct game *before, const struct game *after)
{
    struct intent i = {.kind = INTENT_DO, .turn = after ? after->turn : 0, .command = command,
                       .dice = "", .queued = "", .says = ""};

    assert_true(begin(db));
    good(game_db_append(db, &rules, &i, events, before, after, &d));
    good(game_db_commit(db, &d));
}

/* ---- made, opened, told apart ---- */

static void a_game_is_made_and_opened(void **state)
{
    struct game_birth read = {0};
    struct game empty;

    (void)state;
    struct game_db *db = make();
    assert_int_equal(game_db_edition(db), 2);
    assert_string_equal(game_db_path(db), path);
    game_db_close(&db, true);
    assert_null(db);
    game_db_close(&db, true); /* of nothing is nothing */

    db = open_game();
    assert_int_equal(game_db_edition(db), 2);
    good(game_db_birth(db, &read, &d));
    assert_int_equal(read.edition, 2);
    assert_string_equal(read.scenario, birth.scenario);
    assert_string_equal(read.commitment, birth.commitment);
    assert_memory_equal(read.seed, birth.seed, SEED_BYTES);
    good(game_db_integrity(db, &d));
    game_init(&empty, 2);
    snprintf(empty.scenario, sizeof empty.scenario, "%s", birth.scenario);
    load_is(db, &empty);
    game_db_close(&db, false);

    assert_int_equal(number("PRAGMA application_id"), GAME_APPLICATION_ID);
    assert_int_equal(number("PRAGMA user_version"), 10 * GAME_VERSION + 2);
    assert_int_equal(number("SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'wal'"),
                     1);
}

static void a_file_is_never_made_over(void **state)
{
    (void)state;
    struct game_db *db = make();
    write_down(db, "once", NULL, NULL, NULL);
    bad(game_db_create(path, &birth, &d) != NULL, "exists already");
    game_db_close(&db, true);
    bad(game_db_create(path, &birth, &d) != NULL, "exists already");
    db = open_game();
    game_db_close(&db, false);
    assert_int_equal(number("SELECT count(*) FROM intent"), 1);
    bad(game_db_create(folder, &birth, &d) != NULL, "exists already");
}

static void write_file(const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void what_is_no_game_is_told(void **state)
{
    static const char text[400] = "SQLite format 4, or some such thing";

    (void)state;
    bad(game_db_open(path, &d) != NULL, "there is no such game");
    bad(game_db_open(folder, &d) != NULL, "a directory");
    write_file("", 0);
    bad(game_db_open(path, &d) != NULL, "is not a game");
    write_file(text, sizeof text);
    bad(game_db_open(path, &d) != NULL, "is not a game");
    unlink(path);
    assert_true(aside("CREATE TABLE t(a)", NULL)); /* another program's database */
    bad(game_db_open(path, &d) != NULL, "is not a game");
    unlink(path);

    struct game_db *db = make();
    game_db_close(&db, true);
    assert_true(aside("PRAGMA user_version = 42; PRAGMA wal_checkpoint(TRUNCATE)", NULL));
    bad(game_db_open(path, &d) != NULL, "newer version");
    assert_true(aside("PRAGMA user_version = 17; PRAGMA wal_checkpoint(TRUNCATE)", NULL));
    bad(game_db_open(path, &d) != NULL, "is damaged");
    assert_true(aside("PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)", NULL));
    bad(game_db_open(path, &d) != NULL, "is damaged");
    assert_true(aside("PRAGMA user_version = -12; PRAGMA wal_checkpoint(TRUNCATE)", NULL));
    assert_null(game_db_open(path, &d));
    d = (struct diag){0};
    assert_true(aside("PRAGMA user_version = 11; PRAGMA wal_checkpoint(TRUNCATE)", NULL));
    db = open_game();
    assert_int_equal(game_db_edition(db), 1);
    game_db_close(&db, false);
}

static void damage_is_told(void **state)
{
    struct game g = {0};

    (void)state;
    struct game_db *db = make();
    game_db_close(&db, true);
    assert_int_equal(truncate(path, 5000), 0);
    unlink(strcat(path, "-wal")), path[strlen(path) - 4] = '\0';
    db = open_game(); /* the header is well */
    game_init(&g, 2);
    bad(game_db_load(db, &rules, &g, &d), "is damaged");
    bad(game_db_integrity(db, &d), "is damaged");
    game_db_close(&db, false);
    game_free(&g);
}

/* ---- what was written is read ---- */

static void what_is_written_is_read(void **state)
{
    struct game before, after;

    (void)state;
    fill(&after);
    struct game_db *db = make();
    write_down(db, "all", NULL, NULL, &after);
    load_is(db, &after);
    game_db_close(&db, true);
    db = open_game();
    load_is(db, &after);

    /* Only what differs is written; the rest must still be right. */
    game_init(&before, 2);
    game_copy(&before, &after);
    after.unit[1] = full_unit(2, "Renamed", 0);
    after.unit[0].n_carried = 1;
    after.unit[0].nco = 0;
    memset(&after.unit[0].carried[1], 0, sizeof after.unit[0].carried[1]);
    after.unit[2].carried[1].count = 5;
    after.unit[2].pins = 0;
    after.unit[after.n_units++] = other_unit(4, "Fourth", 1);
    snprintf(after.side[after.n_sides].name, sizeof after.side[0].name, "third");
    after.side[after.n_sides++].army = 1;
    after.turn++;
    write_down(db, "some", NULL, &before, &after);
    load_is(db, &after);
    game_db_close(&db, false);
    db = open_game();
    load_is(db, &after);

    /* Back again, with fewer units and sides, as undo does it. */
    assert_true(begin(db));
    good(game_db_rewrite(db, &rules, &after, &before, &d));
    good(game_db_commit(db, &d));
    load_is(db, &before);
    assert_int_equal(number("SELECT count(*) FROM weapon_carried WHERE unit > 3"), 0);
    good(game_db_integrity(db, &d));
    game_db_close(&db, false);
    game_free(&before);
    game_free(&after);
}

static void the_tables_can_be_read_by_anybody(void **state)
{
    struct game g;

    (void)state;
    fill(&g);
    struct game_db *db = make();
    write_down(db, "all", NULL, NULL, &g);
    game_db_close(&db, false);
    assert_int_equal(number("SELECT count(*) FROM order_die WHERE die = 'table' AND shows = 'ambush'"),
                     2);
    assert_int_equal(number("SELECT sum(pins) FROM pin"), 9);
    assert_int_equal(number("SELECT count(*) FROM unit u JOIN side s ON s.n = u.side"
                            " WHERE s.name = 'axis' AND u.quality = 'veteran'"), 1);
    game_free(&g);
}

static void what_is_rolled_back_is_gone(void **state)
{
    struct game before, after;
    struct intent i = {.command = "x", .dice = "", .queued = "", .says = ""};

    (void)state;
    fill(&before);
    fill(&after);
    struct game_db *db = make();
    write_down(db, "all", NULL, NULL, &before);
    after.turn = 9;
    after.unit[0].pins = 9;
    assert_true(begin(db));
    good(game_db_append(db, &rules, &i, NULL, &before, &after, &d));
    good(game_db_set_queue(db, (const signed char *)"\3", 1, &d));
    game_db_rollback(db);
    load_is(db, &before);
    assert_int_equal(number("SELECT count(*) FROM intent"), 1);
    assert_int_equal(number("SELECT count(*) FROM queue"), 0);
    write_down(db, "y", NULL, &before, &after);
    load_is(db, &after);
    assert_int_equal(number("SELECT max(n) FROM intent"), 2);
    game_db_close(&db, false);
    game_free(&before);
    game_free(&after);
}

/* ---- the log ---- */

struct walk {
    int n, stop;
    char text[600];
};

static bool note_intent(void *ctx, const struct intent *i)
{
    struct walk *w = ctx;
    size_t at = strlen(w->text);

    snprintf(w->text + at, sizeof w->text - at, "%lld %d %lld %d %s [%s] [%s] %s\n", i->n,
             (int)i->kind, i->of, i->turn, i->command, i->dice, i->queued, i->says);
    return ++w->n != w->stop;
}

static bool note_event(void *ctx, const struct stored_event *e)
{
    struct walk *w = ctx;
    size_t at = strlen(w->text);

    snprintf(w->text + at, sizeof w->text - at, "%lld %s %d %d %d %s\n", e->intent,
             event_word[e->kind], e->unit, e->a, e->b, e->text);
    return ++w->n != w->stop;
}

static void the_log_is_as_it_was_written(void **state)
{
    struct events events = {0};
    struct walk w = {0}, v = {0}, s = {.stop = 1};
    struct intent i = {.kind = INTENT_DO, .turn = 3, .command = "fire \"A\" at B", .dice = "3v 4 6",
                       .queued = "46", .says = "Zw\xc3\xb6lf hits. It's done."};

    (void)state;
    struct game_db *db = make();
    struct event *e = events_add(&events, EV_ROLL, 1, 4, 0);
    snprintf(e->text, sizeof e->text, "hit 3v 4 6");
    events_add(&events, EV_PINS, 2, 5, -2);
    assert_true(begin(db));
    good(game_db_append(db, &rules, &i, &events, NULL, NULL, &d));
    good(game_db_commit(db, &d));
    /* A retraction, and one of that: rows of their own, and what they take back is still there. */
    i = (struct intent){.kind = INTENT_UNDO, .of = 1, .turn = 3, .command = "c", .dice = "",
                        .queued = "", .says = ""};
    assert_true(begin(db));
    good(game_db_append(db, &rules, &i, NULL, NULL, NULL, &d));
    i.kind = INTENT_REDO;
    good(game_db_append(db, &rules, &i, NULL, NULL, NULL, &d)); /* two in one transaction */
    good(game_db_commit(db, &d));
    game_db_close(&db, true);

    db = open_game();
    good(game_db_intents(db, note_intent, &w, &d));
    assert_string_equal(w.text, "1 0 0 3 fire \"A\" at B [3v 4 6] [46] Zw\xc3\xb6lf hits. It's done.\n"
                                "2 1 1 3 c [] [] \n"
                                "3 2 1 3 c [] [] \n");
    good(game_db_events(db, note_event, &v, &d));
    char wanted[200];
    snprintf(wanted, sizeof wanted, "1 %s 1 4 0 hit 3v 4 6\n1 %s 2 5 -2 \n", event_word[EV_ROLL],
             event_word[EV_PINS]);
    assert_string_equal(v.text, wanted);
    good(game_db_intents(db, note_intent, &s, &d)); /* who has seen enough may stop */
    assert_int_equal(s.n, 1);
    game_db_close(&db, false);
    events_free(&events);
}

static void every_kind_of_event_is_kept(void **state)
{
    struct events events = {0};
    struct walk w = {0};

    (void)state;
    struct game_db *db = make();
    for (int kind = 0; kind < N_EVENTS; kind++)
        events_add(&events, (enum event_kind)kind, kind, 0, 0);
    write_down(db, "all", &events, NULL, NULL);
    good(game_db_events(db, note_event, &w, &d));
    assert_int_equal(w.n, N_EVENTS);
    const char *line = w.text;
    for (int kind = 0; kind < N_EVENTS && strlen(w.text) < sizeof w.text - 40; kind++) {
        char wanted[60];
        snprintf(wanted, sizeof wanted, "1 %s %d 0 0 \n", event_word[kind], kind);
        if (strncmp(line, wanted, strlen(wanted)) != 0)
            fail_msg("event %d came back as %.30s", kind, line);
        line += strlen(wanted);
    }
    game_db_close(&db, false);
    events_free(&events);
    /* A kind of a later version is told, not skipped. */
    assert_true(aside("INSERT INTO event (intent, kind, unit, a, b, text)"
                      " VALUES (1, 'eclipse', 0, 0, 0, '')", NULL));
    db = open_game();
    bad(game_db_events(db, note_event, &w, &d), "is damaged");
    game_db_close(&db, false);
}

static void the_log_is_only_added_to(void **state)
{
    static const char *const tries[] = {
        "UPDATE intent SET says = 'nothing'", "DELETE FROM intent",
        "UPDATE event SET a = 0",             "DELETE FROM event",
        "DELETE FROM intent WHERE n = 1",     "UPDATE event SET n = n + 1",
    };
    struct events events = {0};

    (void)state;
    struct game_db *db = make();
    events_add(&events, EV_TURN, 0, 1, 0);
    write_down(db, "turn", &events, NULL, NULL);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        if (aside(tries[i], NULL))
            fail_msg("was carried out: %s", tries[i]);
    assert_int_equal(number("SELECT count(*) FROM intent WHERE command = 'turn' AND says = ''"), 1);
    assert_int_equal(number("SELECT count(*) FROM event WHERE a = 1"), 1);
    game_db_close(&db, false);
    events_free(&events);
}

/* REPLACE deletes without asking the triggers, unless they are recursive. */
static void a_row_of_the_log_is_not_replaced(void **state)
{
    (void)state;
    struct game_db *db = make();
    write_down(db, "turn", NULL, NULL, NULL);
    aside("REPLACE INTO intent (n, kind, turn, command, dice, queued, says)"
          " VALUES (1, 'do', 1, 'forged', '', '', '')", NULL);
    assert_int_equal(number("SELECT count(*) FROM intent WHERE command = 'turn'"), 1);
    game_db_close(&db, false);
}

/* ---- two at once ---- */

static void a_stale_writer_is_told(void **state)
{
    struct game before, after;
    bool stale = false;

    (void)state;
    fill(&before);
    fill(&after);
    after.unit[0].pins = 1;
    struct game_db *a = make();
    write_down(a, "all", NULL, NULL, &before);
    struct game_db *b = open_game();
    assert_true(game_db_changed(b)); /* nothing was read yet */
    load_is(b, &before);
    assert_false(game_db_changed(a));
    assert_false(game_db_changed(b));

    write_down(a, "pins", NULL, &before, &after);
    assert_false(game_db_changed(a)); /* one's own writing is no news */
    assert_true(game_db_changed(b));
    good(game_db_begin(b, &stale, &d));
    assert_true(stale);
    /* Nothing is locked, and it stays stale until it is read. */
    write_down(a, "again", NULL, &after, &after);
    good(game_db_begin(b, &stale, &d));
    assert_true(stale);
    load_is(b, &after);
    assert_false(game_db_changed(b));
    write_down(b, "mine", NULL, &after, &before);
    assert_true(game_db_changed(a));
    good(game_db_begin(a, &stale, &d));
    assert_true(stale);
    load_is(a, &before);
    assert_int_equal(number("SELECT count(*) FROM intent"), 4);
    game_db_close(&a, false);
    game_db_close(&b, false);
    game_free(&before);
    game_free(&after);
}

/* Dice that wait are used as they were when one looked; otherwise nothing is used. */
static void waiting_dice_of_another_terminal(void **state)
{
    static const signed char typed[] = {3, 4, 5}, others[] = {4, 4};
    signed char faces[QUEUE_MAX];
    int n = 0;

    (void)state;
    struct game_db *a = make(), *b = open_game();
    good(game_db_set_queue(a, typed, 3, &d));
    assert_false(game_db_queue_use(b, others, 2, &d));
    assert_int_equal(d.code, DIAG_STORAGE);
    assert_non_null(strstr(d.message, "another terminal"));
    d = (struct diag){0};
    good(game_db_queue(a, faces, &n, &d));
    assert_int_equal(n, 3);
    good(game_db_queue_use(b, typed, 2, &d));
    good(game_db_queue(a, faces, &n, &d));
    assert_int_equal(n, 1);
    assert_int_equal(faces[0], 5);
    assert_false(game_db_queue_use(b, typed + 2, 2, &d));
    game_db_close(&a, false);
    game_db_close(&b, false);
}

static void a_held_game_is_told(void **state)
{
    bool stale = false;

    (void)state;
    struct game_db *a = make(), *b = open_game();
    assert_true(begin(a));
    assert_false(game_db_begin(b, &stale, &d)); /* waits for some seconds first */
    bad(false, "another program is writing");
    game_db_rollback(a);
    assert_true(begin(b));
    game_db_rollback(b);
    game_db_close(&a, false);
    game_db_close(&b, false);
}

static void a_game_that_may_not_be_written_is_read(void **state)
{
    struct game g;
    bool stale = false;

    (void)state;
    if (geteuid() == 0)
        skip(); /* may write everything */
    fill(&g);
    struct game_db *db = make();
    write_down(db, "all", NULL, NULL, &g);
    game_db_close(&db, true);
    chmod(path, 0400);
    db = open_game();
    load_is(db, &g);
    bad(game_db_begin(db, &stale, &d), "may not be written");
    game_db_close(&db, false);
    game_free(&g);
}

/* ---- beside the log ---- */

static void dice_wait_in_their_order(void **state)
{
    signed char faces[QUEUE_MAX], read[QUEUE_MAX];
    int n = 7;

    (void)state;
    struct game_db *db = make();
    good(game_db_queue(db, read, &n, &d));
    assert_int_equal(n, 0);
    for (int i = 0; i < QUEUE_MAX; i++)
        faces[i] = (signed char)(1 + i * 7 % 6);
    good(game_db_set_queue(db, faces, QUEUE_MAX, &d));
    game_db_close(&db, true);
    db = open_game();
    good(game_db_queue(db, read, &n, &d));
    assert_int_equal(n, QUEUE_MAX);
    assert_memory_equal(read, faces, QUEUE_MAX);
    good(game_db_set_queue(db, faces + 5, 3, &d));
    good(game_db_queue(db, read, &n, &d));
    assert_int_equal(n, 3);
    assert_memory_equal(read, faces + 5, 3);
    good(game_db_set_queue(db, NULL, 0, &d));
    good(game_db_queue(db, read, &n, &d));
    assert_int_equal(n, 0);
    assert_int_equal(number("SELECT count(*) FROM intent"), 0); /* no entry of the log */
    game_db_close(&db, false);
}

static void settings_are_kept(void **state)
{
    char value[20];

    (void)state;
    struct game_db *db = make();
    game_db_setting(db, "dice", value, sizeof value);
    assert_string_equal(value, "");
    good(game_db_set_setting(db, "dice", "virtual", &d));
    good(game_db_set_setting(db, "words", "it's a \"word\" of 30 letters", &d));
    good(game_db_set_setting(db, "dice", "real", &d));
    game_db_close(&db, true);
    db = open_game();
    game_db_setting(db, "dice", value, sizeof value);
    assert_string_equal(value, "real");
    game_db_setting(db, "Dice", value, sizeof value);
    assert_string_equal(value, "");
    game_db_setting(db, "words", value, sizeof value); /* cut to what there is room for */
    assert_string_equal(value, "it's a \"word\" of 30");
    game_db_close(&db, false);
}

/* What was committed is in the file when it is closed tidily, so that it may be copied alone; and
   is there all the same when it is not. */
static void a_tidy_game_is_one_file(void **state)
{
    struct game g;
    char log[310];

    (void)state;
    fill(&g);
    struct game_db *db = make();
    write_down(db, "all", NULL, NULL, &g);
    game_db_close(&db, true);
    snprintf(log, sizeof log, "%s-wal", path);
    unlink(log);
    db = open_game();
    load_is(db, &g);
    g.turn = 5;
    write_down(db, "turn", NULL, NULL, &g);
    game_db_close(&db, false);
    db = open_game();
    load_is(db, &g);
    game_db_close(&db, true);
    game_free(&g);
}

#define each(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        each(a_game_is_made_and_opened),
        each(a_file_is_never_made_over),
        each(what_is_no_game_is_told),
        each(damage_is_told),
        each(what_is_written_is_read),
        each(the_tables_can_be_read_by_anybody),
        each(what_is_rolled_back_is_gone),
        each(the_log_is_as_it_was_written),
        each(every_kind_of_event_is_kept),
        each(the_log_is_only_added_to),
        each(a_row_of_the_log_is_not_replaced),
        each(a_stale_writer_is_told),
        each(waiting_dice_of_another_terminal),
        each(a_held_game_is_told),
        each(a_game_that_may_not_be_written_is_read),
        each(dice_wait_in_their_order),
        each(settings_are_kept),
        each(a_tidy_game_is_one_file),
    };

    return cmocka_run_group_tests_name("store", tests, load_rules, NULL);
}
