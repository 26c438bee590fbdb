/* Air strikes: whether the plane comes, flak, pins below, guns and bombs (chapter Headquarters). */
#include "game/support.h"

#include "odds/notation.h"

#include <stdio.h>
#include <string.h>

/* Empty skies: a living observer may turn the strike to another enemy in his sight. */
static bool turn_away(struct decision *d, int call, struct parts *parts)
{
    struct called *c = &d->g->call[call];
    const struct unit *observer = game_unit(d->g, c->observer);
    char name[NAME_LEN];
    const char *house;
    int target;

    if (observer->destroyed)
        return true;
    if (!may_know(d, F_ONTO, "air.roll.2-3", "no plane yet; turn it onto another enemy that %s "
                  "sees? (name, or Enter for no)", observer->name))
        return false;
    if (!word_part(&d->f, F_ONTO, parts->onto++, name, sizeof name))
        return true;
    if (!strike_aim(d, observer, name, &target, &house))
        return false;
    emit_text(d, EV_TOKEN, 0, call, target, "%s", target ? "" : house);
    return true;
}

/* Rookie pilot: the opponent names one of the caller's own units. */
static bool rookie(struct decision *d, int call, struct parts *parts, struct arrival *a)
{
    const struct unit *observer = game_unit(d->g, d->g->call[call].observer), *victim;
    char name[NAME_LEN];

    if (!d->can_ask && !facts_has(&d->f, F_VICTIM))
        return diag_usage(&d->diag, "victim= is missing: a rookie pilot, which unit of %s does the "
                          "opponent choose?", d->g->side[observer->side].name);
    if (!must_know(d, F_VICTIM, "air.roll.1", "a rookie pilot: which unit of %s does the opponent "
                   "choose?", d->g->side[observer->side].name))
        return false;
    if (!word_part(&d->f, F_VICTIM, parts->victim++, name, sizeof name))
        return diag_usage(&d->diag, "victim= names a unit for each rookie pilot, with a stroke "
                          "between them: there are %d", parts->victim);
    victim = game_find(d->g, name, &d->diag);
    if (!victim || !must_live(d, victim) || !must_be_there(d, victim))
        return false;
    if (victim->side != observer->side
        && !forbid(d, "air.roll.1", "%s is not of %s, who called the plane", victim->name,
                   d->g->side[observer->side].name))
        return false;
    if (!must_be_there(d, victim))
        return false;
    a->target = victim->id;
    return true;
}

/* The next of near= but for the target, of whom the pins are rolled first. */
static bool next_below(struct decision *d, const char **list, const struct arrival *a,
                       struct unit **u)
{
    do {
        if (!strike_next(d, list, u))
            return false;
    } while (*u && ((*u)->id == a->target || (*u)->destroyed));
    if (*u && (!must_be_there(d, *u) || named_before(d, a, *u)))
        return false;
    return !*u || a->n_struck < STRUCK_UNITS
        || diag_usage(&d->diag, "near= names more than %d units", STRUCK_UNITS);
}

/* D3-1 pins on the target and on everybody within 6" of it or of the plane (A21). */
static bool pins_below(struct decision *d, struct parts *parts, struct arrival *a)
{
    const char *list;
    struct unit *u = a->target ? game_unit(d->g, a->target) : NULL;

    if (!may_know(d, F_NEAR, u && !u->floor ? "air.pins" : "building.air.pins", "units of either "
                  "side within %d\" of %s or of the plane (names, or Enter for none)",
                  number_of(d->rs, NUM_AIR_REACH), plane_aim(d, a)))
        return false;
    list = list_part(&d->f, F_NEAR, parts->near++);
    if (!u && !next_below(d, &list, a, &u))
        return false;
    while (u) {
        struct struck *s = &a->struck[a->n_struck++];
        *s = (struct struck){.unit = u->id, .pins_before = u->pins, .result = "pins"};
        if (!strike_pins(d, u, "air-pins", "air.pins", 3, 1, s))
            return false;
        s->pins_added = u->pins - s->pins_before;
        s->destroyed = strike_lost(u);
        if (!passengers_suffer(d, u, u->immobilised, &s->riders))
            return false;
        if (!next_below(d, &list, a, &u))
            return false;
    }
    return true;
}

/* A strafing run: 2D6 hits on men and soft-skins, halved by going Down; one on armour (A20). In a
   house ten hits, before that, bring it down (building.air.collapse). `aimed` is whom the plane was
   sent at; `u` who holds the floor where it strikes, or NULL. */
static bool strafe(struct decision *d, struct unit *aimed, struct unit *u, int weapon,
                   struct arrival *a, struct struck *s)
{
    struct blow blow = {.weapon = weapon, .hits = 1};
    const signed char *die;
    bool housed = aimed->floor || d->f.v[F_BUILDING], bunker = strike_bunker(d, aimed);

    if (aimed->type == TYPE_VEHICLE && aimed->armour >= 7)
        return strike_unit(d, aimed, &blow, s, &a->buried);
    if (u && !strike_down(d, u, "air.down", s))
        return false;
    die = take_roll(d, "strafing", aimed->id, 2, 0, "air.type.1-2", "hits on %s: 2D6", aimed->name);
    if (!die)
        return false;
    memcpy(a->hit_dice, die, 2);
    blow.hits = die[0] + die[1];
    if (housed && blow.hits >= number_of(d->rs, bunker ? NUM_BUNKER_COLLAPSE : NUM_COLLAPSE)) {
        strike_house(d, aimed, aimed->building, &a->buried);
        s->collapsed = true;
        return true;
    }
    if (!u || bunker)
        return true; /* nobody on that floor, or nothing gets through (bunker.support-fire) */
    if (u->type != TYPE_VEHICLE && u->order == ORDER_DOWN)
        blow.hits = (blow.hits + 1) / 2;
    return strike_unit(d, u, &blow, s, &a->buried);
}

/* Bombs: the template, or dice in a building, on whoever is where they burst. */
static bool bomb(struct decision *d, struct unit *aimed, struct unit *u, int weapon,
                 struct arrival *a, struct struck *s)
{
    struct blow blow = {.weapon = weapon};
    int total = 0;

    if (u)
        return strike_down(d, u, "air.down", s) && strike_unit(d, u, &blow, s, &a->buried);
    /* an empty floor: the hits matter for the house alone (building.indirect.empty-floor) */
    const struct he_row *he = &d->rs->he[d->rs->weapon[weapon].he];
    const signed char *die = take_roll(d, "building-hits", 0, he->building_dice, 0, he->rule,
                                       "hits on an empty floor: %d D%d", he->building_dice,
                                       he->building_sides);
    if (!die)
        return false;
    for (int i = 0; i < he->building_dice; i++)
        total += dice_read(die[i], he->building_sides);
    if (total >= number_of(d->rs, strike_bunker(d, aimed) ? NUM_BUNKER_COLLAPSE : NUM_COLLAPSE)) {
        strike_house(d, aimed, aimed->building, &a->buried);
        s->collapsed = true;
    }
    return true;
}

/* The row of a unit among those that were struck, made where it has none. */
static struct struck *struck_row(struct arrival *a, const struct unit *u)
{
    for (int i = 0; i < a->n_struck; i++)
        if (a->struck[i].unit == u->id)
            return &a->struck[i];
    if (a->n_struck == STRUCK_UNITS)
        return &a->struck[0];
    a->struck[a->n_struck] = (struct struck){.unit = u->id, .pins_before = u->pins,
                                             .result = "floor"};
    return &a->struck[a->n_struck++];
}

/* The type of plane, its pins on the target, its guns or bombs. */
static bool attack(struct decision *d, struct arrival *a)
{
    struct unit *u = game_unit(d->g, a->target);
    const struct chart_row *row;
    struct unit *aimed = u;
    struct struck *s = &a->struck[0], *hit = s;
    const signed char *die = take_roll(d, "warplane", 0, 1, 0, "air.type.1-2",
                                       "which plane: 1-2 strafing, 3-4 fighter-bomber, 5-6 "
                                       "ground-attack");
    int weapon;

    if (!die)
        return false;
    a->type_die = *die;
    row = ruleset_chart(d->rs, "warplane", *die);
    a->type = row->result;
    if (u->destroyed)
        return true; /* the pins alone have routed it */
    weapon = ruleset_weapon(d->rs, row->result);
    bool guns = d->rs->weapon[weapon].he == 0;
    if (guns)
        change_pins(d, u, 1);
    else if (!strike_pins(d, u, "plane-pins", row->rule, d->rs->weapon[weapon].he == 3 ? 2 : 3, 0,
                          s))
        return false;
    s->pins_added = u->pins - s->pins_before;
    if (u->destroyed)
        return passengers_suffer(d, u, u->immobilised, &s->riders);
    bool stuck = aimed->immobilised;
    if (!strike_floor(d, &u, s))
        return false;
    if (u && u != aimed)
        hit = struck_row(a, u);
    if (!(guns ? strafe(d, aimed, u, weapon, a, hit) : bomb(d, aimed, u, weapon, a, hit)))
        return false;
    s->pins_added = aimed->pins - s->pins_before;
    hit->pins_added = game_unit(d->g, hit->unit)->pins - hit->pins_before;
    return passengers_suffer(d, aimed, stuck, &s->riders);
}

/* Nobody is in the building that was named (building.empty.target): ten hits bring it down. */
static bool attack_empty(struct decision *d, int call, struct arrival *a)
{
    const signed char *die = take_roll(d, "warplane", 0, 1, 0, "air.type.1-2",
                                       "which plane: 1-2 strafing, 3-4 fighter-bomber, 5-6 "
                                       "ground-attack");
    struct struck *s = &a->struck[a->n_struck < STRUCK_UNITS ? a->n_struck++ : 0];
    char house[NAME_LEN];

    if (!die)
        return false;
    a->type_die = *die;
    a->type = ruleset_chart(d->rs, "warplane", *die)->result;
    snprintf(house, sizeof house, "%s", d->g->call[call].place);
    *s = (struct struck){.result = "empty"};
    snprintf(s->house, sizeof s->house, "%s", house);
    return strike_empty(d, house, ruleset_weapon(d->rs, a->type), 0, s, &a->buried);
}

/* Whether there is anything left to attack. A building that was empty when it was named may have
   been entered since: then the plane is over whoever holds its lowest floor. */
static bool find_aim(const struct decision *d, int call, struct arrival *a)
{
    const char *place = d->g->call[call].place;
    const struct unit *holder;

    if (a->target)
        return !game_unit(d->g, a->target)->destroyed;
    holder = house_holder(d->g, place);
    a->target = holder ? holder->id : 0;
    return house_named(d->g, place) != NULL;
}

const char *plane_aim(const struct decision *d, const struct arrival *a)
{
    return a->target ? game_unit(d->g, a->target)->name : call_aim(d->g, a->call);
}

bool resolve_air(struct decision *d, int call, struct parts *parts, struct arrival *a)
{
    const struct called *c = &d->g->call[call];
    const struct unit *observer = game_unit(d->g, c->observer);
    const signed char *die = take_roll(d, "air-strike", c->observer, 1, 0, "air.roll",
                                       "air strike on %s: 1 a rookie, 2-3 no plane, 4-6 it comes",
                                       call_aim(d->g, call));
    const struct chart_row *row;

    if (!die)
        return false;
    a->chart_die = *die;
    a->chart_total = *die;
    row = ruleset_chart(d->rs, "air-strike", *die);
    a->result = row->result;
    a->rule = row->rule;
    if (strcmp(row->result, "empty-skies") == 0)
        return turn_away(d, call, parts);
    const struct unit *aimed = game_unit(d->g, c->target);
    if (aimed) /* since the call it may have got in */
        a->target = aimed->aboard ? aimed->aboard : aimed->id;
    if (strcmp(row->result, "rookie-pilot") == 0 && !rookie(d, call, parts, a))
        return false;
    a->arrived = true;
    a->wasted = !find_aim(d, call, a);
    if (!a->wasted && !fire_flak(d, observer->side, parts, a))
        return false;
    emit(d, EV_ARRIVED, 0, call, a->wasted ? 1 : a->shot_down ? 2 : 0);
    if (a->wasted || a->shot_down)
        return true;
    if (!pins_below(d, parts, a) || !(a->target ? attack(d, a) : attack_empty(d, call, a)))
        return false;
    settle_struck(d, a);
    return true;
}
