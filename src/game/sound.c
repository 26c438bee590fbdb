/* Whether a record can be true: a file may be damaged or made by hand, and what is read from it
   is used as an index further on. */
#include "game/state.h"

/* No game comes near it, and sums of a few stay far from the ends of an int. */
enum { MANY = 999, VERY_MANY = 1000000000 };

static bool within(int n, int low, int high)
{
    return n >= low && n <= high;
}

static bool carried_sound(const struct game *g, const struct ruleset *rs, const struct carried *c)
{
    return within(c->weapon, 0, rs->n_weapons - 1) && within(c->count, 0, MANY)
        && within(c->mount, 0, N_MOUNTS - 1) && within(c->arcs, 0, ARC_ALL)
        && within(c->target, 0, g->n_units) && within(c->shots, 0, MANY)
        && within(c->turn, 0, MANY) && within(c->zeroed, 0, 1);
}

bool unit_sound(const struct game *g, const struct ruleset *rs, const struct unit *u)
{
    bool sound = u->name[0] && within(u->side, 0, g->n_sides - 1) && within(u->type, 0, N_TYPES - 1)
        && within(u->quality, 0, N_QUALITIES - 1) && within(u->models, 0, MANY)
        && within(u->men, 0, MANY) && within(u->full, 0, MANY) && within(u->pins, 0, MANY)
        && within(u->die, DIE_BAG, DIE_LOST) && within(u->order, 0, N_ORDERS - 1)
        && within(u->officer, -1, rs->n_ranks - 1) && within(u->n_carried, 0, MAX_CARRIED)
        && within(u->nco, -1, u->n_carried - 1) && within(u->loaders, 0, MANY)
        && within(u->armour, 0, MANY) && within(u->front_armour, 0, MANY)
        && within(u->capacity, 0, MANY) && within(u->victim, 0, g->n_units)
        && within(u->aboard, 0, g->n_units) && within(u->mover, 0, N_MOVERS - 1)
        && within(u->loaded, AMMO_UNSAID, AMMO_HE) && within(u->jam_arcs, 0, ARC_ALL)
        && within(u->fired_slots, 0, (1 << MAX_CARRIED) - 1) && within(u->gone, 0, 10 * MANY)
        && within(u->turned, 0, MANY) && within(u->gun_arc, 0, ARC_REAR)
        && within(u->calls, 0, MANY) && within(u->berth, 0, MANY)
        && within(u->floor, 0, MANY) && within(u->charge, 0, g->n_units)
        && within(u->snaps, 0, MANY) && within(u->snapped_by, 0, g->n_units)
        && u->aboard != u->id
        && (rs->n_weapons >= 64 || u->tows >> rs->n_weapons == 0)
        && within(u->struck, 0, g->n_units) && within(u->struck_pins, 0, MANY)
        && within(u->struck_men, 0, MANY) && within(u->made_out, 0, g->n_units)
        && (rs->n_specials >= 64 || u->special >> rs->n_specials == 0);

    for (int i = 0; sound && i < u->n_carried; i++)
        sound = carried_sound(g, rs, &u->carried[i]);
    return sound;
}

bool game_sound(const struct game *g, const struct ruleset *rs)
{
    bool sound = within(g->turn, 0, MAX_TURN) && within(g->phase, 0, N_GAME_PHASES - 1)
        && within(g->n_sides, 0, MAX_SIDES) && within(g->drawn, -1, g->n_sides - 1)
        && within(g->virtual_dice, 0, VERY_MANY) && within(g->step, 0, MANY)
        && within(g->night, 0, N_NIGHTS - 1) && within(g->dark, 0, 1)
        && within(g->n_calls, 0, MAX_CALLS) && within(g->over, 0, 1);

    for (int i = 0; sound && i < g->n_sides; i++)
        sound = g->side[i].name[0] && within(g->side[i].army, -1, rs->n_armies - 1)
            && within(g->side[i].ordered, 0, 1);
    for (int i = 0; sound && i < g->n_features; i++)
        sound = g->feature[i].name[0] && within(g->feature[i].cover, COVER_NONE, COVER_BUNKER)
            && within(g->feature[i].dense, 0, 1);
    for (int i = 0; sound && i < g->n_smoke; i++)
        sound = within(g->smoke[i].size, 0, MANY) && within(g->smoke[i].turn, 0, MANY);
    for (int i = 0; sound && i < g->n_calls; i++)
        sound = within(g->call[i].kind, 0, N_CALL_KINDS - 1)
            && within(g->call[i].observer, 1, g->n_units)
            && within(g->call[i].target, 0, g->n_units)
            && call_names(g->call[i].kind, g->call[i].target, g->call[i].place)
            && within(g->call[i].turn, 0, MANY)
            && within(g->call[i].over, 0, 1);
    for (int i = 0; sound && i < g->n_objectives; i++)
        sound = g->objective[i].name[0] && within(g->objective[i].side, -1, g->n_sides - 1);
    for (int i = 0; sound && i < g->n_aims; i++)
        sound = within(g->aim[i].unit, 1, g->n_units) && within(g->aim[i].shots, 0, MANY)
            && within(g->aim[i].turn, 0, MANY) && within(g->aim[i].zeroed, 0, 1);
    return sound;
}
