/* Shooting, from the declared target to the morale check (chapter Shooting). */
#ifndef ADJUTANT_GAME_FIRE_H
#define ADJUTANT_GAME_FIRE_H

#include "game/carrier.h"
#include "game/effects.h"
#include "game/night.h"
#include "game/shot.h"

enum { FIRE_FACES = 240, FIRE_OTHERS = 6 };

struct fire_group {
    int slot, weapon, count, dice;
    enum hit_kind kind;
    bool indirect, out_of_range, double_six;
    int need, hits;          /* shots that hit */
    int wounds;              /* hits rolled for damage: under the template, multiplied, halved */
    int first;               /* where its faces begin in fire_result.to_hit */
    struct score score;
    struct score damage;
    struct facts f;
    int kills, damage_dice;
};

/* Another unit that the template caught, or that a salvo was fired at. */
struct fire_other {
    bool sheltered;      /* in a building, and the shell burst outside */
    bool dropped;        /* it went Down when it became a target */
    bool in_salvo, hit;  /* by a launcher: whether its own shot hit, and what it showed */
    bool too_near;       /* under its minimum */
    signed char rolled;  /* 0: out of its reach */
    int unit, hits, pins, kills, casualties;
    bool destroyed;
};

struct fire_result {
    int unit, target;
    bool ambush, friendly, reacted_down, escaped, summed, at_spotter, spotter_lost;
    int n_groups;
    struct fire_group group[VOLLEY_GROUPS];
    int n_to_hit, n_again, n_damage, n_sixes, n_multiplied, n_floor;
    signed char to_hit[FIRE_FACES], again[FIRE_FACES], damage[FIRE_FACES], sixes[FIRE_FACES],
        multiplied[FIRE_FACES], floor_die[16];
    int shots_hit;           /* shots that hit, before templates */
    int hits;                /* hits rolled for damage */
    bool no_floor;           /* its floor is known: no die is rolled for it */
    int building_hits;       /* hits in the same building before this one, for its collapse */
    int fire_pins;           /* of the fire itself, without those of damage results */
    int pins_before, pins_added, kills, exceptional, casualties;
    int damage_need;         /* 0 where groups need different scores */
    signed char pin_die, regular_die;
    bool leader_lost, leader_saved, team_lost, gun_lost, abandoned, revealed, collapsed;
    int n_medic, saved;
    signed char medic[FIRE_FACES];
    int green_die;           /* 0 when it was not rolled */
    bool half_spared;
    struct check_result check;
    struct effects effects;
    int n_fuel;
    signed char fuel[8];
    bool fuel_out;
    signed char blaze_die;
    bool ablaze;
    char building[NAME_LEN]; /* that the target was in, as far as the record knows, else "" */
    struct passengers inside; /* who was in a building that fell or burns */
    struct passengers riders; /* who was aboard a vehicle that was struck */
    int by;                  /* the unit aboard that served the weapons, else 0 */
    int spoilt_by;           /* the friend too near to a launcher's target, else 0 */
    int n_others;
    struct fire_other other[FIRE_OTHERS];
    struct spotting spotting;
    int target_models, target_pins;
    bool destroyed;
};

/* unit fires at target. False: a refusal, or something is wanted. */
bool decide_fire(struct decision *d, int unit, int target, struct fire_result *r);

/* Whether unit could fire at target now; else the refusal. */
bool may_fire(struct decision *d, const struct unit *u, const struct unit *target);

#endif
