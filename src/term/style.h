/* Text as a stream shows it: style marks as colour or nothing, long lines folded. */
#ifndef ADJUTANT_TERM_STYLE_H
#define ADJUTANT_TERM_STYLE_H

#include "cmd/cmd.h"

/* Where text goes, and what may go there. */
struct stream {
    int fd;
    bool terminal;
    bool colour;
};

/* Adds text with its style marks turned into what this stream shows; on a terminal other
   control characters become question marks. */
void style_text(const struct stream *to, const char *text, struct buf *b);

/* Same for a readline prompt, whose escapes must be marked as taking no columns. */
void style_prompt(const struct stream *to, const char *text, struct buf *b);

/* Adds text, marks and all, with lines of more than width columns broken between words; what
   follows is indented a little more than the line's beginning. */
void style_fold(const char *text, int width, struct buf *b);

#endif
