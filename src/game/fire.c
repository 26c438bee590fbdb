/* Shooting: the seven steps, top to bottom (shoot.sequence). */
#include "game/fire.h"

#include "game/casualties.h"
#include "game/charge.h"
#include "game/fire_steps.h"
#include "game/house.h"

#include <stdio.h>
#include <string.h>

/* ---- 1: who may shoot at whom ---- */

/* After it has fired a unit may only use weapons that choose their own target. */
static bool has_weapon_left(const struct decision *d, const struct unit *u)
{
    bool all_split = true;

    for (int i = 0; i < u->n_carried; i++)
        if (u->fired_slots >> i & 1)
            all_split = all_split && slot_splits(d->rs, u, i);
    for (int i = 0; i < u->n_carried; i++)
        if (!(u->fired_slots >> i & 1) && u->carried[i].count > 0
            && (all_split || slot_splits(d->rs, u, i)))
            return true;
    return false;
}

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
        if (u->fired && !has_weapon_left(d, u))
            return forbid(d, "turn.orders.once", "%s has fired already this turn", u->name);
        return true;
    case ORDER_AMBUSH:
        return !u->fired
            || forbid(d, "night.spotting.fail", "%s did not make them out; it looks again when the "
                      "next unit has its order", u->name);
    case ORDER_NONE:
        return forbid(d, "shoot.who.fire-advance",
                      "%s has no order yet: give it Fire or Advance first", u->name);
    default:
        return forbid(d, "shoot.who.fire-advance", "%s is on %s: only Fire, Advance and a sprung "
                      "Ambush shoot", u->name, order_word[u->order]);
    }
}

static bool scope_allowed(struct decision *d, const struct unit *u)
{
    if (!d->f.v[F_SCOPE])
        return true;
    if (!(unit_specials(d->rs, d->g, u) & ruleset_bit(d->rs, "sniper")))
        return forbid(d, "special.sniper.scope", "%s is no sniper: it has no scope", u->name);
    if (u->order == ORDER_ADVANCE)
        return forbid(d, "special.sniper.scope", "the scope is for Fire and Ambush, not Advance");
    return true;
}

bool may_fire(struct decision *d, const struct unit *u, const struct unit *target)
{
    if (!must_live(d, u) || !must_live(d, target) || !ordered_to_shoot(d, u)
        || !scope_allowed(d, u))
        return false;
    if (u->special & ruleset_bit(d->rs, "medic"))
        return forbid(d, "medic.non-combat", "medics never shoot");
    if (u->special & ruleset_bit(d->rs, "motorbikes") && u->order == ORDER_ADVANCE)
        return forbid(d, "special.bike.fire-stationary", "riders shoot on Fire only");
    if (u->victim && u->victim != target->id)
        return forbid(d, "fubar.friendly-fire.control", "%s must fire at %s: friendly fire",
                      u->name, game_unit(d->g, u->victim)->name);
    if (u->side == target->side && u->victim != target->id)
        return forbid(d, "shoot.target.single", "%s is on the same side as %s", target->name,
                      u->name);
    if (u->reserve || target->reserve)
        return forbid(d, "reserve.turn-1", "%s is still in reserve, off the table",
                      u->reserve ? u->name : target->name);
    if (d->f.v[F_SPOTTER] && !target->spotter)
        return forbid(d, "spotter.model", "%s has no spotter", target->name);
    if (u->aboard && !forbid(d, "transport.aboard.orders", "%s is aboard %s: those aboard do not "
                             "shoot", u->name, game_unit(d->g, u->aboard)->name))
        return false;
    if (target->aboard)
        return forbid(d, target->type == TYPE_GUN ? "tow.carry" : "transport.aboard.untargeted",
                      "%s is aboard %s: only that can be shot at", target->name,
                      game_unit(d->g, target->aboard)->name);
    return true;
}

/* The round that was put in with the Ambush order is the one that is fired. */
static bool round_is_loaded(struct decision *d, const struct unit *u)
{
    int loaded = unit_loaded(d->rs, u);

    if (u->order != ORDER_AMBUSH || u->waiting || !loaded || !facts_has(&d->f, F_AMMO)
        || d->f.v[F_AMMO] == loaded)
        return true;
    return forbid(d, "he.ambush.round-locked", "%s lies in Ambush with %s loaded", u->name,
                  loaded == AMMO_HE ? "high explosive" : "an armour-piercing round");
}

/* Facts that contradict one another or the record. */
static bool facts_agree(struct decision *d, const struct unit *u, const struct shot *s,
                        const struct fire_result *r)
{
    int weapons = 0;

    for (int i = 0; i < s->n; i++)
        weapons += s->group[i].count;
    if (!weapons_are_served(d, u, weapons))
        return false;
    for (int i = 0; i < s->n; i++) {
        const struct shot_group *g = &s->group[i];
        const struct weapon *w = &d->rs->weapon[g->weapon];
        if (g->indirect && (r->ambush || u->in_ambush)
            && !forbid(d, "indirect.no-ambush", "nobody fires indirectly out of Ambush"))
            return false;
        if (!seen_agrees(&g->f, &d->diag))
            return false;
        if (s->n == 1 && !r->at_spotter && !shot_agrees(&g->f, &d->diag))
            return false;
        if (w->bits & WEAPON_FIXED && u->type != TYPE_VEHICLE
            && u->carried[g->slot].mount != MOUNT_PLATFORM && facts_has(&d->f, F_ARC)
            && d->f.v[F_ARC] && u->order != ORDER_ADVANCE
            && !forbid(d, "special.fixed.arc", "the %s fires into its front arc only; Advance "
                       "turns it", w->name))
            return false;
    }
    if (!facts_has(&d->f, F_UNDER) || s->n == 0)
        return true;
    for (int i = 0; i < s->n; i++)
        if (s->group[i].kind == HIT_SHELL)
            return true;
    return diag_refused(&d->diag, "he.template.count", "under= is for a shell's template, and none "
                        "is fired (ammo=he?)");
}

/* ---- 2: the target reacts ---- */

static bool fires_shells_indoors(const struct shot *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->group[i].kind == HIT_SHELL
            && (s->group[i].f.v[F_BUILDING] || s->group[i].f.v[F_COVER] == COVER_BUNKER))
            return true;
    return false;
}

static bool fires_shells(const struct shot *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->group[i].kind == HIT_SHELL)
            return true;
    return false;
}

/* Said, or known from the record. */
static bool is_towing(const struct decision *d, const struct unit *target)
{
    return d->f.v[F_TOWING] || unit_is_towing(d->g, target);
}

/* Recce vehicles, horse and motorbikes may back off instead (vehicle.recce.escape). */
bool can_escape(const struct decision *d, const struct unit *target)
{
    uint64_t able = ruleset_bit(d->rs, "recce") | ruleset_bit(d->rs, "cavalry")
        | ruleset_bit(d->rs, "motorbikes");

    return target->special & able && target->die == DIE_BAG && !target->immobilised
        && !is_towing(d, target);
}

void make_escape(struct decision *d, struct unit *target)
{
    halt_unit(d, target);
    emit(d, EV_MOVED, target->id, 60, 0);
}

static bool escape(struct decision *d, struct unit *target, struct fire_result *r)
{
    if (r->ambush)
        return forbid(d, "ambush.no-reaction", "nobody reacts to fire out of Ambush");
    if (is_towing(d, target))
        return forbid(d, "vehicle.recce.escape.towing", "%s is towing and cannot escape",
                      target->name);
    if (!can_escape(d, target))
        return forbid(d, target->type == TYPE_VEHICLE ? "vehicle.recce.escape" : "react.down",
                      target->die == DIE_BAG ? "%s cannot escape: only recce vehicles, horse and motorbikes do"
                                             : "%s has acted already and cannot escape",
                      target->name);
    make_escape(d, target);
    r->escaped = true;
    return true;
}

bool drop_unit(struct decision *d, struct unit *target, bool ambush)
{
    bool vehicle = target->type == TYPE_VEHICLE;
    bool mounted = target->special & ruleset_bit(d->rs, "cavalry");
    bool bikes = target->special & ruleset_bit(d->rs, "motorbikes");

    if ((ambush || !can_go_down(d, target))
        && !forbid(d, ambush ? "ambush.no-reaction"
                      : mounted ? "special.cavalry.no-down"
                      : bikes   ? "special.bike.no-down"
                                : "react.down",
                   ambush ? "nobody reacts to fire out of Ambush, %s neither"
                   : vehicle ? "%s is a vehicle: they do not go Down"
                   : mounted || bikes ? "%s is mounted: riders do not go Down"
                             : "%s has acted already and cannot go Down",
                   target->name))
        return false;
    go_down(d, target);
    return true;
}

/* Before the roll. Shells at a building are answered after the hit, and a recce vehicle waits
   to see whether a shell hits (A05). */
static bool react(struct decision *d, struct unit *target, const struct shot *s,
                  struct fire_result *r)
{
    bool down_now = !r->ambush && can_go_down(d, target) && !fires_shells_indoors(s);
    bool escape_now = !r->ambush && can_escape(d, target) && !fires_shells(s);

    if (r->at_spotter)
        return true;
    if ((down_now || escape_now)
        && !may_know(d, F_REACT, down_now ? "react.down" : "vehicle.recce.escape",
                     !escape_now ? "does %s go Down? (down, or Enter for no)"
                     : down_now  ? "does %s go Down or get away? (down, escape, or Enter for no)"
                                 : "does %s get away? (escape, or Enter for no)",
                     target->name))
        return false;
    if (!facts_has(&d->f, F_REACT) || d->f.v[F_REACT] == 0)
        return true;
    if (d->f.v[F_REACT] == 3)
        return diag_refused(&d->diag, "react.down", "fire in reaction is for assaults");
    if (d->f.v[F_REACT] == 2)
        return fires_shells(s) && can_escape(d, target) ? true : escape(d, target, r);
    if (fires_shells_indoors(s) && can_go_down(d, target) && !r->ambush)
        return true; /* asked again once the shell has hit */
    r->reacted_down = drop_unit(d, target, r->ambush);
    return r->reacted_down;
}

/* ---- 7: morale, and what flame leaves behind ---- */

static bool flame_hit(const struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].kind == HIT_FLAME && r->group[i].hits)
            return true;
    return false;
}

/* By all that this unit fires at it this turn; it is checked once (morale-check.half-loss). */
static bool loses_half(const struct decision *d, int before, const struct fire_result *r)
{
    int men = fire_goes_on(d, r) ? game_unit(d->g, r->unit)->struck_men : 0;

    return r->casualties && half_lost(r->casualties + men, before + men)
        && !half_lost(men, before + men);
}

bool check_morale(struct decision *d, struct unit *target, int before, struct fire_result *r)
{
    struct facts f;

    if (target->destroyed || target->abandoned || target->gunless)
        return true; /* a wrecked gun is a lost unit, whoever lives (artillery.gun-destroyed) */
    if (flame_hit(r))
        return take_check(d, target, &r->check); /* flame.morale: always */
    if (target->type == TYPE_VEHICLE || !loses_half(d, before, r))
        return true;
    unit_facts(&f, d->rs, d->g, target);
    if (trigger_find(d->rs, TRIGGER_HALF_LOSS_SPARED, &f)) {
        r->half_spared = true;
        return true;
    }
    return take_check(d, target, &r->check);
}

/* After every shot of flame a die each: a 1 and the fuel is gone, with a man-pack's whole team. */
static bool fuel(struct decision *d, struct unit *u, struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        bool team = d->rs->weapon[g->weapon].bits & WEAPON_TEAM;
        if (g->kind != HIT_FLAME || !g->dice)
            continue;
        const signed char *die =
            take_roll(d, "fuel", u->id, g->count, 2,
                      team ? "flame.fuel.infantry" : "flame.fuel.vehicle",
                      "fuel of %s: on a 1 it is used up", u->name);
        if (!die)
            return false;
        for (int k = 0; k < g->count; k++) {
            if (r->n_fuel < 8)
                r->fuel[r->n_fuel++] = die[k];
            if (die[k] != 1)
                continue;
            r->fuel_out = true;
            if (team)
                destroy_unit(d, u, "its flamethrower is empty");
            else
                emit(d, EV_SPENT, u->id, g->slot, 1);
        }
    }
    return true;
}

/* Flame in a house: on 4-6 it burns and everybody leaves (building.flame.fire). */
static bool blaze(struct decision *d, struct unit *target, struct fire_result *r)
{
    const signed char *die;

    if (!flame_hit(r) || !r->group[0].f.v[F_BUILDING]
        || r->group[0].f.v[F_COVER] == COVER_BUNKER)
        return true;
    die = take_roll(d, "blaze", r->unit, 1, 4, "building.flame.fire",
                    "does the building burn? 4+");
    if (!die)
        return false;
    r->blaze_die = *die;
    r->ablaze = strcmp(ruleset_chart(d->rs, "building-fire", *die)->result, "ablaze") == 0;
    return !r->ablaze || building_burns(d, target, r->building, &r->inside);
}

/* ---- the spotter as a target ---- */

/* He is one man by himself: Down unless the die lies beside him, small, and gone with one kill. */
static void spotter_facts(struct facts *f)
{
    facts_set(f, F_TARGET_MODELS, 1);
    facts_set(f, F_TARGET_TYPE, TARGET_INFANTRY);
    facts_set(f, F_TARGET_TEAM, 0);
    facts_set(f, F_SHIELD, 0);
    if (!facts_has(f, F_BUILDING))
        facts_set(f, F_BUILDING, 0); /* he is where he is, not with the crew */
    if (!facts_has(f, F_TARGET_ORDER))
        facts_set(f, F_TARGET_ORDER, ORDER_DOWN); /* spotter.always-down: the die is the crew's */
}

static bool strike_spotter(struct decision *d, struct unit *target, struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        g->wounds = g->hits;
        r->shots_hit += g->hits;
        r->hits += g->hits;
    }
    if (!roll_damage(d, r))
        return false;
    r->exceptional = 0;
    if (r->kills) {
        r->spotter_lost = true;
        r->casualties = 1;
        emit_text(d, EV_SET, target->id, 0, 0, "spotter no");
    }
    return true;
}

/* ---- the whole ---- */

/* What an indirect weapon has learnt; a howitzer's direct shot begins the row anew. */
static void note_ranging(struct decision *d, struct unit *u, const struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        const struct weapon *w = &d->rs->weapon[g->weapon];
        int shots = facts_has(&g->f, F_SHOT) ? g->f.v[F_SHOT] : u->carried[g->slot].shots + 1;
        if (w->bits & WEAPON_LAUNCHER)
            continue;
        if (g->indirect && u->order == ORDER_ADVANCE)
            emit_text(d, EV_RANGED, u->id, g->slot, 0, "0 0"); /* only standing still ranges in */
        else if (g->indirect)
            emit_text(d, EV_RANGED, u->id, g->slot, r->target, "%d %d", shots,
                      g->hits > 0 || g->f.v[F_ZEROED]);
        else if (u->carried[g->slot].target)
            emit_text(d, EV_RANGED, u->id, g->slot, 0, "0 0");
    }
}

/* The arc into which the gun of a turret fired, for the one in its back; "-" when it did not. */
static const char *turret_arc(const struct decision *d, const struct unit *u,
                              const struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++) {
        int mount = u->carried[r->group[i].slot].mount;
        if (mount == MOUNT_TURRET || mount == MOUNT_COAXIAL)
            return arc_word[d->f.v[F_ARC]];
    }
    return "-";
}

enum { ALL_SLOTS = (1 << MAX_CARRIED) - 1 };

static void note_end(struct decision *d, struct unit *u, const struct unit *target,
                     struct fire_result *r)
{
    bool last_shot = u->waiting;
    int slots = 0;

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        slots |= 1 << g->slot;
        if (d->rs->weapon[g->weapon].bits & WEAPON_ONE_SHOT)
            emit(d, EV_SPENT, u->id, g->slot, g->count);
    }
    if (!u->destroyed) {
        note_ranging(d, u, r);
        if (r->spoilt_by)
            emit_text(d, EV_FIRED, u->id, target->id, slots, "spoilt");
        else
            emit_text(d, EV_FIRED, u->id, target->id, slots, "%s %d %d%s", turret_arc(d, u, r),
                      r->fire_pins, r->at_spotter ? 0 : r->casualties,
                      r->spotting.seen && r->spotting.taken ? " seen" : "");
        if (r->spotting.taken && !r->spotting.seen) /* nothing else of it goes on firing */
            emit_text(d, EV_FIRED, u->id, target->id, ALL_SLOTS, "unseen");
        if (unit_is_transport(u) && !r->by && !u->crew_fired)
            emit_text(d, EV_SET, u->id, 0, 0, "crew_fired yes");
        if (last_shot)
            emit(d, EV_RETURN, u->id, 0, 0);
    }
    r->target_models = target->models;
    r->target_pins = target->pins;
    r->pins_added = target->pins - r->pins_before;
    r->destroyed = target->destroyed || target->gunless;
}

static bool strike(struct decision *d, struct unit *target, struct fire_result *r)
{
    int before = target->models;
    bool stuck = target->immobilised;

    if (!multiply_hits(d, target, r))
        return false;
    if (r->hits && target->hidden) {
        r->revealed = true;
        emit_text(d, EV_SET, target->id, 0, 0, "hidden no");
    }
    if (r->collapsed) {
        building_falls(d, target, r->building, &r->inside);
        return true;
    }
    if (!place_pins(d, target, r))
        return false;
    if (!target->destroyed
        && (!roll_damage(d, r) || !suffer(d, target, r) || !check_morale(d, target, before, r)))
        return false;
    return passengers_hit(d, target, stuck, &r->riders) && strike_others(d, r);
}

/* A shell hit a recce vehicle that then escapes: it burst where the vehicle was. */
static bool escape_shell(struct decision *d, struct unit *target, const struct shot *s,
                         struct fire_result *r)
{
    bool hit = false;

    for (int i = 0; i < r->n_groups; i++)
        hit = hit || r->group[i].hits;
    if (!hit || !fires_shells(s) || r->ambush || !can_escape(d, target))
        return true;
    if (!may_know(d, F_REACT, "vehicle.recce.escape.he",
                  "the shell would hit: does %s escape? (escape, or Enter for no)", target->name))
        return false;
    if (!facts_has(&d->f, F_REACT) || d->f.v[F_REACT] != 2)
        return true;
    if (!escape(d, target, r))
        return false;
    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].kind == HIT_SHELL)
            r->group[i].hits = 0;
    return true;
}

/* Quality and pins are those of the men aboard who serve the weapon (transport.weapons.penalties,
   A40). False with the complaint. */
static bool server_facts(struct decision *d, const struct unit *u, struct facts *said)
{
    const struct unit *server = weapon_server(d, u);

    if (!server)
        return !d->diag.code;
    if (!facts_has(said, F_QUALITY))
        facts_set(said, F_QUALITY, server->quality);
    if (!facts_has(said, F_PINS))
        facts_set(said, F_PINS, server->pins);
    return true;
}

/* Who would fire with what; the facts of a shot at the spotter are his own. */
static bool aim(struct decision *d, const struct unit *u, const struct unit *target,
                struct shot *s)
{
    struct facts said = d->f;
    struct unit shooter = *u;

    if (d->f.v[F_SPOTTER])
        spotter_facts(&said);
    if (!server_facts(d, u, &said))
        return false;
    if (d->forced)
        shooter.fired_slots = 0; /* the table lets it fire again */
    return shot_make(s, d->rs, d->g, &shooter, target, &said, &d->diag);
}

/* From the first die to the last, for a shot that may be fired. */
static bool shoot(struct decision *d, struct unit *u, struct unit *target, struct shot *s,
                  struct fire_result *r)
{
    const struct unit *server = weapon_server(d, u);

    r->by = server ? server->id : 0;
    snprintf(r->building, sizeof r->building, "%s", target->building);
    if (r->ambush)
        emit(d, EV_FACE, u->id, ORDER_FIRE, 0);
    if (!salvo_begins(d, s, r) || !roll_to_hit(d, s, r) || !salvo_rolls(d, r)
        || !escape_shell(d, target, s, r))
        return false;
    if (r->at_spotter ? !strike_spotter(d, target, r) : !strike(d, target, r))
        return false;
    if (!fuel(d, u, r) || !blaze(d, target, r) || !passengers_placed(d, &r->riders))
        return false;
    note_end(d, u, target, r);
    return true;
}

/* Leaves the weapons that have ranged in already: for these nobody has to see
   (night.indirect.zeroed). */
static void leave_zeroed(struct shot *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (s->group[i].indirect && s->group[i].f.v[F_ZEROED])
            s->group[n++] = s->group[i];
    s->n = n;
}

/* In the dark it makes out the target or not; r->spotting says so. What has ranged in fires all the
   same: *fires says whether anything does. False when something is missing. */
static bool peer(struct decision *d, const struct unit *u, const struct unit *target,
                 const struct shot *s, struct fire_result *r, bool *fires)
{
    struct shot zeroed = *s;

    leave_zeroed(&zeroed);
    *fires = true;
    if (!d->g->dark || (s->n && zeroed.n == s->n))
        return true;
    if (u->made_out == target->id) /* its other weapons fire at what it has found already */
        return true;
    if (!must_know(d, F_RANGE, "night.spotting.roll", "inches from %s to %s, and its cover if any "
                   "(such as 14 soft)", u->name, target->name)
        || !spot_target(d, u, target, d->f.range, true, &r->spotting))
        return false;
    *fires = r->spotting.seen || zeroed.n;
    return true;
}

/* Nothing was made out in the dark: the action is over, the die stays as it is
   (night.spotting.fail). */
static bool unseen(struct decision *d, struct unit *u, const struct unit *target,
                   struct fire_result *r)
{
    emit_text(d, EV_FIRED, u->id, target->id, ALL_SLOTS, "unseen");
    r->target_models = target->models;
    r->target_pins = target->pins;
    return finish(d);
}

/* Who names weapons may not keep the others' fire back, unless these may choose a target of their
   own or a later turn (shoot.no-hold-back, oneshot.save). */
static bool fires_all(struct decision *d, const struct unit *u, const struct unit *target)
{
    struct decision all = {.rs = d->rs, .g = d->g, .f = d->f};
    struct shot s = {0};
    bool named = false;

    if (u->type == TYPE_VEHICLE || !(facts_has(&d->f, F_WITH) || facts_has(&d->f, F_WEAPON)))
        return true;
    for (int i = 0; i < u->n_carried; i++)
        named = named || (!slot_splits(d->rs, u, i) && slot_named(d->rs, &d->f, &u->carried[i]));
    all.f.given &= ~(FACT_BIT(F_WITH) | FACT_BIT(F_WEAPON));
    all.f.weapon = NULL;
    if (!named || !aim(&all, u, target, &s))
        return true;
    for (int i = 0; i < s.n; i++) {
        const struct shot_group *g = &s.group[i];
        if (g->dice && !slot_splits(d->rs, u, g->slot)
            && !slot_named(d->rs, &d->f, &u->carried[g->slot]))
            return forbid(d, "shoot.no-hold-back", "%s may not hold the %s back: whoever can fire "
                          "does (in.%s=0 where it does not see the target)", u->name,
                          d->rs->weapon[g->weapon].name, d->rs->weapon[g->weapon].id);
    }
    return true;
}

bool decide_fire(struct decision *d, int unit, int target_id, struct fire_result *r)
{
    struct unit *u = game_unit(d->g, unit), *target = game_unit(d->g, target_id);
    struct shot s = {0};
    bool fires, blind;

    memset(r, 0, sizeof *r);
    r->unit = unit;
    r->target = target_id;
    if (!may_fire(d, u, target) || !round_is_loaded(d, u) || !know_officer(d, target))
        return false;
    r->ambush = u->order == ORDER_AMBUSH && !u->waiting;
    r->friendly = u->victim == target_id;
    r->at_spotter = d->f.v[F_SPOTTER];
    r->pins_before = target->pins;
    /* who fires decides how the target may react; no distance is needed for that */
    if (!aim(d, u, target, &s) || !facts_agree(d, u, &s, r))
        return false;
    if (!peer(d, u, target, &s, r, &fires)) /* night.spotting.when */
        return false;
    if (!fires)
        return unseen(d, u, target, r);
    blind = r->spotting.taken && !r->spotting.seen;
    if (!react(d, target, &s, r))
        return false;
    if (!must_know(d, F_RANGE, "shoot.range.per-model",
                   "inches from %s to %s, and its cover if any (such as 14 soft)", u->name,
                   target->name))
        return false;
    if (!aim(d, u, target, &s) || (!blind && !fires_all(d, u, target)))
        return false;
    if (blind)
        leave_zeroed(&s);
    return shoot(d, u, target, &s, r) && finish(d);
}

/* Weapons that could neither damage nor pin the tank that comes stay silent (tank-assault.react). */
static bool leave_harmless(struct decision *d, const struct unit *u, const struct unit *tank,
                           struct shot *s)
{
    int n = 0;

    if (tank->type != TYPE_VEHICLE)
        return true;
    for (int i = 0; i < s->n; i++) {
        const struct shot_group *g = &s->group[i];
        if (!g->damage.impossible
            || wreck_pinning(&d->rs->weapon[g->weapon], &g->damage, unit_is_enclosed(tank),
                             (enum quality)tank->quality) != PIN_NONE)
            s->group[n++] = *g;
    }
    s->n = n;
    if (n)
        return true;
    for (int i = 0; i < u->n_carried; i++) {
        const struct weapon *w = &d->rs->weapon[u->carried[i].weapon];
        if (w->bits & WEAPON_ONE_SHOT && u->carried[i].count > 0) /* it waits to be named */
            return diag_refused(&d->diag, "tank-assault.react", "%s can do nothing to %s but with "
                                "its %s: with=%s", u->name, tank->name, w->name, w->id);
    }
    return diag_refused(&d->diag, "tank-assault.react",
                        "%s has nothing that could damage or pin %s", u->name, tank->name);
}

bool fire_back(struct decision *d, struct unit *u, struct unit *target, struct fire_result *r)
{
    struct facts said = d->f;
    struct shot s = {0};
    bool ok;

    memset(r, 0, sizeof *r);
    r->unit = u->id;
    r->target = target->id;
    r->pins_before = target->pins;
    r->ambush = u->order == ORDER_AMBUSH;
    if (u->special & ruleset_bit(d->rs, "medic"))
        return forbid(d, "medic.non-combat", "medics never shoot");
    if (!r->ambush)
        emit(d, EV_ORDER, u->id, ORDER_FIRE, -1); /* its die comes out of the bag, untested */
    facts_set(&d->f, F_REACTION, 1);
    d->f.given &= ~(FACT_BIT(F_REACT) | FACT_BIT(F_OVER));
    d->f.v[F_REACT] = 0;
    facts_set(&d->f, F_BUILDING, 0); /* whoever leaves a house is fired at in the open */
    d->f.given &= ~FACT_BIT(F_FACING); /* a tank comes straight at them, its front before it */
    d->f.v[F_FACING] = FACING_FRONT;
    ok = round_is_loaded(d, u) && aim(d, u, target, &s) && leave_harmless(d, u, target, &s)
        && facts_agree(d, u, &s, r) && shoot(d, u, target, &s, r);
    d->f = said;
    return ok;
}
