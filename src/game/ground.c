/* Ground: how far, over what, and smoke on it. */
#include "game/ground.h"

#include "base/words.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- how far ---- */

/* A unit's own rate: cavalry, motorbikes, slow tanks; guns by their size. */
struct rate {
    const char *special;
    double advance, run;
    const char *rule;
};

static const struct rate rates[] = {{"cavalry", 9, 18, "special.cavalry.move"},
                                    {"motorbikes", 12, 24, "special.bike.move"},
                                    {"slow", 6, 12, "vehicle.slow"}};

/* Light and medium guns are run 6", heavier ones never, nor one with a single man left. */
static double gun_run(const struct ruleset *rs, const struct unit *u, struct move_result *r)
{
    snprintf(r->rule, sizeof r->rule, "artillery.run.light-medium");
    for (int i = 0; i < u->n_carried; i++)
        if (strncmp(rs->weapon[u->carried[i].weapon].id, "heavy-", 6) == 0
            || strncmp(rs->weapon[u->carried[i].weapon].id, "super-", 6) == 0) {
            snprintf(r->rule, sizeof r->rule, "artillery.run.heavy");
            return 0;
        }
    if (u->models < 2) {
        snprintf(r->rule, sizeof r->rule, "artillery.run.one-man");
        return 0;
    }
    return 6;
}

static bool has_fixed(const struct ruleset *rs, const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++)
        if (u->type != TYPE_VEHICLE && rs->weapon[u->carried[i].weapon].bits & WEAPON_FIXED)
            return true;
    return false;
}

/* What the road and reverse gear make of a vehicle's rate. */
static double geared(const struct unit *u, double inches, uint64_t recce, const struct facts *f,
                     double advance, struct move_result *r)
{
    if (u->type != TYPE_VEHICLE)
        return inches;
    if (f->v[F_REVERSE]) {
        snprintf(r->rule, sizeof r->rule,
                 recce ? "vehicle.recce.reverse" : "vehicle.move.reverse");
        r->turns = recce ? r->turns : 0; /* straight back */
        return recce ? advance : advance / 2;
    }
    if (f->v[F_ROAD]) {
        snprintf(r->rule, sizeof r->rule, "terrain.road.vehicles");
        return 2 * inches;
    }
    return inches;
}

bool backs_at_full_speed(const struct ruleset *rs, uint64_t specials, const char **rule)
{
    bool swivels = specials & ruleset_bit(rs, "turn-on-the-spot");

    if (rule)
        *rule = swivels ? "army.britain.carrier.turn" : "vehicle.recce.run-reverse";
    return swivels || specials & ruleset_bit(rs, "dual-direction");
}

/* Afloat it makes half its way (vehicle.amphibious.move). */
static bool afloat(const struct ruleset *rs, const struct game *g, const struct unit *u,
                   const struct facts *f)
{
    const char *list = facts_has(f, F_OVER) ? f->text[F_OVER] : "";
    char word[NAME_LEN];

    if (!(u->special & ruleset_bit(rs, "amphibious")))
        return false;
    while (list_next(&list, word, sizeof word))
        if (strcmp(ground_of(g, word), "water") == 0)
            return true;
    return false;
}

double move_allowance(const struct ruleset *rs, const struct game *g, const struct unit *u,
                      int order, const struct facts *f, struct move_result *r)
{
    uint64_t specials = unit_specials(rs, g, u);
    const char *mover = u->type == TYPE_VEHICLE ? mover_word[u->mover] : "infantry";
    const struct movement *m = ruleset_movement(rs, mover, order);
    const struct movement *basic = ruleset_movement(rs, mover, ORDER_ADVANCE);

    r->rule[0] = '\0';
    r->least = 0;
    r->turns = m ? m->turns : 0;
    if (!m || u->immobilised) {
        snprintf(r->rule, sizeof r->rule, "%s", u->immobilised ? "vehicle.damage.2"
                                                : order == ORDER_FIRE ? "order.fire"
                                                                      : "order.ambush");
        return 0;
    }
    snprintf(r->rule, sizeof r->rule, "%s", m->rule);
    if (u->type == TYPE_GUN)
        return order == ORDER_RUN ? gun_run(rs, u, r)
             : (snprintf(r->rule, sizeof r->rule, "special.fixed.advance"), 0);
    if (has_fixed(rs, u) && order == ORDER_ADVANCE) {
        snprintf(r->rule, sizeof r->rule, "special.fixed.advance");
        return 0;
    }
    double inches = m->inches, advance = basic->inches, run = m->inches;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
        if (specials & ruleset_bit(rs, rates[i].special)) {
            inches = order == ORDER_RUN ? rates[i].run : rates[i].advance;
            advance = rates[i].advance;
            run = rates[i].run;
            snprintf(r->rule, sizeof r->rule, "%s", rates[i].rule);
        }
    if (specials & ruleset_bit(rs, "bicycles") && f->v[F_ROAD] && order == ORDER_RUN) {
        snprintf(r->rule, sizeof r->rule, "special.bicycle.road");
        inches *= 2;
    }
    if (u->type == TYPE_VEHICLE && order == ORDER_RUN && !f->v[F_REVERSE])
        r->least = advance; /* at full speed it goes further than that */
    const char *backs;
    if (f->v[F_REVERSE] && order == ORDER_RUN && backs_at_full_speed(rs, specials, &backs)) {
        snprintf(r->rule, sizeof r->rule, "%s", backs);
        return run;
    }
    if (afloat(rs, g, u, f)) {
        snprintf(r->rule, sizeof r->rule, "vehicle.amphibious.move");
        r->turns = 0;
        return inches / 2;
    }
    return geared(u, inches, specials & ruleset_bit(rs, "recce"), f, advance, r);
}

/* ---- over what ---- */

/* The ground of a word: a kind of ground, or a feature that was named. */
const char *ground_of(const struct game *g, const char *word)
{
    const struct feature *f = game_feature(g, word);

    return f ? f->ground : word;
}

/* Straight ahead on Advance, and nothing else (vehicle.amphibious.limits). */
static bool may_float(struct decision *d, const struct unit *u, int order)
{
    if (order == ORDER_ADVANCE && !d->f.v[F_REVERSE])
        return true;
    return forbid(d, "vehicle.amphibious.limits", "%s goes over water straight ahead on Advance",
                  u->name);
}

static bool over_ground(struct decision *d, const struct unit *u, int order)
{
    const char *list = facts_has(&d->f, F_OVER) ? d->f.text[F_OVER] : "";
    const char *mover = unit_mover(u);
    char word[NAME_LEN];

    if (unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "motorbikes"))
        mover = "wheeled";
    if (unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "cavalry"))
        mover = "cavalry";
    if (u->type == TYPE_VEHICLE && u->mover == MOVER_HALF_TRACK)
        mover = "tracked"; /* vehicle.terrain.half-track */
    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ",");
        if (!n)
            return true;
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        list += n;
        const struct ground_row *row = ruleset_ground(d->rs, ground_of(d->g, word), mover);
        if (!row)
            return diag_usage(&d->diag, "over=%s: say open, rough, obstacle, anti-tank, building, "
                              "road, water, impassable, or a feature named with terrain", word);
        if (strcmp(row->ground, "water") == 0 && afloat(d->rs, d->g, u, &d->f)) {
            if (!may_float(d, u, order))
                return false;
            continue;
        }
        bool bikes = unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "motorbikes");
        bool house = strcmp(row->ground, "building") == 0;
        if (row->allows == ALLOWS_NO
            && !forbid(d, bikes && house ? "special.bike.no-enter" : row->rule,
                       "%s may not go through %s", u->name, word))
            return false;
        if (row->allows == ALLOWS_ADVANCE && order == ORDER_RUN
            && !forbid(d, row->rule, "%s may cross %s on Advance, not on Run", u->name, word))
            return false;
    }
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

/* near=: hidden enemies, each with its range.NAME= from where the move ends, are seen by men within
   12", by recce vehicles within 12" and by others within 6". */
static bool spot_hidden(struct decision *d, const struct unit *u, struct move_result *r)
{
    bool recce = u->special & ruleset_bit(d->rs, "recce");
    int reach = number_of(d->rs, u->type != TYPE_VEHICLE ? NUM_SPOT_TROOPS
                                 : recce                 ? NUM_SPOT_RECCE
                                                         : NUM_SPOT_VEHICLE);
    const char *list = facts_has(&d->f, F_NEAR) ? d->f.text[F_NEAR] : "";
    char name[NAME_LEN];

    while (list_next(&list, name, sizeof name)) {
        const struct unit *enemy = game_find(d->g, name, &d->diag);
        if (!enemy || !must_live(d, enemy))
            return false;
        double inches = facts_part(&d->f, F_RANGE, name, -1);
        if (inches < 0)
            return diag_usage(&d->diag, "near=%s: range.%s= says how far it is from there", name,
                              name);
        if (!enemy->hidden || enemy->side == u->side || inches > reach
            || r->n_revealed == MOVE_REVEALS)
            continue;
        emit_text(d, EV_SET, enemy->id, 0, 0, "hidden no");
        r->revealed[r->n_revealed++] = enemy->id;
    }
    return true;
}

bool decide_move(struct decision *d, int unit, double inches, struct move_result *r)
{
    struct unit *u = game_unit(d->g, unit);

    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->inches = inches;
    if (!must_live(d, u))
        return false;
    if (u->order != ORDER_ADVANCE && u->order != ORDER_RUN
        && !forbid(d, u->order ? "order.fire" : "turn.orders.assign",
                   u->order ? "%s is on %s: only Advance and Run move"
                            : "%s has no order yet%.0s",
                   u->name, order_word[u->order]))
        return false;
    if (u->order == ORDER_ADVANCE && u->fired
        && !forbid(d, "order.advance", "%s has fired: on Advance it moves first", u->name))
        return false;
    r->allowed = move_allowance(d->rs, d->g, u, u->order, &d->f, r);
    if (!far_enough(d, u, inches, r))
        return false;
    if (d->f.v[F_TURNS] + u->turned > r->turns
        && !forbid(d, r->rule, "%s may turn %d time%s on %s", u->name, r->turns,
                   r->turns == 1 ? "" : "s", order_word[u->order]))
        return false;
    if (!over_ground(d, u, u->order))
        return false;
    emit(d, EV_MOVED, unit, (int)(10 * inches + 0.5), d->f.v[F_TURNS]);
    return spot_hidden(d, u, r) && finish(d);
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

/* How large a weapon's smoke is across (smoke.size.*): by its class of shell. */
static int smoke_size(const struct weapon *w)
{
    return w->he + 2; /* mortars 3, 4, 5; howitzers 4, 5, 6; a launcher, a heavy mortar, 5 */
}

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
    r->size = smoke_size(f.weapon);
    r->out_of_range = r->score.out_of_range;
    if (!r->out_of_range) {
        const signed char *die = take_roll(d, "smoke", unit, 1, r->need, "smoke.hit",
                                           "smoke of %s: %d+", u->name, r->need);
        if (!die)
            return false;
        r->die = *die;
        r->hit = *die >= r->need;
        if (u->order == ORDER_ADVANCE)
            emit_text(d, EV_AIM, unit, 0, 0, "%s", r->place);
        else
            emit_text(d, EV_AIM, unit, f.v[F_SHOT], r->hit || zeroed, "%s", r->place);
        if (!r->hit) {
            if (!must_know(d, F_TO, "smoke.miss",
                           "where does the opponent put it, within 12\" of %s?", r->place))
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
        return diag_refused(&d->diag, "artillery.abandoned.captured",
                            "%s is the enemy's gun: it is removed when you come within 1\"",
                            gun->name);
    if ((u->die != DIE_TABLE || u->fired)
        && !forbid(d, "recrew.order", u->fired ? "the crew of %s has served its gun this turn"
                                               : "the crew of %s runs when its gun gets an order",
                   u->name))
        return false;
    if (men > u->models)
        return diag_usage(&d->diag, "men=%d, but %s has a crew of %d", men, u->name, u->models);
    if (!must_know(d, F_RANGE, "recrew.move", "inches from %s to %s", u->name, gun->name))
        return false;
    if (d->f.range > 12
        && !forbid(d, "recrew.move", "the crew runs up to 12\", not %g\"", d->f.range))
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
    else
        emit(d, EV_FIRED, to, 0, 0); /* recrew.idle */
    return finish(d);
}
