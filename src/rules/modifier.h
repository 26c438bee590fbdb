/* One pass over the modifier rows: the sum, what went into it, and what did not and why. */
#ifndef ADJUTANT_RULES_MODIFIER_H
#define ADJUTANT_RULES_MODIFIER_H

#include "rules/condition.h"

struct ruling_line {
    const struct modifier *modifier;
    int value;    /* as added to the die or to the morale; 0 when it does not apply */
    int failed;   /* the condition that decided against it */
    bool applies;
};

struct ruling {
    int base;
    const char *base_rule;
    int sum;
    int n;
    struct ruling_line line[MAX_MODIFIERS];
};

/* Adds up the modifiers of a phase for these facts. The ruling points into the ruleset. */
void ruling_make(struct ruling *r, const struct ruleset *rs, enum phase phase,
                 const struct facts *f);

/* Adds why a line does not apply, in words. */
void ruling_why_not(struct buf *b, const struct ruleset *rs, const struct facts *f,
                    const struct ruling_line *line);

/* The first row of this kind whose conditions hold; NULL when none does. */
const struct trigger *trigger_find(const struct ruleset *rs, enum trigger_kind kind,
                                   const struct facts *f);

/* Reads a `applies` column ("pinned !rallying") into condition numbers; gives their count,
   or -1 with the unknown word in bad. */
int when_parse(const struct ruleset *rs, const char *text, short *when, char *bad, size_t size);

#endif
