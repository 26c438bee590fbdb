/* The record of the table, and what can be read off it. */
#include "game/state.h"

#include "base/mem.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const game_phase_word[N_GAME_PHASES] = {"setup", "orders", "ending", "between",
                                                    "finished", "arriving"};

const char *const call_word[N_CALL_KINDS] = {"barrage", "smoke", "airstrike"};
const char *const call_title[N_CALL_KINDS] = {"barrage at", "smoke barrage at", "air strike on"};
const char *const night_word[N_NIGHTS] = {"none", "night-fight", "flare", "dawn-assault",
                                          "longest-day"};

const char *const mount_word[N_MOUNTS] = {"none",    "turret", "hull",     "casemate",
                                          "coaxial", "pintle", "platform", "rear-turret"};
const char *const arc_word[4] = {"front", "left", "right", "rear"};
const char *const mover_word[N_MOVERS] = {"wheeled", "half-track", "tracked"};

void game_init(struct game *g, int edition)
{
    *g = (struct game){.edition = edition, .drawn = -1};
}

void game_copy(struct game *to, const struct game *from)
{
    struct unit *units = to->unit;
    int cap = to->cap_units;

    if (cap < from->n_units || !units) {
        int kept = from->n_units > cap ? from->n_units : cap; /* all that, the copy fills in */
        units = mem_grow(units, (size_t)kept, (size_t)from->cap_units + 1, sizeof *units);
        cap = from->cap_units + 1;
    }
    *to = *from;
    to->unit = units;
    to->cap_units = cap;
    if (from->n_units)
        memcpy(to->unit, from->unit, sizeof *units * (size_t)from->n_units);
}

void game_free(struct game *g)
{
    free(g->unit);
    game_init(g, g->edition);
}

struct unit *game_unit(const struct game *g, int id)
{
    return id >= 1 && id <= g->n_units ? &g->unit[id - 1] : NULL;
}

static void no_such_unit(const struct game *g, const char *name, struct diag *d)
{
    struct nearest near = {.typed = name};
    char hint[96];

    for (int i = 0; i < g->n_units; i++)
        nearest_offer(&near, g->unit[i].name);
    diag_usage(d, "no unit is called %s%s", name, nearest_hint(&near, hint, sizeof hint));
}

struct unit *game_find(const struct game *g, const char *name, struct diag *d)
{
    struct unit *found[2] = {0};
    int n = 0;

    for (int i = 0; i < g->n_units; i++) {
        struct unit *u = &g->unit[i];
        int fit = word_fits(name, u->name);
        if (fit == 2)
            return u;
        if (fit && n < 2)
            found[n] = u;
        n += fit > 0;
    }
    if (n == 1)
        return found[0];
    if (n > 1)
        diag_usage(d, "%s fits the units %s and %s%s", name, found[0]->name, found[1]->name,
                   n > 2 ? " and more" : "");
    else
        no_such_unit(g, name, d);
    return NULL;
}

int game_find_side(const struct game *g, const char *name, struct diag *d)
{
    struct nearest near = {.typed = name};
    int found = -1, n = 0;
    char hint[96];

    for (int i = 0; i < g->n_sides; i++) {
        int fit = word_fits(name, g->side[i].name);
        if (fit == 2)
            return i;
        if (fit) {
            found = i;
            n++;
        }
        nearest_offer(&near, g->side[i].name);
    }
    if (n == 1)
        return found;
    if (n > 1)
        diag_usage(d, "%s fits two sides", name);
    else
        diag_usage(d, "no side is called %s%s", name, nearest_hint(&near, hint, sizeof hint));
    return -1;
}

struct unit *game_aboard(const struct game *g, int carrier, const struct unit *last)
{
    struct unit *next = NULL;

    for (int i = 0; i < g->n_units; i++) {
        struct unit *u = &g->unit[i];
        if (u->aboard == carrier && !u->destroyed && (!last || u->berth > last->berth)
            && (!next || u->berth < next->berth))
            next = u;
    }
    return next;
}

int game_load(const struct game *g, const struct unit *carrier)
{
    int men = 0;

    for (struct unit *u = NULL; (u = game_aboard(g, carrier->id, u));)
        men += u->type == TYPE_GUN && men < carrier->capacity ? carrier->capacity - men : u->models;
    return men;
}

const struct feature *game_feature(const struct game *g, const char *name)
{
    const struct feature *found = NULL;
    int n = 0;

    for (int i = 0; i < g->n_features; i++) {
        int fit = word_fits(name, g->feature[i].name);
        if (fit == 2)
            return &g->feature[i];
        if (fit) {
            found = &g->feature[i];
            n++;
        }
    }
    return n == 1 ? found : NULL;
}

const char *call_aim(const struct game *g, int call)
{
    const struct called *k = &g->call[call];

    return k->kind == CALL_AIR && k->target ? game_unit(g, k->target)->name : k->place;
}

const char *unit_mover(const struct unit *u)
{
    if (u->type == TYPE_VEHICLE)
        return mover_word[u->mover];
    return u->type == TYPE_GUN ? "artillery" : "infantry";
}

int game_bag(const struct game *g, int side)
{
    int n = g->drawn == side ? -1 : 0;

    for (int i = 0; i < g->n_units; i++)
        n += g->unit[i].side == side && g->unit[i].die == DIE_BAG;
    return n < 0 ? 0 : n;
}

int game_reserve_turn(const struct ruleset *rs, const struct game *g)
{
    const struct scenario *s = ruleset_scenario(rs, g->scenario);

    return s ? s->reserve : 2;
}

uint64_t unit_specials(const struct ruleset *rs, const struct game *g, const struct unit *u)
{
    int army = g->side[u->side].army;

    return u->special | (army < 0 ? 0 : rs->army[army].specials);
}

enum target_type unit_target_type(const struct unit *u)
{
    return u->type == TYPE_VEHICLE ? TARGET_VEHICLE
         : u->type == TYPE_GUN     ? TARGET_ARTILLERY
                                   : TARGET_INFANTRY;
}

int unit_slot(const struct unit *u, int weapon)
{
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].weapon == weapon)
            return i;
    return -1;
}

int unit_team_weapons(const struct ruleset *rs, const struct unit *u)
{
    int n = 0;

    for (int i = 0; i < u->n_carried; i++)
        if (rs->weapon[u->carried[i].weapon].bits & WEAPON_TEAM)
            n += u->carried[i].count;
    return n;
}

enum ammo unit_loaded(const struct ruleset *rs, const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++) {
        const struct weapon *w = &rs->weapon[u->carried[i].weapon];
        if (w->he && !(w->bits & WEAPON_HE_ONLY))
            return u->loaded                    ? (enum ammo)u->loaded
                 : w->bits & WEAPON_ANTI_TANK ? AMMO_AP
                                              : AMMO_HE;
    }
    return AMMO_UNSAID;
}

void unit_bear_arms(struct unit *u, const struct ruleset *rs)
{
    int armed = 0;

    if (u->type != TYPE_SQUAD && u->type != TYPE_HQ)
        return;
    for (int i = 0; i < u->n_carried; i++)
        if (!(rs->weapon[u->carried[i].weapon].bits & WEAPON_ONE_SHOT))
            armed += u->carried[i].count;
    for (; armed > u->models; armed--) {
        int best = -1, best_rank = 0;
        for (int i = 0; i < u->n_carried; i++) {
            const struct carried *c = &u->carried[i];
            unsigned bits = rs->weapon[c->weapon].bits;
            bool leaders = u->leader && i == u->nco && c->count == 1;
            int rank = leaders ? 1 : bits & WEAPON_TEAM ? 2 : 2 + c->count;
            if (c->count > 0 && !(bits & WEAPON_ONE_SHOT) && rank > best_rank) {
                best = i;
                best_rank = rank;
            }
        }
        if (best < 0)
            return;
        u->carried[best].count--;
    }
}

bool is_armoured(const struct unit *u)
{
    return u->type == TYPE_VEHICLE && u->armour >= 7;
}

bool unit_is_enclosed(const struct unit *u)
{
    return is_armoured(u) && !u->open_topped && !u->exposed;
}

bool unit_is_team(const struct ruleset *rs, const struct unit *u)
{
    (void)rs;
    return u->type == TYPE_TEAM && u->n_carried > 0; /* a sniper's too: he carries a rifle */
}

/* The best officer whose bonus the record knows of: its own, or one who rides in the same vehicle;
   those aboard help one another and the vehicle (transport.aboard.officer). -1 for none. */
static int known_officer(const struct ruleset *rs, const struct game *g, const struct unit *u)
{
    int best = u->officer >= 0 && u->leader ? u->officer : -1;
    int carrier = u->aboard ? u->aboard : u->type == TYPE_VEHICLE ? u->id : 0;

    for (struct unit *p = NULL; carrier && (p = game_aboard(g, carrier, p));)
        if (p->officer >= 0 && p->leader
            && (best < 0 || rs->rank[p->officer].bonus > rs->rank[best].bonus))
            best = p->officer;
    return best;
}

void unit_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                const struct unit *u)
{
    facts_init(f);
    facts_set(f, F_QUALITY, u->quality);
    facts_set(f, F_PINS, u->pins);
    facts_set(f, F_MODELS, u->models);
    if (u->order)
        facts_set(f, F_ORDER, u->order);
    if (u->full)
        facts_set(f, F_FULL, u->full);
    if (u->had_leader && !u->leader)
        facts_set(f, F_LEADER, 1);
    if (u->type == TYPE_TEAM || u->type == TYPE_GUN)
        facts_set(f, F_CREW, u->models);
    if (known_officer(rs, g, u) >= 0)
        facts_set(f, F_OFFICER, known_officer(rs, g, u));
    f->special = unit_specials(rs, g, u);
    f->v[F_TARGET_TYPE] = unit_target_type(u);
    f->v[F_OPEN_TOPPED] = u->open_topped || u->exposed;
}

void unit_target_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                       const struct unit *u)
{
    enum target_type type = unit_target_type(u);

    (void)g;
    facts_set(f, F_TARGET_TYPE, (int)type);
    facts_set(f, F_TARGET_MODELS, u->models);
    facts_set(f, F_TARGET_PINS, u->pins);
    facts_set(f, F_TARGET_ORDER, u->order);
    facts_set(f, F_TARGET_TEAM, unit_is_team(rs, u));
    facts_set(f, F_TARGET_LEADER, u->leader);
    if (type == TARGET_VEHICLE) {
        bool front = u->front_armour && f->v[F_FACING] == FACING_FRONT;
        facts_set(f, F_VS, front ? u->front_armour : u->armour);
        f->vs_armoured = is_armoured(u);
        f->vs_quality = -1;
        facts_set(f, F_OPEN_TOPPED, u->open_topped || u->exposed);
    } else {
        facts_set(f, F_VS, rs->quality[u->quality].damage_value);
        f->vs_armoured = false;
        f->vs_quality = u->quality;
    }
    if (u->shield && !facts_has(f, F_SHIELD))
        facts_set(f, F_SHIELD, 1);
    if (u->hidden && !facts_has(f, F_HIDDEN))
        facts_set(f, F_HIDDEN, 1);
    if (u->floor) {
        facts_set(f, F_BUILDING, 1);
        facts_set(f, F_FLOOR, u->floor);
    }
}

bool call_names(int kind, int target, const char *place)
{
    return (target != 0) != (place[0] != '\0') && (target == 0 || kind == CALL_AIR);
}
