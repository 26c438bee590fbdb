/* The record of the table: plain data, changed only by applying events. */
#ifndef ADJUTANT_GAME_STATE_H
#define ADJUTANT_GAME_STATE_H

#include "rules/facts.h"

enum { MAX_SIDES = 8, MAX_CARRIED = 12, MAX_UNITS = 999, MAX_TURN = 999 };

/* Where a unit's order die is. */
enum die { DIE_BAG, DIE_TABLE, DIE_LOST };

enum game_phase { GAME_SETUP, GAME_ORDERS, GAME_ENDING, GAME_BETWEEN, GAME_FINISHED, GAME_ARRIVING,
                  N_GAME_PHASES };

extern const char *const game_phase_word[N_GAME_PHASES];

/* Where a vehicle's weapon is mounted. */
enum mount { MOUNT_NONE, MOUNT_TURRET, MOUNT_HULL, MOUNT_CASEMATE, MOUNT_COAXIAL, MOUNT_PINTLE,
             MOUNT_PLATFORM, MOUNT_REAR_TURRET, N_MOUNTS };

extern const char *const mount_word[N_MOUNTS];

/* Arcs of a vehicle, a bit each (vehicle.arcs). */
enum arc { ARC_FRONT = 1, ARC_LEFT = 2, ARC_RIGHT = 4, ARC_REAR = 8, ARC_ALL = 15 };

extern const char *const arc_word[4];

enum mover { MOVER_WHEELED, MOVER_HALF_TRACK, MOVER_TRACKED, N_MOVERS };

extern const char *const mover_word[N_MOVERS];

/* A kind of weapon that a unit carries, and how many; with what an indirect weapon has learnt
   of its target (indirect.hit.ladder). */
struct carried {
    short weapon; /* index into the ruleset */
    short count;
    short mount, arcs;   /* of a vehicle's weapon */
    short target;        /* unit that was shelled last, 0 for none */
    short shots;         /* shots in a row at it */
    short turn;          /* of the last of them */
    short zeroed;
};

struct unit {
    int id;            /* from 1, in the order in which they were added */
    char name[NAME_LEN];
    int side;
    int type;          /* enum unit_type */
    int quality;       /* enum quality */
    int models;        /* left */
    int men;           /* when it was added */
    int full;          /* size of the squad when bought at full strength, 0 when it was not */
    int pins;
    int die;           /* enum die */
    int order;         /* enum order: the face shown, ORDER_NONE while the die is in the bag */
    int officer;       /* rank, or -1 */
    int nco;           /* slot of the leader's weapon, or -1 */
    int loaders;       /* living loaders of the squad's team weapons */
    int armour;        /* damage value of a vehicle, else 0 */
    int front_armour;  /* damage value from the front where it differs, else 0 */
    int capacity;
    int victim;        /* id of the friend it must fire at after a FUBAR, else 0 */
    int aboard;        /* id of its carrier, else 0; of a gun: of its tow */
    int calls;         /* calls that it has made as an observer */
    int berth;         /* place in the order in which those aboard came */
    char building[NAME_LEN]; /* the building that it is in, else "" */
    int floor;         /* of it, 1 at the ground; 0 outside */
    int charge;        /* id of the enemy that its Run assaults, else 0 */
    int snaps;         /* extra orders that it has given as an officer this turn */
    int snapped_by;    /* id of the officer who called it to action this turn, else 0 */
    uint64_t tows;     /* kinds of weapon that it can tow, a bit each */
    int mover;         /* enum mover, of a vehicle */
    int loaded;        /* enum ammo: the round in a gun in Ambush */
    int jam_arcs;      /* arcs into which a jammed turret still fires */
    int fired_slots;   /* bit 1 << slot: that weapon has fired this turn */
    int gone;          /* tenths of an inch moved on its order */
    int turned;        /* right-angle turns made on its order */
    int gun_arc;       /* bit of enum arc into which the turret's gun fired this turn, else 0 */
    int struck;        /* id of the unit that its fire hit last this turn, else 0 */
    int made_out;      /* id of the unit that it made out last in the dark on its order, else 0 */
    int struck_pins, struck_men; /* the pins and losses of it: all of its fire counts as one */
    bool exposed;      /* fired a pintle gun: open-topped until the turn's end */
    bool spotter;      /* its spotter lives */
    uint64_t special;  /* its own special rules, its army's not included */
    bool leader;       /* its leader is alive */
    bool had_leader;
    bool fired, moved, reserve, hidden, immobilised, turret, turret_jam, abandoned, destroyed,
        open_topped, shield, waiting, keeps, in_ambush;
    bool flash;        /* it has fired in the dark since its last order (night.muzzle) */
    bool leads;        /* an officer whose order succeeded this turn: he may give extra ones */
    bool boarded;      /* somebody climbed aboard this turn: it may not drive off */
    bool dismounted;   /* it left a carrier this turn: it may not assault nor board */
    bool fought;       /* its assault of this turn is over */
    bool crew_fired;   /* a transport whose own crew has served its weapon on this order */
    bool fighting;     /* carries men but is no transport (transport.other-category) */
    bool gunless;      /* a crew whose gun is destroyed, and which can still have an order */
    int n_carried;
    struct carried carried[MAX_CARRIED];
};

struct side {
    char name[NAME_LEN];
    int army; /* or -1 */
    int ordered; /* one of its units had an order this turn, or its first die was put back */
};

/* A piece of the table that the players have named and rated (terrain.rating). */
struct feature {
    char name[NAME_LEN], ground[ID_LEN];
    int cover; /* enum cover */
    int dense;
};

/* Smoke on the table. */
struct smoke {
    char place[NAME_LEN];
    int size; /* inches across */
    int turn; /* when it came */
};

/* A point at which smoke rounds are fired: it is ranged in on like a unit (smoke.hit). */
struct aim {
    char place[NAME_LEN];
    int unit, shots, turn, zeroed;
};

/* What an observer has called for. */
enum call_kind { CALL_BARRAGE, CALL_SMOKE, CALL_AIR, N_CALL_KINDS };

extern const char *const call_word[N_CALL_KINDS];
extern const char *const call_title[N_CALL_KINDS]; /* as it is told: "smoke barrage at" */

/* A call that waits to arrive, or has arrived: remembered even if the observer dies. */
struct called {
    int kind;     /* enum call_kind */
    int observer; /* id */
    int target;   /* id of an air strike's target, else 0 */
    int turn;     /* in which it was called */
    int over;     /* it has arrived, or is wasted */
    char place[NAME_LEN]; /* where the token lies, in the players' words; "" of an air strike */
};

/* How far anybody sees (appendix III). */
enum night { NIGHT_NONE, NIGHT_FIGHT, NIGHT_FLARE, NIGHT_DAWN, NIGHT_LONGEST_DAY, N_NIGHTS };

extern const char *const night_word[N_NIGHTS];

/* What the players fight for, and who holds it. */
struct objective {
    char name[NAME_LEN];
    int side; /* -1 nobody */
};

enum { MAX_FEATURES = 32, MAX_SMOKE = 24, MAX_AIMS = 24, MAX_CALLS = 16, MAX_OBJECTIVES = 12 };

struct game {
    int edition;
    char scenario[NAME_LEN];
    int turn;
    int phase;        /* enum game_phase */
    int drawn;        /* side whose die was drawn and not used yet, or -1 */
    int virtual_dice; /* how many of the seeded stream were used */
    int step;         /* in GAME_ARRIVING: the next of what is due before the first die */
    int night;        /* enum night */
    int dark;         /* reduced visibility now */
    int over;         /* its scenario has ended the game; nothing is played but by force */
    int n_features, n_smoke, n_aims, n_calls, n_objectives;
    struct objective objective[MAX_OBJECTIVES];
    struct called call[MAX_CALLS];
    struct feature feature[MAX_FEATURES];
    struct smoke smoke[MAX_SMOKE];
    struct aim aim[MAX_AIMS];
    int n_sides;
    struct side side[MAX_SIDES];
    int n_units, cap_units;
    struct unit *unit; /* owned */
};

void game_init(struct game *g, int edition);
void game_copy(struct game *to, const struct game *from);
void game_free(struct game *g);

/* The unit with this id; NULL when there is none. */
struct unit *game_unit(const struct game *g, int id);

/* Finds a living or lost unit by name or unique beginning, without case; NULL with the
   complaint (both names when two fit, the nearest when none does). */
struct unit *game_find(const struct game *g, const char *name, struct diag *d);

/* Same for sides; -1 with the complaint. */
int game_find_side(const struct game *g, const char *name, struct diag *d);

/* The next unit aboard a carrier after `last` (NULL for the first), as they boarded; NULL at the
   end. */
struct unit *game_aboard(const struct game *g, int carrier, const struct unit *last);

/* Men aboard a carrier; a towed gun fills it (tow.capacity). */
int game_load(const struct game *g, const struct unit *carrier);

/* The feature with this name or unique beginning; NULL when there is none. */
const struct feature *game_feature(const struct game *g, const char *name);

/* What a call is aimed at: the place of its token, or the unit. */
const char *call_aim(const struct game *g, int call);

/* How the unit moves, in the words of the movement table (infantry, artillery, tracked, ...). */
const char *unit_mover(const struct unit *u);

/* Dice of a side still in the bag (turn.bag.setup): one a living unit that has no order. */
int game_bag(const struct game *g, int side);

/* The first turn in which units in reserve may come on (reserve.enter; scenarios differ). */
int game_reserve_turn(const struct ruleset *rs, const struct game *g);

/* Its own special rules and its army's, those that the ruleset gives every unit. */
uint64_t unit_specials(const struct ruleset *rs, const struct game *g, const struct unit *u);

/* Everything the record knows of a unit as one who acts. */
void unit_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                const struct unit *u);

/* Everything the record knows of a unit as a target, added to f. */
void unit_target_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                       const struct unit *u);

/* Infantry, artillery or vehicle. */
enum target_type unit_target_type(const struct unit *u);

/* The slot of a carried weapon; -1 when it has none. */
int unit_slot(const struct unit *u, int weapon);

/* Whether every number of a unit, or of the whole record, is one that play can make: what a
   damaged file says is used as an index further on. */
bool unit_sound(const struct game *g, const struct ruleset *rs, const struct unit *u);
bool game_sound(const struct game *g, const struct ruleset *rs);

/* The round in a gun in Ambush: what was said, else solid shot in an anti-tank gun and high
   explosive in any other (he.ambush.round); AMMO_UNSAID for what has no two kinds of round. */
enum ammo unit_loaded(const struct ruleset *rs, const struct unit *u);

/* Where the record was put right to fewer men than weapons: leaves the weapons that the men who
   are left would carry. What most carry goes first, team weapons then, the leader's last. */
void unit_bear_arms(struct unit *u, const struct ruleset *rs);

/* Men that carry team weapons, in a squad. */
int unit_team_weapons(const struct ruleset *rs, const struct unit *u);

/* A vehicle of 7+ (damage.soft-vs-armoured); one of them whose crew has a roof over it. */
bool is_armoured(const struct unit *u);
bool unit_is_enclosed(const struct unit *u);

/* A weapon team: an infantry unit that serves one team weapon (team.support.firer-killed). */
bool unit_is_team(const struct ruleset *rs, const struct unit *u);

/* Whether a call is on something: a plane on a unit, by its id, or on an empty building; all else at
   a place. */
bool call_names(int kind, int target, const char *place);

#endif
