/* watch: the game at a glance for a second screen. */
#ifndef ADJUTANT_CMD_WATCH_H
#define ADJUTANT_CMD_WATCH_H

#include "cmd/cmd.h"

/* Reads the record anew and adds it to b as text with style marks: turn and bag, every unit by
   side, what lies on the table and is due, what was said last. Each line fits c->width columns.
   `rows` is how many lines there are to fill, the last with `foot`; 0 for as many as it takes,
   without a foot. What has no room is left out with a word of how many. False with the complaint
   in c->diag. */
bool watch_frame(struct cmd *c, int rows, const char *foot, struct buf *b);

#endif
