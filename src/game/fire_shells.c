/* What hits become: templates in the open, dice in buildings, flame; and the pins. */
#include "game/casualties.h"
#include "game/fire_steps.h"
#include "game/tries.h"
#include "odds/notation.h"
#include "rules/wreck.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool indoors(const struct fire_group *g)
{
    return g->f.v[F_BUILDING] || g->f.v[F_COVER] == COVER_BUNKER;
}

static int half_up(int n)
{
    return (n + 1) / 2;
}

/* ---- templates in the open ---- */

/* The most that a template can catch: a hint for the question. An inch between two men spaced
   as far as they may be still catches both (he.template.min-two). */
static bool under_template(struct decision *d, struct unit *target, struct fire_group *g,
                           struct fire_result *r)
{
    int size = d->rs->weapon[g->weapon].he;

    if (!must_know(d, F_UNDER, "he.template.count",
                   "models of %s under %s %d\" template%s (1\" between two men catches 2)",
                   target->name, g->hits > 1 ? "the touching" : "the", size,
                   g->hits > 1 ? "s" : ""))
        return false;
    int under = d->f.v[F_UNDER];
    if (under > target->models)
        return diag_refused(&d->diag, "he.template.count", "under=%d, but %s has %d models", under,
                            target->name, target->models);
    if (under == 0)
        return diag_usage(&d->diag, "under=0: a template that hits covers one model at least");
    g->wounds = target->order == ORDER_DOWN ? half_up(under) : under; /* he.template.down-halves */
    (void)r;
    return true;
}

/* ---- buildings ---- */

bool fall_through(struct decision *d, int unit, int floor, signed char *dice, int most, int *n,
                  int *burst)
{
    int least = floor > 1 ? floor : 1;
    int floors = facts_has(&d->f, F_FLOORS) ? d->f.v[F_FLOORS] : least;

    if (floors < least)
        return diag_usage(&d->diag, "floors=%d, but the target is on floor %d", floors, least);
    for (*burst = floors; *burst > 1; --*burst) {
        const signed char *die =
            take_roll(d, "floor", unit, 1, 4, "building.indirect.floor",
                      "floor %d of %d: on 4+ the shell bursts, else it falls on", *burst, floors);
        if (!die)
            return false;
        if (*n < most)
            dice[(*n)++] = *die;
        if (strcmp(ruleset_chart(d->rs, "floor", *die)->result, "bursts") == 0)
            break;
    }
    return true;
}

/* Occupants that have not acted may drop after the hit, before the hits are counted (A05). */
static bool drop_indoors(struct decision *d, struct unit *target, struct fire_result *r)
{
    if (!can_go_down(d, target) || r->ambush)
        return true;
    if (!may_know(d, F_REACT, "building.he.down", "does %s go Down? (down, or Enter for no)",
                  target->name))
        return false;
    if (facts_has(&d->f, F_REACT) && d->f.v[F_REACT] == 1) {
        go_down(d, target);
        r->reacted_down = true;
    }
    return true;
}

static bool in_building(struct decision *d, struct unit *target, struct fire_group *g,
                        struct fire_result *r)
{
    const struct he_row *he = &d->rs->he[d->rs->weapon[g->weapon].he];
    int floor = facts_has(&g->f, F_FLOOR) ? g->f.v[F_FLOOR] : 1, burst = floor, total = 0;
    bool bunker = g->f.v[F_COVER] == COVER_BUNKER;
    int dice = he->building_dice * g->hits;
    int wanted = number_of(d->rs, bunker ? NUM_BUNKER_COLLAPSE : NUM_COLLAPSE);

    if (!drop_indoors(d, target, r) || (g->indirect && !r->no_floor && !fall_through(d, r->unit, g->f.v[F_FLOOR], r->floor_die, 16,
                                                      &r->n_floor, &burst)))
        return false;
    if (g->damage.impossible && d->rs->weapon[g->weapon].he < number_of(d->rs, NUM_COLLAPSE_HE)) {
        g->wounds = burst == floor; /* it can neither hurt nor bring anything down: a pin */
        return true;
    }
    if (r->n_multiplied + dice > FIRE_FACES)
        return diag_usage(&d->diag, "too many shells at once: fire them one after the other");
    const signed char *die = take_roll(d, "building-hits", r->unit, dice, 0, he->rule,
                                       "hits in the building: %d D%d", dice,
                                       he->building_sides);
    if (!die)
        return false;
    for (int i = 0; i < dice; i++) {
        r->multiplied[r->n_multiplied++] = die[i];
        total += dice_read(die[i], he->building_sides);
    }
    if (d->rs->weapon[g->weapon].he >= number_of(d->rs, NUM_COLLAPSE_HE) && total + r->building_hits >= wanted)
        r->collapsed = true;
    r->building_hits += total;
    g->wounds = burst != floor ? 0 : target->order == ORDER_DOWN ? half_up(total) : total;
    return true;
}

/* ---- flame ---- */

/* Each hit becomes D6 hits, D6+1 from a vehicle's projector (flame.hits.multiply, A06). */
static bool burn(struct decision *d, struct fire_group *g, struct fire_result *r)
{
    bool mounted = !(d->rs->weapon[g->weapon].bits & WEAPON_TEAM);
    int plus = mounted ? number_of(d->rs, NUM_FLAME_PLUS) : 0;
    const signed char *die = take_roll(d, "flame-hits", r->unit, g->hits, 0,
                                       "flame.hits.multiply", "hits by flame: D6%s each",
                                       mounted ? "+1" : "");

    if (!die)
        return false;
    for (int i = 0; i < g->hits; i++) {
        r->multiplied[r->n_multiplied++] = die[i];
        g->wounds += die[i] + plus;
    }
    return true;
}

bool multiply_hits(struct decision *d, struct unit *target, struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        bool ok = true;
        r->shots_hit += g->hits;
        if (!g->hits)
            continue;
        if (g->kind == HIT_FLAME)
            ok = burn(d, g, r);
        else if (g->kind == HIT_SHELL && target->type == TYPE_VEHICLE)
            g->wounds = 1; /* one model, one hit (vehicle.he.single) */
        else if (g->kind == HIT_SHELL && indoors(g))
            ok = in_building(d, target, g, r);
        else if (g->kind == HIT_SHELL && r->at_spotter)
            g->wounds = 1;
        else if (g->kind == HIT_SHELL)
            ok = under_template(d, target, g, r);
        else
            g->wounds = g->hits;
        if (!ok)
            return false;
    }
    for (int i = 0; i < r->n_groups; i++)
        r->hits += r->group[i].wounds;
    return true;
}

/* ---- pins ---- */

/* How this group's hits pin the target: men always, vehicles by crew and harm. */
static enum pinning group_pins(const struct decision *d, const struct unit *u,
                               const struct fire_group *g)
{
    bool enclosed = unit_is_enclosed(u);

    if (!g->wounds)
        return PIN_NONE;
    if (u->type != TYPE_VEHICLE)
        return PIN_SURE;
    return wreck_pinning(&d->rs->weapon[g->weapon], &g->damage, enclosed,
                         (enum quality)u->quality);
}

/* Pins that a group's hit brings at the most: a shell's die, flame's D3+1, else one. */
static int most_pins(const struct decision *d, const struct fire_group *g)
{
    if (g->kind == HIT_FLAME)
        return 3 + 1;
    return g->kind == HIT_SHELL ? d->rs->he[d->rs->weapon[g->weapon].he].pin_sides : 1;
}

/* A harmless hit on an enclosed vehicle with a regular crew: a die decides whether it is pinned. */
static bool regular_pin(struct decision *d, const struct unit *u, signed char *rolled,
                        bool *pinned)
{
    const signed char *die =
        take_roll(d, "regular-pin", u->id, 1, 0, "vehicle.pin.regular.harmless",
                  "a harmless hit on the regular crew of %s: 1-3 pins it", u->name);

    if (!die)
        return false;
    *rolled = *die;
    *pinned = strcmp(ruleset_chart(d->rs, "regular-pin", *die)->result, "pin") == 0;
    return true;
}

bool fire_goes_on(const struct decision *d, const struct fire_result *r)
{
    return r->unit && !d->forced && game_unit(d->g, r->unit)->struck == r->target; /* nobody of shells */
}

bool place_pins(struct decision *d, struct unit *target, struct fire_result *r)
{
    const struct fire_group *worst = NULL;
    enum pinning pinning = PIN_NONE;
    int pins = 1;

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        enum pinning p = group_pins(d, target, g);
        if (p == PIN_NONE || p < pinning)
            continue;
        if (p > pinning || !worst || most_pins(d, g) > most_pins(d, worst))
            worst = g;
        pinning = p;
    }
    if (!worst)
        return true;
    bool pinned = true;
    if (pinning == PIN_ON_DIE && !regular_pin(d, target, &r->regular_die, &pinned))
        return false;
    if (!pinned)
        return true;
    if (worst->kind != HIT_PLAIN) {
        int plus = worst->kind == HIT_FLAME, sides = most_pins(d, worst) - plus;
        const signed char *die = take_roll(d, "pins", target->id, 1, 0,
                                           worst->kind == HIT_FLAME ? "flame.pins"
                                                                    : "he.pins.multiple",
                                           "pins on %s: D%d%s", target->name, sides,
                                           plus ? "+1" : "");
        if (!die)
            return false;
        r->pin_die = *die;
        pins = dice_read(*die, sides) + plus;
    }
    if (fire_goes_on(d, r)) /* one unit's fire pins once (pin.gain.one-per-attack) */
        pins -= game_unit(d->g, r->unit)->struck_pins;
    r->fire_pins = pins > 0 ? pins : 0;
    change_pins(d, target, r->fire_pins);
    return true;
}

/* ---- others under the template ---- */

static const struct fire_group *shell_that_hit(const struct fire_result *r)
{
    bool salvo = r->n_others; /* one of its other shots may have hit */

    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].kind == HIT_SHELL && (r->group[i].hits || salvo))
            return &r->group[i];
    return NULL;
}

/* Splinters strike the front, even those of a shell from above, and by its size alone
   (vehicle.he.bystander). */
static void as_bystander(struct facts *f, struct weapon *shell)
{
    *shell = *f->weapon;
    shell->bits &= ~(unsigned)WEAPON_INDIRECT;
    f->weapon = shell;
    f->v[F_INDIRECT] = f->v[F_PLUNGING] = 0;
    f->v[F_FACING] = FACING_FRONT;
}

/* Their natural sixes are rolled again like those on the target (exceptional.trigger). */
static bool sixes_on_other(struct decision *d, const struct unit *u, const struct fire_result *r,
                           int sixes, int kills, int *exceptional)
{
    const signed char *die;

    *exceptional = 0;
    if (!sixes)
        return true;
    if (kills >= u->models && u->type != TYPE_GUN) {
        take_idle(d, "six", r->unit, sixes); /* all fall anyway */
        return true;
    }
    die = take_roll(d, "six", r->unit, sixes, 6, "exceptional.trigger",
                    "%d six%s on %s again: another 6 is exceptional damage", sixes,
                    sixes == 1 ? "" : "es", u->name);
    for (int i = 0; die && i < sixes; i++)
        *exceptional += die[i] == 6;
    return die != NULL;
}

/* One clipped unit: its pins, its damage at the shell's penetration, its losses. */
static bool strike_one(struct decision *d, struct unit *u, int under, const struct fire_group *g,
                       struct fire_other *o, struct fire_result *r)
{
    const struct he_row *he = &d->rs->he[d->rs->weapon[g->weapon].he];
    struct facts f = g->f;
    struct score damage;
    const signed char *die;
    int before = u->models, hits = u->order == ORDER_DOWN ? half_up(under) : under;
    int sixes = 0, exceptional;

    o->hits = u->type == TYPE_VEHICLE ? 1 : hits;
    if (u->hidden) /* a hit shows it, whoever was meant (hidden.reveal.hit, A27) */
        emit_text(d, EV_SET, u->id, 0, 0, "hidden no");
    struct weapon shell;
    if (!o->in_salvo) /* who is a target of the salvo is struck from above */
        as_bystander(&f, &shell);
    f.given &= ~(FACT_BIT(F_VS) | FACT_BIT(F_TARGET_TYPE) | FACT_BIT(F_TARGET_ORDER)
                 | FACT_BIT(F_TARGET_MODELS) | FACT_BIT(F_SHIELD));
    struct facts known;
    facts_init(&known);
    known.v[F_FACING] = (int)shot_facing(&f);
    unit_target_facts(&known, d->rs, d->g, u);
    facts_merge(&f, &known);
    score_damage(&damage, d->rs, &f);
    struct fire_group pseudo = *g;
    pseudo.damage = damage;
    pseudo.wounds = o->hits;
    enum pinning pinning = group_pins(d, u, &pseudo);
    bool pinned = pinning != PIN_NONE;
    if (pinning == PIN_ON_DIE && !regular_pin(d, u, &r->regular_die, &pinned))
        return false;
    if (pinned) {
        die = take_roll(d, "pins", u->id, 1, 0, "he.pins.multiple", "pins on %s: D%d", u->name,
                        he->pin_sides);
        if (!die)
            return false;
        int had = u->pins;
        change_pins(d, u, dice_read(*die, he->pin_sides));
        o->pins = u->pins - had;
    }
    if (damage.impossible || u->destroyed)
        return true;
    die = take_roll(d, "damage", r->unit, o->hits, damage.need, "he.damage.sequence",
                    "%d to damage %s at %d+", o->hits, u->name, damage.need);
    if (!die)
        return false;
    struct effects e = {0};
    int plus = !!(u->special & ruleset_bit(d->rs, "flamethrower-vehicle"))
        + (o->in_salvo && is_armoured(u) && (u->open_topped || u->exposed));
    for (int i = 0; i < o->hits; i++) {
        enum damage_degree degree = damage_degree(&damage, d->rs, &f, die[i]);
        o->kills += degree != DAMAGE_NONE;
        sixes += degree != DAMAGE_NONE && die[i] == 6;
        if (u->type == TYPE_VEHICLE && degree
            && !take_effects(d, u, degree, plus, FACING_FRONT, &e))
            return false;
    }
    note_dice(d, r->unit ? r->unit : d->thrower, LUCK_DAMAGE, o->kills, o->hits, damage.need);
    struct fire_result own = {0}; /* what befalls it is not told of the target */
    if (u->type != TYPE_VEHICLE && o->kills
        && (!sixes_on_other(d, u, r, sixes, o->kills, &exceptional)
            || !lose_men(d, u, o->kills, exceptional, true, &own, &o->casualties)))
        return false;
    if (u->type != TYPE_VEHICLE && !u->destroyed && !u->gunless
        && half_lost(o->casualties, before)) {
        struct check_result check = {0};
        if (!take_check(d, u, &check))
            return false;
    }
    o->destroyed = u->destroyed || u->gunless;
    return true;
}

/* The place of a unit among the others; NULL when there is no more. */
static struct fire_other *other_of(struct fire_result *r, int unit)
{
    for (int i = 0; i < r->n_others; i++)
        if (r->other[i].unit == unit)
            return &r->other[i];
    if (r->n_others == FIRE_OTHERS)
        return NULL;
    r->other[r->n_others] = (struct fire_other){.unit = unit};
    return &r->other[r->n_others++];
}

/* Every unit that the salvo hit has men under its template; a vehicle is one. */
static bool salvo_counted(struct decision *d, const struct fire_result *r)
{
    for (int i = 0; i < r->n_others; i++) {
        const struct unit *u = game_unit(d->g, r->other[i].unit);
        if (r->other[i].hit && facts_part(&d->f, F_UNDER, u->name, 0) < 1)
            return diag_usage(&d->diag, "under.%s= missing: the salvo hits it, how many models "
                              "are under that template?", u->name);
    }
    return true;
}

/* building.NAME: the unit is in a building that the template overlaps; walls stop what bursts
   outside (building.he.outside). The target's own building and a salvo's are other questions:
   there the shell is aimed at it. */
static bool shelter(struct decision *d, const struct unit *u, struct fire_result *r, bool *is)
{
    *is = facts_part(&d->f, F_BUILDING, u->name, 0) != 0;
    if (!*is)
        return true;
    if (u->id == r->target)
        return diag_usage(&d->diag, "building.%s: %s is the target, building says it", u->name,
                          u->name);
    struct fire_other *o = other_of(r, u->id);
    if (o && o->in_salvo)
        return diag_usage(&d->diag, "building.%s: a salvo at a building is fired at it by itself",
                          u->name);
    if (o)
        o->sheltered = true;
    return true;
}

bool strike_others(struct decision *d, struct fire_result *r)
{
    bool sheltered;

    const struct fire_group *g = shell_that_hit(r);

    if (!salvo_counted(d, r))
        return false;
    for (int i = 0; g && i < d->f.n_parts; i++) {
        const struct fact_part *p = &d->f.part[i];
        if (p->key != F_UNDER)
            continue;
        struct unit *u = game_find(d->g, p->of, &d->diag);
        if (!u || !must_live(d, u))
            return false;
        if (!shelter(d, u, r, &sheltered))
            return false;
        if (sheltered)
            continue;
        if (r->unit && u->side == game_unit(d->g, r->unit)->side)
            return forbid(d, "he.template.no-friends", "the template may not touch %s, a friend",
                          u->name);
        if (p->value > u->models)
            return diag_refused(&d->diag, "he.template.count", "under.%s=%g, but it has %d models",
                                u->name, p->value, u->models);
        struct fire_other *o = other_of(r, u->id);
        bool stuck = u->immobilised;
        if (!o || u->id == r->target)
            continue;
        if (u->aboard || u->floor)
            return forbid(d, u->floor ? "building.he.outside" : "transport.aboard.untargeted",
                          "the template cannot touch %s: it is %s %s", u->name,
                          u->floor ? "inside" : "aboard",
                          u->floor ? u->building : game_unit(d->g, u->aboard)->name);
        if (u->reserve)
            return forbid(d, "reserve.turn-1", "%s is still in reserve, off the table", u->name);
        if (o->in_salvo && !o->hit)
            return diag_refused(&d->diag, "launcher.resolve", "the salvo missed %s: no template "
                                "lies on it", u->name);
        if (!strike_one(d, u, (int)p->value, g, o, r)
            || !passengers_hit(d, u, stuck, &r->riders))
            return false;
        o->destroyed = u->destroyed || u->gunless;
    }
    return true;
}
