/* Summaries for paper: plain text, 80 columns. */
#ifndef ADJUTANT_REPORT_REPORT_H
#define ADJUTANT_REPORT_REPORT_H

#include "session/session.h"

/* Adds what happened in a turn: dice drawn in order, orders and what came of them, losses,
   how every unit stands, what waits. A turn that was not played is a refusal. */
bool report_turn(struct session *s, int turn, struct buf *b, struct diag *d);

#endif
