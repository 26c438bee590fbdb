/* Text as a stream shows it: style marks as colour or nothing, long lines folded. */
#include "term/style.h"

#include <string.h>

/* ---- marks ---- */

/* Escapes by mark; each begins with a reset, as a mark holds only until the next. */
static const char *const escape[] = {
    [1] = "\033[0m", [2] = "\033[0;1m", [3] = "\033[0;2m", [4] = "\033[0;32m", [5] = "\033[0;31m",
};

enum { MARK_PLAIN = 1, MARKS = 5 };

/* Whether a terminal must not see this byte: a control character of ASCII or, as UTF-8, of
   Latin-1. Names come from files that others made. */
static bool is_control(unsigned char c, unsigned char before)
{
    return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f
        || (before == 0xc2 && c >= 0x80 && c < 0xa0);
}

/* Adds the escape of a mark, between the two guards. */
static void add_mark(struct buf *b, int mark, const char *open, const char *close)
{
    buf_add(b, open);
    buf_add(b, escape[mark]);
    buf_add(b, close);
}

/* Adds the text; guards stand around each escape. */
static void add_styled(const struct stream *to, const char *text, struct buf *b, const char *open,
                       const char *close)
{
    int mark = MARK_PLAIN;
    unsigned char before = 0;

    for (; *text; before = (unsigned char)*text++) {
        unsigned char c = (unsigned char)*text;
        if (!to->terminal && c > MARKS) { /* what a pipe gets, as a whole */
            size_t n = strcspn(text, "\1\2\3\4\5");
            buf_addn(b, text, n);
            text += n - 1;
            continue;
        }
        if (c <= MARKS) {
            if (to->colour && c != mark)
                add_mark(b, c, open, close);
            mark = c;
        } else if (to->terminal && is_control(c, before)) {
            if (before == 0xc2)
                b->s[--b->len] = '\0';
            buf_addc(b, '?');
        } else {
            buf_addc(b, (char)c);
        }
    }
    if (to->colour && mark != MARK_PLAIN)
        add_mark(b, MARK_PLAIN, open, close);
}

void style_text(const struct stream *to, const char *text, struct buf *b)
{
    add_styled(to, text, b, "", "");
}

void style_prompt(const struct stream *to, const char *text, struct buf *b)
{
    /* Readline's own guards for bytes that take no columns. */
    add_styled(to, text, b, "\001", "\002");
}

/* ---- folding ---- */

/* Columns of n bytes; marks take none. */
static int columns(const char *s, size_t n)
{
    struct buf b = {0};

    buf_addn(&b, s, n);
    int width = text_width(b.s);
    buf_free(&b);
    return width;
}

/* Adds a line of n bytes that is too long, broken between words. */
static void fold_line(const char *s, size_t n, int width, struct buf *b)
{
    const char *end = s + n;
    int indent = (int)strspn(s, " ") + 2, column = 0;

    if (indent > width / 2)
        indent = 2;
    while (s < end) {
        size_t blanks = strspn(s, " ");
        size_t word = strcspn(s + blanks, " \n");
        int wide = columns(s, blanks + word);
        if (column > indent && column + wide > width) {
            buf_addc(b, '\n');
            for (int i = 0; i < indent; i++)
                buf_addc(b, ' ');
            wide -= (int)blanks;
            s += blanks;
            column = indent;
            blanks = 0;
        }
        buf_addn(b, s, blanks + word);
        column += wide;
        s += blanks + word;
    }
}

void style_fold(const char *text, int width, struct buf *b)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        /* Bytes are never fewer than columns, and cheaper to count. */
        if (n > (size_t)width && columns(text, n) > width)
            fold_line(text, n, width, b);
        else
            buf_addn(b, text, n);
        text += n;
        if (*text)
            buf_addc(b, *text++);
    }
}
