/* The chain of one unit's fire.

   A die misses, hits in vain, or damages; some damage is exceptional. With q the chance that a
   hit damages and s the part of q that is decisive (it kills a leader, or a whole team), w hits
   make k kills with the coefficient of x^k in (1 - q + q x)^w, and k kills of which none is
   decisive with that in (1 - q + (q-s) x)^w. Weapons whose hits are multiplied (shells, flame)
   bring another number of hits and other pins, so the chain is gone through once for every
   combination of them hitting or not, and the results are added with their weights. */
#include "rules/volley.h"

#include "odds/notation.h"

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

/* ---- groups ---- */

int template_assumed(const struct ruleset *rs, const struct facts *f)
{
    int men = number_of(rs, NUM_TEMPLATE_MEN);

    if (facts_has(f, F_UNDER) || !shot_is_he(f) || f->v[F_BUILDING]
        || f->v[F_COVER] == COVER_BUNKER || f->v[F_TARGET_TYPE] == TARGET_VEHICLE)
        return 0;
    return facts_has(f, F_TARGET_MODELS) && f->v[F_TARGET_MODELS] < men ? f->v[F_TARGET_MODELS]
                                                                        : men;
}

static void shell_group(struct volley_group *g, const struct ruleset *rs, const struct facts *f)
{
    const struct he_row *he = &rs->he[f->weapon->he];
    bool bunker = f->v[F_COVER] == COVER_BUNKER;
    bool down = f->v[F_TARGET_ORDER] == ORDER_DOWN;

    g->pin_sides = he->pin_sides;
    if (bunker || f->v[F_BUILDING]) {
        g->kind = VOLLEY_BUILDING;
        g->multiply_dice = he->building_dice;
        g->multiply_sides = he->building_sides;
        g->halved = down;
        if (f->weapon->he >= number_of(rs, NUM_COLLAPSE_HE))
            g->collapse = number_of(rs, bunker ? NUM_BUNKER_COLLAPSE : NUM_COLLAPSE);
    } else {
        int assumed = template_assumed(rs, f);
        int under = assumed ? assumed : f->v[F_UNDER];
        g->kind = VOLLEY_TEMPLATE;
        g->under = down ? (under + 1) / 2 : under;
    }
}

/* Small arms kill crewmen and nothing else (artillery.damage.small-arms). */
static bool spares_the_gun(const struct facts *shot)
{
    return shot->v[F_TARGET_TYPE] == TARGET_ARTILLERY && shot->weapon
        && shot->weapon->bits & WEAPON_SMALL_ARM;
}

void volley_group_from(struct volley_group *g, const struct ruleset *rs, const struct facts *shot,
                       const struct score *hit, const struct score *damage, int dice)
{
    memset(g, 0, sizeof *g);
    g->dice = hit->out_of_range ? 0 : dice;
    g->hit = fraction_value(hit->chance);
    g->damage = fraction_value(damage->chance);
    if (damage->impossible || spares_the_gun(shot))
        g->exceptional = 0;
    else if (trigger_find(rs, TRIGGER_EXCEPTIONAL, shot))
        g->exceptional = g->damage;
    else
        g->exceptional = fraction_value(chance_six_six());
    if (!shot->weapon)
        return;
    if (shot->weapon->bits & WEAPON_FLAME) {
        g->kind = VOLLEY_FLAME;
        g->multiply_dice = 1;
        g->multiply_sides = 6;
        g->multiply_plus = shot->weapon->bits & WEAPON_TEAM ? 0 : number_of(rs, NUM_FLAME_PLUS);
        g->pin_sides = 3;
        g->pin_plus = 1;
    } else if (shot_is_he(shot)) {
        shell_group(g, rs, shot);
    }
}

/* Hits of a multiplied group that hits at all; *buried: the part of them that brings the house
   down; *standing: the others by themselves, which are what its people suffer. Not for plain
   groups. */
static void special_hits(const struct volley_group *g, struct dist *hits, struct dist *standing,
                         double *buried)
{
    struct dist shots, one, sum, plus;

    *buried = 0;
    if (g->kind == VOLLEY_TEMPLATE) {
        dist_certain(hits, g->under);
        *standing = *hits;
        return;
    }
    dist_certain(&one, 0);
    for (int k = 0; k < g->multiply_dice; k++) {
        struct dist die = {.n = g->multiply_sides};
        for (int face = 1; face <= 6; face++)
            die.p[dice_read(face, g->multiply_sides)] += 1.0 / 6;
        if (k == 0)
            one = die;
        else
            dist_add(&one, &die);
    }
    dist_certain(&plus, g->multiply_plus);
    dist_add(&one, &plus);
    dist_binomial(&shots, g->dice, g->hit);
    memset(hits, 0, sizeof *hits);
    memset(standing, 0, sizeof *standing);
    for (int k = 1; k <= g->dice; k++) {
        if (k == 1)
            sum = one;
        else
            dist_add(&sum, &one);
        double weight = shots.p[k] / (1 - shots.p[0]);
        for (int h = 0; h <= sum.n; h++) {
            int left = g->halved ? (h + 1) / 2 : h;
            bool falls = g->collapse && h >= g->collapse;
            *(falls ? buried : &standing->p[left]) += weight * sum.p[h];
            hits->p[left] += weight * sum.p[h];
            if (left > hits->n)
                hits->n = left;
        }
    }
    standing->n = hits->n;
    for (int w = 0; *buried > 0 && *buried < 1 && w <= standing->n; w++)
        standing->p[w] /= 1 - *buried;
}

/* ---- kills ---- */

/* A product of distributions, of which the first is only copied. */
struct product {
    struct dist d;
    double mass;
    bool any;
};

static void multiply(struct product *p, const struct dist *d)
{
    if (p->any)
        dist_add(&p->d, d);
    else
        p->d = *d;
    p->any = true;
}

/* Kills of n plain dice: hit and damage together are one chance, decisive kills left out. */
static void plain_kills(struct product *p, int dice, double kill, double decisive)
{
    struct dist one;
    double left = 1 - decisive;

    p->mass *= pow(left, dice);
    dist_binomial(&one, dice, left > 0 ? (kill - decisive) / left : 0);
    multiply(p, &one);
}

/* Kills of so many hits, decisive ones left out. */
static void special_kills(struct product *p, const struct dist *hits, double damage,
                          double decisive)
{
    struct dist d = *hits;
    double left = 1 - decisive, mass = 0, power = 1;

    for (int w = 0; w <= d.n; w++, power *= left) {
        d.p[w] *= power;
        mass += d.p[w];
    }
    for (int w = 0; mass > 0 && w <= d.n; w++)
        d.p[w] /= mass;
    dist_thin(&d, left > 0 ? (damage - decisive) / left : 0);
    p->mass *= mass;
    multiply(p, &d);
}

/* ---- the check ---- */

/* Chance that the check of the survivors fails, with `pins` more on the unit. */
static double broken(const struct ruleset *rs, const struct volley_target *t, int left, int pins,
                     bool leader_lost)
{
    struct facts f = t->facts;
    struct score s;

    facts_set(&f, F_PINS, f.v[F_PINS] + pins);
    facts_set(&f, F_MODELS, left);
    if (t->team || facts_has(&f, F_CREW))
        facts_set(&f, F_CREW, left);
    if (leader_lost) { /* and with an officer goes his own bonus */
        facts_set(&f, F_LEADER, 1);
        f.v[F_OFFICER] = -1;
    }
    score_test(&s, rs, PHASE_MORALE, &f);
    return 1 - fraction_value(s.chance);
}

enum { MAX_PINS = 8 };

/* Chances of failing, worked out once for each case that differs: one man left or more, the
   leader lost or not; each an average over the pins of this fire. */
struct break_table {
    bool known[2][2];
    double chance[2][2];
    double pins[MAX_PINS]; /* chance of that many pins, none of which routs the unit */
    double stays;          /* sum of pins[] */
    double routed;         /* chance that the pins rout the unit at once */
};

static double broken_once(struct break_table *bt, const struct ruleset *rs,
                          const struct volley_target *t, int left, bool leader_lost)
{
    int one = left == 1, lost = leader_lost;

    if (!bt->known[one][lost]) {
        bt->chance[one][lost] = 0;
        for (int p = 0; p < MAX_PINS; p++)
            if (bt->pins[p] > 0)
                bt->chance[one][lost] += bt->pins[p] * broken(rs, t, left, p, leader_lost);
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

/* Pins of this combination of hits: the worst shell's die, or one. */
static void pin_chances(struct break_table *bt, const struct ruleset *rs,
                        const struct volley_target *t, int sides, int plus)
{
    int faces = sides ? 6 : 1; /* one pin is certain: one case, and no rounding */

    for (int face = 1; face <= faces; face++) {
        int pins = sides ? dice_read(face, sides) + plus : 1;
        if (pins_rout(rs, &t->facts, t->facts.v[F_PINS] + pins))
            bt->routed += 1.0 / faces;
        else
            bt->pins[pins] += 1.0 / faces;
    }
    bt->stays = bt->routed >= 1 - 1e-12 ? 0 : 1 - bt->routed;
}

/* ---- one combination ---- */

/* Which special groups hit, with what came of it. */
struct branch {
    double weight;    /* chance of this combination */
    double buried;    /* part of it in which a building comes down */
    bool special;     /* one of them hit: no plain hit is needed for a pin */
    bool flame;
    double silent;    /* chance that no plain die hits either */
    struct product all, plain;
    struct break_table bt;
};

static void end_of(struct volley *v, const struct ruleset *rs, const struct volley_target *t,
                   struct branch *b, int casualties, double p, bool decisive)
{
    double alive = p * b->bt.stays; /* not routed by pins before it could fall or stand */
    double fails = 0;
    bool leader_lost = decisive && t->leader;

    v->casualties.p[casualties] += p;
    if (casualties > v->casualties.n)
        v->casualties.n = casualties;
    if (casualties >= t->models || (decisive && t->gun)) {
        v->destroyed += alive;
        return;
    }
    if (b->flame || (half_lost(casualties, t->models)
                     && !check_spared(rs, t, t->models - casualties))) {
        v->morale_check += alive;
        fails = p * broken_once(&b->bt, rs, t, t->models - casualties, leader_lost);
        v->destroyed += fails;
    }
    v->stands[leader_lost][casualties] += fmax(alive - fails, 0);
}

/* Sums the ends of one combination over its kills. */
static void sum_up(struct volley *v, const struct ruleset *rs, const struct volley_target *t,
                   struct branch *b)
{
    double weight = b->weight * (1 - b->buried);
    double hit = b->special ? 1 : 1 - b->silent;
    int m = t->models;

    v->pinned += b->weight * hit;
    if (b->buried > 0) {
        v->destroyed += b->weight * b->buried;
        v->casualties.p[m] += b->weight * b->buried;
        v->casualties.n = m;
    }
    v->destroyed += weight * hit * b->bt.routed;
    for (int k = 0; k <= b->all.d.n; k++) {
        double none = k <= b->plain.d.n ? b->plain.d.p[k] * b->plain.mass : 0;
        double some = k == 0 ? 0 : fmax(b->all.d.p[k] - none, 0);
        if (k == 0 && !b->special) { /* without any hit there is no pin and no rout */
            v->casualties.p[0] += weight * b->silent;
            v->stands[0][0] += weight * b->silent;
            none -= b->silent;
        }
        end_of(v, rs, t, b, k >= m ? m : k, weight * fmax(none, 0), false);
        if (some > 0)
            end_of(v, rs, t, b, k >= m || t->team ? m : k, weight * some, true);
    }
}

/* What part of exceptional damage is decisive for this target. */
static double decisive_part(const struct ruleset *rs, const struct volley_target *t)
{
    if (t->team || t->gun)
        return 1;
    if (!t->leader)
        return 0;
    if (trigger_find(rs, TRIGGER_LEADER_SAVED, &t->facts))
        return (number_of(rs, NUM_LEADER_SAVED) - 1) / 6.0;
    return 1;
}

/* Goes through one combination: bit i of mask says whether special group i hits. */
static void one_branch(struct volley *v, const struct ruleset *rs,
                       const struct volley_group *groups, int n, unsigned mask,
                       const struct volley_target *t)
{
    struct branch b = {.weight = 1, .silent = 1};
    struct product hits;
    double part = decisive_part(rs, t), no_six = 1, stands = 1;
    int special = 0, sides = 0, plus = 0;

    b.all.mass = b.plain.mass = 1;
    b.all.any = b.plain.any = hits.any = false;
    for (int i = 0; i < n; i++) {
        const struct volley_group *g = &groups[i];
        struct dist d, standing;
        double buried, miss = pow(1 - g->hit, g->dice);
        if (!g->dice)
            continue;
        if (g->kind == VOLLEY_PLAIN) {
            double kill = g->hit * g->damage;
            dist_binomial(&d, g->dice, g->hit);
            multiply(&hits, &d);
            plain_kills(&b.all, g->dice, kill, 0);
            plain_kills(&b.plain, g->dice, kill, g->hit * g->exceptional * part);
            b.silent *= miss;
            no_six *= pow(1 - g->hit * g->exceptional, g->dice);
            continue;
        }
        if (!(mask >> special++ & 1)) {
            b.weight *= miss;
            continue;
        }
        b.weight *= 1 - miss;
        b.special = true;
        b.flame = b.flame || g->kind == VOLLEY_FLAME;
        if (g->pin_sides + g->pin_plus > sides + plus) {
            sides = g->pin_sides;
            plus = g->pin_plus;
        }
        special_hits(g, &d, &standing, &buried);
        stands *= 1 - buried;
        multiply(&hits, &d);
        double kept = 0;
        for (int w = 0; w <= standing.n; w++)
            kept += standing.p[w] * pow(1 - g->exceptional, w);
        no_six *= kept;
        special_kills(&b.all, &standing, g->damage, 0);
        special_kills(&b.plain, &standing, g->damage, g->exceptional * part);
    }
    b.buried = 1 - stands;
    if (b.weight <= 0)
        return;
    if (!hits.any) {
        dist_certain(&hits.d, 0);
        dist_certain(&b.all.d, 0);
        dist_certain(&b.plain.d, 0);
    }
    pin_chances(&b.bt, rs, t, sides, plus);
    for (int k = 0; k <= hits.d.n; k++)
        v->hits.p[k] += b.weight * hits.d.p[k];
    if (hits.d.n > v->hits.n)
        v->hits.n = hits.d.n;
    v->exceptional += b.weight * (1 - b.buried) * (1 - no_six);
    sum_up(v, rs, t, &b);
}

void volley_make(struct volley *v, const struct ruleset *rs, const struct volley_group *groups,
                 int n_groups, const struct volley_target *target)
{
    int special = 0, cap = 0;

    for (int i = 0; i < n_groups; i++) {
        special += groups[i].dice && groups[i].kind != VOLLEY_PLAIN;
        cap += groups[i].kind == VOLLEY_PLAIN ? groups[i].dice : ODDS_MAX;
    }
    if (cap > ODDS_MAX)
        cap = ODDS_MAX;
    v->hits.n = v->casualties.n = 0;
    memset(v->hits.p, 0, sizeof v->hits.p[0] * (size_t)(cap + 1));
    memset(v->casualties.p, 0, sizeof v->casualties.p[0] * (size_t)(target->models + 1));
    for (int lost = 0; lost < 2; lost++)
        memset(v->stands[lost], 0, sizeof v->stands[0][0] * (size_t)(target->models + 1));
    v->pinned = v->exceptional = v->morale_check = v->destroyed = 0;
    for (unsigned mask = 0; mask < 1U << special; mask++)
        one_branch(v, rs, groups, n_groups, mask, target);
}
