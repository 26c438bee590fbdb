/* The sentences that reports are made of. */
#ifndef ADJUTANT_REPORT_TELL_H
#define ADJUTANT_REPORT_TELL_H

#include "report/chronicle.h"

/* The name of an order as a sentence begins with it; "no order". */
const char *tell_order(int order);

/* "3 men", "1 pin", "no pins": a number and what it counts. */
void tell_count(struct buf *b, int n, const char *one, const char *many);

/* "1 unit, 4 men", "nothing" */
void tell_losses(struct buf *b, int units, int men);

/* The die at which a command came: its number, "-" before the first, "end" behind the last. */
void tell_label(const struct deed *deed, char *label, size_t size);

/* What a command answered. Of the turn's beginning what was rolled before the first die only: the
   bag stands elsewhere, so nothing at all where nothing was rolled. */
void tell_deed(struct buf *b, const struct chronicle *c, const struct deed *deed);

/* Several things that were rolled before the first die stand in one answer: calls back with a line
   for each; text is cut up. */
void tell_each_line(char *text, void (*each)(void *ctx, const char *line, bool last), void *ctx);

/* What befell a unit: "Fire of Pak: goes Down, 1 man lost, 1 pin." */
void tell_touch(struct buf *b, const struct chronicle *c, const struct deed *deed,
                const struct touch *h);

/* What was put right, or done against the rules, and why. */
void tell_ruling(struct buf *b, const struct deed *deed);

/* "knocked out, by Ram (Allies)" */
void tell_fall(struct buf *b, const struct chronicle *c, const struct fall *f);

/* How many of it are left: "5 of 6", or "lost". And its die, with everything else that its
   card would show: "Down, kept; leader lost". */
void tell_left(struct buf *b, const struct unit *u);
void tell_state(struct buf *b, const struct game *g, const struct unit *u);

/* "barrage at mill" */
void tell_call(struct buf *b, const struct game *g, int call);

/* "came in turn 4: 2 units, 3 men, 5 pins" */
void tell_outcome(struct buf *b, const struct chronicle *c, int call);

/* A side's name and army: "Japan (Imperial Japan)". */
void tell_side(struct buf *b, const struct chronicle *c, int side);

/* What waits at the end of a turn, a line each. */
void tell_waiting(const struct chronicle *c, int turn,
                  void (*each)(void *ctx, const char *what, const char *text), void *ctx);

#endif
