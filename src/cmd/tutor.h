/* What players forget, said once before an intent is carried out. */
#ifndef ADJUTANT_CMD_TUTOR_H
#define ADJUTANT_CMD_TUTOR_H

#include "cmd/call.h"

/* The line that this command deserves now, with style marks and its line end; false for none. At
   most one a command, and each lesson once a turn: `c` remembers. Decides nothing, changes no
   record. */
bool tutor_line(struct cmd *c, const struct call *call, struct buf *b);

#endif
