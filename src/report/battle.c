/* The whole battle on a page: what one hands to the opponent. */
#include "report/report.h"

#include "report/tell.h"

#include <stdio.h>
#include <string.h>

struct record {
    const struct chronicle *c;
    const struct game *g; /* at the end */
    struct page page;
    struct buf text;      /* for a sentence */
};

static const char *finished(const struct chronicle *c)
{
    for (int i = 0; i < c->n_deeds; i++)
        if (c->deed[i].kind == DEED_FINISH)
            return c->deed[i].says;
    return NULL;
}

static void head(struct record *r)
{
    const struct game *g = r->g;
    const char *end = finished(r->c);

    page_title(&r->page, "Record of the battle", r->c->file);
    page_fact(&r->page, "Rules", "edition %d", g->edition);
    if (g->scenario[0])
        page_fact(&r->page, "Scenario", "%s", g->scenario);
    buf_clear(&r->text);
    for (int i = 0; i < g->n_sides; i++) {
        buf_add(&r->text, i ? ", " : "");
        tell_side(&r->text, r->c, i);
    }
    if (g->n_sides)
        page_fact(&r->page, "Sides", "%s", r->text.s);
    buf_clear(&r->text);
    for (int i = 0; i < g->n_objectives; i++)
        buf_addf(&r->text, "%s%s %s", i ? ", " : "", g->objective[i].name,
                 g->objective[i].side < 0 ? "nobody" : g->side[g->objective[i].side].name);
    if (g->n_objectives)
        page_fact(&r->page, "Objectives", "%s", r->text.s);
    if (end)
        page_fact(&r->page, "Result", "%s", end);
    else if (!r->c->last)
        page_fact(&r->page, "Turns", "none was played yet");
    else
        page_fact(&r->page, "Turns", "%d, %s", r->c->last,
                  g->over ? "the game is over"
                  : g->phase == GAME_BETWEEN ? "all over; the game goes on" : "the last under way");
}

/* ---- the sum of it ---- */

static void sums(struct record *r)
{
    static const char *const columns[] = {"<Side",     ">Units",     ">Units lost", ">Men",
                                          ">Men lost", ">Dice left", ">Calls made"};
    const struct game *g = r->g;

    page_heading(&r->page, 2, "The sum of it");
    page_table(&r->page, 7, columns);
    for (int side = 0; side < g->n_sides; side++) {
        int units = 0, men = 0, dice = 0, calls = 0;
        for (int i = 0; i < g->n_units; i++) {
            const struct unit *u = &g->unit[i];
            if (u->side != side)
                continue;
            units++;
            men += u->type == TYPE_VEHICLE ? 0 : u->men;
            dice += u->die != DIE_LOST && !u->abandoned;
            calls += u->calls;
        }
        page_cell(&r->page, "%s", g->side[side].name);
        page_cell(&r->page, "%d", units);
        page_cell(&r->page, "%d", chronicle_units_lost(r->c, -1, side));
        page_cell(&r->page, "%d", men);
        page_cell(&r->page, "%d", chronicle_men_lost(r->c, -1, side));
        page_cell(&r->page, "%d", dice);
        page_cell(&r->page, "%d", calls);
    }
    page_table_end(&r->page);
}

/* In the order in which they fell. */
static void units_lost(struct record *r)
{
    static const char *const columns[] = {">Turn", "<Side", "<Unit", "<How, and to whom"};
    const struct game *g = r->g;
    int n = 0;

    for (int i = 0; i < r->c->n_deeds; i++)
        for (int k = 0; k < g->n_units; k++) {
            const struct fall *f = &r->c->fall[k];
            if (f->turn < 0 || f->deed != i)
                continue;
            if (!n++) {
                page_heading(&r->page, 2, "Units lost");
                page_table(&r->page, 4, columns);
            }
            buf_clear(&r->text);
            tell_fall(&r->text, r->c, f);
            page_cell(&r->page, "%d", f->turn);
            page_cell(&r->page, "%s", g->side[g->unit[k].side].name);
            page_cell(&r->page, "%s", g->unit[k].name);
            page_cell(&r->page, "%s", r->text.s);
        }
    if (n)
        page_table_end(&r->page);
}

static void calls(struct record *r)
{
    static const char *const columns[] = {">Turn", "<Observer", "<Call", "<What came of it"};
    const struct game *g = r->g;

    if (!g->n_calls)
        return;
    page_heading(&r->page, 2, "Calls");
    page_table(&r->page, 4, columns);
    for (int i = 0; i < g->n_calls; i++) {
        page_cell(&r->page, "%d", g->call[i].turn);
        page_cell(&r->page, "%s", game_unit(g, g->call[i].observer)->name);
        buf_clear(&r->text);
        tell_call(&r->text, g, i);
        page_cell(&r->page, "%s", r->text.s);
        buf_clear(&r->text);
        tell_outcome(&r->text, r->c, i);
        page_cell(&r->page, "%s", r->text.s);
    }
    page_table_end(&r->page);
}

/* ---- turn by turn ---- */

/* The sides as their dice came out: "Axis 2, Allies, Axis" where two came in a row. */
static void run_of_dice(struct record *r, int turn)
{
    int side = -1, n = 0;
    bool any = false;

    for (int i = 0; i <= r->c->n_drawn; i++) {
        const struct drawn *d = i < r->c->n_drawn ? &r->c->drawn[i] : NULL;
        if (d && (d->turn != turn || !d->number))
            continue;
        if (n && (!d || d->side != side)) {
            buf_addf(&r->text, "%s%s", any ? ", " : "", r->g->side[side].name);
            if (n > 1)
                buf_addf(&r->text, " %d", n);
            any = true;
            n = 0;
        }
        if (d) {
            side = d->side;
            n++;
        }
    }
    if (!any)
        buf_add(&r->text, "none drawn");
}

static void turn_losses(struct record *r, int turn)
{
    for (int side = 0; side < r->g->n_sides; side++) {
        buf_addf(&r->text, "%s%s ", side ? "; " : "", r->g->side[side].name);
        tell_losses(&r->text, chronicle_units_lost(r->c, turn, side),
                    chronicle_men_lost(r->c, turn, side));
    }
}

/* What a record must tell of a turn: what came before the first die, what destroyed a unit, what
   was called for, and what went by no rule. */
static bool worth_telling(const struct deed *deed)
{
    if (deed->forced || deed->ruling || deed->kind == DEED_DUE || deed->kind == DEED_BOMBARD)
        return true;
    for (int i = 0; i < deed->n_touches; i++)
        if (deed->touch[i].destroyed)
            return true;
    return false;
}

/* Its whole answer, with the name of who acted, which a list by units leaves out. */
static void tell_event(struct record *r, const struct deed *deed)
{
    const struct game *g = &r->c->after[deed->turn];
    const struct unit *u = game_unit(g, deed->actor);
    size_t from;

    if (deed->forced || deed->ruling) {
        tell_ruling(&r->text, deed);
        return;
    }
    from = r->text.len;
    tell_deed(&r->text, r->c, deed);
    if (deed->kind == DEED_PLAY && u && strncmp(r->text.s + from, u->name, strlen(u->name)) != 0) {
        buf_clear(&r->text);
        buf_add(&r->text, deed->says);
    }
}

/* How many units each side has brought. */
static void set_up(struct record *r)
{
    const struct game *g = &r->c->after[0];

    for (int side = 0; side < g->n_sides; side++) {
        int n = 0;
        for (int i = 0; i < g->n_units; i++)
            n += g->unit[i].side == side;
        buf_addf(&r->text, "%s%s ", side ? ", " : "", g->side[side].name);
        tell_count(&r->text, n, "unit", "units");
    }
}

static void turn_head(struct record *r, int turn)
{
    char label[16];

    buf_clear(&r->text);
    snprintf(label, sizeof label, turn ? "Turn %d" : "Set-up", turn);
    if (turn) {
        buf_add(&r->text, "Dice in order: ");
        run_of_dice(r, turn);
        buf_add(&r->text, ". Lost: ");
        turn_losses(r, turn);
    } else {
        set_up(r);
    }
    page_fact(&r->page, label, "%s.", buf_text(&r->text));
}

struct line_list {
    struct page *page;
    const char *label;
};

static void event_line(void *ctx, const char *line, bool last)
{
    const struct line_list *list = ctx;

    (void)last;
    page_item(list->page, list->label, line, "");
}

static void turns(struct record *r)
{
    char label[16];

    page_heading(&r->page, 2, "Turn by turn");
    for (int turn = 0; turn <= r->c->last; turn++) {
        turn_head(r, turn);
        r->page.nested = true;
        for (int i = 0; i < r->c->n_deeds; i++) {
            const struct deed *deed = &r->c->deed[i];
            if (deed->turn != turn || !worth_telling(deed))
                continue;
            buf_clear(&r->text);
            tell_event(r, deed);
            tell_label(deed, label, sizeof label);
            if (r->text.len)
                tell_each_line(r->text.s, event_line, &(struct line_list){&r->page, label});
        }
        r->page.nested = false;
    }
}

/* ---- the units ---- */

static void units(struct record *r)
{
    static const char *const columns[] = {"<Side", "<Unit", "<Quality", ">Left", ">Pins", "<State"};
    const struct game *g = r->g;

    page_heading(&r->page, 2, "The units at the end");
    page_table(&r->page, 6, columns);
    for (int side = 0; side < g->n_sides; side++)
        for (int i = 0; i < g->n_units; i++) {
            const struct unit *u = &g->unit[i];
            if (u->side != side)
                continue;
            page_cell(&r->page, "%s", g->side[side].name);
            page_cell(&r->page, "%s", u->name);
            page_cell(&r->page, "%s", quality_word[u->quality]);
            buf_clear(&r->text);
            tell_left(&r->text, u);
            page_cell(&r->page, "%s", r->text.s);
            if (u->destroyed)
                page_cell(&r->page, "%s", "");
            else
                page_cell(&r->page, "%d", u->pins);
            buf_clear(&r->text);
            tell_state(&r->text, g, u);
            page_cell(&r->page, "%s", buf_text(&r->text));
        }
    page_table_end(&r->page);
}

void report_game(const struct chronicle *c, enum page_form form, struct buf *b)
{
    struct record r = {.c = c, .g = &c->after[c->last]};

    page_begin(&r.page, form, b);
    head(&r);
    if (r.g->n_units) {
        sums(&r);
        units_lost(&r);
        calls(&r);
        turns(&r);
        units(&r);
    }
    page_end(&r.page);
    buf_free(&r.text);
}
