/* Answers that are longer than the screen, through a pager: $PAGER, else less, which keeps the
   colours and does not clear the screen. */
#include "term/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Columns of the text from s up to its line end at `end`, escapes not counted. */
static int line_width(const char *s, const char *end)
{
    struct buf line = {0};

    while (s < end) {
        if (s[0] == '\033' && s + 1 < end && s[1] == '[') {
            while (s < end && *s != 'm')
                s++;
            s++;
        } else {
            buf_addc(&line, *s++);
        }
    }
    int width = text_width(buf_text(&line));
    buf_free(&line);
    return width;
}

/* Whether the text takes more rows than the screen has above the next prompt. */
static bool is_long(const struct screen *s, const char *text)
{
    int rows = 1;

    while (*text && rows <= s->height) {
        const char *end = strchrnul(text, '\n');
        int width = end - text >= s->width ? line_width(text, end) : 0;
        rows += width > s->width ? 1 + (width - 1) / s->width : 1;
        text = *end ? end + 1 : end;
    }
    return rows > s->height;
}

/* The pager's command line; NULL for none. */
static const char *pager_command(void)
{
    const char *named = getenv("PAGER");

    if (!named)
        return "less -FRX";
    return *named && strcmp(named, "cat") != 0 ? named : NULL;
}

/* What the child does: the pager with the pipe as its standard input. Never returns. */
static void become_pager(const char *command, const int ends[2])
{
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    setenv("LESS", "FRX", 0);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* The exit status of a child, -1 when a signal ended it. */
static int child_status(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Shows the text in the pager; false when there was none to be had. A pager that is left
   early has shown enough. */
static bool page(const char *command, const char *text, size_t n)
{
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        become_pager(command, ends);
    close(ends[0]);
    if (child > 0)
        write_all(ends[1], text, n);
    close(ends[1]);
    int status = child > 0 ? child_status(child) : 127;
    return status != 126 && status != 127;
}

void pager_flush(struct screen *s)
{
    const char *command = pager_command();

    if (s->out.terminal && !s->dumb && command && is_long(s, buf_text(&s->waiting))
        && page(command, s->waiting.s, s->waiting.len))
        buf_clear(&s->waiting);
    else
        screen_flush(s);
}
