/* Commands without a prompt: the program's arguments, or one a line from standard input. */
#ifndef ADJUTANT_TERM_BATCH_H
#define ADJUTANT_TERM_BATCH_H

#include "term/screen.h"

/* Runs one command given as words; gives the exit status. */
int batch_words(struct cmd *c, struct screen *s, int n, char **word);

/* Runs the commands on standard input until the end, the first refusal (unless keep_going),
   `quit`, or a signal that ends the program, which is put into *signalled. Gives the exit
   status of the first refusal. */
int batch_lines(struct cmd *c, struct screen *s, bool keep_going, int *signalled);

#endif
