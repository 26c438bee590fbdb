/* Writes one JSON object into a buffer; commas take care of themselves. */
#ifndef ADJUTANT_BASE_JSON_H
#define ADJUTANT_BASE_JSON_H

#include "base/buf.h"

#include <stdbool.h>

/* A key of NULL writes a value inside an array. */
void json_open(struct buf *b, const char *key, char bracket);
void json_close(struct buf *b, char bracket);
void json_string(struct buf *b, const char *key, const char *value); /* NULL is null */
void json_int(struct buf *b, const char *key, long long value);
void json_number(struct buf *b, const char *key, double value);
void json_bool(struct buf *b, const char *key, bool value);
void json_null(struct buf *b, const char *key);

/* Writes bytes that are JSON already. */
void json_raw(struct buf *b, const char *key, const char *json);

#endif
