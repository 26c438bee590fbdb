/* What the two files behind game_db.h share: the connection and its prepared statements. */
#ifndef ADJUTANT_STORE_GAME_DB_INNER_H
#define ADJUTANT_STORE_GAME_DB_INNER_H

#include "store/game_db.h"
#include "store/sql.h"

enum statement {
    S_BEGIN, S_COMMIT, S_ROLLBACK, S_VERSION, S_HEAD, S_INTENT, S_EVENT, S_GAME, S_SIDE, S_UNIT,
    S_CARRIED, S_UNCARRY, S_LOAD_GAME, S_LOAD_SIDES, S_LOAD_UNITS, S_LOAD_CARRIED, S_INTENTS,
    S_EVENTS, S_LOAD_FEATURES, S_LOAD_SMOKE, S_LOAD_AIMS, S_LOAD_CALLS, S_LOAD_OBJECTIVES,
    S_QUEUE, S_UNQUEUE, S_ENQUEUE, S_SETTING, S_SET, N_STATEMENTS
};

struct game_db {
    sqlite3 *db;       /* NULL until something is read or written: see ready() */
    char *path;
    int file_version;  /* of the tables, from the file's header */
    int edition;       /* from the file's header */
    long long head;    /* newest intent that this connection knows */
    int version;       /* data_version when it last read or wrote */
    bool known;        /* head and version are filled in */
    bool reader;       /* never writes */
    bool frozen;       /* of a reader: there was no log when it connected */
    int wal_pages;     /* length of the write-ahead log after the last commit */
    sqlite3_stmt *stmt[N_STATEMENTS];
};

/* The prepared statement, reset; NULL with the complaint. Connects at the first call. */
sqlite3_stmt *game_db_statement(struct game_db *db, enum statement which, struct diag *d);

/* Connects if that was not done yet. */
bool game_db_ready(struct game_db *db, struct diag *d);

/* Remembers up to where this connection has read. */
bool game_db_note_head(struct game_db *db, struct diag *d);

/* Index of a text column in a table of words; -1 when it is none of them. */
int game_db_word(sqlite3_stmt *s, int column, const char *const *words, int n);

/* Writes what differs between two states of the record. */
bool game_tables_write(struct game_db *db, const struct ruleset *rs, const struct game *before,
                       const struct game *after, struct diag *d);

#endif
