/* Blows that nobody aims over a sight: shells of a barrage, bombs, a bombardment. */
#ifndef ADJUTANT_GAME_STRIKE_H
#define ADJUTANT_GAME_STRIKE_H

#include "game/fire_steps.h"

enum { STRUCK_UNITS = 24 };

/* What a barrage, a strike or a bombardment did to one unit. */
struct struck {
    int unit;
    signed char die[2];     /* its die on the chart; the British roll two */
    int n_die;
    const char *result;     /* of the chart */
    signed char pin_die;    /* 0 when none was rolled */
    int pins_before, pins_added;
    int hits, kills, casualties;
    int n_damage;
    signed char damage[FIRE_FACES / 4];
    int damage_need;        /* 0 when nothing was rolled */
    bool went_down, collapsed, destroyed;
    struct check_result check;
    struct effects effects;
};

/* The unit takes a pin die of so many sides, less `minus` (D3-1 under a plane). */
bool strike_pins(struct decision *d, struct unit *u, const char *purpose, const char *rule,
                 int sides, int minus, struct struck *s);

/* One hit by this weapon on a unit: its template (under=, under.NAME=), its dice in a building,
   or `hits` hits where they were rolled already (0: by the weapon). No pins: those are the chart's.
   *in_building counts the hits in one building so far, for its collapse; may be NULL. */
bool strike_unit(struct decision *d, struct unit *u, int weapon, int hits, int *in_building,
                 struct struck *s);

/* Who of the list down= goes Down now: infantry and guns that can (barrage.down, air.down). */
bool strike_down(struct decision *d, struct unit *u, struct struck *s);

/* Reads the next living unit of a list; *u is NULL at its end or at a '/', which is left. */
bool strike_next(struct decision *d, const char **list, struct unit **u);

#endif
