/* A page, written as plain text of 80 columns or as Markdown: the same calls, two writers. Any text
   may be handed in: what would be markup in it is escaped, and long lines are wrapped. */
#ifndef ADJUTANT_REPORT_PAGE_H
#define ADJUTANT_REPORT_PAGE_H

#include "base/buf.h"

#include <stdbool.h>

enum page_form { PAGE_TEXT, PAGE_MARKDOWN };

enum { PAGE_WIDTH = 80, PAGE_COLUMNS = 9 };

/* One way to write a page. */
struct page;
struct page_writer {
    void (*title)(struct page *p, const char *left, const char *right);
    void (*heading)(struct page *p, int level, const char *text);
    void (*fact)(struct page *p, const char *label, const char *text);
    void (*item)(struct page *p, const char *label, const char *text, const char *dice);
    void (*paragraph)(struct page *p, const char *text);
    void (*table)(struct page *p);
    void (*end)(struct page *p);
};

extern const struct page_writer page_text, page_markdown;

struct page {
    const struct page_writer *writer;
    struct buf *b;           /* the caller's */
    bool list;               /* the line before belongs to a list */
    bool nested;             /* items belong to the fact before them; the caller sets it */
    int columns, n_cells;    /* of the table that is being filled */
    bool right[PAGE_COLUMNS];
    char **cell;             /* owned; row after row, the head first */
};

/* Begins a page at the end of b. */
void page_begin(struct page *p, enum page_form form, struct buf *b);

/* The page's own heading, with what stands at the right of it. */
void page_title(struct page *p, const char *left, const char *right);

/* A heading of level 2 (a chapter), 3 or 4. */
void page_heading(struct page *p, int level, const char *text);

/* A line of a list: a word and what is to be said of it; or a label (may be "") before a text, with
   its dice (may be ""). */
void page_fact(struct page *p, const char *label, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void page_item(struct page *p, const char *label, const char *text, const char *dice);

void page_paragraph(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A table: its head first, "<" or ">" before each name says where the column is flush; then cell by
   cell. page_table_end() writes it. */
void page_table(struct page *p, int columns, const char *const *head);
void page_cell(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void page_table_end(struct page *p);

void page_end(struct page *p);

/* Adds text to b with everything escaped that CommonMark, or a GitHub table, would take for markup;
   `start`: the text stands at the beginning of a block. */
void markdown_escape(struct buf *b, const char *text, bool start);

/* Bytes of text that fit into a number of columns, at least one character. */
size_t page_fit(const char *text, int columns);

#endif
