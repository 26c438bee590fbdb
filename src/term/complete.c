/* Completion of commands and their words at the prompt.

   Readline breaks the line at blanks and knows nothing of our quotations (`14"` is a distance),
   so the words before the cursor are found with words_split(), as the command will find them,
   and a candidate is cut to the part that readline will put in. */
#include "term/complete.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

static struct {
    struct cmd *cmd;
    bool enabled;
} completion;

/* Candidates for the word at the cursor. */
struct matches {
    const char *text;    /* the part of the word that readline will replace */
    const char *typed;   /* the whole word as the command reads it */
    bool quoted;         /* it stands in a quotation that is open */
    int n, next, room;
    char **match;
};

/* Readline asks for the matches one by one through this. */
static struct matches *found;

/* A candidate as it must stand in place of text; NULL when it cannot. The caller frees it. */
static char *fit(const struct matches *m, const char *word)
{
    size_t typed = strlen(m->typed), text = strlen(m->text);
    struct buf b = {0};

    if (strlen(word) < typed || (strpbrk(word, " \t") && !m->quoted))
        return NULL;
    if (strchr(m->text, '"') || text > typed)
        buf_addf(&b, "%s%s", m->text, word + typed);
    else
        buf_add(&b, word + typed - text);
    return b.s;
}

/* Takes one candidate from cmd_complete(). */
static void take(void *ctx, const char *word)
{
    struct matches *m = ctx;
    char *match = fit(m, word);

    if (!match)
        return;
    if (m->n == m->room) {
        m->match = mem_grow(m->match, (size_t)m->room, (size_t)m->room + 64, sizeof *m->match);
        m->room += 64;
    }
    m->match[m->n++] = match;
}

/* Hands the matches to readline, which frees them. */
static char *next_match(const char *text, int state)
{
    (void)text, (void)state;
    return found->next < found->n ? found->match[found->next++] : NULL;
}

/* Shows what the command still wants, where nothing can be completed. */
static void show_hint(int n, char **before)
{
    struct buf hint = {0};

    cmd_hint(completion.cmd, n, before, &hint);
    if (hint.len) {
        fprintf(rl_outstream, "\n%s\n", hint.s);
        rl_on_new_line();
        rl_forced_update_display();
    }
    buf_free(&hint);
}

/* Whether word n of the command is a file's name. */
static bool wants_file(int n, char **before)
{
    struct diag quiet = {0};
    const struct command *command = n > 0 ? cmd_find(before[0], &quiet) : NULL;

    return command && n <= MAX_SLOTS && command->slot[n - 1] == SLOT_FILE;
}

/* All that can stand in place of text, as readline wants it; NULL for nothing. */
static char **matches_for(struct matches *m, int n, char **before)
{
    if (wants_file(n, before))
        return rl_completion_matches(m->text, rl_filename_completion_function);
    cmd_complete(completion.cmd, n, before, m->typed, take, m);
    if (!m->n) {
        show_hint(n, before);
        return NULL;
    }
    const char *last = m->match[0] + strlen(m->match[0]) - 1;
    rl_completion_suppress_append = m->n == 1 && (m->quoted || *last == '=');
    found = m;
    char **all = rl_completion_matches(m->text, next_match);
    found = NULL;
    return all;
}

/* Readline's question: what can stand from start to end, which holds text? */
static char **attempt(const char *text, int start, int end)
{
    struct words w;
    struct diag open = {0};
    struct matches m = {.text = text, .typed = ""};
    char **all = NULL;

    (void)start;
    rl_attempted_completion_over = 1;
    if (!completion.enabled)
        return NULL;
    char *line = mem_copy(rl_line_buffer);
    line[end] = '\0';
    m.quoted = !words_split(&w, line, &open);
    int before = w.n;
    if (w.n && (m.quoted || !isspace((unsigned char)line[end - 1])))
        m.typed = w.word[--before];
    all = matches_for(&m, before, w.word);
    free(m.match);
    words_free(&w);
    free(line);
    return all;
}

void complete_set_up(struct cmd *c)
{
    completion.cmd = c;
    rl_attempted_completion_function = attempt;
    rl_completer_word_break_characters = " \t\n";
    /* Names are matched without case; an inputrc, which is read later, may differ. */
    rl_variable_bind("completion-ignore-case", "on");
}

void complete_enable(bool on)
{
    completion.enabled = on;
}
