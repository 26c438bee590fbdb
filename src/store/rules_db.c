/* The reader of the rule data: rows into structs, and the search of the rule texts. */
#include "store/rules_db.h"

#include "base/mem.h"
#include "base/words.h"
#include "rules/condition.h"
#include "rules/modifier.h"
#include "store/sql.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ADJUTANT_DATADIR
#define ADJUTANT_DATADIR "."
#endif

struct rules_db {
    sqlite3 *db;
    int edition;
    bool loaded;
    struct ruleset rs;
    sqlite3_stmt *rule, *where, *search, *prefix, *words, *movement;
};

struct rules_db *rules_db_open(int edition, struct diag *d)
{
    struct rules_db *r = mem_new(sizeof *r);
    const char *dir = getenv("ADJUTANT_RULES");
    char path[600];

    snprintf(path, sizeof path, "%s/rules-ed%d.db", dir && *dir ? dir : ADJUTANT_DATADIR, edition);
    r->edition = edition;
    /* The file is only read and never changes while it is used: no locks are needed. */
    if (sqlite3_open_v2(path, &r->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL)
        != SQLITE_OK) {
        diag_storage(d, "%s: the rule data of edition %d cannot be opened", path, edition);
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
    sqlite3_finalize(r->movement);
    sqlite3_close(r->db);
    free(r);
    *db = NULL;
}

/* ---- the tables ---- */

/* One table: its rows in order, and what takes a row in. */
struct table {
    const char *sql;
    int most;
    bool (*take)(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d);
};

static bool take_number(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    char name[ID_LEN];

    (void)n;
    sql_text(s, 0, name, sizeof name);
    int i = word_index(number_word, N_NUMBERS, name);
    if (i < 0)
        return diag_storage(d, "number.tsv: no number is called %s", name);
    rs->number[i].value = sqlite3_column_int(s, 1);
    sql_text(s, 2, rs->number[i].rule, RULE_ID);
    return true;
}

static bool take_quality(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    char id[ID_LEN];

    (void)n, (void)d;
    sql_text(s, 0, id, sizeof id);
    struct quality_row *q = &rs->quality[word_index(quality_word, N_QUALITIES, id)];
    q->morale = sqlite3_column_int(s, 1);
    q->damage_value = sqlite3_column_int(s, 2);
    sql_text(s, 3, q->morale_rule, RULE_ID);
    sql_text(s, 4, q->damage_rule, RULE_ID);
    sql_text(s, 5, q->rout_rule, RULE_ID);
    return true;
}

static bool take_damage_value(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct damage_value *v = &rs->damage_value[n];

    (void)d;
    sql_text(s, 0, v->id, sizeof v->id);
    v->value = sqlite3_column_int(s, 1);
    v->armoured = sqlite3_column_int(s, 2);
    sql_text(s, 3, v->rule, RULE_ID);
    rs->n_damage_values = n + 1;
    return true;
}

static unsigned trait_bits(const char *traits)
{
    static const struct {
        const char *word;
        unsigned bit;
    } known[] = {{"assault", WEAPON_ASSAULT},   {"team", WEAPON_TEAM},
                 {"fixed", WEAPON_FIXED},       {"one-shot", WEAPON_ONE_SHOT},
                 {"shaped", WEAPON_SHAPED},     {"indirect", WEAPON_INDIRECT},
                 {"howitzer", WEAPON_HOWITZER}, {"flame", WEAPON_FLAME},
                 {"he-only", WEAPON_HE_ONLY}};
    unsigned bits = 0;

    while (*traits) {
        size_t n = strcspn(traits, " ");
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            if (strlen(known[i].word) == n && strncmp(known[i].word, traits, n) == 0)
                bits |= known[i].bit;
        traits += n + (traits[n] == ' ');
    }
    return bits;
}

static bool take_weapon(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct weapon *w = &rs->weapon[n];
    char text[80];

    (void)d;
    sql_text(s, 0, w->id, sizeof w->id);
    sql_text(s, 1, w->name, sizeof w->name);
    w->range = sqlite3_column_int(s, 2);
    w->min_range = sqlite3_column_int(s, 3);
    w->indirect_range = sqlite3_column_int(s, 4);
    w->shots = sqlite3_column_int(s, 5);
    w->pen = sqlite3_column_int(s, 6);
    w->he = sqlite3_column_int(s, 7);
    sql_text(s, 9, text, sizeof text);
    w->bits = trait_bits(text);
    sql_text(s, 8, text, sizeof text);
    if (strcmp(text, "small") == 0)
        w->bits |= WEAPON_SMALL_ARM;
    w->worth = sqlite3_column_int(s, 10);
    w->crew = sqlite3_column_int(s, 11);
    sql_text(s, 12, w->rule, RULE_ID);
    rs->n_weapons = n + 1;
    return true;
}

static bool take_alias(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct weapon_alias *a = &rs->alias[n];
    char id[ID_LEN];

    (void)d;
    sql_text(s, 0, a->alias, sizeof a->alias);
    sql_text(s, 1, id, sizeof id);
    a->weapon = ruleset_weapon(rs, id);
    rs->n_aliases = n + 1;
    return true;
}

static bool take_special(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct special *p = &rs->special[n];

    (void)d;
    sql_text(s, 0, p->id, sizeof p->id);
    sql_text(s, 1, p->name, sizeof p->name);
    sql_text(s, 2, p->rule, RULE_ID);
    rs->n_specials = n + 1;
    return true;
}

static bool take_army(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    (void)d;
    sql_text(s, 0, rs->army[n].id, sizeof rs->army[n].id);
    sql_text(s, 1, rs->army[n].name, sizeof rs->army[n].name);
    rs->n_armies = n + 1;
    return true;
}

static bool take_army_special(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    char army[ID_LEN], special[ID_LEN];

    (void)n, (void)d;
    sql_text(s, 0, army, sizeof army);
    sql_text(s, 1, special, sizeof special);
    rs->army[ruleset_army(rs, army)].specials |= ruleset_bit(rs, special);
    return true;
}

static bool take_special_weapon(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct special_weapon *sw = &rs->special_weapon[n];
    char id[ID_LEN];

    (void)d;
    sql_text(s, 0, id, sizeof id);
    sw->special = ruleset_special(rs, id);
    sql_text(s, 1, id, sizeof id);
    sw->weapon = ruleset_weapon(rs, id);
    sw->shots = sqlite3_column_int(s, 2);
    sw->steady = sqlite3_column_int(s, 3);
    rs->n_special_weapons = n + 1;
    return true;
}

static bool take_rank(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct rank *r = &rs->rank[n];

    (void)d;
    sql_text(s, 0, r->id, sizeof r->id);
    sql_text(s, 1, r->name, sizeof r->name);
    r->bonus = sqlite3_column_int(s, 2);
    r->orders = sqlite3_column_int(s, 3);
    r->reach = sqlite3_column_int(s, 4);
    sql_text(s, 5, r->rule, RULE_ID);
    rs->n_ranks = n + 1;
    return true;
}

static bool take_when(struct ruleset *rs, const char *file, const char *rule, sqlite3_stmt *s,
                      int column, short *when, int *n, struct diag *d)
{
    char bad[ID_LEN];
    const char *text = (const char *)sqlite3_column_text(s, column);

    *n = when_parse(rs, text ? text : "", when, bad, sizeof bad);
    if (*n < 0)
        return diag_storage(d, "%s: %s: no condition is called %s", file, rule, bad);
    return true;
}

static bool take_modifier(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct modifier *m = &rs->modifier[n];
    char phases[80], counts[ID_LEN];

    sql_text(s, 0, phases, sizeof phases);
    sql_text(s, 1, m->rule, RULE_ID);
    m->value = sqlite3_column_int(s, 2);
    sql_text(s, 3, counts, sizeof counts);
    sql_text(s, 5, m->line, sizeof m->line);
    for (char *save = NULL, *w = strtok_r(phases, " ", &save); w; w = strtok_r(NULL, " ", &save))
        m->phases |= 1U << word_index(phase_word, N_PHASES, w);
    m->counts = counter_find(counts);
    if (m->counts < 0)
        return diag_storage(d, "modifier.tsv: %s: nothing is counted as %s", m->rule, counts);
    rs->n_modifiers = n + 1;
    return take_when(rs, "modifier.tsv", m->rule, s, 4, m->when, &m->n_when, d);
}

static bool take_trigger(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct trigger *t = &rs->trigger[n];
    char kind[ID_LEN];

    sql_text(s, 0, kind, sizeof kind);
    sql_text(s, 1, t->rule, RULE_ID);
    sql_text(s, 3, t->line, sizeof t->line);
    int i = word_index(trigger_word, N_TRIGGERS, kind);
    if (i < 0)
        return diag_storage(d, "trigger_row.tsv: no trigger is called %s", kind);
    t->kind = (enum trigger_kind)i;
    rs->n_triggers = n + 1;
    return take_when(rs, "trigger_row.tsv", t->rule, s, 2, t->when, &t->n_when, d);
}

static bool take_chart(struct ruleset *rs, int n, sqlite3_stmt *s, struct diag *d)
{
    struct chart_row *c = &rs->chart_row[n];

    (void)d;
    sql_text(s, 0, c->chart, sizeof c->chart);
    c->low = sqlite3_column_int(s, 1);
    c->high = sqlite3_column_int(s, 2);
    sql_text(s, 3, c->result, sizeof c->result);
    sql_text(s, 4, c->rule, RULE_ID);
    rs->n_chart_rows = n + 1;
    return true;
}

static const struct table tables[] = {
    {"SELECT name, value, rule FROM number", N_NUMBERS, take_number},
    {"SELECT * FROM quality", N_QUALITIES, take_quality},
    {"SELECT * FROM damage_value", MAX_DAMAGE_VALUES, take_damage_value},
    {"SELECT * FROM weapon", MAX_WEAPONS, take_weapon},
    {"SELECT * FROM weapon_alias", MAX_ALIASES, take_alias},
    {"SELECT * FROM special", MAX_SPECIALS, take_special},
    {"SELECT * FROM army", MAX_ARMIES, take_army},
    {"SELECT * FROM army_special", 99, take_army_special},
    {"SELECT * FROM special_weapon", MAX_SPECIAL_WEAPONS, take_special_weapon},
    {"SELECT * FROM rank", MAX_RANKS, take_rank},
    {"SELECT * FROM modifier", MAX_MODIFIERS, take_modifier},
    {"SELECT * FROM trigger_row", MAX_TRIGGERS, take_trigger},
    {"SELECT * FROM chart", MAX_CHART_ROWS, take_chart},
};

static bool load_table(struct rules_db *r, const struct table *t, struct diag *d)
{
    sqlite3_stmt *s = NULL;
    int n = 0, rc;
    bool ok = true;

    if (!sql_prepare(r->db, &s, t->sql, d))
        return false;
    while (ok && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        if (n == t->most)
            ok = diag_storage(d, "%s: more than %d rows", t->sql, t->most);
        else
            ok = t->take(&r->rs, n++, s, d);
    }
    if (ok && rc != SQLITE_DONE)
        ok = sql_complain(r->db, NULL, d);
    sqlite3_finalize(s);
    return ok;
}

const struct ruleset *rules_db_ruleset(struct rules_db *r, struct diag *d)
{
    if (r->loaded)
        return &r->rs;
    r->rs.edition = r->edition;
    if (!sql_run(r->db, "BEGIN", d)) /* one snapshot, one lock for all tables */
        return NULL;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (!load_table(r, &tables[i], d)) {
            sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
            return NULL;
        }
    if (!sql_run(r->db, "COMMIT", d))
        return NULL;
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

int rules_db_search(struct rules_db *r, const char *words, struct rule_row *rows, int max,
                    struct diag *d)
{
    static const char *const between[] = {" AND ", " OR "};
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
        n = collect(r, r->search, rows, max, d);
        if (n)
            return n;
    }
    return 0;
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

bool rules_db_movement(struct rules_db *r, const char *mover, const char *order,
                       struct move_row *row)
{
    struct diag quiet = {0};

    if (!sql_prepare(r->db, &r->movement,
                     "SELECT inches, turns, rule FROM movement WHERE mover = ? AND move = ?",
                     &quiet))
        return false;
    sqlite3_bind_text(r->movement, 1, mover, -1, SQLITE_STATIC);
    sqlite3_bind_text(r->movement, 2, order, -1, SQLITE_STATIC);
    bool found = sqlite3_step(r->movement) == SQLITE_ROW;
    if (found) {
        row->inches = sqlite3_column_int(r->movement, 0);
        row->turns = sqlite3_column_int(r->movement, 1);
        sql_text(r->movement, 2, row->rule, RULE_ID);
    }
    sqlite3_reset(r->movement);
    return found;
}
