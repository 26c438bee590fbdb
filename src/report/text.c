/* A page as plain text: 80 columns, nothing but printing characters, spaces and line ends. */
#include "report/page.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the character at s: a UTF-8 sequence, or the one byte of anything else. */
static size_t character(const char *s)
{
    size_t n = 1;

    if ((unsigned char)*s >= 0xc0)
        while (n < 4 && ((unsigned char)s[n] & 0xc0) == 0x80)
            n++;
    return n;
}

static int columns_of(const char *s, size_t n)
{
    char one[8] = "";

    memcpy(one, s, n < sizeof one ? n : sizeof one - 1);
    return text_width(one);
}

size_t page_fit(const char *text, int columns)
{
    size_t fit = 0;

    while (text[fit]) {
        size_t n = character(text + fit);
        columns -= columns_of(text + fit, n);
        if (columns < 0)
            break;
        fit += n;
    }
    return fit || !*text ? fit : character(text);
}

/* The next line of a text in a column of that many columns: whole words, or the part of one that
   fits. *text moves on behind it. */
static size_t next_line(const char **text, const char **line, int columns)
{
    const char *s = *text + strspn(*text, " ");
    size_t fit = page_fit(s, columns);

    *line = s;
    if (s[fit] && s[fit] != ' ') {
        size_t cut = fit;
        while (cut && s[cut] != ' ')
            cut--;
        fit = cut ? cut : fit;
    }
    *text = s + fit + strspn(s + fit, " ");
    while (fit && s[fit - 1] == ' ')
        fit--;
    return fit;
}

/* Adds text on a line that stands at column `at`; its later lines begin at `indent`. */
static void wrapped(struct buf *b, int at, int indent, const char *text)
{
    const char *line;

    do {
        size_t n = next_line(&text, &line, PAGE_WIDTH - at);
        buf_addn(b, line, n);
        buf_addc(b, '\n');
        if (*text)
            buf_addf(b, "%*s", indent, "");
        at = indent;
    } while (*text);
}

static void rule(struct buf *b, char c)
{
    for (int i = 0; i < PAGE_WIDTH; i++)
        buf_addc(b, c);
    buf_addc(b, '\n');
}

static void text_title(struct page *p, const char *left, const char *right)
{
    int gap = PAGE_WIDTH - text_width(left) - text_width(right);

    rule(p->b, '=');
    if (gap >= 2) {
        buf_addf(p->b, "%s%*s%s\n", left, gap, "", right);
    } else {
        wrapped(p->b, 0, 0, left);
        wrapped(p->b, 0, 0, right);
    }
    rule(p->b, '=');
}

/* Chapters in capitals; what is below them as it is. */
static void text_heading(struct page *p, int level, const char *text)
{
    size_t from;

    buf_addc(p->b, '\n');
    from = p->b->len;
    wrapped(p->b, 0, 0, text);
    for (size_t i = from; level == 2 && i < p->b->len; i++)
        p->b->s[i] = (char)toupper((unsigned char)p->b->s[i]);
    if (level == 3) {
        int width = text_width(text);
        for (int i = 0; i < width && i < PAGE_WIDTH; i++)
            buf_addc(p->b, '-');
        buf_addc(p->b, '\n');
    }
}

enum { LABEL_COLUMNS = 14, ITEM_COLUMNS = 6 };

static void text_fact(struct page *p, const char *label, const char *text)
{
    size_t from = p->b->len;
    int at = text_width(label);

    if (at > PAGE_WIDTH / 2) {
        wrapped(p->b, 0, 0, label);
        buf_addf(p->b, "%*s", LABEL_COLUMNS, "");
        at = LABEL_COLUMNS;
    } else {
        buf_add(p->b, label);
        at = at + 2 > LABEL_COLUMNS ? at + 2 : LABEL_COLUMNS;
        buf_pad(p->b, from, at);
    }
    wrapped(p->b, at, LABEL_COLUMNS, text);
}

static void text_item(struct page *p, const char *label, const char *text, const char *dice)
{
    struct buf line = {0};

    buf_addf(p->b, "%*s  ", ITEM_COLUMNS - 2, label);
    wrapped(p->b, ITEM_COLUMNS, ITEM_COLUMNS, text);
    if (*dice) {
        buf_addf(&line, "dice %s", dice);
        buf_addf(p->b, "%*s", ITEM_COLUMNS, "");
        wrapped(p->b, ITEM_COLUMNS, ITEM_COLUMNS + 5, line.s);
    }
    buf_free(&line);
}

static void text_paragraph(struct page *p, const char *text)
{
    wrapped(p->b, 0, 0, text);
}

/* ---- tables ---- */

enum { GAP = 2, LEAST = 3 };

/* As wide as the widest cell; where that is too much, the widest columns give. */
static void column_widths(const struct page *p, int *width)
{
    int sum = GAP * (p->columns - 1);

    for (int i = 0; i < p->columns; i++) {
        width[i] = 0;
        for (int k = i; k < p->n_cells; k += p->columns)
            if (text_width(p->cell[k]) > width[i])
                width[i] = text_width(p->cell[k]);
        sum += width[i];
    }
    for (; sum > PAGE_WIDTH; sum--) {
        int widest = 0;
        for (int i = 1; i < p->columns; i++)
            if (width[i] >= width[widest])
                widest = i;
        if (width[widest] <= LEAST)
            break;
        width[widest]--;
    }
}

/* One row, on as many lines as its fullest cell needs. */
static void text_row(struct page *p, char *const *cell, const int *width)
{
    const char *rest[PAGE_COLUMNS];
    bool more = true;

    for (int i = 0; i < p->columns; i++)
        rest[i] = cell[i];
    while (more) {
        size_t begin = p->b->len;
        more = false;
        for (int i = 0; i < p->columns; i++) {
            const char *line;
            size_t n = next_line(&rest[i], &line, width[i]);
            struct buf one = {0};
            buf_addn(&one, line, n);
            int pad = width[i] - text_width(one.s);
            buf_addf(p->b, "%*s%s%*s", p->right[i] && pad > 0 ? pad : 0, "", one.s,
                     (!p->right[i] && pad > 0 ? pad : 0) + GAP, "");
            buf_free(&one);
            more = more || *rest[i];
        }
        while (p->b->len > begin && p->b->s[p->b->len - 1] == ' ')
            p->b->s[--p->b->len] = '\0';
        buf_addc(p->b, '\n');
    }
}

static void text_table(struct page *p)
{
    int width[PAGE_COLUMNS];

    column_widths(p, width);
    for (int i = 0; i < p->n_cells; i += p->columns)
        text_row(p, p->cell + i, width);
}

static void text_end(struct page *p)
{
    buf_addc(p->b, '\n');
    rule(p->b, '=');
}

const struct page_writer page_text = {text_title,     text_heading, text_fact, text_item,
                                      text_paragraph, text_table,   text_end};
