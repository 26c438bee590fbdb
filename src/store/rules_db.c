/* The reader of the rule data: rows into structs, and the search of the rule texts. */
#include "store/rules_db.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/words.h"
#include "rules/facts.h"
#include "rules/tables.h"
#include "store/sql.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifndef ADJUTANT_DATADIR
#define ADJUTANT_DATADIR "."
#endif

struct rules_db {
    sqlite3 *db;
    int edition;
    bool loaded;
    struct ruleset rs;
    sqlite3_stmt *rule, *where, *search, *prefix, *words;
};

struct rules_db *rules_db_open(int edition, struct diag *d)
{
    struct rules_db *r = mem_new(sizeof *r);
    const char *dir = getenv("ADJUTANT_RULES");
    struct buf uri = {0};

    if (!dir || !*dir)
        dir = ADJUTANT_DATADIR;
    r->edition = edition;
    /* The file is only read, and a new one takes its name and not its place: no locks are needed,
       which are half of the calls that a short question makes. */
    buf_add(&uri, "file:");
    for (const char *s = dir; *s; s++)
        buf_addf(&uri, strchr("?#%", *s) ? "%%%02x" : "%c", (unsigned char)*s);
    buf_addf(&uri, "/rules-ed%d.db?immutable=1", edition);
    sql_start();
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    bool open = sqlite3_open_v2(uri.s, &r->db, flags, NULL) == SQLITE_OK;
    buf_free(&uri);
    if (!open) {
        diag_storage(d, "%s/rules-ed%d.db: the rule data of edition %d cannot be opened", dir,
                     edition, edition);
        rules_db_close(&r);
        return NULL;
    }
    return r;
}

void rules_db_close(struct rules_db **db)
{
    struct rules_db *r = *db;

    if (!r)
        return;
    sqlite3_finalize(r->rule);
    sqlite3_finalize(r->where);
    sqlite3_finalize(r->search);
    sqlite3_finalize(r->prefix);
    sqlite3_finalize(r->words);
    sqlite3_close(r->db);
    free(r);
    *db = NULL;
}

/* ---- the tables ---- */

/* Reads the one table from `pack`. */
static bool load_table(struct rules_db *r, sqlite3_stmt *s, int table, struct diag *d)
{
    bool ok;

    sqlite3_bind_text(s, 1, rules_table_names[table], -1, SQLITE_STATIC);
    if (sqlite3_step(s) != SQLITE_ROW)
        ok = diag_storage(d, "%s: the rule data lacks its table %s",
                          sqlite3_db_filename(r->db, "main"), rules_table_names[table]);
    else {
        char *rows = mem_copy((const char *)sqlite3_column_text(s, 0));
        ok = rules_table_read(&r->rs, table, rows, d);
        free(rows);
    }
    sqlite3_reset(s);
    return ok;
}

const struct ruleset *rules_db_ruleset(struct rules_db *r, struct diag *d)
{
    sqlite3_stmt *s = NULL;
    bool ok;

    if (r->loaded)
        return &r->rs;
    r->rs.edition = r->edition;
    ok = sql_prepare(r->db, &s, "SELECT rows FROM pack WHERE name = ?", d);
    for (int i = 0; ok && i < n_rules_tables; i++)
        ok = load_table(r, s, i, d);
    sqlite3_finalize(s);
    if (!ok)
        return NULL;
    facts_index(&r->rs);
    r->loaded = true;
    return &r->rs;
}

/* ---- rule texts ---- */

static void row_from(sqlite3_stmt *s, struct rule_row *row)
{
    char section[100];

    sql_text(s, 0, row->id, sizeof row->id);
    sql_text(s, 1, row->where, sizeof row->where);
    sql_text(s, 2, section, sizeof section);
    snprintf(row->where + strlen(row->where), sizeof row->where - strlen(row->where), " > %s",
             section);
    sql_text(s, 3, row->kind, sizeof row->kind);
    sql_text(s, 4, row->says, sizeof row->says);
}

bool rules_db_rule(struct rules_db *r, const char *id, struct rule_row *row)
{
    struct diag quiet = {0};

    if (!sql_prepare(r->db, &r->rule,
                     "SELECT id, chapter, section, kind, says FROM rule WHERE id = ?", &quiet))
        return false;
    sqlite3_bind_text(r->rule, 1, id, -1, SQLITE_STATIC);
    bool found = sqlite3_step(r->rule) == SQLITE_ROW;
    if (found)
        row_from(r->rule, row);
    sqlite3_reset(r->rule);
    return found;
}

void rules_db_where(struct rules_db *r, const char *id, struct buf *b)
{
    struct diag quiet = {0};

    if (!sql_prepare(r->db, &r->where,
                     "SELECT chapter || ' > ' || section FROM rule WHERE id = ?", &quiet))
        return;
    sqlite3_bind_text(r->where, 1, id, -1, SQLITE_STATIC);
    if (sqlite3_step(r->where) == SQLITE_ROW)
        buf_add(b, (const char *)sqlite3_column_text(r->where, 0));
    sqlite3_reset(r->where);
}

static int collect(struct rules_db *r, sqlite3_stmt *s, struct rule_row *rows, int max,
                   struct diag *d)
{
    int n = 0, rc = SQLITE_DONE;

    while (n < max && (rc = sqlite3_step(s)) == SQLITE_ROW)
        row_from(s, &rows[n++]);
    sqlite3_reset(s);
    if (rc != SQLITE_DONE && rc != SQLITE_ROW) {
        sql_complain(r->db, NULL, d);
        return -1;
    }
    return n;
}

/* Makes "long range" into "long"* AND "range"*, or with OR between them. */
static void match_expression(struct buf *b, const char *words, const char *between)
{
    while (*words) {
        while (*words && !isalnum((unsigned char)*words))
            words++;
        size_t n = 0;
        while (isalnum((unsigned char)words[n]) || (n && words[n] == '-'))
            n++;
        if (!n)
            break;
        buf_addf(b, "%s\"%.*s\"*", b->len ? between : "", (int)n, words);
        words += n;
    }
}

/* The special rule that is called so, by its name or its id; NULL when none is. */
static const struct special *special_named(struct rules_db *r, const char *words)
{
    struct diag quiet = {0};
    const struct ruleset *rs = rules_db_ruleset(r, &quiet);
    char id[NAME_LEN];

    snprintf(id, sizeof id, "%s", words);
    for (char *c = id; *c; c++)
        if (*c == ' ')
            *c = '-';
    for (int i = 0; rs && i < rs->n_specials; i++)
        if (strcasecmp(rs->special[i].id, id) == 0 || strcasecmp(rs->special[i].name, words) == 0)
            return &rs->special[i];
    return NULL;
}

/* By words: all of them, else any. */
static int by_words(struct rules_db *r, const char *words, struct rule_row *rows, int max,
                    struct diag *d)
{
    static const char *const between[] = {" AND ", " OR "};

    if (!sql_prepare(r->db, &r->search,
                     "SELECT r.id, r.chapter, r.section, r.kind, r.says FROM rule_search s"
                     " JOIN rule r ON r.rowid = s.rowid WHERE rule_search MATCH ?"
                     " ORDER BY bm25(rule_search, 6.0, 4.0, 1.0), r.rowid",
                     d))
        return -1;
    for (int i = 0; i < 2; i++) {
        struct buf b = {0};
        match_expression(&b, words, between[i]);
        if (!b.len)
            return 0;
        sqlite3_bind_text(r->search, 1, b.s, -1, SQLITE_TRANSIENT);
        buf_free(&b);
        int n = collect(r, r->search, rows, max, d);
        if (n)
            return n;
    }
    return 0;
}

/* A special rule's own row first, then what else the words find. */
static int own_row_first(struct rules_db *r, const char *name, struct rule_row *rows, int max,
                         struct diag *d)
{
    int n = by_words(r, name, rows + 1, max - 1, d), same = 1;

    if (n < 0)
        return n;
    while (same <= n && strcmp(rows[same].id, rows[0].id) != 0)
        same++;
    if (same > n)
        return n + 1;
    memmove(&rows[same], &rows[same + 1], (size_t)(n - same) * sizeof rows[0]);
    return n;
}

int rules_db_search(struct rules_db *r, const char *words, struct rule_row *rows, int max,
                    struct diag *d)
{
    const struct special *special;
    int n;

    if (rules_db_rule(r, words, &rows[0]))
        return 1;
    if (strchr(words, '.')) {
        if (!sql_prepare(r->db, &r->prefix,
                         "SELECT id, chapter, section, kind, says FROM rule"
                         " WHERE id >= ?1 AND id < ?1 || '~' ORDER BY rowid",
                         d))
            return -1;
        sqlite3_bind_text(r->prefix, 1, words, -1, SQLITE_STATIC);
        n = collect(r, r->prefix, rows, max, d);
        if (n)
            return n;
    }
    special = special_named(r, words);
    if (max > 1 && special && rules_db_rule(r, special->rule, &rows[0]))
        return own_row_first(r, special->name, rows, max, d);
    return by_words(r, words, rows, max, d);
}

bool rules_db_nearest(struct rules_db *r, const char *word, char *near, size_t size)
{
    struct nearest best = {.typed = word};
    struct diag quiet = {0};

    if (!sql_prepare(r->db, &r->words, "SELECT term FROM rule_word", &quiet))
        return false;
    while (sqlite3_step(r->words) == SQLITE_ROW)
        nearest_offer(&best, (const char *)sqlite3_column_text(r->words, 0));
    sqlite3_reset(r->words);
    snprintf(near, size, "%s", best.best);
    return best.best[0] && 2 * best.distance <= (int)strlen(word) + 1;
}
