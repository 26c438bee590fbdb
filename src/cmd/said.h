/* The end of the log for a second screen. */
#ifndef ADJUTANT_CMD_SAID_H
#define ADJUTANT_CMD_SAID_H

#include "cmd/lines.h"

enum { SAID_MOST = 40 };

/* Adds the last entries of the log, `most` of them (up to SAID_MOST), newest first: that one in
   up to four lines, the command with its dice and what came of it, the others in a line each.
   `news` gets the newest one's command and outcome. False with the complaint in c->diag. */
bool said_read(struct cmd *c, int most, struct lines *l, struct buf *news);

#endif
