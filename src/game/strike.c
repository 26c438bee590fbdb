/* What shells from far behind and bombs do to one unit. */
#include "game/strike.h"

#include "base/words.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool strike_pins(struct decision *d, struct unit *u, const char *purpose, const char *rule,
                 int sides, int minus, struct struck *s)
{
    const signed char *die = take_roll(d, purpose, u->id, 1, 0, rule, minus ? "pins on %s: D%d-%d"
                                                                           : "pins on %s: D%d",
                                       u->name, sides, minus);
    int pins;

    if (!die)
        return false;
    s->pin_die = *die;
    pins = dice_read(*die, sides) - minus;
    if (pins > 0)
        change_pins(d, u, pins);
    return true;
}

/* The one group of a fire that nobody aimed: what the shared steps work on. */
static void one_hit(struct decision *d, const struct unit *u, int weapon, struct fire_result *r)
{
    struct fire_group *g = &r->group[0];
    const struct weapon *w = &d->rs->weapon[weapon];
    struct facts known;

    facts_init(&known);
    unit_target_facts(&known, d->rs, d->g, u);
    facts_init(&g->f);
    facts_merge(&g->f, &known);
    g->f.v[F_FACING] = FACING_TOP; /* barrage.top-armour, air.top-armour, prep.6 */
    g->f.given |= FACT_BIT(F_FACING);
    if (strike_bunker(d, u)) {
        facts_set(&g->f, F_COVER, COVER_BUNKER);
        facts_set(&g->f, F_BUILDING, 1);
    }
    facts_set_weapon(&g->f, d->rs, weapon);
    if (w->bits & (WEAPON_INDIRECT | WEAPON_HOWITZER))
        facts_set(&g->f, F_INDIRECT, 1);
    score_damage(&g->damage, d->rs, &g->f);
    g->weapon = weapon;
    g->kind = w->he ? HIT_SHELL : HIT_PLAIN;
    g->indirect = w->he > 0 || (w->bits & WEAPON_INDIRECT); /* it falls in from above (prep.6) */
    g->count = g->dice = g->hits = 1;
    r->n_groups = 1;
    r->target = u->id;
    r->pins_before = u->pins;
}

/* under= of one unit: said of it by name, else the plain word. At a prompt it is asked of each. */
static bool know_under(struct decision *d, const struct unit *u, const struct fire_group *g)
{
    double under = facts_part(&d->f, F_UNDER, u->name, -1);
    bool needed = g->kind == HIT_SHELL && u->type != TYPE_VEHICLE && !g->f.v[F_BUILDING];

    if (under >= 0)
        facts_set(&d->f, F_UNDER, (int)under);
    else if (needed && !d->can_ask && !facts_has(&d->f, F_UNDER))
        return diag_usage(&d->diag, "under.%s= is missing: how many models of it are under the %d\" "
                          "template?", u->name, d->rs->weapon[g->weapon].he);
    else if (needed && d->can_ask
             && !must_know(d, F_UNDER, "he.template.count", "models of %s under the %d\" template "
                           "(1\" between two men catches 2)", u->name,
                           d->rs->weapon[g->weapon].he)) {
        snprintf(d->wanted.part, sizeof d->wanted.part, "%s", u->name);
        return false;
    }
    return true;
}

static void note_damage(const struct fire_result *r, struct struck *s)
{
    s->hits += r->hits;
    s->kills += r->kills;
    s->casualties += r->casualties;
    s->collapsed = r->collapsed;
    s->gun_lost = r->gun_lost;
    s->check = r->check;
    s->effects = r->effects;
    s->damage_need = r->n_damage ? r->damage_need : 0;
    for (int i = 0; i < r->n_damage && s->n_damage < (int)sizeof s->damage; i++)
        s->damage[s->n_damage++] = r->damage[i];
}

bool strike_floor(struct decision *d, struct unit **u, struct struck *s)
{
    const struct unit *aimed = *u, *holder;
    int burst;

    if (!aimed->floor && !d->f.v[F_BUILDING])
        return true;
    if (!fall_through(d, 0, aimed->floor, s->floor_die, (int)sizeof s->floor_die, &s->n_floor,
                      &burst))
        return false;
    if (burst == (aimed->floor ? aimed->floor : 1))
        return true;
    holder = aimed->floor ? floor_holder(d->g, aimed->building, burst, aimed) : NULL;
    *u = holder ? game_unit(d->g, holder->id) : NULL;
    return true;
}

void strike_house(struct decision *d, struct unit *u, const char *building,
                  struct passengers *buried)
{
    struct passengers inside = {0};

    building_falls(d, u, building, &inside);
    for (int i = 0; i < inside.n && buried->n < PASSENGERS; i++)
        buried->p[buried->n++] = inside.p[i];
}

bool strike_empty(struct decision *d, const char *building, int weapon, int before,
                  struct struck *s, struct passengers *buried)
{
    const struct he_row *he = &d->rs->he[d->rs->weapon[weapon].he];
    bool shell = d->rs->weapon[weapon].he > 0;
    int dice = shell ? he->building_dice : 2, sides = shell ? he->building_sides : 6;
    const signed char *die = take_roll(d, "building-hits", 0, dice, 0, "building.empty.target",
                                       "hits on %s, which is empty: %dD%d", building, dice, sides);

    if (!die)
        return false;
    for (int i = 0; i < dice; i++) {
        s->damage[s->n_damage++] = die[i];
        s->hits += dice_read(die[i], sides);
    }
    s->collapsed = before + s->hits >= number_of(d->rs, NUM_COLLAPSE);
    if (s->collapsed)
        strike_house(d, NULL, building, buried);
    return true;
}

bool strike_bunker(struct decision *d, const struct unit *u)
{
    return strike_listed(d, F_BUNKERS, u);
}

bool strike_lost(const struct unit *u)
{
    return u->destroyed || u->gunless; /* artillery.gun-destroyed */
}

void strike_cite(struct struck *s, const char *rule)
{
    int i = 0;

    while (i < 4 && s->rule[i])
        i++;
    if (i < 4)
        s->rule[i] = rule;
}

bool strike_listed(struct decision *d, enum fact key, const struct unit *u)
{
    const char *list = facts_has(&d->f, key) ? d->f.text[key] : "";
    struct unit *named;

    while (strike_next(d, &list, &named) && (named || *list == '/')) {
        if (named == u)
            return true;
        list += !named;
    }
    return false;
}

/* Hits that were rolled already, or those that the weapon makes of its one. */
static bool count_hits(struct decision *d, struct unit *u, const struct blow *blow,
                       struct fire_result *r)
{
    if (!blow->hits)
        return multiply_hits(d, u, r);
    r->group[0].hits = r->shots_hit = 1;
    r->group[0].wounds = r->hits = blow->hits;
    return true;
}

bool strike_unit(struct decision *d, struct unit *u, const struct blow *blow, struct struck *s,
                 struct passengers *buried)
{
    struct facts said = d->f;
    struct fire_result r = {.no_floor = true};
    int before = u->models;
    bool ok;

    if (u->destroyed)
        return true;
    one_hit(d, u, blow->weapon, &r);
    if (d->diag.code)
        return false; /* a name in bunkers= */
    r.building_hits = blow->in_building ? *blow->in_building : 0;
    if (!blow->hits && !know_under(d, u, &r.group[0])) {
        d->f = said;
        return false;
    }
    facts_set(&d->f, F_REACT, 0); /* whoever drops has done so */
    d->f.given &= ~(FACT_BIT(F_HITS) | FACT_BIT(F_KILLS) | FACT_BIT(F_SIXES));
    ok = count_hits(d, u, blow, &r);
    if (ok && r.hits && u->hidden)
        emit_text(d, EV_SET, u->id, 0, 0, "hidden no"); /* hidden.reveal.hit */
    if (ok && r.collapsed)
        strike_house(d, u, u->building, buried);
    else if (ok && blow->pin_sides)
        ok = strike_pins(d, u, "pins", blow->pin_rule, blow->pin_sides, 0, s);
    if (ok && !u->destroyed)
        ok = roll_damage(d, &r) && suffer(d, u, &r) && check_morale(d, u, before, &r);
    d->f = said;
    if (blow->in_building)
        *blow->in_building = r.building_hits;
    note_damage(&r, s);
    s->destroyed = strike_lost(u);
    return ok;
}

/* A list of answers begins with a comma, to tell it from one that came with the command and names
   all that drop. Its words are names, those that stay with a minus. */
static bool asked_whether_down(const struct decision *d, const struct unit *u)
{
    const char *list = facts_has(&d->f, F_DOWN) ? d->f.text[F_DOWN] : ",";
    char word[NAME_LEN + 1];

    if (*list != ',')
        return true;
    while (list_next(&list, word, sizeof word))
        if (strcasecmp(word + (*word == '-'), u->name) == 0)
            return true;
    return false;
}

bool strike_down(struct decision *d, struct unit *u, const char *rule, struct struck *s)
{
    const char *list = facts_has(&d->f, F_DOWN) ? d->f.text[F_DOWN] : "";
    struct unit *named;

    if (d->can_ask && can_go_down(d, u) && !asked_whether_down(d, u)) {
        ask_of(d, F_DOWN, u->name, rule, "it hits %s: does it go Down, for half the hits? "
               "(y, or Enter for no)", u->name);
        d->wanted.optional = true;
        return false;
    }

    while (list && *list) {
        if (!strike_next(d, &list, &named))
            return false;
        if (!named && *list == '/') {
            list++;
            continue;
        }
        if (!named)
            break;
        if (named != u || u->order == ORDER_DOWN)
            continue;
        if (!can_go_down(d, u)
            && !forbid(d, "react.down", u->type == TYPE_VEHICLE
                           ? "%s is a vehicle: they do not go Down" : "%s cannot go Down now",
                       u->name))
            return false;
        go_down(d, u);
        s->went_down = true;
    }
    return true;
}

/* A unit that fell in this same turn's beginning: whoever wrote the lists could not know it. */
static bool fell_meanwhile(const struct decision *d, const struct unit *u)
{
    if (!u->destroyed && !u->abandoned)
        return false;
    for (int i = 0; i < d->events.n; i++)
        if (d->events.event[i].unit == u->id)
            return true;
    return d->g->phase == GAME_ARRIVING;
}

const char *strike_next_house(const struct decision *d, const char **list)
{
    const char *at = *list, *house;
    char name[NAME_LEN];

    if (!at)
        return NULL;
    at += strspn(at, ", ");
    size_t n = strcspn(at, ",/ ");
    snprintf(name, sizeof name, "%.*s", (int)n, at);
    house = *name ? house_named(d->g, name) : NULL;
    if (house)
        *list = at + n;
    return house;
}

bool strike_next(struct decision *d, const char **list, struct unit **u)
{
    char name[NAME_LEN];

    for (;;) {
        *u = NULL;
        if (!*list)
            return true;
        *list += strspn(*list, ", ");
        size_t n = strcspn(*list, ",/ ");
        if (!n)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)n, *list);
        *list += n;
        if (strcasecmp(name, "none") == 0 || *name == '-')
            continue;
        *u = game_find(d->g, name, &d->diag);
        if (!*u || !fell_meanwhile(d, *u))
            return *u && must_live(d, *u);
    }
}

bool must_be_there(struct decision *d, const struct unit *u)
{
    if (u->aboard && !forbid(d, u->type == TYPE_GUN ? "tow.carry" : "transport.aboard.untargeted",
                             "%s is aboard %s: name that", u->name,
                             game_unit(d->g, u->aboard)->name))
        return false;
    return !u->reserve || forbid(d, "reserve.enter", "%s is in reserve, off the table", u->name);
}
