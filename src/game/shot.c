/* Who fires, with how many dice, at which score. */
#include "game/shot.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

bool list_names_weapon(const struct ruleset *rs, const char *list, int weapon)
{
    char name[NAME_LEN];

    while (list && list_next(&list, name, sizeof name))
        if (ruleset_weapon(rs, name) == weapon || word_fits(name, rs->weapon[weapon].id))
            return true;
    return false;
}

/* A list names a slot by its weapon or by its mount (with=coaxial). */
static bool list_names_slot(const struct ruleset *rs, const char *list, const struct carried *c)
{
    char name[NAME_LEN];

    if (list_names_weapon(rs, list, c->weapon))
        return true;
    while (c->mount && list && list_next(&list, name, sizeof name))
        if (word_fits(name, mount_word[c->mount]))
            return true;
    return false;
}

/* Every weapon that was named must be one that the unit carries. */
static bool names_carried(const struct ruleset *rs, const struct game *g, const struct unit *u,
                          const struct facts *f, struct diag *d)
{
    const char *list = facts_has(f, F_WITH) ? f->text[F_WITH] : NULL;
    char name[NAME_LEN];

    while (list && list_next(&list, name, sizeof name)) {
        bool has = false;
        for (int i = 0; i < u->n_carried && !has; i++)
            has = list_names_slot(rs, name, &u->carried[i]);
        if (!has)
            return diag_usage(d, "%s carries no %s", u->name, name);
    }
    for (int i = 0; i < f->n_parts; i++) {
        int weapon = ruleset_weapon(rs, f->part[i].of);
        if (f->part[i].key != F_RANGE && f->part[i].key != F_IN)
            continue;
        int slot = weapon < 0 ? -1 : unit_slot(u, weapon);
        if (weapon < 0 && f->part[i].key == F_RANGE && game_find(g, f->part[i].of, &(struct diag){0}))
            continue; /* another target of a salvo */
        if (slot < 0)
            return diag_usage(d, "%s carries no %s", u->name, f->part[i].of);
        if (f->part[i].key == F_IN && f->part[i].value > u->carried[slot].count)
            return diag_usage(d, "%s has %d %s, not %g", u->name, u->carried[slot].count,
                              rs->weapon[weapon].name, f->part[i].value);
    }
    return true;
}

bool slot_named(const struct ruleset *rs, const struct facts *f, const struct carried *c)
{
    if (facts_has(f, F_WEAPON))
        return f->v[F_WEAPON] == c->weapon;
    return facts_has(f, F_WITH) && list_names_slot(rs, f->text[F_WITH], c);
}

bool slot_splits(const struct ruleset *rs, const struct unit *u, int slot)
{
    unsigned bits = rs->weapon[u->carried[slot].weapon].bits;

    return u->type == TYPE_VEHICLE || bits & WEAPON_ONE_SHOT
        || (u->type == TYPE_SQUAD && bits & WEAPON_INDIRECT);
}

/* Weapons that wait to be named: what is spent when it fires, what could be aimed elsewhere,
   what would expose the crew, what cannot fire together with the main gun. */
static bool waits_to_be_named(const struct ruleset *rs, const struct unit *u, int slot)
{
    const struct carried *c = &u->carried[slot];

    if (u->type != TYPE_VEHICLE)
        return slot_splits(rs, u, slot);
    return c->mount == MOUNT_COAXIAL || c->mount == MOUNT_REAR_TURRET
        || (c->mount == MOUNT_PINTLE && is_armoured(u) && !u->open_topped);
}

static bool in_turret(const struct carried *c)
{
    return c->mount == MOUNT_TURRET || c->mount == MOUNT_COAXIAL;
}

static int opposite_arc(int arc)
{
    return arc == ARC_FRONT ? ARC_REAR
         : arc == ARC_REAR  ? ARC_FRONT
         : arc == ARC_LEFT  ? ARC_RIGHT
                            : ARC_LEFT;
}

/* Into which arcs a mounted weapon fires now; the gun in the back of a turret opposite to the one
   in front, once that has fired (vehicle.rear-turret-mg). */
static int arcs_now(const struct unit *u, const struct carried *c)
{
    if (c->mount == MOUNT_REAR_TURRET && u->gun_arc)
        return c->arcs & opposite_arc(u->gun_arc);
    return in_turret(c) && u->turret_jam ? c->arcs & u->jam_arcs : c->arcs;
}

bool slot_bears(const struct unit *u, int slot, const struct facts *f)
{
    return u->type != TYPE_VEHICLE || arcs_now(u, &u->carried[slot]) >> f->v[F_ARC] & 1;
}

/* How many of a slot's weapons fire: those that were named, see the target and reach it. */
static int firing(const struct ruleset *rs, const struct unit *u, int slot, const struct facts *f)
{
    const struct carried *c = &u->carried[slot];
    bool named = slot_named(rs, f, c);

    if (u->fired_slots >> slot & 1 || rs->weapon[c->weapon].bits & WEAPON_MELEE)
        return 0;
    if (u->special & ruleset_bit(rs, "cavalry") && !(rs->weapon[c->weapon].bits & WEAPON_SADDLE))
        return 0; /* special.cavalry.weapons */
    if ((facts_has(f, F_WITH) || facts_has(f, F_WEAPON)) && !named)
        return 0;
    if (!named && waits_to_be_named(rs, u, slot) && u->n_carried > 1)
        return 0;
    if (!slot_bears(u, slot, f))
        return 0;
    if (f->v[F_SCOPE])
        return c->count > 0 && slot == 0; /* the marksman alone */
    int seen = (int)facts_weapon_part(f, rs, F_IN, c->weapon, c->count);
    return seen < c->count ? seen : c->count;
}

/* Men with no weapon of their own in the list: they load without keeping a rifle silent. */
static int unarmed_men(const struct ruleset *rs, const struct unit *u)
{
    int armed = 0;

    for (int i = 0; i < u->n_carried; i++)
        if (!(rs->weapon[u->carried[i].weapon].bits & WEAPON_ONE_SHOT))
            armed += u->carried[i].count;
    return u->models > armed ? u->models - armed : 0;
}

/* The slot from which a squad takes its loaders: its most numerous personal weapon. */
static int loader_slot(const struct ruleset *rs, const struct unit *u)
{
    int best = -1;

    for (int i = 0; i < u->n_carried; i++) {
        unsigned bits = rs->weapon[u->carried[i].weapon].bits;
        if (bits & (WEAPON_TEAM | WEAPON_ONE_SHOT))
            continue;
        if (best < 0 || u->carried[i].count > u->carried[best].count)
            best = i;
    }
    return best;
}

/* What an indirect weapon has learnt of this target, unless the shot was numbered. */
static void ranging(struct facts *f, const struct game *g, const struct carried *c,
                    const struct unit *target)
{
    bool moved = f->v[F_TARGET_MOVED];

    if (!target || facts_has(f, F_SHOT) || facts_has(f, F_ZEROED))
        return;
    if (c->target != target->id || moved)
        facts_set(f, F_SHOT, 1);
    else if (c->zeroed)
        facts_set(f, F_ZEROED, 1);
    else
        facts_set(f, F_SHOT, c->turn >= g->turn - 1 ? c->shots + 1 : 1);
}

/* The damage value of the side that this weapon strikes: some tanks have more in front. */
static void armour_struck(struct facts *f, const struct unit *target)
{
    if (!target || target->type != TYPE_VEHICLE || !target->front_armour)
        return;
    facts_set(f, F_VS, shot_facing(f) == FACING_FRONT ? target->front_armour : target->armour);
}

struct making {
    struct shot *shot;
    const struct ruleset *rs;
    const struct game *g;
    const struct unit *u, *target;
};

static void add_group(const struct making *m, int slot, int count, int crew,
                      const struct facts *said)
{
    struct shot *s = m->shot;
    const struct carried *c = &m->u->carried[slot];

    if (count <= 0 || s->n == VOLLEY_GROUPS)
        return;
    struct shot_group *g = &s->group[s->n++];
    g->slot = slot;
    g->weapon = c->weapon;
    g->count = count;
    g->f = *said;
    facts_set_weapon(&g->f, m->rs, c->weapon);
    facts_set_range(&g->f, facts_weapon_part(said, m->rs, F_RANGE, c->weapon, said->range));
    if (crew)
        facts_set(&g->f, F_CREW, crew);
    shot_settle(&g->f, m->rs);
    g->indirect = shot_is_indirect(&g->f);
    if (g->indirect)
        g->weapon = (int)(g->f.weapon - m->rs->weapon); /* a versatile gun is a howitzer now */
    if (g->indirect)
        ranging(&g->f, m->g, c, m->target);
    armour_struck(&g->f, m->target);
    g->kind = g->f.weapon->bits & WEAPON_FLAME ? HIT_FLAME
            : shot_is_he(&g->f)                ? HIT_SHELL
                                               : HIT_PLAIN;
    score_hit(&g->hit, m->rs, &g->f);
    score_damage(&g->damage, m->rs, &g->f);
    g->dice = g->hit.out_of_range ? 0 : count * g->hit.shots;
}

/* Squads: each firing team weapon takes a loader, who then fires nothing himself. A man who
   fires a one-shot weapon does not fire his rifle either. */
static void squad_groups(const struct making *m, const struct facts *f)
{
    const struct ruleset *rs = m->rs;
    const struct unit *u = m->u;
    int slot_of_loaders = loader_slot(rs, u), team = 0, busy = 0, loaders;

    for (int i = 0; i < u->n_carried; i++) {
        unsigned bits = rs->weapon[u->carried[i].weapon].bits;
        if (bits & WEAPON_TEAM)
            team += firing(rs, u, i, f);
        if (bits & WEAPON_ONE_SHOT && !(facts_has(f, F_WITH) && team == 0))
            busy += firing(rs, u, i, f);
    }
    loaders = u->loaders < team ? u->loaders : team;
    busy += loaders - unarmed_men(rs, u);
    if (busy < 0)
        busy = 0;
    for (int i = 0; i < u->n_carried; i++) {
        const struct carried *c = &u->carried[i];
        int count = firing(rs, u, i, f);
        if (rs->weapon[c->weapon].bits & WEAPON_TEAM) {
            int served = count < loaders ? count : loaders;
            int crew = facts_has(f, F_CREW) ? 0 : 2;
            add_group(m, i, served, crew, f);
            add_group(m, i, count - served, crew ? 1 : 0, f);
            loaders -= served;
        } else {
            int able = c->count - (i == slot_of_loaders ? busy : 0);
            add_group(m, i, count < able ? count : able, 0, f);
        }
    }
}

/* Why a weapon that was named does not fire; false with the refusal. */
static bool named_can_fire(const struct making *m, const struct facts *f, struct diag *d)
{
    const struct unit *u = m->u;

    for (int i = 0; i < u->n_carried; i++) {
        const struct carried *c = &u->carried[i];
        const char *name = m->rs->weapon[c->weapon].name;
        if (!slot_named(m->rs, f, c))
            continue;
        if (m->rs->weapon[c->weapon].bits & WEAPON_MELEE)
            return diag_refused(d, m->rs->weapon[c->weapon].rule, "nobody shoots with a %s", name);
        if (u->fired_slots >> i & 1)
            return diag_refused(d, "turn.orders.once", "the %s of %s has fired already", name,
                                u->name);
        if (c->count == 0 && slot_splits(m->rs, u, i) && u->type != TYPE_VEHICLE)
            return diag_refused(d, "oneshot.once", "%s has no %s left", u->name, name);
        if (!slot_bears(u, i, f))
            return diag_refused(d, c->mount == MOUNT_REAR_TURRET && u->gun_arc
                                       ? "vehicle.rear-turret-mg"
                                   : u->turret_jam && in_turret(c) ? "vehicle.turret.jammed"
                                                                   : "vehicle.arcs",
                                "the %s of %s does not bear on the %s arc", name, u->name,
                                arc_word[f->v[F_ARC]]);
    }
    return true;
}

static bool fires_now(const struct making *m, int slot)
{
    for (int k = 0; k < m->shot->n; k++)
        if (m->shot->group[k].slot == slot)
            return true;
    return false;
}

/* One man serves the gun in front and the one in the back: either of them in a turn. */
static bool one_man_turret(const struct making *m, struct diag *d)
{
    bool front = false, back = false;

    if (!(m->u->special & ruleset_bit(m->rs, "one-man-turret")))
        return true;
    for (int i = 0; i < m->u->n_carried; i++) {
        const struct carried *c = &m->u->carried[i];
        bool fires = m->u->fired_slots >> i & 1 || fires_now(m, i);
        front = front || (fires && in_turret(c));
        back = back || (fires && c->mount == MOUNT_REAR_TURRET);
    }
    return !(front && back)
        || diag_refused(d, "army.japan.ha-go.one-gun", "%s fires the gun in front of its turret or "
                        "the one in its back, never both in a turn", m->u->name);
}

/* The main gun and the gun beside it fire one or the other (vehicle.coaxial). */
static bool coaxial_alone(const struct making *m, struct diag *d)
{
    const struct unit *u = m->u;
    bool main_gun = false, coaxial = false, rear = false;

    for (int i = 0; i < u->n_carried; i++) {
        bool now = u->fired_slots >> i & 1;
        for (int k = 0; k < m->shot->n; k++)
            now = now || m->shot->group[k].slot == i;
        main_gun = main_gun || (now && u->carried[i].mount == MOUNT_TURRET);
        coaxial = coaxial || (now && u->carried[i].mount == MOUNT_COAXIAL);
    }
    if (!one_man_turret(m, d))
        return false;
    for (int k = 0; k < m->shot->n; k++)
        rear = rear || u->carried[m->shot->group[k].slot].mount == MOUNT_REAR_TURRET;
    for (int k = 0; rear && k < m->shot->n; k++)
        if (in_turret(&u->carried[m->shot->group[k].slot]))
            return diag_refused(d, "vehicle.rear-turret-mg", "%s fires the gun in front of its "
                                "turret first, then the one in its back the other way", u->name);
    return !(main_gun && coaxial)
        || diag_refused(d, "vehicle.coaxial", "%s fires its main gun or the one beside it, never "
                        "both in a turn", u->name);
}

/* What the record knows, under what was said. */
static void gather(const struct making *m, const struct facts *said, struct facts *f)
{
    struct facts known;
    const struct unit *u = m->u;

    *f = *said;
    unit_facts(&known, m->rs, m->g, u);
    known.v[F_TARGET_TYPE] = TARGET_INFANTRY;
    known.v[F_OPEN_TOPPED] = 0;
    if (u->order == ORDER_AMBUSH || u->order == ORDER_NONE)
        facts_set(&known, F_ORDER, ORDER_FIRE); /* it shoots as on Fire (ambush.placement) */
    known.given &= ~FACT_BIT(F_OFFICER);
    if (u->type == TYPE_VEHICLE || u->type == TYPE_SQUAD || u->type == TYPE_HQ)
        known.given &= ~FACT_BIT(F_CREW); /* vehicle.weapon.no-team-fixed */
    if (u->order == ORDER_AMBUSH && unit_loaded(m->rs, u))
        facts_set(&known, F_AMMO, (int)unit_loaded(m->rs, u));
    facts_merge(f, &known);
    if (m->target) {
        facts_init(&known);
        known.v[F_FACING] = f->v[F_FACING];
        unit_target_facts(&known, m->rs, m->g, m->target);
        if (u->floor > 1 && is_armoured(m->target))
            facts_set(&known, F_PLUNGING, 1); /* from above; beyond 12" it is put right */
        facts_merge(f, &known);
    }
}

bool shot_make(struct shot *s, const struct ruleset *rs, const struct game *g,
               const struct unit *u, const struct unit *target, const struct facts *said,
               struct diag *d)
{
    struct unit armed = *u;
    struct making m = {s, rs, g, &armed, target};
    struct facts f;

    unit_bear_arms(&armed, rs);
    u = &armed;

    s->n = 0;
    gather(&m, said, &f);
    if (!names_carried(rs, g, u, &f, d))
        return false;
    if (facts_has(&f, F_WEAPON) && unit_slot(u, f.v[F_WEAPON]) < 0)
        return diag_usage(d, "%s carries no %s", u->name, f.weapon->name);
    if (!named_can_fire(&m, &f, d))
        return false;
    if (u->type == TYPE_SQUAD || u->type == TYPE_HQ)
        squad_groups(&m, &f);
    else
        for (int i = 0; i < u->n_carried; i++)
            add_group(&m, i, firing(rs, u, i, &f), 0, &f);
    if (s->n == 0)
        return diag_refused(d, u->type != TYPE_VEHICLE ? "shoot.target.los"
                               : u->turret_jam         ? "vehicle.turret.jammed"
                                                       : "vehicle.arcs",
                            "%s has nothing to fire with%s", u->name,
                            u->type == TYPE_VEHICLE ? " in that arc" : "");
    return coaxial_alone(&m, d);
}

int shot_dice(const struct shot *s)
{
    int dice = 0;

    for (int i = 0; i < s->n; i++)
        dice += s->group[i].dice;
    return dice;
}

void shot_odds(struct volley *v, const struct shot *s, const struct ruleset *rs,
               const struct game *g, const struct unit *target)
{
    struct volley_group groups[VOLLEY_GROUPS];
    struct volley_target t = {.models = target->models, .team = unit_is_team(rs, target),
                              .gun = target->type == TYPE_GUN,
                              .leader = target->leader};

    unit_facts(&t.facts, rs, g, target);
    t.facts.v[F_ORDER] = ORDER_FIRE;
    for (int i = 0; i < s->n; i++)
        volley_group_from(&groups[i], rs, &s->group[i].f, &s->group[i].hit, &s->group[i].damage,
                          s->group[i].dice);
    volley_make(v, rs, groups, s->n, &t);
}

void shot_wreck(struct wreck *w, const struct shot *s, const struct ruleset *rs,
                const struct game *g, const struct unit *target)
{
    struct wreck_group groups[VOLLEY_GROUPS];
    struct wreck_target t = {.immobilised = target->immobilised};
    bool open = target->open_topped || target->exposed;
    int n = 0;

    unit_facts(&t.facts, rs, g, target);
    t.facts.v[F_ORDER] = ORDER_FIRE;
    t.burns_easily = target->special & ruleset_bit(rs, "easily-catches-fire");
    for (int i = 0; i < s->n; i++) {
        const struct shot_group *from = &s->group[i];
        struct wreck_group *to = &groups[n];
        volley_group_from(&to->hits, rs, &from->f, &from->hit, &from->damage, from->dice);
        if (!to->hits.dice)
            continue;
        wreck_degrees(to, rs, &from->f, &from->damage);
        to->pinning = wreck_pinning(&rs->weapon[from->weapon], &from->damage,
                                    unit_is_enclosed(target), (enum quality)target->quality);
        to->plus = !!(target->special & ruleset_bit(rs, "flamethrower-vehicle"))
            + (from->indirect && open && is_armoured(target));
        n++;
    }
    wreck_make(w, rs, groups, n, &t);
}
