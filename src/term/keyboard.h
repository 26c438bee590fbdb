/* The keyboard: lines that a person types, with readline's editing, history and completion. */
#ifndef ADJUTANT_TERM_KEYBOARD_H
#define ADJUTANT_TERM_KEYBOARD_H

#include "term/screen.h"

enum heard {
    HEARD_LINE,
    HEARD_BREAK,  /* Ctrl-C: the line was given up */
    HEARD_END     /* Ctrl-D, or the terminal went away */
};

/* Sets readline up and reads the history. Both must outlive the keyboard. */
void keyboard_open(struct cmd *c, struct screen *s);

/* Asks for a command under cmd_prompt(), with completion; it goes into the history. The line
   is the caller's to free. */
enum heard keyboard_command(char **line);

/* Asks a question under its text (with style marks), without completion or history. */
enum heard keyboard_answer(const char *question, char **line);

/* Forgets the lines of a paste that were not asked for yet; gives their number. */
int keyboard_drop_paste(void);

void keyboard_close(void);

#endif
