/* How the chronicle is read: one event after the other. */
#ifndef ADJUTANT_REPORT_READER_H
#define ADJUTANT_REPORT_READER_H

#include "report/chronicle.h"
#include "session/history.h"

struct reader {
    struct chronicle *c;
    struct standing standing;
    long long *intent;  /* owned; [deed] its number in the log */
    struct game g;      /* as it stands before the next event */
    int n_turns;        /* kept so far */
    int at;             /* the deed that is being read */
    struct deed *deed;
    int number;         /* dice drawn in this turn so far */
    int bag[MAX_SIDES]; /* when the first die was drawn */
    int call;           /* the call that is rolled for, or -1 */
    int snapper;        /* the officer who calls a unit, else 0 */
    bool is_virtual;    /* the die drawn last */
    int tested, rolled, need; /* the order test rolled last, and whose */
    int eff;            /* men of the event's unit before it */
    bool ok;
};

/* What is to be known before an event changes the record, and what it has changed. */
void reader_before(struct reader *r, const struct stored_event *e);
void reader_after(struct reader *r, const struct stored_event *e);

/* What the command that is being read does to a unit: the item to add it to. */
struct touch *reader_touch(struct reader *r, int unit);

/* A new row in the list of dice. */
struct drawn *reader_draw(struct reader *r);

/* The bag as it is now is that of the first die. */
void reader_note_bag(struct reader *r);

#endif
