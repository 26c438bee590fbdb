/* A page as Markdown: CommonMark, with tables as GitHub has them. */
#include "report/page.h"

#include <ctype.h>
#include <string.h>

/* What begins a list, a heading or a quotation at the start of a block: the byte that is to be
   escaped, counted from 1; 0 when there is none. */
static size_t block_mark(const char *text)
{
    size_t n = strspn(text, "0123456789");

    if (*text && strchr("#+-=>~:", *text))
        return 1;
    return n && (text[n] == '.' || text[n] == ')') ? n + 1 : 0;
}

void markdown_escape(struct buf *b, const char *text, bool start)
{
    size_t mark = start ? block_mark(text) : 0;

    for (size_t i = 0; text[i]; i++) {
        if (i + 1 == mark || strchr("\\`*_[]<>|&~$#", text[i]))
            buf_addc(b, '\\');
        buf_addc(b, text[i]);
    }
}

/* Keeps a blank line between blocks. */
static void block(struct page *p)
{
    if (p->b->len)
        buf_addc(p->b, '\n');
    p->list = false;
}

static void markdown_heading(struct page *p, int level, const char *text)
{
    block(p);
    for (int i = 0; i < level; i++)
        buf_addc(p->b, '#');
    buf_addc(p->b, ' ');
    markdown_escape(p->b, text, true);
    buf_addc(p->b, '\n');
}

static void markdown_title(struct page *p, const char *left, const char *right)
{
    struct buf text = {0};

    buf_addf(&text, "%s: %s", right, left);
    markdown_heading(p, 1, text.s);
    buf_free(&text);
}

static void bullet(struct page *p)
{
    if (!p->list)
        block(p);
    buf_add(p->b, p->nested ? "  - " : "- ");
}

static void markdown_fact(struct page *p, const char *label, const char *text)
{
    bullet(p);
    buf_add(p->b, "**");
    markdown_escape(p->b, label, false);
    buf_add(p->b, ":** ");
    markdown_escape(p->b, text, false);
    buf_addc(p->b, '\n');
}

static void markdown_item(struct page *p, const char *label, const char *text, const char *dice)
{
    bullet(p);
    if (*label) {
        buf_add(p->b, "**");
        markdown_escape(p->b, label, false);
        buf_add(p->b, "** ");
    }
    markdown_escape(p->b, text, !*label);
    if (*dice)
        buf_addf(p->b, " (dice %s)", dice);
    buf_addc(p->b, '\n');
}

static void markdown_paragraph(struct page *p, const char *text)
{
    block(p);
    markdown_escape(p->b, text, true);
    buf_addc(p->b, '\n');
}

static void markdown_row(struct page *p, char *const *cell)
{
    for (int i = 0; i < p->columns; i++) {
        buf_add(p->b, i ? " | " : "| ");
        markdown_escape(p->b, cell[i], false);
    }
    buf_add(p->b, " |\n");
}

static void markdown_table(struct page *p)
{
    block(p);
    markdown_row(p, p->cell);
    for (int i = 0; i < p->columns; i++)
        buf_add(p->b, p->right[i] ? "| ---: " : "| :--- ");
    buf_add(p->b, "|\n");
    for (int i = p->columns; i < p->n_cells; i += p->columns)
        markdown_row(p, p->cell + i);
}

static void markdown_end(struct page *p)
{
    (void)p;
}

const struct page_writer page_markdown = {markdown_title,     markdown_heading, markdown_fact,
                                          markdown_item,      markdown_paragraph,
                                          markdown_table,     markdown_end};
