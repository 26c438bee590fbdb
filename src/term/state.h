/* What is kept between runs, under $XDG_STATE_HOME/adjutant: the game last opened, and the
   history of the prompt. */
#ifndef ADJUTANT_TERM_STATE_H
#define ADJUTANT_TERM_STATE_H

#include "base/buf.h"

#include <stdbool.h>

/* Adds the path of a file that is kept; false when there is no home to keep it in. */
bool state_path(const char *name, struct buf *path);

/* Makes the folders above a file. False when they cannot be made. */
bool state_folders(const char *path);

/* The path of the game last opened, if it is still there, else NULL. The caller frees it. */
char *state_game(void);

/* Keeps the path of the game that is open; writes only when it is another one. */
void state_remember(const char *game);

#endif
