/* Dice as players write them: d6, 2d6, d3, d6+1, 3d6-2. */
#ifndef ADJUTANT_ODDS_NOTATION_H
#define ADJUTANT_ODDS_NOTATION_H

#include <stdbool.h>

enum { DICE_MOST = 60 };

/* count dice of 2, 3 or 6 sides, and a constant. */
struct dice_expr {
    int count, sides, plus;
};

/* Reads the whole of text; false when it is not dice (1 to DICE_MOST of d2, d3 or d6). */
bool dice_parse(struct dice_expr *e, const char *text);

/* What a face of a six-sided die counts on a D2, D3 or D6 (dice.notation.d2, .d3, .d6). */
int dice_read(int face, int sides);

/* Reads typed faces such as "5 3 6", "536", "5,3,6" onto the end of faces[*n], at most
   max in all; false if text holds anything but faces 1 to 6 (*bad is then what), or too many. */
bool dice_faces(const char *text, signed char *faces, int *n, int max, char *bad);

#endif
