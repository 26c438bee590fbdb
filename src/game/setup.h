/* Sides, units and the record put right: everything that is said and not decided. */
#ifndef ADJUTANT_GAME_SETUP_H
#define ADJUTANT_GAME_SETUP_H

#include "game/decide.h"

/* Reads "8 rifle, 1 smg, 1 lmg"; false with the complaint. */
bool carried_parse(const struct ruleset *rs, const char *text, struct unit *u, struct diag *d);

/* Reads "light-at, medium-at" as the guns that a vehicle tows, a bit each (tow.types). */
bool tows_parse(const struct ruleset *rs, const char *text, uint64_t *tows, struct diag *d);

bool decide_side(struct decision *d, const char *name);

/* A unit described by the decision's facts. */
bool decide_unit(struct decision *d, int side, const char *name, enum unit_type type,
                 enum quality quality, int *id);

/* The table is always right: pins, models, and whatever `show` shows. */
bool decide_pins(struct decision *d, int unit, int pins);
bool decide_models(struct decision *d, int unit, int models);
bool decide_set(struct decision *d, int unit, const char *key, const char *value);

#endif
