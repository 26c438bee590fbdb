/* A command line as words. */
#include "base/words.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies one word from *from to *to, both moved on; false if a quotation never ends. */
static bool take_word(const char **from, char **to)
{
    const char *s = *from;
    char *t = *to;
    char before = ' ';
    bool quoted = false;

    for (; *s && (quoted || !isspace((unsigned char)*s)); s++) {
        if (quoted && *s == '"') {
            quoted = false;
            before = '"';
        } else if (!quoted && *s == '"' && (before == ' ' || before == '=')) {
            quoted = true;
        } else {
            *t++ = before = *s;
        }
    }
    *t++ = '\0';
    *from = s;
    *to = t;
    return !quoted;
}

bool words_split(struct words *w, const char *line, struct diag *d)
{
    *w = (struct words){0};
    char *to = w->text = mem_new(strlen(line) + 2);

    for (;;) {
        while (isspace((unsigned char)*line))
            line++;
        if (!*line || *line == '#')
            return true;
        if (w->n == WORDS_MAX)
            return diag_usage(d, "more than %d words in one command", WORDS_MAX);
        w->word[w->n++] = to;
        if (!take_word(&line, &to))
            return diag_usage(d, "the quotation that begins in %.20s never ends",
                              w->word[w->n - 1]);
    }
}

void words_free(struct words *w)
{
    free(w->text);
    *w = (struct words){0};
}

int word_fits(const char *typed, const char *known)
{
    if (!*typed)
        return 0;
    if ((*typed ^ *known) & ~0x20) /* most words differ in their first letter */
        return 0;
    for (; *typed; typed++, known++)
        if (*typed != *known && tolower((unsigned char)*typed) != tolower((unsigned char)*known))
            return 0;
    return *known ? 1 : 2;
}

enum { DISTANCE_MAX = 48 };

int word_distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    int row[3][DISTANCE_MAX + 1];

    if (na > DISTANCE_MAX || nb > DISTANCE_MAX)
        return DISTANCE_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int ca = tolower((unsigned char)a[i - 1]), cb = tolower((unsigned char)b[j - 1]);
            int best = up[j - 1] + (ca != cb);
            if (up[j] + 1 < best)
                best = up[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2])
                && tolower((unsigned char)a[i - 2]) == cb && up2[j - 2] + 1 < best)
                best = up2[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[na % 3][nb];
}

void nearest_offer(struct nearest *n, const char *word)
{
    int distance = word_distance(n->typed, word);

    if (n->best[0] && distance >= n->distance)
        return;
    n->distance = distance;
    snprintf(n->best, sizeof n->best, "%s", word);
}

const char *nearest_hint(const struct nearest *n, char *text, size_t size)
{
    /* A hint further off than half the word would only confuse. */
    if (!n->best[0] || 2 * n->distance > (int)strlen(n->typed) + 1)
        snprintf(text, size, "%s", "");
    else
        snprintf(text, size, "; did you mean %s?", n->best);
    return text;
}

bool list_next(const char **list, char *name, size_t size)
{
    *list += strspn(*list, ", ");
    size_t n = strcspn(*list, ",");
    if (!n)
        return false;
    snprintf(name, size, "%.*s", (int)n, *list);
    for (size_t i = strlen(name); i && name[i - 1] == ' '; i--)
        name[i - 1] = '\0';
    *list += n;
    return true;
}
