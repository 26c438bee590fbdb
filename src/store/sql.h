/* What the store's files share: statements kept prepared, and SQLite's errors as complaints. */
#ifndef ADJUTANT_STORE_SQL_H
#define ADJUTANT_STORE_SQL_H

#include "base/diag.h"

#include <sqlite3.h>
#include <stddef.h>

/* Before the first database is opened: the program has one thread, so that SQLite needs no locks of
   its own in memory, and nobody asks how much of it SQLite has. */
void sql_start(void);

/* Prepares *stmt from sql if that was not done yet; false with the complaint. */
bool sql_prepare(sqlite3 *db, sqlite3_stmt **stmt, const char *sql, struct diag *d);

/* Runs sql that yields nothing. */
bool sql_run(sqlite3 *db, const char *sql, struct diag *d);

/* Steps a statement that yields nothing, and resets it. */
bool sql_done(sqlite3 *db, sqlite3_stmt *stmt, struct diag *d);

/* Notes the database's last error: what failed, in one line a player understands. */
bool sql_complain(sqlite3 *db, const char *path, struct diag *d);

/* Copies a text column into a fixed field. */
void sql_text(sqlite3_stmt *stmt, int column, char *to, size_t size);

#endif
