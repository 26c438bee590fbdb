/* Shooting, from the declared target to the morale check (chapter Shooting). */
#ifndef ADJUTANT_GAME_FIRE_H
#define ADJUTANT_GAME_FIRE_H

#include "game/decide.h"
#include "game/shot.h"

enum { FIRE_FACES = 240 };

struct fire_group {
    int weapon, count, dice;
    bool out_of_range, double_six;
    int need, hits;
    int first;               /* where its faces begin in fire_result.to_hit */
    struct score score;
    struct score damage;
    int kills, damage_dice;
};

struct fire_result {
    int unit, target;
    bool ambush, friendly, reacted_down, summed;
    int n_groups;
    struct fire_group group[VOLLEY_GROUPS];
    int n_to_hit, n_again, n_damage, n_sixes;
    signed char to_hit[FIRE_FACES], again[FIRE_FACES], damage[FIRE_FACES], sixes[FIRE_FACES];
    int hits, pins_added, kills, exceptional, casualties;
    int damage_need;         /* 0 where groups need different scores */
    bool leader_lost, leader_saved, team_lost, revealed;
    int green_die;           /* 0 when it was not rolled */
    bool half_spared;
    struct check_result check;
    int target_models, target_pins;
    bool destroyed;
};

/* unit fires at target. False: a refusal, or something is wanted. */
bool decide_fire(struct decision *d, int unit, int target, struct fire_result *r);

/* Whether unit could fire at target now; else the refusal. */
bool may_fire(struct decision *d, const struct unit *u, const struct unit *target);

#endif
