/* What both writers share. */
#include "report/page.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void page_begin(struct page *p, enum page_form form, struct buf *b)
{
    *p = (struct page){.writer = form == PAGE_MARKDOWN ? &page_markdown : &page_text, .b = b};
}

/* A text as it may stand on a page: no line ends, no tabs, nothing that moves a printer's head. */
static char *clean(const char *text)
{
    char *copy = mem_copy(text);

    for (char *s = copy; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            *s = ' ';
    return copy;
}

static char *vtext(const char *fmt, va_list ap)
{
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    char *text = mem_new((size_t)(n > 0 ? n : 0) + 1);
    vsnprintf(text, (size_t)(n > 0 ? n : 0) + 1, fmt, ap);
    for (char *s = text; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            *s = ' ';
    return text;
}

void page_title(struct page *p, const char *left, const char *right)
{
    char *l = clean(left), *r = clean(right);

    p->writer->title(p, l, r);
    free(l);
    free(r);
}

void page_heading(struct page *p, int level, const char *text)
{
    char *t = clean(text);

    p->writer->heading(p, level, t);
    p->list = false;
    free(t);
}

void page_fact(struct page *p, const char *label, const char *fmt, ...)
{
    va_list ap;
    char *l = clean(label), *t;

    va_start(ap, fmt);
    t = vtext(fmt, ap);
    va_end(ap);
    p->writer->fact(p, l, t);
    p->list = true;
    free(l);
    free(t);
}

void page_item(struct page *p, const char *label, const char *text, const char *dice)
{
    char *t = clean(text), *d = clean(dice);

    p->writer->item(p, label, t, d);
    p->list = true;
    free(t);
    free(d);
}

void page_paragraph(struct page *p, const char *fmt, ...)
{
    va_list ap;
    char *t;

    va_start(ap, fmt);
    t = vtext(fmt, ap);
    va_end(ap);
    p->writer->paragraph(p, t);
    p->list = false;
    free(t);
}

/* ---- tables ---- */

static void add_cell(struct page *p, char *text)
{
    p->cell = mem_grow(p->cell, (size_t)p->n_cells, (size_t)p->n_cells + 1, sizeof *p->cell);
    p->cell[p->n_cells++] = text;
}

void page_table(struct page *p, int columns, const char *const *head)
{
    p->columns = columns;
    for (int i = 0; i < columns; i++) {
        p->right[i] = head[i][0] == '>';
        add_cell(p, clean(head[i] + 1));
    }
}

void page_cell(struct page *p, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    add_cell(p, vtext(fmt, ap));
    va_end(ap);
}

void page_table_end(struct page *p)
{
    p->writer->table(p);
    for (int i = 0; i < p->n_cells; i++)
        free(p->cell[i]);
    free(p->cell);
    p->cell = NULL;
    p->n_cells = 0;
    p->list = false;
}

void page_end(struct page *p)
{
    p->writer->end(p);
}
