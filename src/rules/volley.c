/* The chain of one unit's fire.

   A die misses, hits in vain, or damages; some damage is exceptional. With p the chance to
   hit, q to damage and s the part of q that is decisive (it kills a leader, or a whole team),
   n dice make k kills with the coefficient of x^k in (1 - pq + pq x)^n, and k kills of which
   none is decisive with that in (1 - pq + p(q-s) x)^n. Groups of different dice multiply.
   Everything asked for is a sum over these two distributions. */
#include "rules/volley.h"

#include <math.h>
#include <string.h>

bool half_lost(int casualties, int models)
{
    return casualties > 0 && casualties < models && 2 * casualties >= models;
}

bool pins_rout(const struct ruleset *rs, const struct facts *unit, int pins)
{
    return pins >= rs->quality[unit->v[F_QUALITY]].morale
        && !trigger_find(rs, TRIGGER_ROUT_SPARED, unit);
}

void volley_group_from(struct volley_group *g, const struct ruleset *rs, const struct facts *shot,
                       const struct score *hit, const struct score *damage, int dice)
{
    g->dice = hit->out_of_range ? 0 : dice;
    g->hit = fraction_value(hit->chance);
    g->damage = fraction_value(damage->chance);
    if (damage->impossible)
        g->exceptional = 0;
    else if (trigger_find(rs, TRIGGER_EXCEPTIONAL, shot))
        g->exceptional = g->damage;
    else
        g->exceptional = fraction_value(chance_six_six());
}

/* Adds the kills of one group of which none is decisive: mass (1 - ps)^n, not 1. */
static void add_kills(struct dist *sum, double *mass, int dice, double kill, double decisive,
                      bool first)
{
    struct dist one;
    double left = 1 - decisive;

    *mass *= pow(left, dice);
    dist_binomial(&one, dice, left > 0 ? (kill - decisive) / left : 0);
    if (first)
        *sum = one;
    else
        dist_add(sum, &one);
}

/* Chance that the check of the survivors fails. */
static double broken(const struct ruleset *rs, const struct volley_target *t, int left,
                     bool leader_lost)
{
    struct facts f = t->facts;
    struct score s;

    facts_set(&f, F_PINS, f.v[F_PINS] + 1);
    facts_set(&f, F_MODELS, left);
    if (t->team)
        facts_set(&f, F_CREW, left);
    if (leader_lost)
        facts_set(&f, F_LEADER, 1);
    score_test(&s, rs, PHASE_MORALE, &f);
    return 1 - fraction_value(s.chance);
}

/* Chances of failing, worked out once for each of the four cases that differ. */
struct break_table {
    bool known[2][2];
    double chance[2][2];
};

static double broken_once(struct break_table *bt, const struct ruleset *rs,
                          const struct volley_target *t, int left, bool leader_lost)
{
    int one = left == 1, lost = leader_lost;

    if (!bt->known[one][lost]) {
        bt->chance[one][lost] = broken(rs, t, left, leader_lost);
        bt->known[one][lost] = true;
    }
    return bt->chance[one][lost];
}

static bool check_spared(const struct ruleset *rs, const struct volley_target *t, int left)
{
    struct facts f;

    if (!rs->n_triggers || !t->facts.special)
        return false;
    f = t->facts;
    facts_set(&f, F_MODELS, left);
    return trigger_find(rs, TRIGGER_HALF_LOSS_SPARED, &f) != NULL;
}

/* Sums the ends of the chain over the kills: plain[k] without a decisive one, rest[k] with. */
static void sum_up(struct volley *v, const struct ruleset *rs, const struct volley_target *t,
                   const struct dist *all, const struct dist *plain, double plain_mass)
{
    struct break_table bt = {0};
    int m = t->models;

    v->morale_check = v->destroyed = 0;
    v->casualties.n = all->n < m && !t->team ? all->n : m;
    memset(v->casualties.p, 0, sizeof v->casualties.p[0] * (size_t)(v->casualties.n + 1));
    for (int k = 0; k <= all->n; k++) {
        double with[2]; /* none decisive, one or more decisive */
        with[0] = k <= plain->n ? plain->p[k] * plain_mass : 0;
        with[1] = k == 0 ? 0 : fmax(all->p[k] - with[0], 0);
        for (int decisive = 0; decisive < 2; decisive++) {
            int c = k >= m || (decisive && t->team) ? m : k;
            v->casualties.p[c] += with[decisive];
            if (c == m) {
                v->destroyed += with[decisive];
            } else if (with[decisive] > 0 && half_lost(c, m) && !check_spared(rs, t, m - c)) {
                v->morale_check += with[decisive];
                v->destroyed += with[decisive]
                    * broken_once(&bt, rs, t, m - c, decisive && t->leader);
            }
        }
    }
}

/* What part of exceptional damage is decisive for this target. */
static double decisive_part(const struct ruleset *rs, const struct volley_target *t)
{
    if (t->team)
        return 1;
    if (!t->leader)
        return 0;
    if (trigger_find(rs, TRIGGER_LEADER_SAVED, &t->facts))
        return (number_of(rs, NUM_LEADER_SAVED) - 1) / 6.0;
    return 1;
}

void volley_make(struct volley *v, const struct ruleset *rs, const struct volley_group *groups,
                 int n_groups, const struct volley_target *target)
{
    struct dist all, plain, one;
    double mass = 1, unused = 1, silent = 1, no_six = 1;
    double part = decisive_part(rs, target);
    bool first = true;

    dist_certain(&v->hits, 0);
    dist_certain(&all, 0);
    dist_certain(&plain, 0);
    for (int i = 0; i < n_groups; i++) {
        const struct volley_group *g = &groups[i];
        if (g->dice == 0)
            continue;
        if (first) {
            dist_binomial(&v->hits, g->dice, g->hit);
        } else {
            dist_binomial(&one, g->dice, g->hit);
            dist_add(&v->hits, &one);
        }
        add_kills(&all, &unused, g->dice, g->hit * g->damage, 0, first);
        add_kills(&plain, &mass, g->dice, g->hit * g->damage, g->hit * g->exceptional * part,
                  first);
        silent *= pow(1 - g->hit, g->dice);
        no_six *= pow(1 - g->hit * g->exceptional, g->dice);
        first = false;
    }
    v->pinned = 1 - silent;
    v->exceptional = 1 - no_six;
    sum_up(v, rs, target, &all, &plain, mass);
    if (pins_rout(rs, &target->facts, target->facts.v[F_PINS] + 1))
        v->destroyed = v->pinned;
}
