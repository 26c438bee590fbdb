/* The second screen: the table as it changes, until somebody leaves it. */
#ifndef ADJUTANT_TERM_WATCH_H
#define ADJUTANT_TERM_WATCH_H

#include "term/screen.h"

/* Where the table is shown, and the signal that ended it. */
struct viewer {
    struct screen *screen;
    int signalled; /* 0, or the signal that ends the program */
};

/* cmd's viewer.run, with a struct viewer as its context: shows the game of c until q, Enter,
   Ctrl-C or a signal, or until it cannot be read any more, which is a complaint. Leaves the
   terminal as it was. */
bool watch_run(void *ctx, struct cmd *c);

#endif
