/* Observers, barrages, aircraft and flak (chapter Headquarters), and the bombardment before a
   battle (chapter Preparing for Battle). */
#ifndef ADJUTANT_GAME_SUPPORT_H
#define ADJUTANT_GAME_SUPPORT_H

#include "game/strike.h"

enum { FLAK_UNITS = 12 };

/* Facts that may be said of several arrivals, cut by strokes (near=a,b/c): how many parts of each
   were used up so far. */
struct parts {
    int near, flak, to, onto, victim;
};

/* The n-th part of such a list, up to the next stroke or the end; NULL when it has fewer. */
const char *list_part(const struct facts *f, enum fact key, int n);

/* The same as a word by itself; false when there is none, or it says none. */
bool word_part(const struct facts *f, enum fact key, int n, char *word, size_t size);

/* A unit that fires at a plane. */
struct flak_fire {
    int unit;
    bool friendly;
    signed char hold_die;        /* 0: an enemy's unit, nothing to hold */
    bool held;                   /* it held its fire */
    int dice, need;
    bool double_six;
    int n_rolled, n_again, n_multiplied;
    signed char rolled[60], again[60], multiplied[60];
    int shots_hit, hits;
    const char *rule;            /* why it fires or holds its fire, and what becomes of it */
};

/* What came of one call at the turn's beginning. */
struct arrival {
    int call;                    /* number of the call in the record */
    signed char chart_die;
    int chart_total;             /* at night one less, never under 1 */
    const char *result;          /* of its chart */
    const char *rule;            /* of that row; lives as long as the ruleset */
    bool arrived, wasted;
    signed char direction;       /* D6 of the template; 0: the token did not stray */
    signed char stray[3];
    int stray_inches;
    signed char radius_die;
    int radius;                  /* inches within which units are struck; of smoke across */
    int n_flak, flak_hits;
    struct flak_fire flak[FLAK_UNITS];
    bool shot_down;
    int target;                  /* of the plane, after a rookie's choice; 0: an empty building */
    signed char type_die;
    const char *type;            /* of warplane */
    int n_struck;
    struct struck struck[STRUCK_UNITS];
    struct passengers buried;    /* in buildings that came down */
    signed char hit_dice[2];     /* a strafing run's 2D6 */
};

/* An observer's one call (two of an army that rules the air): fao.call, air.call. */
bool decide_call(struct decision *d, int observer, enum call_kind kind, int *made);

/* The n-th call is due: its chart, and if it comes, all that it does. `parts` counts what
   of this command, for lists such as near=a,b/c. */
bool resolve_call(struct decision *d, int call, struct parts *parts, struct arrival *a);

/* The same of an air strike alone. */
bool resolve_air(struct decision *d, int call, struct parts *parts, struct arrival *a);

/* What an observer may bring a plane on by that name: an enemy (air.target,
   hidden.no-support-fire), or a building where nobody is (building.empty.target), when *house is
   its name and *target 0. */
bool strike_aim(struct decision *d, const struct unit *observer, const char *name, int *target,
                const char **house);

/* What the plane is over, by name. */
const char *plane_aim(const struct decision *d, const struct arrival *a);

/* Whether near= has named that unit already, which is a complaint in d. */
bool named_before(struct decision *d, const struct arrival *a, const struct unit *u);

/* Once everything has fallen: who of those that were struck is gone. */
void settle_struck(struct decision *d, struct arrival *a);

/* Flak of both sides at a plane that is called by `side`. */
bool fire_flak(struct decision *d, int side, struct parts *parts, struct arrival *a);

struct bombardment {
    int side;
    signed char comes_die;       /* on a 1 it fails to come */
    bool comes;
    int n_struck;
    struct struck struck[STRUCK_UNITS * 2];
};

/* The preparatory bombardment of a side's units, before turn 1. */
bool decide_bombard(struct decision *d, int side, struct bombardment *b);

#endif
