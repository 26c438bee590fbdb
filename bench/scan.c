/* The floor under a replay: reads every row of a game's log once, in order. scan FILE prints the
   microseconds from opening the file to the last row. */
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Touches every column, as a reader would; gives the rows, or -1. */
static long read_all(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s;
    long rows = 0, length = 0;
    int result;

    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK)
        return -1;
    while ((result = sqlite3_step(s)) == SQLITE_ROW) {
        rows++;
        for (int i = 0; i < sqlite3_column_count(s); i++)
            if (sqlite3_column_type(s, i) == SQLITE_TEXT)
                length += sqlite3_column_text(s, i)[0];
            else
                length += sqlite3_column_int(s, i);
    }
    sqlite3_finalize(s);
    return result == SQLITE_DONE && length ? rows : -1;
}

int main(int argc, char **argv)
{
    sqlite3 *db;
    double from = now();

    if (argc != 2 || sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return 99;
    long intents = read_all(db, "SELECT n, kind, of, turn, command, dice, queued, says"
                                " FROM intent ORDER BY n");
    long events = read_all(db, "SELECT intent, kind, unit, a, b, text FROM event ORDER BY n");
    double took = now() - from;
    sqlite3_close(db);
    if (intents < 0 || events < 0)
        return 99;
    printf("%.0f %ld %ld\n", took, intents, events);
    return 0;
}
