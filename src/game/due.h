/* What is due at a turn's beginning and at its end: `turn` and `end` ask for what stands here and
   for nothing else, and `due` shows it. */
#ifndef ADJUTANT_GAME_DUE_H
#define ADJUTANT_GAME_DUE_H

#include "game/state.h"

/* In the order in which it comes. */
enum due_kind {
    /* before a turn's first die */
    DUE_LIGHT,      /* a die */
    DUE_WIND,       /* a die */
    DUE_CALL,       /* a die and what follows; `of` is the number of the call */
    DUE_RESERVE,    /* a reminder: a unit in reserve may try to come on this turn */
    /* at its end (A59); `of` is the id of the unit */
    DUE_AMBUSH,     /* it keeps its Ambush, tries a last shot (a die), or neither */
    DUE_DOWN,       /* it may keep its Down */
    DUE_SHOT,       /* its last shot has come off: it may fire now */
    DUE_SHED,       /* its Down is kept: with two pins or more, a die */
    DUE_EMPTY,      /* an empty transport: two distances */
    DUE_GUNLESS,    /* a crew without a gun is removed */
    DUE_BASES,      /* objectives of a scenario that settles them when any turn ends */
    DUE_LENGTH,     /* a die: is there another turn? */
    DUE_LAST,       /* the game is over, without a die */
    DUE_OBJECTIVES, /* who holds what, if the game is over */
    DUE_NEVER,      /* a unit that is still in reserve then counts as destroyed */
    N_DUE_KINDS
};

struct due {
    enum due_kind kind;
    int of;
    const char *rule; /* lives as long as the ruleset */
};

/* The next step that is due at this turn's beginning, from `step` on; -1 when there is none.
   STEP_LIGHT, STEP_WIND, or one of STEP_CALL to STEP_END - 1: barrages come before air strikes, each
   in the order of the calls. */
enum { STEP_LIGHT, STEP_WIND, STEP_CALL, STEP_END = STEP_CALL + 2 * MAX_CALLS };
int turn_due(const struct game *g, int step);

/* The number of the call that such a step brings. */
int step_call(int step);

/* Whether something is due of a unit: DUE_RESERVE to DUE_GUNLESS, DUE_NEVER. */
bool due_of_unit(const struct ruleset *rs, const struct game *g, enum due_kind kind,
                 const struct unit *u);

/* Whether something is due of the game at the end of this turn: DUE_BASES to DUE_OBJECTIVES. */
bool due_of_game(const struct ruleset *rs, const struct game *g, enum due_kind kind);

/* Calls back with all that is due from `step` on at this turn's beginning, and with all that is due
   at its end as things stand. */
void due_at_start(const struct ruleset *rs, const struct game *g, int step,
                  void (*each)(void *ctx, const struct due *due), void *ctx);
void due_at_end(const struct ruleset *rs, const struct game *g,
                void (*each)(void *ctx, const struct due *due), void *ctx);

#endif
