/* watch: the game at a glance, fitted to the lines that a screen has. */
#include "cmd/watch.h"

#include "base/mem.h"
#include "cmd/lines.h"
#include "cmd/play.h"
#include "cmd/said.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 70, SAID_PLAIN = 5 };

bool run_watch(struct cmd *c, struct call *call)
{
    (void)call;
    if (!c->viewer.run)
        return diag_usage(&c->diag, "watch is said at the prompt, or as adjutant -g FILE watch");
    return c->viewer.run(c->viewer.ctx, c);
}

/* ---- units ---- */

/* One side: its units that live, and behind them those that are lost, a line each. */
struct column {
    struct lines unit;
    int living;
    bool fresh[MAX_UNITS]; /* the newest entry of the log names it */
    int room;              /* lines that it gets, its name included */
};

static int column_need(const struct column *k)
{
    return 1 + k->unit.n;
}

/* Whether the text has this name as a word of its own. */
static bool names(const char *text, const char *name)
{
    size_t n = strlen(name);

    for (const char *s = text; (s = strstr(s, name)) != NULL; s += n)
        if ((s == text || strchr(" =,:|", s[-1])) && strchr(" ,:|.;", s[n]))
            return true;
    return false;
}

static void unit_text(struct cmd *c, const struct unit *u, bool fresh)
{
    struct buf *b = &c->out;
    size_t from = b->len;
    bool wide = c->width >= WIDE;

    buf_addf(b, "%s%s%s", fresh ? "> " : "  ", u->aboard ? "  " : "", u->name);
    buf_pad(b, from, wide ? 22 : 14);
    if (wide)
        buf_addf(b, " %-13s", quality_word[u->quality]);
    if (u->destroyed)
        buf_addf(b, "  0/%-2d%s", u->men, wide ? "                  " : "     ");
    else if (wide)
        buf_addf(b, " %2d/%-2d  %d pin%s  ml %-2d  ", u->models, u->men, u->pins,
                 u->pins == 1 ? " " : "s", morale_now(c, u));
    else
        buf_addf(b, " %2d/%-2d %dp  ", u->models, u->men, u->pins);
    state_words(c, b, u);
}

/* A unit and, below it, those aboard. `news` is the newest entry of the log. */
static void add_unit(struct cmd *c, struct column *k, const struct unit *u, const char *news)
{
    bool fresh = names(news, u->name);

    buf_add(&c->out, u->destroyed ? STYLE_FAINT : u->pins ? STYLE_BAD : "");
    unit_text(c, u, fresh);
    k->fresh[k->unit.n] = fresh;
    k->living += !u->destroyed;
    lines_take(&k->unit, c);
    for (struct unit *p = NULL; !u->destroyed && (p = game_aboard(&c->s.game, u->id, p));)
        add_unit(c, k, p, news);
}

static void add_units(struct cmd *c, struct column *k, int side, bool lost, const char *news)
{
    const struct game *g = &c->s.game;

    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].side == side && !g->unit[i].aboard && g->unit[i].destroyed == lost)
            add_unit(c, k, &g->unit[i], news);
}

/* Puts a side's name, whether its die is drawn, and what of it is left out. */
static void put_name(struct cmd *c, int side, int living, int lost, struct buf *b)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    buf_addf(&line, STYLE_STRONG "%s" STYLE_PLAIN "%s", g->side[side].name,
             g->drawn == side ? "   its die is drawn" : "");
    if (living || lost)
        buf_add(&line, STYLE_FAINT "   not shown: ");
    if (living)
        buf_addf(&line, "%d unit%s", living, living == 1 ? "" : "s");
    if (lost)
        buf_addf(&line, "%s%d destroyed", living ? ", " : "", lost);
    line_put(b, line.s, c->width);
    buf_free(&line);
}

/* Puts a side in its room: the units that the news are about, then the others from the first
   on. */
static void put_side(struct cmd *c, const struct column *k, int side, struct buf *b)
{
    int room = k->room - 1, fresh = 0, others, living = 0, lost = 0;
    struct buf units = {0};

    if (k->room < 1)
        return;
    for (int i = 0; i < k->unit.n; i++)
        fresh += k->fresh[i];
    others = room > fresh ? room - fresh : 0;
    for (int i = 0; i < k->unit.n; i++) {
        int *left = k->fresh[i] ? &room : &others;
        if (*left > 0) {
            line_put(&units, k->unit.line[i], c->width);
            --*left;
        } else if (i < k->living) {
            living++;
        } else {
            lost++;
        }
    }
    put_name(c, side, living, lost, b);
    buf_add(b, buf_text(&units));
    buf_free(&units);
}

/* Shares the room among the sides: who needs less than an equal part leaves the rest. */
static void share(struct column *side, int n, int room)
{
    bool served[MAX_SIDES] = {false};
    int left = n;

    for (bool any = true; any && left;) {
        any = false;
        for (int i = 0; i < n; i++)
            if (!served[i] && column_need(&side[i]) <= room / left) {
                side[i].room = column_need(&side[i]);
                room -= side[i].room;
                left--;
                served[i] = any = true;
                if (!left)
                    return;
            }
    }
    for (int i = 0; i < n; i++)
        if (!served[i]) {
            side[i].room = room / left;
            room -= room / left--;
        }
}

/* ---- the screen ---- */

struct page {
    struct lines head, notes, said;
    struct buf news; /* the newest entry of the log */
    struct column side[MAX_SIDES];
};

static void put_lines(struct buf *b, const struct lines *l, int from, int n, int width)
{
    for (int i = from; i < from + n && i < l->n; i++)
        line_put(b, l->line[i], width);
}

/* Takes the lines of what is due, indented as they are, and begins each with the word. */
static void add_due(struct page *p, struct cmd *c)
{
    int from = p->notes.n;
    struct buf line = {0};

    lines_take(&p->notes, c);
    for (int i = from; i < p->notes.n; i++) {
        const char *text = p->notes.line[i];
        buf_clear(&line);
        buf_addf(&line, "due %s", text + strspn(text, " "));
        free(p->notes.line[i]);
        p->notes.line[i] = mem_copy(line.s);
    }
    buf_free(&line);
}

static bool read_page(struct cmd *c, int most, struct page *p)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    buf_clear(&c->out);
    if (!session_refresh(&c->s, &c->diag) || !said_read(c, most, &p->said, &p->news))
        return false;
    buf_addf(&line, "Turn %d, %s. ", g->turn, game_phase_word[g->phase]);
    if (g->n_sides) {
        buf_add(&line, "In the bag: ");
        bag_words(&line, g);
    }
    answer_line(c, line.s);
    buf_free(&line);
    lines_take(&p->head, c);
    for (int s = 0; s < g->n_sides; s++) {
        add_units(c, &p->side[s], s, false, buf_text(&p->news));
        add_units(c, &p->side[s], s, true, buf_text(&p->news));
    }
    table_notes(c);
    lines_take(&p->notes, c);
    due_rolls(c);
    add_due(p, c);
    return true;
}

static void page_free(struct page *p)
{
    lines_free(&p->head);
    lines_free(&p->notes);
    lines_free(&p->said);
    buf_free(&p->news);
    for (int i = 0; i < MAX_SIDES; i++)
        lines_free(&p->side[i].unit);
}

/* As long as it takes. */
static void put_all(struct cmd *c, struct page *p, struct buf *b)
{
    put_lines(b, &p->head, 0, p->head.n, c->width);
    for (int s = 0; s < c->s.game.n_sides; s++) {
        p->side[s].room = column_need(&p->side[s]);
        put_side(c, &p->side[s], s, b);
    }
    put_lines(b, &p->notes, 0, p->notes.n, c->width);
    put_lines(b, &p->said, 0, p->said.n, c->width);
}

static int at_most(int wanted, int most)
{
    return wanted < most ? wanted : most;
}

/* The notes, in `room` lines. */
static void put_notes(struct cmd *c, const struct lines *notes, int room, struct buf *b)
{
    bool cut = notes->n > room;
    struct buf line = {0};

    put_lines(b, notes, 0, cut ? room - 1 : room, c->width);
    if (cut && room > 0) {
        buf_addf(&line, STYLE_FAINT "and %d more", notes->n - room + 1);
        line_put(b, line.s, c->width);
    }
    buf_free(&line);
}

/* Fitted to the rows between head and foot. What was said and the notes have a part of their own
   however many units there are; rows that the units leave go to the notes and what was said. */
static void put_fitted(struct cmd *c, struct page *p, int rows, struct buf *b)
{
    int n = c->s.game.n_sides, units = 0;
    int said = at_most(p->said.n, rows < 8 ? 1 : rows < 18 ? 2 : rows / 6);
    int notes = at_most(p->notes.n, rows < 6 ? 0 : rows < 15 ? 2 : rows / 5);

    for (int s = 0; s < n; s++)
        units += column_need(&p->side[s]);
    int room = rows - said - notes;
    share(p->side, n, at_most(units, room > 0 ? room : 0));
    int rest = rows - said - notes - at_most(units, room > 0 ? room : 0);
    int more = at_most(rest, p->notes.n - notes);
    notes += more;
    rest -= more;
    bool apart = rest > 0 && p->said.n > 0; /* an empty line before what was said */
    rest -= apart;
    more = at_most(rest, p->said.n - said);
    said += more;
    rest -= more;
    for (int s = 0; s < n; s++)
        put_side(c, &p->side[s], s, b);
    put_notes(c, &p->notes, notes, b);
    if (apart)
        buf_addc(b, '\n');
    put_lines(b, &p->said, said == 1 && p->said.n > 1 ? 1 : 0, said, c->width);
    for (; rest > 0; rest--)
        buf_addc(b, '\n');
}

bool watch_frame(struct cmd *c, int rows, const char *foot, struct buf *b)
{
    struct page p = {0};
    struct buf line = {0};
    bool ok = read_page(c, rows ? at_most(rows, SAID_MOST) : SAID_PLAIN, &p);

    if (ok && !rows) {
        put_all(c, &p, b);
    } else if (ok) {
        int head = at_most(p.head.n, rows > 4 ? 2 : 1);
        put_lines(b, &p.head, 0, head, c->width);
        if (rows > head + 1)
            put_fitted(c, &p, rows - head - 1, b);
        buf_addf(&line, STYLE_FAINT "%s", foot);
        if (rows > head)
            line_put(b, line.s, c->width);
    }
    page_free(&p);
    buf_free(&line);
    return ok;
}
