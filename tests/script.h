/* The parts of the driver of script tests: reading JSON, and running the program. */
#ifndef ADJUTANT_TESTS_SCRIPT_H
#define ADJUTANT_TESTS_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* Looking into answers; SQLite's JSON functions do the work. One connection for all. */
void json_open(void);
void json_close(void);
bool json_is_valid(const char *json);
/* True when `a` and `b` are the same JSON, spaces aside. */
bool json_is_same(const char *a, const char *b);
/* The value at `path` (`modifiers[0].rule`; `modifiers[]` is the array's length) as text, which
   the caller frees: a string as it is, true, false, and null also for what is not there;
   objects and arrays as JSON. `*compound` says that it is one of these. */
char *json_at(const char *json, const char *path, bool *compound);
/* True when one of error.cite[] names the rule. */
bool json_cites(const char *json, const char *rule);

/* What one process of the program said and how it ended. */
struct run {
    char *out, *err;   /* run_free() frees both */
    int status;        /* exit status, or -1 when a signal ended it */
    int signal;        /* that signal; SIGALRM when it took too long */
};

/* Runs `program` in batch, with `input` on a pipe and, if not NULL, -g `game`. Its standard
   output and error pass through files in `dir`. Ends the driver when it cannot be started. */
struct run run_program(const char *program, const char *game, const char *dir, const char *input);
void run_free(struct run *run);

/* The whole of a file, which the caller frees, or NULL. */
char *file_read(const char *path);

/* Ends the driver with status 99, which the harness counts as an error of the test itself. */
void die(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
