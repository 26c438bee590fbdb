/* Checked memory: a wrapper that never returns NULL. */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void *mem_new(size_t n)
{
    void *p = calloc(1, n ? n : 1);

    if (!p)
        abort();
    return p;
}

void *mem_grow(void *p, size_t old_n, size_t n, size_t size)
{
    char *q = reallocarray(p, n ? n : 1, size);

    if (!q)
        abort();
    if (n > old_n)
        memset(q + old_n * size, 0, (n - old_n) * size);
    return q;
}

char *mem_copy(const char *s)
{
    char *p = strdup(s);

    if (!p)
        abort();
    return p;
}
