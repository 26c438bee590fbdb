/* The turn on a page. */
#include "report/report.h"

#include "report/tell.h"

#include <stdio.h>
#include <string.h>

struct sheet {
    const struct chronicle *c;
    const struct game *g; /* at the turn's end */
    struct page page;
    int turn;
    struct buf text;      /* for a sentence */
};

static bool in_turn(const struct sheet *s, const struct deed *deed)
{
    return deed->turn == s->turn;
}

static void head(struct sheet *s)
{
    static const char *const phase[N_GAME_PHASES] = {
        [GAME_SETUP] = "being set up", [GAME_ORDERS] = "under way", [GAME_ENDING] = "ending",
        [GAME_BETWEEN] = "over",       [GAME_FINISHED] = "over, the game is finished",
        [GAME_ARRIVING] = "beginning"};
    const struct game *g = s->g;
    char title[40];
    bool over = s->turn < s->c->last;

    snprintf(title, sizeof title, s->turn ? "Turn %d" : "Set-up", s->turn);
    page_title(&s->page, title, s->c->file);
    page_fact(&s->page, "Rules", "edition %d", g->edition);
    if (g->scenario[0])
        page_fact(&s->page, "Scenario", "%s", g->scenario);
    buf_clear(&s->text);
    for (int i = 0; i < g->n_sides; i++) {
        buf_add(&s->text, i ? ", " : "");
        tell_side(&s->text, s->c, i);
    }
    if (g->n_sides)
        page_fact(&s->page, "Sides", "%s", s->text.s);
    if (g->night)
        page_fact(&s->page, "Light", "%s, %s", night_word[g->night],
                  g->dark ? "dark" : "all can see");
    if (s->turn || !over)
        page_fact(&s->page, "Turn", "%s", over ? "over" : phase[g->phase]);
    buf_clear(&s->text);
    for (int i = 0; s->turn && i < g->n_sides; i++)
        buf_addf(&s->text, "%s%s %d", i ? ", " : "", g->side[i].name, s->c->bag[s->turn][i]);
    if (s->turn)
        page_fact(&s->page, "In the bag", "%s, before the first die", s->text.s);
}

struct due_list {
    struct page *page;
    const char *dice;
};

static void due_line(void *ctx, const char *line, bool last)
{
    const struct due_list *list = ctx;

    page_item(list->page, "", line, last ? list->dice : "");
}

static void before_first_die(struct sheet *s)
{
    bool any = false;

    for (int i = 0; i < s->c->n_deeds; i++) {
        const struct deed *deed = &s->c->deed[i];
        if (!in_turn(s, deed) || (deed->kind != DEED_DUE && deed->kind != DEED_BOMBARD))
            continue;
        buf_clear(&s->text);
        tell_deed(&s->text, s->c, deed);
        if (!s->text.len)
            continue;
        if (!any)
            page_heading(&s->page, 2, "Before the first die");
        any = true;
        tell_each_line(s->text.s, due_line, &(struct due_list){&s->page, deed->dice});
    }
}

/* ---- the dice ---- */

static void order_cell(struct sheet *s, const struct drawn *d)
{
    const struct game *g = s->g;

    buf_clear(&s->text);
    if (!d->unit)
        buf_add(&s->text, "not used");
    else if (d->asked < 0)
        buf_addf(&s->text, "%s, as a reaction", tell_order(d->shown));
    else if (d->asked != d->shown)
        buf_addf(&s->text, "%s, not obeyed: %s", tell_order(d->asked), tell_order(d->shown));
    else
        buf_add(&s->text, tell_order(d->shown));
    if (d->snapper)
        buf_addf(&s->text, ", called by %s", game_unit(g, d->snapper)->name);
    if (d->is_virtual)
        buf_add(&s->text, ", virtual die");
    page_cell(&s->page, "%s", s->text.s);
}

static void die_row(struct sheet *s, const struct drawn *d)
{
    const struct game *g = s->g;

    if (d->number)
        page_cell(&s->page, "%d", d->number);
    else
        page_cell(&s->page, "-");
    page_cell(&s->page, "%s", g->side[d->side].name);
    page_cell(&s->page, "%s", d->unit ? game_unit(g, d->unit)->name : "-");
    order_cell(s, d);
    if (d->need)
        page_cell(&s->page, "%d (%d or less)", d->rolled, d->need);
    else
        page_cell(&s->page, "%s", "");
}

static void dice_drawn(struct sheet *s)
{
    static const char *const columns[] = {">Die", "<Side", "<Unit", "<Order", "<Test"};
    bool any = false;

    for (int i = 0; i < s->c->n_drawn; i++) {
        if (s->c->drawn[i].turn != s->turn)
            continue;
        if (!any) {
            page_heading(&s->page, 2, "Order dice as they were drawn");
            page_table(&s->page, 5, columns);
        }
        any = true;
        die_row(s, &s->c->drawn[i]);
    }
    if (any)
        page_table_end(&s->page);
}

/* ---- what happened, by unit ---- */

/* A deed under the unit that did it; what befell the unit otherwise. */
static bool unit_lines(struct sheet *s, const struct deed *deed, int unit, bool any)
{
    bool own = deed->kind == DEED_PLAY && (deed->actor == unit || deed->snapped == unit);
    char label[16];

    tell_label(deed, label, sizeof label);
    for (int k = -1; k < deed->n_touches; k++) {
        if (k < 0 ? !own : deed->touch[k].unit != unit || own)
            continue;
        const struct unit *u = game_unit(s->g, unit);
        buf_clear(&s->text);
        if (!any) {
            buf_addf(&s->text, "%s, %s %s", u->name, quality_word[u->quality], type_word[u->type]);
            page_heading(&s->page, 4, s->text.s);
            buf_clear(&s->text);
        }
        any = true;
        if (k < 0)
            tell_deed(&s->text, s->c, deed);
        else
            tell_touch(&s->text, s->c, deed, &deed->touch[k]);
        page_item(&s->page, label, s->text.s, k < 0 ? deed->dice : "");
    }
    return any;
}

static void by_unit(struct sheet *s)
{
    page_heading(&s->page, 2, "What happened, by unit");
    for (int side = 0; side < s->g->n_sides; side++) {
        struct buf idle = {0};
        page_heading(&s->page, 3, s->g->side[side].name);
        for (int i = 0; i < s->g->n_units; i++) {
            const struct unit *u = &s->g->unit[i];
            bool any = false;
            if (u->side != side)
                continue;
            for (int k = 0; k < s->c->n_deeds; k++)
                if (in_turn(s, &s->c->deed[k]))
                    any = unit_lines(s, &s->c->deed[k], u->id, any);
            if (!any && !u->destroyed)
                buf_addf(&idle, "%s%s", idle.len ? ", " : "", u->name);
        }
        if (idle.len) {
            page_heading(&s->page, 4, "Nothing to tell of");
            page_paragraph(&s->page, "%s.", idle.s);
        }
        buf_free(&idle);
    }
}

/* ---- the end ---- */

static void items_where(struct sheet *s, const char *heading,
                        bool (*belongs)(const struct deed *deed),
                        void (*tell)(struct sheet *s, const struct deed *deed))
{
    bool any = false;
    char label[16];

    for (int i = 0; i < s->c->n_deeds; i++) {
        const struct deed *deed = &s->c->deed[i];
        if (!in_turn(s, deed) || !belongs(deed))
            continue;
        if (!any)
            page_heading(&s->page, 2, heading);
        any = true;
        buf_clear(&s->text);
        tell(s, deed);
        tell_label(deed, label, sizeof label);
        page_item(&s->page, label, buf_text(&s->text),
                  deed->forced || deed->ruling ? "" : deed->dice);
    }
}

static bool is_ruling(const struct deed *deed)
{
    return deed->forced || deed->ruling;
}

static void say_ruling(struct sheet *s, const struct deed *deed)
{
    tell_ruling(&s->text, deed);
}

/* What belongs to no unit: the ground, the light, the turn's end. */
static bool is_end(const struct deed *deed)
{
    return deed->kind == DEED_END || deed->kind == DEED_FINISH
        || (deed->kind == DEED_PLAY && !deed->actor && !is_ruling(deed));
}

static void say_deed(struct sheet *s, const struct deed *deed)
{
    tell_deed(&s->text, s->c, deed);
}

/* Names those that fell, and how: not where they were put back on the table and fell again. */
static void fallen(struct sheet *s, int side)
{
    int n = 0;

    for (int i = 0; i < s->g->n_units; i++) {
        if (s->g->unit[i].side != side || !chronicle_fell(s->c, s->turn, i))
            continue;
        buf_addf(&s->text, "%s%s", n++ ? "; " : ": ", s->g->unit[i].name);
        if (s->c->fall[i].turn != s->turn)
            continue;
        buf_add(&s->text, " (");
        tell_fall(&s->text, s->c, &s->c->fall[i]);
        buf_addc(&s->text, ')');
    }
}

static void losses(struct sheet *s)
{
    page_heading(&s->page, 2, "Losses of the turn");
    for (int side = 0; side < s->g->n_sides; side++) {
        int units = chronicle_units_lost(s->c, s->turn, side);
        buf_clear(&s->text);
        tell_losses(&s->text, units, chronicle_men_lost(s->c, s->turn, side));
        if (units)
            fallen(s, side);
        page_fact(&s->page, s->g->side[side].name, "%s", s->text.s);
    }
}

/* A number, or nothing where it is 0. */
static void number_cell(struct sheet *s, const char *sign, int n)
{
    if (n)
        page_cell(&s->page, "%s%d", sign, n);
    else
        page_cell(&s->page, "%s", "");
}

static void stand_row(struct sheet *s, const struct unit *u)
{
    struct tally t = chronicle_tally(s->c, s->turn, u->id);

    page_cell(&s->page, "%s", u->name);
    page_cell(&s->page, "%s", quality_word[u->quality]);
    buf_clear(&s->text);
    tell_left(&s->text, u);
    page_cell(&s->page, "%s", s->text.s);
    number_cell(s, "", t.men);
    number_cell(s, "", u->destroyed ? 0 : u->pins);
    number_cell(s, "+", t.gained);
    number_cell(s, "-", t.shed);
    buf_clear(&s->text);
    tell_state(&s->text, s->g, u);
    page_cell(&s->page, "%s", buf_text(&s->text));
}

static void standings(struct sheet *s)
{
    static const char *const columns[] = {"<Unit",   "<Quality", ">Left",   ">Lost",
                                          ">Pins", ">Gained",  ">Shed", "<Die and state"};

    page_heading(&s->page, 2, s->turn < s->c->last ? "How the units stood" : "How the units stand");
    for (int side = 0; side < s->g->n_sides; side++) {
        page_heading(&s->page, 3, s->g->side[side].name);
        page_table(&s->page, 8, columns);
        for (int i = 0; i < s->g->n_units; i++)
            if (s->g->unit[i].side == side)
                stand_row(s, &s->g->unit[i]);
        page_table_end(&s->page);
    }
}

struct wait_list {
    struct page *page;
    bool any;
};

static void wait_line(void *ctx, const char *what, const char *text)
{
    struct wait_list *w = ctx;

    page_fact(w->page, what, "%s", text);
    w->any = true;
}

static void waiting(struct sheet *s)
{
    struct wait_list w = {.page = &s->page};

    page_heading(&s->page, 2, "What waits for the next turn");
    tell_waiting(s->c, s->turn, wait_line, &w);
    if (!w.any)
        page_paragraph(&s->page, "Nothing.");
}

bool report_turn(const struct chronicle *c, int turn, enum page_form form, struct buf *b,
                 struct diag *d)
{
    struct sheet s = {.c = c, .turn = turn};

    if (turn < 0 || turn > c->last)
        return c->last ? diag_refused(d, "turn.phases", "turn %d was not played: the game is in "
                                      "turn %d", turn, c->last)
                       : diag_refused(d, "turn.phases", "turn %d was not played: the game is being "
                                      "set up", turn);
    s.g = &c->after[turn];
    page_begin(&s.page, form, b);
    head(&s);
    before_first_die(&s);
    dice_drawn(&s);
    if (turn)
        by_unit(&s);
    items_where(&s, "Rulings, and what was done against the rules", is_ruling, say_ruling);
    items_where(&s, turn ? "The end of the turn" : "What was settled first", is_end, say_deed);
    if (turn)
        losses(&s);
    standings(&s);
    waiting(&s);
    page_end(&s.page);
    buf_free(&s.text);
    return true;
}
