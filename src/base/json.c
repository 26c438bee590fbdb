/* Writes JSON. Only writes: what is read in, SQLite reads. */
#include "base/json.h"

#include <string.h>

/* Length of the UTF-8 character at s; 0 when there is none. */
static size_t character(const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
             : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;

    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0)))
        return 0; /* overlong, or half of a pair */
    if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90)))
        return 0;
    return n;
}

/* Adds plain text; what is no UTF-8 becomes the sign for that, or the answer were no JSON. */
static void plain_text(struct buf *b, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t ascii = i;
        while (ascii < n && (unsigned char)s[ascii] < 0x80)
            ascii++;
        buf_addn(b, s + i, ascii - i);
        i = ascii;
        if (i == n)
            return;
        size_t len = character((const unsigned char *)s + i);
        if (len)
            buf_addn(b, s + i, len);
        else
            buf_add(b, "\xef\xbf\xbd");
        i += len ? len : 1;
    }
}

static void quoted(struct buf *b, const char *s)
{
    buf_addc(b, '"');
    while (*s) {
        size_t plain = strcspn(s, "\"\\\001\002\003\004\005\006\007\010\011\012\013\014\015"
                                  "\016\017\020\021\022\023\024\025\026\027\030\031\032\033"
                                  "\034\035\036\037");
        plain_text(b, s, plain);
        s += plain;
        if (!*s)
            break;
        if (*s == '"' || *s == '\\') {
            buf_addc(b, '\\');
            buf_addc(b, *s);
        } else {
            buf_addf(b, "\\u%04x", (unsigned)(unsigned char)*s);
        }
        s++;
    }
    buf_addc(b, '"');
}

/* Puts the comma that the place before asks for, then the key. */
static void begin(struct buf *b, const char *key)
{
    char last = b->len ? b->s[b->len - 1] : '{';

    if (last != '{' && last != '[' && last != '\n')
        buf_addc(b, ',');
    if (key) {
        quoted(b, key);
        buf_addc(b, ':');
    }
}

void json_open(struct buf *b, const char *key, char bracket)
{
    if (b->len)
        begin(b, key);
    buf_addc(b, bracket);
}

void json_close(struct buf *b, char bracket)
{
    buf_addc(b, bracket);
}

void json_string(struct buf *b, const char *key, const char *value)
{
    if (!value) {
        json_null(b, key);
        return;
    }
    begin(b, key);
    quoted(b, value);
}

void json_int(struct buf *b, const char *key, long long value)
{
    begin(b, key);
    buf_int(b, value);
}

void json_number(struct buf *b, const char *key, double value)
{
    begin(b, key);
    buf_number(b, value);
}

void json_bool(struct buf *b, const char *key, bool value)
{
    begin(b, key);
    buf_add(b, value ? "true" : "false");
}

void json_null(struct buf *b, const char *key)
{
    begin(b, key);
    buf_add(b, "null");
}

void json_raw(struct buf *b, const char *key, const char *json)
{
    begin(b, key);
    buf_add(b, json);
}
