/* What an assault promises, before it is ordered: the fight, and the fire that may meet it. */
#ifndef ADJUTANT_GAME_PROSPECT_H
#define ADJUTANT_GAME_PROSPECT_H

#include "game/assault.h"
#include "rules/impact.h"
#include "rules/melee.h"

/* [0] is without the target's fire, [1] with it, where it is known. Fire that kills two or more
   men exceptionally takes the owner's choice after the leader, and green men check their morale
   as they were before their first loss; all else is exact. */
struct prospect {
    enum assault_kind kind;
    bool no_range;           /* the distance was not said */
    const char *missing;     /* keys that would tell what the target's fire does, or NULL */
    const char *together;    /* why both strike at once from the first round, or NULL */
    const char *no_fire;     /* the rule by which the target cannot fire first, or NULL */
    bool fire;               /* [1] is worked out */
    int models[2];           /* of the attacker, of the target */
    bool tough, fanatics;    /* anybody is */
    struct melee fight[2];   /* ASSAULT_MEN */
    int hit_need;            /* ASSAULT_VEHICLE: the score to hit it */
    struct storm storm[2];
    struct ramming ram;      /* ASSAULT_RAM */
    struct score check;      /* ASSAULT_OVERRUN: the target's, when it is touched */
    bool tested;             /* tank fear, or a ram at a tank: */
    struct score test;       /* the order test */
};

/* Between two units of a game; facts: range, over, react, and of the target's fire cover, with,
   in, arc, ammo.
   False with the refusal. */
bool prospect_of_units(struct prospect *p, const struct ruleset *rs, struct game *g, int unit,
                       int target, const struct facts *said, struct diag *d);

/* Without a game; weapon and count are those of the target's fire. False with what is missing or
   wrong. */
bool prospect_of_facts(struct prospect *p, const struct ruleset *rs, const struct facts *said,
                       struct diag *d);

/* Facts that either looks at. */
fact_set prospect_facts(void);

#endif
