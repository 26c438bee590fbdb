/* A fight at close quarters as a chain of rounds.

   A side is a row of men in its owner's order, each tough or plain; losses take them from the
   front, exceptional damage from the back. What is left of such a row is a state, of which there
   are few: n + 1 where all men are alike, the products of plain and tough ones else. A round leads
   from a pair of states to pairs with fewer men, or it changes nothing: with r the chance of that,
   a pair that is come to with chance p is left with chance p / (1 - r) sooner or later. So one
   pass over the pairs, most men first, sums all series of draws however long.

   The kills of a die are 0 or 1, those of a tough fighter 0, 1 or 2 (special.tough.extra): with q
   the chance to kill, 1 - q, q (1 - q), q q. Each kill by itself is exceptional with 1/36 of all
   dice, so with 1 / (36 q) of the kills. */
#include "rules/melee.h"

#include "base/mem.h"
#include "odds/chance.h"

#include <stdlib.h>
#include <string.h>

/* What doubles cannot tell from 0 beside 1: a chance under it is left out. */
#define NOTHING 1e-22

enum { ATTACKER, DEFENDER };

/* Green troops before their first loss or after a middling die; those who turned regular; those
   who were shaken. */
enum { STEADY, REGULAR, SHAKEN, TEMPERS };

/* What is left of a side, without its temper. */
struct state {
    uint64_t tough;
    int men;
    bool leader;     /* the last man leads and may yet be saved */
    int front, back; /* the state without its first man; without its last */
};

/* All states of one side, most men first. A number of a state with its temper is
   state * tempers + temper. */
struct ranks {
    const struct melee_side *is;
    struct state *state;
    int n, room, tempers;
    int first[FIGHT_MOST + 2]; /* the first state with men = models - i */
    double *kills;             /* of each state, at both scores: chances of 0 to most kills */
    bool *known;
    int most;                  /* kills that are told apart: the models of the other side */
};

/* Where one side's strike leads the other, by number; and summed by casualties. */
struct row {
    int from;
    double *p;
    double lost[FIGHT_MOST + 1];
};

struct fight {
    struct ranks side[2];
    struct row row[2];
    double (*part[2])[FIGHT_MOST + 1][FIGHT_MOST + 1]; /* [side][score][k][e]: e of k kills at that
                                                          side are exceptional; NULL: no matter */
    double *mass;
    bool first;
    struct melee *m;
};

uint64_t melee_tough(int n, int tough)
{
    uint64_t men = ((uint64_t)1 << n) - 1;

    return tough >= n ? men : men & ~(((uint64_t)1 << (n - tough)) - 1);
}

/* ---- states ---- */

static bool all_alike(uint64_t tough, int men)
{
    return tough == 0 || tough == ((uint64_t)1 << men) - 1;
}

/* Finds or adds a state among those from `from` on, which have as many men. */
static int state_of(struct ranks *r, int from, uint64_t tough, int men, bool leader)
{
    leader = leader && !all_alike(tough, men);
    for (int i = from; i < r->n; i++)
        if (r->state[i].tough == tough && r->state[i].leader == leader)
            return i;
    if (r->n == r->room) {
        r->state = mem_grow(r->state, (size_t)r->room, (size_t)(2 * r->room + 16),
                            sizeof *r->state);
        r->room = 2 * r->room + 16;
    }
    r->state[r->n] = (struct state){.tough = tough, .men = men, .leader = leader};
    return r->n++;
}

static void add_states(struct ranks *r)
{
    int models = r->is->models;

    state_of(r, 0, r->is->tough, models, r->is->leader_saved > 0);
    for (int i = 0; i < models; i++) {
        int begin = r->first[i], end = r->n;
        r->first[i + 1] = end;
        for (int s = begin; s < end; s++) {
            struct state t = r->state[s];
            uint64_t rest = ((uint64_t)1 << (t.men - 1)) - 1;
            int front = state_of(r, end, t.tough >> 1, t.men - 1, t.leader);
            int back = state_of(r, end, t.tough & rest, t.men - 1, false);
            r->state[s].front = front;
            r->state[s].back = back;
        }
    }
    r->first[models + 1] = r->n;
}

static void ranks_make(struct ranks *r, const struct melee_side *is, int enemies)
{
    r->is = is;
    r->tempers = is->green.regular > 0 || is->green.shaken > 0 ? TEMPERS : 1;
    r->most = enemies;
    add_states(r);
    r->kills = mem_new((size_t)(2 * r->n) * (size_t)(enemies + 1) * sizeof *r->kills);
    r->known = mem_new((size_t)(2 * r->n) * sizeof *r->known);
}

static void ranks_free(struct ranks *r)
{
    free(r->state);
    free(r->kills);
    free(r->known);
}

static const struct state *state_at(const struct ranks *r, int number)
{
    return &r->state[number / r->tempers];
}

static int without(const struct ranks *r, int state, int men)
{
    while (men-- > 0)
        state = r->state[state].front;
    return state;
}

/* ---- blows ---- */

static int count_bits(uint64_t bits)
{
    int n = 0;

    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* One man more strikes: kills 0, 1 or 2 with these chances; `most` stands for all above it. */
static void one_more(double *p, int most, int so_far, double none, double one, double two)
{
    int top = so_far < most ? so_far : most;

    for (int k = top; k >= 0; k--) {
        double was = p[k];
        p[k] = 0;
        p[k + 2 < most ? k + 2 : most] += was * two;
        p[k + 1 < most ? k + 1 : most] += was * one;
        p[k] += was * none;
    }
}

static double chance_to_kill(const struct melee_side *enemy, int score)
{
    return fraction_value(chance_d6_at_least(score ? enemy->green.need : enemy->need));
}

/* Chances of 0, 1, 2, ... kills of the men of a state; score 1 is that of green enemies who have
   turned regular. */
static const double *kills_of(const struct ranks *r, const struct melee_side *enemy, int state,
                              int score)
{
    double *p = r->kills + (2 * state + score) * (r->most + 1);
    const struct state *s = &r->state[state];
    int tough = count_bits(s->tough);
    double q = chance_to_kill(enemy, score);

    if (r->known[2 * state + score])
        return p;
    r->known[2 * state + score] = true;
    p[0] = 1;
    for (int i = 0; i < tough; i++)
        one_more(p, r->most, 2 * i, 1 - q, q * (1 - q), q * q);
    for (int i = tough; i < s->men; i++)
        one_more(p, r->most, tough + i, 1 - q, q, 0);
    return p;
}

/* Binomials of exceptional kills among kills. */
static void part_make(double part[FIGHT_MOST + 1][FIGHT_MOST + 1], double q)
{
    double e = fraction_value(chance_six_six()) / q;

    part[0][0] = 1;
    for (int k = 1; k <= FIGHT_MOST; k++)
        for (int i = 0; i <= k; i++)
            part[k][i] = (i < k ? part[k - 1][i] * (1 - e) : 0)
                + (i > 0 ? part[k - 1][i - 1] * e : 0);
}

/* Both scores; NULL for a side of which it does not matter who falls. */
static void *parts_make(const struct melee_side *side)
{
    double (*part)[FIGHT_MOST + 1][FIGHT_MOST + 1];

    if (!side->team && all_alike(side->tough, side->models))
        return NULL;
    part = mem_new(2 * sizeof *part);
    part_make(part[0], chance_to_kill(side, 0));
    if (side->green.need)
        part_make(part[1], chance_to_kill(side, 1));
    return part;
}

/* ---- losses ---- */

/* Puts p into a state of `to`; at their first loss green troops turn regular, or are shaken. */
static void land(const struct ranks *r, struct row *row, int state, double p)
{
    int temper = row->from % r->tempers, men = r->state[state].men;
    int models = r->is->models, number = state * r->tempers;

    row->lost[state_at(r, row->from)->men - men] += p;
    if (r->tempers == 1 || men == 0 || men == models || state_at(r, row->from)->men < models) {
        row->p[number + temper] += p;
        return;
    }
    row->p[number + REGULAR] += p * r->is->green.regular;
    row->p[number + SHAKEN] += p * r->is->green.shaken;
    row->p[number + STEADY] += p * (1 - r->is->green.regular - r->is->green.shaken);
}

/* k kills of which e are picked by the enemy, not all of the men. The pick is the leader first,
   in whose place the owner's choice may fall, again and again. */
static void fall_picked(const struct ranks *r, struct row *row, int state, int k, int e, double p)
{
    double saved = r->state[state].leader ? r->is->leader_saved : 0;

    for (int fronts = k - e; e > 0 && p > NOTHING; fronts++, e--) {
        int at = state;
        for (int i = 0; i < e; i++)
            at = r->state[at].back;
        land(r, row, without(r, at, fronts), p * (1 - saved));
        p *= saved;
    }
    if (p > NOTHING)
        land(r, row, without(r, state, k), p);
}

/* Lays out the kills that strike a side: which state each leads to. */
static void fall(struct fight *f, int side, int score, const double *kills)
{
    const struct ranks *r = &f->side[side];
    struct row *row = &f->row[side];
    int state = row->from / r->tempers, men = r->state[state].men;
    bool alike = all_alike(r->state[state].tough, men);
    double gone = 0;

    for (int k = 0, front = state; k < men; front = r->state[front].front, k++) {
        double none = r->is->team ? kills[k] * f->part[side][score][k][0] : kills[k];
        gone += kills[k] - none;
        if (none <= NOTHING)
            continue;
        if (alike || r->is->team)
            land(r, row, front, none);
        else
            for (int e = 0; e <= k; e++)
                fall_picked(r, row, state, k, e, none * f->part[side][score][k][e]);
    }
    for (int k = men; k <= r->is->models; k++)
        gone += kills[k];
    if (gone > 0)
        land(r, row, r->n - 1, gone);
}

static void clear_row(struct fight *f, int side, int from)
{
    const struct ranks *r = &f->side[side];
    struct row *row = &f->row[side];

    row->from = from;
    memset(row->p, 0, (size_t)(r->n * r->tempers) * sizeof *row->p);
    memset(row->lost, 0, sizeof row->lost);
}

/* Fills the row of `side`, at number `at`, under the blows of the other side at number `by`. */
static void strike(struct fight *f, int side, int at, int by)
{
    const struct ranks *r = &f->side[side], *enemy = &f->side[!side];
    int score = r->tempers > 1 && at % r->tempers == REGULAR;

    clear_row(f, side, at);
    fall(f, side, score, kills_of(enemy, r->is, by / enemy->tempers, score));
}

/* The row of a side that nobody strikes, or of which it is known where it leads. */
static void stay(struct fight *f, int side, int from, int number)
{
    clear_row(f, side, from);
    f->row[side].p[number] = 1;
    f->row[side].lost[state_at(&f->side[side], from)->men
                      - state_at(&f->side[side], number)->men] = 1;
}

/* ---- verdicts ---- */

enum verdict { DRAW, WIN, LOSE, BOTH };

/* More casualties win, but winners must be alive; fanatics who are beaten fight on while two of
   them are left (cq.winner, cq.wiped-out, special.fanatic.cq-draw, .cq-last). */
static enum verdict judge(const struct melee_side *a, const struct melee_side *d, int a_lost,
                          int d_lost, int a_left, int d_left)
{
    if (!a_left || !d_left)
        return a_left ? WIN : d_left ? LOSE : BOTH;
    if (d_lost > a_lost)
        return d->fanatics && d_left >= 2 ? DRAW : WIN;
    if (a_lost > d_lost)
        return a->fanatics && a_left >= 2 ? DRAW : LOSE;
    return DRAW;
}

static void count(struct fight *f, enum verdict v, double p)
{
    struct melee *m = f->m;
    double *const whole[] = {[WIN] = &m->win, [LOSE] = &m->lose, [BOTH] = &m->both};
    double *const first[] = {[DRAW] = &m->first.draw, [WIN] = &m->first.win,
                             [LOSE] = &m->first.lose, [BOTH] = &m->first.both};

    if (v != DRAW)
        *whole[v] += p;
    if (f->first)
        *first[v] += p;
}

/* `side` has won with this state; pins do not count in a fight, but do after it (rout.pins). */
static void won(struct fight *f, int side, int number, double p)
{
    const struct ranks *r = &f->side[side];
    int men = state_at(r, number)->men;
    bool shaken = r->tempers > 1 && number % r->tempers == SHAKEN;
    double routed = shaken ? p * r->is->green.routs[men == 1] : 0;
    struct dist *lost[2] = {&f->m->attacker, &f->m->defender};

    count(f, side == ATTACKER ? WIN : LOSE, p - routed);
    count(f, BOTH, routed);
    lost[side]->p[r->is->models - men] += p - routed;
    lost[side]->p[r->is->models] += routed;
    lost[!side]->p[f->side[!side].is->models] += p;
}

/* Numbers of a side from which `lost` more are gone: from *begin up to *end. */
static void level(const struct ranks *r, int from, int lost, int *begin, int *end)
{
    int i = r->is->models - state_at(r, from)->men + lost;

    *begin = r->first[i] * r->tempers;
    *end = r->first[i + 1] * r->tempers;
}

static void won_at(struct fight *f, int side, int lost, double p)
{
    const struct row *row = &f->row[side];
    int begin, end;

    level(&f->side[side], row->from, lost, &begin, &end);
    for (int i = begin; i < end && p > 0; i++)
        if (row->p[i] > 0)
            won(f, side, i, p * row->p[i]);
}

/* The round was drawn with these casualties: they fight on. */
static void drawn(struct fight *f, int a_lost, int d_lost, double p)
{
    const struct ranks *a = &f->side[ATTACKER], *d = &f->side[DEFENDER];
    const struct row *rows = f->row;
    int a_begin, a_end, d_begin, d_end, width = d->n * d->tempers;

    count(f, DRAW, p * rows[ATTACKER].lost[a_lost] * rows[DEFENDER].lost[d_lost]);
    level(a, rows[ATTACKER].from, a_lost, &a_begin, &a_end);
    level(d, rows[DEFENDER].from, d_lost, &d_begin, &d_end);
    for (int i = a_begin; i < a_end; i++) {
        double each = p * rows[ATTACKER].p[i];
        for (int j = d_begin; each > NOTHING && j < d_end; j++)
            f->mass[i * width + j] += each * rows[DEFENDER].p[j];
    }
}

/* Sums up a round whose rows are filled, come to with chance p. */
static void resolve(struct fight *f, double p)
{
    const struct melee_side *a = f->side[ATTACKER].is, *d = f->side[DEFENDER].is;
    const struct row *ra = &f->row[ATTACKER], *rd = &f->row[DEFENDER];
    int a_men = state_at(&f->side[ATTACKER], ra->from)->men;
    int d_men = state_at(&f->side[DEFENDER], rd->from)->men;
    double loses[FIGHT_MOST + 1] = {0};

    for (int i = 0; i <= a_men; i++) {
        double wins = 0;
        for (int j = 0; j <= d_men; j++)
            switch (judge(a, d, i, j, a_men - i, d_men - j)) {
            case WIN:
                wins += rd->lost[j];
                break;
            case LOSE:
                loses[j] += ra->lost[i];
                break;
            case DRAW:
                drawn(f, i, j, p);
                break;
            case BOTH:
                count(f, BOTH, p * ra->lost[i] * rd->lost[j]);
                f->m->attacker.p[a->models] += p * ra->lost[i] * rd->lost[j];
                f->m->defender.p[d->models] += p * ra->lost[i] * rd->lost[j];
                break;
            }
        won_at(f, ATTACKER, i, p * wins);
    }
    for (int j = 0; j <= d_men; j++)
        won_at(f, DEFENDER, j, p * loses[j]);
}

/* ---- rounds ---- */

/* Who is left of the defenders strikes back (cq.fight-back). */
static void in_turn(struct fight *f, int a, int d, double p)
{
    const struct ranks *r = &f->side[DEFENDER];
    int numbers = r->n * r->tempers;
    double *hit = mem_new((size_t)numbers * sizeof *hit);

    strike(f, DEFENDER, d, a);
    memcpy(hit, f->row[DEFENDER].p, (size_t)numbers * sizeof *hit);
    for (int i = 0; i < numbers; i++) {
        if (hit[i] <= 0)
            continue;
        if (state_at(r, i)->men)
            strike(f, ATTACKER, a, i);
        else
            stay(f, ATTACKER, a, a);
        stay(f, DEFENDER, d, i);
        resolve(f, p * hit[i]);
    }
    free(hit);
}

static void at_once(struct fight *f, int a, int d, double p)
{
    strike(f, DEFENDER, d, a);
    strike(f, ATTACKER, a, d);
    if (!f->first) /* how often nothing happens does not matter: leave it in the end */
        p /= 1 - f->row[ATTACKER].p[a] * f->row[DEFENDER].p[d];
    resolve(f, p);
}

/* All rounds after the first. */
static void later_rounds(struct fight *f)
{
    const struct ranks *a = &f->side[ATTACKER], *d = &f->side[DEFENDER];
    int height = a->n * a->tempers, width = d->n * d->tempers;

    f->first = false;
    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++)
            if (f->mass[i * width + j] > NOTHING)
                at_once(f, i, j, f->mass[i * width + j]);
}

static void first_round(struct fight *f, int a, double p, bool together)
{
    f->first = true;
    if (p > 0)
        (together ? at_once : in_turn)(f, a, 0, p);
}

/* Attackers who reach the enemy after so many casualties by fire; green ones have rolled then,
   and those who were shaken lie down. */
static void arrive(struct fight *f, int lost, bool leader, double p, bool together)
{
    const struct ranks *r = &f->side[ATTACKER];
    int state = leader ? without(r, r->state[0].back, lost - 1) : without(r, 0, lost);
    int number = state * r->tempers;

    if (r->tempers == 1 || !lost) {
        first_round(f, number, p, together);
        return;
    }
    first_round(f, number + REGULAR, p * r->is->green.regular, together);
    first_round(f, number, p * (1 - r->is->green.regular - r->is->green.shaken), together);
    f->m->never += p * r->is->green.shaken;
    f->m->attacker.p[lost] += p * r->is->green.shaken;
    f->m->defender.p[0] += p * r->is->green.shaken;
}

static void under_fire(struct fight *f, const struct melee_arrival *arrival, bool together)
{
    int models = f->side[ATTACKER].is->models;
    double stand = 0;

    for (int leader = 0; leader < 2; leader++)
        for (int k = leader; k < models; k++) {
            double p = arrival->stands[leader][k];
            stand += p;
            if (p > 0)
                arrive(f, k, leader, p, together);
        }
    if (stand < 1) {
        f->m->never += 1 - stand;
        f->m->attacker.p[models] += 1 - stand;
        f->m->defender.p[0] += 1 - stand;
    }
}

void melee_make(struct melee *m, const struct melee_side *attacker,
                const struct melee_side *defender, bool together,
                const struct melee_arrival *arrival)
{
    struct fight f = {.m = m};
    size_t numbers[2];

    memset(m, 0, sizeof *m);
    m->attacker.n = attacker->models;
    m->defender.n = defender->models;
    ranks_make(&f.side[ATTACKER], attacker, defender->models);
    ranks_make(&f.side[DEFENDER], defender, attacker->models);
    for (int i = 0; i < 2; i++) {
        numbers[i] = (size_t)(f.side[i].n * f.side[i].tempers);
        f.row[i].p = mem_new(numbers[i] * sizeof *f.row[i].p);
        f.part[i] = parts_make(f.side[i].is);
    }
    f.mass = mem_new(numbers[0] * numbers[1] * sizeof *f.mass);
    if (arrival)
        under_fire(&f, arrival, together);
    else
        first_round(&f, 0, 1, together);
    later_rounds(&f);
    for (int i = 0; i < 2; i++) {
        ranks_free(&f.side[i]);
        free(f.row[i].p);
        free(f.part[i]);
    }
    free(f.mass);
}
