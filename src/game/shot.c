/* Who fires, with how many dice, at which score. */
#include "game/shot.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

/* Takes the next name of a comma-separated list; false at its end. */
static bool next_name(const char **list, char *name, size_t size)
{
    *list += strspn(*list, ", ");
    size_t n = strcspn(*list, ",");
    if (!n)
        return false;
    snprintf(name, size, "%.*s", (int)n, *list);
    for (size_t i = strlen(name); i && name[i - 1] == ' '; i--)
        name[i - 1] = '\0';
    *list += n;
    return true;
}

bool list_names_weapon(const struct ruleset *rs, const char *list, int weapon)
{
    char name[NAME_LEN];

    while (list && next_name(&list, name, sizeof name))
        if (ruleset_weapon(rs, name) == weapon || word_fits(name, rs->weapon[weapon].id))
            return true;
    return false;
}

/* Every weapon that was named must be one that the unit carries. */
static bool names_carried(const struct ruleset *rs, const struct unit *u, const struct facts *f,
                          struct diag *d)
{
    const char *list = facts_has(f, F_WITH) ? f->text[F_WITH] : NULL;
    char name[NAME_LEN];

    while (list && next_name(&list, name, sizeof name)) {
        bool has = false;
        for (int i = 0; i < u->n_carried && !has; i++)
            has = list_names_weapon(rs, name, u->carried[i].weapon);
        if (!has)
            return diag_usage(d, "%s carries no %s", u->name, name);
    }
    for (int i = 0; i < f->n_parts; i++) {
        int weapon = ruleset_weapon(rs, f->part[i].of);
        if (f->part[i].key != F_RANGE && f->part[i].key != F_IN)
            continue;
        int slot = weapon < 0 ? -1 : unit_slot(u, weapon);
        if (slot < 0)
            return diag_usage(d, "%s carries no %s", u->name, f->part[i].of);
        if (f->part[i].key == F_IN && f->part[i].value > u->carried[slot].count)
            return diag_usage(d, "%s has %d %s, not %g", u->name, u->carried[slot].count,
                              rs->weapon[weapon].name, f->part[i].value);
    }
    return true;
}

/* How many of a slot's weapons fire: those that were named, see the target and reach it. */
static int firing(const struct ruleset *rs, const struct unit *u, int slot, const struct facts *f)
{
    const struct carried *c = &u->carried[slot];
    bool named = facts_has(f, F_WITH) && list_names_weapon(rs, f->text[F_WITH], c->weapon);

    if (facts_has(f, F_WEAPON))
        named = f->v[F_WEAPON] == c->weapon;
    if ((facts_has(f, F_WITH) || facts_has(f, F_WEAPON)) && !named)
        return 0;
    if (rs->weapon[c->weapon].bits & WEAPON_ONE_SHOT && !named)
        return 0; /* saved unless somebody says that it fires (oneshot.save) */
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

static void add_group(struct shot *s, const struct ruleset *rs, int slot, int weapon, int count,
                      int crew, const struct facts *said)
{
    if (count <= 0 || s->n == VOLLEY_GROUPS)
        return;
    struct shot_group *g = &s->group[s->n++];
    g->slot = slot;
    g->weapon = weapon;
    g->count = count;
    g->f = *said;
    facts_set_weapon(&g->f, rs, weapon);
    facts_set_range(&g->f, facts_weapon_part(said, rs, F_RANGE, weapon, said->range));
    if (crew)
        facts_set(&g->f, F_CREW, crew);
    score_hit(&g->hit, rs, &g->f);
    score_damage(&g->damage, rs, &g->f);
    g->dice = g->hit.out_of_range ? 0 : count * g->hit.shots;
}

/* Squads: each firing team weapon takes a loader, who then fires nothing himself. */
static void squad_groups(struct shot *s, const struct ruleset *rs, const struct unit *u,
                         const struct facts *f)
{
    int slot_of_loaders = loader_slot(rs, u), team = 0, loaders, busy;

    for (int i = 0; i < u->n_carried; i++)
        if (rs->weapon[u->carried[i].weapon].bits & WEAPON_TEAM)
            team += firing(rs, u, i, f);
    loaders = u->loaders < team ? u->loaders : team;
    busy = loaders - unarmed_men(rs, u);
    if (busy < 0)
        busy = 0;
    for (int i = 0; i < u->n_carried; i++) {
        const struct carried *c = &u->carried[i];
        int count = firing(rs, u, i, f);
        if (rs->weapon[c->weapon].bits & WEAPON_TEAM) {
            int served = count < loaders ? count : loaders;
            int crew = facts_has(f, F_CREW) ? 0 : 2;
            add_group(s, rs, i, c->weapon, served, crew, f);
            add_group(s, rs, i, c->weapon, count - served, crew ? 1 : 0, f);
            loaders -= served;
        } else {
            int able = c->count - (i == slot_of_loaders ? busy : 0);
            add_group(s, rs, i, c->weapon, count < able ? count : able, 0, f);
        }
    }
}

bool shot_make(struct shot *s, const struct ruleset *rs, const struct game *g,
               const struct unit *u, const struct unit *target, const struct facts *said,
               struct diag *d)
{
    struct facts f = *said, known;

    s->n = 0;
    unit_facts(&known, rs, g, u);
    known.v[F_TARGET_TYPE] = TARGET_INFANTRY;
    if (u->order == ORDER_AMBUSH || u->order == ORDER_NONE)
        facts_set(&known, F_ORDER, ORDER_FIRE); /* it shoots as on Fire (ambush.placement) */
    known.given &= ~FACT_BIT(F_OFFICER);
    facts_merge(&f, &known);
    if (target) {
        facts_init(&known);
        unit_target_facts(&known, rs, g, target);
        facts_merge(&f, &known);
    }
    if (!names_carried(rs, u, &f, d))
        return false;
    if (facts_has(&f, F_WEAPON) && unit_slot(u, f.v[F_WEAPON]) < 0)
        return diag_usage(d, "%s carries no %s", u->name, f.weapon->name);
    if (u->type == TYPE_SQUAD || u->type == TYPE_HQ) {
        if (!facts_has(said, F_CREW))
            f.given &= ~FACT_BIT(F_CREW);
        squad_groups(s, rs, u, &f);
    } else {
        for (int i = 0; i < u->n_carried; i++)
            add_group(s, rs, i, u->carried[i].weapon, firing(rs, u, i, &f), 0, &f);
    }
    if (s->n == 0)
        return diag_refused(d, "shoot.target.los", "%s has nothing to fire with", u->name);
    return true;
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
                              .leader = target->leader};

    unit_facts(&t.facts, rs, g, target);
    t.facts.v[F_ORDER] = ORDER_FIRE;
    for (int i = 0; i < s->n; i++)
        volley_group_from(&groups[i], rs, &s->group[i].f, &s->group[i].hit, &s->group[i].damage,
                          s->group[i].dice);
    volley_make(v, rs, groups, s->n, &t);
}
