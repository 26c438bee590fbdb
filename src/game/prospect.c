/* What an assault promises: two sides out of the record or out of facts, and the chains of
   rules/melee and rules/impact between them. */
#include "game/prospect.h"

#include "base/words.h"
#include "game/casualties.h"
#include "game/ground.h"

#include <string.h>

/* ---- the way there ---- */

/* over=: what both sides make of the ground on the way (cq.terrain.six, cq.obstacle.placement). */
static bool cross(struct prospect *p, const struct ruleset *rs, const struct game *g,
                  const struct facts *f, const char **limit_rule, struct diag *d)
{
    const char *list = facts_has(f, F_OVER) ? f->text[F_OVER] : "";
    char word[NAME_LEN];

    while (list_next(&list, word, sizeof word)) {
        const char *ground = g ? ground_of(g, word) : word;
        if (word_fits(word, "defended-obstacle")) {
            p->together = p->together ? p->together : "cq.obstacle.placement";
            continue;
        }
        const struct ground_row *row = ruleset_ground(rs, ground, "infantry");
        if (!row)
            return diag_usage(d, "over=%s: say open, rough, obstacle or defended-obstacle", word);
        if (word_fits(ground, "obstacle") || word_fits(ground, "rough")
            || word_fits(ground, "anti-tank")) {
            *limit_rule = "cq.terrain.six";
            p->together = "cq.defensive";
        }
    }
    return true;
}

/* The charge reaches so far; farther is refused, since nobody fights then. */
static bool reaches(struct prospect *p, const struct ruleset *rs, const struct facts *f,
                    double most, const char *rule, struct diag *d)
{
    p->no_range = !facts_has(f, F_RANGE);
    if (strcmp(rule, "cq.terrain.six") == 0)
        most = number_of(rs, NUM_CHARGE_TERRAIN);
    return p->no_range || f->range <= most
        || diag_refused(d, rule, "the charge reaches %g\", the target is at %g\"", most, f->range);
}

/* ---- the sides ---- */

/* Green troops roll at their first loss, by the chart (special.green.*). */
static void know_green(struct melee_side *s, const struct ruleset *rs, const struct facts *unit)
{
    struct facts f = *unit;

    if (!trigger_find(rs, TRIGGER_FIRST_LOSS, unit))
        return;
    s->green.need = rs->quality[QUALITY_REGULAR].damage_value;
    for (int face = 1; face <= 6; face++) {
        const char *result = ruleset_chart(rs, "green", face)->result;
        s->green.regular += strcmp(result, "regular") == 0;
        s->green.shaken += strcmp(result, "broken-in") == 0;
        for (int one = 0; one < 2; one++) {
            facts_set(&f, F_MODELS, one ? 1 : s->models);
            s->green.routs[one] += pins_rout(rs, &f, f.v[F_PINS] + face) ? 1.0 / 6 : 0;
        }
    }
    s->green.regular /= 6;
    s->green.shaken /= 6;
}

/* What both kinds of side have in common; `unit` are its facts as one who acts. */
static void side_rules(struct melee_side *s, const struct ruleset *rs, const struct facts *unit)
{
    s->need = rs->quality[unit->v[F_QUALITY]].damage_value;
    s->fanatics = unit->special & ruleset_bit(rs, "fanatics");
    if (trigger_find(rs, TRIGGER_LEADER_SAVED, unit))
        s->leader_saved = (7 - number_of(rs, NUM_LEADER_SAVED)) / 6.0;
    know_green(s, rs, unit);
}

/* The men in the order in which their owner gives them up: one after the other is taken off a
   copy. */
static void side_of_unit(struct melee_side *s, const struct ruleset *rs, const struct game *g,
                         const struct unit *u)
{
    struct unit left = *u;
    struct facts f;

    memset(s, 0, sizeof *s);
    s->models = u->models;
    s->team = unit_is_team(rs, u);
    for (int i = 0; i < u->models; i++) {
        int tough = unit_tough(rs, g, &left);
        struct man man = owners_choice(rs, &left);
        left.models--;
        if (man.slot >= 0 && left.carried[man.slot].count > 0)
            left.carried[man.slot].count--;
        if (man.loss == LOSS_LEADER)
            left.leader = false;
        if (unit_tough(rs, g, &left) < tough)
            s->tough |= (uint64_t)1 << i;
    }
    unit_facts(&f, rs, g, u);
    side_rules(s, rs, &f);
    if (!u->leader || u->type == TYPE_GUN)
        s->leader_saved = 0;
}

/* Without a game: men who are all plain or tough, those who are tough fall last. */
static bool side_of_facts(struct melee_side *s, const struct ruleset *rs, const struct facts *unit,
                          int tough, const char *key, struct diag *d)
{
    uint64_t all = ruleset_bit(rs, "tough-fighters") | ruleset_bit(rs, "cavalry");

    memset(s, 0, sizeof *s);
    s->models = unit->v[F_MODELS];
    if (tough > s->models)
        return diag_usage(d, "%s=%d of %d men", key, tough, s->models);
    s->tough = melee_tough(s->models, unit->special & all ? s->models : tough);
    side_rules(s, rs, unit);
    return true;
}

static bool can_be_counted(const int models[2], struct diag *d)
{
    for (int i = 0; i < 2; i++)
        if (models[i] > FIGHT_MOST)
            return diag_usage(d, "%d men: odds assault counts up to %d a side", models[i],
                              FIGHT_MOST);
    return true;
}

static void fight(struct prospect *p, const struct melee_side side[2], const struct volley *fire)
{
    struct melee_arrival arrival;

    p->tough = side[0].tough || side[1].tough;
    p->fanatics = side[0].fanatics || side[1].fanatics;
    melee_make(&p->fight[0], &side[0], &side[1], p->together, NULL);
    if (!fire)
        return;
    memset(&arrival, 0, sizeof arrival);
    for (int lost = 0; lost < 2; lost++)
        for (int k = 0; k < side[0].models; k++)
            arrival.stands[lost][k] = fire->stands[lost][k];
    melee_make(&p->fight[1], &side[0], &side[1], p->together, &arrival);
}

/* ---- vehicles ---- */

static bool know_hit(struct prospect *p, const struct ruleset *rs, int order, struct diag *d)
{
    if (order == ORDER_RUN)
        return diag_refused(d, "infantry-vehicle.running",
                            "a vehicle on Run is too fast to be assaulted");
    p->hit_need = number_of(rs, order == ORDER_ADVANCE ? NUM_ASSAULT_HIT_MOVING
                                                       : NUM_ASSAULT_HIT);
    return true;
}

static void storm(struct prospect *p, const struct ruleset *rs, bool tank_hunters,
                  const struct impact_target *t, const struct volley *fire)
{
    double men[ODDS_MAX + 1] = {0};
    int n = p->models[0];

    men[n] = 1;
    storm_make(&p->storm[0], rs, men, n, p->hit_need, tank_hunters, t);
    for (int k = 0; fire && k < n; k++)
        men[n - k] = fire->stands[0][k] + fire->stands[1][k];
    if (fire)
        storm_make(&p->storm[1], rs, men, n, p->hit_need, tank_hunters, t);
}

static void impact_of_unit(struct impact_target *t, const struct ruleset *rs,
                           const struct game *g, const struct unit *u)
{
    memset(t, 0, sizeof *t);
    unit_facts(&t->wreck.facts, rs, g, u);
    t->wreck.facts.v[F_ORDER] = ORDER_FIRE;
    t->wreck.immobilised = u->immobilised;
    t->wreck.burns_easily = u->special & ruleset_bit(rs, "easily-catches-fire");
    t->armour = u->armour;
    t->enclosed = unit_is_enclosed(u);
    t->armoured = is_armoured(u);
    t->plus = !!(u->special & ruleset_bit(rs, "flamethrower-vehicle"));
}

/* react= said anything but fire. */
static bool holds_fire(const struct facts *f)
{
    return facts_has(f, F_REACT) && f->v[F_REACT] != 3;
}

/* ---- units ---- */

/* The facts of the target's shot, out of those of the question. */
static void shot_facts(struct facts *f, const struct facts *said)
{
    static const enum fact kept[] = {F_COVER, F_WITH, F_IN, F_ARC, F_HIDDEN, F_UNDER, F_AMMO};

    facts_init(f);
    facts_set_range(f, said->range);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (facts_has(said, kept[i])) {
            facts_set(f, kept[i], said->v[kept[i]]);
            f->text[kept[i]] = said->text[kept[i]];
        }
    f->n_parts = said->n_parts;
    memcpy(f->part, said->part, sizeof f->part);
    facts_set(f, F_REACTION, 1);
    facts_set(f, F_BUILDING, 0);
}

/* The target's fire at the chargers, if it may fire; p->fire tells. False when the facts of the
   shot are wrong. */
static bool meet(struct prospect *p, struct decision *dec, const struct unit *u,
                 const struct unit *target, struct volley *v)
{
    const char *rule = "";
    bool may = may_fire_back(dec, target, p->no_range ? 99 : dec->f.range, &rule);
    struct unit shooter = *target;
    struct shot shot = {0};
    struct facts f;

    if (u->floor && target->floor)
        rule = "building.inside-assault.no-react";
    else if (target->special & ruleset_bit(dec->rs, "medic"))
        rule = "medic.non-combat";
    if (!may || *rule) {
        p->no_fire = rule;
        return true;
    }
    if (holds_fire(&dec->f))
        return true;
    if (p->no_range) {
        p->missing = "range=";
        return true;
    }
    shooter.fired_slots = 0;
    shot_facts(&f, &dec->f);
    if (!shot_make(&shot, dec->rs, dec->g, &shooter, u, &f, &dec->diag)) {
        if (dec->diag.code != DIAG_REFUSED)
            return false;
        dec->diag = (struct diag){0};
        p->no_fire = "cq.react.arc";
        return true;
    }
    shot_odds(v, &shot, dec->rs, dec->g, u);
    p->fire = true;
    return true;
}

static bool men_of_units(struct prospect *p, struct decision *dec, const struct unit *u,
                         const struct unit *target, const struct volley *fire)
{
    struct melee_side side[2];
    struct impact_target t;

    if (p->kind == ASSAULT_VEHICLE) {
        int order = target->immobilised ? ORDER_NONE : target->order;
        bool hunters = unit_specials(dec->rs, dec->g, u) & ruleset_bit(dec->rs, "tank-hunters");
        impact_of_unit(&t, dec->rs, dec->g, target);
        if (target->front_armour)
            t.armour = target->front_armour;
        if (!know_hit(p, dec->rs, order, &dec->diag))
            return false;
        storm(p, dec->rs, hunters, &t, fire);
        return true;
    }
    if (!can_be_counted(p->models, &dec->diag))
        return false;
    side_of_unit(&side[0], dec->rs, dec->g, u);
    side_of_unit(&side[1], dec->rs, dec->g, target);
    fight(p, side, fire);
    return true;
}

/* A tank: rams at once, infantry takes its check when it is touched. */
static void tank_of_units(struct prospect *p, struct decision *dec, const struct unit *u,
                          const struct unit *target)
{
    struct impact_target t[2];
    struct facts f;

    if (p->kind == ASSAULT_RAM) {
        impact_of_unit(&t[0], dec->rs, dec->g, u);
        impact_of_unit(&t[1], dec->rs, dec->g, target);
        ramming_make(&p->ram, dec->rs, t);
        return;
    }
    unit_facts(&f, dec->rs, dec->g, target);
    score_test(&p->check, dec->rs, PHASE_MORALE, &f);
}

/* Tank fear or a ram at a tank: may_charge has noted it (infantry-vehicle.fear, ram.test). */
static void order_test(struct prospect *p, struct decision *dec, const struct unit *u)
{
    struct facts f;

    if (!dec->f.v[F_TANK_FEAR] && !dec->f.v[F_RAM])
        return;
    test_facts(dec, u, &f);
    facts_set(&f, F_ORDER, ORDER_RUN);
    score_test(&p->test, dec->rs, PHASE_ORDER, &f);
    p->tested = !p->test.automatic;
}

static enum assault_kind kind_of(bool tank, bool on_vehicle)
{
    return tank ? on_vehicle ? ASSAULT_RAM : ASSAULT_OVERRUN
                : on_vehicle ? ASSAULT_VEHICLE : ASSAULT_MEN;
}

/* Who assaults whom, over what and how far. */
static bool begin_units(struct prospect *p, struct decision *dec, const struct unit *u,
                        const struct unit *target)
{
    struct move_result m = {0};
    const char *rule = u->type == TYPE_VEHICLE ? "tank-assault.move" : "cq.range";

    if (!must_live(dec, u) || !must_live(dec, target))
        return false;
    if (u->side == target->side)
        return diag_refused(&dec->diag, "cq.target", "%s is on the same side as %s", target->name,
                            u->name);
    if (!may_charge(dec, u, target))
        return false;
    p->kind = kind_of(u->type == TYPE_VEHICLE, target->type == TYPE_VEHICLE);
    p->models[0] = u->models;
    p->models[1] = target->models;
    if (u->type != TYPE_VEHICLE && !cross(p, dec->rs, dec->g, &dec->f, &rule, &dec->diag))
        return false;
    if (target->floor || dec->f.v[F_BUILDING])
        p->together = "building.assault.defensive";
    return reaches(p, dec->rs, &dec->f,
                   move_allowance(dec->rs, dec->g, u, ORDER_RUN, &dec->f, &m), rule, &dec->diag);
}

bool prospect_of_units(struct prospect *p, const struct ruleset *rs, struct game *g, int unit,
                       int target, const struct facts *said, struct diag *d)
{
    const struct unit *u = game_unit(g, unit), *t = game_unit(g, target);
    struct decision dec = {.rs = rs, .g = g, .f = *said};
    struct volley v;
    bool ok;

    memset(p, 0, sizeof *p);
    ok = begin_units(p, &dec, u, t);
    if (ok && u->type == TYPE_VEHICLE)
        tank_of_units(p, &dec, u, t);
    else if (ok)
        ok = meet(p, &dec, u, t, &v) && men_of_units(p, &dec, u, t, p->fire ? &v : NULL);
    if (ok)
        order_test(p, &dec, u);
    *d = dec.diag;
    return ok;
}

/* ---- facts ---- */

static bool has_facts(const struct facts *f, struct diag *d)
{
    bool vehicle = f->v[F_TARGET_TYPE] == TARGET_VEHICLE;

    if (!facts_has(f, F_MEN) || !facts_has(f, F_VS)
        || (!vehicle && !facts_has(f, F_TARGET_MODELS)))
        return diag_usage(d, "odds assault: %s missing",
                          !facts_has(f, F_MEN)  ? "men="
                          : !facts_has(f, F_VS) ? "vs="
                                                : "target.models=");
    if (!vehicle && f->vs_quality < 0)
        return diag_usage(d, "odds assault: vs= is a quality or a vehicle");
    if (facts_has(f, F_WEAPON) && !facts_has(f, F_RANGE))
        return diag_usage(d, "odds assault: range= missing, for the target's fire");
    return true;
}

/* The attackers as those who act. */
static void attackers(struct facts *f, const struct facts *said)
{
    *f = *said;
    facts_set(f, F_MODELS, said->v[F_MEN]);
    facts_set(f, F_ORDER, ORDER_RUN);
}

/* The target as one who acts: a quality, pins, special rules. */
static void defenders(struct facts *f, const struct facts *said)
{
    facts_init(f);
    facts_set(f, F_QUALITY, said->vs_quality < 0 ? QUALITY_REGULAR : said->vs_quality);
    facts_set(f, F_PINS, said->v[F_TARGET_PINS]);
    facts_set(f, F_MODELS, facts_has(said, F_TARGET_MODELS) ? said->v[F_TARGET_MODELS] : 1);
    f->special = said->target_special;
}

/* Why the target cannot fire first, or NULL. */
static const char *silent(const struct ruleset *rs, const struct facts *f)
{
    bool ambush = f->v[F_TARGET_ORDER] == ORDER_AMBUSH;

    if (facts_has(f, F_TARGET_ORDER) && f->v[F_TARGET_ORDER] != ORDER_NONE && !ambush)
        return "cq.react.fire";
    if (facts_has(f, F_RANGE) && f->range <= number_of(rs, NUM_SURPRISE) && !ambush)
        return "cq.surprise";
    return NULL;
}

/* The fire of the target's weapon at the attackers. */
static bool fire_of_facts(struct volley *v, const struct ruleset *rs, const struct facts *said,
                          struct diag *d)
{
    struct volley_target t = {.models = said->v[F_MEN],
                              .leader = facts_has(said, F_LEADER) && said->v[F_LEADER] == 0};
    struct volley_group g;
    struct score hit, damage;
    struct facts f, enemy;

    defenders(&enemy, said);
    shot_facts(&f, said);
    facts_merge(&f, &enemy);
    f.given &= ~FACT_BIT(F_MODELS);
    facts_set_weapon(&f, rs, said->v[F_WEAPON]);
    facts_set(&f, F_COUNT, said->v[F_COUNT]);
    if (facts_has(said, F_CREW))
        facts_set(&f, F_CREW, said->v[F_CREW]);
    facts_set(&f, F_VS, rs->quality[said->v[F_QUALITY]].damage_value);
    f.vs_quality = said->v[F_QUALITY];
    f.v[F_TARGET_TYPE] = TARGET_INFANTRY;
    facts_set(&f, F_TARGET_MODELS, said->v[F_MEN]);
    if (!shot_agrees(&f, d))
        return false;
    shot_settle(&f, rs);
    score_hit(&hit, rs, &f);
    score_damage(&damage, rs, &f);
    if (f.v[F_COUNT] * hit.shots > ODDS_MAX)
        return diag_usage(d, "odds: %d dice are more than %d", f.v[F_COUNT] * hit.shots, ODDS_MAX);
    attackers(&t.facts, said);
    volley_group_from(&g, rs, &f, &hit, &damage, f.v[F_COUNT] * hit.shots);
    volley_make(v, rs, &g, 1, &t);
    return true;
}

static bool storm_of_facts(struct prospect *p, const struct ruleset *rs, const struct facts *f,
                           const struct volley *fire, struct diag *d)
{
    struct impact_target t = {.armour = f->v[F_VS], .armoured = f->vs_armoured,
                              .enclosed = f->vs_armoured && !f->v[F_OPEN_TOPPED]};
    struct facts test;

    defenders(&t.wreck.facts, f);
    if (!know_hit(p, rs, f->v[F_TARGET_ORDER], d))
        return false;
    storm(p, rs, f->special & ruleset_bit(rs, "tank-hunters"), &t, fire);
    if (!t.enclosed)
        return true;
    attackers(&test, f);
    facts_set(&test, F_TANK_FEAR, 1);
    test.v[F_OPEN_TOPPED] = 0;
    score_test(&p->test, rs, PHASE_ORDER, &test);
    p->tested = !p->test.automatic;
    return true;
}

static bool fight_of_facts(struct prospect *p, const struct ruleset *rs, const struct facts *said,
                           const struct volley *fire, struct diag *d)
{
    struct melee_side side[2];
    struct facts f;

    if (!can_be_counted(p->models, d))
        return false;
    attackers(&f, said);
    if (!side_of_facts(&side[0], rs, &f, said->v[F_TOUGH], "tough", d))
        return false;
    defenders(&f, said);
    if (!side_of_facts(&side[1], rs, &f, said->v[F_TARGET_TOUGH], "target.tough", d))
        return false;
    side[1].team = said->v[F_TARGET_TEAM];
    fight(p, side, fire);
    return true;
}

bool prospect_of_facts(struct prospect *p, const struct ruleset *rs, const struct facts *said,
                       struct diag *d)
{
    const char *rule = "cq.range";
    struct volley v;

    memset(p, 0, sizeof *p);
    if (!has_facts(said, d) || !cross(p, rs, NULL, said, &rule, d))
        return false;
    p->kind = kind_of(false, said->v[F_TARGET_TYPE] == TARGET_VEHICLE);
    p->models[0] = said->v[F_MEN];
    p->models[1] = facts_has(said, F_TARGET_MODELS) ? said->v[F_TARGET_MODELS] : 1;
    if (said->v[F_BUILDING])
        p->together = "building.assault.defensive";
    if (!reaches(p, rs, said, ruleset_movement(rs, "infantry", ORDER_RUN)->inches, rule, d))
        return false;
    p->no_fire = silent(rs, said);
    p->fire = facts_has(said, F_WEAPON) && !p->no_fire && !holds_fire(said);
    if (!p->fire && !p->no_fire && !holds_fire(said))
        p->missing = "weapon=, count= and range=";
    if (p->fire && !fire_of_facts(&v, rs, said, d))
        return false;
    return p->kind == ASSAULT_VEHICLE ? storm_of_facts(p, rs, said, p->fire ? &v : NULL, d)
                                      : fight_of_facts(p, rs, said, p->fire ? &v : NULL, d);
}

fact_set prospect_facts(void)
{
    return FACT_BIT(F_MEN) | FACT_BIT(F_TOUGH) | FACT_BIT(F_SPECIAL) | FACT_BIT(F_ARMY)
        | FACT_BIT(F_QUALITY) | FACT_BIT(F_PINS) | FACT_BIT(F_OFFICER) | FACT_BIT(F_LEADER)
        | FACT_BIT(F_VS) | FACT_BIT(F_TARGET_MODELS) | FACT_BIT(F_TARGET_TOUGH)
        | FACT_BIT(F_TARGET_SPECIAL) | FACT_BIT(F_TARGET_TEAM) | FACT_BIT(F_TARGET_PINS)
        | FACT_BIT(F_TARGET_TYPE) | FACT_BIT(F_TARGET_ORDER) | FACT_BIT(F_OPEN_TOPPED)
        | FACT_BIT(F_OVER) | FACT_BIT(F_BUILDING) | FACT_BIT(F_RANGE) | FACT_BIT(F_WEAPON)
        | FACT_BIT(F_COUNT) | FACT_BIT(F_CREW) | FACT_BIT(F_COVER) | FACT_BIT(F_WITH)
        | FACT_BIT(F_IN) | FACT_BIT(F_ARC) | FACT_BIT(F_HIDDEN) | FACT_BIT(F_UNDER)
        | FACT_BIT(F_FULL) | FACT_BIT(F_COMMAND) | FACT_BIT(F_AMMO) | FACT_BIT(F_REACT);
}
