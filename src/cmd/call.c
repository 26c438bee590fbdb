/* From typed words to positions and facts. */
#include "cmd/call.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* `infantry` and `artillery` are other words for a squad and a gun. */
static const struct {
    const char *word;
    enum unit_type type;
} type_words[] = {{"squad", TYPE_SQUAD}, {"infantry", TYPE_SQUAD}, {"team", TYPE_TEAM},
                  {"hq", TYPE_HQ},       {"gun", TYPE_GUN},        {"artillery", TYPE_GUN},
                  {"vehicle", TYPE_VEHICLE}};

int slot_type_word(const char *word)
{
    int found = -1;

    for (size_t i = 0; i < sizeof type_words / sizeof type_words[0]; i++) {
        int fit = word_fits(word, type_words[i].word);
        if (fit == 2)
            return (int)type_words[i].type;
        if (fit)
            found = (int)type_words[i].type;
    }
    return found;
}

/* Index of the one word that `word` begins; -1 for none or several. */
static int unique_word(const char *const *table, int from, int n, const char *word)
{
    int found = -1, hits = 0;

    for (int i = from; i < n; i++) {
        int fit = word_fits(word, table[i]);
        if (fit == 2)
            return i;
        if (fit) {
            found = i;
            hits++;
        }
    }
    return hits == 1 ? found : -1;
}

static bool fill_unit(struct cmd *c, const char *word, bool whole, int *id)
{
    struct diag quiet = {0};
    struct unit *u = c->s.db && c->s.loaded ? game_find(&c->s.game, word, &quiet) : NULL;

    if (!u || (whole && strcasecmp(u->name, word) != 0))
        return false;
    *id = u->id;
    return true;
}

/* Tries a word at a slot; false when it does not fit there. `whole` wants whole names. */
static bool fill_slot(struct cmd *c, struct call *call, enum slot slot, char *word, bool whole)
{
    struct diag quiet = {0};
    char *end;
    long n;

    switch (slot) {
    case SLOT_UNIT:
        return fill_unit(c, word, whole, &call->unit);
    case SLOT_TARGET:
        return fill_unit(c, word, whole, &call->target);
    case SLOT_SIDE:
        call->side = c->s.db && c->s.loaded ? game_find_side(&c->s.game, word, &quiet) : -1;
        return call->side >= 0;
    case SLOT_ORDER:
        call->order = unique_word(order_word, ORDER_FIRE, N_ORDERS, word);
        return call->order >= 0;
    case SLOT_TYPE:
        call->type = slot_type_word(word);
        return call->type >= 0;
    case SLOT_QUALITY:
        call->quality = unique_word(quality_word, 0, N_QUALITIES, word);
        return call->quality >= 0;
    case SLOT_KIND:
        call->kind = unique_word(phase_word, 0, N_PHASES, word);
        return call->kind >= 0;
    case SLOT_NUMBER:
        n = strtol(word, &end, 10);
        if (end == word || *end || n < 0 || n > 1000000)
            return false;
        call->number = (int)n;
        return true;
    case SLOT_NAME:
        call->name = word;
        return true;
    case SLOT_FILE:
        call->file = word;
        return true;
    default:
        return false;
    }
}

/* Commands that can do without units prefer a whole fact word to the beginning of a name. */
static bool units_are_optional(const struct command *command)
{
    return command->slot[0] == SLOT_KIND;
}

static void offer(void *ctx, const char *word)
{
    nearest_offer(ctx, word);
}

/* Nothing fits: says what was expected there, and the nearest word. */
static bool not_understood(struct cmd *c, const struct call *call, enum slot expected,
                           const char *word)
{
    struct nearest near = {.typed = word};
    char hint[96];

    switch (expected) {
    case SLOT_UNIT:
    case SLOT_TARGET:
        if (!units_are_optional(call->command)) {
            if (session_refresh(&c->s, &c->diag))
                game_find(&c->s.game, word, &c->diag);
            return false;
        }
        break;
    case SLOT_SIDE:
        game_find_side(&c->s.game, word, &c->diag);
        return false;
    case SLOT_ORDER:
        return diag_usage(&c->diag, "%s is no order: fire, advance, run, ambush, rally or down",
                          word);
    case SLOT_TYPE:
        return diag_usage(&c->diag, "%s is no kind of unit: squad, team, hq, gun or vehicle",
                          word);
    case SLOT_QUALITY:
        return diag_usage(&c->diag, "%s is no quality: inexperienced, regular or veteran", word);
    case SLOT_NUMBER:
        return diag_usage(&c->diag, "%s: a whole number is wanted: %s %s", word,
                          call->command->name, call->command->usage);
    default:
        break;
    }
    if (call->rs)
        facts_vocabulary(call->rs, offer, &near);
    for (int i = 0; c->s.loaded && i < c->s.game.n_units; i++)
        nearest_offer(&near, c->s.game.unit[i].name);
    return diag_usage(&c->diag, "%s is not understood%s", word,
                      nearest_hint(&near, hint, sizeof hint));
}

/* A feature that the players have named stands for its cover. */
static bool names_feature(struct cmd *c, struct call *call, const char *word)
{
    const struct feature *f =
        c->s.loaded && call->command->facts >> F_COVER & 1 ? game_feature(&c->s.game, word) : NULL;

    if (f && facts_has(&call->f, F_COVER) && call->f.v[F_COVER] != f->cover)
        return !diag_usage(&c->diag, "%s: cover was said already: %s", word,
                           cover_word[call->f.v[F_COVER]]);
    if (f)
        facts_set(&call->f, F_COVER, f->cover);
    return f != NULL;
}

/* A unit's whole name is that unit, even where a question begins like it. */
static bool names_unit(const struct cmd *c, const char *word)
{
    struct diag quiet = {0};
    const struct unit *u = c->s.loaded ? game_find(&c->s.game, word, &quiet) : NULL;

    return u && strcasecmp(u->name, word) == 0;
}

/* Takes one word: at the next open slot, or as a fact. */
static bool take(struct cmd *c, struct call *call, int *slot, char *word)
{
    const struct command *command = call->command;
    bool optional = units_are_optional(command);
    enum slot next = *slot < MAX_SLOTS ? command->slot[*slot] : SLOT_END;
    enum fact_fit fit;

    if (next == SLOT_NAME || next == SLOT_FILE) {
        fill_slot(c, call, next, word, false);
        ++*slot;
        return true;
    }
    if (!strchr(word, '=')) {
        if (next == SLOT_TARGET && (strcasecmp(word, "at") == 0 || strcasecmp(word, "on") == 0))
            return true;
        if (optional && next == SLOT_KIND) {
            ++*slot;
            if (!names_unit(c, word) && fill_slot(c, call, SLOT_KIND, word, true))
                return true;
            next = command->slot[*slot];
        }
        if (next != SLOT_END && fill_slot(c, call, next, word, optional)) {
            ++*slot;
            call->context.target = call->context.target || next == SLOT_TARGET;
            return true;
        }
    }
    /* Tank is a name that nobody bears, and no beginning of tank-fear or tank-hunters */
    if (call->rs && !optional && (next == SLOT_UNIT || next == SLOT_TARGET || next == SLOT_SIDE)
        && !strchr(word, '=') && facts_vague(call->rs, word))
        return not_understood(c, call, next, word);
    if (call->rs) {
        fit = facts_take(&call->f, &call->context, word, &c->diag);
        if (fit == FACT_TAKEN)
            return true;
        if (fit == FACT_BAD && !(next != SLOT_END && optional
                                 && fill_slot(c, call, next, word, false)))
            return false;
        if (fit == FACT_BAD) {
            c->diag = (struct diag){0};
            ++*slot;
            return true;
        }
    }
    if (names_feature(c, call, word))
        return !c->diag.code;
    if (optional && next != SLOT_END && fill_slot(c, call, next, word, false)) {
        ++*slot;
        call->context.target = call->context.target || next == SLOT_TARGET;
        return true;
    }
    return not_understood(c, call, next, word);
}

/* Whether a word gives a distance in centimetres: only then is the game's scale looked up. */
static bool says_cm(int n, char **word)
{
    for (int i = 0; i < n; i++)
        if (strcasestr(word[i], "cm"))
            return true;
    return false;
}

/* Commands that name units or sides look at the record; most others need the rules' words. */
static bool prepare(struct cmd *c, struct call *call, bool with_units, int n, char **word)
{
    bool names = false, units = false, facts = call->command->facts != 0;

    for (int i = 0; i < MAX_SLOTS; i++) {
        enum slot s = call->command->slot[i];
        units = units || s == SLOT_UNIT || s == SLOT_TARGET;
        names = names || units || s == SLOT_SIDE;
    }
    if (names && c->s.db && with_units && !session_refresh(&c->s, &c->diag))
        return false;
    if (names && !c->s.db && !units_are_optional(call->command))
        return session_refresh(&c->s, &c->diag); /* complains */
    if (facts || names) {
        call->rs = session_rules(&c->s, &c->diag);
        if (!call->rs)
            return false;
    }
    if (c->s.db && (c->s.loaded || says_cm(n, word)))
        session_settle(&c->s);
    call->context.likely = call->command->facts;
    call->context.names = units && c->s.db;
    call->context.rs = call->rs;
    call->context.cm_per_inch = c->s.cm;
    return true;
}

/* officer=: a unit's whole name is that unit, unless a rank is called so. */
static void officer_by_name(const struct cmd *c, struct call *call)
{
    struct facts *f = &call->f;

    if (call->context.names && facts_has(f, F_OFFICER) && f->text[F_OFFICER]
        && ruleset_rank(call->rs, f->text[F_OFFICER]) < 0 && names_unit(c, f->text[F_OFFICER]))
        f->v[F_OFFICER] = OFFICER_NAMED;
}

static bool parse(struct cmd *c, struct call *call, bool with_units, int n, char **word)
{
    int slot = 0;

    facts_init(&call->f);
    call->unit = call->target = 0;
    call->side = call->order = call->type = call->quality = call->kind = call->number = -1;
    call->context = (struct fact_context){0};
    if (!prepare(c, call, with_units, n, word))
        return false;
    /* need damage: a bare quality is the target's; and every shot has a target */
    if (units_are_optional(call->command) && n > 0) {
        int kind = unique_word(phase_word, 0, N_PHASES, word[0]);
        call->context.versus = kind == PHASE_DAMAGE;
        call->context.target =
            kind < 0 || kind == PHASE_HIT || kind == PHASE_DAMAGE || kind == PHASE_INDIRECT
            || kind == PHASE_ASSAULT;
    }
    for (int i = 0; i < n; i++) {
        enum slot next = slot < MAX_SLOTS ? call->command->slot[slot] : SLOT_END;
        if (next == SLOT_WORDS || next == SLOT_COMMAND) {
            call->n_rest = n - i;
            call->rest = word + i;
            break;
        }
        if (!take(c, call, &slot, word[i]))
            return false;
    }
    officer_by_name(c, call);
    return true;
}

/* need and odds can do without units: when every word is a fact, the game is not even read. */
bool call_parse(struct cmd *c, struct call *call, int n, char **word)
{
    if (units_are_optional(call->command) && c->s.db && !c->s.loaded) {
        if (parse(c, call, false, n, word))
            return true;
        if (c->diag.code == DIAG_STORAGE)
            return false;
        c->diag = (struct diag){0};
    }
    return parse(c, call, true, n, word);
}

bool call_wants(struct cmd *c, const struct call *call, bool named, const char *what)
{
    if (named)
        return true;
    return diag_usage(&c->diag, "%s is missing: %s %s", what, call->command->name,
                      call->command->usage);
}

void call_clear(struct call *call)
{
    buf_free(&call->line);
}
