/* The command due: what is still to come, as game/due.h has it. */
#include "base/json.h"
#include "cmd/play.h"
#include "game/due.h"

struct listing {
    struct cmd *c;
    const struct game *g;
    const char *when;
    bool skip_reserve; /* it was told for this turn already */
    int n;
};

/* What a line of due says: the words of the older ones are kept by scripts. */
static const char *const what_word[N_DUE_KINDS] = {
    [DUE_LIGHT] = "light",
    [DUE_WIND] = "wind",
    [DUE_RESERVE] = "reserve",
    [DUE_AMBUSH] = "Ambush",
    [DUE_DOWN] = "Down",
    [DUE_SHOT] = "last shot",
    [DUE_SHED] = "kept Down",
    [DUE_EMPTY] = "empty transport",
    [DUE_GUNLESS] = "crew without a gun",
    [DUE_BASES] = "objectives",
    [DUE_LENGTH] = "game length",
    [DUE_LAST] = "the game is over",
    [DUE_OBJECTIVES] = "objectives",
    [DUE_NEVER] = "still in reserve",
};

/* What a person is told to do about it; "" where the words say it all. */
static const char *advice(const struct game *g, const struct due *due)
{
    const struct unit *u = game_unit(g, due->of);

    switch (due->kind) {
    case DUE_RESERVE:
        return ", may try to come on";
    case DUE_AMBUSH:
        return ", keep it or try a last shot on a 4+";
    case DUE_DOWN:
        return !u->pins ? ", may be kept" : u->pins == 1 ? ", kept it sheds its pin"
                                                         : ", kept it sheds D3 pins";
    case DUE_SHOT:
        return ", fires now, or end again";
    case DUE_SHED:
        return u->pins == 1 ? ", sheds its pin" : ", sheds D3 pins";
    case DUE_EMPTY:
        return ", lost when an enemy is nearer than a friend";
    case DUE_GUNLESS:
        return " is removed";
    case DUE_BASES:
        return ": who holds them?";
    case DUE_LENGTH:
        return ", a die: on 1-3 it is over";
    case DUE_OBJECTIVES:
        return ": who holds them, if the game is over?";
    case DUE_NEVER:
        return ", counts as destroyed if the game is over";
    default:
        return "";
    }
}

static void due_line(void *ctx, const struct due *due)
{
    struct listing *l = ctx;
    struct buf *b = &l->c->out;
    bool call = due->kind == DUE_CALL;
    enum call_kind kind = call ? l->g->call[due->of].kind : CALL_BARRAGE;
    const char *what = !call ? what_word[due->kind]
        : l->c->json         ? call_word[kind] : call_title[kind];
    const char *name = call ? call_aim(l->g, due->of)
        : due->of ? game_unit(l->g, due->of)->name : NULL;

    if (due->kind == DUE_RESERVE && l->skip_reserve && game_unit(&l->c->s.game, due->of)->die
            == DIE_BAG)
        return;
    l->n++;
    if (l->c->json) {
        json_open(b, NULL, '{');
        json_string(b, "when", l->when);
        json_string(b, "what", what);
        json_string(b, "of", name);
        json_string(b, "rule", due->rule);
        json_close(b, '}');
        return;
    }
    struct buf line = {0};
    buf_addf(&line, "%s: %s%s%s%s", l->when, what, name ? " " : "", name ? name : "",
             advice(l->g, due));
    wrap_rule(l->c, line.s, due->rule);
    buf_free(&line);
}

/* What the next turn will bring, as far as it is known: on a copy of the record. */
static void next_turn(const struct listing *list, const struct game *g)
{
    struct listing after = *list, *l = &after;
    struct game next = {0};
    bool now = g->phase == GAME_BETWEEN || g->phase == GAME_SETUP;

    if (g->phase == GAME_ARRIVING || g->phase == GAME_FINISHED || g->over
        || (!now && due_of_game(l->c->s.rs, g, DUE_LAST)))
        return;
    game_copy(&next, g);
    next.turn++;
    for (int i = 0; i < next.n_units; i++)
        if (next.unit[i].reserve && !next.unit[i].destroyed)
            next.unit[i].die = DIE_BAG; /* whatever it does now, unless it comes on */
    l->g = &next;
    l->when = now ? "turn" : "next turn";
    l->skip_reserve = !now && g->turn >= game_reserve_turn(l->c->s.rs, g);
    due_at_start(l->c->s.rs, &next, STEP_LIGHT, due_line, l);
    game_free(&next);
}

void due_rolls(struct cmd *c)
{
    const struct game *g = &c->s.game;
    struct listing l = {.c = c, .g = g, .when = "now"};

    if (g->phase == GAME_ARRIVING)
        due_at_start(c->s.rs, g, g->step, due_line, &l);
    next_turn(&l, g);
}

bool run_due(struct cmd *c, struct call *call)
{
    const struct game *g = &c->s.game;
    struct listing l = {.c = c, .g = g};

    (void)call;
    if (!session_refresh(&c->s, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "due");
        json_open(&c->out, "due", '[');
    }
    if (g->phase == GAME_ARRIVING || g->phase == GAME_ORDERS) {
        l.when = g->phase == GAME_ARRIVING ? "now" : "this turn";
        due_at_start(c->s.rs, g, g->phase == GAME_ARRIVING ? g->step : STEP_END,
                     due_line, &l);
    }
    if (g->phase == GAME_ARRIVING || g->phase == GAME_ORDERS || g->phase == GAME_ENDING) {
        l.when = "end";
        due_at_end(c->s.rs, g, due_line, &l);
    }
    next_turn(&l, g);
    if (c->json) {
        json_close(&c->out, ']');
        answer_close(c);
    } else if (!l.n) {
        buf_add(&c->out, g->over ? "Nothing is due: the game is over.\n" : "Nothing is due.\n");
    }
    return true;
}
