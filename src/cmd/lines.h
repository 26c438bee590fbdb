/* Text as lines that fit a screen. */
#ifndef ADJUTANT_CMD_LINES_H
#define ADJUTANT_CMD_LINES_H

#include "cmd/cmd.h"

struct lines {
    int n, cap;
    char **line; /* owned, without their ends */
};

/* Adds the first n bytes of the text as a line. */
void lines_add(struct lines *l, const char *text, size_t n);

/* Takes what the answer in c->out holds so far, line by line, and empties it. */
void lines_take(struct lines *l, struct cmd *c);

void lines_free(struct lines *l);

/* Adds a line of at most `width` columns, style marks not counted, with its end; one that is cut
   ends in dots. */
void line_put(struct buf *b, const char *line, int width);

#endif
