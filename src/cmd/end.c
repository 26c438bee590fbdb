/* The command end: the turn's end as it is answered. */
#include "base/json.h"
#include "cmd/play.h"
#include "game/turn.h"

#include <string.h>

/* The result first: the turn, and whether the game goes on. */
static void over_words(struct buf *b, const struct end_result *r)
{
    const struct length_result *l = &r->length;

    if (l->sudden)
        buf_addf(b, "Turn %d is over, and the game: what was to be held is lost. ", r->turn);
    else if (l->over && !l->die)
        buf_addf(b, "Turn %d is over, and the game. ", r->turn);
    else if (l->over)
        buf_addf(b, "Turn %d is over, and the game: rolled %d. ", r->turn, l->die);
    else if (l->die)
        buf_addf(b, "Turn %d is over, rolled %d: there is a turn %d. ", r->turn, l->die,
                 r->turn + 1);
    else
        buf_addf(b, "Turn %d is over. ", r->turn);
}

/* Who holds what, once the game is over or somebody has said it. */
static void holds_words(struct buf *b, const struct game *g, const struct length_result *l)
{
    if (!g->n_objectives || !(l->over || l->held))
        return;
    buf_add(b, "Held: ");
    objective_words(b, g);
    buf_add(b, ". ");
}

static bool end_decide(struct decision *d, void *args)
{
    end_result_free(args);
    return decide_end(d, args);
}

static void end_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct end_result *r = args;

    if (r->waiting)
        buf_addf(b, "Turn %d is ending. ", r->turn);
    else
        over_words(b, r);
    for (int i = 0; i < r->n; i++) {
        const struct end_unit *e = &r->unit[i];
        const struct unit *u = game_unit(d->g, e->unit);
        if (e->tried)
            buf_addf(b, "%s rolled %d: %s. ", u->name, e->shot_die,
                     e->waiting ? "it may fire" : "no shot");
        if (e->kept)
            buf_addf(b, "%s keeps %s", u->name, order_title((enum order)u->order));
        if (e->pins_removed)
            buf_addf(b, " and sheds %d pin%s (%d left)", e->pins_removed,
                     e->pins_removed == 1 ? "" : "s", u->pins);
        if (e->kept)
            buf_add(b, ". ");
    }
    if (!r->waiting)
        holds_words(b, d->g, &r->length);
    while (b->len && b->s[b->len - 1] == ' ')
        b->s[--b->len] = '\0';
    if (r->n_removed && b->len && b->s[b->len - 1] != '.')
        buf_addc(b, '.');
    for (int i = 0; i < r->n_removed; i++)
        buf_addf(b, " %s is lost, empty and near the enemy.",
                 game_unit(d->g, r->removed[i])->name);
}

static void names_json(struct cmd *c, const char *key, const int *unit, int n)
{
    json_open(&c->out, key, '[');
    for (int i = 0; i < n; i++)
        json_string(&c->out, NULL, game_unit(&c->s.game, unit[i])->name);
    json_close(&c->out, ']');
}

static void names_where(struct cmd *c, const char *key, const struct end_result *r, bool waiting)
{
    json_open(&c->out, key, '[');
    for (int i = 0; i < r->n; i++)
        if (waiting ? r->unit[i].waiting : r->unit[i].kept)
            json_string(&c->out, NULL, game_unit(&c->s.game, r->unit[i].unit)->name);
    json_close(&c->out, ']');
}

/* Whether the game is over, and what the scenario and its die have to do with it. */
static void length_json(struct buf *b, const struct end_result *r)
{
    const struct length_result *l = &r->length;

    json_bool(b, "game_over", l->over);
    if (!l->due)
        return;
    json_open(b, "length", '{');
    answer_faces(b, "rolled", &l->die, l->die ? 1 : 0);
    json_string(b, "result", l->over ? "over" : "another-turn");
    json_string(b, "rule", l->rule);
    json_close(b, '}');
}

static void waiting_reserve_json(struct cmd *c, bool over)
{
    const struct game *g = &c->s.game;

    if (!over)
        return;
    json_open(&c->out, "reserve", '[');
    for (int i = 0; i < g->n_units; i++)
        if (!g->unit[i].destroyed && g->unit[i].reserve)
            json_string(&c->out, NULL, g->unit[i].name);
    json_close(&c->out, ']');
}

static void end_json(struct cmd *c, const struct end_result *r)
{
    struct buf *b = &c->out;

    json_int(b, "turn", r->turn);
    names_where(c, "kept", r, false);
    json_open(b, "returned", '{');
    for (int i = 0; i < c->s.game.n_sides; i++)
        json_int(b, c->s.game.side[i].name, r->returned[i]);
    json_close(b, '}');
    names_json(c, "removed", r->removed, r->n_removed);
    if (r->n_unmeasured)
        names_json(c, "unmeasured", r->unmeasured, r->n_unmeasured);
    names_where(c, "waiting", r, true);
    json_open(b, "shots", '[');
    for (int i = 0; i < r->n; i++)
        if (r->unit[i].tried) {
            json_open(b, NULL, '{');
            json_string(b, "unit", game_unit(&c->s.game, r->unit[i].unit)->name);
            json_int(b, "rolled", r->unit[i].shot_die);
            json_bool(b, "may_fire", r->unit[i].waiting);
            json_close(b, '}');
        }
    json_close(b, ']');
    json_open(b, "pins_removed", '{');
    for (int i = 0; i < r->n; i++)
        if (r->unit[i].pins_removed)
            json_int(b, game_unit(&c->s.game, r->unit[i].unit)->name, r->unit[i].pins_removed);
    json_close(b, '}');
    length_json(b, r);
    objectives_json(b, "objectives", &c->s.game);
    bag_count_json(b, "dice", &c->s.game);
    waiting_reserve_json(c, r->length.over);
}

/* Units that are still in reserve when the game is over count as destroyed. */
static void reserve_text(struct cmd *c)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    for (int i = 0; i < g->n_units; i++)
        if (!g->unit[i].destroyed && g->unit[i].reserve)
            buf_addf(&line, "%s%s", line.len ? ", " : "", g->unit[i].name);
    if (line.len) {
        buf_add(&line, ": still in reserve, counts as destroyed");
        wrap_rule(c, line.s, "reserve.never");
    }
    buf_free(&line);
}

/* What follows the line of the answer: who may shoot, what was not said, where the dice are. */
static void end_text(struct cmd *c, const struct end_result *r)
{
    struct buf line = {0};

    for (int i = 0; i < r->n; i++)
        if (r->unit[i].waiting)
            buf_addf(&c->out, "  now: fire %s at TARGET, then end\n",
                     game_unit(&c->s.game, r->unit[i].unit)->name);
    for (int i = 0; i < r->n_unmeasured; i++) {
        const char *name = game_unit(&c->s.game, r->unmeasured[i])->name;
        buf_clear(&line);
        buf_addf(&line, "%s is empty: if an enemy is nearer than a friend, undo and say end "
                 "enemy.%s=N friend.%s=N   transport.empty-lost", name, name, name);
        wrap(c, 2, line.s);
    }
    buf_free(&line);
    if (r->waiting)
        return;
    if (r->length.rule && r->length.due)
        wrap_rule(c, r->length.over ? "to play on all the same: force WHY turn" : "as the die said",
                  r->length.rule);
    if (r->length.over)
        reserve_text(c);
    buf_add(&c->out, "  back in the bag: ");
    for (int i = 0; i < c->s.game.n_sides; i++)
        buf_addf(&c->out, "%s%s %d", i ? ", " : "", c->s.game.side[i].name, r->returned[i]);
    buf_addc(&c->out, '\n');
    buf_clear(&line);
    for (int i = 0; i < c->s.game.n_sides; i++) {
        buf_add(&line, i ? "; " : "");
        bag_count_words(&line, &c->s.game, i);
    }
    wrap(c, 2, line.s);
    buf_free(&line);
}

/* Facts of this end that had a use: of one in two parts each has its own. */
static fact_set end_used(const struct end_result *r)
{
    fact_set first = FACT_BIT(F_KEEP) | FACT_BIT(F_SHOOT),
             last = FACT_BIT(F_ENEMY) | FACT_BIT(F_FRIEND) | FACT_BIT(F_HOLD);

    return FACTS_DICE | (r->resumed ? 0 : first) | (r->waiting ? 0 : last);
}

bool run_end(struct cmd *c, struct call *call)
{
    struct end_result r = {0};
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, end_decide, end_says, &r, &d);

    call->used = end_used(&r);
    if (ok && c->json) {
        answer_open(c, "end");
        end_json(c, &r);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        end_says(&shown, &r, &line);
        answer_line(c, line.s);
        end_text(c, &r);
        answer_unused(c, call);
    }
    end_result_free(&r);
    buf_free(&line);
    session_done(&d);
    return ok;
}
