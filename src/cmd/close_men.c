/* Close quarters of men as a player reads them. */
#include "cmd/close_answer.h"

static const char *name_of(const struct game *g, int unit)
{
    return game_unit(g, unit)->name;
}

/* Men that each side lost, over all rounds: to the other's blows. */
static void losses(const struct assault_result *r, int lost[2])
{
    lost[0] = lost[1] = 0;
    for (int i = 0; i < r->n_rounds; i++) {
        lost[0] += r->round[i].defender.casualties;
        lost[1] += r->round[i].attacker.casualties;
    }
}

/* "Grens wins, 2 lost; Rifles is destroyed." */
static void outcome(const struct game *g, const struct assault_result *r, struct buf *b)
{
    int lost[2];

    losses(r, lost);
    if (!r->winner) {
        buf_addf(b, "nobody is left (%d and %d fell)", lost[0], lost[1]);
    } else {
        bool attacker = r->winner == r->unit;
        buf_addf(b, "%s wins, %d lost, %d struck down", name_of(g, r->winner),
                 lost[attacker ? 0 : 1], lost[attacker ? 1 : 0]);
    }
    if (r->n_rounds > 1)
        buf_addf(b, " in %d rounds", r->n_rounds);
    buf_add(b, ".");
    for (int i = 0; i < r->n_destroyed; i++)
        buf_addf(b, " %s is destroyed.", name_of(g, r->destroyed[i]));
    if (r->n_regroup && r->winner)
        buf_addf(b, " %s regroups up to %d\"%s.", name_of(g, r->winner), r->regroup,
                 r->occupied ? " and takes the floor" : "");
}

void men_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    buf_addf(b, "%s assaults %s: ", name_of(g, r->unit), name_of(g, r->target));
    if (r->meeting.escaped)
        buf_addf(b, "it gets away to %g\"; ", r->meeting.range);
    if (!r->reached)
        buf_addf(b, "too far, they go %g\".", r->moved);
    else if (r->stopped)
        buf_addf(b, game_unit(g, r->unit)->destroyed ? "destroyed by their fire."
                                                     : "stopped by their fire.");
    else
        outcome(g, r, b);
}

static void faces(struct buf *b, const signed char *face, int n)
{
    for (int i = 0; i < n; i++)
        buf_addf(b, " %d", face[i]);
}

static void blows_line(struct buf *b, const char *name, const struct blows *s)
{
    buf_addf(b, "%s: %d at %d+, rolled", name, s->dice, s->need);
    faces(b, s->rolled, s->dice);
    if (s->n_sixes)
        buf_add(b, "; sixes again:");
    faces(b, s->sixes, s->n_sixes);
    if (s->n_second)
        buf_add(b, "; second rolls:");
    faces(b, s->second, s->n_second);
    if (s->n_second_sixes)
        buf_add(b, "; their sixes:");
    faces(b, s->second_sixes, s->n_second_sixes);
    buf_addf(b, ": %d fall%s", s->casualties, s->casualties == 1 ? "s" : "");
}

static void faint(struct cmd *c, struct buf *line)
{
    buf_add(&c->out, STYLE_FAINT);
    wrap(c, 2, buf_text(line));
    buf_add(&c->out, STYLE_PLAIN);
    buf_clear(line);
}

void men_lines(struct cmd *c, const struct assault_result *r)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    if (r->meeting.fired) {
        fire_words(g, &r->meeting.fire, &line);
        buf_add(&line, "   cq.react.fire");
        faint(c, &line);
        fire_lines(c, &r->meeting.fire);
    }
    if (!r->reached) {
        buf_addf(&line, "%g\" is over %g\"   %s", r->meeting.range, r->limit, r->limit_rule);
        faint(c, &line);
    }
    for (int i = 0; i < r->n_rounds; i++) {
        const struct assault_round *round = &r->round[i];
        const char *rule = !round->simultaneous ? "cq.attacks"
            : i == 0 && r->simultaneous_rule    ? r->simultaneous_rule
                                                : "cq.draw";
        blows_line(&line, name_of(g, r->unit), &round->attacker);
        buf_addf(&line, "   %s", rule);
        faint(c, &line);
        if (round->defender.dice) {
            blows_line(&line, name_of(g, r->fighter), &round->defender);
            buf_addf(&line, "   %s", round->simultaneous ? rule : "cq.fight-back");
            faint(c, &line);
        }
        if (round->spared) {
            buf_addf(&line, "%s is fanatic and fights on   special.fanatic.cq-draw",
                     name_of(g, round->spared));
            faint(c, &line);
        }
    }
    buf_free(&line);
}
