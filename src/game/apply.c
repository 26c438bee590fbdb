/* state + event -> state. */
#include "game/due.h"
#include "game/event.h"

#include "base/mem.h"
#include "game/tries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const event_word[N_EVENTS] = {
    "game",    "side",    "unit",  "turn",    "draw",   "order",   "face",   "pins",  "lose",
    "models",  "destroyed", "abandoned", "fired", "ranged", "loaded", "jammed", "spent", "quality", "special", "moved", "victim", "waiting",
    "keep",    "return",  "ending", "end",    "set",    "roll",    "tried", "terrain", "smoke", "aim",
    "crew", "aboard", "inside", "charge", "leads", "snap", "call", "token", "arrived", "due", "night",
    "objective", "over", "note",   "finish"};

struct event *events_add(struct events *list, enum event_kind kind, int unit, int a, int b)
{
    if (list->n == list->cap) {
        int cap = list->cap ? 2 * list->cap : 16;
        list->event = mem_grow(list->event, (size_t)list->cap, (size_t)cap, sizeof *list->event);
        list->cap = cap;
    }
    struct event *e = &list->event[list->n++];
    e->kind = kind;
    e->unit = unit;
    e->a = a;
    e->b = b;
    e->text[0] = '\0';
    return e;
}

void events_free(struct events *list)
{
    free(list->event);
    *list = (struct events){0};
}

/* After losses: loaders are men who carry no team weapon and do not lead, and there is no
   use for more of them than for team weapons (team.squad.weapon-lost). */
static void settle_loaders(struct unit *u, const struct ruleset *rs)
{
    int weapons, others;

    if (u->type != TYPE_SQUAD && u->type != TYPE_HQ)
        return;
    weapons = unit_team_weapons(rs, u);
    others = u->models - weapons - (u->leader ? 1 : 0);
    if (u->loaders > weapons)
        u->loaders = weapons;
    if (u->loaders > others)
        u->loaders = others < 0 ? 0 : others;
}

static void lose_model(struct unit *u, const struct ruleset *rs, int slot, int loss)
{
    if (u->models > 0)
        u->models--;
    if (slot >= 0 && slot < u->n_carried && u->carried[slot].count > 0)
        u->carried[slot].count--;
    if (loss == LOSS_LEADER)
        u->leader = false;
    if (loss == LOSS_LOADER && u->loaders > 0)
        u->loaders--;
    settle_loaders(u, rs);
}

/* Its die is lost, from beside it (turn.dice-loss.acted) or out of the bag
   (turn.dice-loss.unacted). */
static void destroy(struct unit *u)
{
    u->destroyed = true;
    u->gunless = false;
    u->die = DIE_LOST;
    u->models = 0;
    u->waiting = false;
    u->victim = u->charge = 0;
    u->aboard = u->berth = u->floor = 0;
    memset(u->building, 0, sizeof u->building);
}

/* A new turn: kept dice stay where they are, all others are in the bag. */
static void begin_turn(struct game *g, int turn)
{
    g->turn = turn;
    g->phase = GAME_ORDERS;
    g->drawn = -1;
    g->over = 0;
    for (int i = 0; i < g->n_sides; i++)
        g->side[i].ordered = 0;
    for (int i = 0; i < g->n_units; i++) {
        struct unit *u = &g->unit[i];
        u->gone = u->turned = u->gun_arc = 0;
        u->struck = u->struck_pins = u->struck_men = u->made_out = 0;
        u->fired = u->moved = u->waiting = u->exposed = false;
        u->fired_slots = u->charge = u->snaps = u->snapped_by = 0;
        u->leads = u->boarded = u->dismounted = u->fought = u->crew_fired = false;
        u->in_ambush = u->die == DIE_TABLE && u->order == ORDER_AMBUSH;
    }
}

/* The turn is over: every die on the table goes back, but for those that are kept. */
static void end_turn(struct game *g)
{
    g->phase = GAME_BETWEEN;
    g->drawn = -1;
    for (int i = 0; i < g->n_units; i++) {
        struct unit *u = &g->unit[i];
        if (u->die == DIE_TABLE && !u->keeps && !u->abandoned) {
            u->die = DIE_BAG;
            u->order = ORDER_NONE;
            u->in_ambush = false;
        }
        u->keeps = u->waiting = u->exposed = false;
        u->victim = 0;
    }
}

/* Any order but Fire breaks a row of ranging shots; a move loses even a weapon that was zeroed
   in (indirect.hit.conditions). */
static void lose_range(struct unit *u, int order)
{
    for (int i = 0; i < u->n_carried; i++) {
        struct carried *c = &u->carried[i];
        if (order == ORDER_ADVANCE || order == ORDER_RUN)
            c->target = c->shots = c->turn = c->zeroed = 0;
        else if (order != ORDER_FIRE && !c->zeroed)
            c->target = c->shots = c->turn = 0;
    }
}

/* Extra orders are given at once after an officer's own: the next die that is drawn, or the next
   order that is none of his, ends it (snap.trigger). */
static void stop_leading(struct game *g)
{
    for (int i = 0; i < g->n_units; i++)
        g->unit[i].leads = false;
}

/* Who lies in Ambush and did not make out the enemy may try again when somebody acts anew: the die
   was left as it was (night.spotting.fail). */
static void watch_on(struct game *g)
{
    for (int i = 0; i < g->n_units; i++) {
        struct unit *u = &g->unit[i];
        if (u->order != ORDER_AMBUSH || !u->fired)
            continue;
        u->fired = false;
        u->fired_slots = 0;
    }
}

/* A reaction takes a die out of the bag, not the one that was drawn. */
static void give_order(struct game *g, struct unit *u, int order, bool reaction)
{
    if (g->drawn == u->side && !reaction)
        g->drawn = -1;
    if (!reaction)
        g->side[u->side].ordered = 1;
    if (!reaction && !u->snapped_by)
        stop_leading(g);
    if (!reaction)
        watch_on(g);
    u->gone = u->turned = u->gun_arc = 0;
    u->struck = u->struck_pins = u->struck_men = u->made_out = 0;
    u->die = DIE_TABLE;
    u->order = order;
    u->fired = u->moved = u->fought = u->crew_fired = false;
    u->flash = false; /* night.muzzle: until its next order */
    u->fired_slots = u->charge = 0;
    u->in_ambush = order == ORDER_AMBUSH;
    lose_range(u, order);
    if (order == ORDER_FIRE || order == ORDER_ADVANCE || order == ORDER_RUN)
        u->hidden = false; /* hidden.reveal.order */
}

static bool add_side(struct game *g, const struct ruleset *rs, int side, const char *text)
{
    char army[NAME_LEN] = "";

    if (side != g->n_sides || side >= MAX_SIDES)
        return false;
    g->side[side] = (struct side){.army = -1};
    if (sscanf(text, "%47s %47s", g->side[side].name, army) < 1)
        return false;
    if (army[0])
        g->side[side].army = ruleset_army(rs, army);
    g->n_sides++;
    return true;
}

static bool add_unit(struct game *g, const struct ruleset *rs, int id, int side, const char *text)
{
    if (id != g->n_units + 1 || id > MAX_UNITS || side < 0 || side >= g->n_sides)
        return false;
    if (g->n_units == g->cap_units) {
        int cap = g->cap_units ? 2 * g->cap_units : 16;
        g->unit = mem_grow(g->unit, (size_t)g->cap_units, (size_t)cap, sizeof *g->unit);
        g->cap_units = cap;
    }
    struct unit *u = &g->unit[g->n_units];
    memset(u, 0, sizeof *u);
    if (!unit_undescribe(u, rs, text))
        return false;
    u->id = id;
    u->side = side;
    g->n_units++;
    return unit_sound(g, rs, u);
}

/* Counts the virtual faces of a roll: they use up the seeded stream. */
static int virtual_faces(const char *text)
{
    int n = 0;

    for (const char *s = strchr(text, ' '); s && *s; s++)
        n += *s == 'v';
    return n;
}


/* Two inches clear of where it was: every weapon that had ranged in on it begins anew. */
enum { MOVED_AWAY = 20 };

static void lose_target(struct game *g, int target)
{
    for (int i = 0; i < g->n_units; i++)
        for (int k = 0; k < g->unit[i].n_carried; k++) {
            struct carried *c = &g->unit[i].carried[k];
            if (c->target == target)
                c->target = c->shots = c->turn = c->zeroed = 0;
        }
}

/* Whom it hit, with the pins and losses: what it fires at the same unit afterwards adds to it. */
static void note_struck(struct unit *u, int target, const char *text)
{
    char arc[NAME_LEN];
    int pins = 0, men = 0;

    if (sscanf(text, "%47s %d %d", arc, &pins, &men) < 3 || (!pins && !men))
        return;
    if (u->struck != target)
        u->struck_pins = u->struck_men = 0;
    u->struck = target;
    u->struck_pins += pins;
    u->struck_men += men;
}

/* Only what was fired at somebody in the dark shows: no smoke, nothing by day (night.muzzle). */
static void note_fired(const struct game *g, struct unit *u, int target, int slots, bool silent)
{
    u->fired = true;
    u->fired_slots |= slots;
    u->flash |= g->dark && target && slots && !silent;
    u->waiting = false;
    u->victim = 0;
    for (int i = 0; i < u->n_carried; i++)
        if (slots >> i & 1 && u->carried[i].mount == MOUNT_PINTLE && is_armoured(u)
            && !u->open_topped)
            u->exposed = true; /* vehicle.pintle.exposed */
}

/* Behind those who are aboard already; 0: out of it. */
static bool take_berth(struct game *g, struct unit *u, int carrier)
{
    if (carrier && (!game_unit(g, carrier) || carrier == u->id))
        return false;
    u->aboard = carrier;
    u->berth = 0;
    for (int i = 0; carrier && i < g->n_units; i++)
        if (g->unit[i].aboard == carrier && g->unit[i].berth >= u->berth && &g->unit[i] != u)
            u->berth = g->unit[i].berth + 1;
    if (carrier) {
        u->floor = 0;
        memset(u->building, 0, sizeof u->building);
    }
    return true;
}

/* Whoever leaves a carrier has dismounted this turn; a carrier that was boarded stays put. */
static bool go_aboard(struct game *g, struct unit *u, int carrier)
{
    if (!take_berth(g, u, carrier))
        return false;
    u->dismounted = !carrier;
    if (carrier)
        game_unit(g, carrier)->boarded = g->phase != GAME_SETUP;
    return true;
}

/* Put right: aboard is the carrier's id here, and nobody has boarded or dismounted by it. */
static bool set_text(struct game *g, struct unit *u, const struct ruleset *rs, const char *text)
{
    char key[NAME_LEN];
    struct diag d = {0};
    int at = 0;

    if (sscanf(text, "%47s %n", key, &at) != 1)
        return false;
    if (strcasecmp(key, "aboard") == 0)
        return take_berth(g, u, atoi(text + at));
    return unit_set(u, rs, key, text + at, &d);
}

static bool go_inside(struct unit *u, int floor, const char *building)
{
    memset(u->building, 0, sizeof u->building); /* units are compared byte by byte */
    if (floor > 0)
        snprintf(u->building, sizeof u->building, "%.47s", building);
    u->floor = floor;
    return floor >= 0;
}

static bool note_range(const struct game *g, struct unit *u, int slot, int target,
                       const char *text)
{
    int shots = 0, zeroed = 0;

    if (slot < 0 || slot >= u->n_carried || sscanf(text, "%d %d", &shots, &zeroed) != 2)
        return false;
    struct carried *c = &u->carried[slot];
    c->target = (short)target;
    c->shots = (short)shots;
    c->turn = (short)g->turn;
    c->zeroed = (short)zeroed;
    return true;
}

static bool apply_unit(struct game *g, const struct ruleset *rs, struct unit *u,
                       enum event_kind kind, int a, int b, const char *text)
{
    switch (kind) {
    case EV_ORDER:
        give_order(g, u, a, b < 0);
        return true;
    case EV_FACE:
        u->order = a;
        u->in_ambush = a == ORDER_AMBUSH;
        if (a == ORDER_FIRE)
            u->hidden = false;
        return true;
    case EV_PINS:
        u->pins = a;
        return true;
    case EV_LOSE:
        lose_model(u, rs, a, b);
        return true;
    case EV_CREW:
    case EV_MODELS:
        u->models = a;
        settle_loaders(u, rs);
        return true;
    case EV_DESTROYED:
        destroy(u);
        return true;
    case EV_ABANDONED:
        u->abandoned = a;
        u->die = DIE_TABLE;
        u->order = ORDER_DOWN;
        return true;
    case EV_FIRED:
        note_fired(g, u, a, b, strcmp(text, "unseen") == 0 || strcmp(text, "spoilt") == 0);
        for (int i = 0; text[0] && i < 4; i++)
            if (strncmp(text, arc_word[i], strcspn(text, " ")) == 0)
                u->gun_arc = 1 << i;
        note_struck(u, a, text);
        if (strstr(text, "seen"))
            u->made_out = strcmp(text, "unseen") == 0 ? 0 : a; /* looked for once on an order */
        return true;
    case EV_RANGED:
        return note_range(g, u, a, b, text);
    case EV_LOADED:
        u->loaded = a;
        return true;
    case EV_JAMMED:
        u->turret_jam = true;
        u->jam_arcs = a;
        return true;
    case EV_SPENT:
        if (a >= 0 && a < u->n_carried)
            u->carried[a].count = (short)(u->carried[a].count - b);
        return true;
    case EV_QUALITY:
        u->quality = a;
        return true;
    case EV_SPECIAL:
        u->special = a ? u->special | ruleset_bit(rs, text) : u->special & ~ruleset_bit(rs, text);
        return true;
    case EV_MOVED:
        u->moved = true;
        u->gone += a;
        u->turned += b;
        if (a >= MOVED_AWAY)
            lose_target(g, u->id);
        return true;
    case EV_VICTIM:
        u->victim = a;
        return true;
    case EV_WAITING:
        u->waiting = a;
        if (a)
            watch_on(g);
        return true;
    case EV_KEEP:
        u->keeps = true;
        return true;
    case EV_ABOARD:
        return go_aboard(g, u, a);
    case EV_INSIDE:
        return go_inside(u, a, text);
    case EV_CHARGE:
        u->charge = a;
        u->fought = a == 0;
        return true;
    case EV_LEADS:
        u->leads = true;
        return true;
    case EV_SNAP:
        if (!game_unit(g, a))
            return false;
        u->snaps++;
        game_unit(g, a)->snapped_by = u->id;
        return true;
    case EV_RETURN:
        u->die = DIE_BAG;
        u->order = ORDER_NONE;
        u->in_ambush = u->waiting = false;
        return true;
    case EV_SET:
        return set_text(g, u, rs, text);
    default:
        return false;
    }
}

/* A feature of the same name is rated anew. */
static bool add_feature(struct game *g, int cover, int dense, const char *text)
{
    struct feature f = {.cover = cover, .dense = dense};
    int i = 0;

    if (sscanf(text, "%47s %31s", f.name, f.ground) != 2)
        return false;
    while (i < g->n_features && strcasecmp(g->feature[i].name, f.name) != 0)
        i++;
    if (i == MAX_FEATURES || cover < COVER_NONE || cover > COVER_BUNKER)
        return false;
    g->feature[i] = f;
    g->n_features += i == g->n_features;
    return true;
}

static bool add_smoke(struct game *g, int size, const char *place)
{
    struct smoke s = {.size = size, .turn = g->turn};

    if (g->n_smoke == MAX_SMOKE || size < 0)
        return false;
    if (size == 0) {
        g->n_smoke = 0;
        memset(g->smoke, 0, sizeof g->smoke);
        return true;
    }
    snprintf(s.place, sizeof s.place, "%s", place);
    g->smoke[g->n_smoke++] = s;
    return true;
}

static bool add_call(struct game *g, int unit, int kind, int target, const char *place)
{
    struct called c = {.kind = kind, .observer = unit, .target = target, .turn = g->turn};

    if (g->n_calls == MAX_CALLS || !game_unit(g, unit) || (target && !game_unit(g, target))
        || kind < 0 || kind >= N_CALL_KINDS || !call_names(kind, target, place))
        return false;
    snprintf(c.place, sizeof c.place, "%.47s", place);
    g->call[g->n_calls++] = c;
    game_unit(g, unit)->calls++;
    return true;
}

static bool note_aim(struct game *g, int unit, int shots, int zeroed, const char *place)
{
    struct aim a = {.unit = unit, .shots = shots, .turn = g->turn, .zeroed = zeroed};
    int i = 0;

    snprintf(a.place, sizeof a.place, "%s", place);
    while (i < g->n_aims && g->aim[i].unit != unit)
        i++;
    if (i == MAX_AIMS || !game_unit(g, unit))
        return false;
    g->aim[i] = a; /* a new point is a new row of shots */
    g->n_aims += i == g->n_aims;
    return true;
}

static bool note_objective(struct game *g, int side, const char *name)
{
    struct objective o = {.side = side};
    int i = 0;

    snprintf(o.name, sizeof o.name, "%.47s", name);
    while (i < g->n_objectives && strcasecmp(g->objective[i].name, o.name) != 0)
        i++;
    if (i == MAX_OBJECTIVES || !o.name[0] || side < -1 || side >= g->n_sides)
        return false;
    if (i == g->n_objectives)
        g->objective[g->n_objectives++] = o;
    g->objective[i].side = side;
    return true;
}

bool event_apply(struct game *g, const struct ruleset *rs, enum event_kind kind, int unit, int a,
                 int b, const char *text)
{
    struct unit *u;

    switch (kind) {
    case EV_GAME:
        g->edition = a;
        snprintf(g->scenario, sizeof g->scenario, "%s", text);
        return true;
    case EV_SIDE:
        return add_side(g, rs, a, text);
    case EV_UNIT:
        return add_unit(g, rs, unit, a, text);
    case EV_TURN:
        begin_turn(g, a);
        return a > 0 && a <= MAX_TURN;
    case EV_DRAW:
        if (a < 0 || a >= g->n_sides || b < 0 || b > 1)
            return false;
        if (g->drawn >= 0)
            g->side[g->drawn].ordered = 1; /* vehicle.slow-load.all */
        g->drawn = a;
        stop_leading(g);
        g->virtual_dice += b;
        return true;
    case EV_ENDING:
        g->phase = GAME_ENDING;
        g->drawn = -1;
        stop_leading(g);
        return true;
    case EV_END:
        end_turn(g);
        return true;
    case EV_ROLL:
        g->virtual_dice += virtual_faces(text);
        return true;
    case EV_TRIED:
        return game_unit(g, unit) && tries_sound(a, b, text);
    case EV_NOTE:
        return true;
    case EV_TERRAIN:
        return add_feature(g, a, b, text);
    case EV_SMOKE:
        return add_smoke(g, a, text);
    case EV_AIM:
        return note_aim(g, unit, a, b, text);
    case EV_CALL:
        return add_call(g, unit, a, b, text);
    case EV_TOKEN:
        if (a < 0 || a >= g->n_calls || (b && !game_unit(g, b))
            || !call_names(g->call[a].kind, b, text))
            return false;
        g->call[a].target = b;
        memset(g->call[a].place, 0, sizeof g->call[a].place);
        snprintf(g->call[a].place, sizeof g->call[a].place, "%.47s", text);
        return true;
    case EV_ARRIVED:
        if (a < 0 || a >= g->n_calls || b < 0 || b > 2)
            return false;
        g->call[a].over = 1;
        return true;
    case EV_DUE:
        g->phase = a < 0 ? GAME_ORDERS : GAME_ARRIVING;
        g->step = a < 0 ? 0 : a;
        return a < STEP_END;
    case EV_NIGHT:
        g->night = a;
        g->dark = b;
        return a >= 0 && a < N_NIGHTS && b >= 0 && b <= 1;
    case EV_OBJECTIVE:
        return note_objective(g, a, text);
    case EV_OVER:
        g->over = 1;
        return true;
    case EV_FINISH:
        g->phase = GAME_FINISHED;
        return true;
    default:
        u = game_unit(g, unit);
        return u && apply_unit(g, rs, u, kind, a, b, text) && unit_sound(g, rs, u);
    }
}
