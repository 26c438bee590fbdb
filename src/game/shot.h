/* One unit's fire at one target as groups of like weapons, each with its own range and score. */
#ifndef ADJUTANT_GAME_SHOT_H
#define ADJUTANT_GAME_SHOT_H

#include "game/state.h"
#include "rules/score.h"
#include "rules/volley.h"
#include "rules/wreck.h"

/* What a hit of a group becomes. */
enum hit_kind { HIT_PLAIN, HIT_SHELL, HIT_FLAME };

/* Weapons of one kind that roll alike. */
struct shot_group {
    int slot, weapon;
    enum hit_kind kind;
    bool indirect;
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

/* A weapon that may choose a target of its own: a vehicle's, a one-shot one, a squad's mortar. */
bool slot_splits(const struct ruleset *rs, const struct unit *u, int slot);

/* with= or weapon= names this weapon. */
bool slot_named(const struct ruleset *rs, const struct facts *f, const struct carried *c);

/* The weapon's arcs (and a jammed turret's) hold the target. */
bool slot_bears(const struct unit *u, int slot, const struct facts *f);

/* Dice of all groups that are in range. */
int shot_dice(const struct shot *s);

/* The same against a vehicle. */
void shot_wreck(struct wreck *w, const struct shot *s, const struct ruleset *rs,
                const struct game *g, const struct unit *target);

/* A comma-separated list names this weapon, by any of its names or their beginnings. */
bool list_names_weapon(const struct ruleset *rs, const char *list, int weapon);

#endif
