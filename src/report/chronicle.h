/* What a report tells, read from the log: deeds, dice, losses, calls, and the table as it stood at
   the end of every turn. Only what was not taken back counts. */
#ifndef ADJUTANT_REPORT_CHRONICLE_H
#define ADJUTANT_REPORT_CHRONICLE_H

#include "session/session.h"

enum deed_kind {
    DEED_PLAY,
    DEED_SETUP,   /* a side or a unit joins: the tables of units show it */
    DEED_DRAW,    /* nothing but a die drawn: the list of dice shows it */
    DEED_BOMBARD,
    DEED_DUE,     /* the turn begins: what is rolled before the first die */
    DEED_END,
    DEED_FINISH
};

/* What one command did to one unit. */
struct touch {
    int unit;
    int men;            /* lost: of a unit that is destroyed all that were left; no vehicles */
    int gained, shed;   /* pins */
    int order;          /* that it took as a reaction, else 0 */
    int moved;          /* tenths of an inch */
    int call;           /* number of the call that did it, or -1 */
    bool leader, destroyed, put_out, immobilised, jammed, abandoned, gunless, spotter;
    char why[80];       /* it is destroyed */
};

enum { DIE_LATE = -1 }; /* behind the last die: the turn's end has begun */

/* One command that stands. */
struct deed {
    int turn;
    int die;            /* number of the die drawn last in its turn, 0 before the first; DIE_LATE */
    int actor;          /* id, or 0 */
    enum deed_kind kind;
    bool forced, ruling, fired, assault;
    int snapped;        /* unit that the actor called to action, else 0 */
    char *command, *dice, *says, *note; /* owned; the note is a reason and the rules set aside */
    int n_touches;
    struct touch *touch; /* owned */
};

/* One order die: out of the bag as drawn, or out of turn. */
struct drawn {
    int turn;
    int number;         /* in its turn, 0 when it was not drawn */
    int side, unit;     /* unit 0: put back, nobody used it */
    int asked, shown;   /* enum order; asked -1 for a reaction */
    int snapper;        /* the officer who called it to action, else 0 */
    bool is_virtual;
    int rolled, need;   /* of its order test; need 0 when none was taken */
};

/* How a unit was lost; turn -1 while it was not. */
struct fall {
    int turn, deed;
    int killer;         /* id, or 0 */
    int call;           /* number of the call that did it, or -1 */
    const char *why;    /* a touch's */
};

/* What came of a call. */
struct outcome {
    int tries;          /* turns in which it was rolled for */
    int came;           /* turn, or -1 */
    bool wasted;        /* its target was gone */
    bool stopped;       /* by flak */
    int units, men, pins, destroyed; /* struck, and what it did to them */
};

/* What a unit suffered in a turn; rulings do not count as pins. */
struct tally {
    int men, gained, shed;
    bool any;           /* it acted, or something befell it */
};

struct chronicle {
    const struct ruleset *rs;
    const char *file;   /* name of the game's file, without its folder */
    int last;           /* the turn that is being played, or was the last */
    struct game *after; /* owned; [turn] as it stood at its end, 0 the set-up */
    int (*bag)[MAX_SIDES]; /* owned; [turn] when the first die was drawn */
    int n_deeds, n_drawn, n_falls;
    struct deed *deed;  /* owned */
    struct drawn *drawn; /* owned */
    struct fall *fall;  /* owned; [unit - 1] */
    struct outcome outcome[MAX_CALLS];
};

/* Reads the whole log; false with the complaint. The caller frees it also after false. */
bool chronicle_read(struct session *s, struct chronicle *c, struct diag *d);
void chronicle_free(struct chronicle *c);

struct tally chronicle_tally(const struct chronicle *c, int turn, int unit);

/* Whether the i-th unit was lost in that turn, and still was at its end. */
bool chronicle_fell(const struct chronicle *c, int turn, int i);

/* Units of a side lost, and its men lost, in a turn; of all turns with turn -1. */
int chronicle_units_lost(const struct chronicle *c, int turn, int side);
int chronicle_men_lost(const struct chronicle *c, int turn, int side);

#endif
