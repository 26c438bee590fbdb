/* The screen: style marks become colour or nothing, answers are written out whole, and what
   cannot be written is noticed. */
#include "term/screen.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
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

/* ---- style ---- */

/* Escapes by mark; each begins with a reset, as a mark holds only until the next. */
static const char *const escape[] = {
    [1] = "\033[0m", [2] = "\033[0;1m", [3] = "\033[0;2m", [4] = "\033[0;32m", [5] = "\033[0;31m",
};

enum { MARK_PLAIN = 1, MARKS = 5 };

/* Whether a terminal must not see this byte: a control character of ASCII or, as UTF-8, of
   Latin-1. Names come from files that others made. */
static bool is_control(unsigned char c, unsigned char before)
{
    return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f
        || (before == 0xc2 && c >= 0x80 && c < 0xa0);
}

/* Adds the escape of a mark, between the two guards. */
static void add_mark(struct buf *b, int mark, const char *open, const char *close)
{
    buf_add(b, open);
    buf_add(b, escape[mark]);
    buf_add(b, close);
}

/* Adds the text; guards stand around each escape. */
static void add_styled(const struct stream *to, const char *text, struct buf *b, const char *open,
                       const char *close)
{
    int mark = MARK_PLAIN;
    unsigned char before = 0;

    for (; *text; before = (unsigned char)*text++) {
        unsigned char c = (unsigned char)*text;
        if (c <= MARKS) {
            if (to->colour && c != mark)
                add_mark(b, c, open, close);
            mark = c;
        } else if (to->terminal && is_control(c, before)) {
            if (b->len && before == 0xc2)
                b->s[--b->len] = '\0';
            buf_addc(b, '?');
        } else {
            buf_addc(b, (char)c);
        }
    }
    if (to->colour && mark != MARK_PLAIN)
        add_mark(b, MARK_PLAIN, open, close);
}

void style_text(const struct stream *to, const char *text, struct buf *b)
{
    add_styled(to, text, b, "", "");
}

void style_prompt(const struct stream *to, const char *text, struct buf *b)
{
    /* Readline's own marks for bytes that take no columns. */
    add_styled(to, text, b, "\001", "\002");
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

void screen_text(struct screen *s, const char *text)
{
    style_text(&s->out, text, &s->waiting);
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
    style_text(&s->err, text, &b);
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
