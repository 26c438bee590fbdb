/* Horse, motorbikes and bicycles: getting off them, and what makes men leave them. */
#ifndef ADJUTANT_GAME_RIDERS_H
#define ADJUTANT_GAME_RIDERS_H

#include "game/decide.h"

/* On horseback or on motorbikes still. */
bool unit_is_mounted(const struct ruleset *rs, const struct unit *u);

/* Riders get off in an Advance, before they shoot: infantry for the rest of the game
   (special.cavalry.dismount, special.bike.dismount). */
bool decide_dismount_rider(struct decision *d, int unit);

/* What an event does to men on bicycles: any order other than Run and any pin leaves them on foot
   for good (special.bicycle.dismount). emit() calls it after each event. */
void riders_notice(struct decision *d, enum event_kind kind, int unit, int a, int b);

/* Inches of an escape in reaction: riders go at their Advance, recce vehicles at a Run
   (special.cavalry.escape, special.bike.escape, vehicle.recce.escape). */
double escape_reach(const struct ruleset *rs, const struct game *g, const struct unit *u);

#endif
