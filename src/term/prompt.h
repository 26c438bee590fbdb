/* The prompt: a person types commands, is asked for dice and facts, and reads the answers. */
#ifndef ADJUTANT_TERM_PROMPT_H
#define ADJUTANT_TERM_PROMPT_H

#include "term/screen.h"

/* Reads and runs commands until the person leaves. keep_going runs the rest of what was pasted
   after a command that was refused. `missing` names the game file that was asked for and is
   not there, or is NULL. */
void prompt_run(struct cmd *c, struct screen *s, bool keep_going, const char *missing);

#endif
