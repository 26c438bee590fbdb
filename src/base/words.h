/* A command line as words, and the closeness of words to one another. */
#ifndef ADJUTANT_BASE_WORDS_H
#define ADJUTANT_BASE_WORDS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

enum { WORDS_MAX = 256 };

/* The words of one line; they point into text, which words_split() allocates. */
struct words {
    int n;
    char *word[WORDS_MAX];
    char *text;
};

/* Splits a line. `"` opens a quotation only at the start of a word or right after `=`,
   so that 14" is a distance; `#` at the start of a word ends the line. False, with a
   complaint, for a quotation that never ends or for too many words. */
bool words_split(struct words *w, const char *line, struct diag *d);

void words_free(struct words *w);

/* Takes the next name of a comma-separated list into name; false at the list's end. */
bool list_next(const char **list, char *name, size_t size);

/* How well a typed word names a known one, without case: 0 not at all, 1 as its beginning, 2 whole. */
int word_fits(const char *typed, const char *known);

/* Edits (letters put in, left out, changed or swapped) that lead from a to b, without case. */
int word_distance(const char *a, const char *b);

/* Keeps the nearest of the words offered to it. */
struct nearest {
    const char *typed;
    char best[64];
    int distance;
};

void nearest_offer(struct nearest *n, const char *word);

/* "" or `; did you mean X?` in a static buffer of the caller's: returns text. */
const char *nearest_hint(const struct nearest *n, char *text, size_t size);

#endif
