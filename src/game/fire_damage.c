/* Damage and losses (chapter Shooting: Roll to Damage, Exceptional Damage, Casualties). */
#include "game/casualties.h"
#include "game/fire_steps.h"
#include "game/tries.h"

#include <string.h>

/* ---- damage ---- */

/* The damage score of all hits, 0 when groups differ. */
static void common_damage(struct fire_result *r)
{
    bool any = false;

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        if (g->out_of_range || (r->hits && !g->wounds))
            continue;
        if (any && g->damage.need != r->damage_need) {
            r->damage_need = 0;
            return;
        }
        any = true;
        r->damage_need = g->damage.need;
    }
}

/* Shells from far behind are the observer's who called them. */
static void note_damage(struct decision *d, const struct fire_result *r)
{
    struct tries t = {0};

    for (int i = 0; i < r->n_groups; i++)
        tries_add(&t, r->group[i].damage_dice, chance_d6_at_least(r->group[i].damage.need));
    note_tries(d, r->unit ? r->unit : d->thrower, LUCK_DAMAGE, r->kills, &t);
}

/* kills=2 sixes=1 in place of dice. */
static bool summed_damage(struct decision *d, struct fire_result *r)
{
    struct unit *target = game_unit(d->g, r->target);

    if (target->type == TYPE_VEHICLE)
        return diag_usage(&d->diag, "kills= is for men: damage on a vehicle wants its dice");
    if (d->f.v[F_KILLS] > r->hits)
        return diag_usage(&d->diag, "kills=%d of %d hits", d->f.v[F_KILLS], r->hits);
    r->kills = d->f.v[F_KILLS];
    r->exceptional = facts_has(&d->f, F_SIXES) ? d->f.v[F_SIXES] : 0;
    if (r->exceptional > r->kills)
        return diag_usage(&d->diag, "sixes=%d of %d kills", r->exceptional, r->kills);
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].wounds) {
            r->group[i].kills = r->kills;
            break;
        }
    emit_text(d, EV_ROLL, r->unit, 0, 0, "kills=%d sixes=%d", r->kills, r->exceptional);
    note_damage(d, r);
    return true;
}

/* Does a 6 of this group count as exceptional at all? Not against a vehicle; small arms at a
   gun cannot do more than kill a crewman. */
static bool six_matters(const struct decision *d, const struct unit *target,
                        const struct fire_group *g)
{
    if (target->type == TYPE_VEHICLE)
        return false;
    return target->type != TYPE_GUN || !(d->rs->weapon[g->weapon].bits & WEAPON_SMALL_ARM);
}

/* Natural sixes that did damage are rolled again: another 6 is exceptional. */
static bool roll_sixes(struct decision *d, struct fire_result *r, int sixes)
{
    struct unit *target = game_unit(d->g, r->target);
    const signed char *die;

    if (!sixes)
        return true;
    if (r->kills >= target->models && target->type != TYPE_GUN) {
        die = take_idle(d, "six", r->unit, sixes); /* all fall anyway: nothing is left to pick */
    } else {
        die = take_roll(d, "six", r->unit, sixes, 6, "exceptional.trigger",
                        "%d six%s again: another 6 is exceptional damage", sixes,
                        sixes == 1 ? "" : "es");
        if (!die)
            return false;
    }
    for (int i = 0; die && i < sixes; i++)
        r->exceptional += die[i] == 6;
    if (die) {
        memcpy(r->sixes, die, (size_t)sixes);
        r->n_sixes = sixes;
    }
    return true;
}

static int damage_dice(struct fire_result *r)
{
    int dice = 0;

    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        g->damage_dice = g->damage.impossible ? 0 : g->wounds;
        dice += g->damage_dice;
    }
    return dice;
}

/* The rule of the first score that is rolled for: what the question stands on. */
static int damage_rule(const struct fire_result *r, const char **rule)
{
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].damage_dice && r->group[i].damage.n_cites) {
            *rule = r->group[i].damage.cite[0];
            return 1;
        }
    return 0;
}

bool roll_damage(struct decision *d, struct fire_result *r)
{
    struct unit *target = game_unit(d->g, r->target);
    int dice, sixes = 0;
    struct score score = {0};
    const signed char *die;

    common_damage(r);
    dice = damage_dice(r);
    if (!dice)
        return true;
    if (dice > FIRE_FACES)
        return diag_usage(&d->diag, "%d damage dice are more than one shot can hold", dice);
    if (facts_has(&d->f, F_KILLS))
        return summed_damage(d, r);
    score.need = r->damage_need;
    score.n_cites = damage_rule(r, &score.cite[0]);
    if (r->damage_need)
        die = take_counted(d, "damage", r->unit, dice, &score, F_KILLS, "%d to damage at %d+", dice,
                           r->damage_need);
    else
        die = take_counted(d, "damage", r->unit, dice, &score, F_KILLS,
                           "%d to damage, in the order of the weapons", dice);
    if (!die)
        return false;
    memcpy(r->damage, die, (size_t)dice);
    r->n_damage = dice;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        for (int k = 0; k < g->damage_dice; k++, die++) {
            bool damaged = *die != 1 && *die >= g->damage.need;
            g->kills += damaged;
            sixes += damaged && *die == 6 && six_matters(d, target, g);
        }
        r->kills += g->kills;
    }
    note_damage(d, r);
    if (trigger_find(d->rs, TRIGGER_EXCEPTIONAL, &r->group[0].f)) {
        r->exceptional = target->type == TYPE_VEHICLE ? 0 : r->kills;
        return true;
    }
    return roll_sixes(d, r, sixes);
}

/* ---- losses of men ---- */

bool can_go_down(const struct decision *d, const struct unit *target)
{
    uint64_t mounted = ruleset_bit(d->rs, "cavalry") | ruleset_bit(d->rs, "motorbikes");

    if (target->type == TYPE_VEHICLE || target->destroyed || target->special & mounted)
        return false;
    if (d->g->phase == GAME_ENDING) /* everybody has acted but those in Ambush */
        return target->order == ORDER_AMBUSH;
    return target->die == DIE_BAG || target->order == ORDER_AMBUSH;
}

void go_down(struct decision *d, struct unit *target)
{
    halt_unit(d, target);
}

bool green_troops(struct decision *d, struct unit *u, bool fighting, int *rolled)
{
    struct facts f;
    const struct trigger *t;
    const struct chart_row *row;
    const signed char *die;

    unit_facts(&f, d->rs, d->g, u);
    t = trigger_find(d->rs, TRIGGER_FIRST_LOSS, &f);
    if (!t || u->destroyed)
        return true;
    die = take_roll(d, "green", u->id, 1, 0, t->rule,
                    "%s is green and has its first loss: 1 shaken, 5-6 regulars", u->name);
    if (!die)
        return false;
    *rolled = *die;
    row = ruleset_chart(d->rs, "green", *die);
    emit_text(d, EV_SPECIAL, u->id, 0, 0, "green");
    if (strcmp(row->result, "regular") == 0)
        emit(d, EV_QUALITY, u->id, QUALITY_REGULAR, 0);
    if (strcmp(row->result, "broken-in") != 0)
        return true;
    die = take_roll(d, "green-pins", u->id, 1, 0, t->rule, "pins on the shaken %s: D6", u->name);
    if (!die)
        return false;
    halt_unit(d, u);
    if (fighting)
        emit(d, EV_PINS, u->id, u->pins + *die, *die);
    else
        change_pins(d, u, *die);
    return true;
}

/* The crew is gone: the gun stands abandoned, its die beside it (artillery.abandoned). */
static void leave_gun(struct decision *d, struct unit *u, struct fire_result *r)
{
    r->abandoned = true;
    emit(d, EV_ABANDONED, u->id, 1, 0);
}

void strand_crew(struct decision *d, struct unit *u, int men)
{
    if (men <= 0 || u->die != DIE_BAG) {
        destroy_unit(d, u, "its gun was destroyed");
        return;
    }
    emit(d, EV_MODELS, u->id, men, 0);
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].count)
            emit(d, EV_SPENT, u->id, i, u->carried[i].count);
    emit_text(d, EV_SET, u->id, 0, 0, "gunless yes");
}

bool lose_men(struct decision *d, struct unit *u, int kills, int exceptional, bool heavy,
              struct fire_result *r, int *casualties)
{
    int before = u->models;
    struct casualties c = {.small_arms = heavy ? 0 : kills - exceptional};

    *casualties = 0;
    if (exceptional && unit_is_team(d->rs, u)) {
        /* the weapon and its firer go, and with them the whole team */
        r->team_lost = true;
        *casualties = before;
        destroy_unit(d, u, "its firer and weapon fell");
        return true;
    }
    if (exceptional && u->type == TYPE_GUN && heavy) {
        r->gun_lost = true;
        *casualties = kills < before ? kills : before;
        strand_crew(d, u, before - *casualties);
        return true;
    }
    if (!take_casualties(d, u, kills, exceptional, &c))
        return false;
    r->leader_saved = r->leader_saved || c.leader_saved;
    r->n_medic = c.n_medic;
    r->saved = c.saved;
    memcpy(r->medic, c.medic, sizeof r->medic);
    *casualties = before - u->models;
    if (u->models == 0 && u->type == TYPE_GUN)
        leave_gun(d, u, r);
    else if (u->models == 0)
        destroy_unit(d, u, "wiped out");
    return !*casualties || green_troops(d, u, false, &r->green_die);
}

static bool any_heavy(const struct decision *d, const struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].kills && !(d->rs->weapon[r->group[i].weapon].bits & WEAPON_SMALL_ARM))
            return true;
    return false;
}

/* ---- damage on a vehicle ---- */

/* Every damaging die has its results, before the next (vehicle.damage.roll). */
static bool wreck(struct decision *d, struct unit *target, struct fire_result *r)
{
    const signed char *die = r->damage;
    int flames = effects_plus(d->rs, target);

    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        int plus = flames + (g->indirect && is_armoured(target)
                             && (target->open_topped || target->exposed));
        for (int k = 0; k < g->damage_dice; k++, die++) {
            enum damage_degree degree = damage_degree(&g->damage, d->rs, &g->f, *die);
            if (degree && !target->destroyed
                && !take_effects(d, target, degree, plus, shot_from(&g->f), &r->effects))
                return false;
        }
    }
    return true;
}

bool suffer(struct decision *d, struct unit *target, struct fire_result *r)
{
    bool leader = target->leader;

    if (target->type == TYPE_VEHICLE)
        return wreck(d, target, r);
    if (!r->kills)
        return true;
    if (!lose_men(d, target, r->kills, r->exceptional, any_heavy(d, r), r, &r->casualties))
        return false;
    r->leader_lost = leader && !target->leader && !target->destroyed;
    return true;
}
