/* Statements and errors of SQLite. */
#include "store/sql.h"

#include <string.h>

void sql_start(void)
{
    static bool started;

    if (!started) { /* refused, and no matter, where SQLite is at work already */
        sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    }
    started = true;
}

bool sql_complain(sqlite3 *db, const char *path, struct diag *d)
{
    const char *name = path ? path : sqlite3_db_filename(db, "main");

    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return diag_storage(d, "%s: another program is writing in it; try again", name);
    case SQLITE_FULL:
        return diag_storage(d, "%s: the disk is full; nothing was changed", name);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return diag_storage(d, "%s: may not be written", name);
    case SQLITE_CANTOPEN:
        return diag_storage(d, "%s: cannot be opened", name);
    case SQLITE_NOTADB:
        return diag_storage(d, "%s: is no file of adjutant's", name);
    case SQLITE_CORRUPT:
        return diag_storage(d, "%s: is damaged (%s)", name, sqlite3_errmsg(db));
    case SQLITE_IOERR:
        return diag_storage(d, "%s: the disk fails (%s)", name, sqlite3_errmsg(db));
    default:
        return diag_storage(d, "%s: %s", name, sqlite3_errmsg(db));
    }
}

bool sql_prepare(sqlite3 *db, sqlite3_stmt **stmt, const char *sql, struct diag *d)
{
    if (*stmt)
        return true;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, stmt, NULL) != SQLITE_OK)
        return sql_complain(db, NULL, d);
    return true;
}

bool sql_run(sqlite3 *db, const char *sql, struct diag *d)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sql_complain(db, NULL, d);
    return true;
}

bool sql_done(sqlite3 *db, sqlite3_stmt *stmt, struct diag *d)
{
    int rc = sqlite3_step(stmt);
    bool ok = rc == SQLITE_DONE || rc == SQLITE_ROW;

    if (!ok)
        sql_complain(db, NULL, d);
    sqlite3_reset(stmt);
    return ok;
}

void sql_text(sqlite3_stmt *stmt, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(stmt, column);
    size_t n = text ? strnlen(text, size - 1) : 0;

    if (n)
        memcpy(to, text, n); /* at every start some hundred times: no snprintf */
    to[n] = '\0';
}
