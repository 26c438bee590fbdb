/* Completion of commands and their words at the prompt. */
#ifndef ADJUTANT_TERM_COMPLETE_H
#define ADJUTANT_TERM_COMPLETE_H

#include "cmd/cmd.h"

/* Tells readline how to complete; c must outlive the prompt. */
void complete_set_up(struct cmd *c);

/* Completion is for commands: off where an answer is read. */
void complete_enable(bool on);

#endif
