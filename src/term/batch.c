/* Commands without a prompt: the program's arguments, or one a line from standard input. */
#include "term/batch.h"

#include "base/mem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int batch_words(struct cmd *c, struct screen *s, int n, char **word)
{
    int status = cmd_run(c, n, word);

    screen_answer(s, c, status, "adjutant: ");
    return status;
}

/* ---- reading lines ---- */

enum { LINE_MOST = 64 * 1024, CHUNK = 128 * 1024, WAITING_MOST = 64 * 1024 };

enum got { GOT_LINE, GOT_LONG, GOT_NUL, GOT_END, GOT_ERROR };

/* Bytes data[from] up to data[end] were read and not yet handed out. */
struct lines {
    struct screen *screen; /* is flushed before input is waited for */
    char *data;
    size_t from, end;
    bool all_read;
    bool skipping;         /* the line's beginning was too long and is gone */
    long number;           /* of the line handed out last */
};

/* The signal that asks the program to end; the command at work is finished first. */
static volatile sig_atomic_t signalled_by;

static void note_signal(int number)
{
    signalled_by = number;
}

/* Signals that end the program do so between two commands; those ignored stay ignored. */
static void watch_signals(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old, act = {.sa_handler = note_signal};

    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++)
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ending[i], &act, NULL);
}

/* Writes what waits before standing idle, so that whoever sends the commands sees the answers. */
static void flush_if_idle(struct lines *l)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

    if (l->screen->waiting.len && poll(&in, 1, 0) == 0)
        screen_flush(l->screen);
}

/* Reads more bytes; false after an error. */
static bool read_more(struct lines *l)
{
    ssize_t n;

    if (l->end - l->from > LINE_MOST) {
        l->skipping = true;
        l->from = l->end;
    }
    if (l->from) {
        memmove(l->data, l->data + l->from, l->end - l->from);
        l->end -= l->from;
        l->from = 0;
    }
    flush_if_idle(l);
    do {
        n = read(STDIN_FILENO, l->data + l->end, CHUNK - l->end);
    } while (n < 0 && errno == EINTR && !signalled_by);
    if (n < 0 && errno == EAGAIN) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        poll(&in, 1, -1);
        return true;
    }
    l->all_read = n == 0;
    l->end += n > 0 ? (size_t)n : 0;
    return n >= 0 || errno == EINTR;
}

/* Ends the line of n bytes that begins at data[from] and says what it is. */
static enum got cut(struct lines *l, size_t n, char **line)
{
    bool is_long = l->skipping || n > LINE_MOST;

    *line = l->data + l->from;
    (*line)[n] = '\0';
    l->skipping = false;
    l->from += n + 1 < l->end - l->from ? n + 1 : l->end - l->from;
    if (l->number++ == 0 && !is_long && strncmp(*line, "\xef\xbb\xbf", 3) == 0)
        memset(*line, ' ', 3); /* a byte order mark */
    if (is_long)
        return GOT_LONG;
    return memchr(*line, '\0', n) ? GOT_NUL : GOT_LINE;
}

/* The next line, without its end; it lives until the next call. */
static enum got next_line(struct lines *l, char **line)
{
    while (!signalled_by) {
        char *start = l->data + l->from;
        size_t n = l->end - l->from;
        char *end = memchr(start, '\n', n);

        if (end)
            return cut(l, (size_t)(end - start), line);
        if (l->all_read)
            return n || l->skipping ? cut(l, n, line) : GOT_END;
        if (!read_more(l))
            return GOT_ERROR;
    }
    return GOT_END;
}

/* ---- running them ---- */

/* Notes a complaint of the reader's own. */
static void complain(struct cmd *c, enum got got)
{
    c->diag = (struct diag){0};
    if (got == GOT_LONG)
        diag_usage(&c->diag, "the line is longer than %d bytes", LINE_MOST);
    else if (got == GOT_NUL)
        diag_usage(&c->diag, "the line holds a NUL byte");
    else
        diag_storage(&c->diag, "standard input: %s", strerror(errno));
}

/* Runs one line, or complains of it; gives its exit status. */
static int run_line(struct cmd *c, struct screen *s, enum got got, const char *line, long number)
{
    char before[32];
    int status;

    snprintf(before, sizeof before, "line %ld: ", number);
    if (got == GOT_LINE) {
        status = cmd_line(c, line);
        screen_answer(s, c, status, before);
    } else {
        complain(c, got);
        status = screen_refuse(s, c, "", got == GOT_ERROR ? "adjutant: " : before);
    }
    if (s->waiting.len > WAITING_MOST)
        screen_flush(s);
    return status;
}

int batch_lines(struct cmd *c, struct screen *s, bool keep_going, int *signalled)
{
    struct lines l = {.screen = s, .data = mem_new(CHUNK + 1)};
    int first = EXIT_DONE;
    enum got got;
    char *line = NULL;

    watch_signals();
    while (!c->leave && !s->failed && (got = next_line(&l, &line)) != GOT_END) {
        int status = run_line(c, s, got, line, l.number);
        if (first == EXIT_DONE)
            first = status;
        if (got == GOT_ERROR || (status != EXIT_DONE && !keep_going))
            break;
    }
    screen_flush(s);
    *signalled = signalled_by;
    free(l.data);
    return first;
}
