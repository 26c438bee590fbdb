/* One function a table: takes a row of text fields into the ruleset. */
#include "rules/tables.h"

#include "rules/modifier.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 16 };

/* One table: its fields, how many rows there may be, and what takes a row in. */
struct table {
    int fields, most;
    bool (*take)(struct ruleset *rs, int n, char *const *f, struct diag *d);
};

/* Copies a field into a fixed place. */
static void put(char *to, size_t size, const char *from)
{
    size_t n = strlen(from);

    if (n >= size)
        n = size - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

static bool take_number(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    char name[ID_LEN];

    (void)n;
    put(name, sizeof name, f[0]);
    int i = word_index(number_word, N_NUMBERS, name);
    if (i < 0)
        return diag_storage(d, "number.tsv: no number is called %s", name);
    rs->number[i].value = atoi(f[1]);
    put(rs->number[i].rule, RULE_ID, f[2]);
    return true;
}

static bool take_quality(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    char id[ID_LEN];

    (void)n, (void)d;
    put(id, sizeof id, f[0]);
    struct quality_row *q = &rs->quality[word_index(quality_word, N_QUALITIES, id)];
    q->morale = atoi(f[1]);
    q->damage_value = atoi(f[2]);
    put(q->morale_rule, RULE_ID, f[3]);
    put(q->damage_rule, RULE_ID, f[4]);
    put(q->rout_rule, RULE_ID, f[5]);
    return true;
}

static bool take_damage_value(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct damage_value *v = &rs->damage_value[n];

    (void)d;
    put(v->id, sizeof v->id, f[0]);
    v->value = atoi(f[1]);
    v->armoured = atoi(f[2]);
    put(v->rule, RULE_ID, f[3]);
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
                 {"he-only", WEAPON_HE_ONLY},   {"launcher", WEAPON_LAUNCHER},
                 {"anti-tank", WEAPON_ANTI_TANK}, {"saddle", WEAPON_SADDLE},
                 {"heavy-piece", WEAPON_HEAVY_PIECE},
                 {"airborne", WEAPON_AIRBORNE},
                 {"melee", WEAPON_MELEE}};
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

static bool take_weapon(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct weapon *w = &rs->weapon[n];
    char text[80];

    (void)d;
    put(w->id, sizeof w->id, f[0]);
    put(w->name, sizeof w->name, f[1]);
    w->range = atoi(f[2]);
    w->min_range = atoi(f[3]);
    w->indirect_range = atoi(f[4]);
    w->shots = atoi(f[5]);
    w->pen = atoi(f[6]);
    w->he = atoi(f[7]);
    put(text, sizeof text, f[9]);
    w->bits = trait_bits(text);
    put(text, sizeof text, f[8]);
    if (strcmp(text, "small") == 0)
        w->bits |= WEAPON_SMALL_ARM;
    w->worth = atoi(f[10]);
    w->crew = atoi(f[11]);
    put(w->rule, RULE_ID, f[12]);
    rs->n_weapons = n + 1;
    return true;
}

static bool take_alias(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct weapon_alias *a = &rs->alias[n];
    char id[ID_LEN];

    (void)d;
    put(a->alias, sizeof a->alias, f[0]);
    put(id, sizeof id, f[1]);
    a->weapon = ruleset_weapon(rs, id);
    rs->n_aliases = n + 1;
    return true;
}

static bool take_special(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct special *p = &rs->special[n];

    (void)d;
    put(p->id, sizeof p->id, f[0]);
    put(p->name, sizeof p->name, f[1]);
    put(p->rule, RULE_ID, f[2]);
    rs->n_specials = n + 1;
    return true;
}

static bool take_army(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    (void)d;
    put(rs->army[n].id, sizeof rs->army[n].id, f[0]);
    put(rs->army[n].name, sizeof rs->army[n].name, f[1]);
    rs->n_armies = n + 1;
    return true;
}

static bool take_army_special(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    char army[ID_LEN], special[ID_LEN];

    (void)n, (void)d;
    put(army, sizeof army, f[0]);
    put(special, sizeof special, f[1]);
    rs->army[ruleset_army(rs, army)].specials |= ruleset_bit(rs, special);
    return true;
}

static bool take_special_weapon(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct special_weapon *sw = &rs->special_weapon[n];
    char id[ID_LEN];

    (void)d;
    put(id, sizeof id, f[0]);
    sw->special = ruleset_special(rs, id);
    put(id, sizeof id, f[1]);
    sw->weapon = ruleset_weapon(rs, id);
    sw->shots = atoi(f[2]);
    sw->steady = atoi(f[3]);
    rs->n_special_weapons = n + 1;
    return true;
}

static bool take_rank(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct rank *r = &rs->rank[n];

    (void)d;
    put(r->id, sizeof r->id, f[0]);
    put(r->name, sizeof r->name, f[1]);
    r->bonus = atoi(f[2]);
    r->orders = atoi(f[3]);
    r->reach = atoi(f[4]);
    put(r->rule, RULE_ID, f[5]);
    rs->n_ranks = n + 1;
    return true;
}

static bool take_when(struct ruleset *rs, const char *file, const char *rule, const char *text,
                      short *when, int *n, struct diag *d)
{
    char bad[ID_LEN];

    *n = when_parse(rs, text, when, bad, sizeof bad);
    if (*n < 0)
        return diag_storage(d, "%s: %s: no condition is called %s", file, rule, bad);
    return true;
}

static bool take_modifier(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct modifier *m = &rs->modifier[n];
    char phases[80], counts[ID_LEN];

    put(phases, sizeof phases, f[0]);
    put(m->rule, RULE_ID, f[1]);
    m->value = atoi(f[2]);
    put(counts, sizeof counts, f[3]);
    put(m->line, sizeof m->line, f[5]);
    for (char *save = NULL, *w = strtok_r(phases, " ", &save); w; w = strtok_r(NULL, " ", &save))
        m->phases |= 1U << word_index(phase_word, N_PHASES, w);
    m->counts = counter_find(counts);
    if (m->counts < 0)
        return diag_storage(d, "modifier.tsv: %s: nothing is counted as %s", m->rule, counts);
    rs->n_modifiers = n + 1;
    return take_when(rs, "modifier.tsv", m->rule, f[4], m->when, &m->n_when, d)
        && take_when(rs, "modifier.tsv", m->rule, f[6], m->concerns, &m->n_concerns, d);
}

static bool take_trigger(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct trigger *t = &rs->trigger[n];
    char kind[ID_LEN];

    put(kind, sizeof kind, f[0]);
    put(t->rule, RULE_ID, f[1]);
    put(t->line, sizeof t->line, f[3]);
    int i = word_index(trigger_word, N_TRIGGERS, kind);
    if (i < 0)
        return diag_storage(d, "trigger_row.tsv: no trigger is called %s", kind);
    t->kind = (enum trigger_kind)i;
    rs->n_triggers = n + 1;
    return take_when(rs, "trigger_row.tsv", t->rule, f[2], t->when, &t->n_when, d);
}

static bool take_chart(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct chart_row *c = &rs->chart_row[n];

    (void)d;
    put(c->chart, sizeof c->chart, f[0]);
    c->low = atoi(f[1]);
    c->high = atoi(f[2]);
    put(c->result, sizeof c->result, f[3]);
    put(c->rule, RULE_ID, f[4]);
    rs->n_chart_rows = n + 1;
    return true;
}

/* "2D6" as its dice and sides. */
static void take_dice(const char *text, int *count, int *sides)
{
    *count = *text == 'D' ? 1 : atoi(text);
    *sides = atoi(strchr(text, 'D') + 1);
}

static bool take_he(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    int size = atoi(f[0]), one;
    struct he_row *h = &rs->he[size];

    (void)n, (void)d;
    h->pen = atoi(f[1]);
    take_dice(f[2], &one, &h->pin_sides);
    take_dice(f[3], &h->building_dice, &h->building_sides);
    put(h->rule, RULE_ID, f[4]);
    h->smoke = atoi(f[5]);
    put(h->smoke_rule, RULE_ID, f[6]);
    return true;
}

static bool take_movement(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    struct movement *m = &rs->movement[n];

    (void)d;
    put(m->mover, sizeof m->mover, f[0]);
    m->order = word_index(order_word, N_ORDERS, f[1]);
    m->inches = atoi(f[2]);
    m->turns = atoi(f[3]);
    put(m->rule, RULE_ID, f[4]);
    m->traits = trait_bits(m->mover);
    m->special = ruleset_bit(rs, m->mover);
    rs->n_movements = n + 1;
    return true;
}

static bool take_ground(struct ruleset *rs, int n, char *const *f, struct diag *d)
{
    static const char *const allows[] = {"run", "advance", "no", "double", "double-run"};
    struct ground_row *g = &rs->ground[n];

    (void)d;
    put(g->ground, sizeof g->ground, f[0]);
    put(g->mover, sizeof g->mover, f[1]);
    g->allows = word_index(allows, 5, f[2]);
    put(g->rule, RULE_ID, f[3]);
    g->special = ruleset_bit(rs, g->mover);
    rs->n_grounds = n + 1;
    return true;
}

const char *const rules_table_names[] = {
    "number",         "quality", "damage_value", "weapon",      "weapon_alias", "special", "army",
    "army_special", "special_weapon", "rank", "modifier",    "trigger_row",  "chart",   "movement", "he", "terrain"};
const int n_rules_tables = sizeof rules_table_names / sizeof rules_table_names[0];

/* In the same order as the names. */
static const struct table tables[] = {
    {3, N_NUMBERS, take_number},
    {6, N_QUALITIES, take_quality},
    {4, MAX_DAMAGE_VALUES, take_damage_value},
    {13, MAX_WEAPONS, take_weapon},
    {2, MAX_ALIASES, take_alias},
    {3, MAX_SPECIALS, take_special},
    {2, MAX_ARMIES, take_army},
    {2, 99, take_army_special},
    {4, MAX_SPECIAL_WEAPONS, take_special_weapon},
    {6, MAX_RANKS, take_rank},
    {7, MAX_MODIFIERS, take_modifier},
    {4, MAX_TRIGGERS, take_trigger},
    {5, MAX_CHART_ROWS, take_chart},
    {5, MAX_MOVEMENTS, take_movement},
    {7, MAX_HE, take_he},
    {4, MAX_GROUND, take_ground},
};

/* Cuts one line into its fields; tells how many there are. */
static int cut(char *line, char **field)
{
    int n = 0;

    while (n < FIELDS) {
        field[n++] = line;
        line = strchr(line, '\t');
        if (!line)
            break;
        *line++ = '\0';
    }
    return n;
}

bool rules_table_read(struct ruleset *rs, int table, char *rows, struct diag *d)
{
    const struct table *t = &tables[table];
    const char *name = rules_table_names[table];
    char *field[FIELDS];

    for (int n = 0; rows && *rows; n++) {
        char *next = strchr(rows, '\n');
        if (next)
            *next++ = '\0';
        if (n == t->most)
            return diag_storage(d, "%s.tsv: more than %d rows", name, t->most);
        if (cut(rows, field) != t->fields)
            return diag_storage(d, "%s.tsv: row %d is broken", name, n + 1);
        if (!t->take(rs, n, field, d))
            return false;
        rows = next;
    }
    return true;
}
