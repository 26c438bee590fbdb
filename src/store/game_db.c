/* A game's file. */
#include "store/game_db.h"

#include "base/mem.h"
#include "store/schema.h"
#include "store/sql.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A log longer than WAL_PAGES is folded in when the game is closed, one longer than
   WAL_PAGES_MOST at once. */
enum { WAL_PAGES = 1000, WAL_PAGES_MOST = 8000, BUSY_MS = 4000 };

enum statement {
    S_BEGIN, S_COMMIT, S_ROLLBACK, S_VERSION, S_HEAD, S_INTENT, S_EVENT, S_GAME, S_SIDE, S_UNIT,
    S_CARRIED, S_UNCARRY, S_LOAD_GAME, S_LOAD_SIDES, S_LOAD_UNITS, S_LOAD_CARRIED, S_INTENTS,
    S_EVENTS, S_LOAD_FEATURES, S_LOAD_SMOKE, S_LOAD_AIMS, S_QUEUE, S_UNQUEUE, S_ENQUEUE, S_SETTING, S_SET, N_STATEMENTS
};

/* Every statement that is used more than once. */
static const char *const statement_sql[N_STATEMENTS] = {
    [S_BEGIN] = "BEGIN IMMEDIATE",
    [S_COMMIT] = "COMMIT",
    [S_ROLLBACK] = "ROLLBACK",
    [S_VERSION] = "PRAGMA data_version",
    [S_HEAD] = "SELECT coalesce(max(n), 0) FROM intent",
    [S_INTENT] = "INSERT INTO intent (n, kind, of, turn, command, dice, queued, says)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [S_EVENT] = "INSERT INTO event (intent, kind, unit, a, b, text) VALUES (?, ?, ?, ?, ?, ?)",
    [S_GAME] = "REPLACE INTO game VALUES (1, ?, ?, ?, ?)",
    [S_SIDE] = "REPLACE INTO side VALUES (?, ?, ?)",
    [S_UNIT] = "REPLACE INTO unit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
               " ?, ?, ?, ?, ?, ?)",
    [S_CARRIED] = "REPLACE INTO weapon_carried VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [S_UNCARRY] = "DELETE FROM weapon_carried WHERE unit = ? AND slot >= ?",
    [S_LOAD_GAME] = "SELECT b.edition, b.scenario, g.turn, g.phase, g.drawn, g.virtual_dice"
                    " FROM birth b, game g",
    [S_LOAD_SIDES] = "SELECT name, army FROM side ORDER BY n",
    [S_LOAD_UNITS] = "SELECT * FROM unit ORDER BY id",
    [S_LOAD_CARRIED] = "SELECT unit, weapon, count, mount, arcs, target, shots, turn, zeroed"
                       " FROM weapon_carried ORDER BY unit, slot",
    [S_INTENTS] = "SELECT n, kind, of, turn, command, dice, queued, says FROM intent ORDER BY n",
    [S_EVENTS] = "SELECT intent, kind, unit, a, b, text FROM event ORDER BY n",
    [S_LOAD_FEATURES] = "SELECT name, ground, cover, dense FROM terrain ORDER BY n",
    [S_LOAD_SMOKE] = "SELECT place, size, turn FROM smoke ORDER BY n",
    [S_LOAD_AIMS] = "SELECT place, unit, shots, turn, zeroed FROM aim ORDER BY n",
    [S_QUEUE] = "SELECT face FROM queue ORDER BY n",
    [S_UNQUEUE] = "DELETE FROM queue",
    [S_ENQUEUE] = "INSERT INTO queue (face) VALUES (?)",
    [S_SETTING] = "SELECT value FROM setting WHERE name = ?",
    [S_SET] = "REPLACE INTO setting VALUES (?, ?)",
};

struct game_db {
    sqlite3 *db;       /* NULL until something is read or written: see ready() */
    char *path;
    int edition;       /* from the file's header */
    long long head;    /* newest intent that this connection knows */
    int version;       /* data_version when it last read or wrote */
    bool known;        /* head and version are filled in */
    int wal_pages;     /* length of the write-ahead log after the last commit */
    sqlite3_stmt *stmt[N_STATEMENTS];
};

static bool ready(struct game_db *db, struct diag *d);

/* The prepared statement, reset; NULL with the complaint. */
static sqlite3_stmt *get(struct game_db *db, enum statement which, struct diag *d)
{
    if (!ready(db, d))
        return NULL;
    if (!sql_prepare(db->db, &db->stmt[which], statement_sql[which], d))
        return NULL;
    return db->stmt[which];
}

/* Steps a statement that yields one whole number. */
static bool get_number(struct game_db *db, enum statement which, long long *value, struct diag *d)
{
    sqlite3_stmt *s = get(db, which, d);

    if (!s)
        return false;
    bool row = sqlite3_step(s) == SQLITE_ROW;
    if (row)
        *value = sqlite3_column_int64(s, 0);
    else
        sql_complain(db->db, db->path, d);
    sqlite3_reset(s);
    return row;
}

static bool run(struct game_db *db, enum statement which, struct diag *d)
{
    sqlite3_stmt *s = get(db, which, d);

    return s && sql_done(db->db, s, d);
}

/* ---- opening and closing ---- */

static int note_wal(void *ctx, sqlite3 *handle, const char *name, int pages)
{
    (void)name;
    ((struct game_db *)ctx)->wal_pages = pages;
    if (pages >= WAL_PAGES_MOST)
        sqlite3_wal_checkpoint_v2(handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

/* SQLite syncs the directory once a connection in case the log's file is new. Ours is made, and
   its directory synced, when the game is; where it is still there that sync would only double
   the price of a command. */
static int no_directory(const char *path, int *fd)
{
    (void)path, (void)fd;
    return SQLITE_CANTOPEN;
}

static void sync_directory(bool wanted)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

    if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
        vfs->xSetSystemCall(vfs, "openDirectory",
                            wanted ? NULL : (sqlite3_syscall_ptr)no_directory);
}

static bool log_exists(const char *path)
{
    struct buf b = {0};

    buf_addf(&b, "%s-wal", path);
    bool there = access(b.s, F_OK) == 0;
    buf_free(&b);
    return there;
}

/* Connects. With WAL and FULL a commit costs one fdatasync, and what was answered survives a
   crash; the log is not folded in at every closing, which would cost three more. */
static bool connect(struct game_db *db, int flags, struct diag *d)
{
    sync_directory(!log_exists(db->path));
    if (sqlite3_open_v2(db->path, &db->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        sql_complain(db->db, db->path, d);
        sqlite3_close(db->db);
        db->db = NULL;
        return false;
    }
    sqlite3_busy_timeout(db->db, BUSY_MS);
    sqlite3_extended_result_codes(db->db, 1);
    sqlite3_db_config(db->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_wal_hook(db->db, note_wal, db); /* instead of a checkpoint amid a game */
    return sql_run(db->db, "PRAGMA synchronous = FULL", d);
}

/* A question that needs no more than the edition never gets here: connecting and reading the
   schema would be most of its time. */
static bool ready(struct game_db *db, struct diag *d)
{
    bool writable = access(db->path, W_OK) == 0;

    return db->db || connect(db, writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, d);
}

static struct game_db *new_game_db(const char *path, int edition)
{
    struct game_db *db = mem_new(sizeof *db);

    db->path = mem_copy(path);
    db->edition = edition;
    return db;
}

static bool write_birth(struct game_db *db, const struct game_birth *birth, struct diag *d)
{
    sqlite3_stmt *s = NULL;

    if (!sql_prepare(db->db, &s, "INSERT INTO birth VALUES (?, ?, ?, ?)", d))
        return false;
    sqlite3_bind_int(s, 1, birth->edition);
    sqlite3_bind_text(s, 2, birth->scenario, -1, SQLITE_STATIC);
    sqlite3_bind_blob(s, 3, birth->seed, SEED_BYTES, SQLITE_STATIC);
    sqlite3_bind_text(s, 4, birth->commitment, -1, SQLITE_STATIC);
    bool ok = sql_done(db->db, s, d);
    sqlite3_finalize(s);
    return ok && sql_run(db->db, "INSERT INTO game VALUES (1, 0, 'setup', -1, 0)", d);
}

/* The tables are written before WAL is switched on, so that the file's header, which tells
   what it is, never waits in the log. */
static bool make_tables(struct game_db *db, const struct game_birth *birth, struct diag *d)
{
    char sql[120];

    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             GAME_APPLICATION_ID, GAME_VERSION * 10 + birth->edition);
    return sql_run(db->db, "BEGIN IMMEDIATE", d) && sql_run(db->db, sql, d)
        && sql_run(db->db, game_schema, d) && write_birth(db, birth, d)
        && sql_run(db->db, "COMMIT; PRAGMA journal_mode = WAL", d)
        /* the first write makes the log and syncs its header; do it now */
        && sql_run(db->db, "INSERT INTO setting VALUES ('made', datetime('now'))", d);
}

struct game_db *game_db_create(const char *path, const struct game_birth *birth, struct diag *d)
{
    struct game_db *db;

    if (access(path, F_OK) == 0) {
        diag_storage(d, "%s: exists already", path);
        return NULL;
    }
    db = new_game_db(path, birth->edition);
    if (!connect(db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, d)
        || !make_tables(db, birth, d)) {
        game_db_close(&db, false);
        unlink(path);
        return NULL;
    }
    return db;
}

static unsigned big_endian(const unsigned char *b)
{
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

/* Reads from the header of the file whether it is a game, and of which edition. The layout is
   that of SQLite's file format: user_version at byte 60, application_id at 68. */
static int header_edition(const char *path, struct diag *d)
{
    unsigned char head[100];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;

    if (!f) {
        diag_storage(d, "%s: %s", path, strerror(errno));
        return 0;
    }
    fclose(f);
    if (n < sizeof head || memcmp(head, "SQLite format 3", 16) != 0
        || big_endian(head + 68) != GAME_APPLICATION_ID) {
        diag_storage(d, "%s: is not a game", path);
        return 0;
    }
    int version = (int)big_endian(head + 60), edition = version % 10;
    if (version / 10 > GAME_VERSION) {
        diag_storage(d, "%s: is a game of a newer version of adjutant", path);
        return 0;
    }
    if (version / 10 < 1 || edition < 1 || edition > 2) {
        diag_storage(d, "%s: is damaged: its version is %d", path, version);
        return 0;
    }
    return edition;
}

struct game_db *game_db_open(const char *path, struct diag *d)
{
    struct stat st;
    int edition;

    if (stat(path, &st) != 0) {
        diag_storage(d, "%s: %s", path, errno == ENOENT ? "there is no such game; new makes one"
                                                        : strerror(errno));
        return NULL;
    }
    if (!S_ISREG(st.st_mode)) {
        diag_storage(d, "%s: is not a game but %s", path,
                     S_ISDIR(st.st_mode) ? "a directory" : "something else than a file");
        return NULL;
    }
    edition = header_edition(path, d);
    return edition ? new_game_db(path, edition) : NULL;
}

int game_db_edition(const struct game_db *db)
{
    return db->edition;
}

/* Folds the log into the file, so that the file alone is the whole game; then begins the next
   log, whose header costs a sync that no command shall wait for. */
static void fold_in(sqlite3 *db)
{
    if (sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK)
        sqlite3_exec(db, "REPLACE INTO setting VALUES ('closed', datetime('now'))", NULL, NULL,
                     NULL);
}

void game_db_close(struct game_db **db, bool tidy)
{
    struct game_db *g = *db;

    if (!g)
        return;
    for (int i = 0; i < N_STATEMENTS; i++)
        sqlite3_finalize(g->stmt[i]);
    if (g->db && !sqlite3_db_readonly(g->db, "main")) {
        if (tidy || g->wal_pages > WAL_PAGES)
            fold_in(g->db);
    }
    sqlite3_close(g->db);
    free(g->path);
    free(g);
    *db = NULL;
}

const char *game_db_path(const struct game_db *db)
{
    return db->path;
}

bool game_db_birth(struct game_db *db, struct game_birth *birth, struct diag *d)
{
    sqlite3_stmt *s = NULL;

    if (!ready(db, d)
        || !sql_prepare(db->db, &s, "SELECT edition, scenario, seed, commitment FROM birth", d))
        return false;
    bool ok = sqlite3_step(s) == SQLITE_ROW && sqlite3_column_bytes(s, 2) == SEED_BYTES;
    if (ok) {
        birth->edition = sqlite3_column_int(s, 0);
        sql_text(s, 1, birth->scenario, sizeof birth->scenario);
        memcpy(birth->seed, sqlite3_column_blob(s, 2), SEED_BYTES);
        sql_text(s, 3, birth->commitment, sizeof birth->commitment);
    }
    sqlite3_finalize(s);
    return ok || sql_complain(db->db, db->path, d);
}

bool game_db_changed(struct game_db *db)
{
    long long version = 0;
    struct diag quiet = {0};

    return !db->known || !get_number(db, S_VERSION, &version, &quiet) || version != db->version;
}

/* Remembers up to where this connection has read. */
static bool note_head(struct game_db *db, struct diag *d)
{
    long long version = 0;

    db->known = get_number(db, S_HEAD, &db->head, d) && get_number(db, S_VERSION, &version, d);
    db->version = (int)version;
    return db->known;
}

/* ---- the tables ---- */

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

static void specials_text(const struct ruleset *rs, uint64_t specials, char *text, size_t size)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < rs->n_specials && at < size; i++)
        if (specials >> i & 1)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "," : "", rs->special[i].id);
}

static bool write_unit(struct game_db *db, const struct ruleset *rs, const struct unit *u,
                       struct diag *d)
{
    sqlite3_stmt *s = get(db, S_UNIT, d);
    char flags[240], special[400];

    if (!s)
        return false;
    flags_text(u, flags, sizeof flags);
    specials_text(rs, u->special, special, sizeof special);
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
    sqlite3_bind_text(s, 20, special, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 21, flags, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 22, mover_word[u->mover], -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 23, ammo_word[u->loaded], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 24, u->jam_arcs);
    sqlite3_bind_int(s, 25, u->fired_slots);
    return sql_done(db->db, s, d);
}

static bool write_carried(struct game_db *db, const struct ruleset *rs, const struct unit *u,
                          const struct unit *before, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_CARRIED, d);

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
        s = get(db, S_UNCARRY, d);
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
    sqlite3_stmt *s = get(db, S_GAME, d);

    if (!s)
        return false;
    sqlite3_bind_int(s, 1, g->turn);
    sqlite3_bind_text(s, 2, game_phase_word[g->phase], -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 3, g->drawn);
    sqlite3_bind_int(s, 4, g->virtual_dice);
    return sql_done(db->db, s, d);
}

static bool write_side(struct game_db *db, const struct ruleset *rs, const struct side *side,
                       int n, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_SIDE, d);

    if (!s)
        return false;
    sqlite3_bind_int(s, 1, n);
    sqlite3_bind_text(s, 2, side->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, side->army < 0 ? "" : rs->army[side->army].id, -1, SQLITE_STATIC);
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
                          after->n_aims, bind_aim, after, d));
}

/* Writes what differs between two states of the record. */
static bool write_tables(struct game_db *db, const struct ruleset *rs, const struct game *before,
                         const struct game *after, struct diag *d)
{
    if (!before || before->turn != after->turn || before->phase != after->phase
        || before->drawn != after->drawn || before->virtual_dice != after->virtual_dice)
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

    if (after->n_units < before->n_units || after->n_sides < before->n_sides) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM unit WHERE id > %d; DELETE FROM weapon_carried WHERE unit > %d;"
                 "DELETE FROM side WHERE n >= %d",
                 after->n_units, after->n_units, after->n_sides);
        if (!sql_run(db->db, sql, d))
            return false;
    }
    return write_tables(db, rs, before, after, d);
}

/* ---- loading ---- */

static bool load_game(struct game_db *db, struct game *g, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_LOAD_GAME, d);
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
    }
    sqlite3_reset(s);
    if (!ok || g->phase < 0)
        return diag_storage(d, "%s: is damaged: the table game is not right", db->path);
    return true;
}

static bool load_sides(struct game_db *db, const struct ruleset *rs, struct game *g,
                       struct diag *d)
{
    sqlite3_stmt *s = get(db, S_LOAD_SIDES, d);
    char army[ID_LEN];

    while (s && sqlite3_step(s) == SQLITE_ROW && g->n_sides < MAX_SIDES) {
        struct side *side = &g->side[g->n_sides++];
        memset(side, 0, sizeof *side);
        sql_text(s, 0, side->name, sizeof side->name);
        sql_text(s, 1, army, sizeof army);
        side->army = army[0] ? ruleset_army(rs, army) : -1;
    }
    if (s)
        sqlite3_reset(s);
    return s != NULL;
}

static int word_column(sqlite3_stmt *s, int column, const char *const *words, int n)
{
    const unsigned char *text = sqlite3_column_text(s, column);

    return text ? word_index(words, n, (const char *)text) : -1;
}

static bool load_unit(sqlite3_stmt *s, const struct ruleset *rs, struct unit *u)
{
    char text[400];
    struct diag quiet = {0};

    memset(u, 0, sizeof *u);
    u->id = sqlite3_column_int(s, 0);
    sql_text(s, 1, u->name, sizeof u->name);
    u->side = sqlite3_column_int(s, 2);
    u->type = word_column(s, 3, type_word, N_TYPES);
    u->quality = word_column(s, 4, quality_word, N_QUALITIES);
    u->models = sqlite3_column_int(s, 5);
    u->men = sqlite3_column_int(s, 6);
    u->full = sqlite3_column_int(s, 7);
    u->pins = sqlite3_column_int(s, 8);
    u->die = word_column(s, 9, die_word, 3);
    u->order = word_column(s, 10, order_word, N_ORDERS);
    sql_text(s, 11, text, sizeof text);
    u->officer = text[0] ? ruleset_rank(rs, text) : -1;
    u->nco = sqlite3_column_int(s, 12);
    u->loaders = sqlite3_column_int(s, 13);
    u->armour = sqlite3_column_int(s, 14);
    u->front_armour = sqlite3_column_int(s, 15);
    u->capacity = sqlite3_column_int(s, 16);
    u->victim = sqlite3_column_int(s, 17);
    u->aboard = sqlite3_column_int(s, 18);
    sql_text(s, 19, text, sizeof text);
    bool ok = !text[0] || specials_parse(rs, text, &u->special, &quiet);
    sql_text(s, 20, text, sizeof text);
    u->mover = word_column(s, 21, mover_word, N_MOVERS);
    u->loaded = word_column(s, 22, ammo_word, 3);
    u->jam_arcs = sqlite3_column_int(s, 23);
    u->fired_slots = sqlite3_column_int(s, 24);
    return ok && flags_read(u, text) && u->mover >= 0 && u->loaded >= 0 && u->type >= 0 && u->quality >= 0 && u->die >= 0
        && u->order >= 0;
}

static bool load_units(struct game_db *db, const struct ruleset *rs, struct game *g,
                       struct diag *d)
{
    sqlite3_stmt *s = get(db, S_LOAD_UNITS, d);
    bool ok = s != NULL;

    while (ok && sqlite3_step(s) == SQLITE_ROW) {
        if (g->n_units == g->cap_units) {
            int cap = g->cap_units ? 2 * g->cap_units : 64;
            g->unit = mem_grow(g->unit, (size_t)g->cap_units, (size_t)cap, sizeof *g->unit);
            g->cap_units = cap;
        }
        ok = load_unit(s, rs, &g->unit[g->n_units]) && g->unit[g->n_units].id == g->n_units + 1
            && g->unit[g->n_units].side >= 0 && g->unit[g->n_units].side < g->n_sides;
        g->n_units++;
    }
    if (s)
        sqlite3_reset(s);
    return ok || diag_storage(d, "%s: is damaged: unit %d", db->path, g->n_units);
}

static bool load_carried(struct game_db *db, const struct ruleset *rs, struct game *g,
                         struct diag *d)
{
    sqlite3_stmt *s = get(db, S_LOAD_CARRIED, d);
    char id[ID_LEN];

    while (s && sqlite3_step(s) == SQLITE_ROW) {
        struct unit *u = game_unit(g, sqlite3_column_int(s, 0));
        sql_text(s, 1, id, sizeof id);
        int weapon = ruleset_weapon(rs, id);
        if (!u || weapon < 0 || u->n_carried == MAX_CARRIED) {
            sqlite3_reset(s);
            return diag_storage(d, "%s: is damaged: weapon %s", db->path, id);
        }
        int mount = word_column(s, 3, mount_word, N_MOUNTS);
        u->carried[u->n_carried++] = (struct carried){
            .weapon = (short)weapon,
            .count = (short)sqlite3_column_int(s, 2),
            .mount = (short)(mount < 0 ? 0 : mount),
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

static bool load_lists(struct game_db *db, struct game *g, struct diag *d)
{
    sqlite3_stmt *features = get(db, S_LOAD_FEATURES, d), *smoke = get(db, S_LOAD_SMOKE, d),
                 *aims = get(db, S_LOAD_AIMS, d);

    if (!features || !smoke || !aims)
        return false;
    while (sqlite3_step(features) == SQLITE_ROW && g->n_features < MAX_FEATURES) {
        struct feature *f = &g->feature[g->n_features++];
        sql_text(features, 0, f->name, sizeof f->name);
        sql_text(features, 1, f->ground, sizeof f->ground);
        f->cover = word_column(features, 2, cover_word, 4);
        f->dense = sqlite3_column_int(features, 3);
    }
    sqlite3_reset(features);
    while (sqlite3_step(smoke) == SQLITE_ROW && g->n_smoke < MAX_SMOKE) {
        struct smoke *k = &g->smoke[g->n_smoke++];
        sql_text(smoke, 0, k->place, sizeof k->place);
        k->size = sqlite3_column_int(smoke, 1);
        k->turn = sqlite3_column_int(smoke, 2);
    }
    sqlite3_reset(smoke);
    while (sqlite3_step(aims) == SQLITE_ROW && g->n_aims < MAX_AIMS) {
        struct aim *a = &g->aim[g->n_aims++];
        sql_text(aims, 0, a->place, sizeof a->place);
        a->unit = sqlite3_column_int(aims, 1);
        a->shots = sqlite3_column_int(aims, 2);
        a->turn = sqlite3_column_int(aims, 3);
        a->zeroed = sqlite3_column_int(aims, 4);
    }
    sqlite3_reset(aims);
    return true;
}

bool game_db_load(struct game_db *db, const struct ruleset *rs, struct game *g, struct diag *d)
{
    g->n_sides = g->n_units = 0;
    memset(g->side, 0, sizeof g->side);
    g->n_features = g->n_smoke = g->n_aims = 0;
    memset(g->feature, 0, sizeof g->feature);
    memset(g->smoke, 0, sizeof g->smoke);
    memset(g->aim, 0, sizeof g->aim);
    if (!ready(db, d) || !sql_run(db->db, "BEGIN", d)) /* one snapshot for all the tables */
        return false;
    bool ok = note_head(db, d) && load_game(db, g, d) && load_sides(db, rs, g, d)
        && load_units(db, rs, g, d) && load_carried(db, rs, g, d) && load_lists(db, g, d);
    sqlite3_exec(db->db, "COMMIT", NULL, NULL, NULL);
    return ok;
}

/* ---- the log ---- */

bool game_db_begin(struct game_db *db, bool *stale, struct diag *d)
{
    long long head = 0;

    *stale = false;
    if (!ready(db, d))
        return false;
    if (sqlite3_db_readonly(db->db, "main"))
        return diag_storage(d, "%s: may not be written", db->path);
    if (!run(db, S_BEGIN, d))
        return false;
    if (!get_number(db, S_HEAD, &head, d)) {
        game_db_rollback(db);
        return false;
    }
    *stale = db->known && head != db->head;
    if (*stale)
        game_db_rollback(db);
    db->head = *stale ? db->head : head;
    return true;
}

void game_db_rollback(struct game_db *db)
{
    sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
}

static const char *const intent_word[] = {"do", "undo", "redo"};

bool game_db_append(struct game_db *db, const struct ruleset *rs, const struct intent *intent,
                    const struct events *events, const struct game *before,
                    const struct game *after, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_INTENT, d);

    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, ++db->head);
    sqlite3_bind_text(s, 2, intent_word[intent->kind], -1, SQLITE_STATIC);
    if (intent->kind == INTENT_DO)
        sqlite3_bind_null(s, 3);
    else
        sqlite3_bind_int64(s, 3, intent->of);
    sqlite3_bind_int(s, 4, intent->turn);
    sqlite3_bind_text(s, 5, intent->command, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 6, intent->dice, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 7, intent->queued, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 8, intent->says, -1, SQLITE_STATIC);
    if (!sql_done(db->db, s, d))
        return false;
    s = get(db, S_EVENT, d);
    for (int i = 0; s && events && i < events->n; i++) {
        const struct event *e = &events->event[i];
        sqlite3_bind_int64(s, 1, db->head);
        sqlite3_bind_text(s, 2, event_word[e->kind], -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 3, e->unit);
        sqlite3_bind_int(s, 4, e->a);
        sqlite3_bind_int(s, 5, e->b);
        sqlite3_bind_text(s, 6, e->text, -1, SQLITE_STATIC);
        if (!sql_done(db->db, s, d))
            return false;
    }
    return s && (!after || write_tables(db, rs, before, after, d));
}

bool game_db_commit(struct game_db *db, struct diag *d)
{
    long long version = 0;

    if (!run(db, S_COMMIT, d)) {
        game_db_rollback(db);
        db->known = false;
        return false;
    }
    /* Its own writing does not change a connection's data_version. */
    db->known = get_number(db, S_VERSION, &version, d);
    db->version = (int)version;
    return true;
}

bool game_db_intents(struct game_db *db, bool (*each)(void *ctx, const struct intent *i),
                     void *ctx, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_INTENTS, d);
    int rc = SQLITE_DONE;
    bool go_on = true;

    while (s && go_on && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct intent i = {
            .n = sqlite3_column_int64(s, 0),
            .kind = (enum intent_kind)word_column(s, 1, intent_word, 3),
            .of = sqlite3_column_int64(s, 2),
            .turn = sqlite3_column_int(s, 3),
            .command = (const char *)sqlite3_column_text(s, 4),
            .dice = (const char *)sqlite3_column_text(s, 5),
            .queued = (const char *)sqlite3_column_text(s, 6),
            .says = (const char *)sqlite3_column_text(s, 7),
        };
        go_on = each(ctx, &i);
    }
    if (!s)
        return false;
    sqlite3_reset(s);
    return rc == SQLITE_DONE || rc == SQLITE_ROW || sql_complain(db->db, db->path, d);
}

/* Kinds by their words: the first two letters and the length tell them all apart, so that
   replay does not compare 26 words for each event. */
static int kind_of(const unsigned char *text)
{
    static signed char table[4096];
    static bool made;

    if (!made) {
        for (int i = 0; i < N_EVENTS; i++) {
            const char *w = event_word[i];
            table[((unsigned)w[0] * 31U + (unsigned)w[1] * 7U + (unsigned)strlen(w) * 127U)
                  & 4095U] = (signed char)(i + 1);
        }
        made = true;
    }
    if (!text || !text[0])
        return -1;
    size_t n = strlen((const char *)text);
    int i = table[(text[0] * 31U + text[1] * 7U + (unsigned)n * 127U) & 4095U] - 1;
    return i >= 0 && strcmp(event_word[i], (const char *)text) == 0
        ? i
        : word_index(event_word, N_EVENTS, (const char *)text);
}

bool game_db_events(struct game_db *db, bool (*each)(void *ctx, const struct stored_event *e),
                    void *ctx, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_EVENTS, d);
    int rc = SQLITE_DONE;
    bool go_on = true;

    while (s && go_on && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        int kind = kind_of(sqlite3_column_text(s, 1));
        struct stored_event e = {
            .intent = sqlite3_column_int64(s, 0),
            .kind = (enum event_kind)kind,
            .unit = sqlite3_column_int(s, 2),
            .a = sqlite3_column_int(s, 3),
            .b = sqlite3_column_int(s, 4),
            .text = (const char *)sqlite3_column_text(s, 5),
        };
        go_on = kind >= 0 && each(ctx, &e);
    }
    if (!s)
        return false;
    sqlite3_reset(s);
    if (!go_on)
        return diag_storage(d, "%s: is damaged: an event cannot be read", db->path);
    return rc == SQLITE_DONE || sql_complain(db->db, db->path, d);
}

/* ---- beside the log ---- */

bool game_db_queue(struct game_db *db, signed char *faces, int *n, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_QUEUE, d);

    *n = 0;
    if (!s)
        return false;
    while (*n < QUEUE_MAX && sqlite3_step(s) == SQLITE_ROW)
        faces[(*n)++] = (signed char)sqlite3_column_int(s, 0);
    sqlite3_reset(s);
    return true;
}

/* Runs inside a transaction when one is open, else in one of its own. */
bool game_db_set_queue(struct game_db *db, const signed char *faces, int n, struct diag *d)
{
    sqlite3_stmt *s;

    if (!ready(db, d))
        return false;
    bool own = sqlite3_get_autocommit(db->db);
    if (own && !run(db, S_BEGIN, d))
        return false;
    bool ok = run(db, S_UNQUEUE, d) && (s = get(db, S_ENQUEUE, d)) != NULL;
    for (int i = 0; ok && i < n; i++) {
        sqlite3_bind_int(s, 1, faces[i]);
        ok = sql_done(db->db, s, d);
    }
    if (own && ok)
        ok = run(db, S_COMMIT, d);
    if (own && !ok)
        game_db_rollback(db);
    return ok;
}

void game_db_setting(struct game_db *db, const char *name, char *value, size_t size)
{
    struct diag quiet = {0};
    sqlite3_stmt *s = get(db, S_SETTING, &quiet);

    value[0] = '\0';
    if (!s)
        return;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    if (sqlite3_step(s) == SQLITE_ROW)
        sql_text(s, 0, value, size);
    sqlite3_reset(s);
}

bool game_db_set_setting(struct game_db *db, const char *name, const char *value, struct diag *d)
{
    sqlite3_stmt *s = get(db, S_SET, d);

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, value, -1, SQLITE_STATIC);
    return sql_done(db->db, s, d);
}

bool game_db_integrity(struct game_db *db, struct diag *d)
{
    sqlite3_stmt *s = NULL;
    char text[200] = "";

    if (!ready(db, d) || !sql_prepare(db->db, &s, "PRAGMA integrity_check(1)", d))
        return false;
    if (sqlite3_step(s) == SQLITE_ROW)
        sql_text(s, 0, text, sizeof text);
    sqlite3_finalize(s);
    return strcmp(text, "ok") == 0
        || diag_storage(d, "%s: is damaged: %.150s", db->path, text);
}
