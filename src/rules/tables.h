/* Rows of the rule data, as `pack` holds them, into a ruleset. */
#ifndef ADJUTANT_RULES_TABLES_H
#define ADJUTANT_RULES_TABLES_H

#include "rules/ruleset.h"

/* Tables in the order in which they must be read: later ones refer to earlier ones. */
extern const char *const rules_table_names[];
extern const int n_rules_tables;

/* Takes the rows of one table in; rows is written over. False with the complaint. */
bool rules_table_read(struct ruleset *rs, int table, char *rows, struct diag *d);

#endif
