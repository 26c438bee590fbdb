/* Close quarters, from the measured distance to the winner's regroup (chapters Close Quarters,
   Vehicles, Buildings). */
#ifndef ADJUTANT_GAME_ASSAULT_H
#define ADJUTANT_GAME_ASSAULT_H

#include "game/carrier.h"
#include "game/charge.h"

enum { MELEE_MEN = 60, MELEE_ROUNDS = 100, OVERRUN_UNITS = 6, ASSAULT_LOST = 12 };

/* What an assault is, by who does it to whom. */
enum assault_kind {
    ASSAULT_MEN,      /* infantry on infantry or a gun's crew */
    ASSAULT_VEHICLE,  /* infantry on a vehicle */
    ASSAULT_OVERRUN,  /* a tank on infantry and guns */
    ASSAULT_RAM,      /* a tank on a vehicle */
    ASSAULT_BUILDING  /* a tank on a building */
};

/* One side's blows of one round, in the order of contract, 6. */
struct blows {
    int dice, need;
    signed char rolled[MELEE_MEN];
    int n_sixes;                    /* sixes that did damage, rolled again */
    signed char sixes[MELEE_MEN];
    int n_second;                   /* second rolls of tough fighters */
    signed char second[MELEE_MEN];
    int n_second_sixes;
    signed char second_sixes[MELEE_MEN];
    int kills, exceptional;
    int casualties;                 /* men that the other side lost to them */
    signed char green_die;          /* of the other side's green troops, 0: not rolled */
    bool leader_lost, leader_saved; /* the other side's */
};

struct assault_round {
    bool simultaneous;
    struct blows attacker, defender;
    int spared;                     /* fanatics who were beaten and fight on, else 0 */
};

/* What the target did about it. */
struct meeting {
    bool fired, escaped;
    struct spotting spotting;       /* at night, before it may fire */
    double range;                   /* after an escape: to where it stands now */
    struct fire_result fire;
};

/* Infantry on a vehicle. */
struct grenades {
    int dice, need;
    signed char rolled[MELEE_MEN];
    int hits;
    signed char damage_die;         /* 0: no hit, no roll */
    struct score hit, damage;       /* damage: of the one roll, the hits counted */
    struct facts f;                 /* that the scores were made of */
    bool escaped, summed;
    enum damage_degree degree;
    struct effects effects;
};

/* One unit that a tank drove over. */
struct overrun {
    int unit;
    struct meeting meeting;
    bool spared;                    /* its army needs no check */
    struct check_result check;
    bool gun_destroyed, destroyed;
    double range;                   /* inches that the tank came from where it was before */
    char with[NAME_LEN];            /* weapons that were named for its fire, or "" */
};

/* Of a ram: 0 the one who rams, 1 the other; a building has dice and no unit. */
struct ram {
    int n_dice[2];
    signed char rolled[2][3];
    int total[2];
    bool loser[2];
    struct effects effects[2];
    bool building_falls;
    enum damage_degree degree[2];   /* that they take; DAMAGE_NONE: unharmed */
};

struct assault_result {
    enum assault_kind kind;
    int unit, target;
    int fighter;                    /* who fought: the target, or a unit that was aboard it */
    double range, limit, moved;     /* inches: to the target, that it may go, that it went */
    const char *limit_rule;
    struct spotting spotting;       /* at night */
    bool reached;                   /* the charge could get there */
    bool stopped;                   /* fire stopped it before it touched anybody */
    const char *simultaneous_rule;  /* why both strike at once from the first round, or NULL */
    struct meeting meeting;
    int n_rounds;
    struct assault_round *round;    /* MELEE_ROUNDS of them, the caller's */
    struct grenades grenades;
    double on_least, on_most;       /* inches that a tank still has to go, and may go */
    int n_overruns;
    struct overrun *overrun;        /* OVERRUN_UNITS of them, the caller's */
    struct ram ram;
    struct passengers riders;       /* who was aboard a vehicle that the ram wrecked or stopped */
    int winner;                     /* id, 0 for nobody */
    int n_destroyed, destroyed[ASSAULT_LOST];
    int n_regroup;
    signed char regroup_die[2];
    int regroup;                    /* inches, 0 when nobody regroups */
    bool stormed, occupied;         /* the winner may take the floor; it did */
};

/* A unit assaults the target; target 0 is a building in its way (tank-assault on buildings, with
   walls=). False: a refusal, or something is wanted. */
bool decide_assault(struct decision *d, int unit, int target, struct assault_result *r);

/* ---- the steps, each in its file ---- */

/* assault.c: the target's reaction to a charge from `range` inches, if it may react. After it the
   charger may be destroyed, halted or out of reach. */
bool meet_charge(struct decision *d, struct unit *charger, struct unit *target, double range,
                 struct meeting *m);

/* assault.c: how many dice a winner's regroup takes. */
int regroup_dice(const struct decision *d, const struct unit *u);

/* assault.c: D6 inches, 2D6 for riders (cq.regroup, special.cavalry.regroup). */
bool regroup(struct decision *d, struct unit *winner, struct assault_result *r);

/* assault.c: fire has stopped the charge: nobody is left, or a die shows Down. */
bool charge_stopped(const struct unit *u, int order_before);

/* assault.c: notes a unit that the assault cost, and destroys it first. */
void assault_loses(const struct unit *u, struct assault_result *r);
void assault_destroys(struct decision *d, struct unit *u, const char *why,
                      struct assault_result *r);

/* Models of a unit that fight as tough fighters: all of a unit with the rule, of mounted cavalry,
   else those that carry an assault weapon (special.tough.extra, special.assault.tough). */
int unit_tough(const struct ruleset *rs, const struct game *g, const struct unit *u);

/* melee.c: the rounds between the charger and `defender`, until somebody loses. */
bool fight_men(struct decision *d, struct unit *attacker, struct unit *defender,
               struct assault_result *r);

/* grenades.c: what score_assault() and score_grenades() want to know. */
void grenade_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                   const struct unit *attacker, const struct unit *vehicle, bool escaped);

/* grenades.c: infantry has reached a vehicle. */
bool fight_vehicle(struct decision *d, struct unit *attacker, struct unit *vehicle,
                   struct assault_result *r);

/* overrun.c: a tank drives at infantry and guns, one after another (path=). */
bool drive_over(struct decision *d, struct unit *tank, struct unit *target,
                struct assault_result *r);

/* ram.c: a tank may drive into the building; else the refusal (building.ram.who). */
bool may_ram_building(struct decision *d, const struct unit *u);

/* ram.c: a tank rams a vehicle, or a building when vehicle is NULL. */
bool drive_into(struct decision *d, struct unit *tank, struct unit *vehicle,
                struct assault_result *r);

#endif
