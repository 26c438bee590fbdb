/* Text as lines that fit a screen. */
#include "cmd/lines.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void lines_add(struct lines *l, const char *text, size_t n)
{
    struct buf b = {0};

    if (l->n == l->cap) {
        int cap = l->cap ? 2 * l->cap : 16;
        l->line = mem_grow(l->line, (size_t)l->cap, (size_t)cap, sizeof *l->line);
        l->cap = cap;
    }
    buf_addn(&b, text, n);
    l->line[l->n++] = mem_copy(buf_text(&b));
    buf_free(&b);
}

void lines_take(struct lines *l, struct cmd *c)
{
    const char *text = buf_text(&c->out);

    while (*text) {
        size_t n = strcspn(text, "\n");
        lines_add(l, text, n);
        text += n + (text[n] != '\0');
    }
    buf_clear(&c->out);
}

void lines_free(struct lines *l)
{
    for (int i = 0; i < l->n; i++)
        free(l->line[i]);
    free(l->line);
    *l = (struct lines){0};
}

/* ---- on the screen ---- */

/* The next character: its bytes, and in *columns what it takes; none for a style mark. Control
   characters take the one of the mark that is shown instead. */
static size_t next_character(const char *s, mbstate_t *state, int *columns)
{
    wchar_t wc;

    *columns = (unsigned char)*s > 5;
    if ((unsigned char)*s < 0x80)
        return 1;
    size_t n = mbrtowc(&wc, s, strlen(s), state);
    if (n == (size_t)-1 || n == (size_t)-2 || n == 0) {
        *state = (mbstate_t){0};
        return 1;
    }
    *columns = wcwidth(wc) < 0 ? 1 : wcwidth(wc);
    return n;
}

static int width_of(const char *s)
{
    mbstate_t state = {0};
    int width = 0, columns;

    while (*s) {
        s += next_character(s, &state, &columns);
        width += columns;
    }
    return width;
}

void line_put(struct buf *b, const char *line, int width)
{
    bool cut = width_of(line) > width;
    int room = cut && width > 10 ? width - 2 : width, columns;
    mbstate_t state = {0};

    while (*line) {
        size_t n = next_character(line, &state, &columns);
        if ((room -= columns) < 0)
            break;
        if (*line == '\t')
            buf_addc(b, ' ');
        else
            buf_addn(b, line, n);
        line += n;
    }
    buf_add(b, cut && width > 10 ? ".." STYLE_PLAIN "\n" : STYLE_PLAIN "\n");
}
