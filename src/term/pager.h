/* Answers that are longer than the screen, through a pager. */
#ifndef ADJUTANT_TERM_PAGER_H
#define ADJUTANT_TERM_PAGER_H

#include "term/screen.h"

/* Writes what waits for standard output: through a pager if it is a terminal and the text is
   longer than the screen, else straight. */
void pager_flush(struct screen *s);

#endif
