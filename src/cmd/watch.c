/* watch: the game at a glance, fitted to the lines that a screen has. */
#include "cmd/watch.h"

#include "base/mem.h"
#include "cmd/play.h"
#include "session/history.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { WIDE = 70, SAID_MOST = 40, SAID_PLAIN = 5, NEWEST_LINES = 4 };

bool run_watch(struct cmd *c, struct call *call)
{
    (void)call;
    if (!c->viewer.run)
        return diag_usage(&c->diag, "watch is said at the prompt, or as adjutant -g FILE watch");
    return c->viewer.run(c->viewer.ctx, c);
}

/* ---- lines ---- */

struct lines {
    int n, cap;
    char **line; /* owned, without their ends */
};

static void lines_add(struct lines *l, const char *text, size_t n)
{
    struct buf b = {0};

    if (l->n == l->cap) {
        int cap = l->cap ? 2 * l->cap : 16;
        l->line = mem_grow(l->line, (size_t)l->cap, (size_t)cap, sizeof *l->line);
        l->cap = cap;
    }
    buf_addn(&b, text, n);
    l->line[l->n++] = mem_copy(buf_text(&b));
    buf_free(&b);
}

/* Takes what the answer holds so far, line by line, and empties it. */
static void lines_take(struct lines *l, struct cmd *c)
{
    const char *text = buf_text(&c->out);

    while (*text) {
        size_t n = strcspn(text, "\n");
        lines_add(l, text, n);
        text += n + (text[n] != '\0');
    }
    buf_clear(&c->out);
}

static void lines_free(struct lines *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->line[i]);
    free(l->line);
    *l = (struct lines){0};
}

/* ---- a line on the screen ---- */

/* The next character: its bytes, and in *columns what it takes; none for a style mark. Control
   characters take the one of the mark that is shown instead. */
static size_t next_character(const char *s, mbstate_t *state, int *columns)
{
    wchar_t wc;

    *columns = (unsigned char)*s > 5;
    if ((unsigned char)*s < 0x80)
        return 1;
    size_t n = mbrtowc(&wc, s, strlen(s), state);
    if (n == (size_t)-1 || n == (size_t)-2 || n == 0) {
        *state = (mbstate_t){0};
        return 1;
    }
    *columns = wcwidth(wc) < 0 ? 1 : wcwidth(wc);
    return n;
}

static int width_of(const char *s)
{
    mbstate_t state = {0};
    int width = 0, columns;

    while (*s) {
        s += next_character(s, &state, &columns);
        width += columns;
    }
    return width;
}

/* Adds a line of at most `width` columns; one that is cut ends in dots. */
static void put(struct buf *b, const char *line, int width)
{
    bool cut = width_of(line) > width;
    int room = cut && width > 10 ? width - 2 : width, columns;
    mbstate_t state = {0};

    while (*line) {
        size_t n = next_character(line, &state, &columns);
        if ((room -= columns) < 0)
            break;
        if (*line == '\t')
            buf_addc(b, ' ');
        else
            buf_addn(b, line, n);
        line += n;
    }
    buf_add(b, cut && width > 10 ? ".." STYLE_PLAIN "\n" : STYLE_PLAIN "\n");
}

/* ---- units ---- */

/* One side: its units that live, and those that are lost, a line each. */
struct column {
    struct lines living, lost;
    int room; /* lines that it gets, its name included */
};

static int column_need(const struct column *k)
{
    return 1 + k->living.n + k->lost.n;
}

static void unit_text(struct cmd *c, const struct unit *u)
{
    struct buf *b = &c->out;
    size_t from = b->len;
    bool wide = c->width >= WIDE;

    buf_addf(b, "%s%s", u->aboard ? "    " : "  ", u->name);
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

/* A unit and, below it, those aboard. */
static void add_unit(struct cmd *c, struct column *k, const struct unit *u)
{
    buf_add(&c->out, u->destroyed ? STYLE_FAINT : u->pins ? STYLE_BAD : "");
    unit_text(c, u);
    lines_take(u->destroyed ? &k->lost : &k->living, c);
    for (struct unit *p = NULL; !u->destroyed && (p = game_aboard(&c->s.game, u->id, p));)
        add_unit(c, k, p);
}

static void put_more(struct buf *b, int living, int lost, int width)
{
    struct buf line = {0};

    buf_add(&line, STYLE_FAINT "  and ");
    if (living)
        buf_addf(&line, "%d more", living);
    if (lost)
        buf_addf(&line, "%s%d destroyed", living ? ", " : "", lost);
    put(b, line.s, width);
    buf_free(&line);
}

static void put_side(struct cmd *c, const struct column *k, int side, struct buf *b)
{
    const struct game *g = &c->s.game;
    int units = k->living.n + k->lost.n, shown = k->room - 1, i = 0;
    struct buf line = {0};

    if (k->room < 1)
        return;
    if (shown < units)
        shown--; /* for the word of how many more */
    buf_addf(&line, STYLE_STRONG "%s" STYLE_PLAIN, g->side[side].name);
    if (k->room == 1 && units)
        buf_addf(&line, ": %d unit%s", units, units == 1 ? "" : "s");
    buf_add(&line, g->drawn == side ? "   its die is drawn" : "");
    put(b, line.s, c->width);
    buf_free(&line);
    for (; i < shown; i++)
        put(b, i < k->living.n ? k->living.line[i] : k->lost.line[i - k->living.n], c->width);
    if (k->room > 1 && i < units) {
        int living = i < k->living.n ? k->living.n - i : 0;
        put_more(b, living, units - i - living, c->width);
    }
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

/* ---- what was said ---- */

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

static bool read_said(struct cmd *c, int most, struct lines *l)
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
    for (int i = 0; i < SAID_MOST; i++) {
        buf_free(&s->entry[i].command);
        buf_free(&s->entry[i].says);
        buf_free(&s->entry[i].dice);
    }
    standing_free(&st);
    free(s);
    return ok;
}

/* ---- the screen ---- */

struct page {
    struct lines head, notes, said;
    struct column side[MAX_SIDES];
};

static void put_lines(struct buf *b, const struct lines *l, int from, int n, int width)
{
    for (int i = from; i < from + n && i < l->n; i++)
        put(b, l->line[i], width);
}

static bool read_page(struct cmd *c, int most, struct page *p)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    buf_clear(&c->out);
    if (!session_refresh(&c->s, &c->diag) || !read_said(c, most, &p->said))
        return false;
    buf_addf(&line, "Turn %d, %s. ", g->turn, game_phase_word[g->phase]);
    if (g->n_sides) {
        buf_add(&line, "In the bag: ");
        bag_words(&line, g);
    }
    answer_line(c, line.s);
    buf_free(&line);
    lines_take(&p->head, c);
    for (int s = 0; s < g->n_sides; s++)
        for (int i = 0; i < g->n_units; i++)
            if (g->unit[i].side == s && !g->unit[i].aboard)
                add_unit(c, &p->side[s], &g->unit[i]);
    table_notes(c);
    lines_take(&p->notes, c);
    due_rolls(c);
    if (c->out.len)
        lines_add(&p->notes, "Due", 3);
    lines_take(&p->notes, c);
    return true;
}

static void page_free(struct page *p)
{
    lines_free(&p->head);
    lines_free(&p->notes);
    lines_free(&p->said);
    for (int i = 0; i < MAX_SIDES; i++) {
        lines_free(&p->side[i].living);
        lines_free(&p->side[i].lost);
    }
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

    put_lines(b, notes, 0, cut ? room - 1 : room, c->width);
    if (cut && room > 0)
        put_more(b, notes->n - room + 1, 0, c->width);
}

/* Fitted to the rows between head and foot. What was said and the notes have a part of their own
   however many units there are; rows that the units leave go to the notes and what was said. */
static void put_fitted(struct cmd *c, struct page *p, int rows, struct buf *b)
{
    int n = c->s.game.n_sides, units = 0;
    int said = at_most(p->said.n, rows / 4 > 1 ? rows / 4 : 1);
    int notes = at_most(p->notes.n, rows / 5 > 1 ? rows / 5 : 1);

    for (int s = 0; s < n; s++)
        units += column_need(&p->side[s]);
    if (rows < 4)
        notes = 0;
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
    bool ok = read_page(c, rows > SAID_MOST || !rows ? (rows ? SAID_MOST : SAID_PLAIN) : rows, &p);

    if (ok && !rows) {
        put_all(c, &p, b);
    } else if (ok) {
        int head = at_most(p.head.n, rows > 4 ? 2 : 1);
        put_lines(b, &p.head, 0, head, c->width);
        if (rows > head + 1)
            put_fitted(c, &p, rows - head - 1, b);
        buf_addf(&line, STYLE_FAINT "%s", foot);
        if (rows > head)
            put(b, line.s, c->width);
    }
    page_free(&p);
    buf_free(&line);
    return ok;
}
