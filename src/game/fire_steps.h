/* The steps of shooting, each in its file; decide_fire() calls them in order. */
#ifndef ADJUTANT_GAME_FIRE_STEPS_H
#define ADJUTANT_GAME_FIRE_STEPS_H

#include "game/fire.h"

/* ---- fire_hit.c: rolls to hit ---- */
bool roll_to_hit(struct decision *d, const struct shot *s, struct fire_result *r);

/* ---- fire_salvo.c: multiple launchers ---- */

/* A unit goes Down because it is fired at, if the rules let it (fire.c). */
bool drop_unit(struct decision *d, struct unit *target, bool ambush);

/* Who else is near, and which of them go Down; with a friend among them nothing is fired (launcher.friends). */
bool salvo_begins(struct decision *d, struct shot *s, struct fire_result *r);

/* A roll to hit for each of the others (launcher.resolve). */
bool salvo_rolls(struct decision *d, struct fire_result *r);

/* ---- fire_shells.c: what hits become, and pins ---- */

/* Templates, buildings, flame: wounds of each group. False when dice or facts are missing. */
bool multiply_hits(struct decision *d, struct unit *target, struct fire_result *r);

/* Pins of the whole fire. */
bool place_pins(struct decision *d, struct unit *target, struct fire_result *r);

/* The unit has hit the same target this turn: this is still one fire, with other weapons. */
bool fire_goes_on(const struct decision *d, const struct fire_result *r);

/* Other units that the template caught: their pins, damage, casualties. */
bool strike_others(struct decision *d, struct fire_result *r);

/* ---- fire_damage.c: damage and casualties ---- */
bool roll_damage(struct decision *d, struct fire_result *r);
bool suffer(struct decision *d, struct unit *target, struct fire_result *r);

/* Removes the losses of a foot unit and looks after green troops; *casualties is filled in. */
bool lose_men(struct decision *d, struct unit *u, int kills, int exceptional, bool heavy,
              struct fire_result *r, int *casualties);

/* ---- fire.c: the check at the end ---- */

/* The check that flame or the loss of half of `before` men asks for. */
bool check_morale(struct decision *d, struct unit *target, int before, struct fire_result *r);

/* The gun is gone. Those of its crew who live may still run to another one when their die comes,
   if it lies in the bag; until then the unit is a crew without a gun (recrew.after-loss). */
void strand_crew(struct decision *d, struct unit *u, int men);

/* Green troops at their first loss: 1 more pins and Down, 2-4 nothing, 5-6 regulars. In a fight at
   close quarters pins rout nobody before it is over (cq.pins-ignored). */
bool green_troops(struct decision *d, struct unit *u, bool fighting, int *rolled);

/* ---- fire.c: getting away ---- */

/* A recce vehicle, horse or motorbikes that have not acted (vehicle.recce.escape). */
bool can_escape(const struct decision *d, const struct unit *target);
void make_escape(struct decision *d, struct unit *target);

/* A unit that may go Down when it is shot at. */
bool can_go_down(const struct decision *d, const struct unit *target);
void go_down(struct decision *d, struct unit *target);

/* From the top floor (floors=) down: on 4-6 the shell bursts, on 1-3 it falls on; the ground stops
   it (building.indirect.floor). Adds its dice, `most` at the most, and tells the floor where it
   burst; `floor` is the target's, `unit` who threw it. */
bool fall_through(struct decision *d, int unit, int floor, signed char *dice, int most, int *n,
                  int *burst);

#endif
