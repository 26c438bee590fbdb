/* Dice as players write them. */
#include "odds/notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reads digits; -1 when there are none or too many. */
static int digits(const char **s)
{
    int n = 0, value = 0;

    while (isdigit((unsigned char)**s) && n < 4) {
        value = value * 10 + (**s - '0');
        (*s)++;
        n++;
    }
    return n == 0 || isdigit((unsigned char)**s) ? -1 : value;
}

bool dice_parse(struct dice_expr *e, const char *text)
{
    *e = (struct dice_expr){.count = 1};
    if (isdigit((unsigned char)*text))
        e->count = digits(&text);
    if (*text != 'd' && *text != 'D')
        return false;
    text++;
    e->sides = digits(&text);
    if (*text == '+' || *text == '-') {
        int sign = *text++ == '-' ? -1 : 1;
        int value = digits(&text);
        if (value < 0)
            return false;
        e->plus = sign * value;
    }
    return !*text && e->count >= 1 && e->count <= DICE_MOST
        && (e->sides == 2 || e->sides == 3 || e->sides == 6);
}

int dice_read(int face, int sides)
{
    return (face * sides + 5) / 6;
}

bool dice_faces(const char *text, signed char *faces, int *n, int max, char *bad)
{
    for (; *text; text++) {
        if (isspace((unsigned char)*text) || *text == ',')
            continue;
        /* 12 and 61 are read as two dice each; 10 or 7 cannot be. */
        if (*text < '1' || *text > '6' || *n == max) {
            *bad = *text;
            return false;
        }
        faces[(*n)++] = (signed char)(*text - '0');
    }
    return true;
}
