/* What one unit's fire does, as exact distributions: hits, casualties, the check, the loss. */
#ifndef ADJUTANT_RULES_VOLLEY_H
#define ADJUTANT_RULES_VOLLEY_H

#include "odds/dist.h"
#include "rules/score.h"

enum { VOLLEY_GROUPS = 16 };

/* What a hit of a group becomes: one hit; so many under a template; dice of a building; flame. */
enum volley_kind { VOLLEY_PLAIN, VOLLEY_TEMPLATE, VOLLEY_BUILDING, VOLLEY_FLAME };

/* Dice that hit and damage alike. */
struct volley_group {
    int dice;
    double hit;         /* chance that a die hits */
    double damage;      /* chance that a hit damages */
    double exceptional; /* chance that a hit does exceptional damage, part of `damage` */
    enum volley_kind kind;
    int under;          /* models under the templates, halved already for a target Down */
    int multiply_dice, multiply_sides, multiply_plus; /* of each hit, in a building or by flame */
    bool halved;        /* the multiplied hits are halved, rounding up */
    int collapse;       /* this many hits before halving bury everybody; 0 never */
    int pin_sides, pin_plus; /* pins of such a hit: D2, D3, D6, D3+1 */
};

/* Who is shot at. */
struct volley_target {
    int models;          /* left before the shot */
    bool team;           /* exceptional damage destroys it whole (team.support.firer-killed) */
    bool gun;            /* exceptional damage wrecks it (artillery.damage.heavy) */
    bool leader;         /* a leader is alive and may be picked */
    struct facts facts;  /* the target as one who acts: quality, pins before the shot, ... */
};

struct volley {
    struct dist hits, casualties;
    double pinned;       /* one hit or more */
    double exceptional;  /* one exceptional damage or more */
    double morale_check; /* survivors that must take one */
    double destroyed;    /* wiped out, routed by pins, buried, or broken by the check */
    double stands[2][ODDS_MAX + 1]; /* chance of k casualties, fewer than its models, and not
                                       destroyed; [1]: exceptional damage took its leader */
};

/* Men taken to be under a shell's template where nobody said how many (he.template.min-two);
   0 where that was said or there is no template. */
int template_assumed(const struct ruleset *rs, const struct facts *f);

/* The chances of one group from its scores; the kind is what the weapon's hits become, with
   `under` models under its template (facts F_UNDER), or indoors the dice of its shell. */
void volley_group_from(struct volley_group *g, const struct ruleset *rs, const struct facts *shot,
                       const struct score *hit, const struct score *damage, int dice);

/* The whole chain. The pins of this fire count in the check (pin.gain.one-per-attack). */
void volley_make(struct volley *v, const struct ruleset *rs, const struct volley_group *groups,
                 int n_groups, const struct volley_target *target);

/* Losing these many of so many calls for a check: half or more of them, some left. */
bool half_lost(int casualties, int models);

/* With these pins the unit is gone (rout.pins): as many as its quality's own morale. */
bool pins_rout(const struct ruleset *rs, const struct facts *unit, int pins);

#endif
