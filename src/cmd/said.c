/* The end of the log for a second screen. */
#include "cmd/said.h"

#include "base/mem.h"
#include "cmd/play.h"
#include "session/history.h"

#include <stdlib.h>

enum { NEWEST_LINES = 4 };

/* The last entries of the log, as a ring. */
struct said {
    const struct standing *st;
    int n, most, at;
    struct entry {
        struct buf command, says, dice;
        long long n;
        enum intent_kind kind;
        bool stands;
    } entry[SAID_MOST];
};

static bool note_entry(void *ctx, const struct intent *i)
{
    struct said *s = ctx;

    if (i->n <= s->st->n - s->most)
        return true;
    struct entry *e = &s->entry[s->at];
    s->at = (s->at + 1) % s->most;
    s->n += s->n < s->most;
    buf_clear(&e->command);
    buf_clear(&e->says);
    buf_clear(&e->dice);
    buf_add(&e->command, i->command);
    buf_add(&e->says, i->says);
    buf_add(&e->dice, i->dice);
    e->n = i->n;
    e->kind = i->kind;
    e->stands = i->kind == INTENT_DO && intent_stands(s->st, i->n);
    return true;
}

/* The newest entry: what was said, with its facts and dice, and what came of it. */
static void newest_lines(struct cmd *c, const struct entry *e, struct lines *l)
{
    buf_addf(&c->out, "%4lld " STYLE_STRONG "%s%s", e->n,
             e->kind == INTENT_UNDO   ? "undo: "
             : e->kind == INTENT_REDO ? "redo: "
                                      : "",
             buf_text(&e->command));
    if (e->dice.len)
        buf_addf(&c->out, "  [%s]", e->dice.s);
    buf_addc(&c->out, '\n');
    if (e->says.len)
        wrap(c, 5, e->says.s);
    lines_take(l, c);
    while (l->n > NEWEST_LINES)
        free(l->line[--l->n]);
}

/* Any other, as one line: what came of it, or, if that is not said, the command. */
static void entry_line(struct cmd *c, const struct entry *e)
{
    buf_addf(&c->out, STYLE_FAINT "%4lld ", e->n);
    if (e->kind != INTENT_DO)
        buf_addf(&c->out, "%s: %s\n", e->kind == INTENT_UNDO ? "undo" : "redo",
                 buf_text(&e->command));
    else
        buf_addf(&c->out, "%s%s\n", e->stands ? STYLE_PLAIN : "(undone) ",
                 e->says.len ? e->says.s : buf_text(&e->command));
}

static void said_lines(struct cmd *c, const struct said *s, struct lines *l)
{
    for (int k = 0; k < s->n; k++) {
        const struct entry *e = &s->entry[(s->at + s->most - 1 - k) % s->most];
        if (k)
            entry_line(c, e);
        else
            newest_lines(c, e, l);
    }
    lines_take(l, c);
}

bool said_read(struct cmd *c, int most, struct lines *l, struct buf *news)
{
    struct standing st = {0};
    struct said *s = mem_new(sizeof *s);
    bool ok;

    s->st = &st;
    s->most = most;
    ok = game_db_snapshot(c->s.db, &c->diag);
    if (ok) {
        ok = history_standing(&c->s, &st, &c->diag)
            && game_db_intents(c->s.db, note_entry, s, &c->diag);
        game_db_snapshot_end(c->s.db);
    }
    if (ok)
        said_lines(c, s, l);
    if (ok && s->n) {
        const struct entry *e = &s->entry[(s->at + s->most - 1) % s->most];
        buf_addf(news, "%s %s", buf_text(&e->command), buf_text(&e->says));
    }
    for (int i = 0; i < SAID_MOST; i++) {
        buf_free(&s->entry[i].command);
        buf_free(&s->entry[i].says);
        buf_free(&s->entry[i].dice);
    }
    standing_free(&st);
    free(s);
    return ok;
}
