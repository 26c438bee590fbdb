/* Back and forth through the log, and proving it. */
#ifndef ADJUTANT_SESSION_HISTORY_H
#define ADJUTANT_SESSION_HISTORY_H

#include "session/session.h"

/* Takes back (or does again) up to n intents; *done tells how many, *what names the last one
   (caller frees the buffer). Nothing to take back is a refusal. */
bool history_undo(struct session *s, int n, int *done, struct buf *what, struct diag *d);
bool history_redo(struct session *s, int n, int *done, struct buf *what, struct diag *d);

/* Replays the whole log into *g, which the caller clears. */
bool history_replay(struct session *s, struct game *g, struct diag *d);

/* Replays the log and compares with the tables; false with the first difference. */
bool history_check(struct session *s, long long *intents, struct diag *d);

/* Proves every virtual die of the log from the seed; *dice tells how many there were. */
bool history_verify(struct session *s, int *dice, struct diag *d);

/* The state of every intent: bit n of the result's bytes is 1 for those that stand. */
struct standing {
    long long n;          /* intents 1 to n */
    unsigned char *alive; /* owned; [i] for intent i */
};
bool history_standing(struct session *s, struct standing *st, struct diag *d);
void standing_free(struct standing *st);

/* Intent n is in the log and was not taken back. */
bool intent_stands(const struct standing *st, long long n);

/* Whether a virtual die ever fell in this game, undone or not. */
bool history_any_virtual(struct session *s);

#endif
