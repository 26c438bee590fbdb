/* The reports as fields for programs. */
#include "report/report.h"

#include "base/json.h"
#include "report/tell.h"

static void side_losses(const struct chronicle *c, int turn, struct buf *b)
{
    const struct game *g = &c->after[turn < 0 ? c->last : turn];

    json_open(b, "losses", '{');
    for (int side = 0; side < g->n_sides; side++) {
        json_open(b, g->side[side].name, '{');
        json_int(b, "units", chronicle_units_lost(c, turn, side));
        json_int(b, "men", chronicle_men_lost(c, turn, side));
        json_close(b, '}');
    }
    json_close(b, '}');
}

static void one_die(const struct chronicle *c, const struct drawn *d, struct buf *b)
{
    const struct game *g = &c->after[d->turn];

    json_open(b, NULL, '{');
    if (d->number)
        json_int(b, "n", d->number);
    else
        json_null(b, "n");
    json_string(b, "side", g->side[d->side].name);
    json_string(b, "unit", d->unit ? game_unit(g, d->unit)->name : NULL);
    json_string(b, "asked", d->unit && d->asked >= 0 ? order_word[d->asked] : NULL);
    json_string(b, "result", d->unit ? order_word[d->shown] : NULL);
    json_bool(b, "reaction", d->unit && d->asked < 0);
    json_string(b, "called_by", d->snapper ? game_unit(g, d->snapper)->name : NULL);
    json_bool(b, "virtual", d->is_virtual);
    if (d->need) {
        json_open(b, "test", '{');
        json_int(b, "value", d->need);
        json_int(b, "total", d->rolled);
        json_close(b, '}');
    } else {
        json_null(b, "test");
    }
    json_close(b, '}');
}

static void all_dice(const struct chronicle *c, int turn, struct buf *b)
{
    json_open(b, "drawn", '[');
    for (int i = 0; i < c->n_drawn; i++)
        if (c->drawn[i].turn == turn)
            one_die(c, &c->drawn[i], b);
    json_close(b, ']');
}

static void fallen(const struct chronicle *c, int turn, struct buf *b)
{
    const struct game *g = &c->after[c->last];
    struct buf how = {0};

    json_open(b, "fallen", '[');
    for (int i = 0; i < c->n_falls; i++) {
        const struct fall *f = &c->fall[i];
        if (f->turn < 0 || (turn >= 0 && f->turn != turn))
            continue;
        buf_clear(&how);
        tell_fall(&how, c, f);
        json_open(b, NULL, '{');
        json_string(b, "unit", g->unit[i].name);
        json_string(b, "side", g->side[g->unit[i].side].name);
        json_int(b, "turn", f->turn);
        json_string(b, "by", f->killer ? game_unit(g, f->killer)->name : NULL);
        json_string(b, "how", how.s);
        json_close(b, '}');
    }
    json_close(b, ']');
    buf_free(&how);
}

static void all_units(const struct chronicle *c, int turn, struct buf *b)
{
    const struct game *g = &c->after[turn < 0 ? c->last : turn];

    json_open(b, "units", '[');
    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        json_open(b, NULL, '{');
        json_string(b, "name", u->name);
        json_string(b, "side", g->side[u->side].name);
        json_int(b, "models", u->models);
        json_int(b, "men", u->men);
        json_int(b, "pins", u->pins);
        json_string(b, "order", u->order && !u->destroyed ? order_word[u->order] : NULL);
        json_bool(b, "destroyed", u->destroyed || u->gunless); /* as show has it */
        if (turn >= 0) {
            struct tally t = chronicle_tally(c, turn, u->id);
            json_int(b, "lost", t.men);
            json_int(b, "pins_gained", t.gained);
            json_int(b, "pins_shed", t.shed);
        }
        json_close(b, '}');
    }
    json_close(b, ']');
}

static void one_wait(void *ctx, const char *what, const char *text)
{
    json_open(ctx, NULL, '{');
    json_string(ctx, "what", what);
    json_string(ctx, "of", text);
    json_close(ctx, '}');
}

static void calls(const struct chronicle *c, struct buf *b)
{
    const struct game *g = &c->after[c->last];

    json_open(b, "calls", '[');
    for (int i = 0; i < g->n_calls; i++) {
        const struct outcome *o = &c->outcome[i];
        json_open(b, NULL, '{');
        json_string(b, "kind", call_word[g->call[i].kind]);
        json_string(b, "by", game_unit(g, g->call[i].observer)->name);
        json_string(b, "at", call_aim(g, i));
        json_int(b, "called", g->call[i].turn);
        json_int(b, "tries", o->tries);
        if (o->came < 0)
            json_null(b, "came");
        else
            json_int(b, "came", o->came);
        json_bool(b, "wasted", o->wasted);
        json_bool(b, "stopped", o->stopped);
        json_int(b, "units", o->units);
        json_int(b, "men", o->men);
        json_int(b, "pins", o->pins);
        json_int(b, "destroyed", o->destroyed);
        json_close(b, '}');
    }
    json_close(b, ']');
}

static void turn_sums(const struct chronicle *c, struct buf *b)
{
    json_open(b, "turns", '[');
    for (int turn = 1; turn <= c->last; turn++) {
        json_open(b, NULL, '{');
        json_int(b, "turn", turn);
        side_losses(c, turn, b);
        json_close(b, '}');
    }
    json_close(b, ']');
}

void report_json(const struct chronicle *c, int turn, struct buf *b)
{
    json_int(b, "turn", turn < 0 ? c->last : turn);
    json_bool(b, "game", turn < 0);
    side_losses(c, turn, b);
    fallen(c, turn, b);
    if (turn >= 0) {
        all_dice(c, turn, b);
        json_open(b, "waiting", '[');
        tell_waiting(c, turn, one_wait, b);
        json_close(b, ']');
    } else {
        calls(c, b);
        turn_sums(c, b);
    }
    all_units(c, turn, b);
}
