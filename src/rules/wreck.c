/* Fire on a vehicle, step by step like the rules: hits, the pins of the fire, then each wound
   with its results; the state is how many pins the vehicle has, whether it is immobilised and
   whether it was halted. Nothing is cut off. */
#include "rules/wreck.h"

#include "odds/notation.h"

#include <math.h>
#include <string.h>

enum { PINS_MOST = 24, STATES = 4, IMMOBILE = 1, HALTED = 2 };

/* Chances over the living states, and of the ends. */
struct living {
    double p[PINS_MOST + 1][STATES];
    double knocked_out, burnt_out, damaged;
};

void wreck_degrees(struct wreck_group *g, const struct ruleset *rs, const struct facts *shot,
                   const struct score *damage)
{
    memset(g->degree, 0, sizeof g->degree);
    for (int face = 1; face <= 6; face++)
        g->degree[damage_degree(damage, rs, shot, face)] += 1;
    for (int degree = 0; degree < 4; degree++) /* counted first: six sixths must be one */
        g->degree[degree] /= 6;
}

enum pinning wreck_pinning(const struct weapon *w, const struct score *damage, bool enclosed,
                           enum quality crew)
{
    if (!enclosed)
        return PIN_SURE;
    if (w->bits & WEAPON_SMALL_ARM)
        return PIN_NONE;
    if (!damage->impossible || crew == QUALITY_INEXPERIENCED)
        return PIN_SURE;
    return crew == QUALITY_REGULAR ? PIN_ON_DIE : PIN_NONE;
}

/* Everything that a result needs to know. */
struct wrecking {
    const struct ruleset *rs;
    const struct wreck_target *t;
    double fail[PINS_MOST + 1]; /* chance of failing a check with so many pins */
};

/* Puts mass p into a state with so many pins; at its morale the vehicle is gone. */
static void settle(const struct wrecking *w, struct living *l, int pins, int state, double p)
{
    if (pins > PINS_MOST)
        pins = PINS_MOST;
    if (pins_rout(w->rs, &w->t->facts, pins))
        l->knocked_out += p;
    else
        l->p[pins][state] += p;
}

static void burn_out(const struct wrecking *w, struct living *l, int pins, int state, double p)
{
    for (int face = 1; face <= 6; face++) {
        int more = w->t->burns_easily ? dice_read(face, 3) : 1;
        int now = pins + more > PINS_MOST ? PINS_MOST : pins + more;
        double fails = pins_rout(w->rs, &w->t->facts, now) ? 1 : w->fail[now];
        l->knocked_out += p / 6 * fails;
        l->burnt_out += p / 6 * fails;
        settle(w, l, now, state | HALTED, p / 6 * (1 - fails));
    }
}

/* One roll on the results table for all of mass p at one state. */
static void result(const struct wrecking *w, struct living *l, int pins, int state, int plus,
                   double p)
{
    for (int face = 1; face <= 6; face++) {
        int total = face + plus;
        const struct chart_row *row =
            ruleset_chart(w->rs, "vehicle-damage", total < 1 ? 1 : total > 6 ? 6 : total);
        double each = p / 6;
        if (strcmp(row->result, "knocked-out") == 0
            || (strcmp(row->result, "immobilised") == 0 && state & IMMOBILE))
            l->knocked_out += each;
        else if (strcmp(row->result, "immobilised") == 0)
            settle(w, l, pins + 1, state | IMMOBILE, each);
        else if (strcmp(row->result, "on-fire") == 0)
            burn_out(w, l, pins, state, each);
        else
            settle(w, l, pins + 1, state | HALTED, each);
    }
}

/* Applies one result to everything that lives, with weight; what it does not touch stays. */
static void results(const struct wrecking *w, struct living *l, int plus, double weight,
                    struct living *out)
{
    for (int pins = 0; pins <= PINS_MOST; pins++)
        for (int state = 0; state < STATES; state++)
            if (l->p[pins][state] > 0)
                result(w, out, pins, state, plus, weight * l->p[pins][state]);
}

/* One wound: nothing, or one or two results. */
static void wound(const struct wrecking *w, struct living *l, const struct wreck_group *g)
{
    struct living out = {.knocked_out = l->knocked_out, .burnt_out = l->burnt_out,
                         .damaged = l->damaged},
                  twice = {0};
    int less = number_of(w->rs, NUM_SUPERFICIAL);

    for (int pins = 0; pins <= PINS_MOST; pins++)
        for (int state = 0; state < STATES; state++)
            out.p[pins][state] = g->degree[DAMAGE_NONE] * l->p[pins][state];
    results(w, l, g->plus + less, g->degree[DAMAGE_SUPERFICIAL], &out);
    results(w, l, g->plus, g->degree[DAMAGE_FULL], &out);
    if (g->degree[DAMAGE_MASSIVE] > 0) {
        results(w, l, g->plus, g->degree[DAMAGE_MASSIVE], &twice);
        results(w, &twice, g->plus, 1, &out);
        out.knocked_out += twice.knocked_out;
        out.burnt_out += twice.burnt_out;
    }
    *l = out;
}

/* Wounds of a group that hits, given that it does. */
static void wounds_of(const struct wreck_group *g, struct dist *d)
{
    const struct volley_group *h = &g->hits;

    if (h->kind == VOLLEY_TEMPLATE || h->kind == VOLLEY_BUILDING) {
        dist_certain(d, 1); /* one model, one hit (vehicle.he.single) */
        return;
    }
    dist_binomial(d, h->dice, h->hit);
    double none = d->p[0];
    d->p[0] = 0;
    for (int k = 1; k <= d->n; k++)
        d->p[k] /= 1 - none;
    if (h->kind != VOLLEY_FLAME)
        return;
    /* each hit is D6 (or D6+1) hits (A08) */
    struct dist sum, die = {.n = 6 + h->multiply_plus}, out = {0};
    for (int k = 1; k <= 6; k++)
        die.p[k + h->multiply_plus] = 1.0 / 6;
    dist_certain(&sum, 0);
    for (int k = 1; k <= d->n; k++) {
        if (k == 1)
            sum = die;
        else
            dist_add(&sum, &die);
        for (int i = 0; i <= sum.n; i++)
            out.p[i] += d->p[k] * sum.p[i];
        out.n = sum.n;
    }
    *d = out;
}

/* All wounds of one group, one after the other. */
static void wounds(const struct wrecking *w, struct living *l, const struct wreck_group *g)
{
    struct living now = *l, out = {0};
    struct dist d;

    wounds_of(g, &d);
    for (int k = 0; k <= d.n; k++) {
        double p = d.p[k];
        for (int pins = 0; p > 0 && pins <= PINS_MOST; pins++)
            for (int state = 0; state < STATES; state++)
                out.p[pins][state] += p * now.p[pins][state];
        out.knocked_out += p * now.knocked_out;
        out.burnt_out += p * now.burnt_out;
        if (k < d.n)
            wound(w, &now, g);
    }
    *l = out;
}

/* The pins of the fire on everything that lives: the worst hit's. */
static double place(const struct wrecking *w, struct living *l, enum pinning pinning,
                    const struct wreck_group *worst)
{
    struct living out = {0};
    double sure = pinning == PIN_SURE ? 1 : 0;

    if (pinning == PIN_NONE)
        return 0;
    for (int face = 1; pinning == PIN_ON_DIE && face <= 6; face++)
        sure += strcmp(ruleset_chart(w->rs, "regular-pin", face)->result, "pin") == 0 ? 1.0 / 6 : 0;
    for (int pins = 0; pins <= PINS_MOST; pins++)
        for (int state = 0; state < STATES; state++)
            for (int face = 1; l->p[pins][state] > 0 && face <= 6; face++) {
                int more = worst->hits.pin_sides
                    ? dice_read(face, worst->hits.pin_sides) + worst->hits.pin_plus
                    : 1;
                settle(w, &out, pins + more, state, l->p[pins][state] * sure / 6);
            }
    for (int pins = 0; pins <= PINS_MOST; pins++)
        for (int state = 0; state < STATES; state++)
            out.p[pins][state] += (1 - sure) * l->p[pins][state];
    *l = out;
    return sure;
}

static double damage_chance(const struct wreck_group *g)
{
    struct dist d;
    double none = 0;

    wounds_of(g, &d);
    for (int k = 0; k <= d.n; k++)
        none += d.p[k] * pow(g->degree[DAMAGE_NONE], k);
    return 1 - none;
}

/* One combination of groups that hit; flame ends with a check, whatever it did (flame.morale). */
static void one_mask(struct wreck *sum, const struct wrecking *w, const struct wreck_group *groups,
                     int n, unsigned mask)
{
    struct living l = {0};
    const struct wreck_group *worst = NULL;
    enum pinning pinning = PIN_NONE;
    double weight = 1, unharmed = 1;
    int start = w->t->facts.v[F_PINS];
    bool flame = false;

    l.p[start > PINS_MOST ? PINS_MOST : start][w->t->immobilised ? IMMOBILE : 0] = 1;
    for (int i = 0; i < n; i++) {
        const struct wreck_group *g = &groups[i];
        double miss = pow(1 - g->hits.hit, g->hits.dice);
        if (!(mask >> i & 1)) {
            weight *= miss;
            continue;
        }
        weight *= 1 - miss;
        unharmed *= 1 - damage_chance(g);
        flame = flame || g->hits.kind == VOLLEY_FLAME;
        if (g->pinning > pinning
            || (g->pinning == pinning && worst
                && g->hits.pin_sides + g->hits.pin_plus
                       > worst->hits.pin_sides + worst->hits.pin_plus)) {
            pinning = g->pinning;
            worst = g;
        }
    }
    if (weight <= 0)
        return;
    sum->pinned += weight * (worst ? place(w, &l, pinning, worst) : 0);
    sum->damaged += weight * fmax(1 - unharmed, 0);
    for (int i = 0; i < n; i++)
        if (mask >> i & 1)
            wounds(w, &l, &groups[i]);
    for (int pins = 0; pins <= PINS_MOST; pins++)
        for (int state = 0; state < STATES; state++) {
            double p = weight * l.p[pins][state];
            double lost = flame ? p * w->fail[pins] : 0;
            sum->knocked_out += lost;
            p -= lost;
            sum->immobilised += state & IMMOBILE ? p : 0;
            sum->halted += state & HALTED ? p : 0;
        }
    sum->knocked_out += weight * l.knocked_out;
    sum->burnt_out += weight * l.burnt_out;
}

void wreck_make(struct wreck *sum, const struct ruleset *rs, const struct wreck_group *groups,
                int n_groups, const struct wreck_target *target)
{
    struct wrecking w = {.rs = rs, .t = target};
    struct facts f = target->facts;
    struct dist one;
    bool first = true;

    for (int pins = 0; pins <= PINS_MOST; pins++) {
        struct score s;
        facts_set(&f, F_PINS, pins);
        score_test(&s, rs, PHASE_MORALE, &f);
        w.fail[pins] = 1 - fraction_value(s.chance);
    }
    memset(sum, 0, sizeof *sum);
    dist_certain(&sum->hits, 0);
    for (int i = 0; i < n_groups; i++) {
        dist_binomial(&one, groups[i].hits.dice, groups[i].hits.hit);
        if (first)
            sum->hits = one;
        else
            dist_add(&sum->hits, &one);
        first = false;
    }
    for (unsigned mask = 0; mask < 1U << n_groups; mask++)
        one_mask(sum, &w, groups, n_groups, mask);
}
