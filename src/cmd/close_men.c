/* Close quarters of men as a player reads them. */
#include "cmd/close_answer.h"

/* ---- words ---- */

static const char *casualties_word(int n)
{
    return n == 1 ? "casualty" : "casualties";
}

/* What the target did when they came; nothing when it did nothing. */
static void meeting_words(const struct game *g, const struct unit *who, const struct meeting *m,
                          struct buf *b)
{
    const struct fire_result *f = &m->fire;
    int dice = 0;

    if (m->escaped)
        buf_addf(b, " %s gets away, to %g\".", who->name, m->range);
    if (m->spotting.taken && !m->spotting.seen)
        buf_addf(b, " %s does not see them come.", who->name);
    if (!m->fired)
        return;
    for (int i = 0; i < f->n_groups; i++)
        dice += f->group[i].dice;
    buf_addf(b, " %s fires first: %d hit%s of %d", who->name, f->shots_hit,
             f->shots_hit == 1 ? "" : "s", dice);
    if (f->shots_hit)
        buf_addf(b, ", %d %s, %d pin%s", f->casualties, casualties_word(f->casualties),
                 f->pins_added, f->pins_added == 1 ? "" : "s");
    if (f->check.taken)
        buf_addf(b, "; morale check, %d or less: rolled %d+%d=%d", f->check.score.need,
                 f->check.rolled[0], f->check.rolled[1],
                 f->check.rolled[0] + f->check.rolled[1]);
    buf_addf(b, ".%s%s%s", f->destroyed ? " " : "",
             f->destroyed ? game_unit(g, f->target)->name : "", f->destroyed ? " is destroyed." : "");
}

/* Casualties of all rounds, the attackers' first. */
static void add_up(const struct assault_result *r, int sum[2])
{
    sum[0] = sum[1] = 0;
    for (int i = 0; i < r->n_rounds; i++) {
        sum[0] += r->round[i].attacker.casualties;
        sum[1] += r->round[i].defender.casualties;
    }
}

static void winner_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct unit *w = game_unit(g, r->winner);

    if (!w || w->destroyed)
        return;
    buf_addf(b, " %s: %d left, regroups up to %d\"", w->name, w->models, r->regroup);
    if (r->occupied)
        buf_addf(b, ", takes floor %d of %s", w->floor, w->building);
    buf_add(b, ".");
}

/* "Men assaults Foe and wins, 3 casualties to 1 in 2 rounds." */
static void fought_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    bool won = r->winner == r->unit;
    int sum[2];

    add_up(r, sum);
    if (r->fighter != r->target)
        buf_addf(b, ", fights %s from aboard it", game_unit(g, r->fighter)->name);
    if (!r->n_rounds)
        buf_add(b, ": nobody is left to fight");
    else if (!r->winner)
        buf_add(b, ": both are wiped out");
    else
        buf_addf(b, " and %s, %d %s to %d", won ? "wins" : "loses", sum[won ? 0 : 1],
                 casualties_word(sum[won ? 0 : 1]), sum[won ? 1 : 0]);
    if (r->n_rounds > 1)
        buf_addf(b, " in %d rounds", r->n_rounds);
    buf_add(b, ".");
}

void men_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct unit *u = game_unit(g, r->unit), *target = game_unit(g, r->target);

    buf_addf(b, "%s assaults %s", u->name, target->name);
    if (!r->reached)
        buf_addf(b, ": %g\" is too far, it goes %g\".",
                 r->meeting.escaped ? r->meeting.range : r->range, r->moved);
    else if (r->spotting.taken && !r->spotting.seen) {
        buf_add(b, ": ");
        spotting_words(&r->spotting, b);
    } else if (r->stopped)
        buf_addf(b, ": fire stops it%s.", u->destroyed ? "" : ", it goes no further");
    else
        fought_words(g, r, b);
    meeting_words(g, target, &r->meeting, b);
    for (int i = 0; i < r->n_destroyed; i++)
        if (!r->stopped)
            buf_addf(b, " %s is destroyed.", game_unit(g, r->destroyed[i])->name);
    winner_words(g, r, b);
}

/* ---- lines ---- */

static void faces(struct buf *b, const char *before, const signed char *face, int n)
{
    for (int i = 0; i < n; i++)
        buf_addf(b, "%s %d", i ? "" : before, face[i]);
}

static void blow_line(struct cmd *c, const struct unit *u, const struct unit *enemy, int round,
                      bool together, const struct blows *s, const char *rule)
{
    struct buf line = {0};

    if (!s->dice)
        return;
    buf_addf(&line, "round %d%s: %s, %d %s at %d+:", round, together ? ", at once" : "", u->name,
             s->dice, s->dice == 1 ? "die" : "dice", s->need);
    faces(&line, "", s->rolled, s->dice);
    faces(&line, "; sixes again:", s->sixes, s->n_sixes);
    faces(&line, "; tough fighters' second:", s->second, s->n_second);
    faces(&line, "; sixes again:", s->second_sixes, s->n_second_sixes);
    buf_addf(&line, "; %d %s", s->casualties, casualties_word(s->casualties));
    if (s->exceptional)
        buf_addf(&line, ", %d exceptional", s->exceptional);
    if (s->leader_lost)
        buf_addf(&line, ", the leader of %s falls", enemy->name);
    if (s->leader_saved)
        buf_addf(&line, ", another man of %s takes over", enemy->name);
    if (s->green_die)
        buf_addf(&line, "; green troops rolled %d", s->green_die);
    close_line(c, line.s, rule);
    buf_free(&line);
}

/* Why the round ended so, with the rule. */
static void verdict_line(struct cmd *c, const struct assault_result *r, int i)
{
    const struct unit *fanatics = game_unit(&c->s.game, r->round[i].spared);
    struct buf line = {0};

    if (fanatics) {
        buf_addf(&line, "%s is beaten and fights on", fanatics->name);
        close_line(c, line.s, "special.fanatic.cq-draw");
    } else if (i + 1 < r->n_rounds) {
        close_line(c, "a draw: they fight on, both at once", "cq.draw");
    } else if (!r->winner) {
        close_line(c, "winners must be alive", "cq.wiped-out");
    } else {
        buf_addf(&line, "%s wins, the other unit is destroyed",
                 game_unit(&c->s.game, r->winner)->name);
        close_line(c, line.s, "cq.loser");
    }
    buf_free(&line);
}

static void regroup_line(struct cmd *c, const struct assault_result *r)
{
    struct buf line = {0};

    if (!r->n_regroup)
        return;
    buf_add(&line, "regroup:");
    faces(&line, "", r->regroup_die, r->n_regroup);
    close_line(c, line.s, r->occupied ? "building.assault.take" : "cq.regroup");
    buf_free(&line);
}

void men_lines(struct cmd *c, const struct assault_result *r)
{
    const struct unit *u = game_unit(&c->s.game, r->unit);
    const struct unit *fighter = game_unit(&c->s.game, r->fighter);

    spotting_line(c, &r->spotting);
    spotting_line(c, &r->meeting.spotting);
    if (r->meeting.fired)
        fire_lines(c, &r->meeting.fire);
    if (!r->reached)
        buf_addf(&c->out, STYLE_FAINT "  it reaches %g\", nobody fights   %s\n" STYLE_PLAIN,
                 r->limit, r->limit_rule);
    for (int i = 0; i < r->n_rounds; i++) {
        const struct assault_round *round = &r->round[i];
        const char *why = i == 0 && r->simultaneous_rule ? r->simultaneous_rule : "cq.draw";
        blow_line(c, u, fighter, i + 1, round->simultaneous, &round->attacker,
                  round->simultaneous ? why : "cq.attacks");
        blow_line(c, fighter, u, i + 1, round->simultaneous, &round->defender,
                  round->simultaneous ? why : "cq.fight-back");
        verdict_line(c, r, i);
    }
    regroup_line(c, r);
}
