/* Completion, hints, the prompt and questions: what the terminal shows of the commands. */
#include "base/mem.h"
#include "game/house.h"
#include "game/objective.h"
#include "cmd/play.h"
#include "odds/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- completion ---- */

struct filter {
    const char *typed;
    void (*each)(void *ctx, const char *word);
    void *ctx;
};

static void offer(void *ctx, const char *word)
{
    struct filter *f = ctx;

    if (!*f->typed || word_fits(f->typed, word))
        f->each(f->ctx, word);
}

/* Living units that can stand there: whose die it is, enemies as targets. */
static void offer_units(struct cmd *c, struct filter *f, const struct command *k, enum slot slot,
                        int shooter)
{
    const struct game *g = &c->s.game;

    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        bool ordering = strcmp(k->name, "order") == 0;
        if (u->destroyed)
            continue;
        if (ordering && (u->die != DIE_BAG || (g->drawn >= 0 && g->drawn != u->side)))
            continue;
        if (strcmp(k->name, "snap") == 0 && slot == SLOT_UNIT && !u->leads)
            continue;
        if (strcmp(k->name, "snap") == 0 && slot == SLOT_TARGET) {
            if (u->die == DIE_BAG && (!shooter || game_unit(g, shooter)->side == u->side))
                offer(f, u->name);
            continue;
        }
        if (strcmp(k->name, "fire") == 0 && slot == SLOT_UNIT
            && !(u->order == ORDER_FIRE || u->order == ORDER_ADVANCE || u->order == ORDER_AMBUSH))
            continue;
        bool mounting = strcmp(k->name, "mount") == 0;
        if (slot == SLOT_TARGET && shooter
            && (game_unit(g, shooter)->side == u->side) != mounting)
            continue;
        if (slot == SLOT_TARGET && mounting && !u->capacity && !u->tows)
            continue;
        if ((strcmp(k->name, "dismount") == 0 && !u->aboard)
            || (strcmp(k->name, "leave") == 0 && !u->floor))
            continue;
        offer(f, u->name);
    }
}

static void offer_table(struct filter *f, const char *const *words, int from, int n)
{
    for (int i = from; i < n; i++)
        offer(f, words[i]);
}

static void offer_slot(struct cmd *c, struct filter *f, const struct command *k, enum slot slot,
                       int shooter)
{
    static const char *const types[] = {"squad", "team", "hq", "gun", "vehicle"};

    switch (slot) {
    case SLOT_UNIT:
    case SLOT_TARGET:
        offer_units(c, f, k, slot, shooter);
        break;
    case SLOT_SIDE:
        for (int i = 0; i < c->s.game.n_sides; i++)
            offer(f, c->s.game.side[i].name);
        break;
    case SLOT_NAME:
        for (int i = 0; strcmp(k->name, "enter") == 0 && i < c->s.game.n_features; i++)
            if (strcmp(c->s.game.feature[i].ground, "building") == 0)
                offer(f, c->s.game.feature[i].name);
        break;
    case SLOT_ORDER:
        offer_table(f, order_word, ORDER_FIRE, N_ORDERS);
        break;
    case SLOT_TYPE:
        offer_table(f, types, 0, 5);
        break;
    case SLOT_QUALITY:
        offer_table(f, quality_word, 0, N_QUALITIES);
        break;
    case SLOT_KIND:
        if (strcmp(k->name, "need") == 0)
            offer_table(f, phase_word, 0, PHASE_INDIRECT + 1);
        else if (strcmp(k->name, "odds") == 0)
            offer_table(f, phase_word, PHASE_ASSAULT, PHASE_ASSAULT + 1);
        break;
    default:
        break;
    }
}

/* Facts that the command takes: keys with =, and bare words. */
static void offer_facts(struct cmd *c, struct filter *f, const struct command *k)
{
    struct diag quiet = {0};
    const struct ruleset *rs = session_rules(&c->s, &quiet);
    char key[NAME_LEN + 1];

    for (int i = 0; i < N_FACTS; i++) {
        if (!(k->facts >> i & 1))
            continue;
        if (fact_key[i].kind == FACT_FLAG) {
            offer(f, fact_key[i].name);
            continue;
        }
        snprintf(key, sizeof key, "%s=", fact_key[i].name);
        offer(f, key);
        if (*f->typed && fact_key[i].kind == FACT_WORD)
            offer_table(f, fact_key[i].words, fact_key[i].least, fact_key[i].most);
    }
    if (rs && *f->typed && k->facts & FACT_BIT(F_WEAPON))
        for (int i = 0; i < rs->n_weapons; i++)
            offer(f, rs->weapon[i].id);
    if (rs && *f->typed && k->facts & FACT_BIT(F_OFFICER))
        for (int i = 0; i < rs->n_ranks; i++)
            offer(f, rs->rank[i].id);
}

/* key=VAL: the values of that key. */
static void offer_values(struct cmd *c, struct filter *f, const char *typed)
{
    struct diag quiet = {0};
    const struct ruleset *rs = session_rules(&c->s, &quiet);
    char name[NAME_LEN], word[2 * NAME_LEN];
    const char *equals = strchr(typed, '=');
    int key;

    snprintf(name, sizeof name, "%.*s", (int)(equals - typed), typed);
    key = facts_key(name, 0, &quiet);
    if (key < 0 || !rs)
        return;
#define VALUE(text) (snprintf(word, sizeof word, "%s=%s", name, text), offer(f, word))
    const struct fact_key *k = &fact_key[key];
    if (k->kind == FACT_WORD)
        for (int i = k->least; i < k->most; i++)
            VALUE(k->words[i]);
    if (k->kind == FACT_WEAPON || key == F_NCO || key == F_WITH || key == F_PICK || key == F_LOSE)
        for (int i = 0; i < rs->n_weapons; i++)
            VALUE(rs->weapon[i].id);
    if (k->kind == FACT_RANK)
        for (int i = 0; i < rs->n_ranks; i++)
            VALUE(rs->rank[i].id);
    if (k->kind == FACT_ARMY)
        for (int i = 0; i < rs->n_armies; i++)
            VALUE(rs->army[i].id);
    if (k->kind == FACT_SPECIALS)
        for (int i = 0; i < rs->n_specials; i++)
            VALUE(rs->special[i].id);
    if (k->kind == FACT_VERSUS) {
        for (int i = 0; i < N_QUALITIES; i++)
            VALUE(quality_word[i]);
        for (int i = 0; i < rs->n_damage_values; i++)
            VALUE(rs->damage_value[i].id);
    }
    if (key == F_SCENARIO)
        for (int i = 0; i < rs->n_scenarios; i++)
            VALUE(rs->scenario[i].id);
    if (key == F_HOLD)
        for (int i = 0; i < c->s.game.n_objectives; i++)
            VALUE(c->s.game.objective[i].name);
    if (key == F_KEEP || key == F_SHOOT || key == F_VICTIM)
        for (int i = 0; i < c->s.game.n_units; i++)
            if (!c->s.game.unit[i].destroyed)
                VALUE(c->s.game.unit[i].name);
#undef VALUE
}

/* The slot that comes after the words before, and the unit that stands in the first. */
static enum slot slot_after(struct cmd *c, const struct command *k, int n, char **before,
                            int *shooter)
{
    int slot = 0;

    for (int i = 1; i < n; i++) {
        struct diag quiet = {0};
        if (strchr(before[i], '=') || strcasecmp(before[i], "at") == 0)
            continue;
        if (slot < MAX_SLOTS && k->slot[slot] == SLOT_UNIT) {
            const struct unit *u = game_find(&c->s.game, before[i], &quiet);
            *shooter = u ? u->id : 0;
        }
        if (slot < MAX_SLOTS && k->slot[slot] != SLOT_END && k->slot[slot] != SLOT_WORDS)
            slot++;
    }
    return slot < MAX_SLOTS ? k->slot[slot] : SLOT_END;
}

void cmd_complete(struct cmd *c, int n, char **before, const char *typed,
                  void (*each)(void *ctx, const char *word), void *ctx)
{
    struct filter f = {typed, each, ctx};
    struct diag quiet = {0};
    static const char *const report_words[] = {"game", "markdown"};
    const struct command *k;
    int shooter = 0;

    if (n == 0) {
        for (int i = 0; i < n_commands; i++)
            offer(&f, commands[i].name);
        return;
    }
    k = cmd_find(before[0], &quiet);
    if (!k)
        return;
    if (c->s.db) {
        quiet = (struct diag){0};
        session_refresh(&c->s, &quiet);
    }
    if (strchr(typed, '=')) {
        offer_values(c, &f, typed);
        return;
    }
    enum slot slot = slot_after(c, k, n, before, &shooter);
    if (slot == SLOT_WORDS && strcmp(k->name, "help") == 0)
        for (int i = 0; i < n_commands; i++)
            offer(&f, commands[i].name);
    else if (slot == SLOT_WORDS && strcmp(k->name, "set") == 0 && n == 1)
        offer_units(c, &f, k, SLOT_UNIT, 0);
    else if (slot == SLOT_WORDS && strcmp(k->name, "report") == 0)
        offer_table(&f, report_words, n > 1, 2);
    else
        offer_slot(c, &f, k, slot, shooter);
    if (slot == SLOT_KIND)
        offer_units(c, &f, k, SLOT_UNIT, 0);
    if (slot == SLOT_END || slot == SLOT_KIND || slot == SLOT_WORDS || !*typed)
        offer_facts(c, &f, k); /* a name that is due is not torn between a unit and a fact */
}

void cmd_hint(struct cmd *c, int n, char **before, struct buf *b)
{
    struct diag quiet = {0};
    const struct command *k = n ? cmd_find(before[0], &quiet) : NULL;

    (void)c;
    if (k && n == 1)
        buf_add(b, k->usage);
}

/* ---- the prompt ---- */

void cmd_prompt(struct cmd *c, struct buf *b)
{
    struct diag quiet = {0};
    const struct game *g = &c->s.game;

    if (!c->s.db || !session_refresh(&c->s, &quiet)) {
        buf_add(b, "adjutant> ");
        return;
    }
    if (g->turn == 0)
        buf_add(b, "set-up");
    else
        buf_addf(b, "turn %d", g->turn);
    if (g->phase == GAME_ENDING)
        buf_add(b, " ending");
    else if (g->phase == GAME_BETWEEN)
        buf_add(b, g->over ? ", the game is over" : " over");
    else if (g->phase == GAME_ARRIVING)
        buf_add(b, " begins"); /* something is due before the first die */
    else if (g->phase == GAME_FINISHED)
        buf_add(b, " finished");
    else if (g->phase == GAME_ORDERS) {
        if (g->drawn >= 0)
            buf_addf(b, STYLE_STRONG " %s" STYLE_PLAIN, g->side[g->drawn].name);
        buf_add(b, " [");
        bag_words(b, g);
        buf_add(b, "]");
    }
    buf_add(b, "> ");
}

/* ---- questions ---- */

void cmd_question(struct cmd *c, const struct wanted *w, struct buf *b)
{
    (void)c;
    buf_add(b, w->says);
    if (w->kind == WANT_ROLL) {
        if (w->count < w->of)
            buf_addf(b, "; %d more", w->count);
        buf_add(b, w->summary && w->fact == F_HITS    ? " (faces, hits N, Enter rolls)"
                   : w->summary && w->fact == F_KILLS ? " (faces, kills N, Enter rolls)"
                                                      : " (faces, Enter rolls)");
    }
}

void cmd_explain(struct cmd *c, const char *rule, struct buf *b)
{
    struct rule_row row;
    struct diag quiet = {0};

    if (!c->s.rules && !session_rules(&c->s, &quiet))
        return;
    if (!*rule || !rules_db_rule(c->s.rules, rule, &row)) {
        buf_add(b, "No single rule stands behind this question.\n");
        return;
    }
    struct buf answer = c->out; /* a step's answer may stand there already */
    c->out = (struct buf){0};
    buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN "  %s\n", row.id, row.where);
    wrap(c, 2, row.says);
    buf_add(b, buf_text(&c->out));
    buf_free(&c->out);
    c->out = answer;
}

/* Finds "WORD N" or "N WORD" in a line; -1 when it is not there. */
static int counted(const char *line, const char *word)
{
    int n = -1, used = 0;
    char name[16] = "";

    if (sscanf(line, " %15[a-z] %d %n", name, &n, &used) == 2 && word_fits(name, word))
        return n;
    if (sscanf(line, " %d %15[a-z]%n", &n, name, &used) == 2 && word_fits(name, word))
        return n;
    return -1;
}

static bool read_summary(const struct wanted *w, const char *line, struct reply *r,
                         struct diag *d)
{
    const char *word = w->fact == F_HITS ? "hits" : "kills";
    const char *sixes = strstr(line, "six");
    int n = counted(line, word);

    if (!w->summary || n < 0)
        return diag_usage(d, "%.40s: type %d face%s from 1 to 6%s%s%s", line, w->count,
                          w->count == 1 ? "" : "s", w->summary ? ", or " : "",
                          w->summary ? word : "", w->summary ? " N" : "");
    if (n > w->of)
        return diag_usage(d, "%s %d of %d dice", word, n, w->of);
    r->kind = REPLY_SUMMARY;
    r->count = n;
    if (sixes && sscanf(sixes, "sixes %d", &r->sixes) == 1 && r->sixes > n)
        return diag_usage(d, "sixes %d of %d kills", r->sixes, n);
    return true;
}

bool cmd_read_roll(const struct wanted *w, const char *line, struct reply *r, struct diag *d)
{
    char bad = 0;

    *r = (struct reply){0};
    line += strspn(line, " \t");
    if (!*line || strcasecmp(line, "v") == 0) {
        r->kind = REPLY_VIRTUAL;
        return true;
    }
    if (strpbrk(line, "abcdefghijklmnopqrstuvwxyz"))
        return read_summary(w, line, r, d);
    if (!dice_faces(line, r->face, &r->n, w->count < FEED_MAX ? w->count : FEED_MAX, &bad))
        return r->n == w->count
            ? diag_usage(d, "too many dice: %d %s wanted", w->count, w->count == 1 ? "is" : "are")
            : diag_usage(d, "%c is no face of a die: type %d from 1 to 6", bad, w->count);
    if (r->n < w->count)
        return diag_usage(d, "%d of %d dice: type all of them%s, or Enter", r->n, w->count,
                          !w->summary ? "" : w->fact == F_HITS ? ", or hits N" : ", or kills N");
    r->kind = REPLY_FACES;
    return true;
}

/* Answers live until the command is over: facts point into them. */
static char *keep(struct cmd *c, const char *text)
{
    c->kept = mem_grow(c->kept, (size_t)c->n_kept, (size_t)c->n_kept + 1, sizeof *c->kept);
    return c->kept[c->n_kept++] = mem_copy(text);
}

/* y, n or Enter at a question that wants yes or no. */
static bool read_flag(enum fact fact, const char *line, struct facts *f, struct diag *d)
{
    static const char *const no[] = {"n", "no", "none"};
    static const char *const yes[] = {"y", "yes"};

    if (!*line)
        facts_set(f, fact, fact == F_REROLL);
    else if (word_index(yes, 2, line) >= 0)
        facts_set(f, fact, 1);
    else if (word_index(no, 3, line) >= 0)
        facts_set(f, fact, 0);
    else
        return diag_usage(d, "%.40s: say yes or no", line);
    return true;
}

/* Words of facts: "14 soft", or a key's plain value. */
static bool read_words(struct cmd *c, enum fact fact, const char *line, struct facts *f,
                       struct diag *d)
{
    struct words w;
    struct fact_context context = {.rs = c->s.rs, .target = true, .names = c->s.db != NULL,
                                   .cm_per_inch = c->s.cm};
    bool ok = words_split(&w, line, d);

    for (int i = 0; ok && i < w.n; i++) {
        char *word = keep(c, w.word[i]);
        enum fact_fit fit = facts_take(f, &context, word, d);
        if (fit == FACT_NO)
            diag_usage(d, "%.40s is not understood here", word);
        ok = fit == FACT_TAKEN;
    }
    words_free(&w);
    return ok && (facts_has(f, fact)
                  || diag_usage(d, "%s is wanted: %s", fact_key[fact].name, fact_key[fact].says));
}

/* "18 20": to the nearest enemy and friend of an empty transport; "18": no friend is there; Enter:
   no enemy is nearer. */
static bool read_two_distances(struct cmd *c, const struct wanted *w, const char *line,
                               struct facts *f, struct diag *d)
{
    struct fact_part enemy = {.key = F_ENEMY}, friend = {.key = F_FRIEND};
    char first[32] = "", second[32] = "";
    int n = sscanf(line, "%31s %31s", first, second);

    if ((n > 0 && !distance_parse(first, c->s.cm, &enemy.value))
        || (n > 1 && !distance_parse(second, c->s.cm, &friend.value)))
        return diag_usage(d, "%.40s: two distances are wanted, such as 18 20, or Enter", line);
    snprintf(enemy.of, sizeof enemy.of, "%s", w->part);
    snprintf(friend.of, sizeof friend.of, "%s", w->part);
    if (n > 0 && f->n_parts < MAX_PARTS)
        f->part[f->n_parts++] = enemy;
    if (n != 1 && f->n_parts < MAX_PARTS)
        f->part[f->n_parts++] = friend;
    return true;
}

/* A word for one of its men: who leads or loads, or a weapon that it carries. */
static bool names_man(struct cmd *c, const char *unit, const char *word, struct diag *d)
{
    static const char *const men[] = {"leader", "nco", "officer", "loader"};
    const struct unit *u = game_find(&c->s.game, unit, d);

    if (!u)
        return false;
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].count > 0 && list_names_weapon(c->s.rs, word, u->carried[i].weapon))
            return true;
    return !*word || word_index(men, 4, word) >= 0
        || diag_usage(d, "%s has no %.40s: leader, loader or a weapon is wanted", u->name, word);
}

/* Words of one unit are added to those of others: "A:leader,B:lmg". Nothing said is the usual
   choice. */
static bool read_choice(struct cmd *c, const struct wanted *w, const char *line, struct facts *f,
                        struct diag *d)
{
    struct buf all = {0};
    const char *words = line;
    char word[NAME_LEN];

    while (*w->whose && list_next(&words, word, sizeof word))
        if (!names_man(c, w->whose, word, d))
            return false;
    if (facts_has(f, w->fact))
        buf_add(&all, f->text[w->fact]);
    do {
        if (!list_next(&line, word, sizeof word))
            *word = '\0';
        buf_addf(&all, "%s%s%s%s", all.len ? "," : "", w->whose, *w->whose ? ":" : "", word);
    } while (*line);
    f->text[w->fact] = keep(c, buf_text(&all));
    f->given |= FACT_BIT(w->fact);
    buf_free(&all);
    return true;
}

/* Names at a question are looked up at once, so that a slip asks again and loses no dice. */
static bool names_units(struct cmd *c, enum fact key, const char *line, struct diag *d)
{
    char word[NAME_LEN];

    while (list_next(&line, word, sizeof word)) {
        if (strcasecmp(word, "none") == 0 || strcasecmp(word, "all") == 0
            || ((key == F_NEAR || key == F_ONTO) && house_named(&c->s.game, word)))
            continue;
        const struct unit *u = game_find(&c->s.game, word, d);
        if (!u)
            return false;
        if ((key == F_NEAR || key == F_FLAK || key == F_ONTO) && !c->force
            && (u->destroyed || u->reserve || u->aboard))
            return diag_refused(d, NULL, u->destroyed ? "%s is destroyed" : u->reserve
                                    ? "%s is still in reserve, off the table"
                                    : "%s is aboard a vehicle: name that", u->name);
    }
    return true;
}

/* A number that is said of one unit: under.NAME=5. */
static bool read_part(struct cmd *c, const struct wanted *w, const char *line, struct facts *f,
                      struct diag *d)
{
    struct fact_part part = {.key = w->fact};

    if (!distance_parse(line, c->s.cm, &part.value) || f->n_parts == MAX_PARTS)
        return diag_usage(d, "%.40s: a number is wanted", line);
    snprintf(part.of, sizeof part.of, "%s", w->part);
    f->part[f->n_parts++] = part;
    return true;
}

/* y or Enter: whether the unit drops is added to the answers so far, behind a comma. */
static bool read_drop(struct cmd *c, const struct wanted *w, const char *line, struct facts *f,
                      struct diag *d)
{
    struct buf all = {0};
    struct facts answer = {0};

    if (!read_flag(F_OCCUPY, strncasecmp(line, "down", 4) == 0 ? "y" : line, &answer, d))
        return false;
    buf_addf(&all, "%s,%s%s", facts_has(f, F_DOWN) ? f->text[F_DOWN] : "",
             answer.v[F_OCCUPY] ? "" : "-", w->whose);
    f->text[F_DOWN] = keep(c, buf_text(&all));
    f->given |= FACT_BIT(F_DOWN);
    buf_free(&all);
    return true;
}

bool cmd_read_fact(struct cmd *c, const struct wanted *w, const char *line, struct facts *f,
                   struct diag *d)
{
    struct fact_context context = {.rs = c->s.rs, .cm_per_inch = c->s.cm};
    int holds[MAX_OBJECTIVES];

    line += strspn(line, " \t");
    switch (w->fact) {
    case F_REACT:
        if (!*line || strcasecmp(line, "no") == 0 || strcasecmp(line, "n") == 0)
            facts_set(f, F_REACT, 0);
        else if (strcasecmp(line, "y") == 0 || strcasecmp(line, "yes") == 0)
            facts_set(f, F_REACT, 1);
        else
            return facts_parse(f, &context, F_REACT, keep(c, line), d);
        return true;
    case F_REROLL:
    case F_ENEMY_SEEN:
    case F_OCCUPY:
        return read_flag(w->fact, line, f, d);
    case F_PICK:
    case F_LOSE:
        return read_choice(c, w, line, f, d);
    case F_UNDER:
        return *w->part ? read_part(c, w, line, f, d) : read_words(c, w->fact, line, f, d);
    case F_ENEMY:
        return read_two_distances(c, w, line, f, d);
    case F_HOLD: /* a wrong word is asked again, and no die is lost by it */
        if (strchr(line, '='))
            return read_words(c, w->fact, line, f, d);
        if (!objectives_said(&c->s.game, line, holds, d))
            return false;
        f->text[w->fact] = keep(c, *line ? line : "none");
        f->given |= FACT_BIT(w->fact);
        return true;
    case F_KEEP:
    case F_SHOOT:
    case F_VICTIM:
    case F_NEAR:
    case F_DOWN:
    case F_FLAK:
    case F_ONTO:
    case F_BUNKERS:
    case F_OUTSIDE:
        if (*w->whose)
            return read_drop(c, w, line, f, d);
        if (!names_units(c, w->fact, line, d))
            return false;
        f->text[w->fact] = keep(c, *line ? line : "none");
        f->given |= FACT_BIT(w->fact);
        return true;
    default:
        if (fact_key[w->fact].kind == FACT_WORD && *line && !strpbrk(line, " =")) /* "brick" */
            return facts_parse(f, &context, w->fact, keep(c, line), d);
        if (fact_key[w->fact].kind == FACT_WORD && !*line && w->optional) {
            facts_set(f, w->fact, f->v[w->fact]); /* the plain case */
            return true;
        }
        if (fact_key[w->fact].kind != FACT_TEXT || strchr(line, '=') || (!*line && !w->optional))
            return read_words(c, w->fact, line, f, d);
        if ((w->fact == F_AT || w->fact == F_TO) && *line && !is_place(line, strcspn(line, "/"), d))
            return false;
        f->text[w->fact] = keep(c, *line ? line : "none"); /* names, as they are */
        f->given |= FACT_BIT(w->fact);
        return true;
    }
}
