/* Reads the rule data that the build loaded into rules-edN.db. */
#ifndef ADJUTANT_STORE_RULES_DB_H
#define ADJUTANT_STORE_RULES_DB_H

#include "base/buf.h"
#include "rules/ruleset.h"

struct rules_db;

/* Opens the data of an edition, in $ADJUTANT_RULES or where it was installed. NULL with the
   complaint; the caller closes it. */
struct rules_db *rules_db_open(int edition, struct diag *d);
void rules_db_close(struct rules_db **db);

/* The tables that scores and procedures need; read at the first call, owned by db.
   NULL with the complaint. */
const struct ruleset *rules_db_ruleset(struct rules_db *db, struct diag *d);

/* What a rule says and where it stands. */
struct rule_row {
    char id[RULE_ID], where[160], kind[16];
    char says[800];
};

/* The rule with this id; false when there is none. */
bool rules_db_rule(struct rules_db *db, const char *id, struct rule_row *row);

/* Adds "Shooting > Hit Modifiers", where a rule stands; nothing for an unknown id. */
void rules_db_where(struct rules_db *db, const char *id, struct buf *b);

/* Finds rules by whole id, by the beginning of an id, by the name of a special rule that a unit may
   have (its own row first), or by words, best first: at most max
   rows; gives their number, -1 with the complaint. */
int rules_db_search(struct rules_db *db, const char *words, struct rule_row *rows, int max,
                    struct diag *d);

/* The word of the rules that is nearest to this one; false when none is near. */
bool rules_db_nearest(struct rules_db *db, const char *word, char *near, size_t size);

#endif
