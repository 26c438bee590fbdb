/* The second screen. On a terminal the table fills the screen and is drawn again when it has
   changed or the window has; elsewhere it is written whole each time it changes. It sleeps until
   something happens. */
#include "term/watch.h"

#include "cmd/watch.h"
#include "store/notice.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds. After something was written the game is looked at again a few times, ever more
   seldom, for CALM in all: what was written may be seen only when the disk has it. */
enum { FIRST_LOOK = 20, SELDOM = 250, CALM = 2000, BREATH = 50 };

/* A record that cannot be read may be amid a change: so often it is tried again. */
enum { PATIENCE = 20 };

enum { N_SIGNALS = 7 };
static const int watched_signal[N_SIGNALS] = {SIGINT,  SIGTERM,  SIGHUP, SIGQUIT,
                                              SIGTSTP, SIGCONT, SIGWINCH};

/* Signals come as bytes through this pipe. */
static int signal_pipe[2];

struct watch {
    struct cmd view;       /* reads the game for itself */
    struct screen *screen;
    struct notice notice;
    bool full;             /* fills a terminal */
    bool keys, raw;        /* standard input is a terminal; and set to single keys now */
    struct termios plain;
    struct sigaction before[N_SIGNALS];
    struct buf shown;      /* the last frame */
    struct buf foot;
    int failures;          /* in a row */
    long look, pause;      /* when to look again, 0 for never; and how long after that */
    long stirred, drawn;   /* when something was written last, when it was last looked at */
    bool over, lost;       /* to be left; because the game cannot be read any more */
    int signalled;
};

static long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000 + 1;
}

/* ---- signals ---- */

static void note_signal(int number)
{
    int kept = errno;
    char byte = (char)number;

    if (write(signal_pipe[1], &byte, 1) < 0) {
        /* the pipe is full of signals that are still to be read */
    }
    errno = kept;
}

/* Catches those that are not ignored; false when there is no pipe to be had. */
static bool catch_signals(struct watch *w)
{
    struct sigaction act = {.sa_handler = note_signal, .sa_flags = SA_RESTART};

    if (pipe(signal_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    for (int i = 0; i < N_SIGNALS; i++) {
        sigaction(watched_signal[i], NULL, &w->before[i]);
        if (w->before[i].sa_handler != SIG_IGN)
            sigaction(watched_signal[i], &act, NULL);
    }
    return true;
}

static void release_signals(struct watch *w)
{
    for (int i = 0; i < N_SIGNALS; i++)
        sigaction(watched_signal[i], &w->before[i], NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
}

/* ---- the terminal ---- */

static void say(struct watch *w, const char *bytes)
{
    screen_bytes(w->screen, bytes, strlen(bytes));
}

/* Single keys without echo; a screen of its own, no cursor, and lines that do not wrap. */
static void terminal_take(struct watch *w)
{
    struct termios raw = w->plain;

    if (w->keys && !w->raw) {
        raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        w->raw = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
    }
    if (w->full)
        say(w, "\033[?1049h\033[?25l\033[?7l");
}

static void terminal_give_back(struct watch *w)
{
    if (w->full)
        say(w, "\033[?7h\033[?25h\033[?1049l");
    screen_flush(w->screen);
    if (w->raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &w->plain);
    w->raw = false;
}

/* Ctrl-Z: the terminal is the shell's until somebody brings this back. */
static void suspend(struct watch *w)
{
    struct sigaction act, ours;
    sigset_t stop;

    terminal_give_back(w);
    memset(&act, 0, sizeof act);
    act.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &act, &ours);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL);
    sigaction(SIGTSTP, &ours, NULL);
}

/* ---- frames ---- */

/* Puts a frame on the screen in place of the last, line by line and in one piece. */
static void draw(struct watch *w, const char *frame)
{
    struct buf line = {0};

    say(w, "\033[H");
    while (*frame) {
        size_t n = strcspn(frame, "\n");
        buf_clear(&line);
        buf_addn(&line, frame, n);
        say(w, "\033[K"); /* before, as behind a full line it would take the last character */
        style_text(&w->screen->out, buf_text(&line), &w->screen->waiting);
        frame += n;
        if (*frame && *++frame)
            say(w, "\n");
    }
    say(w, "\033[J");
    buf_free(&line);
}

/* A frame for whoever reads a stream: JSON, or text with a form feed behind it; an empty line
   does on a terminal that knows only lines. */
static void append(struct watch *w, const char *frame)
{
    if (w->view.json) {
        say(w, frame);
        return;
    }
    style_text(&w->screen->out, frame, &w->screen->waiting);
    say(w, w->screen->out.terminal ? "\n" : "\f");
}

/* The record as the next frame; false with the complaint in view.diag. */
static bool read_frame(struct watch *w, struct buf *b)
{
    w->view.diag = (struct diag){0};
    if (!notice_same(&w->notice, &w->view.diag))
        return false;
    if (!w->view.json)
        return watch_frame(&w->view, w->full ? w->screen->height : 0, buf_text(&w->foot), b);
    char *word[] = {(char[]){"table"}};
    if (cmd_run(&w->view, 1, word) != EXIT_DONE)
        return false;
    buf_add(b, buf_text(&w->view.out));
    return true;
}

/* What is shown still holds. */
static bool unchanged(struct watch *w)
{
    struct diag quiet = {0};

    return w->shown.len && w->view.s.loaded && notice_same(&w->notice, &quiet)
        && !game_db_changed(w->view.s.db);
}

/* Shows the record if it looks other than before. */
static void look(struct watch *w)
{
    struct buf b = {0};

    if (unchanged(w))
        return;
    if (read_frame(w, &b)) {
        w->failures = 0;
        if (strcmp(buf_text(&b), buf_text(&w->shown)) != 0) {
            if (w->full)
                draw(w, b.s);
            else
                append(w, b.s);
            struct buf old = w->shown;
            w->shown = b;
            b = old;
        }
        w->over = !screen_flush(w->screen);
    } else {
        struct diag gone = {0};
        w->lost = !notice_same(&w->notice, &gone) || ++w->failures > PATIENCE;
        w->over = w->lost;
        w->look = now_ms() + BREATH;
    }
    w->drawn = now_ms();
    buf_free(&b);
}

/* ---- waiting ---- */

/* Begins on an empty screen, which may have another size now. */
static void wipe(struct watch *w)
{
    screen_measure(w->screen);
    w->view.width = w->screen->width;
    if (w->full) {
        say(w, "\033[2J");
        buf_clear(&w->shown);
    }
    w->look = now_ms();
}

static void take_signals(struct watch *w)
{
    char byte;

    while (!w->over && read(signal_pipe[0], &byte, 1) == 1) {
        if (byte == SIGTSTP)
            suspend(w);
        if (byte == SIGTSTP || byte == SIGCONT)
            terminal_take(w);
        if (byte == SIGTSTP || byte == SIGCONT || byte == SIGWINCH) {
            wipe(w);
            continue;
        }
        w->over = true;
        w->signalled = byte == SIGINT && w->keys ? 0 : byte;
    }
}

static void take_key(struct watch *w)
{
    char key[64];
    ssize_t n = read(STDIN_FILENO, key, sizeof key);

    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
        w->over = true;
    for (ssize_t i = 0; i < n; i++)
        w->over = w->over || (key[i] && strchr("qQ\r\n\004", key[i]));
    if (n > 0 && memchr(key, '\f', (size_t)n))
        wipe(w);
}

/* Something was written: it is looked at soon, and then ever more seldom, until all is calm. */
static void stir(struct watch *w)
{
    long now = now_ms();

    notice_take(&w->notice);
    w->stirred = now;
    w->pause = FIRST_LOOK;
    w->look = w->drawn + BREATH > now ? w->drawn + BREATH : now;
}

/* When to look again after this time, if nothing happens. */
static void plan(struct watch *w)
{
    long now = now_ms();

    if (w->notice.fd < 0)
        w->look = now + SELDOM;
    else if (w->stirred && now - w->stirred < CALM)
        w->look = now + w->pause;
    else
        w->look = 0;
    w->pause = w->pause * 2 < SELDOM ? w->pause * 2 : SELDOM;
}

/* Sleeps until something happens or it is time to look. */
static void wait_for_it(struct watch *w)
{
    /* While a look is near, more writing needs no waking. */
    bool near = w->look && w->look <= now_ms() + BREATH;
    struct pollfd in[] = {
        {.fd = signal_pipe[0], .events = POLLIN},
        {.fd = w->keys ? STDIN_FILENO : -1, .events = POLLIN},
        {.fd = near ? -1 : w->notice.fd, .events = POLLIN},
        {.fd = w->screen->out.fd}, /* tells when its reader is gone */
    };
    long left = w->look - now_ms();

    if (poll(in, 4, w->look ? (int)(left > 0 ? left : 0) : -1) < 0)
        return;
    if (in[0].revents)
        take_signals(w);
    if (!w->over && in[1].revents)
        take_key(w);
    if (in[2].revents)
        stir(w);
    if (in[3].revents & (POLLERR | POLLHUP | POLLNVAL))
        w->over = true;
}

static void go_on(struct watch *w)
{
    while (!w->over) {
        wait_for_it(w);
        if (!w->over && w->look && now_ms() >= w->look) {
            w->look = 0;
            look(w);
            if (!w->look)
                plan(w);
        }
    }
}

/* ---- beginning and end ---- */

/* "bridge.game, read-only; q leaves" */
static void make_foot(struct watch *w)
{
    const char *path = game_db_path(w->view.s.db), *slash = strrchr(path, '/');

    buf_addf(&w->foot, "%s, read-only", slash ? slash + 1 : path);
    if (w->keys)
        buf_add(&w->foot, "; q leaves");
}

static bool begin(struct watch *w, struct cmd *c)
{
    struct screen *s = w->screen;

    if (!session_reader(&c->s, &w->view.s, &c->diag)
        || !notice_open(&w->notice, game_db_path(w->view.s.db), &c->diag))
        return false;
    w->view.json = c->json;
    w->view.width = c->width;
    w->full = s->out.terminal && !s->dumb && !c->json;
    /* In the background the keyboard is somebody else's. */
    w->keys = isatty(STDIN_FILENO) && (w->full || tcgetpgrp(STDIN_FILENO) == getpgrp())
        && tcgetattr(STDIN_FILENO, &w->plain) == 0;
    make_foot(w);
    screen_flush(s);
    struct buf first = {0};
    bool ok = read_frame(w, &first) || (c->diag = w->view.diag, false);
    buf_free(&first);
    if (ok && !catch_signals(w))
        ok = diag_storage(&c->diag, "%s", strerror(errno));
    return ok;
}

bool watch_run(void *ctx, struct cmd *c)
{
    struct viewer *viewer = ctx;
    struct watch w = {.screen = viewer->screen, .notice = {.fd = -1}};
    bool ok = begin(&w, c);

    if (ok) {
        terminal_take(&w);
        wipe(&w);
        stir(&w); /* somebody may be amid writing already */
        go_on(&w);
        terminal_give_back(&w);
        release_signals(&w);
        ok = !w.lost || w.signalled;
        if (!ok)
            c->diag = w.view.diag;
        viewer->signalled = w.signalled;
        c->leave = c->leave || w.signalled;
    }
    notice_close(&w.notice);
    cmd_close(&w.view, false);
    buf_free(&w.shown);
    buf_free(&w.foot);
    return ok;
}
