/* `luck`: what the dice have done, in the words of a player. */
#include "report/luck.h"

#include "base/json.h"
#include "cmd/answer.h"
#include "cmd/play.h"

#include <math.h>
#include <stdio.h>

/* Columns of a side's name; a longer one pushes its line along. */
enum { NAMES_MOST = 12 };

static const char *const kind_words[N_LUCK_KINDS] = {"to hit", "damage", "tests", "draws"};

static void luck_json(struct cmd *c, const struct call *call, const struct luck *l, int only)
{
    struct buf *b = &c->out;

    answer_open(c, "luck");
    json_open(b, "luck", '[');
    for (int side = 0; side < c->s.game.n_sides; side++)
        for (int kind = 0; kind < N_LUCK_KINDS; kind++) {
            const struct luck_line *line = &l->line[side][kind];
            if (!line->tries.n || (only >= 0 && only != side))
                continue;
            json_open(b, NULL, '{');
            json_string(b, "side", c->s.game.side[side].name);
            json_string(b, "kind", luck_word[kind]);
            json_int(b, "n", line->tries.n);
            json_int(b, "came", line->came);
            json_number(b, "expected", line->tries.mean);
            json_number(b, "tail", line->tail);
            json_string(b, "direction", line->high ? "high" : "low");
            json_close(b, '}');
        }
    json_close(b, ']');
    answer_unused(c, call);
    answer_close(c);
}

/* Two figures are all that a player wants of a large number. */
static double two_figures(double n)
{
    double unit = 1;

    while (n / unit >= 100)
        unit *= 10;
    return round(n / unit) * unit;
}

/* "1 game in 21", "43 games in 100". */
static void games_words(struct buf *b, double tail)
{
    if (tail < 1e-6)
        buf_add(b, "no game in a million");
    else if (tail < 0.095)
        buf_addf(b, "1 game in %.0f", two_figures(1 / tail));
    else
        buf_addf(b, "%.0f games in 100", fmin(99, round(100 * tail)));
}

/* Both tails are 1 where no die could have changed anything. */
static bool is_certain(const struct luck_line *line)
{
    return line->tail >= 1;
}

static const char *direction_words(const struct luck_line *line)
{
    return line->high ? "as well or better" : "as badly or worse";
}

static void answer_words(struct cmd *c, const struct luck *l, int only)
{
    struct buf text = {0};
    enum luck_kind kind;
    int side;
    const struct luck_line *line = luck_extreme(l, only, &side, &kind);

    buf_addf(&text, STYLE_STRONG "%s %s" STYLE_PLAIN ": %d of %d, %.1f were to be expected; ",
             c->s.game.side[side].name, kind_words[kind], line->came, line->tries.n,
             line->tries.mean);
    if (is_certain(line)) {
        buf_add(&text, "nothing else could come.");
    } else {
        games_words(&text, line->tail);
        buf_addf(&text, "%s %s.", line->tail < 0.095 ? " goes" : " go", direction_words(line));
    }
    wrap(c, 0, text.s);
    buf_free(&text);
}

static int name_columns(const struct game *g)
{
    int most = 4;

    for (int i = 0; i < g->n_sides; i++)
        if (text_width(g->side[i].name) > most)
            most = text_width(g->side[i].name);
    return most < NAMES_MOST ? most : NAMES_MOST;
}

static void line_words(struct cmd *c, int names, int side, int kind, const struct luck_line *line)
{
    struct buf text = {0}, tail = {0};

    buf_add(&text, c->s.game.side[side].name);
    buf_pad(&text, 0, names + 2);
    buf_addf(&text, "%-6s %6d %6d %9.1f  ", kind_words[kind], line->came, line->tries.n,
             line->tries.mean);
    if (is_certain(line)) {
        buf_add(&tail, "nothing else could come");
    } else {
        games_words(&tail, line->tail);
        buf_addf(&tail, " %s", direction_words(line));
    }
    buf_add(&c->out, text.s);
    wrap_on(c, text_width(text.s), names + 34, tail.s);
    buf_free(&text);
    buf_free(&tail);
}

static void luck_text(struct cmd *c, const struct luck *l, int only)
{
    int names = name_columns(&c->s.game);

    answer_words(c, l, only);
    buf_addf(&c->out, "%*s %6s %6s %9s\n", names + 8, "", "came", "of", "expected");
    for (int side = 0; side < c->s.game.n_sides; side++)
        for (int kind = 0; kind < N_LUCK_KINDS; kind++)
            if (l->line[side][kind].tries.n && (only < 0 || only == side))
                line_words(c, names, side, kind, &l->line[side][kind]);
}

bool run_luck(struct cmd *c, struct call *call)
{
    struct luck l;
    enum luck_kind kind;
    int side;
    bool ok;

    if (!session_refresh(&c->s, &c->diag))
        return false;
    ok = luck_gather(&c->s, &l, &c->diag);
    if (ok && c->json)
        luck_json(c, call, &l, call->side);
    else if (ok && luck_extreme(&l, call->side, &side, &kind))
        luck_text(c, &l, call->side);
    else if (ok && call->side >= 0)
        buf_addf(&c->out, "Nothing has been rolled for %s yet.\n",
                 c->s.game.side[call->side].name);
    else if (ok)
        buf_add(&c->out, "Nothing has been rolled yet.\n");
    if (ok && !c->json)
        answer_unused(c, call);
    luck_free(&l);
    return ok;
}
