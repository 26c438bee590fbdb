/* One unit's fire at one target as groups of like weapons, each with its own range and score. */
#ifndef ADJUTANT_GAME_SHOT_H
#define ADJUTANT_GAME_SHOT_H

#include "game/state.h"
#include "rules/score.h"
#include "rules/volley.h"

/* Weapons of one kind that roll alike. */
struct shot_group {
    int slot, weapon;
    int count;            /* weapons that fire */
    int dice;
    struct facts f;
    struct score hit, damage;
};

struct shot {
    int n;
    struct shot_group group[VOLLEY_GROUPS];
};

/* Works out who fires with what score, from the record and the facts said; the distance must
   be known. False with the complaint: a weapon that the unit has not, more of them than it has. */
bool shot_make(struct shot *s, const struct ruleset *rs, const struct game *g,
               const struct unit *u, const struct unit *target, const struct facts *said,
               struct diag *d);

/* The chain of odds of such a shot. */
void shot_odds(struct volley *v, const struct shot *s, const struct ruleset *rs,
               const struct game *g, const struct unit *target);

/* Dice of all groups that are in range. */
int shot_dice(const struct shot *s);

/* A comma-separated list names this weapon, by any of its names or their beginnings. */
bool list_names_weapon(const struct ruleset *rs, const char *list, int weapon);

#endif
