/* Blows that nobody aims over a sight: shells of a barrage, bombs, a bombardment. */
#ifndef ADJUTANT_GAME_STRIKE_H
#define ADJUTANT_GAME_STRIKE_H

#include "game/fire_steps.h"
#include "game/house.h"

enum { STRUCK_UNITS = 24 };

/* What a barrage, a strike or a bombardment did to one unit. */
struct struck {
    int unit;               /* 0: nobody, a building that is empty */
    char house[NAME_LEN];   /* that building, else "" */
    signed char die[2];     /* its die on the chart; the British roll two */
    int n_die;
    const char *result;     /* of the chart */
    signed char pin_die;    /* 0 when none was rolled */
    int pins_before, pins_added;
    int hits, kills, casualties;
    int n_damage;
    signed char damage[FIRE_FACES / 4];
    int damage_need;        /* 0 when nothing was rolled */
    bool went_down, collapsed, gun_lost, destroyed;
    const char *rule[4];    /* those that it went by, as far as they are not every unit's */
    struct check_result check;
    struct effects effects;
    int n_floor;
    signed char floor_die[8]; /* of a bomb that falls through floors */
    struct passengers riders; /* of a transport that is wrecked, stuck or routed */
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

/* The building comes down on `u`, who may be NULL, and on whoever else is in it: adds who is buried
   (building.he.collapse). */
void strike_house(struct decision *d, struct unit *u, const char *building,
                  struct passengers *buried);

/* Hits on a building where nobody is, as its high explosive makes them, or 2D6 of a weapon without:
   whether those and `before` bring it down (building.empty.target). They are added up in s. */
bool strike_empty(struct decision *d, const char *building, int weapon, int before,
                  struct struck *s, struct passengers *buried);

/* Whether the list of that fact names the unit; a name that nobody bears is a complaint in d. */
bool strike_listed(struct decision *d, enum fact list, const struct unit *u);

/* The same of bunkers=. */
bool strike_bunker(struct decision *d, const struct unit *u);

/* A bomb on the roof falls through floors until it bursts (building.air.floor); *u becomes the unit
   that holds the floor where it does, NULL when nobody is there. Each die is added to `s`. */
bool strike_floor(struct decision *d, struct unit **u, struct struck *s);

/* Who of the list down= goes Down now: infantry and guns that can, by `rule` (barrage.down,
   air.down). */
bool strike_down(struct decision *d, struct unit *u, const char *rule, struct struck *s);

/* Reads the next living unit of a list, which may be NULL; *u is NULL at its end or at a '/', which
   is left. Who has fallen since the command began is passed over: the list was said before. */
bool strike_next(struct decision *d, const char **list, struct unit **u);

/* The building that the next word of the list names, as the record spells it, and steps over the
   word; NULL, and nothing is read, where it names none. */
const char *strike_next_house(const struct decision *d, const char **list);

/* Whether a named unit stands on the table by itself: neither aboard a vehicle nor in reserve. */
bool must_be_there(struct decision *d, const struct unit *u);

/* The unit is lost, though men of a gun may live. */
bool strike_lost(const struct unit *u);

/* Adds to those rules. */
void strike_cite(struct struck *s, const char *rule);

#endif
