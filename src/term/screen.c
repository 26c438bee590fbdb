/* The screen: how large it is, what goes to which stream, and whether it got there. */
#include "term/screen.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PLAIN_WIDTH = 80, PLAIN_HEIGHT = 24, LEAST_WIDTH = 20, MOST_WIDTH = 1000 };

/* ---- what the terminal is ---- */

/* The environment's number if it is a sensible size, else `otherwise`. */
static int size_named(const char *name, int otherwise)
{
    const char *text = getenv(name);
    long n = text ? strtol(text, NULL, 10) : 0;

    return n > 0 && n <= MOST_WIDTH ? (int)n : otherwise;
}

void screen_measure(struct screen *s)
{
    struct winsize size = {0};

    s->width = PLAIN_WIDTH;
    s->height = 0;
    if (!s->out.terminal)
        return;
    bool known = ioctl(s->out.fd, TIOCGWINSZ, &size) == 0;
    s->width = known && size.ws_col ? size.ws_col : size_named("COLUMNS", PLAIN_WIDTH);
    s->height = known && size.ws_row ? size.ws_row : size_named("LINES", PLAIN_HEIGHT);
    if (s->width < LEAST_WIDTH)
        s->width = LEAST_WIDTH;
}

/* Whether colour is wanted where the stream itself is a terminal or not. */
static bool wants_colour(const struct screen *s, enum colour_when when, bool terminal)
{
    const char *no = getenv("NO_COLOR");

    if (when != COLOUR_AUTO)
        return when == COLOUR_ALWAYS;
    return terminal && !s->dumb && !(no && *no);
}

void screen_init(struct screen *s, enum colour_when when)
{
    const char *term = getenv("TERM");

    *s = (struct screen){.out = {.fd = STDOUT_FILENO}, .err = {.fd = STDERR_FILENO}};
    s->dumb = !term || !*term || strcmp(term, "dumb") == 0;
    s->out.terminal = isatty(s->out.fd);
    s->err.terminal = isatty(s->err.fd);
    s->out.colour = wants_colour(s, when, s->out.terminal);
    s->err.colour = wants_colour(s, when, s->err.terminal);
    screen_measure(s);
}

/* ---- output ---- */

int write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t wrote = write(fd, bytes, n);
        if (wrote >= 0) {
            bytes += wrote;
            n -= (size_t)wrote;
        } else if (errno == EAGAIN) {
            struct pollfd ready = {.fd = fd, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/* Adds text as the stream shows it; lines are folded where somebody reads them. */
static void show_on(const struct screen *s, const struct stream *to, const char *text,
                    struct buf *b)
{
    struct buf folded = {0};

    if (to->terminal) {
        style_fold(text, s->width, &folded);
        text = buf_text(&folded);
    }
    style_text(to, text, b);
    buf_free(&folded);
}

void screen_text(struct screen *s, const char *text)
{
    show_on(s, &s->out, text, &s->waiting);
}

void screen_bytes(struct screen *s, const char *bytes, size_t n)
{
    buf_addn(&s->waiting, bytes, n);
}

bool screen_flush(struct screen *s)
{
    if (!s->failed && s->waiting.len)
        s->failed = write_all(s->out.fd, s->waiting.s, s->waiting.len);
    buf_clear(&s->waiting);
    return !s->failed;
}

void screen_complain(struct screen *s, const char *text)
{
    struct buf b = {0};

    screen_flush(s);
    show_on(s, &s->err, text, &b);
    write_all(s->err.fd, buf_text(&b), b.len);
    buf_free(&b);
}

bool screen_close(struct screen *s)
{
    bool ok = screen_flush(s);

    if (!ok && s->failed != EPIPE) {
        struct buf b = {0};
        buf_addf(&b, "adjutant: standard output: %s\n", strerror(s->failed));
        screen_complain(s, b.s);
        buf_free(&b);
    }
    buf_free(&s->waiting);
    return ok;
}

/* ---- answers ---- */

void screen_answer(struct screen *s, struct cmd *c, int status, const char *before)
{
    struct buf b = {0};

    if (c->json) {
        screen_bytes(s, buf_text(&c->out), c->out.len);
        return;
    }
    screen_text(s, buf_text(&c->out));
    if (status == EXIT_DONE)
        return;
    buf_add(&b, before);
    cmd_complaint(c, "", &b);
    screen_complain(s, b.s);
    buf_free(&b);
}

int screen_refuse(struct screen *s, struct cmd *c, const char *typed, const char *before)
{
    int status = (int)c->diag.code;

    buf_clear(&c->out);
    if (c->json)
        cmd_complaint(c, typed, &c->out);
    screen_answer(s, c, status, before);
    return status;
}
