/* A game's file. */
#include "base/mem.h"
#include "store/game_db_inner.h"
#include "store/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A log longer than WAL_PAGES is folded in when the game is closed, one longer than
   WAL_PAGES_MOST at once. */
enum { WAL_PAGES = 1000, WAL_PAGES_MOST = 8000, BUSY_MS = 4000 };

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
    [S_GAME] = "REPLACE INTO game VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
    [S_SIDE] = "REPLACE INTO side VALUES (?, ?, ?, ?)",
    [S_UNIT] = "REPLACE INTO unit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
               " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [S_CARRIED] = "REPLACE INTO weapon_carried VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [S_UNCARRY] = "DELETE FROM weapon_carried WHERE unit = ? AND slot >= ?",
    [S_LOAD_GAME] = "SELECT b.edition, b.scenario, g.turn, g.phase, g.drawn, g.virtual_dice,"
                    " g.step, g.night, g.dark, g.over"
                    " FROM birth b, game g",
    [S_LOAD_SIDES] = "SELECT name, army, ordered FROM side ORDER BY n",
    [S_LOAD_UNITS] = "SELECT * FROM unit ORDER BY id",
    [S_LOAD_CARRIED] = "SELECT unit, weapon, count, mount, arcs, target, shots, turn, zeroed"
                       " FROM weapon_carried ORDER BY unit, slot",
    [S_INTENTS] = "SELECT n, kind, of, turn, command, dice, queued, says FROM intent ORDER BY n",
    [S_EVENTS] = "SELECT intent, kind, unit, a, b, text FROM event ORDER BY n",
    [S_LOAD_FEATURES] = "SELECT name, ground, cover, dense FROM terrain ORDER BY n",
    [S_LOAD_SMOKE] = "SELECT place, size, turn FROM smoke ORDER BY n",
    [S_LOAD_AIMS] = "SELECT place, unit, shots, turn, zeroed FROM aim ORDER BY n",
    [S_LOAD_OBJECTIVES] = "SELECT name, side FROM objective ORDER BY n",
    [S_LOAD_CALLS] = "SELECT kind, observer, target, turn, over, place FROM called ORDER BY n",
    [S_QUEUE] = "SELECT face FROM queue ORDER BY n",
    [S_UNQUEUE] = "DELETE FROM queue",
    [S_ENQUEUE] = "INSERT INTO queue (face) VALUES (?)",
    [S_SETTING] = "SELECT value FROM setting WHERE name = ?",
    [S_SET] = "REPLACE INTO setting VALUES (?, ?)",
};

sqlite3_stmt *game_db_statement(struct game_db *db, enum statement which, struct diag *d)
{
    if (!game_db_ready(db, d))
        return NULL;
    if (!sql_prepare(db->db, &db->stmt[which], statement_sql[which], d))
        return NULL;
    return db->stmt[which];
}

/* Steps a statement that yields one whole number. */
static bool get_number(struct game_db *db, enum statement which, long long *value, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, which, d);

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
    sqlite3_stmt *s = game_db_statement(db, which, d);

    return s && sql_done(db->db, s, d);
}

/* ---- opening and closing ---- */

/* After each commit. Touching the log tells whoever watches it (store/notice.h) that what was
   written can be seen now: when it was written it could not, until the disk had it. */
static int note_wal(void *ctx, sqlite3 *handle, const char *name, int pages)
{
    ((struct game_db *)ctx)->wal_pages = pages;
    utimensat(AT_FDCWD, sqlite3_filename_wal(sqlite3_db_filename(handle, name)), NULL, 0);
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
static bool connect(struct game_db *db, const char *name, int flags, struct diag *d)
{
    sql_start();
    sync_directory(!log_exists(db->path));
    if (sqlite3_open_v2(name, &db->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
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

/* For one who only looks. Where there is no log, connecting would make one, even read-only, and
   a writer that finds it takes its directory to be synced: the file is then taken as it is, and
   looked at anew each time. */
static bool connect_reader(struct game_db *db, struct diag *d)
{
    struct buf uri = {0};

    db->frozen = !log_exists(db->path);
    if (!db->frozen)
        return connect(db, db->path, SQLITE_OPEN_READONLY, d);
    buf_add(&uri, "file:");
    for (const char *s = db->path; *s; s++) {
        if (strchr("?#%", *s))
            buf_addf(&uri, "%%%02x", (unsigned)*s);
        else
            buf_addc(&uri, *s);
    }
    buf_add(&uri, "?immutable=1");
    bool ok = connect(db, uri.s, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, d);
    buf_free(&uri);
    return ok;
}

/* A question that needs no more than the edition never gets here: connecting and reading the
   schema would be most of its time. */
bool game_db_ready(struct game_db *db, struct diag *d)
{
    if (db->db)
        return true;
    if (db->reader)
        return connect_reader(db, d);
    bool writable = access(db->path, W_OK) == 0;
    return connect(db, db->path, writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, d);
}

/* Behind a link the log stands beside the file itself. */
void game_db_only_read(struct game_db *db)
{
    struct stat st;
    char *there = lstat(db->path, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(db->path, NULL)
                                                                   : NULL;

    db->reader = true;
    if (there) {
        free(db->path);
        db->path = there;
    }
}

static void disconnect(struct game_db *db)
{
    for (int i = 0; i < N_STATEMENTS; i++) {
        sqlite3_finalize(db->stmt[i]);
        db->stmt[i] = NULL;
    }
    sqlite3_close(db->db);
    db->db = NULL;
    db->known = false;
}

static struct game_db *new_game_db(const char *path, int edition)
{
    struct game_db *db = mem_new(sizeof *db);

    db->path = mem_copy(path);
    db->edition = edition;
    db->file_version = GAME_VERSION;
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
    return ok;
}

/* The tables are written before WAL is switched on, so that the file's header, which tells
   what it is, never waits in the log. */
static bool make_tables(struct game_db *db, const struct game_birth *birth, struct diag *d)
{
    char sql[120];

    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             GAME_APPLICATION_ID, GAME_VERSION * 10 + birth->edition);
    return sql_run(db->db, "BEGIN IMMEDIATE", d) && sql_run(db->db, sql, d)
        && sql_run(db->db, game_schema, d) && sql_run(db->db, record_schema, d) && write_birth(db, birth, d)
        && sql_run(db->db, "COMMIT; PRAGMA journal_mode = WAL", d);
}

/* Writes the whole game under a name of its own. */
static bool make_file(const char *path, const struct game_birth *birth, struct diag *d)
{
    struct game_db *db = new_game_db(path, birth->edition);
    bool ok = connect(db, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, d)
        && make_tables(db, birth, d);

    if (db->db) /* let closing fold the log in and remove it */
        sqlite3_db_config(db->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    game_db_close(&db, false);
    return ok;
}

/* Gives a finished file its name, which nobody else may have taken meanwhile. */
static bool give_name(const char *made, const char *path, struct diag *d)
{
    if (link(made, path) == 0)
        return true;
    if (errno == EEXIST)
        return diag_storage(d, "%s: exists already", path);
    if ((errno == EPERM || errno == ENOTSUP || errno == ENOSYS) && access(path, F_OK) != 0
        && rename(made, path) == 0)
        return true; /* a file system without links */
    return diag_storage(d, "%s: %s", path, strerror(errno));
}

/* A game is there whole or not at all, whatever ends the program meanwhile. */
/* What a game of this name that is gone has left would be taken for a part of the new one. */
static void remove_leftovers(const char *path)
{
    static const char *const end[] = {"-wal", "-shm"};

    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        struct buf b = {0};
        buf_addf(&b, "%s%s", path, end[i]);
        unlink(b.s);
        buf_free(&b);
    }
}

struct game_db *game_db_create(const char *path, const struct game_birth *birth, struct diag *d)
{
    struct game_db *db = NULL;
    struct buf made = {0};

    if (access(path, F_OK) == 0) {
        diag_storage(d, "%s: exists already", path);
        return NULL;
    }
    buf_addf(&made, "%s.new%ld", path, (long)getpid());
    unlink(made.s);
    if (make_file(made.s, birth, d) && give_name(made.s, path, d)) {
        remove_leftovers(path);
        db = new_game_db(path, birth->edition);
        /* the first write makes the log and syncs its header; do it now */
        if (!game_db_ready(db, d)
            || !sql_run(db->db, "INSERT INTO setting VALUES ('made', datetime('now'))", d))
            game_db_close(&db, false);
    }
    unlink(made.s);
    buf_free(&made);
    return db;
}

static unsigned big_endian(const unsigned char *b)
{
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

/* Reads from the header of the file whether it is a game, and of which edition. The layout is
   that of SQLite's file format: user_version at byte 60, application_id at 68. */
static int header_edition(const char *path, int *file_version, struct diag *d)
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
    *file_version = version / 10;
    return edition;
}

struct game_db *game_db_open(const char *path, struct diag *d)
{
    struct stat st;
    struct game_db *db;
    int edition, version = 0;

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
    edition = header_edition(path, &version, d);
    db = edition ? new_game_db(path, edition) : NULL;
    if (db)
        db->file_version = version;
    return db;
}

bool game_db_outdated(const struct game_db *db)
{
    return db->file_version < GAME_VERSION;
}

bool game_db_renew(struct game_db *db, struct diag *d)
{
    char sql[60];

    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", GAME_VERSION * 10 + db->edition);
    return sql_run(db->db, record_drop, d) && sql_run(db->db, record_schema, d)
        && sql_run(db->db, sql, d);
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

void game_db_renewed(struct game_db *db)
{
    db->file_version = GAME_VERSION;
    fold_in(db->db); /* the header tells the version before anything is read */
}

void game_db_close(struct game_db **db, bool tidy)
{
    struct game_db *g = *db;

    if (!g)
        return;
    if (g->db && !sqlite3_db_readonly(g->db, "main")) {
        if (tidy || g->wal_pages > WAL_PAGES)
            fold_in(g->db);
    }
    disconnect(g);
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

    if (!game_db_ready(db, d)
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

    if (db->frozen) /* it cannot tell; the next reading connects again */
        disconnect(db);
    return !db->known || !get_number(db, S_VERSION, &version, &quiet) || version != db->version;
}

bool game_db_note_head(struct game_db *db, struct diag *d)
{
    long long version = 0;

    db->known = get_number(db, S_HEAD, &db->head, d) && get_number(db, S_VERSION, &version, d);
    db->version = (int)version;
    return db->known;
}

int game_db_word(sqlite3_stmt *s, int column, const char *const *words, int n)
{
    const unsigned char *text = sqlite3_column_text(s, column);

    return text ? word_index(words, n, (const char *)text) : -1;
}

/* ---- the log ---- */

bool game_db_begin(struct game_db *db, bool *stale, struct diag *d)
{
    long long head = 0;

    *stale = false;
    if (!game_db_ready(db, d))
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
    sqlite3_stmt *s = game_db_statement(db, S_INTENT, d);

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
    s = game_db_statement(db, S_EVENT, d);
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
    return s && (!after || game_tables_write(db, rs, before, after, d));
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
    sqlite3_stmt *s = game_db_statement(db, S_INTENTS, d);
    int rc = SQLITE_DONE;
    bool go_on = true, sound = true;

    while (s && go_on && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        struct intent i = {
            .n = sqlite3_column_int64(s, 0),
            .kind = (enum intent_kind)game_db_word(s, 1, intent_word, 3),
            .of = sqlite3_column_int64(s, 2),
            .turn = sqlite3_column_int(s, 3),
            .command = (const char *)sqlite3_column_text(s, 4),
            .dice = (const char *)sqlite3_column_text(s, 5),
            .queued = (const char *)sqlite3_column_text(s, 6),
            .says = (const char *)sqlite3_column_text(s, 7),
        };
        sound = (int)i.kind >= 0 && i.command && i.dice && i.queued && i.says;
        go_on = sound && each(ctx, &i);
    }
    if (!s)
        return false;
    sqlite3_reset(s);
    if (!sound)
        return diag_storage(d, "%s: is damaged: an intent cannot be read", db->path);
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
    sqlite3_stmt *s = game_db_statement(db, S_EVENTS, d);
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
    sqlite3_stmt *s = game_db_statement(db, S_QUEUE, d);

    *n = 0;
    if (!s)
        return false;
    int rc = SQLITE_DONE, face = 0;
    while (*n < QUEUE_MAX && face >= 0 && face <= 6 && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        face = sqlite3_column_int(s, 0);
        faces[(*n)++] = (signed char)face;
    }
    sqlite3_reset(s);
    if (face < 0 || face > 6)
        return diag_storage(d, "%s: is damaged: a die of the queue shows %d", db->path, face);
    return rc == SQLITE_ROW || rc == SQLITE_DONE || sql_complain(db->db, db->path, d);
}

static bool insert_dice(struct game_db *db, const signed char *faces, int n, struct diag *d)
{
    sqlite3_stmt *s = game_db_statement(db, S_ENQUEUE, d);
    bool ok = s != NULL;

    for (int i = 0; ok && i < n; i++) {
        sqlite3_bind_int(s, 1, faces[i]);
        ok = sql_done(db->db, s, d);
    }
    return ok;
}

/* Begins a transaction unless one is open; *own tells which. */
static bool begin_own(struct game_db *db, bool *own, struct diag *d)
{
    if (!game_db_ready(db, d))
        return false;
    *own = sqlite3_get_autocommit(db->db);
    return !*own || run(db, S_BEGIN, d);
}

static bool end_own(struct game_db *db, bool own, bool ok, struct diag *d)
{
    if (own && ok)
        ok = run(db, S_COMMIT, d);
    if (own && !ok)
        game_db_rollback(db);
    return ok;
}

bool game_db_set_queue(struct game_db *db, const signed char *faces, int n, struct diag *d)
{
    bool own;

    if (!begin_own(db, &own, d))
        return false;
    return end_own(db, own, run(db, S_UNQUEUE, d) && insert_dice(db, faces, n, d), d);
}

bool game_db_queue_add(struct game_db *db, const signed char *faces, int n, struct diag *d)
{
    signed char waiting[QUEUE_MAX];
    int have = 0;
    bool own;

    if (!begin_own(db, &own, d))
        return false;
    bool ok = game_db_queue(db, waiting, &have, d);
    if (ok && have + n > QUEUE_MAX)
        ok = diag_usage(d, "more than %d dice cannot wait", QUEUE_MAX);
    return end_own(db, own, ok && insert_dice(db, faces, n, d), d);
}

bool game_db_queue_take(struct game_db *db, signed char *faces, int most, int *n, struct diag *d)
{
    signed char waiting[QUEUE_MAX];
    int have = 0;
    bool own;

    *n = 0;
    if (!game_db_queue(db, waiting, &have, d))
        return false;
    if (!have) /* a question that finds nothing writes nothing */
        return true;
    if (!begin_own(db, &own, d))
        return false;
    bool ok = game_db_queue(db, waiting, &have, d);
    *n = have < most ? have : most;
    memcpy(faces, waiting, (size_t)*n);
    return end_own(db, own, ok && game_db_set_queue(db, waiting + *n, have - *n, d), d);
}

bool game_db_queue_use(struct game_db *db, const signed char *faces, int n, struct diag *d)
{
    signed char waiting[QUEUE_MAX];
    int have = 0;

    if (!n)
        return true;
    if (!game_db_queue(db, waiting, &have, d))
        return false;
    if (have < n || memcmp(waiting, faces, (size_t)n) != 0)
        return diag_storage(d, "%s: the waiting dice were used in another terminal; try again",
                            db->path);
    return game_db_set_queue(db, waiting + n, have - n, d);
}

bool game_db_snapshot(struct game_db *db, struct diag *d)
{
    return game_db_ready(db, d) && sql_run(db->db, "BEGIN", d);
}

void game_db_snapshot_end(struct game_db *db)
{
    sqlite3_exec(db->db, "COMMIT", NULL, NULL, NULL);
}

void game_db_setting(struct game_db *db, const char *name, char *value, size_t size)
{
    struct diag quiet = {0};
    sqlite3_stmt *s = game_db_statement(db, S_SETTING, &quiet);

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
    sqlite3_stmt *s = game_db_statement(db, S_SET, d);

    if (!s)
        return false;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, value, -1, SQLITE_STATIC);
    return sql_done(db->db, s, d);
}

bool game_db_extend_setting(struct game_db *db, const char *name, const char *word,
                            struct diag *d)
{
    sqlite3_stmt *s = NULL;

    if (!game_db_ready(db, d)
        || !sql_prepare(db->db, &s,
                        "INSERT INTO setting VALUES (?1, ?2) ON CONFLICT (name)"
                        " DO UPDATE SET value = value || ' ' || ?2",
                        d))
        return false;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 2, word, -1, SQLITE_STATIC);
    bool ok = sql_done(db->db, s, d);
    sqlite3_finalize(s);
    return ok;
}

bool game_db_integrity(struct game_db *db, struct diag *d)
{
    sqlite3_stmt *s = NULL;
    char text[200] = "";

    if (!game_db_ready(db, d) || !sql_prepare(db->db, &s, "PRAGMA integrity_check(1)", d))
        return false;
    if (sqlite3_step(s) == SQLITE_ROW)
        sql_text(s, 0, text, sizeof text);
    sqlite3_finalize(s);
    return strcmp(text, "ok") == 0
        || diag_storage(d, "%s: is damaged: %.150s", db->path, text);
}
