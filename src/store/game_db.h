/* A game's file: the append-only log of intents and events, and the tables made from it.

   One intent is one transaction: its row, its events and the tables that they change are
   written together, or nothing is. */
#ifndef ADJUTANT_STORE_GAME_DB_H
#define ADJUTANT_STORE_GAME_DB_H

#include "base/buf.h"
#include "game/event.h"

enum { SEED_BYTES = 32, COMMITMENT_TEXT = 65, QUEUE_MAX = 400 };

struct game_db;

/* What is fixed when the game is made. */
struct game_birth {
    int edition;
    char scenario[NAME_LEN];
    unsigned char seed[SEED_BYTES];
    char commitment[COMMITMENT_TEXT]; /* hash of the seed, in hexadecimal */
};

/* Makes a new game and opens it; an existing file is a complaint. The caller closes it. */
struct game_db *game_db_create(const char *path, const struct game_birth *birth,
                               struct diag *d);

/* Opens a game; NULL with the complaint: absent, no game, of a newer version. What is wrong
   inside the file is found when it is first read. */
struct game_db *game_db_open(const char *path, struct diag *d);

/* From here on nothing is written, neither into the game nor a log beside it; game_db_path() is
   then the file itself, where a link was opened. Before anything is read. */
void game_db_only_read(struct game_db *db);

/* Closes. `tidy` folds the write-ahead log into the file, so that it may be copied alone. */
void game_db_close(struct game_db **db, bool tidy);

/* The file's tables are of an older version: they must be made anew from the log before they
   are read. Within begin: removes them and makes empty ones of this version; once that is committed
   game_db_renewed() notes it. */
bool game_db_outdated(const struct game_db *db);
bool game_db_renew(struct game_db *db, struct diag *d);
void game_db_renewed(struct game_db *db);

int game_db_edition(const struct game_db *db);

const char *game_db_path(const struct game_db *db);

/* Reads only what never changes: edition, seed, commitment. */
bool game_db_birth(struct game_db *db, struct game_birth *birth, struct diag *d);

/* Whether another connection has written since the last load or write. */
bool game_db_changed(struct game_db *db);

/* Reads the record from the tables. */
bool game_db_load(struct game_db *db, const struct ruleset *rs, struct game *g, struct diag *d);

enum intent_kind { INTENT_DO, INTENT_UNDO, INTENT_REDO };

/* One row of the log. */
struct intent {
    long long n;
    enum intent_kind kind;
    long long of;       /* the intent that is taken back, or done again */
    int turn;
    const char *command;
    const char *dice;   /* faces, v behind virtual ones */
    const char *queued; /* those of them that came from the queue, without blanks */
    const char *says;
};

/* Takes the write lock and makes sure that nobody wrote since: *stale is set, and nothing is
   locked, if somebody did. False with the complaint when the file cannot be written. */
bool game_db_begin(struct game_db *db, bool *stale, struct diag *d);
void game_db_rollback(struct game_db *db);

/* Within begin: appends an intent with its events and brings the tables from `before` to
   `after` (before NULL: writes them anew). */
bool game_db_append(struct game_db *db, const struct ruleset *rs, const struct intent *intent,
                    const struct events *events, const struct game *before,
                    const struct game *after, struct diag *d);

/* Within begin: brings the tables from one state of the record to another that may have
   fewer units or sides. */
bool game_db_rewrite(struct game_db *db, const struct ruleset *rs, const struct game *before,
                     const struct game *after, struct diag *d);

/* Within begin: makes everything so far lasting. */
bool game_db_commit(struct game_db *db, struct diag *d);

/* Everything read between these two is one state of the file. */
bool game_db_snapshot(struct game_db *db, struct diag *d);
void game_db_snapshot_end(struct game_db *db);

/* Calls back with every row of the log, oldest first; a row's texts live until it returns. */
bool game_db_intents(struct game_db *db, bool (*each)(void *ctx, const struct intent *i),
                     void *ctx, struct diag *d);

/* Calls back with the events of every intent, oldest first. */
struct stored_event {
    long long intent;
    enum event_kind kind;
    int unit, a, b;
    const char *text;
};
bool game_db_events(struct game_db *db, bool (*each)(void *ctx, const struct stored_event *e),
                    void *ctx, struct diag *d);

/* Dice that wait to be used. */
bool game_db_queue(struct game_db *db, signed char *faces, int *n, struct diag *d);
bool game_db_set_queue(struct game_db *db, const signed char *faces, int n, struct diag *d);

/* Adds dice at the end; takes at most `most` from the front: each in a transaction of its own. */
bool game_db_queue_add(struct game_db *db, const signed char *faces, int n, struct diag *d);
bool game_db_queue_take(struct game_db *db, signed char *faces, int most, int *n,
                        struct diag *d);

/* Within begin: removes the n dice at the front, which must be these; false with the complaint
   when somebody else has taken them. */
bool game_db_queue_use(struct game_db *db, const signed char *faces, int n, struct diag *d);

/* Settings, and words that the players added to the seed: text by name; "" when unset. */
void game_db_setting(struct game_db *db, const char *name, char *value, size_t size);
bool game_db_set_setting(struct game_db *db, const char *name, const char *value,
                         struct diag *d);

/* Adds a word behind what the setting holds already, in one step. */
bool game_db_extend_setting(struct game_db *db, const char *name, const char *word,
                            struct diag *d);

/* Asks SQLite whether the file is whole. */
bool game_db_integrity(struct game_db *db, struct diag *d);

#endif
