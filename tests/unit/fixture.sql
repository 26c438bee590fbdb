-- Prints a C source that holds the rule data of the second edition, for tests/unit/fixture.h:
--
--     sqlite3 -batch rules-ed2.db < tests/unit/fixture.sql > fixture.c
--
-- The rows go in as the program itself reads them, by rules/tables.c.
.bail on
.mode list
.headers off
SELECT '/* Made by fixture.sql from the rule data: do not edit. */
#include "fixture.h"

#include "rules/facts.h"
#include "rules/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *rows;
} packed[] = {';
SELECT '    {"' || name || '", "' || replace(replace(replace(replace(rows, '\', '\\'), '"', '\"'),
       char(9), '\t'), char(10), '\n"' || char(10) || '     "') || '"},' FROM pack;
SELECT '};

void fixture_ruleset(struct ruleset *rs)
{
    struct diag d = {0};

    memset(rs, 0, sizeof *rs);
    rs->edition = 2;
    for (int t = 0; t < n_rules_tables; t++) {
        size_t i = 0, n = sizeof packed / sizeof packed[0];
        while (i < n && strcmp(packed[i].name, rules_table_names[t]) != 0)
            i++;
        char *rows = strdup(i < n ? packed[i].rows : "");
        if (i == n || !rules_table_read(rs, t, rows, &d)) {
            fprintf(stderr, "fixture: %s: %s\n", rules_table_names[t], d.message);
            abort();
        }
        free(rows);
    }
    facts_index(rs);
}';
