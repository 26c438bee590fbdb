/* Moves as an umpire sees them, terrain by name, smoke rounds, crews that change guns. */
#ifndef ADJUTANT_GAME_GROUND_H
#define ADJUTANT_GAME_GROUND_H

#include "game/decide.h"

enum { MAX_TAKEN = 8 };
enum { MOVE_REVEALS = 8 };

struct move_result {
    int unit;
    int n_taken, taken[MAX_TAKEN]; /* abandoned guns of the enemy's that it came upon */
    double inches, allowed;
    double least;     /* it must go further than this; 0 for no such bound */
    int turns;        /* right-angle turns allowed; 99: as many as it likes */
    char rule[RULE_ID];
    int n_revealed, revealed[MOVE_REVEALS]; /* hidden enemies that it came near */
};

/* The row by which a unit moves on an order, and its right-angle turns; NULL when it does not. */
const struct movement *unit_rate(const struct ruleset *rs, const struct game *g,
                                 const struct unit *u, int order, int *turns);

/* How far a unit may go on an order, and by which rule; 0 when it may not move on it at all. */
double move_allowance(const struct ruleset *rs, const struct game *g, const struct unit *u,
                      int order, const struct facts *f, struct move_result *r);

/* The ground that a word says: a kind of ground, or that of a feature that was named. */
const char *ground_of(const struct game *g, const char *word);
/* The first ground of a list (over=) that a unit may not enter on an order; row is NULL when it
   may go over all of it. False with the complaint about a word that is no ground. */
struct barred {
    const struct ground_row *row;
    char word[NAME_LEN];
};

bool move_barred(const struct ruleset *rs, const struct game *g, const struct unit *u, int order,
                 const char *list, struct barred *bar, struct diag *d);

/* over=: the ground on its way lets it through on this order; else the refusal. */
bool over_ground(struct decision *d, const struct unit *u, int order);

/* Whether a unit may go so far on its order: Advance or Run, its rate, what it went before, the
   ground of over=; else the refusal. r->allowed and r->turns are filled in. */
bool may_go(struct decision *d, const struct unit *u, double inches, struct move_result *r);

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
