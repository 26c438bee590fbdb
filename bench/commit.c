/* The floor under a command that changes the game: a prepared transaction of one row, under WAL
   and with every commit synced. commit FILE TIMES: makes the file if need be, writes TIMES rows,
   and prints the microseconds that the transactions took. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void step(sqlite3 *db, sqlite3_stmt *s)
{
    if (sqlite3_step(s) != SQLITE_DONE || sqlite3_reset(s) != SQLITE_OK) {
        fprintf(stderr, "commit: %s\n", sqlite3_errmsg(db));
        exit(99);
    }
}

int main(int argc, char **argv)
{
    static const char *const sql[] = {"BEGIN IMMEDIATE", "INSERT INTO t (text) VALUES (?)",
                                      "COMMIT"};
    sqlite3_stmt *s[3];
    sqlite3 *db;

    if (argc != 3 || sqlite3_open(argv[1], &db) != SQLITE_OK)
        return 99;
    sqlite3_exec(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                     "PRAGMA wal_autocheckpoint = 0;"
                     "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY, text TEXT);"
                     "INSERT INTO t (text) VALUES ('first')", NULL, NULL, NULL);
    for (int i = 0; i < 3; i++)
        if (sqlite3_prepare_v2(db, sql[i], -1, &s[i], NULL) != SQLITE_OK)
            return 99;
    sqlite3_bind_text(s[1], 1, "pins Grenadiers1 2", -1, SQLITE_STATIC);
    double from = now();
    for (int i = 0; i < atoi(argv[2]); i++)
        for (int k = 0; k < 3; k++)
            step(db, s[k]);
    printf("%.0f\n", now() - from);
    for (int i = 0; i < 3; i++)
        sqlite3_finalize(s[i]);
    sqlite3_close(db);
    return 0;
}
