/* Looks into the program's answers with SQLite's JSON functions. */
#include "script.h"

#include <sqlite3.h>

#include <stdlib.h>
#include <string.h>

static sqlite3 *db;

void json_open(void)
{
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        die("SQLite: %s", sqlite3_errmsg(db));
}

void json_close(void)
{
    sqlite3_close(db);
    db = NULL;
}

/* Runs a query of one value with up to two text parameters; NULL for SQL's NULL and for JSON
   or a path that SQLite cannot read. The caller frees the text. */
static char *ask(const char *sql, const char *a, const char *b)
{
    sqlite3_stmt *stmt = NULL;
    char *answer = NULL;

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        die("SQLite: %s in: %s", sqlite3_errmsg(db), sql);
    sqlite3_bind_text(stmt, 1, a, -1, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(stmt) > 1)
        sqlite3_bind_text(stmt, 2, b, -1, SQLITE_STATIC);
    if (sqlite3_step(stmt) == SQLITE_ROW && sqlite3_column_type(stmt, 0) != SQLITE_NULL) {
        answer = strdup((const char *)sqlite3_column_text(stmt, 0));
        if (!answer)
            die("out of memory");
    }
    sqlite3_finalize(stmt);
    return answer;
}

/* True when the query's one value is 1. */
static bool holds(const char *sql, const char *a, const char *b)
{
    char *answer = ask(sql, a, b);
    bool yes = answer && strcmp(answer, "1") == 0;

    free(answer);
    return yes;
}

bool json_is_valid(const char *json)
{
    return holds("SELECT json_valid(?1)", json, NULL);
}

bool json_is_same(const char *a, const char *b)
{
    return holds("SELECT json(?1) = json(?2)", a, b);
}

bool json_cites(const char *json, const char *rule)
{
    return holds("SELECT EXISTS (SELECT 1 FROM json_each(?1, '$.error.cite')"
                 " WHERE json_extract(value, '$.rule') = ?2)",
                 json, rule);
}

char *json_at(const char *json, const char *path, bool *compound)
{
    size_t len = strlen(path);
    bool length = len >= 2 && strcmp(path + len - 2, "[]") == 0;
    char *full =
        sqlite3_mprintf("$%s%.*s", path[0] == '[' ? "" : ".", (int)(length ? len - 2 : len), path);
    if (!full)
        die("out of memory");

    char *type = ask("SELECT json_type(?1, ?2)", json, full);
    char *value = NULL;
    *compound = type && (strcmp(type, "array") == 0 || strcmp(type, "object") == 0);
    if (length) {
        if (type && strcmp(type, "array") == 0)
            value = ask("SELECT json_array_length(?1, ?2)", json, full);
        *compound = false;
    } else if (type && (strcmp(type, "true") == 0 || strcmp(type, "false") == 0)) {
        value = strdup(type);
    } else if (type) {
        value = ask("SELECT json_extract(?1, ?2)", json, full);
    }
    free(type);
    sqlite3_free(full);
    return value ? value : strdup("null");
}
