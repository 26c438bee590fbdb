/* Tries written and read. */
#include "game/tries.h"

#include <stdio.h>
#include <string.h>

const char *const luck_word[N_LUCK_KINDS] = {"hit", "damage", "test", "draw"};

void tries_add(struct tries *t, int n, struct fraction p)
{
    size_t at = strlen(t->text);

    if (n < 1)
        return;
    t->n += n;
    snprintf(t->text + at, sizeof t->text - at, " %d*%d/%d", n, p.num, p.den);
}

void note_tries(struct decision *d, int unit, enum luck_kind kind, int came,
                const struct tries *t)
{
    if (unit && t->n)
        emit_text(d, EV_TRIED, unit, came, t->n, "%s%s", luck_word[kind], t->text);
}

void note_dice(struct decision *d, int unit, enum luck_kind kind, int came, int n, int need)
{
    struct tries t = {0};

    tries_add(&t, n, chance_d6_at_least(need));
    note_tries(d, unit, kind, came, &t);
}

void note_test(struct decision *d, int unit, int need, bool again, bool passed)
{
    struct fraction once = chance_2d6_at_most(need);
    struct tries t = {0};

    tries_add(&t, 1, again ? fraction_twice(once) : once);
    note_tries(d, unit, LUCK_TEST, passed, &t);
}

bool tries_read(const char *text, enum luck_kind *kind, const char **tries)
{
    for (int i = 0; i < LUCK_DRAW; i++) {
        size_t n = strlen(luck_word[i]);
        if (strncmp(text, luck_word[i], n) == 0 && text[n] == ' ') {
            *kind = (enum luck_kind)i;
            *tries = text + n;
            return true;
        }
    }
    return false;
}

bool tries_next(const char **tries, int *n, struct fraction *p)
{
    int used = 0;

    if (!**tries)
        return false;
    if (sscanf(*tries, " %5d*%5d/%5d%n", n, &p->num, &p->den, &used) < 3 || *n < 1 || p->num < 0
        || p->den < 1 || p->num > p->den) {
        *tries = NULL;
        return false;
    }
    *tries += used;
    return true;
}

bool tries_sound(int came, int n, const char *text)
{
    enum luck_kind kind;
    const char *tries;
    struct fraction p;
    int sum = 0, some;

    if (came < 0 || came > n || !tries_read(text, &kind, &tries))
        return false;
    while (tries_next(&tries, &some, &p))
        sum += some;
    return tries && sum == n;
}
