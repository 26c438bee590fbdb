/* A growing string, and the few ways of writing numbers that answers need. */
#ifndef ADJUTANT_BASE_BUF_H
#define ADJUTANT_BASE_BUF_H

#include <stddef.h>

/* s is always terminated once anything was added; start from {0}. */
struct buf {
    char *s;
    size_t len, cap;
};

void buf_add(struct buf *b, const char *s);
void buf_addn(struct buf *b, const char *s, size_t n);
void buf_addc(struct buf *b, char c);
void buf_addf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Adds spaces until the text since `from` is width columns wide. */
void buf_pad(struct buf *b, size_t from, int width);

/* Adds a distance in inches without needless zeros: 14, 11.5. */
void buf_inches(struct buf *b, double inches);

/* Adds a signed modifier: +1, -2, +0. */
void buf_signed(struct buf *b, int value);

/* Adds a whole number. */
void buf_int(struct buf *b, long long value);

/* Adds a number with up to 12 significant digits, the way JSON wants it. */
void buf_number(struct buf *b, double value);

/* Forgets the text but keeps the memory. */
void buf_clear(struct buf *b);

/* Gives the memory back; the buffer may be used again. */
void buf_free(struct buf *b);

/* The text, never NULL. */
const char *buf_text(const struct buf *b);

/* Columns that UTF-8 text takes on a terminal. */
int text_width(const char *s);

#endif
