/* Moves as an umpire sees them, terrain by name, smoke rounds, crews that change guns. */
#ifndef ADJUTANT_GAME_GROUND_H
#define ADJUTANT_GAME_GROUND_H

#include "game/decide.h"

enum { MOVE_REVEALS = 8 };

struct move_result {
    int unit;
    double inches, allowed;
    double least;     /* it must go further than this; 0 for no such bound */
    int turns;        /* right-angle turns allowed; 99: as many as it likes */
    char rule[RULE_ID];
    int n_revealed, revealed[MOVE_REVEALS]; /* hidden enemies that it came near */
};

/* How far a unit may go on an order, and by which rule; 0 when it may not move on it at all. */
double move_allowance(const struct ruleset *rs, const struct game *g, const struct unit *u,
                      int order, const struct facts *f, struct move_result *r);

/* The ground that a word says: a kind of ground, or that of a feature that was named. */
const char *ground_of(const struct game *g, const char *word);

/* It backs at its Run rate, by its own will or after a failed test. *rule, where it is wanted, says
   by which rule (vehicle.recce.run-reverse, army.britain.carrier.turn). */
bool backs_at_full_speed(const struct ruleset *rs, uint64_t specials, const char **rule);

bool decide_move(struct decision *d, int unit, double inches, struct move_result *r);

/* terrain NAME soft|hard dense rough|obstacle|...: words are facts and grounds. */
bool decide_terrain(struct decision *d, const char *name, int cover, bool dense,
                    const char *ground);

struct smoke_result {
    int unit, need, size;
    bool hit, out_of_range;
    signed char die, more_die;
    int more;         /* circles besides the first */
    char place[NAME_LEN];
    struct score score;
};

bool decide_smoke(struct decision *d, int unit, struct smoke_result *r);

/* The crew of `from` runs to `to` (recrew.move). */
bool decide_recrew(struct decision *d, int from, int to);

#endif
