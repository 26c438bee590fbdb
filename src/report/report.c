/* The turn on paper. */
#include "report/report.h"

#include "session/history.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 80 };

/* Adds text wrapped to the page, later lines indented further. */
static void paragraph(struct buf *b, int indent, const char *text)
{
    int at = (int)strspn(text, " "); /* the first line's own indent */
    bool first = true;

    buf_addf(b, "%*s", at, "");
    text += at;

    while (*text) {
        size_t n = strcspn(text, " ");
        if (!first && at + 1 + (int)n > PAGE) {
            buf_addf(b, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            buf_addc(b, ' ');
            at++;
        }
        first = false;
        buf_addn(b, text, n);
        at += (int)n;
        text += n + strspn(text + n, " ");
    }
    buf_addc(b, '\n');
}

static void rule_line(struct buf *b, char c)
{
    for (int i = 0; i < PAGE; i++)
        buf_addc(b, c);
    buf_addc(b, '\n');
}

struct walk {
    struct session *s;
    const struct standing *st;
    struct buf *b;
    int turn, entries;
    struct buf draws;
};

static bool entry(void *ctx, const struct intent *i)
{
    struct walk *w = ctx;
    struct buf line = {0};

    if (i->kind != INTENT_DO || !intent_stands(w->st, i->n) || i->turn != w->turn)
        return true;
    w->entries++;
    buf_addf(&line, "%3d. %s", w->entries, i->says[0] ? i->says : i->command);
    paragraph(w->b, 5, line.s);
    if (i->dice[0]) {
        buf_clear(&line);
        buf_addf(&line, "     dice: %s", i->dice);
        paragraph(w->b, 11, line.s);
    }
    buf_free(&line);
    return true;
}

/* The sides whose dice came out, in order: from the events of orders and draws. */
static bool draw_order(void *ctx, const struct stored_event *e)
{
    struct walk *w = ctx;
    const struct unit *u = game_unit(&w->s->game, e->unit);

    if (!intent_stands(w->st, e->intent))
        return true;
    if (e->kind == EV_TURN)
        w->entries = e->a;
    if (e->kind == EV_ORDER && w->entries == w->turn && u && e->b >= 0)
        buf_addf(&w->draws, "%s%s", w->draws.len ? ", " : "", w->s->game.side[u->side].name);
    return true;
}

static void unit_line(struct buf *b, const struct unit *u)
{
    size_t from = b->len;

    buf_addf(b, "  %s", u->name);
    buf_pad(b, from, 26);
    buf_addf(b, "%-14s", quality_word[u->quality]);
    if (u->destroyed) {
        buf_addf(b, "lost (of %d)\n", u->men);
        return;
    }
    buf_addf(b, "%2d of %-3d %2d pin%s", u->models, u->men, u->pins, u->pins == 1 ? "   " : "s  ");
    buf_add(b, u->order ? order_word[u->order] : "-");
    if (u->had_leader && !u->leader)
        buf_add(b, ", leader lost");
    buf_addc(b, '\n');
}

static void standing_table(const struct session *s, struct buf *b)
{
    for (int side = 0; side < s->game.n_sides; side++) {
        int lost = 0;
        buf_addf(b, "\n%s\n", s->game.side[side].name);
        for (int i = 0; i < s->game.n_units; i++)
            if (s->game.unit[i].side == side) {
                unit_line(b, &s->game.unit[i]);
                lost += s->game.unit[i].destroyed;
            }
        buf_addf(b, "  units lost: %d\n", lost);
    }
}

/* What the next turn begins with: dice that stay on the table, shots still to be fired. */
static void waiting_lines(const struct session *s, struct buf *b)
{
    bool any = false;

    buf_add(b, "\nWaiting\n");
    for (int i = 0; i < s->game.n_units; i++) {
        const struct unit *u = &s->game.unit[i];
        if (u->destroyed)
            continue;
        if (s->game.phase == GAME_BETWEEN && u->die == DIE_TABLE) {
            buf_addf(b, "  %s keeps its %s die\n", u->name, order_word[u->order]);
            any = true;
        }
        if (s->game.phase == GAME_ORDERS && u->die == DIE_BAG) {
            buf_addf(b, "  %s has had no order yet\n", u->name);
            any = true;
        }
        if (u->waiting) {
            buf_addf(b, "  %s may take its last shot\n", u->name);
            any = true;
        }
    }
    if (!any)
        buf_add(b, "  nothing\n");
}

bool report_turn(struct session *s, int turn, struct buf *b, struct diag *d)
{
    struct standing st = {0};
    struct walk w = {.s = s, .st = &st, .b = b, .turn = turn};
    char title[80];
    bool ok;

    if (turn < 0 || turn > s->game.turn)
        return diag_refused(d, "turn.phases", "turn %d was not played: the game is in turn %d",
                            turn, s->game.turn);
    snprintf(title, sizeof title, "TURN %d%s%s", turn, s->game.scenario[0] ? " - " : "",
             s->game.scenario);
    rule_line(b, '=');
    buf_addf(b, "%s\n", title);
    rule_line(b, '=');
    if (!game_db_snapshot(s->db, d))
        return false;
    ok = history_standing(s, &st, d) && game_db_events(s->db, draw_order, &w, d);
    if (w.draws.len) {
        struct buf line = {0};
        buf_addf(&line, "Order dice: %s", w.draws.s);
        paragraph(b, 12, line.s);
        buf_addc(b, '\n');
        buf_free(&line);
    }
    w.entries = 0;
    ok = ok && game_db_intents(s->db, entry, &w, d);
    game_db_snapshot_end(s->db);
    if (turn == s->game.turn) {
        buf_addc(b, '\n');
        rule_line(b, '-');
        buf_add(b, "How the units stand\n");
        standing_table(s, b);
        waiting_lines(s, b);
    }
    rule_line(b, '=');
    buf_free(&w.draws);
    standing_free(&st);
    return ok;
}
