/* The tables of a game's file that are made from the log: written as differences, read whole. */
#include "base/mem.h"
#include "game/setup.h"
#include "store/game_db_inner.h"

#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

/* Flags of a unit that stand together in one column of words. */
static const struct {
    const char *word;
    size_t offset;
} unit_flags[] = {
    {"leader", offsetof(struct unit, leader)},
    {"had-leader", offsetof(struct unit, had_leader)},
    {"fired", offsetof(struct unit, fired)},
    {"moved", offsetof(struct unit, moved)},
    {"reserve", offsetof(struct unit, reserve)},
    {"hidden", offsetof(struct unit, hidden)},
    {"immobilised", offsetof(struct unit, immobilised)},
    {"turret", offsetof(struct unit, turret)},
    {"turret-jam", offsetof(struct unit, turret_jam)},
    {"abandoned", offsetof(struct unit, abandoned)},
    {"destroyed", offsetof(struct unit, destroyed)},
    {"open-topped", offsetof(struct unit, open_topped)},
    {"shield", offsetof(struct unit, shield)},
    {"waiting", offsetof(struct unit, waiting)},
    {"keeps", offsetof(struct unit, keeps)},
    {"in-ambush", offsetof(struct unit, in_ambush)},
    {"exposed", offsetof(struct unit, exposed)},
    {"spotter", offsetof(struct unit, spotter)},
    {"gunless", offsetof(struct unit, gunless)},
    {"leads", offsetof(struct unit, leads)},
    {"boarded", offsetof(struct unit, boarded)},
    {"dismounted", offsetof(struct unit, dismounted)},
    {"fought", offsetof(struct unit, fought)},
    {"crew-fired", offsetof(struct unit, crew_fired)},
    {"fighting", offsetof(struct unit, fighting)},
};

enum { N_FLAGS = sizeof unit_flags / sizeof unit_flags[0] };

static void flags_text(const struct unit *u, char *text, size_t size)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < N_FLAGS && at < size; i++)
        if (*(const bool *)((const char *)u + unit_flags[i].offset))
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? " " : "",
                                   unit_flags[i].word);
}

static bool flags_read(struct unit *u, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, " ");
        int i = 0;
        while (i < N_FLAGS
               && (strncmp(unit_flags[i].word, text, n) != 0 || unit_flags[i].word[n]))
            i++;
        if (i == N_FLAGS)
            return false;
        *(bool *)((char *)u + unit_flags[i].offset) = true;
        text += n + (text[n] == ' ');
    }
    return true;
}

static const char *const die_word[] = {"bag", "table", "lost"};

static bool write_unit(struct game_db *db, const struct ruleset *rs, const struct unit *u,
                       struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_UNIT, d);
    struct buf special = {0}, tows = {0};
    char flags[320];

    if (!s)
        return false;
    flags_text(u, flags, sizeof flags);
    specials_add(&special, rs, u->special);
    tows_add(&tows, rs, u->tows);
    sqlite3_bind_int(s, 1, u->id);
    sqlite3_bind_text(s, 2, u->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, u->side);
    sqlite3_bind_text(s, 4, type_word[u->type], -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 5, quality_word[u->quality], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 6, u->models);
    sqlite3_bind_int(s, 7, u->men);
    sqlite3_bind_int(s, 8, u->full);
    sqlite3_bind_int(s, 9, u->pins);
    sqlite3_bind_text(s, 10, die_word[u->die], -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 11, order_word[u->order], -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 12, u->officer < 0 ? "" : rs->rank[u->officer].id, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 13, u->nco);
    sqlite3_bind_int(s, 14, u->loaders);
    sqlite3_bind_int(s, 15, u->armour);
    sqlite3_bind_int(s, 16, u->front_armour);
    sqlite3_bind_int(s, 17, u->capacity);
    sqlite3_bind_int(s, 18, u->victim);
    sqlite3_bind_int(s, 19, u->aboard);
    sqlite3_bind_text(s, 20, buf_text(&special), -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 21, flags, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 22, mover_word[u->mover], -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 23, ammo_word[u->loaded], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 24, u->jam_arcs);
    sqlite3_bind_int(s, 25, u->fired_slots);
    sqlite3_bind_int(s, 26, u->gone);
    sqlite3_bind_int(s, 27, u->turned);
    sqlite3_bind_int(s, 28, u->gun_arc);
    sqlite3_bind_int(s, 29, u->berth);
    sqlite3_bind_text(s, 30, u->building, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 31, u->floor);
    sqlite3_bind_int(s, 32, u->charge);
    sqlite3_bind_int(s, 33, u->snaps);
    sqlite3_bind_int(s, 34, u->snapped_by);
    sqlite3_bind_text(s, 35, buf_text(&tows), -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 36, u->struck);
    sqlite3_bind_int(s, 37, u->struck_pins);
    sqlite3_bind_int(s, 38, u->struck_men);
    sqlite3_bind_int(s, 39, u->calls);
    sqlite3_bind_int(s, 40, u->flash);
    sqlite3_bind_int(s, 41, u->made_out);
    bool ok = sql_done(db->db, s, d);
    buf_free(&special);
    buf_free(&tows);
    return ok;
}

static bool write_carried(struct game_db *db, const struct ruleset *rs, const struct unit *u,
                          const struct unit *before, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_CARRIED, d);

    for (int i = 0; s && i < u->n_carried; i++) {
        if (before && i < before->n_carried
            && memcmp(&u->carried[i], &before->carried[i], sizeof u->carried[i]) == 0)
            continue;
        sqlite3_bind_int(s, 1, u->id);
        sqlite3_bind_int(s, 2, i);
        sqlite3_bind_text(s, 3, rs->weapon[u->carried[i].weapon].id, -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 4, u->carried[i].count);
        sqlite3_bind_text(s, 5, mount_word[u->carried[i].mount], -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 6, u->carried[i].arcs);
        sqlite3_bind_int(s, 7, u->carried[i].target);
        sqlite3_bind_int(s, 8, u->carried[i].shots);
        sqlite3_bind_int(s, 9, u->carried[i].turn);
        sqlite3_bind_int(s, 10, u->carried[i].zeroed);
        if (!sql_done(db->db, s, d))
            return false;
    }
    if (s && before && before->n_carried > u->n_carried) {
        s = game_db_statement(db, S_UNCARRY, d);
        if (s) {
            sqlite3_bind_int(s, 1, u->id);
            sqlite3_bind_int(s, 2, u->n_carried);
        }
        return s && sql_done(db->db, s, d);
    }
    return s != NULL;
}

static bool write_game(struct game_db *db, const struct game *g, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_GAME, d);

    if (!s)
        return false;
    sqlite3_bind_int(s, 1, g->turn);
    sqlite3_bind_text(s, 2, game_phase_word[g->phase], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->drawn);
    sqlite3_bind_int(s, 4, g->virtual_dice);
    sqlite3_bind_int(s, 5, g->step);
    sqlite3_bind_text(s, 6, night_word[g->night], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 7, g->dark);
    sqlite3_bind_int(s, 8, g->over);
    return sql_done(db->db, s, d);
}

static bool write_side(struct game_db *db, const struct ruleset *rs, const struct side *side,
                       int n, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_SIDE, d);

    if (!s)
        return false;
    sqlite3_bind_int(s, 1, n);
    sqlite3_bind_text(s, 2, side->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, side->army < 0 ? "" : rs->army[side->army].id, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 4, side->ordered);
    return sql_done(db->db, s, d);
}

/* The lists of the table (terrain, smoke, aims) are short and seldom change: each is written
   anew when it does. insert has a place for the number and those that bind fills. */
static bool write_list(struct game_db *db, const char *clear, const char *insert, int n,
                       void (*bind)(sqlite3_stmt *s, const struct game *g, int i),
                       const struct game *g, struct diag *d)
{
    sqlite3_stmt *s = NULL;
    bool ok = sql_run(db->db, clear, d) && sql_prepare(db->db, &s, insert, d);

    for (int i = 0; ok && i < n; i++) {
        sqlite3_bind_int(s, 1, i);
        bind(s, g, i);
        ok = sql_done(db->db, s, d);
    }
    sqlite3_finalize(s);
    return ok;
}

static void bind_feature(sqlite3_stmt *s, const struct game *g, int i)
{
    sqlite3_bind_text(s, 2, g->feature[i].name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, g->feature[i].ground, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 4, cover_word[g->feature[i].cover], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 5, g->feature[i].dense);
}

static void bind_smoke(sqlite3_stmt *s, const struct game *g, int i)
{
    sqlite3_bind_text(s, 2, g->smoke[i].place, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->smoke[i].size);
    sqlite3_bind_int(s, 4, g->smoke[i].turn);
}

static void bind_aim(sqlite3_stmt *s, const struct game *g, int i)
{
    sqlite3_bind_text(s, 2, g->aim[i].place, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->aim[i].unit);
    sqlite3_bind_int(s, 4, g->aim[i].shots);
    sqlite3_bind_int(s, 5, g->aim[i].turn);
    sqlite3_bind_int(s, 6, g->aim[i].zeroed);
}

static void bind_call(sqlite3_stmt *s, const struct game *g, int i)
{
    sqlite3_bind_text(s, 2, call_word[g->call[i].kind], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->call[i].observer);
    sqlite3_bind_int(s, 4, g->call[i].target);
    sqlite3_bind_int(s, 5, g->call[i].turn);
    sqlite3_bind_int(s, 6, g->call[i].over);
    sqlite3_bind_text(s, 7, g->call[i].place, -1, SQLITE_STATIC);
}

static void bind_objective(sqlite3_stmt *s, const struct game *g, int i)
{
    sqlite3_bind_text(s, 2, g->objective[i].name, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->objective[i].side);
}

static bool differs(const void *a, int n_a, const void *b, int n_b, size_t size)
{
    return n_a != n_b || memcmp(a, b, size * (size_t)n_a) != 0;
}

static bool write_lists(struct game_db *db, const struct game *before, const struct game *after,
                        struct diag *d)
{
    static const struct game nothing;

    if (!before)
        before = &nothing;
    return (!differs(before->feature, before->n_features, after->feature, after->n_features,
                     sizeof after->feature[0])
            || write_list(db, "DELETE FROM terrain", "INSERT INTO terrain VALUES (?, ?, ?, ?, ?)",
                          after->n_features, bind_feature, after, d))
        && (!differs(before->smoke, before->n_smoke, after->smoke, after->n_smoke,
                     sizeof after->smoke[0])
            || write_list(db, "DELETE FROM smoke", "INSERT INTO smoke VALUES (?, ?, ?, ?)",
                          after->n_smoke, bind_smoke, after, d))
        && (!differs(before->aim, before->n_aims, after->aim, after->n_aims,
                     sizeof after->aim[0])
            || write_list(db, "DELETE FROM aim", "INSERT INTO aim VALUES (?, ?, ?, ?, ?, ?)",
                          after->n_aims, bind_aim, after, d))
        && (!differs(before->call, before->n_calls, after->call, after->n_calls,
                     sizeof after->call[0])
            || write_list(db, "DELETE FROM called",
                          "INSERT INTO called VALUES (?, ?, ?, ?, ?, ?, ?)", after->n_calls,
                          bind_call, after, d))
        && (!differs(before->objective, before->n_objectives, after->objective,
                     after->n_objectives, sizeof after->objective[0])
            || write_list(db, "DELETE FROM objective", "INSERT INTO objective VALUES (?, ?, ?)",
                          after->n_objectives, bind_objective, after, d));
}

/* Writes what differs between two states of the record. */
bool game_tables_write(struct game_db *db, const struct ruleset *rs, const struct game *before,
                         const struct game *after, struct diag *d)
{
    if (!before || before->turn != after->turn || before->phase != after->phase
        || before->drawn != after->drawn || before->virtual_dice != after->virtual_dice
        || before->step != after->step || before->night != after->night
        || before->dark != after->dark || before->over != after->over)
        if (!write_game(db, after, d))
            return false;
    for (int i = 0; i < after->n_sides; i++)
        if (!before || i >= before->n_sides
            || memcmp(&before->side[i], &after->side[i], sizeof after->side[i]) != 0)
            if (!write_side(db, rs, &after->side[i], i, d))
                return false;
    for (int i = 0; i < after->n_units; i++) {
        const struct unit *old = before && i < before->n_units ? &before->unit[i] : NULL;
        const struct unit *now = &after->unit[i];
        if (old && memcmp(old, now, sizeof *now) == 0)
            continue;
        if (!write_unit(db, rs, now, d) || !write_carried(db, rs, now, old, d))
            return false;
    }
    return write_lists(db, before, after, d);
}

bool game_db_rewrite(struct game_db *db, const struct ruleset *rs, const struct game *before,
                     const struct game *after, struct diag *d)
{
    char sql[200];

    if (!before) /* tables that were just made: they hold the one row of the game */
        return game_tables_write(db, rs, NULL, after, d);
    if (after->n_units < before->n_units || after->n_sides < before->n_sides) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM unit WHERE id > %d; DELETE FROM weapon_carried WHERE unit > %d;"
                 "DELETE FROM side WHERE n >= %d",
                 after->n_units, after->n_units, after->n_sides);
        if (!sql_run(db->db, sql, d))
            return false;
    }
    return game_tables_write(db, rs, before, after, d);
}

/* ---- loading ---- */

/* The next row of a table; a read that fails ends it too and is in *d. */
static bool next_row(struct game_db *db, sqlite3_stmt *s, struct diag *d)
{
    int rc = sqlite3_step(s);

    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        sql_complain(db->db, db->path, d);
    return false;
}

static bool load_game(struct game_db *db, struct game *g, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_LOAD_GAME, d);
    char phase[NAME_LEN];

    if (!s)
        return false;
    bool ok = sqlite3_step(s) == SQLITE_ROW;
    if (ok) {
        g->edition = sqlite3_column_int(s, 0);
        sql_text(s, 1, g->scenario, sizeof g->scenario);
        g->turn = sqlite3_column_int(s, 2);
        sql_text(s, 3, phase, sizeof phase);
        g->phase = word_index(game_phase_word, N_GAME_PHASES, phase);
        g->drawn = sqlite3_column_int(s, 4);
        g->virtual_dice = sqlite3_column_int(s, 5);
        g->step = sqlite3_column_int(s, 6);
        g->night = game_db_word(s, 7, night_word, N_NIGHTS);
        g->dark = sqlite3_column_int(s, 8);
        g->over = sqlite3_column_int(s, 9);
    }
    sqlite3_reset(s);
    if (!ok || g->phase < 0)
        return diag_storage(d, "%s: is damaged: the table game is not right", db->path);
    return true;
}

static bool load_sides(struct game_db *db, const struct ruleset *rs, struct game *g,
                       struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_LOAD_SIDES, d);
    char army[ID_LEN];

    while (s && g->n_sides < MAX_SIDES && next_row(db, s, d)) {
        struct side *side = &g->side[g->n_sides++];
        memset(side, 0, sizeof *side);
        sql_text(s, 0, side->name, sizeof side->name);
        sql_text(s, 1, army, sizeof army);
        side->army = army[0] ? ruleset_army(rs, army) : -1;
        side->ordered = sqlite3_column_int(s, 2);
    }
    if (s)
        sqlite3_reset(s);
    return s != NULL;
}

/* A column of text, "" for none; it lives until the next row. */
static const char *column(sqlite3_stmt *s, int n)
{
    const unsigned char *text = sqlite3_column_text(s, n);

    return text ? (const char *)text : "";
}

static bool load_unit(sqlite3_stmt *s, const struct ruleset *rs, struct unit *u)
{
    char text[400];
    struct diag quiet = {0};

    memset(u, 0, sizeof *u);
    u->id = sqlite3_column_int(s, 0);
    sql_text(s, 1, u->name, sizeof u->name);
    u->side = sqlite3_column_int(s, 2);
    u->type = game_db_word(s, 3, type_word, N_TYPES);
    u->quality = game_db_word(s, 4, quality_word, N_QUALITIES);
    u->models = sqlite3_column_int(s, 5);
    u->men = sqlite3_column_int(s, 6);
    u->full = sqlite3_column_int(s, 7);
    u->pins = sqlite3_column_int(s, 8);
    u->die = game_db_word(s, 9, die_word, 3);
    u->order = game_db_word(s, 10, order_word, N_ORDERS);
    sql_text(s, 11, text, sizeof text);
    u->officer = text[0] ? ruleset_rank(rs, text) : -1;
    u->nco = sqlite3_column_int(s, 12);
    u->loaders = sqlite3_column_int(s, 13);
    u->armour = sqlite3_column_int(s, 14);
    u->front_armour = sqlite3_column_int(s, 15);
    u->capacity = sqlite3_column_int(s, 16);
    u->victim = sqlite3_column_int(s, 17);
    u->aboard = sqlite3_column_int(s, 18);
    bool ok = specials_parse(rs, column(s, 19), &u->special, &quiet);
    sql_text(s, 20, text, sizeof text);
    u->mover = game_db_word(s, 21, mover_word, N_MOVERS);
    u->loaded = game_db_word(s, 22, ammo_word, 3);
    u->jam_arcs = sqlite3_column_int(s, 23);
    u->fired_slots = sqlite3_column_int(s, 24);
    u->gone = sqlite3_column_int(s, 25);
    u->turned = sqlite3_column_int(s, 26);
    u->gun_arc = sqlite3_column_int(s, 27);
    ok = ok && flags_read(u, text);
    u->berth = sqlite3_column_int(s, 28);
    sql_text(s, 29, u->building, sizeof u->building);
    u->floor = sqlite3_column_int(s, 30);
    u->charge = sqlite3_column_int(s, 31);
    u->snaps = sqlite3_column_int(s, 32);
    u->snapped_by = sqlite3_column_int(s, 33);
    u->struck = sqlite3_column_int(s, 35);
    u->struck_pins = sqlite3_column_int(s, 36);
    u->struck_men = sqlite3_column_int(s, 37);
    u->calls = sqlite3_column_int(s, 38);
    u->flash = sqlite3_column_int(s, 39) != 0;
    u->made_out = sqlite3_column_int(s, 40);
    return ok && tows_parse(rs, column(s, 34), &u->tows, &quiet);
}

static bool load_units(struct game_db *db, const struct ruleset *rs, struct game *g,
                       struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_LOAD_UNITS, d);
    bool ok = s != NULL;

    while (ok && next_row(db, s, d)) {
        if (g->n_units == g->cap_units) {
            int cap = g->cap_units ? 2 * g->cap_units : 64;
            g->unit = mem_grow(g->unit, (size_t)g->cap_units, (size_t)cap, sizeof *g->unit);
            g->cap_units = cap;
        }
        ok = g->n_units < MAX_UNITS && load_unit(s, rs, &g->unit[g->n_units])
            && g->unit[g->n_units].id == g->n_units + 1;
        g->n_units++;
    }
    if (s)
        sqlite3_reset(s);
    return ok || diag_storage(d, "%s: is damaged: unit %d", db->path, g->n_units);
}

static bool load_carried(struct game_db *db, const struct ruleset *rs, struct game *g,
                         struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_LOAD_CARRIED, d);
    char id[ID_LEN];

    while (s && next_row(db, s, d)) {
        struct unit *u = game_unit(g, sqlite3_column_int(s, 0));
        sql_text(s, 1, id, sizeof id);
        int weapon = ruleset_weapon(rs, id);
        if (!u || weapon < 0 || u->n_carried == MAX_CARRIED) {
            sqlite3_reset(s);
            return diag_storage(d, "%s: is damaged: weapon %s", db->path, id);
        }
        int mount = game_db_word(s, 3, mount_word, N_MOUNTS);
        u->carried[u->n_carried++] = (struct carried){
            .weapon = (short)weapon,
            .count = (short)sqlite3_column_int(s, 2),
            .mount = (short)mount,
            .arcs = (short)sqlite3_column_int(s, 4),
            .target = (short)sqlite3_column_int(s, 5),
            .shots = (short)sqlite3_column_int(s, 6),
            .turn = (short)sqlite3_column_int(s, 7),
            .zeroed = (short)sqlite3_column_int(s, 8),
        };
    }
    if (s)
        sqlite3_reset(s);
    return s != NULL;
}

/* What the tables say, taken together; a unit's weapons stand in a table of their own. */
static bool check_loaded(struct game_db *db, const struct ruleset *rs, const struct game *g,
                         struct diag *d)
{
    if (!game_sound(g, rs))
        return diag_storage(d, "%s: is damaged: turn, sides, terrain or smoke", db->path);
    for (int i = 0; i < g->n_units; i++)
        if (!unit_sound(g, rs, &g->unit[i]))
            return diag_storage(d, "%s: is damaged: unit %d", db->path, i + 1);
    return true;
}

static bool load_lists(struct game_db *db, struct game *g, struct diag *d)
{
    sqlite3_stmt *features = game_db_statement(db, S_LOAD_FEATURES, d),
                 *smoke = game_db_statement(db, S_LOAD_SMOKE, d),
                 *aims = game_db_statement(db, S_LOAD_AIMS, d),
                 *calls = game_db_statement(db, S_LOAD_CALLS, d),
                 *objectives = game_db_statement(db, S_LOAD_OBJECTIVES, d);

    if (!features || !smoke || !aims || !calls || !objectives)
        return false;
    while (g->n_features < MAX_FEATURES && next_row(db, features, d)) {
        struct feature *f = &g->feature[g->n_features++];
        sql_text(features, 0, f->name, sizeof f->name);
        sql_text(features, 1, f->ground, sizeof f->ground);
        f->cover = game_db_word(features, 2, cover_word, 4);
        f->dense = sqlite3_column_int(features, 3);
    }
    sqlite3_reset(features);
    while (g->n_smoke < MAX_SMOKE && next_row(db, smoke, d)) {
        struct smoke *k = &g->smoke[g->n_smoke++];
        sql_text(smoke, 0, k->place, sizeof k->place);
        k->size = sqlite3_column_int(smoke, 1);
        k->turn = sqlite3_column_int(smoke, 2);
    }
    sqlite3_reset(smoke);
    while (g->n_aims < MAX_AIMS && next_row(db, aims, d)) {
        struct aim *a = &g->aim[g->n_aims++];
        sql_text(aims, 0, a->place, sizeof a->place);
        a->unit = sqlite3_column_int(aims, 1);
        a->shots = sqlite3_column_int(aims, 2);
        a->turn = sqlite3_column_int(aims, 3);
        a->zeroed = sqlite3_column_int(aims, 4);
    }
    sqlite3_reset(aims);
    while (g->n_calls < MAX_CALLS && next_row(db, calls, d)) {
        struct called *k = &g->call[g->n_calls++];
        k->kind = game_db_word(calls, 0, call_word, N_CALL_KINDS);
        k->observer = sqlite3_column_int(calls, 1);
        k->target = sqlite3_column_int(calls, 2);
        k->turn = sqlite3_column_int(calls, 3);
        k->over = sqlite3_column_int(calls, 4);
        sql_text(calls, 5, k->place, sizeof k->place);
    }
    sqlite3_reset(calls);
    while (g->n_objectives < MAX_OBJECTIVES && next_row(db, objectives, d)) {
        struct objective *o = &g->objective[g->n_objectives++];
        sql_text(objectives, 0, o->name, sizeof o->name);
        o->side = sqlite3_column_int(objectives, 1);
    }
    sqlite3_reset(objectives);
    return true;
}

bool game_db_load(struct game_db *db, const struct ruleset *rs, struct game *g, struct diag *d)
{
    g->n_sides = g->n_units = 0;
    memset(g->side, 0, sizeof g->side);
    g->n_features = g->n_smoke = g->n_aims = g->n_calls = g->n_objectives = 0;
    memset(g->objective, 0, sizeof g->objective);
    memset(g->call, 0, sizeof g->call);
    memset(g->feature, 0, sizeof g->feature);
    memset(g->smoke, 0, sizeof g->smoke);
    memset(g->aim, 0, sizeof g->aim);
    if (!game_db_ready(db, d))
        return false;
    bool own = sqlite3_get_autocommit(db->db);
    if (own && !sql_run(db->db, "BEGIN", d)) /* one snapshot for all the tables */
        return false;
    bool ok = game_db_note_head(db, d) && load_game(db, g, d) && load_sides(db, rs, g, d)
        && load_units(db, rs, g, d) && load_carried(db, rs, g, d) && load_lists(db, g, d)
        && !d->code && check_loaded(db, rs, g, d);
    if (own)
        game_db_snapshot_end(db);
    return ok;
}
