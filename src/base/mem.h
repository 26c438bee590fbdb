/* Checked memory: running out of it is the one thing that ends the program. */
#ifndef ADJUTANT_BASE_MEM_H
#define ADJUTANT_BASE_MEM_H

#include <stddef.h>

/* Returns n zeroed bytes, owned by the caller; aborts when there are none. */
void *mem_new(size_t n);

/* Returns p grown to n items of the given size; the new part is zeroed. */
void *mem_grow(void *p, size_t old_n, size_t n, size_t size);

/* Returns a copy of s, owned by the caller. */
char *mem_copy(const char *s);

#endif
