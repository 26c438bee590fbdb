/* Deciding one intent: facts in, events out; or what is missing; or a refusal with its rule.

   A procedure takes dice and facts as it comes to them. When one is missing it notes what it
   wants and returns false; whoever drives it finds the answer and calls again from the start
   with one thing more. So each procedure reads top to bottom, and is a plain function. */
#ifndef ADJUTANT_GAME_DECIDE_H
#define ADJUTANT_GAME_DECIDE_H

#include "game/event.h"
#include "rules/score.h"

enum { FEED_MAX = 400 };

/* Faces that are there to be taken, in order. */
struct feed {
    int n, used;
    bool exact;                    /* they were given with the command: all must be used */
    signed char face[FEED_MAX];
    bool is_virtual[FEED_MAX];
};

enum want { WANT_NOTHING, WANT_ROLL, WANT_FACT };

/* What a procedure misses. */
struct wanted {
    enum want kind;
    int count;             /* dice still missing of this roll */
    int of;                /* dice of the whole roll */
    int need;              /* score that counts, 0 when every face counts */
    bool at_most, double_six;
    bool optional;         /* of a fact: Enter leaves it unsaid */
    char part[NAME_LEN];   /* the part that the fact is said of (enemy.NAME=), else "" */
    enum fact fact;        /* the fact; or of a roll the summary that may be given instead */
    char whose[NAME_LEN];  /* the unit that the fact is asked of, where it is said of one; or "" */
    bool summary;          /* a roll that may be summed up (hits 3) */
    char rule[RULE_ID];
    char says[200];        /* what it is for, as one short line */
};

/* One intent on its way. g is a scratch copy of the record on which events are tried. */
struct decision {
    const struct ruleset *rs;
    struct game *g;
    struct facts f;
    struct feed feed;
    struct events events;
    struct wanted wanted;
    struct diag diag;
    bool can_ask;          /* somebody sits at the prompt */
    bool forced;           /* the table does it against the rules: refusals become notes */
    int thrower;           /* id of the observer whose shells and planes strike now, else 0 */
    int officer;           /* id of the officer named with officer=, 0 for a rank or nobody */
    int n_broken;          /* rules that were set aside by force */
    char broken[DIAG_CITES][RULE_ID];
};

/* Notes an event and applies it to the scratch record. */
void emit(struct decision *d, enum event_kind kind, int unit, int a, int b);
void emit_text(struct decision *d, enum event_kind kind, int unit, int a, int b, const char *fmt,
               ...) __attribute__((format(printf, 6, 7)));

/* Takes `count` faces for a purpose (one word: hit, damage, test, ...); NULL when they are not
   there yet: return false then. The roll is noted as an event; what dice to hit, to damage and of
   tests had to do is for the caller to note, see game/tries.h. */
const signed char *take_roll(struct decision *d, const char *purpose, int unit, int count,
                             int need, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

/* Same, where a summary (hits=, kills=) may be given instead. */
const signed char *take_counted(struct decision *d, const char *purpose, int unit, int count,
                                const struct score *s, enum fact summary, const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

/* Faces of a roll that cannot change anything: taken only if they were given with the command
   and the whole of them is there; else NULL and the procedure goes on without. */
const signed char *take_idle(struct decision *d, const char *purpose, int unit, int count);

/* A fact that must be known: true when it is, else false with the want (at a prompt) or the
   complaint noted. */
bool must_know(struct decision *d, enum fact fact, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* A fact with a plain case: false only when a person can be asked and was not yet. */
bool may_know(struct decision *d, enum fact fact, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Asks a fact of one unit; the answer is added to the text of the fact as NAME:ANSWER. */
void ask_of(struct decision *d, enum fact fact, const char *name, const char *rule,
            const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* A rule stands against it: false with the refusal, or true when the table forces it. */
bool forbid(struct decision *d, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Ends a procedure: given dice must all have been used. */
bool finish(struct decision *d);

/* ---- what several procedures share ---- */

/* A place in the players' words, n bytes of them: one that the record keeps whole. */
bool is_place(const char *text, size_t n, struct diag *d);

/* The unit is on the table and may be dealt with; else the refusal. */
bool must_live(struct decision *d, const struct unit *u);

/* The next name of a list, as a unit; *u is NULL at the end of the list. False with the complaint
   about a name that nobody bears. */
bool next_unit(struct decision *d, const char **list, struct unit **u);

/* Sets pins and destroys the unit that they rout (rout.pins). */
void change_pins(struct decision *d, struct unit *u, int change);

void destroy_unit(struct decision *d, struct unit *u, const char *why);

/* officer= may name an officer of the game: he must be alive and able to reach `u`, of whose side
   he is; NULL when it is not known yet who will test. A command vehicle helps armour alone. False
   with the refusal. */
bool know_officer(struct decision *d, const struct unit *u);

/* The unit's test as the record and the facts of the command have it; facts of the command
   that were said go before what the record knows. */
void test_facts(struct decision *d, const struct unit *u, struct facts *f);

/* What a morale check showed. */
struct check_result {
    bool taken, passed, rerolled;
    struct score score;
    signed char rolled[2], again[2];
};

/* A morale check of a unit that must take one; false when dice are missing. */
bool take_check(struct decision *d, struct unit *u, struct check_result *r);

#endif
