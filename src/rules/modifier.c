/* One pass over the modifier rows. */
#include "rules/modifier.h"

#include <stdio.h>
#include <string.h>

/* The first condition that is not as the row wants it; -1 when all are. */
static int first_failed(const struct ruleset *rs, const struct facts *f, const short *when, int n)
{
    for (int i = 0; i < n; i++) {
        bool wanted = when[i] >= 0;
        int condition = wanted ? when[i] : ~when[i];
        if (condition_holds(rs, f, condition) != wanted)
            return condition;
    }
    return -1;
}

/* Whether it is worth saying that a row does not apply: where it is the kind of target alone that
   stands against it, somebody has said the rest. */
static bool concerns(const struct ruleset *rs, const struct facts *f, const struct modifier *m,
                     int failed)
{
    int other = first_failed(rs, f, m->concerns, m->n_concerns);

    return other < 0 || other == failed;
}

void ruling_make(struct ruling *r, const struct ruleset *rs, enum phase phase,
                 const struct facts *f)
{
    r->base = r->sum = r->n = 0;
    r->base_rule = "";
    for (int i = 0; i < rs->n_modifiers; i++) {
        const struct modifier *m = &rs->modifier[i];
        if (!(m->phases >> phase & 1))
            continue;
        struct ruling_line *l = &r->line[r->n++];
        *l = (struct ruling_line){.modifier = m, .failed = first_failed(rs, f, m->when, m->n_when)};
        l->applies = l->failed < 0;
        if (l->applies) {
            l->value = m->value * counter_value(rs, f, m->counts);
            r->sum += l->value;
        }
        if (!l->applies && !concerns(rs, f, m, l->failed))
            r->n--; /* a question of other targets */
        if (l->applies && l->value == 0)
            r->n--; /* +0 is neither help nor hindrance: rifles have no penetration */
    }
}

void ruling_why_not(struct buf *b, const struct ruleset *rs, const struct facts *f,
                    const struct ruling_line *line)
{
    condition_reason(b, rs, f, line->failed);
}

const struct trigger *trigger_find(const struct ruleset *rs, enum trigger_kind kind,
                                   const struct facts *f)
{
    for (int i = 0; i < rs->n_triggers; i++) {
        const struct trigger *t = &rs->trigger[i];
        if (t->kind == kind && first_failed(rs, f, t->when, t->n_when) < 0)
            return t;
    }
    return NULL;
}

int when_parse(const struct ruleset *rs, const char *text, short *when, char *bad, size_t size)
{
    int n = 0;
    char word[ID_LEN];

    for (;;) {
        text += strspn(text, " ");
        size_t len = strcspn(text, " ");
        if (!len)
            return n;
        bool negated = *text == '!';
        snprintf(word, sizeof word, "%.*s", (int)(len - negated), text + negated);
        int condition = condition_find(rs, word);
        if (condition < 0 || n == MAX_CONDITIONS) {
            snprintf(bad, size, "%s", word);
            return -1;
        }
        when[n++] = (short)(negated ? ~condition : condition);
        text += len;
    }
}
