/* Close quarters with vehicles: few dice, so every face is laid out; what the results do is left
   to the chain of wreck.c, as one hit that surely does its degree of damage. */
#include "rules/impact.h"

#include <string.h>

/* One roll on the results table for each degree with its chance; what is left does nothing. */
static void ends_of(struct wreck *w, const struct ruleset *rs, const double degree[4],
                    const struct impact_target *t)
{
    struct wreck_group g = {.hits = {.dice = 1, .hit = 1, .damage = 1}, .plus = t->plus};

    memcpy(g.degree, degree, sizeof g.degree);
    wreck_make(w, rs, &g, 1, &t->wreck);
}

/* ---- infantry ---- */

/* What one face of the damage roll does after so many hits. */
static enum damage_degree roll(const struct ruleset *rs, const struct impact_target *t, int hits,
                               bool tank_hunters, int face)
{
    struct score s;
    struct facts f;

    facts_init(&f);
    facts_set(&f, F_VS, t->armour);
    facts_set(&f, F_HITS, hits);
    f.vs_quality = -1;
    f.vs_armoured = t->enclosed;
    f.special = tank_hunters ? ruleset_bit(rs, "tank-hunters") : 0;
    score_grenades(&s, rs, &f);
    return grenades_degree(&s, rs, &f, face);
}

void storm_make(struct storm *s, const struct ruleset *rs, const double *men, int n, int hit_need,
                bool tank_hunters, const struct impact_target *target)
{
    double hit = fraction_value(chance_d6_at_least(hit_need)), come = 0;
    struct wreck w;
    struct dist d;

    memset(s, 0, sizeof *s);
    s->hits.n = n;
    for (int k = 1; k <= n; k++) {
        dist_binomial(&d, k, hit);
        come += men[k];
        for (int h = 0; h <= k; h++) {
            s->hits.p[h] += men[k] * d.p[h];
            for (int face = 1; face <= 6; face++)
                s->degree[roll(rs, target, h, tank_hunters, face)] += men[k] * d.p[h] / 6;
        }
    }
    s->never = come < 1 ? 1 - come : 0;
    s->hits.p[0] += s->never;
    s->degree[DAMAGE_NONE] += s->never;
    if (!target->enclosed) { /* infantry-vehicle.soft-open */
        s->knocked_out = s->degree[DAMAGE_FULL];
        return;
    }
    ends_of(&w, rs, s->degree, target);
    s->knocked_out = w.knocked_out;
    s->burnt_out = w.burnt_out;
    s->immobilised = w.immobilised;
    s->halted = w.halted;
}

/* ---- rams ---- */

/* The loser takes full damage, superficial where it is the heavier; a winner who is not heavier
   takes superficial damage (ram.loser.*, ram.winner.*). */
static enum damage_degree impact(const struct impact_target *t, const struct impact_target *other,
                                 bool loses)
{
    if (t->armour > other->armour)
        return loses ? DAMAGE_SUPERFICIAL : DAMAGE_NONE;
    return loses ? DAMAGE_FULL : DAMAGE_SUPERFICIAL;
}

void ramming_make(struct ramming *r, const struct ruleset *rs,
                  const struct impact_target target[2])
{
    double degree[2][4] = {{0}};
    int plus[2];

    memset(r, 0, sizeof *r);
    for (int i = 0; i < 2; i++)
        plus[i] = target[i].armoured ? target[i].armour : 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            int by = a + plus[0] - b - plus[1];
            *(by > 0 ? &r->win : by < 0 ? &r->lose : &r->tie) += 1.0 / 36;
            degree[0][impact(&target[0], &target[1], by <= 0)] += 1.0 / 36;
            degree[1][impact(&target[1], &target[0], by >= 0)] += 1.0 / 36;
        }
    for (int i = 0; i < 2; i++) {
        struct wreck w;
        if (!target[i].armoured) { /* ram.loser.soft */
            r->knocked_out[i] = 1 - degree[i][DAMAGE_NONE];
            continue;
        }
        ends_of(&w, rs, degree[i], &target[i]);
        r->knocked_out[i] = w.knocked_out;
        r->immobilised[i] = w.immobilised;
    }
}
