/* Summaries for paper and for pages: of a turn, and of the whole battle. */
#ifndef ADJUTANT_REPORT_REPORT_H
#define ADJUTANT_REPORT_REPORT_H

#include "report/chronicle.h"
#include "report/page.h"

/* Adds what happened in a turn: what was rolled before the first die, the dice in order, every unit
   with what it did and what befell it, rulings, losses, how everybody stands, what waits. Turn 0 is
   the set-up. A turn that was not played is a refusal. */
bool report_turn(const struct chronicle *c, int turn, enum page_form form, struct buf *b,
                 struct diag *d);

/* Adds the record of the whole battle: what came of it, every turn in a few lines, the units at the
   end. */
void report_game(const struct chronicle *c, enum page_form form, struct buf *b);

/* The same as fields of a JSON object that is open: of one turn, or of the game with turn -1. */
void report_json(const struct chronicle *c, int turn, struct buf *b);

#endif
