/* Sides, units, and putting the record in line with the table. */
#include "game/setup.h"

#include "base/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool name_is_good(const char *name, struct diag *d)
{
    if (!*name || strlen(name) >= 32)
        return diag_usage(d, "a name has 1 to 31 letters: %.40s", name);
    for (const char *s = name; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("-_.", *s) && (unsigned char)*s < 0x80)
            return diag_usage(d, "%s: a name holds letters, digits, - _ and . only", name);
    return true;
}

bool decide_side(struct decision *d, const char *name)
{
    struct game *g = d->g;
    int army = facts_has(&d->f, F_ARMY) ? d->f.v[F_ARMY] : -1;

    if (!name_is_good(name, &d->diag))
        return false;
    for (int i = 0; i < g->n_sides; i++)
        if (strcasecmp(g->side[i].name, name) == 0)
            return diag_refused(&d->diag, NULL, "there is a side called %s already", name);
    if (g->n_sides == MAX_SIDES)
        return diag_refused(&d->diag, NULL, "a game has %d sides at the most", MAX_SIDES);
    emit_text(d, EV_SIDE, 0, g->n_sides, 0, "%s%s%s", name, army < 0 ? "" : " ",
              army < 0 ? "" : d->rs->army[army].id);
    return finish(d);
}

/* Finds the weapon of "submachine guns": any name, its beginning, or its plural. */
static int weapon_named(const struct ruleset *rs, const char *name, struct diag *d)
{
    struct facts f;
    struct fact_context c = {.rs = rs};
    char singular[NAME_LEN];
    struct diag quiet = {0};
    size_t n = strlen(name);

    facts_init(&f);
    if (facts_parse(&f, &c, F_WEAPON, name, &quiet))
        return f.v[F_WEAPON];
    snprintf(singular, sizeof singular, "%s", name);
    if (n > 1 && n < sizeof singular && (name[n - 1] == 's' || name[n - 1] == 'S')) {
        singular[n - 1] = '\0';
        quiet = (struct diag){0};
        if (facts_parse(&f, &c, F_WEAPON, singular, &quiet))
            return f.v[F_WEAPON];
    }
    facts_parse(&f, &c, F_WEAPON, name, d);
    return -1;
}

bool tows_parse(const struct ruleset *rs, const char *text, uint64_t *tows, struct diag *d)
{
    char name[NAME_LEN];

    while (list_next(&text, name, sizeof name)) {
        int weapon = weapon_named(rs, name, d);
        if (weapon < 0)
            return false;
        *tows |= UINT64_C(1) << weapon;
    }
    return true;
}

/* Words that may stand behind a vehicle's weapon: where it is mounted, into which arcs it fires. */
static const struct {
    const char *word;
    enum mount mount;
    int arcs;
} mount_words[] = {
    {"turret", MOUNT_TURRET, ARC_ALL},     {"hull", MOUNT_HULL, ARC_FRONT},
    {"casemate", MOUNT_CASEMATE, ARC_FRONT}, {"coaxial", MOUNT_COAXIAL, ARC_ALL},
    {"co-axial", MOUNT_COAXIAL, ARC_ALL},  {"pintle", MOUNT_PINTLE, ARC_ALL},
    {"platform", MOUNT_PLATFORM, ARC_ALL}, {"rear-turret", MOUNT_REAR_TURRET, ARC_ALL},
    {"front", MOUNT_NONE, ARC_FRONT},      {"left", MOUNT_NONE, ARC_LEFT},
    {"right", MOUNT_NONE, ARC_RIGHT},      {"rear", MOUNT_NONE, ARC_REAR},
    {"all-round", MOUNT_NONE, ARC_ALL},    {"sides", MOUNT_NONE, ARC_LEFT | ARC_RIGHT}};

/* Takes the words of mount and arcs off the end of "mmg hull front". */
static void take_mount(char *name, struct carried *c)
{
    int arcs = 0;
    bool found = true;

    while (found) {
        char *last = strrchr(name, ' ');
        found = false;
        for (size_t i = 0; last && !found && i < sizeof mount_words / sizeof mount_words[0]; i++) {
            if (strcasecmp(last + 1, mount_words[i].word) != 0)
                continue;
            found = true;
            if (mount_words[i].mount) {
                c->mount = (short)mount_words[i].mount;
                c->arcs = (short)(arcs ? arcs : mount_words[i].arcs);
            } else {
                arcs |= mount_words[i].arcs;
                c->arcs = (short)arcs;
            }
        }
        if (found)
            *last = '\0';
    }
}

/* A vehicle's weapon that nobody said more of: in the turret of one that has one, else in the
   hull, forward. */
static void default_mount(struct carried *c, bool turret)
{
    if (!c->mount)
        c->mount = turret ? MOUNT_TURRET : MOUNT_HULL;
    if (!c->arcs)
        c->arcs = c->mount == MOUNT_TURRET || c->mount == MOUNT_PINTLE ? ARC_ALL : ARC_FRONT;
}

bool carried_parse(const struct ruleset *rs, const char *text, struct unit *u, struct diag *d)
{
    char name[NAME_LEN];

    memset(u->carried, 0, sizeof u->carried);
    u->n_carried = 0;
    if (u->type == TYPE_VEHICLE && (!text[strspn(text, ", ")] || strcasecmp(text, "none") == 0))
        return true; /* as if weapons= had not been said */
    for (;;) {
        text += strspn(text, ", ");
        if (!*text)
            return u->n_carried > 0 || diag_usage(d, "weapons= is empty: say \"8 rifle, 1 lmg\"");
        int count = isdigit((unsigned char)*text) ? (int)strtol(text, (char **)&text, 10) : 1;
        text += strspn(text, " x");
        size_t n = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, text);
        text += n;
        for (size_t i = strlen(name); i && name[i - 1] == ' '; i--)
            name[i - 1] = '\0';
        struct carried mounted = {0};
        if (u->type == TYPE_VEHICLE || u->type == TYPE_GUN)
            take_mount(name, &mounted);
        if (u->type == TYPE_GUN && mounted.mount && mounted.mount != MOUNT_PLATFORM)
            return diag_usage(d, "weapons: a gun stands on a platform or has no mount, not %s",
                              mount_word[mounted.mount]);
        if (count < 1 || count > 60)
            return diag_usage(d, "weapons: %d %s? say 1 to 60", count, name);
        int weapon = weapon_named(rs, name, d);
        if (weapon < 0)
            return false;
        int slot = unit_slot(u, weapon);
        if (slot >= 0 && u->type != TYPE_VEHICLE) {
            u->carried[slot].count = (short)(u->carried[slot].count + count);
            continue;
        }
        if (u->n_carried == MAX_CARRIED)
            return diag_usage(d, "more than %d kinds of weapons in one unit", MAX_CARRIED);
        mounted.weapon = (short)weapon;
        mounted.count = (short)count;
        u->carried[u->n_carried++] = mounted;
    }
}

/* Men that the list of weapons speaks of; one-shot weapons are carried beside a rifle. */
static int men_listed(const struct ruleset *rs, const struct unit *u)
{
    int men = 0;

    for (int i = 0; i < u->n_carried; i++) {
        const struct weapon *w = &rs->weapon[u->carried[i].weapon];
        bool team = u->type == TYPE_TEAM || u->type == TYPE_GUN;
        if (!(w->bits & WEAPON_ONE_SHOT))
            men += u->carried[i].count * (team ? w->crew : 1);
    }
    return men;
}

/* The weapon of which a unit has fewest is the leader's, unless it was said. */
static bool settle_leader(struct decision *d, struct unit *u)
{
    const struct ruleset *rs = d->rs;

    u->nco = -1;
    u->had_leader = u->leader = u->type == TYPE_SQUAD || u->type == TYPE_HQ;
    if (!u->leader)
        return true;
    if (d->f.v[F_LEADER] == 1)
        u->leader = false;
    if (facts_has(&d->f, F_NCO)) {
        int weapon = weapon_named(rs, d->f.text[F_NCO], &d->diag);
        u->nco = weapon < 0 ? -1 : unit_slot(u, weapon);
        if (u->nco < 0)
            return diag_usage(&d->diag, "nco=%s: the unit carries no such weapon",
                              d->f.text[F_NCO]);
        return true;
    }
    for (int i = 0; i < u->n_carried; i++) {
        if (rs->weapon[u->carried[i].weapon].bits & (WEAPON_TEAM | WEAPON_ONE_SHOT))
            continue;
        if (u->nco < 0 || u->carried[i].count < u->carried[u->nco].count)
            u->nco = i;
    }
    return true;
}

static bool settle_men(struct decision *d, struct unit *u)
{
    int listed = u->type == TYPE_VEHICLE ? 1 : men_listed(d->rs, u);

    u->men = facts_has(&d->f, F_MEN) ? d->f.v[F_MEN] : listed;
    if (u->type == TYPE_VEHICLE)
        u->men = 1;
    if (!u->men)
        return diag_usage(&d->diag, "how many men has %s? say men=N or weapons=\"...\"", u->name);
    if ((u->type == TYPE_SQUAD || u->type == TYPE_HQ) && listed > u->men)
        return diag_usage(&d->diag, "weapons for %d men, but men=%d", listed, u->men);
    if (u->men > 60)
        return diag_usage(&d->diag, "%d men are too many for one unit", u->men);
    u->models = facts_has(&d->f, F_MODELS) ? d->f.v[F_MODELS] : u->men;
    if (u->models < 1 || u->models > u->men)
        return diag_usage(&d->diag, "models=%d of %d men", u->models, u->men);
    if (facts_has(&d->f, F_FULL)) {
        u->full = d->f.v[F_FULL];
        if (u->full < u->men)
            return diag_usage(&d->diag, "full=%d, but the unit has %d men", u->full, u->men);
    }
    if (u->type == TYPE_SQUAD || u->type == TYPE_HQ) {
        int weapons = unit_team_weapons(d->rs, u);
        int others = u->models - weapons - (u->leader ? 1 : 0);
        u->loaders = weapons < others ? weapons : others < 0 ? 0 : others;
    }
    return true;
}

bool decide_unit(struct decision *d, int side, const char *name, enum unit_type type,
                 enum quality quality, int *id)
{
    struct game *g = d->g;
    struct unit u = {.officer = -1, .type = (int)type, .quality = (int)quality, .nco = -1};
    char text[EVENT_TEXT];

    if (!name_is_good(name, &d->diag))
        return false;
    for (int i = 0; i < g->n_units; i++)
        if (strcasecmp(g->unit[i].name, name) == 0)
            return diag_refused(&d->diag, NULL, "there is a unit called %s already", name);
    if (g->n_units == MAX_UNITS)
        return diag_refused(&d->diag, NULL, "a game has %d units at the most", MAX_UNITS);
    snprintf(u.name, sizeof u.name, "%s", name);
    if (facts_has(&d->f, F_WEAPONS) && !carried_parse(d->rs, d->f.text[F_WEAPONS], &u, &d->diag))
        return false;
    u.special = d->f.special | (d->f.v[F_MEDIC] ? ruleset_bit(d->rs, "medic") : 0);
    if (d->f.v[F_ARMY] >= 0)
        return diag_usage(&d->diag, "army= belongs to the side, not to the unit");
    u.officer = d->f.v[F_OFFICER];
    if (type == TYPE_VEHICLE && !facts_has(&d->f, F_ARMOUR) && !facts_has(&d->f, F_VS))
        return diag_usage(&d->diag, "a vehicle wants armour=N (6 for a soft-skin, 7 to 11)");
    u.armour = facts_has(&d->f, F_ARMOUR) ? d->f.v[F_ARMOUR]
             : type == TYPE_VEHICLE       ? d->f.v[F_VS]
                                          : 0;
    u.front_armour = d->f.v[F_FRONT];
    u.capacity = d->f.v[F_CAPACITY];
    u.fighting = d->f.v[F_FIGHTING];
    if (facts_has(&d->f, F_TOWS) && !tows_parse(d->rs, d->f.text[F_TOWS], &u.tows, &d->diag))
        return false;
    if (type != TYPE_VEHICLE && (u.tows || u.capacity || u.fighting))
        return diag_usage(&d->diag, "capacity=, tows= and fighting are said of vehicles");
    u.reserve = d->f.v[F_RESERVE];
    u.hidden = d->f.v[F_HIDDEN];
    u.open_topped = d->f.v[F_OPEN_TOPPED]
        || u.special & ruleset_bit(d->rs, "open-topped");
    u.turret = d->f.v[F_TURRET];
    u.mover = facts_has(&d->f, F_MOVER) ? d->f.v[F_MOVER]
            : u.armour >= 8             ? MOVER_TRACKED
                                        : MOVER_WHEELED;
    if (type != TYPE_VEHICLE)
        u.mover = 0;
    for (int i = 0; type == TYPE_VEHICLE && i < u.n_carried; i++) {
        u.turret = u.turret || u.carried[i].mount == MOUNT_TURRET;
        default_mount(&u.carried[i], u.turret);
    }
    u.spotter = u.special & ruleset_bit(d->rs, "spotter");
    for (int i = 0; type == TYPE_VEHICLE && i < u.n_carried; i++)
        if (d->rs->weapon[u.carried[i].weapon].bits & WEAPON_FLAME)
            u.special |= ruleset_bit(d->rs, "flamethrower-vehicle");
    u.shield = d->f.v[F_SHIELD];
    if (u.special & ruleset_bit(d->rs, "green"))
        u.quality = QUALITY_INEXPERIENCED; /* special.green.base */
    if (!settle_leader(d, &u) || !settle_men(d, &u))
        return false;
    unit_describe(d->rs, &u, text, sizeof text);
    if (strlen(text) + 1 >= sizeof text)
        return diag_usage(&d->diag, "the description of %s is too long", name);
    *id = g->n_units + 1;
    emit_text(d, EV_UNIT, *id, side, 0, "%s", text);
    return finish(d);
}

bool decide_pins(struct decision *d, int unit, int pins)
{
    struct unit *u = game_unit(d->g, unit);

    if (!must_live(d, u))
        return false;
    emit(d, EV_PINS, unit, pins, pins - u->pins);
    return finish(d);
}

bool decide_models(struct decision *d, int unit, int models)
{
    struct unit *u = game_unit(d->g, unit);

    if (!must_live(d, u))
        return false;
    emit(d, EV_MODELS, unit, models, 0);
    if (!models && u->type == TYPE_GUN && !u->gunless)
        emit(d, EV_ABANDONED, unit, 1, 0); /* artillery.abandoned */
    else if (!models)
        destroy_unit(d, u, "no models left");
    return finish(d);
}

/* aboard=CARRIER or none: nobody boards or dismounts by it, only the record is put right. */
static bool set_aboard(struct decision *d, int unit, const char *value)
{
    const struct unit *u = game_unit(d->g, unit), *c = NULL;

    if (strcasecmp(value, "none") != 0) {
        c = game_find(d->g, value, &d->diag);
        if (!c || !must_live(d, c) || !must_live(d, u))
            return false;
        if (c->type != TYPE_VEHICLE || u->type == TYPE_VEHICLE || c->side != u->side)
            return diag_usage(&d->diag, "aboard=%s: infantry and guns are aboard vehicles of their "
                              "side", value);
    }
    emit_text(d, EV_SET, unit, 0, 0, "aboard %d", c ? c->id : 0);
    return finish(d);
}

bool decide_set(struct decision *d, int unit, const char *key, const char *value)
{
    struct unit copy = *game_unit(d->g, unit);

    if (strcasecmp(key, "aboard") == 0)
        return set_aboard(d, unit, value);

    if (strcasecmp(key, "name") == 0) {
        struct diag taken = {0};
        const struct unit *other = game_find(d->g, value, &taken);
        if (!name_is_good(value, &d->diag))
            return false;
        if (other && other->id != unit && strcasecmp(other->name, value) == 0)
            return diag_refused(&d->diag, NULL, "there is a unit called %s already", value);
    }
    if (!unit_set(&copy, d->rs, key, value, &d->diag))
        return false;
    if (copy.abandoned && copy.type != TYPE_GUN)
        return diag_refused(&d->diag, "artillery.abandoned", "%s is no gun: only guns are abandoned",
                            copy.name);
    if (!copy.models && !copy.destroyed && !copy.abandoned && strcasecmp(key, "models") != 0)
        emit(d, EV_MODELS, unit, copy.men, 0); /* manned again: by as many as it had */
    if (strcasecmp(key, "models") == 0 && !copy.models)
        return decide_models(d, unit, 0); /* nobody is left: it is lost, or a gun abandoned */
    emit_text(d, EV_SET, unit, 0, 0, "%s %s", key, value);
    return finish(d);
}
