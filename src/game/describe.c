/* Units as text: the description in the log, and the things that `set` sets. */
#include "base/buf.h"
#include "game/event.h"
#include "game/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void specials_add(struct buf *b, const struct ruleset *rs, uint64_t specials)
{
    const char *comma = "";

    for (int i = 0; i < rs->n_specials; i++)
        if (specials >> i & 1) {
            buf_addf(b, "%s%s", comma, rs->special[i].id);
            comma = ",";
        }
}

void tows_add(struct buf *b, const struct ruleset *rs, uint64_t tows)
{
    const char *comma = "";

    for (int i = 0; i < rs->n_weapons; i++)
        if (tows >> i & 1) {
            buf_addf(b, "%s%s", comma, rs->weapon[i].id);
            comma = ",";
        }
}

static void carried_text(struct buf *b, const struct ruleset *rs, const struct carried *c,
                         bool comma)
{
    buf_addf(b, "%s%s:%d", comma ? "," : "", rs->weapon[c->weapon].id, c->count);
    if (c->mount)
        buf_addf(b, "@%s:%d", mount_word[c->mount], c->arcs);
}

static void add_weapons(struct buf *b, const struct ruleset *rs, const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++)
        carried_text(b, rs, &u->carried[i], i > 0);
}

void unit_describe(const struct ruleset *rs, const struct unit *u, char *text, size_t size)
{
    struct buf b = {0};

    buf_addf(&b, "name=%s type=%s quality=%s models=%d men=%d", u->name, type_word[u->type],
             quality_word[u->quality], u->models, u->men);
    if (u->full)
        buf_addf(&b, " full=%d", u->full);
    if (u->officer >= 0)
        buf_addf(&b, " officer=%s", rs->rank[u->officer].id);
    if (u->nco >= 0)
        buf_addf(&b, " nco=%s", rs->weapon[u->carried[u->nco].weapon].id);
    if (u->had_leader)
        buf_addf(&b, " leader=%d", u->leader);
    if (u->loaders)
        buf_addf(&b, " loaders=%d", u->loaders);
    if (u->armour)
        buf_addf(&b, " armour=%d", u->armour);
    if (u->front_armour)
        buf_addf(&b, " front=%d", u->front_armour);
    if (u->capacity)
        buf_addf(&b, " capacity=%d", u->capacity);
    if (u->tows) {
        buf_add(&b, " tows=");
        tows_add(&b, rs, u->tows);
    }
    if (u->fighting)
        buf_add(&b, " fighting=1");
    if (u->type == TYPE_VEHICLE)
        buf_addf(&b, " mover=%s", mover_word[u->mover]);
    if (u->spotter)
        buf_add(&b, " spotter=1");
    if (u->reserve)
        buf_add(&b, " reserve=1");
    if (u->hidden)
        buf_add(&b, " hidden=1");
    if (u->open_topped)
        buf_add(&b, " open-topped=1");
    if (u->turret)
        buf_add(&b, " turret=1");
    if (u->shield)
        buf_add(&b, " shield=1");
    if (u->n_carried) {
        buf_add(&b, " weapons=");
        add_weapons(&b, rs, u);
    }
    if (u->special) {
        buf_add(&b, " special=");
        specials_add(&b, rs, u->special);
    }
    snprintf(text, size, "%s", buf_text(&b));
    buf_free(&b);
}

/* Reads "@turret:15" behind a weapon. */
static bool read_mount(struct carried *c, const char **text)
{
    char name[ID_LEN];
    int arcs, used;

    if (sscanf(*text, "@%31[^:]:%d%n", name, &arcs, &used) != 2)
        return false;
    int mount = word_index(mount_word, N_MOUNTS, name);
    c->mount = (short)mount;
    c->arcs = (short)arcs;
    *text += used;
    return mount >= 0;
}

static bool read_weapons(struct unit *u, const struct ruleset *rs, const char *text)
{
    char id[ID_LEN];
    int count, used;

    memset(u->carried, 0, sizeof u->carried);
    u->n_carried = 0;
    while (sscanf(text, "%31[^:]:%d%n", id, &count, &used) == 2) {
        int weapon = ruleset_weapon(rs, id);
        if (weapon < 0 || u->n_carried == MAX_CARRIED)
            return false;
        struct carried *c = &u->carried[u->n_carried++];
        memset(c, 0, sizeof *c);
        c->weapon = (short)weapon;
        c->count = (short)count;
        text += used;
        if (*text == '@' && !read_mount(c, &text))
            return false;
        if (*text == ',')
            text++;
    }
    return !*text;
}

/* Reads one key=value of a description. */
static bool read_pair(struct unit *u, const struct ruleset *rs, const char *key, const char *value)
{
    struct {
        const char *key;
        int *number;
    } const numbers[] = {{"models", &u->models}, {"men", &u->men},           {"full", &u->full},
                         {"armour", &u->armour}, {"front", &u->front_armour},
                         {"loaders", &u->loaders}, {"capacity", &u->capacity}};
    struct {
        const char *key;
        bool *flag;
    } const flags[] = {{"reserve", &u->reserve}, {"hidden", &u->hidden},
                       {"open-topped", &u->open_topped}, {"turret", &u->turret},
                       {"shield", &u->shield}, {"spotter", &u->spotter},
                       {"fighting", &u->fighting}};
    struct diag d = {0};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(key, numbers[i].key) == 0) {
            *numbers[i].number = atoi(value);
            return true;
        }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(key, flags[i].key) == 0) {
            *flags[i].flag = *value == '1';
            return true;
        }
    if (strcmp(key, "name") == 0)
        snprintf(u->name, sizeof u->name, "%s", value);
    else if (strcmp(key, "type") == 0)
        return (u->type = word_index(type_word, N_TYPES, value)) >= 0;
    else if (strcmp(key, "quality") == 0)
        return (u->quality = word_index(quality_word, N_QUALITIES, value)) >= 0;
    else if (strcmp(key, "mover") == 0)
        return (u->mover = word_index(mover_word, N_MOVERS, value)) >= 0;
    else if (strcmp(key, "officer") == 0)
        return (u->officer = ruleset_rank(rs, value)) >= 0;
    else if (strcmp(key, "leader") == 0)
        u->leader = *value == '1', u->had_leader = true;
    else if (strcmp(key, "weapons") == 0)
        return read_weapons(u, rs, value);
    else if (strcmp(key, "special") == 0)
        return specials_parse(rs, value, &u->special, &d);
    else if (strcmp(key, "tows") == 0)
        return tows_parse(rs, value, &u->tows, &d);
    else if (strcmp(key, "nco") == 0)
        u->nco = ruleset_weapon(rs, value); /* made a slot once the weapons are known */
    else
        return false;
    return true;
}

bool unit_undescribe(struct unit *u, const struct ruleset *rs, const char *text)
{
    char pair[EVENT_TEXT];
    int used;

    u->officer = u->nco = -1;
    while (sscanf(text, "%319s%n", pair, &used) == 1) {
        char *equals = strchr(pair, '=');
        if (!equals)
            return false;
        *equals = '\0';
        if (!read_pair(u, rs, pair, equals + 1))
            return false;
        text += used;
    }
    if (u->nco >= 0)
        u->nco = unit_slot(u, u->nco);
    return u->name[0] != '\0';
}

/* ---- set UNIT key=value ---- */

static bool set_flag(bool *flag, const char *key, const char *value, struct diag *d)
{
    static const char *const yes[] = {"yes", "true", "on", "1", "no", "false", "off", "0"};
    int i = word_index(yes, 8, value);

    if (i < 0)
        return diag_usage(d, "%s=%s: say yes or no", key, value);
    *flag = i < 4;
    return true;
}

static bool set_number(int *number, const char *key, const char *value, int most, struct diag *d)
{
    char *end;
    long n = strtol(value, &end, 10);

    if (end == value || *end || n < 0 || n > most)
        return diag_usage(d, "%s=%s: a whole number from 0 to %d is wanted", key, value, most);
    *number = (int)n;
    return true;
}

static bool set_order(struct unit *u, const char *value, struct diag *d)
{
    int order = word_index(order_word, N_ORDERS, value);

    if (order < 0)
        return diag_usage(d, "order=%s: say fire, advance, run, ambush, rally, down or none",
                          value);
    u->order = order;
    u->die = order == ORDER_NONE ? DIE_BAG : DIE_TABLE;
    u->in_ambush = order == ORDER_AMBUSH;
    return true;
}

static bool set_weapons(struct unit *u, const struct ruleset *rs, const char *value,
                        struct diag *d)
{
    struct unit copy = *u;

    /* as unit takes them, or as the log writes them */
    if (!read_weapons(&copy, rs, value)) {
        copy = *u;
        if (!carried_parse(rs, value, &copy, d))
            return false;
    }
    if (copy.nco >= copy.n_carried)
        copy.nco = -1;
    *u = copy;
    return true;
}

/* yes, no, or the arcs into which a jammed turret still fires; of "yes" nobody can tell where the
   hit came from, so forward (vehicle.turret.jam-unknown). */
static bool set_jam(struct unit *u, const char *value, struct diag *d)
{
    int arcs = 0;

    for (const char *at = value; *at;) {
        char word[16];
        size_t n = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        int arc = word_index(arc_word, 4, word);
        if (arc < 0) {
            arcs = 0;
            break;
        }
        arcs |= 1 << arc;
        at += n + (at[n] == ',');
    }
    if (!arcs && !set_flag(&u->turret_jam, "turret_jam", value, d))
        return false;
    u->turret_jam = u->turret_jam || arcs;
    u->jam_arcs = !u->turret_jam ? 0 : arcs ? arcs : u->jam_arcs ? u->jam_arcs : ARC_FRONT;
    return true;
}

/* yes: on the unit at which it has been ranging in; no: it begins anew everywhere. */
static bool set_zeroed(struct unit *u, const char *value, struct diag *d)
{
    bool zeroed = false, any = false;

    if (!set_flag(&zeroed, "zeroed", value, d))
        return false;
    for (int i = 0; i < u->n_carried; i++) {
        struct carried *c = &u->carried[i];
        if (!zeroed)
            c->target = c->shots = c->turn = c->zeroed = 0;
        else if (c->target)
            c->zeroed = any = true;
    }
    return any || !zeroed
        || diag_usage(d, "zeroed=yes: %s has not fired at anybody to range in on", u->name);
}

bool unit_set(struct unit *u, const struct ruleset *rs, const char *key, const char *value,
              struct diag *d)
{
    struct {
        const char *key;
        bool *flag;
    } const flags[] = {
        {"leader", &u->leader},           {"reserve", &u->reserve},
        {"hidden", &u->hidden},           {"immobilised", &u->immobilised},
        {"abandoned", &u->abandoned},
        {"open-topped", &u->open_topped}, {"turret", &u->turret},
        {"shield", &u->shield},           {"fired", &u->fired},
        {"spotter", &u->spotter},         {"gunless", &u->gunless},
        {"moved", &u->moved},             {"fighting", &u->fighting},
        {"boarded", &u->boarded},         {"crew_fired", &u->crew_fired},
        {"dismounted", &u->dismounted},   {"flash", &u->flash}};
    struct {
        const char *key;
        int *number;
        int most;
    } const numbers[] = {{"models", &u->models, 60},       {"men", &u->men, 60},
                         {"full", &u->full, 40},           {"pins", &u->pins, 40},
                         {"damage_value", &u->armour, 14}, {"armour", &u->armour, 14},
                         {"loaders", &u->loaders, 12},     {"capacity", &u->capacity, 60}};

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcasecmp(key, flags[i].key) == 0) {
            bool lost = flags[i].flag == &u->leader && strcasecmp(value, "lost") == 0;
            if (!set_flag(flags[i].flag, key, lost ? "no" : value, d))
                return false;
            u->had_leader |= u->leader;
            return true;
        }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcasecmp(key, numbers[i].key) == 0)
            return set_number(numbers[i].number, key, value, numbers[i].most, d);
    if (strcasecmp(key, "turret_jam") == 0)
        return set_jam(u, value, d);
    if (strcasecmp(key, "zeroed") == 0)
        return set_zeroed(u, value, d);
    if (strcasecmp(key, "order") == 0)
        return set_order(u, value, d);
    if (strcasecmp(key, "weapons") == 0)
        return set_weapons(u, rs, value, d);
    if (strcasecmp(key, "floor") == 0) {
        int floor = 0;
        if (!u->building[0])
            return diag_usage(d, "floor=%s: %s is in no building", value, u->name);
        if (!set_number(&floor, key, value, 9, d))
            return false;
        return (u->floor = floor) > 0 || diag_usage(d, "floor=0: say building=none");
    }
    if (strcasecmp(key, "building") == 0) {
        bool out = strcasecmp(value, "none") == 0;
        if (!out && (strlen(value) >= 32 || strpbrk(value, " \t") || u->type == TYPE_VEHICLE))
            return diag_usage(d, "building=%s: one word, and none for a vehicle", value);
        memset(u->building, 0, sizeof u->building);
        if (!out)
            snprintf(u->building, sizeof u->building, "%.47s", value);
        u->floor = out ? 0 : u->floor ? u->floor : 1;
        if (!out)
            u->aboard = u->berth = 0;
        return true;
    }
    if (strcasecmp(key, "tows") == 0) {
        uint64_t tows = 0;
        if (!tows_parse(rs, value, &tows, d))
            return false;
        u->tows = tows;
        return true;
    }
    if (strcasecmp(key, "name") == 0) {
        memset(u->name, 0, sizeof u->name); /* units are compared byte by byte */
        snprintf(u->name, sizeof u->name, "%s", value);
        return true;
    }
    if (strcasecmp(key, "in_bag") == 0) {
        bool in = false;
        if (!set_flag(&in, key, value, d))
            return false;
        u->die = in ? DIE_BAG : DIE_TABLE;
        u->order = in ? ORDER_NONE : u->order ? u->order : ORDER_DOWN;
        return true;
    }
    if (strcasecmp(key, "destroyed") == 0) {
        if (!set_flag(&u->destroyed, key, value, d))
            return false;
        u->die = u->destroyed ? DIE_LOST : u->order ? DIE_TABLE : DIE_BAG;
        if (u->destroyed) {
            u->aboard = u->berth = u->floor = 0;
            memset(u->building, 0, sizeof u->building);
        }
        if (!u->destroyed && !u->models)
            u->models = u->men;
        return true;
    }
    if (strcasecmp(key, "quality") == 0) {
        int q = word_index(quality_word, N_QUALITIES, value);
        if (q < 0)
            return diag_usage(d, "quality=%s: say inexperienced, regular or veteran", value);
        u->quality = q;
        return true;
    }
    if (strcasecmp(key, "special") == 0) {
        uint64_t specials = 0;
        if (!specials_parse(rs, value, &specials, d))
            return false;
        u->special = specials;
        return true;
    }
    return diag_usage(d, "a unit has no %s to set: say models, pins, order, quality, leader, "
                      "weapons, special, reserve, hidden, destroyed ...", key);
}
