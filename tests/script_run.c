/* Runs one process of the program in batch and keeps all that it says. */
#include "script.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60, SECONDS_VALGRIND = 600 };

char *file_read(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (!f)
        return NULL;
    FILE *m = open_memstream(&text, &size);
    if (!m)
        die("out of memory");
    for (int c; (c = getc(f)) != EOF;)
        putc(c ? c : '?', m);
    fclose(m);
    fclose(f);
    return text;
}

static bool under_valgrind(void)
{
    const char *v = getenv("VALGRIND");

    return v && strcmp(v, "1") == 0;
}

/* In the child: becomes the program. The alarm outlives exec and ends a run that hangs. */
static void become(const char *program, const char *game, int input, const char *out,
                   const char *err)
{
    const char *argv[16];
    int n = 0;

    if (under_valgrind()) {
        argv[n++] = "valgrind";
        argv[n++] = "-q";
        argv[n++] = "--error-exitcode=99";
        argv[n++] = "--leak-check=full";
        argv[n++] = "--errors-for-leak-kinds=definite";
    }
    argv[n++] = program;
    argv[n++] = "--json";
    argv[n++] = "--keep-going";
    if (game) {
        argv[n++] = "-g";
        argv[n++] = game;
    }
    argv[n] = NULL;

    int o = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int e = open(err, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (o < 0 || e < 0 || dup2(input, 0) < 0 || dup2(o, 1) < 0 || dup2(e, 2) < 0)
        _exit(127);
    close(o);
    close(e);
    signal(SIGPIPE, SIG_DFL);
    setenv("ASAN_OPTIONS", "exitcode=99", 0);
    setenv("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1", 0);
    alarm(under_valgrind() ? SECONDS_VALGRIND : SECONDS);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

/* Writes all of `input`; a program that stops reading early is the checks' business. */
static void feed(int fd, const char *input)
{
    size_t left = strlen(input);

    while (left > 0) {
        ssize_t n = write(fd, input, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        input += n;
        left -= (size_t)n;
    }
    close(fd);
}

struct run run_program(const char *program, const char *game, const char *dir, const char *input)
{
    char out[4096], err[4096];
    int ends[2];
    struct run run = {0};

    snprintf(out, sizeof out, "%s/.stdout", dir);
    snprintf(err, sizeof err, "%s/.stderr", dir);
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) < 0)
        die("pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die("fork: %s", strerror(errno));
    if (child == 0) {
        close(ends[1]);
        become(program, game, ends[0], out, err);
    }
    close(ends[0]);
    feed(ends[1], input);

    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("waitpid: %s", strerror(errno));
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    run.out = file_read(out);
    run.err = file_read(err);
    if (run.status == 127 || !run.out || !run.err)
        die("%s cannot be started", program);
    return run;
}

void run_free(struct run *run)
{
    free(run->out);
    free(run->err);
    *run = (struct run){0};
}
