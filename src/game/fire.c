/* Shooting: the seven steps, top to bottom (shoot.sequence). */
#include "game/fire.h"

#include "base/buf.h"
#include "game/casualties.h"

#include <stdio.h>
#include <string.h>

/* ---- 1: who may shoot at whom ---- */

static bool ordered_to_shoot(struct decision *d, const struct unit *u)
{
    if (u->waiting)
        return true; /* its last shot out of Ambush, at the turn's end */
    if (d->g->phase != GAME_ORDERS)
        return forbid(d, "turn.phases", "nobody fires now: %s",
                      d->g->phase == GAME_ENDING ? "the turn is ending" : "begin it with turn");
    switch (u->order) {
    case ORDER_FIRE:
    case ORDER_ADVANCE:
        if (u->fired)
            return forbid(d, "turn.orders.once", "%s has fired already this turn", u->name);
        return true;
    case ORDER_AMBUSH:
        return true;
    case ORDER_NONE:
        return forbid(d, "shoot.who.fire-advance",
                      "%s has no order yet: give it Fire or Advance first", u->name);
    default:
        return forbid(d, "shoot.who.fire-advance", "%s is on %s: only Fire, Advance and a sprung "
                      "Ambush shoot", u->name, order_word[u->order]);
    }
}

bool may_fire(struct decision *d, const struct unit *u, const struct unit *target)
{
    if (!must_live(d, u) || !must_live(d, target) || !ordered_to_shoot(d, u))
        return false;
    if (u->special & ruleset_bit(d->rs, "medic"))
        return forbid(d, "medic.non-combat", "medics never shoot");
    if (u->victim && u->victim != target->id)
        return forbid(d, "fubar.friendly-fire.control", "%s must fire at %s: friendly fire",
                      u->name, game_unit(d->g, u->victim)->name);
    if (u->side == target->side && u->victim != target->id)
        return forbid(d, "shoot.target.single", "%s is on the same side as %s", target->name,
                      u->name);
    if (u->reserve || target->reserve)
        return forbid(d, "reserve.turn-1", "%s is still in reserve, off the table",
                      u->reserve ? u->name : target->name);
    return true;
}

/* ---- 2: the target reacts ---- */

static bool can_react_down(const struct decision *d, const struct unit *u,
                           const struct unit *target)
{
    if (target->type == TYPE_VEHICLE || target->destroyed)
        return false;
    if (u->order == ORDER_AMBUSH && !u->waiting)
        return false; /* ambush.no-reaction */
    if (d->g->phase == GAME_ENDING)
        return target->die == DIE_BAG;
    return target->die == DIE_BAG || target->order == ORDER_AMBUSH;
}

static bool react(struct decision *d, const struct unit *u, struct unit *target,
                  struct fire_result *r)
{
    bool down = facts_has(&d->f, F_REACT) && d->f.v[F_REACT] == 1;

    if (can_react_down(d, u, target)
        && !may_know(d, F_REACT, "react.down",
                     "does %s go Down? (down, or Enter for no)", target->name))
        return false;
    down = facts_has(&d->f, F_REACT) && d->f.v[F_REACT] == 1;
    if (facts_has(&d->f, F_REACT) && d->f.v[F_REACT] > 1)
        return diag_refused(&d->diag, "react.down", "%s cannot %s: infantry that is shot at may "
                            "only go Down", target->name, d->f.text[F_REACT]);
    if (!down)
        return true;
    if (!can_react_down(d, u, target)) {
        bool sprung = u->order == ORDER_AMBUSH && !u->waiting;
        if (!forbid(d, sprung ? "ambush.no-reaction" : "react.down",
                    sprung ? "nobody reacts to fire out of Ambush"
                    : target->type == TYPE_VEHICLE
                        ? "vehicles do not go Down when they are shot at"
                        : "%s has acted already and cannot go Down",
                    target->name))
            return false;
    }
    if (target->die == DIE_BAG)
        emit(d, EV_ORDER, target->id, ORDER_DOWN, -1);
    else
        emit(d, EV_FACE, target->id, ORDER_DOWN, 0);
    r->reacted_down = true;
    return true;
}

/* ---- 4: to hit ---- */

/* Says the dice of each group: "8 dice at 5+" or "4 LMG dice at 5+, then 7 rifle at 6+". */
static void say_dice(const struct decision *d, const struct shot *s, char *text, size_t size)
{
    struct buf b = {0};
    int need = 0;
    bool same = true;

    for (int i = 0; i < s->n; i++) {
        if (!s->group[i].dice)
            continue;
        same = same && (!need || need == s->group[i].hit.need);
        need = s->group[i].hit.need;
    }
    if (same) {
        buf_addf(&b, "%d to hit at %s", shot_dice(s), need > 6 ? "6 and 6 again" : "");
        if (need <= 6)
            buf_addf(&b, "%d+", need);
    } else {
        for (int i = 0; i < s->n; i++) {
            const struct shot_group *g = &s->group[i];
            if (!g->dice)
                continue;
            buf_addf(&b, "%s%d %s at ", b.len ? ", then " : "to hit: ", g->dice,
                     d->rs->weapon[g->weapon].name);
            if (g->hit.need > 6)
                buf_add(&b, "6 and 6 again");
            else
                buf_addf(&b, "%d+", g->hit.need);
        }
    }
    snprintf(text, size, "%s", buf_text(&b));
    buf_free(&b);
}

static void begin_groups(const struct shot *s, struct fire_result *r)
{
    for (int i = 0; i < s->n; i++) {
        const struct shot_group *from = &s->group[i];
        struct fire_group *to = &r->group[r->n_groups++];
        to->weapon = from->weapon;
        to->count = from->count;
        to->dice = from->dice;
        to->score = from->hit;
        to->damage = from->damage;
        to->need = from->hit.need;
        to->double_six = from->hit.double_six;
        to->out_of_range = from->hit.out_of_range;
    }
}

/* Sixes of shots that need more than 6 are rolled again (shoot.hit.nigh-impossible). */
static bool roll_again(struct decision *d, struct fire_result *r)
{
    int again = 0;
    const signed char *die;

    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].double_six)
            again += r->group[i].hits;
    if (!again)
        return true;
    die = take_roll(d, "hit-again", r->unit, again, 6, "shoot.hit.nigh-impossible",
                    "%d six%s again: another 6 hits", again, again == 1 ? "" : "es");
    if (!die)
        return false;
    memcpy(r->again, die, (size_t)again);
    r->n_again = again;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        int sixes = g->double_six ? g->hits : 0;
        for (int k = 0; k < sixes; k++)
            g->hits -= *die++ != 6;
    }
    return true;
}

static bool roll_to_hit(struct decision *d, const struct shot *s, struct fire_result *r)
{
    int dice = shot_dice(s), at = 0;
    char text[160];
    struct score common = s->group[0].hit;
    const signed char *die;

    begin_groups(s, r);
    if (facts_has(&d->f, F_HITS)) {
        if (d->f.v[F_HITS] > dice)
            return diag_usage(&d->diag, "hits=%d of %d dice", d->f.v[F_HITS], dice);
        r->summed = true;
        r->hits = d->f.v[F_HITS];
        emit_text(d, EV_ROLL, r->unit, 0, 0, "hits=%d", r->hits);
        return true;
    }
    if (!dice)
        return true;
    say_dice(d, s, text, sizeof text);
    for (int i = 0; i < s->n; i++)
        if (s->group[i].dice && s->group[i].hit.need != common.need)
            common.need = 0;
    die = take_counted(d, "hit", r->unit, dice, &common, F_HITS, "%s", text);
    if (!die)
        return false;
    memcpy(r->to_hit, die, (size_t)dice);
    r->n_to_hit = dice;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        g->first = at;
        for (int k = 0; k < g->dice; k++)
            g->hits += die[at++] >= (g->double_six ? 6 : g->need);
    }
    if (!roll_again(d, r))
        return false;
    for (int i = 0; i < r->n_groups; i++)
        r->hits += r->group[i].hits;
    return true;
}

/* ---- 5: damage ---- */

/* The damage score of all hits, 0 when groups differ. Summed-up hits must have one score. */
static bool common_damage(struct decision *d, struct fire_result *r)
{
    bool any = false;

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        if (g->out_of_range || (!r->summed && r->hits && !g->hits))
            continue;
        if (any && g->damage.need != r->damage_need) {
            r->damage_need = 0;
            if (r->summed && r->hits)
                return diag_usage(&d->diag, "hits= does not say which weapons hit, and they need "
                                            "different scores to damage: give the dice");
            return true;
        }
        any = true;
        r->damage_need = g->damage.need;
    }
    if (r->summed && r->n_groups) /* all hits roll alike: let the first group hold them */
        for (int i = 0; i < r->n_groups; i++)
            if (!r->group[i].out_of_range) {
                r->group[i].hits = r->hits;
                break;
            }
    return true;
}

/* Natural sixes that did damage are rolled again: another 6 is exceptional. */
static bool roll_sixes(struct decision *d, struct fire_result *r, int sixes, bool always)
{
    struct unit *target = game_unit(d->g, r->target);
    const signed char *die;

    if (always) {
        r->exceptional = r->kills;
        return true;
    }
    if (!sixes)
        return true;
    if (r->kills >= target->models) { /* all fall anyway: nothing is left to pick */
        die = take_idle(d, "six", r->unit, sixes);
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

static bool summed_damage(struct decision *d, struct fire_result *r)
{
    if (d->f.v[F_KILLS] > r->hits)
        return diag_usage(&d->diag, "kills=%d of %d hits", d->f.v[F_KILLS], r->hits);
    r->kills = d->f.v[F_KILLS];
    r->exceptional = facts_has(&d->f, F_SIXES) ? d->f.v[F_SIXES] : 0;
    if (r->exceptional > r->kills)
        return diag_usage(&d->diag, "sixes=%d of %d kills", r->exceptional, r->kills);
    emit_text(d, EV_ROLL, r->unit, 0, 0, "kills=%d sixes=%d", r->kills, r->exceptional);
    return true;
}

static bool roll_damage(struct decision *d, const struct shot *s, struct fire_result *r)
{
    int dice = 0, sixes = 0;
    struct score score = {0};
    const signed char *die;

    if (!common_damage(d, r))
        return false;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        g->damage_dice = g->damage.impossible ? 0 : g->hits;
        if (g->damage_dice)
            score = g->damage;
        dice += g->damage_dice;
    }
    if (!dice)
        return true;
    if (facts_has(&d->f, F_KILLS))
        return summed_damage(d, r);
    score.need = r->damage_need;
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
            sixes += damaged && *die == 6;
        }
        r->kills += g->kills;
    }
    return roll_sixes(d, r, sixes, trigger_find(d->rs, TRIGGER_EXCEPTIONAL, &s->group[0].f) != NULL);
}

/* ---- 6: casualties ---- */

/* Green troops at their first loss: 1 more pins and Down, 2-4 nothing, 5-6 regulars. */
static bool green_troops(struct decision *d, struct unit *u, struct fire_result *r)
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
    r->green_die = *die;
    row = ruleset_chart(d->rs, "green", *die);
    emit_text(d, EV_SPECIAL, u->id, 0, 0, "green");
    if (strcmp(row->result, "regular") == 0)
        emit(d, EV_QUALITY, u->id, QUALITY_REGULAR, 0);
    if (strcmp(row->result, "broken-in") != 0)
        return true;
    die = take_roll(d, "green-pins", u->id, 1, 0, t->rule, "pins on the shaken %s: D6", u->name);
    if (!die)
        return false;
    if (u->die == DIE_BAG)
        emit(d, EV_ORDER, u->id, ORDER_DOWN, -1);
    else
        emit(d, EV_FACE, u->id, ORDER_DOWN, 0);
    r->pins_added += *die;
    change_pins(d, u, *die);
    return true;
}

static bool casualties(struct decision *d, struct unit *target, struct fire_result *r)
{
    int before = target->models;
    bool leader = target->leader;

    if (!r->kills)
        return true;
    if (r->exceptional && unit_is_team(d->rs, target)) {
        /* the weapon and its firer go, and with them the whole team */
        r->team_lost = true;
        r->casualties = before;
        destroy_unit(d, target, "its firer and weapon fell");
        return true;
    }
    if (!take_casualties(d, target, r->kills, r->exceptional, &r->leader_saved))
        return false;
    r->casualties = before - target->models;
    r->leader_lost = leader && !target->leader;
    if (target->models == 0)
        destroy_unit(d, target, "wiped out");
    return green_troops(d, target, r);
}

/* ---- 7: morale ---- */

static bool check_morale(struct decision *d, struct unit *target, int before,
                         struct fire_result *r)
{
    struct facts f;

    if (target->destroyed || !half_lost(r->casualties, before))
        return true;
    unit_facts(&f, d->rs, d->g, target);
    if (trigger_find(d->rs, TRIGGER_HALF_LOSS_SPARED, &f)) {
        r->half_spared = true;
        return true;
    }
    return take_check(d, target, &r->check);
}

/* ---- the whole ---- */

static void note_end(struct decision *d, struct unit *u, const struct unit *target,
                     struct fire_result *r)
{
    bool last_shot = u->waiting;

    emit(d, EV_FIRED, u->id, target->id, 0);
    if (last_shot)
        emit(d, EV_RETURN, u->id, 0, 0);
    r->target_models = target->models;
    r->target_pins = target->pins;
    r->destroyed = target->destroyed;
}

static bool resolve(struct decision *d, struct unit *target, const struct shot *s,
                    struct fire_result *r)
{
    int before = target->models, pins = target->pins;

    if (!roll_to_hit(d, s, r))
        return false;
    if (r->hits) {
        if (target->hidden) {
            r->revealed = true;
            emit_text(d, EV_SET, target->id, 0, 0, "hidden no");
        }
        change_pins(d, target, 1); /* pin.gain.one-per-attack, however many hits */
        r->pins_added = target->pins - pins;
    }
    if (target->destroyed || !r->hits)
        return true;
    return roll_damage(d, s, r) && casualties(d, target, r) && check_morale(d, target, before, r);
}

bool decide_fire(struct decision *d, int unit, int target_id, struct fire_result *r)
{
    struct unit *u = game_unit(d->g, unit), *target = game_unit(d->g, target_id);
    struct shot s;

    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->target = target_id;
    if (!may_fire(d, u, target))
        return false;
    r->ambush = u->order == ORDER_AMBUSH && !u->waiting;
    r->friendly = u->victim == target_id;
    if (!react(d, u, target, r))
        return false;
    if (r->ambush)
        emit(d, EV_FACE, unit, ORDER_FIRE, 0);
    if (!must_know(d, F_RANGE, "shoot.range.per-model",
                   "inches from %s to %s, and its cover if any (such as 14 soft)", u->name,
                   target->name))
        return false;
    if (!shot_make(&s, d->rs, d->g, u, target, &d->f, &d->diag) || !resolve(d, target, &s, r))
        return false;
    note_end(d, u, target, r);
    return finish(d);
}
