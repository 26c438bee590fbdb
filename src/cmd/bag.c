/* The bag and the objectives: what lies where, and who holds what. */
#include "base/json.h"
#include "cmd/play.h"
#include "game/objective.h"

#include <stdlib.h>
#include <string.h>

/* ---- where the dice are (turn.dice-loss.display: the lost ones lie where both see them) ---- */

struct dice_count {
    int bag, table, lost, units; /* those on the table with the abandoned */
    int abandoned, drawn;
    int off; /* units less dice: the record itself does not add up */
};

static struct dice_count count_dice(const struct game *g, int side)
{
    struct dice_count n = {.bag = game_bag(g, side), .drawn = g->drawn == side};

    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        if (u->side != side)
            continue;
        n.units++;
        n.table += u->die == DIE_TABLE;
        n.lost += u->die == DIE_LOST;
        n.abandoned += u->die == DIE_TABLE && u->abandoned;
    }
    n.off = n.units - n.bag - n.table - n.lost - n.drawn;
    return n;
}

void bag_count_json(struct buf *b, const char *key, const struct game *g)
{
    json_open(b, key, '{');
    for (int i = 0; i < g->n_sides; i++) {
        struct dice_count n = count_dice(g, i);
        json_open(b, g->side[i].name, '{');
        json_int(b, "bag", n.bag);
        json_int(b, "kept", n.table);
        json_int(b, "lost", n.lost);
        json_int(b, "units", n.units);
        if (n.abandoned)
            json_int(b, "abandoned", n.abandoned);
        if (n.drawn)
            json_int(b, "drawn", n.drawn);
        if (n.off)
            json_int(b, "off", n.off);
        json_close(b, '}');
    }
    json_close(b, '}');
}

/* The names of those units of a side whose die is in one place. */
static void die_names(struct buf *b, const struct game *g, int side, int die, bool abandoned,
                      const char *title)
{
    bool any = false;

    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        if (u->side != side || u->die != die || (die == DIE_TABLE && u->abandoned != abandoned))
            continue;
        buf_addf(b, "%s%s", any ? ", " : title, u->name);
        if (die == DIE_TABLE && !abandoned)
            buf_addf(b, " (%s)", order_title((enum order)u->order));
        any = true;
    }
    buf_add(b, any ? "; " : "");
}

/* The dice that are not in the bag, and why. */
static void not_in_bag(struct buf *b, const struct game *g, int side)
{
    size_t from = b->len;

    if (g->drawn == side)
        buf_add(b, "one drawn and not used; ");
    die_names(b, g, side, DIE_TABLE, false, "on the table ");
    die_names(b, g, side, DIE_TABLE, true, "beside an abandoned gun ");
    die_names(b, g, side, DIE_LOST, false, "lost with ");
    if (b->len > from)
        b->s[b->len -= 2] = '\0';
    else
        buf_add(b, "nothing");
}

void bag_count_words(struct buf *b, const struct game *g, int side)
{
    struct dice_count n = count_dice(g, side);

    buf_addf(b, "%s %d in the bag", g->side[side].name, n.bag);
    if (n.drawn)
        buf_addf(b, ", %d drawn", n.drawn);
    if (n.table > n.abandoned)
        buf_addf(b, ", %d %s", n.table - n.abandoned, g->phase == GAME_BETWEEN ? "kept"
                                                                              : "on the table");
    if (n.abandoned)
        buf_addf(b, ", %d beside a gun without crew", n.abandoned);
    if (n.lost)
        buf_addf(b, ", %d lost", n.lost);
    if (n.units != n.bag)
        buf_addf(b, ", of %d", n.units);
    if (n.off)
        buf_add(b, ", which does not add up: a die was drawn that no unit can use");
}

/* ---- bag ---- */

/* A real bag was counted: is it as the record has it, and if not, what lies elsewhere? */
static void compare_bag(struct cmd *c, int side, int counted)
{
    const struct game *g = &c->s.game;
    int bag = game_bag(g, side), off = abs(counted - bag);
    struct buf line = {0}, out = {0}, in = {0};

    not_in_bag(&out, g, side);
    die_names(&in, g, side, DIE_BAG, false, "");
    if (in.len)
        in.s[in.len -= 2] = '\0';
    if (counted == bag)
        buf_addf(&line, "%s: %d counted, as in the record. Not in the bag: %s.",
                 g->side[side].name, counted, out.s);
    else
        buf_addf(&line, "%s: %d counted, %d too %s, the record has %d. Not in the bag: %s. In the "
                 "bag: %s.", g->side[side].name, counted, off, counted > bag ? "many" : "few", bag,
                 out.s, in.len ? in.s : "nobody's");
    if (c->json) {
        json_open(&c->out, "counted", '{');
        json_string(&c->out, "side", g->side[side].name);
        json_int(&c->out, "counted", counted);
        json_int(&c->out, "record", bag);
        json_int(&c->out, "difference", counted - bag);
        json_bool(&c->out, "right", counted == bag);
        json_string(&c->out, "says", line.s);
        json_string(&c->out, "rule", "turn.bag.setup");
        json_close(&c->out, '}');
    } else {
        buf_addf(&line, STYLE_FAINT " turn.bag.setup" STYLE_PLAIN);
        answer_line(c, line.s);
    }
    buf_free(&line);
    buf_free(&out);
    buf_free(&in);
}

static void side_bag(struct cmd *c, int side)
{
    struct buf line = {0};

    bag_count_words(&line, &c->s.game, side);
    buf_add(&line, ". Not in the bag: ");
    not_in_bag(&line, &c->s.game, side);
    buf_addc(&line, '.');
    answer_line(c, line.s);
    buf_free(&line);
}

bool run_bag(struct cmd *c, struct call *call)
{
    struct buf line = {0};

    if (!session_refresh(&c->s, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "bag");
        answer_bag(&c->out, "bag", &c->s.game);
        bag_count_json(&c->out, "dice", &c->s.game);
        if (call->number >= 0)
            compare_bag(c, call->side, call->number);
        answer_close(c);
    } else if (call->number >= 0) {
        compare_bag(c, call->side, call->number);
    } else if (call->side >= 0) {
        side_bag(c, call->side);
    } else {
        buf_add(&line, "In the bag: ");
        bag_words(&line, &c->s.game);
        answer_line(c, line.s);
    }
    buf_free(&line);
    return true;
}

/* ---- objectives ---- */

void objective_words(struct buf *b, const struct game *g)
{
    for (int i = 0; i < g->n_objectives; i++) {
        const struct objective *o = &g->objective[i];
        buf_addf(b, "%s%s %s", i ? ", " : "", o->name,
                 o->side < 0 ? "nobody" : g->side[o->side].name);
    }
}

void objectives_json(struct buf *b, const char *key, const struct game *g)
{
    if (!g->n_objectives)
        return;
    json_open(b, key, '{');
    for (int i = 0; i < g->n_objectives; i++)
        json_string(b, g->objective[i].name,
                    g->objective[i].side < 0 ? NULL : g->side[g->objective[i].side].name);
    json_close(b, '}');
}

struct objective_args {
    const char *name;
    int side;
};

static bool objective_decide(struct decision *d, void *args)
{
    const struct objective_args *a = args;

    return decide_objective(d, a->name, a->side);
}

static void objective_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct objective_args *a = args;

    buf_addf(b, "Objective %s: %s.", a->name,
             a->side < 0 ? "nobody holds it" : d->g->side[a->side].name);
}

/* Without a name: what there is, and the rule of holding it. */
static void list_objectives(struct cmd *c)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    if (!g->n_objectives) {
        buf_add(&c->out, "No objective is named yet: objective crossroads axis\n");
        return;
    }
    buf_add(&line, "Held: ");
    objective_words(&line, g);
    buf_addf(&line, ". " STYLE_FAINT "  %s" STYLE_PLAIN, objective_rule(c->s.rs, g));
    answer_line(c, line.s);
    buf_free(&line);
}

bool run_objective(struct cmd *c, struct call *call)
{
    struct objective_args a = {call->name, call->side};
    struct decision d = {0};
    struct buf line = {0};
    bool ok = session_refresh(&c->s, &c->diag);

    if (ok && call->name)
        ok = play(c, call, objective_decide, objective_says, &a, &d);
    if (ok && c->json) {
        answer_open(c, "objective");
        if (call->name)
            json_string(&c->out, "objective", call->name);
        objectives_json(&c->out, "objectives", &c->s.game);
        json_string(&c->out, "rule", objective_rule(c->s.rs, &c->s.game));
        json_open(&c->out, "rules", '{');
        for (int i = 0; i < c->s.game.n_objectives; i++)
            json_string(&c->out, c->s.game.objective[i].name,
                        objective_rule_of(c->s.rs, &c->s.game, i));
        json_close(&c->out, '}');
        answer_close(c);
    } else if (ok && call->name) {
        struct decision shown = {.g = &c->s.game};
        objective_says(&shown, &a, &line);
        answer_line(c, line.s);
    } else if (ok) {
        list_objectives(c);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
