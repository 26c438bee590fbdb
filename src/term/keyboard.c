/* The keyboard: lines that a person types, with readline's editing, history and completion. */
#include "term/keyboard.h"

#include "base/mem.h"
#include "term/complete.h"
#include "term/state.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 1000 };

/* Readline is one for the whole program, and so is this. */
static struct {
    struct cmd *cmd;
    struct screen *screen;
    struct buf history;  /* path of its file; empty when there is none */
    char *pasted;        /* lines of a paste that wait, or NULL */
} keyboard;

static volatile sig_atomic_t interrupted, resumed;

/* Ctrl-C, and `fg` after Ctrl-Z. */
static void note_signal(int number)
{
    if (number == SIGINT)
        interrupted = 1;
    else
        resumed = 1;
}

/* Reads one byte for readline. After Ctrl-C it gives up the line, wherever readline is. */
static int next_key(FILE *stream)
{
    struct pollfd in = {.fd = fileno(stream), .events = POLLIN};

    while (!interrupted) {
        if (poll(&in, 1, -1) > 0)
            return rl_getc(stream);
        rl_check_signals(); /* puts the terminal in order and passes the signal on */
        if (resumed)
            rl_forced_update_display();
        resumed = 0;
    }
    rl_replace_line("", 0);
    return RL_ISSTATE(RL_STATE_READCMD) ? READERR : EOF;
}

/* ---- history ---- */

static void open_history(void)
{
    using_history();
    stifle_history(HISTORY_LINES);
    if (!state_path("history", &keyboard.history) || !state_folders(keyboard.history.s)) {
        buf_free(&keyboard.history);
        return;
    }
    int fd = open(keyboard.history.s, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    history_truncate_file(keyboard.history.s, HISTORY_LINES);
    read_history(keyboard.history.s);
}

/* Keeps a command at once, so that a window that is closed loses nothing; not when it is blank
   or says the last one again. */
static void keep(const char *line)
{
    HIST_ENTRY *last = history_length ? history_get(history_base + history_length - 1) : NULL;

    if (!line[strspn(line, " \t")] || (last && strcmp(last->line, line) == 0))
        return;
    add_history(line);
    if (keyboard.history.len)
        append_history(1, keyboard.history.s);
}

/* ---- reading ---- */

void keyboard_open(struct cmd *c, struct screen *s)
{
    struct sigaction act = {.sa_handler = note_signal};

    keyboard.cmd = c;
    keyboard.screen = s;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGCONT, &act, NULL);
    rl_readline_name = "adjutant";
    rl_getc_function = next_key;
    if (!s->out.terminal)
        rl_outstream = stderr; /* answers alone go into the file */
    complete_set_up(c);
    open_history();
}

/* The stream that the prompt is shown on. */
static const struct stream *shown_on(void)
{
    return rl_outstream == stderr ? &keyboard.screen->err : &keyboard.screen->out;
}

/* Splits a line that holds several, as a paste does: the first stays, the rest waits. */
static void put_aside(char *line)
{
    char *end = strchr(line, '\n');

    if (!end)
        return;
    *end = '\0';
    if (end[1])
        keyboard.pasted = mem_copy(end + 1);
}

/* The next line of a paste, shown as if it had been typed; NULL when none waits. */
static char *from_paste(const char *prompt)
{
    char *line = keyboard.pasted;
    struct buf shown = {0};

    if (!line)
        return NULL;
    keyboard.pasted = NULL;
    put_aside(line);
    style_text(shown_on(), prompt, &shown);
    fprintf(rl_outstream, "%s%s\n", buf_text(&shown), line);
    fflush(rl_outstream);
    buf_free(&shown);
    return line;
}

/* Readline leaves the cursor behind a prompt that was not answered, or has moved on already. */
static void end_line(void)
{
    const char *paste = rl_variable_value("enable-bracketed-paste");
    bool moved = rl_eof_found && rl_readline_version >= 0x0801 && paste
        && strcmp(paste, "on") == 0;

    if (!moved)
        fputc('\n', rl_outstream);
    fflush(rl_outstream);
}

/* Reads a line under a prompt with style marks. */
static enum heard read_line(const char *prompt, char **line)
{
    struct buf shown = {0};
    int width = keyboard.screen->width;

    *line = from_paste(prompt);
    if (*line)
        return HEARD_LINE;
    screen_measure(keyboard.screen);
    if (RL_ISSTATE(RL_STATE_INITIALIZED) && width != keyboard.screen->width)
        rl_reset_screen_size();
    style_prompt(shown_on(), prompt, &shown);
    interrupted = 0;
    *line = readline(buf_text(&shown));
    buf_free(&shown);
    screen_measure(keyboard.screen);
    keyboard.cmd->width = keyboard.screen->width;
    if (*line) {
        put_aside(*line);
        return HEARD_LINE;
    }
    end_line();
    return interrupted ? HEARD_BREAK : HEARD_END;
}

enum heard keyboard_command(char **line)
{
    struct buf prompt = {0};

    cmd_prompt(keyboard.cmd, &prompt);
    complete_enable(true);
    enum heard heard = read_line(buf_text(&prompt), line);
    complete_enable(false);
    if (heard == HEARD_LINE)
        keep(*line);
    buf_free(&prompt);
    return heard;
}

enum heard keyboard_answer(const char *question, char **line)
{
    struct buf folded = {0}, above = {0};

    /* Readline would break a long prompt anywhere. */
    style_fold(question, keyboard.screen->width, &folded);
    char *last = strrchr(folded.s, '\n');
    if (last) {
        *last++ = '\0';
        style_text(shown_on(), folded.s, &above);
        fprintf(rl_outstream, "%s\n", above.s);
        fflush(rl_outstream);
    }
    enum heard heard = read_line(last ? last : folded.s, line);
    buf_free(&folded);
    buf_free(&above);
    return heard;
}

int keyboard_drop_paste(void)
{
    int n = 0;

    for (const char *s = keyboard.pasted; s && *s; n++)
        s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL;
    free(keyboard.pasted);
    keyboard.pasted = NULL;
    return n;
}

void keyboard_close(void)
{
    keyboard_drop_paste();
    clear_history();
    buf_free(&keyboard.history);
}
