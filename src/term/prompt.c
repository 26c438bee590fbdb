/* The prompt: a person types commands, is asked for dice and facts, and reads the answers. */
#include "term/prompt.h"

#include "term/keyboard.h"
#include "term/pager.h"
#include "term/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Who sits at the prompt. */
struct person {
    struct cmd *cmd;
    struct screen *screen;
};

/* Whether a line says this one word and nothing else. */
static bool says_only(const char *line, const char *word)
{
    size_t blank = strspn(line, " \t"), n = strlen(word);

    if (strncmp(line + blank, word, n) != 0)
        return false;
    line += blank + n;
    return !line[strspn(line, " \t")];
}

/* ---- questions ---- */

/* Puts out what stands in the book behind a question. */
static void explain(struct person *p, const char *rule)
{
    struct buf b = {0};

    cmd_explain(p->cmd, rule, &b);
    if (b.len && b.s[b.len - 1] != '\n')
        buf_addc(&b, '\n');
    screen_text(p->screen, buf_text(&b));
    pager_flush(p->screen);
    buf_free(&b);
}

/* Says in one line why an answer cannot be read. */
static void complain(struct person *p, const struct diag *d)
{
    struct buf b = {0};

    buf_addf(&b, "%s\n", d->message);
    screen_complain(p->screen, b.s);
    buf_free(&b);
}

/* The asker's: the rules refuse what was answered. */
static void again(void *ctx, struct session *s, const struct diag *d)
{
    struct person *p = ctx;
    struct buf b = {0};

    (void)s;
    cmd_refusal(d, &b);
    screen_complain(p->screen, b.s);
    buf_free(&b);
}

/* What reads an answer, and where it goes. */
struct reading {
    bool (*read)(struct person *p, const struct wanted *w, const char *line, struct reading *r,
                 struct diag *d);
    struct reply *reply;
    struct facts *facts;
};

/* Asks until there is an answer that can be read; NULL when the question was given up. The
   line is the caller's to free. */
static char *ask(struct person *p, const struct wanted *w, struct reading *r)
{
    struct buf question = {0};
    char *line = NULL;

    cmd_question(p->cmd, w, &question);
    buf_add(&question, STYLE_PLAIN ": ");
    screen_flush(p->screen);
    while (keyboard_answer(question.s, &line) == HEARD_LINE) {
        struct diag d = {0};
        if (says_only(line, "?"))
            explain(p, w->rule);
        else if (r->read(p, w, line, r, &d))
            break;
        else
            complain(p, &d);
        free(line);
        line = NULL;
    }
    buf_free(&question);
    return line;
}

static bool read_roll(struct person *p, const struct wanted *w, const char *line,
                      struct reading *r, struct diag *d)
{
    (void)p;
    return cmd_read_roll(w, line, r->reply, d);
}

static bool read_fact(struct person *p, const struct wanted *w, const char *line,
                      struct reading *r, struct diag *d)
{
    return cmd_read_fact(p->cmd, w, line, r->facts, d);
}

/* The asker's: dice. */
static void ask_roll(void *ctx, struct session *s, const struct wanted *w, struct reply *reply)
{
    struct reading r = {.read = read_roll, .reply = reply};
    char *line = ask(ctx, w, &r);

    (void)s;
    if (!line)
        reply->kind = REPLY_GIVE_UP;
    free(line);
}

/* The same of two distances from one unit: enemy.NAME=18 friend.NAME=20. */
static void note_distances(struct buf *said, const struct wanted *w, const char *line)
{
    char enemy[32], friend[32];
    int n = sscanf(line, "%31s %31s", enemy, friend);

    if (n >= 1)
        buf_addf(said, "%senemy.%s=%s", said->len ? " " : "", w->part, enemy);
    if (n >= 2)
        buf_addf(said, " friend.%s=%s", w->part, friend);
}

/* One more unit that drops: all of them stand in one list. */
static void note_drop(struct buf *said, const struct wanted *w, const char *line)
{
    struct buf all = {0};
    const char *list = said->len ? strstr(said->s, "down=") : NULL;

    if (!strchr("yYdD", *line) || !*line)
        return;
    if (!list) {
        buf_addf(said, "%sdown=%s", said->len ? " " : "", w->whose);
        return;
    }
    size_t head = (size_t)(list - said->s) + strcspn(list, " ");
    buf_addf(&all, "%.*s,%s%s", (int)head, said->s, w->whose, said->s + head);
    buf_clear(said);
    buf_add(said, all.s);
    buf_free(&all);
}

/* An answer as it would have been said in the command, so that it can be said again: a name
   behind its key; distances and whole facts as they are. */
static void note_answer(struct buf *said, const struct wanted *w, const char *line)
{
    if (w->fact == F_ENEMY) {
        note_distances(said, w, line);
        return;
    }
    line += strspn(line, " \t");
    if (w->fact == F_DOWN && w->whose[0]) {
        note_drop(said, w, line);
        return;
    }
    if (w->part[0]) {
        buf_addf(said, "%s%s.%s=%s", said->len ? " " : "", fact_key[w->fact].name, w->part, line);
        return;
    }
    size_t n = strlen(line);
    while (n && strchr(" \t", line[n - 1]))
        n--;
    if (!n)
        return;
    if (said->len)
        buf_addc(said, ' ');
    bool plain = strchr(line, '=') || w->fact == F_RANGE;
    bool quoted = !plain && memchr(line, ' ', n);
    if (!plain)
        buf_addf(said, "%s=%s%s", fact_key[w->fact].name, w->whose, *w->whose ? ":" : "");
    buf_addf(said, "%s%.*s%s", quoted ? "\"" : "", (int)n, line, quoted ? "\"" : "");
}

/* The asker's: a fact. cmd_read_fact() keeps what facts point into. */
static bool ask_fact(void *ctx, struct session *s, const struct wanted *w, struct facts *f,
                     struct buf *said)
{
    struct reading r = {.read = read_fact, .facts = f};
    char *line = ask(ctx, w, &r);

    (void)s;
    if (!line)
        return false;
    note_answer(said, w, line);
    free(line);
    return true;
}

/* The asker's: a word beforehand. */
static void tell(void *ctx, const char *line)
{
    struct person *p = ctx;

    screen_text(p->screen, line);
    screen_flush(p->screen);
}

/* ---- commands ---- */

/* Says where one is, and how to find out more. */
static void greet(struct person *p, const char *missing)
{
    struct buf b = {0};
    const char *path = p->cmd->s.db ? game_db_path(p->cmd->s.db) : NULL;

    if (p->cmd->json || !p->screen->out.terminal)
        return;
    if (path && text_width(path) > p->screen->width && strrchr(path, '/'))
        path = strrchr(path, '/') + 1;
    if (path)
        buf_addf(&b, STYLE_STRONG "%s" STYLE_PLAIN "\n", path);
    else if (missing)
        buf_addf(&b, "%s is not there; new FILE makes a game\n", missing);
    else
        buf_add(&b, "no game is open: new FILE makes one\n");
    buf_add(&b, STYLE_FAINT "help lists the commands, ? explains a question" STYLE_PLAIN "\n");
    screen_text(p->screen, b.s);
    screen_flush(p->screen);
    buf_free(&b);
}

/* Runs a line and shows the answer; gives its exit status. */
static int run(struct person *p, const char *line)
{
    struct cmd *c = p->cmd;
    int status = cmd_line(c, line);

    if (!c->json && status == EXIT_DONE) {
        screen_text(p->screen, buf_text(&c->out));
        pager_flush(p->screen);
    } else {
        screen_answer(p->screen, c, status, "");
        screen_flush(p->screen);
    }
    if (c->s.db)
        state_remember(game_db_path(c->s.db)); /* now, as the window may be closed on us */
    return status;
}

/* After a refusal the rest of a paste would run on wrong ground. */
static void drop_paste(struct person *p)
{
    struct buf b = {0};
    int n = keyboard_drop_paste();

    if (n) {
        buf_addf(&b, "%d pasted line%s left out\n", n, n == 1 ? " was" : "s were");
        screen_complain(p->screen, b.s);
    }
    buf_free(&b);
}

void prompt_run(struct cmd *c, struct screen *s, bool keep_going, const char *missing)
{
    struct person p = {.cmd = c, .screen = s};
    enum heard heard = HEARD_LINE;
    char *line = NULL;

    c->s.asker = (struct asker){.ctx = &p, .roll = ask_roll, .fact = ask_fact,
                                .again = again, .tell = tell};
    greet(&p, missing);
    keyboard_open(c, s);
    while (!c->leave && !s->failed && heard != HEARD_END) {
        heard = keyboard_command(&line);
        if (heard == HEARD_LINE && run(&p, line) != EXIT_DONE && !keep_going)
            drop_paste(&p);
        free(line);
        line = NULL;
    }
    keyboard_close();
    c->s.asker = (struct asker){0};
}
