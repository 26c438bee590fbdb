/* Refusals and complaints as values: what was wrong, what would be right, and the rule. */
#ifndef ADJUTANT_BASE_DIAG_H
#define ADJUTANT_BASE_DIAG_H

#include <stdbool.h>

/* In the order of the exit statuses 0, 1, 2, 3. */
enum diag_code { DIAG_NONE, DIAG_REFUSED, DIAG_USAGE, DIAG_STORAGE };

enum { DIAG_CITES = 4, DIAG_TEXT = 400, RULE_ID = 64 };

/* One complaint. Filled once; the first one stays. */
struct diag {
    enum diag_code code;
    char message[DIAG_TEXT];
    int n_cites;
    char cite[DIAG_CITES][RULE_ID];
};

/* Each notes the complaint, unless there is one already, and returns false. */
bool diag_refused(struct diag *d, const char *rule, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool diag_usage(struct diag *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool diag_storage(struct diag *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Adds one more rule to a complaint. */
void diag_cite(struct diag *d, const char *rule);

/* The code's word in JSON: refused, usage, storage. */
const char *diag_word(enum diag_code code);

#endif
