/* Moves, named terrain, smoke rounds, crews that change guns. */
#include "game/ground.h"

#include "base/json.h"
#include "cmd/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- move ---- */

struct move_args {
    int unit;
    double inches;
    struct move_result r;
};

static bool move_decide(struct decision *d, void *args)
{
    struct move_args *a = args;

    return decide_move(d, a->unit, a->inches, &a->r);
}

static void move_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct move_args *a = args;

    buf_addf(b, "%s moves %g\" (up to %g\").", game_unit(d->g, a->unit)->name, a->inches,
             a->r.allowed);
    for (int i = 0; i < a->r.n_taken; i++)
        buf_addf(b, " %s is removed.", game_unit(d->g, a->r.taken[i])->name);
    for (int i = 0; i < a->r.n_revealed; i++)
        buf_addf(b, "%s%s", i ? ", " : " Hidden no more: ",
                 game_unit(d->g, a->r.revealed[i])->name);
    if (a->r.n_revealed)
        buf_add(b, ".");
}

/* Without a number: how far it may go over that ground, on its order or on each. */
static bool move_ask(struct cmd *c, struct call *call)
{
    const struct unit *u = game_unit(&c->s.game, call->unit);
    const char *over = facts_has(&call->f, F_OVER) ? call->f.text[F_OVER] : "";
    struct move_result r[N_ORDERS];

    for (int order = ORDER_ADVANCE; order <= ORDER_RUN; order++) {
        struct barred bar;
        r[order].allowed =
            move_allowance(c->s.rs, &c->s.game, u, order, &call->f, &r[order]);
        if (!move_barred(c->s.rs, &c->s.game, u, order, over, &bar, &c->diag))
            return false;
        if (!bar.row || r[order].allowed <= 0)
            continue;
        r[order].allowed = 0;
        r[order].turns = 0;
        snprintf(r[order].rule, sizeof r[order].rule, "%s", bar.row->rule);
    }
    if (c->json) {
        answer_open(c, "move");
        json_string(&c->out, "unit", u->name);
        json_open(&c->out, "allowed", '{');
        for (int order = ORDER_ADVANCE; order <= ORDER_RUN; order++)
            json_number(&c->out, order_word[order], r[order].allowed);
        json_close(&c->out, '}');
        json_open(&c->out, "rules", '{');
        for (int order = ORDER_ADVANCE; order <= ORDER_RUN; order++)
            json_string(&c->out, order_word[order], r[order].rule);
        json_close(&c->out, '}');
        answer_unused(c, call);
        answer_close(c);
        return true;
    }
    for (int order = ORDER_ADVANCE; order <= ORDER_RUN; order++) {
        buf_addf(&c->out, STYLE_STRONG "%g\"" STYLE_PLAIN " on %s", r[order].allowed,
                 order_word[order]);
        if (u->type == TYPE_VEHICLE && r[order].allowed > 0)
            buf_addf(&c->out, ", %d turn%s of 90 degrees", r[order].turns,
                     r[order].turns == 1 ? "" : "s");
        if (*over)
            buf_addf(&c->out, " over %s", over);
        buf_addf(&c->out, STYLE_FAINT "   %s\n" STYLE_PLAIN, r[order].rule);
    }
    answer_unused(c, call);
    return true;
}

bool run_move(struct cmd *c, struct call *call)
{
    struct move_args a = {.unit = call->unit, .inches = call->f.range};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the unit"))
        return false;
    call->used = FACT_BIT(F_RANGE) | FACT_BIT(F_OVER) | FACT_BIT(F_ROAD) | FACT_BIT(F_REVERSE)
        | FACT_BIT(F_TURNS) | FACT_BIT(F_NEAR);
    if (!facts_has(&call->f, F_RANGE))
        return move_ask(c, call);
    bool ok = play(c, call, move_decide, move_says, &a, &d);
    if (ok && c->json) {
        answer_open(c, "move");
        json_string(&c->out, "unit", game_unit(&c->s.game, a.unit)->name);
        json_number(&c->out, "inches", a.inches);
        json_number(&c->out, "allowed", a.r.allowed);
        json_int(&c->out, "turns", a.r.turns);
        json_string(&c->out, "rule", a.r.rule);
        if (a.r.n_taken) {
            json_open(&c->out, "captured", '[');
            for (int i = 0; i < a.r.n_taken; i++)
                json_string(&c->out, NULL, game_unit(&c->s.game, a.r.taken[i])->name);
            json_close(&c->out, ']');
        }
        json_open(&c->out, "revealed", '[');
        for (int i = 0; i < a.r.n_revealed; i++)
            json_string(&c->out, NULL, game_unit(&c->s.game, a.r.revealed[i])->name);
        json_close(&c->out, ']');
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        move_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- terrain ---- */

struct terrain_args {
    const char *name, *ground;
    int cover;
    bool dense;
};

static bool terrain_decide(struct decision *d, void *args)
{
    const struct terrain_args *a = args;

    return decide_terrain(d, a->name, a->cover, a->dense, a->ground);
}

static void terrain_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct terrain_args *a = args;

    (void)d;
    buf_addf(b, "%s: %s%s, cover %s.", a->name, a->ground, a->dense ? ", dense" : "",
             cover_word[a->cover]);
}

static bool list_terrain(struct cmd *c)
{
    const struct game *g = &c->s.game;

    if (c->json) {
        answer_open(c, "terrain");
        json_open(&c->out, "terrain", '[');
    }
    for (int i = 0; i < g->n_features; i++) {
        const struct feature *f = &g->feature[i];
        if (!c->json) {
            buf_addf(&c->out, "  %s: %s%s, cover %s\n", f->name, f->ground,
                     f->dense ? ", dense" : "", cover_word[f->cover]);
            continue;
        }
        json_open(&c->out, NULL, '{');
        json_string(&c->out, "name", f->name);
        json_string(&c->out, "ground", f->ground);
        json_string(&c->out, "cover", cover_word[f->cover]);
        json_bool(&c->out, "dense", f->dense);
        json_close(&c->out, '}');
    }
    if (c->json) {
        json_close(&c->out, ']');
        answer_close(c);
    } else if (!g->n_features) {
        buf_add(&c->out, "No terrain is named yet: terrain orchard soft dense rough\n");
    }
    return true;
}

bool run_terrain(struct cmd *c, struct call *call)
{
    struct terrain_args a = {.ground = "open"};
    struct decision d;
    struct buf line = {0};
    const struct ruleset *rs;

    if (!session_refresh(&c->s, &c->diag))
        return false;
    rs = c->s.rs;
    if (!call->n_rest)
        return list_terrain(c);
    a.name = call->rest[0];
    for (int i = 1; i < call->n_rest; i++) {
        const char *word = call->rest[i];
        int cover = word_index(cover_word, 3, word);
        if (cover >= 0)
            a.cover = cover;
        else if (strcasecmp(word, "dense") == 0)
            a.dense = true;
        else if (ruleset_ground(rs, word, "infantry"))
            a.ground = word;
        else
            return diag_usage(&c->diag, "%.40s: say soft or hard, dense, and open, rough, "
                              "obstacle, anti-tank, building, road, water or impassable", word);
    }
    bool ok = play(c, call, terrain_decide, terrain_says, &a, &d);
    if (ok && c->json) {
        answer_open(c, "terrain");
        json_string(&c->out, "name", a.name);
        json_string(&c->out, "ground", a.ground);
        json_string(&c->out, "cover", cover_word[a.cover]);
        json_bool(&c->out, "dense", a.dense);
        answer_close(c);
    } else if (ok) {
        terrain_says(NULL, &a, &line);
        answer_line(c, line.s);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- smoke ---- */

struct smoke_args {
    int unit;
    struct smoke_result r;
};

static bool smoke_decide(struct decision *d, void *args)
{
    struct smoke_args *a = args;

    return decide_smoke(d, a->unit, &a->r);
}

static void smoke_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct smoke_args *a = args;
    const char *name = game_unit(d->g, a->unit)->name;

    if (a->r.score.under_minimum)
        buf_addf(b, "Smoke of %s: under the minimum of %d\".", name, a->r.score.under_minimum);
    else if (a->r.out_of_range)
        buf_addf(b, "Smoke of %s: out of range.", name);
    else
        buf_addf(b, "Smoke of %s: %s. Rolled %d, %d+ wanted; %d\" across at %s.", name,
                 a->r.hit ? "on the point" : "off", a->r.die, a->r.need, a->r.size, a->r.place);
    if (a->r.more)
        buf_addf(b, " %d more circle%s within 6\" of it.", a->r.more, a->r.more == 1 ? "" : "s");
}

bool run_smoke(struct cmd *c, struct call *call)
{
    struct smoke_args a = {.unit = call->unit};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the unit"))
        return false;
    bool ok = play(c, call, smoke_decide, smoke_says, &a, &d);
    call->used = FACTS_DICE | FACT_BIT(F_AT) | FACT_BIT(F_RANGE) | FACT_BIT(F_TO)
        | FACT_BIT(F_SHOT) | FACT_BIT(F_ZEROED);
    if (ok && c->json) {
        answer_open(c, "smoke");
        json_string(&c->out, "unit", game_unit(&c->s.game, a.unit)->name);
        json_int(&c->out, "need", a.r.need);
        if (a.r.die)
            json_int(&c->out, "rolled", a.r.die);
        else
            json_null(&c->out, "rolled");
        json_bool(&c->out, "hit", a.r.hit);
        answer_range(&c->out, &a.r.score);
        json_int(&c->out, "size", a.r.size);
        json_string(&c->out, "place", a.r.place);
        if (a.r.more_die) {
            json_int(&c->out, "circles_die", a.r.more_die);
            json_int(&c->out, "circles", 1 + a.r.more);
        }
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        smoke_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- crews ---- */

struct recrew_args {
    int from, to;
};

static bool recrew_decide(struct decision *d, void *args)
{
    const struct recrew_args *a = args;

    return decide_recrew(d, a->from, a->to);
}

static void recrew_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct recrew_args *a = args;

    buf_addf(b, "The crew of %s runs to %s. It has %d men now.", game_unit(d->g, a->from)->name,
             game_unit(d->g, a->to)->name, game_unit(d->g, a->to)->models);
}

bool run_recrew(struct cmd *c, struct call *call)
{
    struct recrew_args a = {call->unit, call->target};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the crew's gun")
        || !call_wants(c, call, call->target, "the gun to serve"))
        return false;
    bool ok = play(c, call, recrew_decide, recrew_says, &a, &d);
    call->used = FACT_BIT(F_RANGE) | FACT_BIT(F_MEN);
    if (ok && c->json) {
        answer_open(c, "recrew");
        json_string(&c->out, "unit", game_unit(&c->s.game, a.from)->name);
        json_string(&c->out, "target", game_unit(&c->s.game, a.to)->name);
        json_int(&c->out, "models", game_unit(&c->s.game, a.to)->models);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        recrew_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
