/* The screen: how large it is, what goes to which stream, and whether it got there. */
#ifndef ADJUTANT_TERM_SCREEN_H
#define ADJUTANT_TERM_SCREEN_H

#include "term/style.h"

enum colour_when { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

struct screen {
    struct stream out, err;
    bool dumb;           /* TERM says that the terminal knows nothing but lines */
    int width, height;   /* 80 columns and no height where there is no terminal */
    struct buf waiting;  /* bytes for out that are not written yet */
    int failed;          /* errno of the write to out that failed */
};

void screen_init(struct screen *s, enum colour_when when);

/* Asks the terminal again how large it is. */
void screen_measure(struct screen *s);

/* Adds to what waits for standard output: text with style marks, or bytes as they are. */
void screen_text(struct screen *s, const char *text);
void screen_bytes(struct screen *s, const char *bytes, size_t n);

/* Writes what waits; false once a write has failed, with errno in s->failed. */
bool screen_flush(struct screen *s);

/* Writes a styled line to standard error, after what waits for standard output. */
void screen_complain(struct screen *s, const char *text);

/* Puts out the answer of a command and, with a status other than EXIT_DONE, its complaint:
   text behind `before` (may be ""), or JSON, which c->out holds already. */
void screen_answer(struct screen *s, struct cmd *c, int status, const char *before);

/* Puts out a complaint in c->diag that belongs to no command, with what was typed instead of
   one (may be ""); gives its exit status. */
int screen_refuse(struct screen *s, struct cmd *c, const char *typed, const char *before);

/* Writes all; 0, or errno. */
int write_all(int fd, const char *bytes, size_t n);

/* Writes what waits and says so if anything was lost; false then. Silent for a reader that
   went away. */
bool screen_close(struct screen *s);

#endif
