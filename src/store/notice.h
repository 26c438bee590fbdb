/* Tells that somebody may have written in a game's file, so that whoever watches it can sleep
   until then. */
#ifndef ADJUTANT_STORE_NOTICE_H
#define ADJUTANT_STORE_NOTICE_H

#include "base/diag.h"

#include <sys/stat.h>

struct notice {
    char *path;
    int fd;          /* can be read when something happened; -1: the file must be looked at */
    int folder;      /* watch on the folder while there is no log, else -1 */
    struct stat was; /* which file it is */
};

/* Begins to watch a file; false with the complaint when it is not there. */
bool notice_open(struct notice *n, const char *path, struct diag *d);

/* Takes in what happened. Whatever is read from the game after this is newer than it. */
void notice_take(struct notice *n);

/* Whether the file still is the one that was opened; false with the complaint. */
bool notice_same(const struct notice *n, struct diag *d);

void notice_close(struct notice *n);

#endif
