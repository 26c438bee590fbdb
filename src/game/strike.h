/* Blows that nobody aims over a sight: shells of a barrage, bombs, a bombardment. */
#ifndef ADJUTANT_GAME_STRIKE_H
#define ADJUTANT_GAME_STRIKE_H

#include "game/fire_steps.h"
#include "game/house.h"

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
    int n_floor;
    signed char floor_die[8]; /* of a bomb that falls through floors */
};

/* The unit takes a pin die of so many sides, less `minus` (D3-1 under a plane). */
bool strike_pins(struct decision *d, struct unit *u, const char *purpose, const char *rule,
                 int sides, int minus, struct struck *s);

/* One blow on a unit. */
struct blow {
    int weapon;
    int hits;               /* rolled already; 0: as many as its template (under=, under.NAME=) or
                               its dice in a building make */
    int pin_sides;          /* of the die of pins that comes before the damage; 0: none */
    const char *pin_rule;
    int *in_building;       /* hits in this building so far, for its collapse; or NULL */
};

/* The blow strikes: hits, pins, damage, the check. A building that comes down buries all men and
   guns in it, and adds them to `buried`. */
bool strike_unit(struct decision *d, struct unit *u, const struct blow *blow, struct struck *s,
                 struct passengers *buried);

/* The building that the unit is in comes down: adds who is buried (building.he.collapse). */
void strike_house(struct decision *d, struct unit *u, struct passengers *buried);

/* Whether the list bunkers= names the unit; a name that nobody bears is a complaint in d. */
bool strike_bunker(struct decision *d, const struct unit *u);

/* A bomb on the roof falls through floors until it bursts (building.air.floor); *u becomes the unit
   that holds the floor where it does, NULL when nobody is there. Each die is added to `s`. */
bool strike_floor(struct decision *d, struct unit **u, struct struck *s);

/* Who of the list down= goes Down now: infantry and guns that can (barrage.down, air.down). */
bool strike_down(struct decision *d, struct unit *u, struct struck *s);

/* Reads the next living unit of a list, which may be NULL; *u is NULL at its end or at a '/', which
   is left. Who has fallen since the command began is passed over: the list was said before. */
bool strike_next(struct decision *d, const char **list, struct unit **u);

/* The unit can be struck: it is on the table, and no load of a vehicle. */
bool on_table(struct decision *d, const struct unit *u);

#endif
