/* The score to roll, from one pass over the modifiers. */
#include "rules/score.h"

#include <string.h>

static void cite(struct score *s, const char *rule)
{
    if (rule && *rule && s->n_cites < SCORE_CITES)
        s->cite[s->n_cites++] = rule;
}

static void begin(struct score *s, enum phase ask)
{
    s->ask = ask;
    s->dice = 1;
    s->at_most = false;
    s->need = s->shots = s->n_cites = s->under_minimum = 0;
    s->double_six = s->automatic = s->impossible = s->out_of_range = s->reroll = false;
}

int number_of(const struct ruleset *rs, enum number which)
{
    return rs->number[which].value;
}

/* A shot under the minimum or beyond the reach misses without a die. */
static bool outside_range(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    bool far = f->range > weapon_reach(rs, f) || f->weapon->bits & WEAPON_MELEE;
    int minimum = facts_has(f, F_RANGE) ? weapon_minimum(rs, f) : 0; /* the ladder by itself */

    if (far && f->v[F_REACTION]) { /* it waits until they are near enough (A17) */
        cite(s, "cq.react.long-reach");
        return false;
    }
    bool near = minimum > 0 && (f->v[F_SCOPE] ? f->range <= minimum : f->range < minimum);

    if (far)
        cite(s, "shoot.range.out");
    else if (near)
        cite(s, f->v[F_SCOPE] ? "special.sniper.minimum" : "indirect.minimum");
    if (near)
        s->under_minimum = minimum;
    return far || near;
}

/* The ladder of indirect fire: 6, 5, 4, 3, 2 by the shots in a row, 2 once zeroed in. */
static int ladder(const struct facts *f)
{
    int shot = facts_has(f, F_SHOT) ? f->v[F_SHOT] : 1;

    if (f->v[F_HIDDEN] || (f->weapon && f->weapon->bits & WEAPON_LAUNCHER))
        return 6; /* hidden.indirect, launcher.profile */
    if (f->v[F_ZEROED])
        return 2;
    return shot >= 5 ? 2 : 7 - shot;
}

static void chance_of_hit(struct score *s)
{
    s->double_six = s->need > 6;
    s->chance = s->double_six ? chance_six_six() : chance_d6_at_least(s->need);
    if (s->double_six)
        cite(s, "shoot.hit.nigh-impossible");
    if (s->out_of_range)
        s->chance = fraction_of(0, 1);
}

void score_hit(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    bool indirect = shot_is_indirect(f);

    begin(s, indirect ? PHASE_INDIRECT : PHASE_HIT);
    ruling_make(&s->ruling, rs, s->ask, f);
    if (indirect) {
        s->ruling.base = ladder(f);
        s->ruling.base_rule = f->v[F_ZEROED] && s->ruling.base == 2 ? "indirect.zeroed"
            : f->v[F_HIDDEN]                 ? "hidden.indirect"
            : f->weapon && f->weapon->bits & WEAPON_LAUNCHER ? "launcher.profile"
            : s->ruling.base == 6            ? "indirect.hit.first"
                                             : "indirect.hit.ladder";
    } else {
        s->ruling.base = number_of(rs, NUM_HIT_BASE);
        s->ruling.base_rule = rs->number[NUM_HIT_BASE].rule;
    }
    cite(s, s->ruling.base_rule);
    if (facts_has(f, F_SEEN))
        cite(s, "vehicle.cover");
    if (f->weapon) {
        s->shots = ruleset_shots(rs, f->weapon, f->special);
        cite(s, f->weapon->rule);
        s->out_of_range = outside_range(s, rs, f);
    }
    s->need = s->ruling.base - s->ruling.sum;
    if (s->need < 2) {
        s->need = 2;
        cite(s, "shoot.hit.one-misses");
    }
    chance_of_hit(s);
}

/* The row that says what a damage value is: the quality's or the vehicle's. */
static const char *value_rule(const struct ruleset *rs, const struct facts *f)
{
    if (f->vs_quality >= 0)
        return rs->quality[f->vs_quality].damage_rule;
    for (int i = 0; i < rs->n_damage_values; i++)
        if (rs->damage_value[i].value == f->v[F_VS])
            return rs->damage_value[i].rule;
    return "damage.roll";
}

void score_damage(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    begin(s, PHASE_DAMAGE);
    ruling_make(&s->ruling, rs, PHASE_DAMAGE, f);
    s->ruling.base = f->v[F_VS];
    s->ruling.base_rule = value_rule(rs, f);
    cite(s, s->ruling.base_rule);
    s->need = s->ruling.base - s->ruling.sum;
    if (s->need < 2) {
        s->need = 2;
        cite(s, "damage.one-fails");
    }
    s->impossible = s->need > 6;
    if (s->impossible && f->vs_armoured && f->weapon && f->weapon->bits & WEAPON_SMALL_ARM)
        cite(s, "damage.small-arms-cap");
    if (f->v[F_COVER] == COVER_BUNKER && shot_is_he(f)) {
        s->impossible = true;
        cite(s, "bunker.he");
    }
    s->chance = s->impossible ? fraction_of(0, 1) : chance_d6_at_least(s->need);
}

enum damage_degree damage_degree(const struct score *s, const struct ruleset *rs,
                                 const struct facts *f, int face)
{
    int want = s->ruling.base - s->ruling.sum; /* not held at 2: a total may beat it by far */

    if (s->impossible || face == 1 || face < want)
        return DAMAGE_NONE;
    if (face >= want + number_of(rs, NUM_MASSIVE))
        return DAMAGE_MASSIVE;
    return face == want && f->vs_armoured ? DAMAGE_SUPERFICIAL : DAMAGE_FULL;
}

void score_assault(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    bool escaped = f->v[F_REACT] == 2, running = f->v[F_TARGET_ORDER] == ORDER_RUN && !escaped;
    bool moving = f->v[F_TARGET_ORDER] == ORDER_ADVANCE || running || escaped;
    const struct number_row *row = &rs->number[moving ? NUM_ASSAULT_HIT_MOVING : NUM_ASSAULT_HIT];

    begin(s, PHASE_ASSAULT);
    s->ruling.base = row->value;
    s->ruling.base_rule = row->rule;
    s->ruling.sum = s->ruling.n = 0; /* infantry-vehicle.hit.no-mods */
    s->need = row->value;
    s->shots = facts_has(f, F_MEN) ? f->v[F_MEN] : 0;
    s->impossible = running;
    cite(s, running ? "infantry-vehicle.running" : row->rule);
    if (escaped)
        cite(s, "vehicle.recce.escape.assault-after");
    cite(s, "infantry-vehicle.hit.no-mods");
    s->chance = running ? fraction_of(0, 1) : chance_d6_at_least(s->need);
}

void score_grenades(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    begin(s, PHASE_ASSAULT);
    ruling_make(&s->ruling, rs, PHASE_ASSAULT, f);
    s->ruling.base = f->v[F_VS];
    s->ruling.base_rule = value_rule(rs, f);
    cite(s, s->ruling.base_rule);
    s->need = s->ruling.base - s->ruling.sum;
    if (s->need < 2) { /* A45: a natural 1 damages nothing, here neither */
        s->need = 2;
        cite(s, "damage.one-fails");
    }
    s->impossible = s->need > 6 || !f->v[F_HITS];
    s->chance = s->impossible ? fraction_of(0, 1) : chance_d6_at_least(s->need);
}

enum damage_degree grenades_degree(const struct score *s, const struct ruleset *rs,
                                   const struct facts *f, int face)
{
    enum damage_degree degree = damage_degree(s, rs, f, face);

    if (degree == DAMAGE_NONE)
        return degree;
    if (!f->vs_armoured || f->v[F_OPEN_TOPPED])
        return DAMAGE_FULL;
    return trigger_find(rs, TRIGGER_ASSAULT_FULL, f) ? degree : DAMAGE_SUPERFICIAL;
}

/* Whether an order test is taken at all, and why (or why not). */
static bool test_due(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    const struct trigger *spared = trigger_find(rs, TRIGGER_ORDER_SPARED, f);
    const struct trigger *forced = trigger_find(rs, TRIGGER_ORDER_FORCED, f);

    if (spared) {
        cite(s, spared->rule);
        return false;
    }
    if (forced)
        cite(s, forced->rule);
    else if (f->v[F_PINS] > 0)
        cite(s, "order.test.when-pinned");
    else
        cite(s, "order.test.unpinned");
    return forced || f->v[F_PINS] > 0;
}

void score_test(struct score *s, const struct ruleset *rs, enum phase ask, const struct facts *f)
{
    const struct quality_row *q = &rs->quality[f->v[F_QUALITY]];
    const struct trigger *again;
    int most = number_of(rs, NUM_MORALE_MOST), least = number_of(rs, NUM_MORALE_LEAST);

    begin(s, ask);
    s->dice = 2;
    s->at_most = true;
    ruling_make(&s->ruling, rs, ask, f);
    s->ruling.base = q->morale;
    s->ruling.base_rule = q->morale_rule;
    cite(s, q->morale_rule);
    if (ask == PHASE_ORDER && !test_due(s, rs, f)) {
        s->automatic = true;
        s->chance = fraction_of(1, 1);
        return;
    }
    cite(s, ask == PHASE_ORDER ? "order.test.roll" : "morale-check.method");
    s->need = s->ruling.base + s->ruling.sum;
    if (s->need > most || s->need < least) {
        s->need = s->need > most ? most : least;
        cite(s, rs->number[NUM_MORALE_MOST].rule);
    }
    s->chance = chance_2d6_at_most(s->need);
    again = trigger_find(rs, ask == PHASE_ORDER ? TRIGGER_ORDER_REROLL : TRIGGER_MORALE_REROLL, f);
    if (again && f->v[F_REROLL]) {
        s->reroll = true;
        s->chance = fraction_twice(s->chance);
        cite(s, again->rule);
    }
}

void score_flak(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    begin(s, PHASE_FLAK);
    ruling_make(&s->ruling, rs, PHASE_FLAK, f);
    s->ruling.base = number_of(rs, NUM_FLAK_BASE);
    s->ruling.base_rule = rs->number[NUM_FLAK_BASE].rule;
    cite(s, s->ruling.base_rule);
    if (f->weapon)
        s->shots = ruleset_shots(rs, f->weapon, f->special);
    s->need = s->ruling.base - s->ruling.sum;
    chance_of_hit(s);
}

void score_hold_fire(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    char chart[ID_LEN] = "hold-fire-";

    begin(s, PHASE_HOLD_FIRE);
    ruling_make(&s->ruling, rs, PHASE_HOLD_FIRE, f);
    strcat(chart, quality_word[f->v[F_QUALITY]]);
    for (int die = 6; die >= 1; die--) {
        const struct chart_row *row = ruleset_chart(rs, chart, die);
        if (row && strcmp(row->result, "holds") == 0) {
            s->need = die;
            s->ruling.base_rule = row->rule;
        }
    }
    s->ruling.base = s->need;
    cite(s, s->ruling.base_rule);
    s->chance = chance_d6_at_least(s->need);
}

void score_spot(struct score *s, const struct ruleset *rs, const struct facts *f)
{
    int least = number_of(rs, NUM_SIGHT_LEAST), inches = (int)f->range;

    begin(s, PHASE_SPOT);
    s->dice = 2;
    ruling_make(&s->ruling, rs, PHASE_SPOT, f);
    s->need = f->range > inches ? inches + 1 : inches;
    s->ruling.base = s->need;
    s->ruling.base_rule = rs->number[NUM_SIGHT_LEAST].rule;
    cite(s, s->ruling.base_rule);
    s->chance = chance_2d6_reach(s->ruling.sum, least, f->range);
    s->impossible = s->chance.num == 0;
}

fact_set facts_needed(enum phase ask)
{
    switch (ask) {
    case PHASE_HIT:
        return FACT_BIT(F_WEAPON) | FACT_BIT(F_RANGE);
    case PHASE_DAMAGE:
        return FACT_BIT(F_WEAPON) | FACT_BIT(F_VS);
    case PHASE_ORDER:
    case PHASE_MORALE:
    case PHASE_HOLD_FIRE:
        return FACT_BIT(F_QUALITY);
    case PHASE_SPOT:
        return FACT_BIT(F_RANGE);
    default:
        return 0;
    }
}

fact_set facts_used(enum phase ask)
{
    const fact_set actor = FACT_BIT(F_PINS) | FACT_BIT(F_QUALITY) | FACT_BIT(F_SPECIAL) | FACT_BIT(F_ARMY);
    const fact_set shot = FACT_BIT(F_WEAPON) | FACT_BIT(F_RANGE) | FACT_BIT(F_INDIRECT) | FACT_BIT(F_AMMO)
        | FACT_BIT(F_SCOPE) | FACT_BIT(F_PLUNGING) | FACT_BIT(F_COVER) | FACT_BIT(F_SEEN) | FACT_BIT(F_HIDDEN) | FACT_BIT(F_BUILDING) | FACT_BIT(F_TARGET_TYPE);
    const fact_set test = FACT_BIT(F_ORDER) | FACT_BIT(F_CREW) | FACT_BIT(F_LEADER) | FACT_BIT(F_OFFICER)
        | FACT_BIT(F_COMMAND) | FACT_BIT(F_REROLL) | FACT_BIT(F_MODELS);

    switch (ask) {
    case PHASE_HIT:
        return actor | shot | FACT_BIT(F_ORDER) | FACT_BIT(F_CREW) | FACT_BIT(F_SMALL) | FACT_BIT(F_TARGET_ORDER)
            | FACT_BIT(F_TARGET_MODELS) | FACT_BIT(F_REACTION) | FACT_BIT(F_VS) | FACT_BIT(F_ZEROED) | FACT_BIT(F_SHOT);
    case PHASE_INDIRECT:
        return shot | FACT_BIT(F_ZEROED) | FACT_BIT(F_SHOT);
    case PHASE_DAMAGE:
        return shot | FACT_BIT(F_VS) | FACT_BIT(F_SHIELD) | FACT_BIT(F_FACING) | FACT_BIT(F_SPECIAL)
            | FACT_BIT(F_OPEN_TOPPED);
    case PHASE_ORDER:
        return actor | test | FACT_BIT(F_FULL) | FACT_BIT(F_RESERVE) | FACT_BIT(F_TANK_FEAR) | FACT_BIT(F_RAM)
            | FACT_BIT(F_OPEN_TOPPED) | FACT_BIT(F_BANZAI);
    case PHASE_MORALE:
        return actor | test;
    case PHASE_FLAK:
        return FACT_BIT(F_WEAPON) | FACT_BIT(F_PINS) | FACT_BIT(F_SPECIAL) | FACT_BIT(F_ARMY);
    case PHASE_HOLD_FIRE:
        return FACT_BIT(F_QUALITY);
    case PHASE_SPOT:
        return FACT_BIT(F_RANGE) | FACT_BIT(F_TARGET_ORDER) | FACT_BIT(F_TARGET_TYPE) | FACT_BIT(F_FLASH)
            | FACT_BIT(F_LIT) | FACT_BIT(F_SMALL) | FACT_BIT(F_TARGET_MODELS) | FACT_BIT(F_VS);
    case PHASE_ASSAULT:
        return FACT_BIT(F_TARGET_ORDER) | FACT_BIT(F_REACT) | FACT_BIT(F_MEN) | FACT_BIT(F_HITS)
            | FACT_BIT(F_VS) | FACT_BIT(F_OPEN_TOPPED) | FACT_BIT(F_SPECIAL) | FACT_BIT(F_ARMY)
            | FACT_BIT(F_TARGET_TYPE);
    default:
        return 0;
    }
}

void score_make(struct score *s, const struct ruleset *rs, enum phase ask, const struct facts *f)
{
    if (ask == PHASE_DAMAGE)
        score_damage(s, rs, f);
    else if (ask == PHASE_ORDER || ask == PHASE_MORALE)
        score_test(s, rs, ask, f);
    else if (ask == PHASE_FLAK)
        score_flak(s, rs, f);
    else if (ask == PHASE_HOLD_FIRE)
        score_hold_fire(s, rs, f);
    else if (ask == PHASE_SPOT)
        score_spot(s, rs, f);
    else
        score_hit(s, rs, f);
}
