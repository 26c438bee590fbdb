/* What a turn leaves to the next. */
#include "game/turn.h"
#include "report/tell.h"

struct waits {
    const struct game *g;
    void (*each)(void *ctx, const char *what, const char *text);
    void *ctx;
};

static void wait_for(const struct waits *w, const char *what, struct buf *text)
{
    w->each(w->ctx, what, buf_text(text));
    buf_clear(text);
}

/* What is rolled for before the first die of that turn, in the order of the book. */
static void due(const struct waits *w, const struct game *g, int from)
{
    struct buf text = {0};

    for (int step = turn_due(g, from); step >= 0; step = turn_due(g, step + 1)) {
        if (step == STEP_LIGHT)
            buf_addf(&text, "to be rolled for, %s", g->dark ? "it is dark" : "all can see");
        else if (step == STEP_WIND)
            buf_add(&text, "to be rolled for, there is smoke");
        else
            buf_addf(&text, "%s, called by %s in turn %d", call_aim(g, step_call(step)),
                     game_unit(g, g->call[step_call(step)].observer)->name,
                     g->call[step_call(step)].turn);
        wait_for(w, step == STEP_LIGHT  ? "light"
                    : step == STEP_WIND ? "wind"
                                        : call_word[g->call[step_call(step)].kind],
                 &text);
    }
    buf_free(&text);
}

static void smoke(const struct waits *w)
{
    struct buf text = {0};

    for (int i = 0; i < w->g->n_smoke; i++) {
        buf_addf(&text, "at %s, %d\" across, since turn %d", w->g->smoke[i].place,
                 w->g->smoke[i].size, w->g->smoke[i].turn);
        wait_for(w, "smoke", &text);
    }
    buf_free(&text);
}

/* Units of which `holds` says something, as one line. */
static void units_that(const struct waits *w, const char *what,
                       const char *(*holds)(const struct game *g, const struct unit *u))
{
    struct buf text = {0};

    for (int i = 0; i < w->g->n_units; i++) {
        const struct unit *u = &w->g->unit[i];
        const char *more = u->destroyed ? NULL : holds(w->g, u);
        if (more)
            buf_addf(&text, "%s%s%s", text.len ? ", " : "", u->name, more);
    }
    if (text.len)
        wait_for(w, what, &text);
    buf_free(&text);
}

static const char *kept(const struct game *g, const struct unit *u)
{
    if (g->phase != GAME_BETWEEN || u->die != DIE_TABLE || u->abandoned)
        return NULL;
    return u->order == ORDER_AMBUSH ? " (Ambush)" : u->order == ORDER_DOWN ? " (Down)" : "";
}

static const char *in_ambush(const struct game *g, const struct unit *u)
{
    return g->phase == GAME_ORDERS && u->in_ambush ? "" : NULL;
}

static const char *last_shot(const struct game *g, const struct unit *u)
{
    (void)g;
    return u->waiting ? "" : NULL;
}

static const char *no_order(const struct game *g, const struct unit *u)
{
    return g->phase == GAME_ORDERS && u->die == DIE_BAG ? "" : NULL;
}

static const char *must_strike(const struct game *g, const struct unit *u)
{
    (void)g;
    return u->victim ? "" : NULL;
}

static const char *in_reserve(const struct game *g, const struct unit *u)
{
    (void)g;
    return u->reserve ? "" : NULL;
}

static const char *abandoned(const struct game *g, const struct unit *u)
{
    (void)g;
    return u->abandoned ? "" : NULL;
}

static const char *gunless(const struct game *g, const struct unit *u)
{
    (void)g;
    return u->gunless ? "" : NULL;
}

void tell_waiting(const struct chronicle *c, int turn,
                  void (*each)(void *ctx, const char *what, const char *text), void *ctx)
{
    const struct game *g = &c->after[turn];
    const struct waits w = {g, each, ctx};
    struct game next = {0};

    if (g->phase == GAME_FINISHED)
        return;
    units_that(&w, "no order yet", no_order);
    units_that(&w, "friendly fire due", must_strike);
    units_that(&w, "last shot", last_shot);
    units_that(&w, "in Ambush", in_ambush);
    units_that(&w, "dice kept", kept);
    game_copy(&next, g);
    if (g->phase != GAME_ARRIVING)
        next.turn++;
    due(&w, &next, g->phase == GAME_ARRIVING ? g->step : 0);
    game_free(&next);
    smoke(&w);
    units_that(&w, "reserve", in_reserve);
    units_that(&w, "abandoned", abandoned);
    units_that(&w, "crew, no gun", gunless);
}
