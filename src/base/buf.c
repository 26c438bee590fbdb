/* A growing string. */
#include "base/buf.h"

#include "base/mem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void reserve(struct buf *b, size_t more)
{
    size_t want = b->len + more + 1;

    if (want <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 128;
    while (cap < want)
        cap *= 2;
    b->s = mem_grow(b->s, b->cap, cap, 1);
    b->cap = cap;
}

void buf_addn(struct buf *b, const char *s, size_t n)
{
    reserve(b, n);
    memcpy(b->s + b->len, s, n);
    b->len += n;
    b->s[b->len] = '\0';
}

void buf_add(struct buf *b, const char *s)
{
    buf_addn(b, s, strlen(s));
}

void buf_addc(struct buf *b, char c)
{
    if (b->len + 2 > b->cap)
        reserve(b, 1);
    b->s[b->len++] = c;
    b->s[b->len] = '\0';
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        return;
    reserve(b, (size_t)n);
    va_start(ap, fmt);
    vsnprintf(b->s + b->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->len += (size_t)n;
}

int text_width(const char *s)
{
    mbstate_t state = {0};
    int width = 0;
    wchar_t wc;

    while (*s) {
        size_t n = mbrtowc(&wc, s, MB_CUR_MAX, &state);
        if (n == (size_t)-1 || n == (size_t)-2) {
            n = 1;
            width++;
            memset(&state, 0, sizeof state);
        } else {
            int w = wcwidth(wc);
            width += w > 0 ? w : 0;
        }
        s += n;
    }
    return width;
}

void buf_pad(struct buf *b, size_t from, int width)
{
    int have = b->len > from ? text_width(b->s + from) : 0;

    while (have++ < width)
        buf_addc(b, ' ');
}

void buf_inches(struct buf *b, double inches)
{
    if (inches == floor(inches) && fabs(inches) < 1e9)
        buf_int(b, (long long)inches);
    else
        buf_addf(b, "%.4g", inches);
}

void buf_signed(struct buf *b, int value)
{
    if (value >= 0)
        buf_addc(b, '+');
    buf_int(b, value);
}

void buf_int(struct buf *b, long long value)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long rest = value < 0 ? 0ULL - (unsigned long long)value
                                        : (unsigned long long)value;

    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digits[--at] = '-';
    buf_addn(b, digits + at, sizeof digits - at);
}

void buf_number(struct buf *b, double value)
{
    if (value == floor(value) && fabs(value) < 1e15)
        buf_int(b, (long long)value);
    else
        buf_addf(b, "%.12g", value);
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    if (b->s)
        b->s[0] = '\0';
}

void buf_free(struct buf *b)
{
    free(b->s);
    *b = (struct buf){0};
}

const char *buf_text(const struct buf *b)
{
    return b->s && b->len ? b->s : "";
}
