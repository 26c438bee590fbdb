/* Refusals and complaints as values. */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>

static void note(struct diag *d, enum diag_code code, const char *fmt, va_list ap)
{
    if (d->code)
        return;
    d->code = code;
    vsnprintf(d->message, sizeof d->message, fmt, ap);
}

bool diag_refused(struct diag *d, const char *rule, const char *fmt, ...)
{
    bool first = !d->code;
    va_list ap;

    va_start(ap, fmt);
    note(d, DIAG_REFUSED, fmt, ap);
    va_end(ap);
    if (first && rule)
        diag_cite(d, rule);
    return false;
}

bool diag_usage(struct diag *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    note(d, DIAG_USAGE, fmt, ap);
    va_end(ap);
    return false;
}

bool diag_storage(struct diag *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    note(d, DIAG_STORAGE, fmt, ap);
    va_end(ap);
    return false;
}

void diag_cite(struct diag *d, const char *rule)
{
    if (d->n_cites < DIAG_CITES)
        snprintf(d->cite[d->n_cites++], RULE_ID, "%s", rule);
}

const char *diag_word(enum diag_code code)
{
    static const char *const word[] = {"none", "refused", "usage", "storage"};

    return word[code];
}
