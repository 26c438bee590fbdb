/* Ground: how far, over what, and smoke on it. */
#include "game/ground.h"

#include "base/words.h"
#include "game/tries.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- how far ---- */

/* Traits of what those on foot carry, which may slow them. */
static unsigned carried_traits(const struct ruleset *rs, const struct unit *u)
{
    unsigned bits = 0;

    for (int i = 0; u->type != TYPE_VEHICLE && i < u->n_carried; i++)
        bits |= rs->weapon[u->carried[i].weapon].bits;
    return bits;
}

const struct movement *unit_rate(const struct ruleset *rs, const struct game *g,
                                 const struct unit *u, int order, int *turns)
{
    uint64_t specials = unit_specials(rs, g, u);
    unsigned traits = carried_traits(rs, u);
    const struct movement *rate = NULL;

    *turns = 99;
    for (int i = 0; i < rs->n_movements; i++) {
        const struct movement *m = &rs->movement[i];
        if (m->order != order
            || !(m->traits & traits || m->special & specials
                 || strcmp(m->mover, unit_mover(u)) == 0))
            continue;
        rate = m;
        *turns = m->turns < *turns ? m->turns : *turns;
    }
    return rate;
}

/* The row of a ground for a unit: that of a special rule goes before that of its mover. */
static const struct ground_row *unit_ground(const struct ruleset *rs, const struct game *g,
                                            const struct unit *u, const char *ground)
{
    uint64_t specials = unit_specials(rs, g, u);
    const struct ground_row *row = ruleset_ground(rs, ground, unit_mover(u));

    for (int i = 0; row && i < rs->n_grounds; i++)
        if (rs->ground[i].special & specials && strcasecmp(rs->ground[i].ground, ground) == 0)
            row = &rs->ground[i];
    return row;
}

bool backs_at_full_speed(const struct ruleset *rs, uint64_t specials, const char **rule)
{
    bool swivels = specials & ruleset_bit(rs, "turn-on-the-spot");

    if (rule)
        *rule = swivels ? "army.britain.carrier.turn" : "vehicle.recce.run-reverse";
    return swivels || specials & ruleset_bit(rs, "dual-direction");
}

/* How far a vehicle backs: half its Advance, a recce one the whole. */
static double backing(const struct ruleset *rs, uint64_t specials, int order, double advance,
                      double inches, struct move_result *r)
{
    bool recce = specials & ruleset_bit(rs, "recce");

    const char *at_full_speed;

    if (order == ORDER_RUN && backs_at_full_speed(rs, specials, &at_full_speed)) {
        snprintf(r->rule, sizeof r->rule, "%s", at_full_speed);
        return inches;
    }
    snprintf(r->rule, sizeof r->rule, recce ? "vehicle.recce.reverse" : "vehicle.move.reverse");
    r->turns = recce ? r->turns : 0; /* straight back */
    return recce ? advance : advance / 2;
}

/* Whether this ground doubles the rate of a unit whose whole move keeps to it. */
static bool doubles(const struct ground_row *row, int order)
{
    return row
        && (row->allows == ALLOWS_DOUBLE
            || (row->allows == ALLOWS_DOUBLE_RUN && order == ORDER_RUN));
}

double move_allowance(const struct ruleset *rs, const struct game *g, const struct unit *u,
                      int order, const struct facts *f, struct move_result *r)
{
    int ignored, turns;
    const struct movement *m = unit_rate(rs, g, u, order, &turns);
    const struct movement *basic = unit_rate(rs, g, u, ORDER_ADVANCE, &ignored);
    const struct number_row *crew = &rs->number[NUM_GUN_RUN_CREW];

    r->rule[0] = '\0';
    r->least = 0;
    r->turns = m ? turns : 0;
    if (!m || u->immobilised) {
        snprintf(r->rule, sizeof r->rule, "%s", u->immobilised ? "vehicle.damage.2"
                                                : order == ORDER_FIRE ? "order.fire"
                                                                      : "order.ambush");
        return 0;
    }
    snprintf(r->rule, sizeof r->rule, "%s", m->rule);
    if (u->type == TYPE_GUN && m->inches && u->models < crew->value) {
        snprintf(r->rule, sizeof r->rule, "%s", crew->rule);
        return 0;
    }
    if (u->type == TYPE_VEHICLE && order == ORDER_RUN && !f->v[F_REVERSE])
        r->least = basic->inches; /* at full speed it goes further than that */
    if (u->type == TYPE_VEHICLE && f->v[F_REVERSE])
        return backing(rs, unit_specials(rs, g, u), order, basic->inches, m->inches, r);
    const struct ground_row *road = f->v[F_ROAD] ? unit_ground(rs, g, u, "road") : NULL;
    if (!doubles(road, order))
        return m->inches;
    snprintf(r->rule, sizeof r->rule, "%s", road->rule);
    return 2 * m->inches;
}

/* ---- over what ---- */

/* The ground of a word: a kind of ground, or a feature that was named. */
const char *ground_of(const struct game *g, const char *word)
{
    const struct feature *f = game_feature(g, word);

    return f ? f->ground : word;
}

/* An amphibious vehicle on its way through deep water. */
static bool swims(const struct decision *d, const struct unit *u)
{
    const char *list = facts_has(&d->f, F_OVER) ? d->f.text[F_OVER] : "";
    char word[NAME_LEN];

    if (!(unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "amphibious")))
        return false;
    for (size_t n; list += strspn(list, ", "), (n = strcspn(list, ",")); list += n) {
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        if (strcasecmp(ground_of(d->g, word), "water") == 0)
            return true;
    }
    return false;
}

/* Straight ahead, on Advance, at half its rate (vehicle.amphibious.move). */
static bool may_swim(struct decision *d, const struct unit *u, int order, struct move_result *r)
{
    r->allowed /= 2;
    r->turns = 0;
    r->least = 0;
    snprintf(r->rule, sizeof r->rule, "vehicle.amphibious.move");
    if (order == ORDER_RUN
        && !forbid(d, r->rule, "%s crosses deep water on Advance only", u->name))
        return false;
    return (!d->f.v[F_REVERSE] && !d->f.v[F_TURNS])
        || forbid(d, "vehicle.amphibious.limits", "%s goes straight ahead in deep water: it may "
                  "not %s", u->name, d->f.v[F_REVERSE] ? "back" : "turn");
}

bool move_barred(const struct ruleset *rs, const struct game *g, const struct unit *u, int order,
                 const char *list, struct barred *bar, struct diag *d)
{
    char *word = bar->word;

    bar->row = NULL;
    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ",");
        if (!n)
            return true;
        snprintf(word, sizeof bar->word, "%.*s", (int)n, list);
        list += n;
        const struct ground_row *row = unit_ground(rs, g, u, ground_of(g, word));
        if (!row)
            return diag_usage(d, "over=%s: say open, rough, obstacle, anti-tank, building, "
                              "road, water, impassable, or a feature named with terrain", word);
        if (row->allows == ALLOWS_NO || (row->allows == ALLOWS_ADVANCE && order == ORDER_RUN)) {
            bar->row = row;
            return true;
        }
    }
}

bool over_ground(struct decision *d, const struct unit *u, int order)
{
    const char *list = facts_has(&d->f, F_OVER) ? d->f.text[F_OVER] : "";
    struct barred bar;

    if (!move_barred(d->rs, d->g, u, order, list, &bar, &d->diag))
        return false;
    return !bar.row
        || forbid(d, bar.row->rule,
                  bar.row->allows == ALLOWS_NO ? "%s may not go through %s"
                                               : "%s may cross %s on Advance, not on Run",
                  u->name, bar.word);
}

/* What it went before on the same order counts. */
static bool far_enough(struct decision *d, const struct unit *u, double inches,
                       const struct move_result *r)
{
    double gone = u->moved ? u->gone / 10.0 : 0;

    if (gone + inches > r->allowed
        && !(gone > 0 ? forbid(d, r->rule, "%s may go %g\" on %s and has gone %g\"", u->name,
                               r->allowed, order_word[u->order], gone)
          : r->allowed > 0
              ? forbid(d, r->rule, "%s may go %g\" on %s, not %g\"", u->name, r->allowed,
                       order_word[u->order], inches)
              : forbid(d, r->rule, "%s may not move on %s", u->name, order_word[u->order])))
        return false;
    return r->least <= 0 || gone + inches > r->least
        || forbid(d, r->rule, "%s on Run goes more than %g\", up to %g\"", u->name, r->least,
                  r->allowed);
}

/* A gun that the enemy has abandoned, and that the move ends within 1" of, is removed. */
static bool take_gun(struct decision *d, const struct unit *u, struct unit *gun,
                     struct move_result *r)
{
    if (gun->side == u->side)
        return diag_refused(&d->diag, "artillery.abandoned.captured",
                            "%s is your own gun: another gun's crew may man it with recrew",
                            gun->name);
    destroy_unit(d, gun, "taken by the enemy");
    if (r->n_taken < MAX_TAKEN)
        r->taken[r->n_taken++] = gun->id;
    return true;
}

/* A hidden enemy, range.NAME= from where the move ends, is seen by men within 12", by recce vehicles
   within 12" and by others within 6". */
static bool spot_hidden(struct decision *d, const struct unit *u, const struct unit *enemy,
                        struct move_result *r)
{
    bool recce = u->special & ruleset_bit(d->rs, "recce");
    int reach = number_of(d->rs, u->type != TYPE_VEHICLE ? NUM_SPOT_TROOPS
                                 : recce                 ? NUM_SPOT_RECCE
                                                         : NUM_SPOT_VEHICLE);
    double inches = facts_part(&d->f, F_RANGE, enemy->name, -1);

    if (inches < 0)
        return diag_usage(&d->diag, "near=%s: range.%s= says how far it is from there", enemy->name,
                          enemy->name);
    if (!enemy->hidden || enemy->side == u->side || inches > reach
        || r->n_revealed == MOVE_REVEALS)
        return true;
    emit_text(d, EV_SET, enemy->id, 0, 0, "hidden no");
    r->revealed[r->n_revealed++] = enemy->id;
    return true;
}

/* near=: whom the move comes upon. */
static bool comes_upon(struct decision *d, const struct unit *u, struct move_result *r)
{
    const char *list = facts_has(&d->f, F_NEAR) ? d->f.text[F_NEAR] : "";
    struct unit *other;

    for (;;) {
        if (!next_unit(d, &list, &other))
            return false;
        if (!other)
            return true;
        if (other->destroyed)
            return diag_refused(&d->diag, "turn.dice-loss.acted", "%s is destroyed", other->name);
        if (other->abandoned) {
            if (!take_gun(d, u, other, r))
                return false;
        } else if (other->type == TYPE_GUN && !other->hidden
                   && facts_part(&d->f, F_RANGE, other->name, -1) < 0) {
            return diag_refused(&d->diag, "artillery.abandoned.captured",
                                "%s is neither abandoned nor hidden: near= is for those",
                                other->name);
        } else if (!spot_hidden(d, u, other, r)) {
            return false;
        }
    }
}

bool may_go(struct decision *d, const struct unit *u, double inches, struct move_result *r)
{
    if (u->order != ORDER_ADVANCE && u->order != ORDER_RUN
        && !forbid(d, u->order ? "order.fire" : "turn.orders.assign",
                   u->order ? "%s is on %s: only Advance and Run move"
                            : "%s has no order yet%.0s",
                   u->name, order_word[u->order]))
        return false;
    if (u->order == ORDER_ADVANCE && u->fired
        && !forbid(d, "order.advance", "%s has fired: on Advance it moves first", u->name))
        return false;
    if (u->fought && !u->moved
        && !forbid(d, "night.spotting.fail", "%s did not make out whom it charged: it stays where "
                   "it is", u->name))
        return false;
    r->allowed = move_allowance(d->rs, d->g, u, u->order, &d->f, r);
    if (swims(d, u) && !may_swim(d, u, u->order, r))
        return false;
    return far_enough(d, u, inches, r) && over_ground(d, u, u->order);
}

/* Whoever is aboard a vehicle or in a building leaves it first. */
static bool stands_outside(struct decision *d, const struct unit *u)
{
    if (u->aboard)
        return forbid(d, "transport.dismount.order", "%s is aboard %s: it dismounts first", u->name,
                      game_unit(d->g, u->aboard)->name);
    if (u->floor)
        return forbid(d, u->type == TYPE_GUN ? "building.artillery" : "building.leave",
                      u->type == TYPE_GUN ? "%s stands in %s for the whole game"
                                          : "%s is in %s: leave it first, or enter another floor",
                      u->name, u->building);
    return true;
}

bool decide_move(struct decision *d, int unit, double inches, struct move_result *r)
{
    struct unit *u = game_unit(d->g, unit);

    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->inches = inches;
    if (!must_live(d, u) || !stands_outside(d, u) || !may_go(d, u, inches, r))
        return false;
    if (d->f.v[F_TURNS] + u->turned > r->turns
        && !forbid(d, r->rule, "%s may turn %d time%s on %s", u->name, r->turns,
                   r->turns == 1 ? "" : "s", order_word[u->order]))
        return false;
    emit(d, EV_MOVED, unit, (int)(10 * inches + 0.5), d->f.v[F_TURNS]);
    return comes_upon(d, u, r) && finish(d);
}

/* ---- features ---- */

bool decide_terrain(struct decision *d, const char *name, int cover, bool dense,
                    const char *ground)
{
    if (strlen(name) >= 32 || strpbrk(name, " \t=\""))
        return diag_usage(&d->diag, "%.40s: a name is one word of up to 31 letters", name);
    if (!game_feature(d->g, name) && d->g->n_features == MAX_FEATURES)
        return diag_refused(&d->diag, NULL, "a table has %d named features at the most",
                            MAX_FEATURES);
    emit_text(d, EV_TERRAIN, 0, cover, dense, "%s %s", name, ground);
    return finish(d);
}

/* ---- smoke rounds ---- */

/* A mortar, a howitzer, or a gun that can be one (army.germany.flak-36.versatile). */
static int smoke_slot(const struct ruleset *rs, const struct unit *u)
{
    bool versatile = u->special & ruleset_bit(rs, "versatile");
    unsigned wanted = WEAPON_INDIRECT | WEAPON_HOWITZER | (versatile ? WEAPON_ANTI_TANK : 0U);

    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].count > 0
            && rs->weapon[u->carried[i].weapon].bits & wanted)
            return i;
    return -1;
}

static int smoke_shot(const struct game *g, int unit, const char *place, bool *zeroed)
{
    for (int i = 0; i < g->n_aims; i++) {
        const struct aim *a = &g->aim[i];
        if (a->unit != unit || strcasecmp(a->place, place) != 0)
            continue;
        *zeroed = a->zeroed;
        return a->zeroed || a->turn >= g->turn - 1 ? a->shots + 1 : 1;
    }
    return 1;
}

/* A multiple launcher's smoke: D3-1 more circles around the first (smoke.launcher.hit, .miss). */
static bool more_circles(struct decision *d, struct smoke_result *r)
{
    const signed char *die =
        take_roll(d, "circles", r->unit, 1, 0,
                  r->hit ? "smoke.launcher.hit" : "smoke.launcher.miss",
                  "more circles within 6\" of %s: D3-1", r->place);

    if (!die)
        return false;
    r->more_die = *die;
    r->more = dice_read(*die, 3) - 1;
    for (int i = 0; i < r->more; i++)
        emit_text(d, EV_SMOKE, 0, r->size, 0, "%s", r->place);
    return true;
}

bool decide_smoke(struct decision *d, int unit, struct smoke_result *r)
{
    struct unit *u = game_unit(d->g, unit);
    int slot = smoke_slot(d->rs, u);
    bool zeroed = false;
    struct facts f = d->f;

    memset(r, 0, sizeof *r);
    r->unit = unit;
    if (!must_live(d, u))
        return false;
    if (slot < 0)
        return diag_refused(&d->diag, "smoke.who", "%s has no mortar or howitzer", u->name);
    if (u->aboard && !forbid(d, "transport.aboard.orders", "%s is aboard a vehicle", u->name))
        return false;
    bool ordered = u->order == ORDER_FIRE || u->order == ORDER_ADVANCE;
    if ((!ordered || u->fired)
        && !forbid(d, u->fired ? "turn.orders.once" : "smoke.who",
                   u->fired ? "%s has fired already" : "%s fires smoke on Fire or Advance only",
                   u->name))
        return false;
    if (!must_know(d, F_AT, "smoke.hit", "the place that %s aims at", u->name)
        || !must_know(d, F_RANGE, "smoke.hit", "inches from %s to %s", u->name,
                      facts_has(&d->f, F_AT) ? d->f.text[F_AT] : "it"))
        return false;
    if (!is_place(d->f.text[F_AT], strlen(d->f.text[F_AT]), &d->diag))
        return false;
    snprintf(r->place, sizeof r->place, "%s", d->f.text[F_AT]);
    f.range = d->f.range;
    facts_set_weapon(&f, d->rs, u->carried[slot].weapon);
    facts_set(&f, F_INDIRECT, 1);
    f.special |= unit_specials(d->rs, d->g, u);
    shot_settle(&f, d->rs);
    if (!facts_has(&f, F_SHOT)) {
        bool still = u->order != ORDER_ADVANCE; /* on the move it begins anew */
        facts_set(&f, F_SHOT, still ? smoke_shot(d->g, unit, r->place, &zeroed) : 1);
        if (zeroed)
            facts_set(&f, F_ZEROED, 1);
    }
    f.v[F_HIDDEN] = 0;
    score_hit(&r->score, d->rs, &f);
    r->need = r->score.need;
    r->size = d->rs->he[f.weapon->he].smoke;
    r->out_of_range = r->score.out_of_range;
    if (!r->out_of_range) {
        const signed char *die = take_roll(d, "smoke", unit, 1, r->need, "smoke.hit",
                                           "smoke of %s: %d+", u->name, r->need);
        if (!die)
            return false;
        r->die = *die;
        r->hit = *die >= r->need;
        note_dice(d, unit, LUCK_HIT, r->hit, 1, r->need);
        if (u->order == ORDER_ADVANCE)
            emit_text(d, EV_AIM, unit, 0, 0, "%s", r->place);
        else
            emit_text(d, EV_AIM, unit, f.v[F_SHOT], r->hit || zeroed, "%s", r->place);
        if (!r->hit) {
            if (!must_know(d, F_TO, "smoke.miss",
                           "where does the opponent put it, within %d\" of %s?",
                           number_of(d->rs, NUM_SMOKE_MISS), r->place))
                return false;
            if (!is_place(d->f.text[F_TO], strlen(d->f.text[F_TO]), &d->diag))
                return false;
            snprintf(r->place, sizeof r->place, "%s", d->f.text[F_TO]);
        }
        emit_text(d, EV_SMOKE, 0, r->size, 0, "%s", r->place);
        if (f.weapon->bits & WEAPON_LAUNCHER && !more_circles(d, r))
            return false;
    }
    emit(d, EV_FIRED, unit, 0, 1 << slot);
    return finish(d);
}

/* ---- crews ---- */

bool decide_recrew(struct decision *d, int from, int to)
{
    struct unit *u = game_unit(d->g, from), *gun = game_unit(d->g, to);
    int men = facts_has(&d->f, F_MEN) ? d->f.v[F_MEN] : u->models;

    if (!must_live(d, u))
        return false;
    if (gun->destroyed)
        return diag_refused(&d->diag, "turn.dice-loss.acted", "%s is destroyed", gun->name);
    if (u->type != TYPE_GUN || gun->type != TYPE_GUN || u == gun)
        return diag_refused(&d->diag, "recrew.move", "only a gun's crew changes to another gun");
    if (u->side != gun->side)
        return gun->abandoned
            ? diag_refused(&d->diag, "artillery.abandoned.captured",
                           "nobody mans a gun of the enemy's: %s is removed when you come within "
                           "1\" (move %s N near=%s)", gun->name, u->name, gun->name)
            : diag_refused(&d->diag, "recrew.move", "%s is the enemy's gun, and he serves it",
                           gun->name);
    if ((u->die != DIE_TABLE || u->fired)
        && !forbid(d, "recrew.order", u->fired ? "the crew of %s has served its gun this turn"
                                               : "the crew of %s runs when its gun gets an order",
                   u->name))
        return false;
    if ((u->aboard || gun->aboard)
        && !forbid(d, "tow.unlimber", "%s is limbered", u->aboard ? u->name : gun->name))
        return false;
    if (men > u->models)
        return diag_usage(&d->diag, "men=%d, but %s has a crew of %d", men, u->name, u->models);
    if (!must_know(d, F_RANGE, "recrew.move", "inches from %s to %s", u->name, gun->name))
        return false;
    if (d->f.range > number_of(d->rs, NUM_RECREW)
        && !forbid(d, "recrew.move", "the crew runs up to %d\", not %g\"",
                   number_of(d->rs, NUM_RECREW), d->f.range))
        return false;
    if (men == u->models)
        emit(d, EV_MOVED, from, (int)(10 * d->f.range), 0);
    emit(d, EV_CREW, from, u->models - men, 0);
    if (u->gunless)
        destroy_unit(d, u, "its crew has gone to another gun");
    else if (u->models == 0)
        emit(d, EV_ABANDONED, from, 1, 0);
    emit(d, EV_CREW, to, gun->models + men, 0);
    if (gun->abandoned)
        emit(d, EV_ABANDONED, to, 0, 0); /* its die turns to Down */
    return finish(d);
}
