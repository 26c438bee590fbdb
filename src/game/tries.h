/* What dice were to do and did: kept in the log beside the faces, which do not tell it (a score
   may differ from die to die, a 6 may have to come twice, hits=3 has no faces). */
#ifndef ADJUTANT_GAME_TRIES_H
#define ADJUTANT_GAME_TRIES_H

#include "game/decide.h"
#include "odds/chance.h"

enum luck_kind { LUCK_HIT, LUCK_DAMAGE, LUCK_TEST, LUCK_DRAW, N_LUCK_KINDS };

extern const char *const luck_word[N_LUCK_KINDS];

/* The tries of one roll, as the text of EV_TRIED has them: "4*1/3 2*1/36"; start from {0}. */
struct tries {
    int n;
    char text[EVENT_TEXT - 16];
};

/* Adds n tries with chance p each; none for n under 1. */
void tries_add(struct tries *t, int n, struct fraction p);

/* Notes that `came` of them succeeded. `unit` threw the dice; nothing is noted where nobody did
   (0), or where there was nothing to try. */
void note_tries(struct decision *d, int unit, enum luck_kind kind, int came,
                const struct tries *t);

/* The same of n dice that had to show `need` or more. */
void note_dice(struct decision *d, int unit, enum luck_kind kind, int came, int n, int need);

/* A test on two dice, of need or less: one try, with the chance of either roll where a failure is
   rolled again. */
void note_test(struct decision *d, int unit, int need, bool again, bool passed);

/* The kind of a text of EV_TRIED, and where its tries begin; false when it is broken. */
bool tries_read(const char *text, enum luck_kind *kind, const char **tries);

/* Takes the next of the tries; false at the end, with *tries NULL when they are broken. */
bool tries_next(const char **tries, int *n, struct fraction *p);

/* Whether an EV_TRIED can be true. */
bool tries_sound(int came, int n, const char *text);

#endif
