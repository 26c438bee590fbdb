/* Fights at close quarters against a second way of counting: lists of men, every outcome of every
   man's dice laid out, and the equation of each pair of sides solved by itself, from the rule
   texts; and a big fight against seeded trials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "rules/melee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- closed forms ---- */

static void near(double want, double got)
{
    if (fabs(want - got) > 1e-10) /* valgrind counts with fewer bits */
        fail_msg("wanted %.15f, got %.15f", want, got);
}

static struct melee_side men(int n, int need)
{
    return (struct melee_side){.models = n, .need = need};
}

static void ends(const struct melee *m, double win, double lose, double both)
{
    near(win, m->win);
    near(lose, m->lose);
    near(both, m->both);
}

/* One regular at another. The attacker kills with 1/2 and has won; else, 1/2, he is killed with
   1/2: lost, 1/4. Of the 1/4 that is left each round has four equal cases: only he kills, only
   the other, both, nobody, which begins it anew. So a third of 1/4 each. */
static void one_man_each(void **state)
{
    struct melee_side one = men(1, 4);
    struct melee m;

    (void)state;
    melee_make(&m, &one, &one, false, NULL);
    ends(&m, 1.0 / 2 + 1.0 / 12, 1.0 / 4 + 1.0 / 12, 1.0 / 12);
    near(1.0 / 2, m.first.win);
    near(1.0 / 4, m.first.lose);
    near(1.0 / 4, m.first.draw);
    near(0, m.first.both);
    /* across an obstacle it is a third each from the beginning */
    melee_make(&m, &one, &one, true, NULL);
    ends(&m, 1.0 / 3, 1.0 / 3, 1.0 / 3);
    near(1.0 / 4, m.first.both);
    near(2.0 / 3, m.attacker.p[1]);
    near(1.0 / 3, m.defender.p[0]);
}

/* Two regulars at one: he lives the first blow with 1/4, and then kills one with 1/2: the
   defender has more casualties to his name, 1/8 lost; 1/8 goes on. Then both sides at once: he
   dies with 3/4, kills one with 1/2. He dies: won with the one or two who are left, 3/4 of all
   rounds; he lives and kills: lost, 1/8; nobody falls: 1/8, anew. So won by 6/7, lost by 1/7. */
static void two_at_one(void **state)
{
    struct melee_side two = men(2, 4), one = men(1, 4);
    struct melee m;

    (void)state;
    melee_make(&m, &two, &one, false, NULL);
    ends(&m, 3.0 / 4 + 1.0 / 8 * 6 / 7, 1.0 / 8 + 1.0 / 8 / 7, 0);
    /* one of them falls where they win together: half of the 3/4, of 7/8 */
    near(1.0 / 8 * 3 / 7, m.attacker.p[1]);
    near(m.lose, m.attacker.p[2]);
}

/* A veteran who is tough at two inexperienced men: 3+ kills. His die kills with 2/3, the second
   die with 2/3: both fall with 4/9, one with 2/9, none with 1/3. */
static void one_tough_man(void **state)
{
    struct melee_side one = men(1, 5), two = men(2, 3);
    struct melee m;

    (void)state;
    one.tough = melee_tough(1, 1);
    melee_make(&m, &one, &two, false, NULL);
    near(4.0 / 9, m.first.win - 2.0 / 9 * (2.0 / 3)); /* or one falls and the other misses him */
    /* one fell and the other kills him, or none fell and one of two does: he is wiped out */
    near(2.0 / 9 * (1.0 / 3) + 1.0 / 3 * (5.0 / 9), m.first.lose);
    near(1.0 / 3 * (4.0 / 9), m.first.draw);
}

/* Two at three fanatics, at once, who kill nobody: with one casualty two are left and it is a
   draw; with two of them one is left, beaten and destroyed. */
static void fanatics(void **state)
{
    struct melee_side two = men(2, 4), three = men(3, 4);
    struct melee m;

    (void)state;
    melee_make(&m, &two, &three, true, NULL);
    double plain = m.first.draw;
    /* draws: none each 1/4 * 1/8; one each 1/2 * 3/8 */
    near(1.0 / 32 + 3.0 / 16, plain);
    three.fanatics = true;
    melee_make(&m, &two, &three, true, NULL);
    /* and now one of theirs for none: 1/2 * 1/8 */
    near(plain + 1.0 / 16, m.first.draw);
    /* both of theirs for none 1/4 * 1/8; for one 1/4 * 3/8 */
    near(1.0 / 32 + 3.0 / 32, m.first.win);
}

/* A team of three goes with its firer: of the kills of three regulars at it each is exceptional
   by 1/18. */
static void a_weapon_team(void **state)
{
    struct melee_side three = men(3, 4), team = men(3, 4);
    struct melee m;

    (void)state;
    team.team = true;
    melee_make(&m, &three, &team, false, NULL);
    /* wiped out unless no die of three is exceptional and not all three kill */
    double lives = pow(35.0 / 36, 3) - pow(17.0 / 36, 3);
    near(1 - lives, m.defender.p[3] - (m.win - (1 - lives)) - m.both);
    assert_true(m.first.win > 1 - lives);
}

/* ---- lists of men ---- */

enum { LIST_MOST = 5, KEPT_MOST = 60000 };

struct list {
    char man[LIST_MOST + 1]; /* p plain, t tough; L and l the same who lead and may be saved */
    char temper;             /* g green, r turned regular, s shaken; - never was green */
};

struct sides {
    struct list of[2];
};

struct chances {
    long double win, lose, both, lost[2][LIST_MOST + 1]; /* sums of millions of small parts */
};

static struct {
    struct sides key;
    struct chances c;
} kept[KEPT_MOST];
static int n_kept;

/* How the sides of one comparison begin. */
static const struct melee_side *begun[2];

struct outcome {
    int kills, exceptional;
    long double p;
};

static double kill_chance(const struct melee_side *enemy, const struct list *l)
{
    int need = l->temper == 'r' ? enemy->green.need : enemy->need;

    return (7 - need) / 6.0;
}

/* What the men of a list do, man by man: calls back with each whole outcome. */
static void blows(const char *man, double q, struct outcome so_far,
                  void (*then)(void *, struct outcome), void *ctx)
{
    double e = 1.0 / 36;

    if (!*man) {
        then(ctx, so_far);
        return;
    }
#define NEXT(k, x, chance)                                                                      \
    blows(man + 1, q, (struct outcome){so_far.kills + (k), so_far.exceptional + (x),            \
                                       so_far.p * (chance)}, then, ctx)
    NEXT(0, 0, 1 - q);
    if (*man == 'p' || *man == 'L') {
        NEXT(1, 0, q - e);
        NEXT(1, 1, e);
        return;
    }
    NEXT(1, 0, (q - e) * (1 - q));
    NEXT(1, 1, e * (1 - q));
    NEXT(2, 0, (q - e) * (q - e));
    NEXT(2, 1, 2 * e * (q - e));
    NEXT(2, 2, e * e);
#undef NEXT
}

struct falling {
    const struct melee_side *side;
    struct list list;
    long double p;
    void (*then)(void *, struct list, long double);
    void *ctx;
};

/* The first loss of green troops: a die. */
static void temper(struct falling *f, struct list l, long double p)
{
    if (l.temper != 'g' || !*l.man || strlen(l.man) == strlen(f->list.man)) {
        f->then(f->ctx, l, p);
        return;
    }
    l.temper = 'r';
    f->then(f->ctx, l, p * f->side->green.regular);
    l.temper = 's';
    f->then(f->ctx, l, p * f->side->green.shaken);
    l.temper = '-';
    f->then(f->ctx, l, p * (1 - f->side->green.regular - f->side->green.shaken));
}

/* Picks first, one by one, then the owner's. */
static void fall_on(struct falling *f, struct list l, int picked, int given, long double p)
{
    size_t n = strlen(l.man);
    struct list saved = l;

    if (p == 0)
        return;
    if (!n || (!picked && !given)) {
        temper(f, l, p);
        return;
    }
    memmove(saved.man, l.man + 1, n);
    if (!picked) {
        fall_on(f, saved, 0, given - 1, p);
        return;
    }
    bool leads = l.man[n - 1] == 'L' || l.man[n - 1] == 'l';
    double s = leads && n > 1 ? f->side->leader_saved : 0;
    l.man[n - 1] = '\0';
    fall_on(f, l, picked - 1, given, p * (1 - s));
    fall_on(f, saved, picked - 1, given, p * s);
}

static void struck(void *ctx, struct outcome o)
{
    struct falling *f = ctx;
    struct list none = {"", f->list.temper};

    if (f->side->team && o.exceptional)
        f->then(f->ctx, none, f->p * o.p);
    else
        fall_on(f, f->list, o.exceptional, o.kills - o.exceptional, f->p * o.p);
}

/* All that can come of the blows of `by` on `at`. */
static void strike(int side, struct list by, struct list at, long double p,
                   void (*then)(void *, struct list, long double), void *ctx)
{
    struct falling f = {begun[side], at, p, then, ctx};
    char alike[LIST_MOST + 1];

    snprintf(alike, sizeof alike, "%s", by.man);
    for (char *m = alike; *m; m++)
        *m = *m == 'L' ? 'p' : *m == 'l' ? 't' : *m;
    blows(alike, kill_chance(begun[side], &at), (struct outcome){.p = 1}, struck, &f);
}

/* ---- rounds ---- */

static void series(const struct sides *s, struct chances *c);

struct round {
    struct sides from, to;
    struct chances *c;
    long double self;
    bool series; /* a round that changes nothing is left out */
};

static void add(struct chances *c, const struct chances *d, long double p)
{
    c->win += p * d->win;
    c->lose += p * d->lose;
    c->both += p * d->both;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k <= LIST_MOST; k++)
            c->lost[i][k] += p * d->lost[i][k];
}

static void over(struct chances *c, int winner, const struct list *left, long double p)
{
    int n = (int)strlen(left->man);
    double dies = left->temper == 's' ? begun[winner]->green.routs[n == 1] : 0;

    *(winner ? &c->lose : &c->win) += p * (1 - dies);
    c->both += p * dies;
    c->lost[winner][begun[winner]->models - n] += p * (1 - dies);
    c->lost[winner][begun[winner]->models] += p * dies;
    c->lost[!winner][begun[!winner]->models] += p;
}

static void judged(struct round *r, long double p)
{
    int left[2], lost[2];
    struct chances next = {0};

    for (int i = 0; i < 2; i++) {
        left[i] = (int)strlen(r->to.of[i].man);
        lost[i] = (int)strlen(r->from.of[i].man) - left[i];
    }
    if (!left[0] && !left[1]) {
        r->c->both += p;
        for (int i = 0; i < 2; i++)
            r->c->lost[i][begun[i]->models] += p;
        return;
    }
    int loser = !left[0] ? 0 : !left[1] ? 1 : lost[0] > lost[1] ? 0 : lost[1] > lost[0] ? 1 : -1;
    if (loser >= 0 && left[loser] >= 2 && begun[loser]->fanatics)
        loser = -1;
    if (loser >= 0)
        over(r->c, !loser, &r->to.of[!loser], p);
    else if (r->series && !lost[0] && !lost[1])
        r->self += p;
    else {
        series(&r->to, &next);
        add(r->c, &next, p);
    }
}

static void attacker_fell(void *ctx, struct list left, long double p)
{
    struct round *r = ctx;

    r->to.of[0] = left;
    judged(r, p);
}

static void defender_fell_at_once(void *ctx, struct list left, long double p)
{
    struct round *r = ctx;

    r->to.of[1] = left;
    strike(0, r->from.of[1], r->from.of[0], p, attacker_fell, r);
}

static void defender_fell_first(void *ctx, struct list left, long double p)
{
    struct round *r = ctx;

    r->to.of[1] = left;
    if (*left.man)
        strike(0, left, r->from.of[0], p, attacker_fell, r);
    else
        attacker_fell(r, r->from.of[0], p);
}

static void series(const struct sides *s, struct chances *c)
{
    struct round r = {.from = *s, .c = c, .series = true};

    for (int i = 0; i < n_kept; i++)
        if (memcmp(&kept[i].key, s, sizeof *s) == 0) {
            *c = kept[i].c;
            return;
        }
    strike(1, s->of[0], s->of[1], 1, defender_fell_at_once, &r);
    struct chances whole = {0};
    add(&whole, c, 1 / (1 - r.self));
    *c = whole;
    assert_true(n_kept < KEPT_MOST);
    kept[n_kept].key = *s;
    kept[n_kept++].c = whole;
}

static void list_of(struct list *l, const struct melee_side *s)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; i < s->models; i++) {
        bool tough = s->tough >> i & 1, leads = i == s->models - 1 && s->leader_saved > 0;
        l->man[i] = leads ? tough ? 'l' : 'L' : tough ? 't' : 'p';
    }
    l->temper = s->green.need ? 'g' : '-';
}

static void count(struct chances *c, const struct melee_side *a, const struct melee_side *d,
                  bool together)
{
    struct sides s;
    struct round r = {.c = c};

    memset(&s, 0, sizeof s);
    memset(c, 0, sizeof *c);
    n_kept = 0;
    begun[0] = a;
    begun[1] = d;
    list_of(&s.of[0], a);
    list_of(&s.of[1], d);
    if (together) {
        series(&s, c);
        return;
    }
    r.from = s;
    strike(1, s.of[0], s.of[1], 1, defender_fell_first, &r);
}

static void compare(const struct melee_side *a, const struct melee_side *d)
{
    struct chances want;
    struct melee m;

    for (int together = 0; together < 2; together++) {
        count(&want, a, d, together);
        melee_make(&m, a, d, together, NULL);
        ends(&m, (double)want.win, (double)want.lose, (double)want.both);
        near(1, m.win + m.lose + m.both);
        near(1, m.first.win + m.first.lose + m.first.both + m.first.draw);
        for (int k = 0; k <= a->models; k++)
            near((double)want.lost[0][k], m.attacker.p[k]);
        for (int k = 0; k <= d->models; k++)
            near((double)want.lost[1][k], m.defender.p[k]);
    }
}

static void plain_and_tough(void **state)
{
    (void)state;
    for (int a = 1; a <= 3; a++)
        for (int d = 1; d <= 3; d++)
            for (int i = 0; i <= a; i++)
                for (int k = 0; k <= d; k++) {
                    struct melee_side x = men(a, 3 + (a + i) % 3), y = men(d, 3 + (d + k) % 3);
                    x.tough = melee_tough(a, i);
                    y.tough = melee_tough(d, k);
                    compare(&x, &y);
                }
}

static void any_order(void **state)
{
    (void)state;
    for (uint64_t x = 0; x < 16; x += 3)
        for (uint64_t y = 0; y < 8; y++) {
            struct melee_side a = men(4, 4), d = men(3, 5);
            a.tough = x;
            d.tough = y;
            a.leader_saved = y % 2 ? 5.0 / 6 : 0;
            d.leader_saved = y % 3 ? 5.0 / 6 : 0;
            compare(&a, &d);
        }
}

static void fanatics_and_teams(void **state)
{
    (void)state;
    for (int which = 0; which < 16; which++) {
        struct melee_side a = men(4, 4), d = men(4, 3);
        a.fanatics = which & 1;
        d.fanatics = which & 2;
        a.team = which & 4;
        d.team = which & 8;
        a.tough = 4;
        d.tough = 5;
        compare(&a, &d);
    }
}

static void green_troops(void **state)
{
    (void)state;
    for (int which = 1; which < 4; which++) {
        struct melee_side side[2] = {men(3, 3), men(3, 3)};
        for (int i = 0; i < 2; i++)
            if (which >> i & 1) {
                side[i].green.regular = 1.0 / 3;
                side[i].green.shaken = 1.0 / 6;
                side[i].green.need = 4;
                side[i].green.routs[0] = 1.0 / 6;
                side[i].green.routs[1] = 1.0 / 2;
                side[i].tough = 2;
            }
        side[0].fanatics = which == 2;
        compare(&side[0], &side[1]);
    }
}

/* ---- fire first ---- */

/* What fire leaves fights like so many men from the beginning; the rest never arrives. */
static void after_fire(void **state)
{
    struct melee_side a = men(6, 4), d = men(5, 4), fewer;
    struct melee_arrival arrival = {{{0}}};
    struct melee m, part;

    (void)state;
    a.tough = melee_tough(6, 1);
    arrival.stands[0][0] = 0.5;
    arrival.stands[0][2] = 0.2;
    arrival.stands[1][2] = 0.1; /* its last man, who is the tough one, and a plain one */
    melee_make(&m, &a, &d, false, &arrival);
    near(0.2, m.never);
    near(1, m.win + m.lose + m.both + m.never);
    melee_make(&part, &a, &d, false, NULL);
    double win = 0.5 * part.win, draw = 0.5 * part.first.draw;
    fewer = men(4, 4);
    fewer.tough = melee_tough(4, 1);
    melee_make(&part, &fewer, &d, false, NULL);
    win += 0.2 * part.win;
    draw += 0.2 * part.first.draw;
    fewer.tough = 0;
    melee_make(&part, &fewer, &d, false, NULL);
    near(win + 0.1 * part.win, m.win);
    near(draw + 0.1 * part.first.draw, m.first.draw);
    near(0.2 + m.lose + m.both, m.attacker.p[6]);
}

/* Green troops have rolled by then: a sixth lies down, a third fights as regulars. */
static void green_after_fire(void **state)
{
    struct melee_side a = men(5, 3), d = men(4, 4), left = men(4, 3);
    struct melee_arrival arrival = {{{0}}};
    struct melee m, steady, regular;

    (void)state;
    a.green.regular = 1.0 / 3;
    a.green.shaken = 1.0 / 6;
    a.green.need = 4;
    arrival.stands[0][1] = 0.6;
    melee_make(&m, &a, &d, true, &arrival);
    near(0.4 + 0.6 / 6, m.never);
    melee_make(&steady, &left, &d, true, NULL);
    left.need = 4;
    melee_make(&regular, &left, &d, true, NULL);
    near(0.1 + 0.6 * (steady.attacker.p[0] / 2 + regular.attacker.p[0] / 3), m.attacker.p[1]);
    near(0.6 * (steady.win / 2 + regular.win / 3), m.win);
}

/* ---- big ones ---- */

static uint64_t seed = 20240607;

static int roll(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)((seed >> 16) % 6) + 1;
}

/* Kills of n men of whom `tough` roll again, at 4+. */
static int kills(int n, int tough, int *exceptional)
{
    int k = 0;

    *exceptional = 0;
    for (int i = 0; i < n; i++) {
        int dice = 1;
        for (int die = 0; die < dice; die++) {
            int face = roll();
            if (face < 4)
                continue;
            k++;
            *exceptional += face == 6 && roll() == 6;
            if (i < tough && die == 0)
                dice = 2;
        }
    }
    return k;
}

static void lose_men(int n[2], int fell, int exceptional)
{
    int all = n[0] + n[1];

    if (fell >= all)
        n[0] = n[1] = 0;
    for (int i = 0; i < fell && n[0] + n[1] > 0; i++) {
        bool tough = i < exceptional ? n[1] > 0 : n[0] == 0;
        n[tough]--;
    }
}

/* One fight of side[0] at side[1], {plain, tough} each; 1 won, -1 lost, 0 nobody left. */
static int one_fight(int plain, int tough)
{
    int n[2][2] = {{plain, tough}, {plain, tough}};

    for (bool first = true;; first = false) {
        int was[2] = {n[0][0] + n[0][1], n[1][0] + n[1][1]}, ex[2], k[2];
        k[0] = kills(was[0], n[0][1], &ex[0]);
        if (first)
            lose_men(n[1], k[0], ex[0]);
        k[1] = kills(n[1][0] + n[1][1], n[1][1], &ex[1]);
        if (!first)
            lose_men(n[1], k[0], ex[0]);
        lose_men(n[0], k[1], ex[1]);
        int left[2] = {n[0][0] + n[0][1], n[1][0] + n[1][1]};
        int lost[2] = {was[0] - left[0], was[1] - left[1]};
        if (!left[0] || !left[1])
            return !!left[0] - !!left[1];
        if (lost[0] != lost[1])
            return lost[1] > lost[0] ? 1 : -1;
    }
}

/* A million fights of fifteen with two tough men each, within five of their own errors. */
static void trials(void **state)
{
    struct melee_side side = men(15, 4);
    const int times = 1000000;
    int won = 0, lost = 0;
    struct melee m;

    (void)state;
    side.tough = melee_tough(15, 2);
    melee_make(&m, &side, &side, false, NULL);
    for (int i = 0; i < times; i++) {
        int end = one_fight(13, 2);
        won += end > 0;
        lost += end < 0;
    }
    double error = 5 * sqrt(m.win * (1 - m.win) / times);
    assert_true(fabs((double)won / times - m.win) < error);
    assert_true(fabs((double)lost / times - m.lose) < error);
}

static double win_of(int a, int a_tough, int d, int d_tough, int need)
{
    struct melee_side x = men(a, 4), y = men(d, need);
    struct melee m;

    x.tough = melee_tough(a, a_tough);
    y.tough = melee_tough(d, d_tough);
    melee_make(&m, &x, &y, false, NULL);
    near(1, m.win + m.lose + m.both);
    return m.win;
}

/* One man more, one tougher, an easier enemy: never worse. */
static void more_is_better(void **state)
{
    (void)state;
    for (int a = 1; a <= 16; a += 3)
        for (int d = 1; d <= 16; d += 3) {
            double here = win_of(a, a / 3, d, d / 3, 4);
            assert_true(win_of(a + 1, a / 3, d, d / 3, 4) >= here);
            assert_true(win_of(a, a / 3 + 1 > a ? a : a / 3 + 1, d, d / 3, 4) >= here - 1e-12);
            assert_true(win_of(a, a / 3, d + 1, d / 3, 4) <= here);
            assert_true(win_of(a, a / 3, d, d / 3, 5) <= here);
            assert_true(win_of(a, a / 3, d, d / 3, 3) >= here);
        }
    near(1, win_of(FIGHT_MOST, 20, FIGHT_MOST, 20, 4) / win_of(40, 20, 40, 20, 4));
}

/* Two full squads of fifteen: far under a millisecond, with room for a busy or checked build. */
static void quick(void **state)
{
    struct melee_side side = men(15, 4);
    struct melee m;
    double best = 1;

    (void)state;
    side.tough = melee_tough(15, 2);
    for (int i = 0; i < 50; i++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        melee_make(&m, &side, &side, false, NULL);
        clock_gettime(CLOCK_MONOTONIC, &to);
        double took = (double)(to.tv_sec - from.tv_sec)
            + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
        best = took < best ? took : best;
    }
    assert_true(best < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_man_each),    cmocka_unit_test(two_at_one),
        cmocka_unit_test(one_tough_man),   cmocka_unit_test(fanatics),
        cmocka_unit_test(a_weapon_team),   cmocka_unit_test(plain_and_tough),
        cmocka_unit_test(any_order),       cmocka_unit_test(fanatics_and_teams),
        cmocka_unit_test(green_troops),    cmocka_unit_test(after_fire),
        cmocka_unit_test(green_after_fire), cmocka_unit_test(trials),
        cmocka_unit_test(more_is_better),  cmocka_unit_test(quick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
