-- Prints a C source that holds the rule data of the second edition, for tests/unit/fixture.h:
--
--     sqlite3 -batch rules-ed2.db < tests/unit/fixture.sql > fixture.c
--
-- Each row of `pack` becomes one call of a small function. Weapons stand before their aliases,
-- special rules and weapons before what joins them, special rules before the conditions that
-- name them.
.bail on
.mode list
.headers off

SELECT '/* Made by fixture.sql from the rule data: do not edit. */
#include "fixture.h"

#include "rules/condition.h"
#include "rules/facts.h"
#include "rules/modifier.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the test program when a row of the data means nothing to the engine. */
static void must(bool ok, const char *what, const char *word)
{
    if (ok)
        return;
    fprintf(stderr, "fixture: no %s is called %s\n", what, word);
    abort();
}

static int found(int index, const char *what, const char *word)
{
    must(index >= 0, what, word);
    return index;
}

static void room(int n, int most, const char *table)
{
    must(n < most, "place left: a row too many of those that", table);
}

static void text(char *to, size_t size, const char *from)
{
    must(strlen(from) < size, "short enough text", from);
    memcpy(to, from, strlen(from) + 1);
}

static void add_number(struct ruleset *rs, const char *name, int value, const char *rule)
{
    int i = found(word_index(number_word, N_NUMBERS, name), "number", name);

    rs->number[i].value = value;
    text(rs->number[i].rule, RULE_ID, rule);
}

static void add_quality(struct ruleset *rs, const char *id, int morale, int damage,
                        const char *morale_rule, const char *damage_rule, const char *rout_rule)
{
    struct quality_row *q =
        &rs->quality[found(word_index(quality_word, N_QUALITIES, id), "quality", id)];

    q->morale = morale;
    q->damage_value = damage;
    text(q->morale_rule, RULE_ID, morale_rule);
    text(q->damage_rule, RULE_ID, damage_rule);
    text(q->rout_rule, RULE_ID, rout_rule);
}

static void add_damage_value(struct ruleset *rs, const char *id, int value, bool armoured,
                             const char *rule)
{
    room(rs->n_damage_values, MAX_DAMAGE_VALUES, "damage_value");
    struct damage_value *v = &rs->damage_value[rs->n_damage_values++];

    text(v->id, sizeof v->id, id);
    v->value = value;
    v->armoured = armoured;
    text(v->rule, RULE_ID, rule);
}

/* Takes one trait off a list of words, and tells whether it was there. */
static unsigned trait(char *traits, const char *word, unsigned bit)
{
    char *at = strstr(traits, word);

    if (!at)
        return 0;
    memset(at, 1, strlen(word));
    return bit;
}

static unsigned trait_bits(const char *from)
{
    char traits[100];
    unsigned bits = 0;

    snprintf(traits, sizeof traits, " %s ", from);
    bits |= trait(traits, "assault", WEAPON_ASSAULT) | trait(traits, "team", WEAPON_TEAM);
    bits |= trait(traits, "fixed", WEAPON_FIXED) | trait(traits, "one-shot", WEAPON_ONE_SHOT);
    bits |= trait(traits, "shaped", WEAPON_SHAPED) | trait(traits, "indirect", WEAPON_INDIRECT);
    bits |= trait(traits, "howitzer", WEAPON_HOWITZER) | trait(traits, "flame", WEAPON_FLAME);
    bits |= trait(traits, "he-only", WEAPON_HE_ONLY);
    must(strspn(traits, " \1") == strlen(traits), "trait", from);
    return bits;
}

static void add_weapon(struct ruleset *rs, const struct weapon *numbers, const char *id,
                       const char *name, const char *class, const char *traits, const char *rule)
{
    room(rs->n_weapons, MAX_WEAPONS, "weapon");
    struct weapon *w = &rs->weapon[rs->n_weapons++];

    *w = *numbers;
    text(w->id, sizeof w->id, id);
    text(w->name, sizeof w->name, name);
    text(w->rule, RULE_ID, rule);
    w->bits = trait_bits(traits);
    if (strcmp(class, "small") == 0)
        w->bits |= WEAPON_SMALL_ARM;
    else
        must(strcmp(class, "heavy") == 0, "class of weapons", class);
}

static void add_alias(struct ruleset *rs, const char *alias, const char *weapon)
{
    room(rs->n_aliases, MAX_ALIASES, "weapon_alias");
    struct weapon_alias *a = &rs->alias[rs->n_aliases];

    text(a->alias, sizeof a->alias, alias);
    a->weapon = found(ruleset_weapon(rs, weapon), "weapon", weapon);
    rs->n_aliases++;
}

static void add_special(struct ruleset *rs, const char *id, const char *name, const char *rule)
{
    room(rs->n_specials, MAX_SPECIALS, "special");
    struct special *s = &rs->special[rs->n_specials++];

    text(s->id, sizeof s->id, id);
    text(s->name, sizeof s->name, name);
    text(s->rule, RULE_ID, rule);
}

static void add_army(struct ruleset *rs, const char *id, const char *name)
{
    room(rs->n_armies, MAX_ARMIES, "army");
    struct army *a = &rs->army[rs->n_armies++];

    text(a->id, sizeof a->id, id);
    text(a->name, sizeof a->name, name);
}

static void add_army_special(struct ruleset *rs, const char *army, const char *special)
{
    uint64_t bit = ruleset_bit(rs, special);

    must(bit != 0, "special rule", special);
    rs->army[found(ruleset_army(rs, army), "army", army)].specials |= bit;
}

static void add_special_weapon(struct ruleset *rs, const char *special, const char *weapon,
                               int shots, bool steady)
{
    room(rs->n_special_weapons, MAX_SPECIAL_WEAPONS, "special_weapon");
    rs->special_weapon[rs->n_special_weapons++] = (struct special_weapon){
        .special = found(ruleset_special(rs, special), "special rule", special),
        .weapon = found(ruleset_weapon(rs, weapon), "weapon", weapon),
        .shots = shots,
        .steady = steady};
}

static void add_rank(struct ruleset *rs, const char *id, const char *name, int bonus, int orders,
                     int reach, const char *rule)
{
    room(rs->n_ranks, MAX_RANKS, "rank");
    struct rank *r = &rs->rank[rs->n_ranks++];

    text(r->id, sizeof r->id, id);
    text(r->name, sizeof r->name, name);
    r->bonus = bonus;
    r->orders = orders;
    r->reach = reach;
    text(r->rule, RULE_ID, rule);
}

static int conditions(const struct ruleset *rs, const char *applies, short *when)
{
    char bad[ID_LEN] = "";
    int n = when_parse(rs, applies, when, bad, sizeof bad);

    must(n >= 0, "condition", bad);
    return n;
}

static void add_modifier(struct ruleset *rs, const char *phases, const char *rule, int value,
                         const char *counts, const char *applies, const char *line)
{
    char words[100];

    room(rs->n_modifiers, MAX_MODIFIERS, "modifier");
    struct modifier *m = &rs->modifier[rs->n_modifiers++];
    text(words, sizeof words, phases);
    for (char *save = NULL, *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
        m->phases |= 1U << found(word_index(phase_word, N_PHASES, w), "phase", w);
    text(m->rule, RULE_ID, rule);
    m->value = value;
    m->counts = found(counter_find(counts), "counter", counts);
    m->n_when = conditions(rs, applies, m->when);
    text(m->line, sizeof m->line, line);
}

static void add_trigger(struct ruleset *rs, const char *kind, const char *rule,
                        const char *applies, const char *line)
{
    room(rs->n_triggers, MAX_TRIGGERS, "trigger_row");
    struct trigger *t = &rs->trigger[rs->n_triggers++];

    t->kind = (enum trigger_kind)found(word_index(trigger_word, N_TRIGGERS, kind), "trigger", kind);
    text(t->rule, RULE_ID, rule);
    t->n_when = conditions(rs, applies, t->when);
    text(t->line, sizeof t->line, line);
}

static void add_chart(struct ruleset *rs, const char *chart, int low, int high,
                      const char *result, const char *rule)
{
    room(rs->n_chart_rows, MAX_CHART_ROWS, "chart");
    struct chart_row *c = &rs->chart_row[rs->n_chart_rows++];

    text(c->chart, sizeof c->chart, chart);
    c->low = low;
    c->high = high;
    text(c->result, sizeof c->result, result);
    text(c->rule, RULE_ID, rule);
}

static void add_movement(struct ruleset *rs, const char *mover, const char *order, int inches,
                         int turns, const char *rule)
{
    room(rs->n_movements, MAX_MOVEMENTS, "movement");
    struct movement *m = &rs->movement[rs->n_movements++];

    text(m->mover, sizeof m->mover, mover);
    m->order = found(word_index(order_word, N_ORDERS, order), "order", order);
    m->inches = inches;
    m->turns = turns;
    text(m->rule, RULE_ID, rule);
}

/* After the last row: no table was empty, and every bare word has its place. */
static void end(struct ruleset *rs)
{
    const int rows[] = {rs->n_weapons,  rs->n_aliases,       rs->n_modifiers,
                        rs->n_ranks,    rs->n_chart_rows,    rs->n_specials,
                        rs->n_armies,   rs->n_damage_values, rs->n_special_weapons,
                        rs->n_triggers, rs->n_movements,     rs->number[N_NUMBERS - 1].value,
                        rs->quality[N_QUALITIES - 1].morale};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        must(rows[i] > 0, "row in one of the tables that", "needed");
    facts_index(rs);
    room(rs->n_bare, MAX_BARE, "facts_index() sorts");
}

void fixture_ruleset(struct ruleset *rs)
{
    memset(rs, 0, sizeof *rs);
    rs->edition = 2;';

-- Rows of `pack` are cut into lines, lines into the fields f1 to f13; a \ or an inch mark among
-- them gets a \ before it, as C wants it.
CREATE TEMP TABLE line AS
  WITH RECURSIVE cut (tab, n, line, rest) AS (
    SELECT name, 0, NULL, replace(replace(rows, '\', '\\'), '"', '\"') || char(10) FROM pack
    UNION ALL
    SELECT tab, n + 1, substr(rest, 1, instr(rest, char(10)) - 1),
           substr(rest, instr(rest, char(10)) + 1) FROM cut WHERE rest <> '')
  SELECT tab, n, line FROM cut WHERE n > 0;
CREATE TEMP TABLE field AS
  WITH RECURSIVE cut (tab, n, f, field, rest) AS (
    SELECT tab, n, 0, NULL, line || char(9) FROM line
    UNION ALL
    SELECT tab, n, f + 1, substr(rest, 1, instr(rest, char(9)) - 1),
           substr(rest, instr(rest, char(9)) + 1) FROM cut WHERE rest <> '')
  SELECT tab, n, f, field FROM cut WHERE f > 0;
CREATE TEMP TABLE cell AS
  SELECT tab, n,
         max(CASE f WHEN 1 THEN field END) f1, max(CASE f WHEN 2 THEN field END) f2,
         max(CASE f WHEN 3 THEN field END) f3, max(CASE f WHEN 4 THEN field END) f4,
         max(CASE f WHEN 5 THEN field END) f5, max(CASE f WHEN 6 THEN field END) f6,
         max(CASE f WHEN 7 THEN field END) f7, max(CASE f WHEN 8 THEN field END) f8,
         max(CASE f WHEN 9 THEN field END) f9, max(CASE f WHEN 10 THEN field END) f10,
         max(CASE f WHEN 11 THEN field END) f11, max(CASE f WHEN 12 THEN field END) f12,
         max(CASE f WHEN 13 THEN field END) f13
    FROM field GROUP BY tab, n ORDER BY tab, n;

SELECT printf('    add_number(rs, "%s", %d, "%s");', f1, f2, f3)
  FROM cell WHERE tab = 'number' ORDER BY n;
SELECT printf('    add_quality(rs, "%s", %d, %d, "%s", "%s", "%s");', f1, f2, f3, f4, f5, f6)
  FROM cell WHERE tab = 'quality' ORDER BY n;
SELECT printf('    add_damage_value(rs, "%s", %d, %d, "%s");', f1, f2, f3, f4)
  FROM cell WHERE tab = 'damage_value' ORDER BY n;
SELECT printf('    add_weapon(rs, &(struct weapon){.range = %d, .min_range = %d,'
              || ' .indirect_range = %d, .shots = %d, .pen = %d, .he = %d, .worth = %d,'
              || ' .crew = %d}, "%s", "%s", "%s", "%s", "%s");',
              f3, f4, f5, f6, f7, f8, f11, f12, f1, f2, f9, f10, f13)
  FROM cell WHERE tab = 'weapon' ORDER BY n;
SELECT printf('    add_alias(rs, "%s", "%s");', f1, f2)
  FROM cell WHERE tab = 'weapon_alias' ORDER BY n;
SELECT printf('    add_special(rs, "%s", "%s", "%s");', f1, f2, f3)
  FROM cell WHERE tab = 'special' ORDER BY n;
SELECT printf('    add_army(rs, "%s", "%s");', f1, f2) FROM cell WHERE tab = 'army' ORDER BY n;
SELECT printf('    add_army_special(rs, "%s", "%s");', f1, f2)
  FROM cell WHERE tab = 'army_special' ORDER BY n;
SELECT printf('    add_special_weapon(rs, "%s", "%s", %d, %d);', f1, f2, f3, f4)
  FROM cell WHERE tab = 'special_weapon' ORDER BY n;
SELECT printf('    add_rank(rs, "%s", "%s", %d, %d, %d, "%s");', f1, f2, f3, f4, f5, f6)
  FROM cell WHERE tab = 'rank' ORDER BY n;
SELECT printf('    add_modifier(rs, "%s", "%s", %d, "%s", "%s", "%s");', f1, f2, f3, f4, f5, f6)
  FROM cell WHERE tab = 'modifier' ORDER BY n;
SELECT printf('    add_trigger(rs, "%s", "%s", "%s", "%s");', f1, f2, f3, f4)
  FROM cell WHERE tab = 'trigger_row' ORDER BY n;
SELECT printf('    add_chart(rs, "%s", %d, %d, "%s", "%s");', f1, f2, f3, f4, f5)
  FROM cell WHERE tab = 'chart' ORDER BY n;
SELECT printf('    add_movement(rs, "%s", "%s", %d, %d, "%s");', f1, f2, f3, f4, f5)
  FROM cell WHERE tab = 'movement' ORDER BY n;
SELECT '    end(rs);
}';
