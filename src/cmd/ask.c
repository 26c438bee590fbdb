/* Questions that change nothing: need, odds, roll, rule, weapon. */
#include "base/json.h"
#include "cmd/assault_odds.h"
#include "cmd/close_answer.h"
#include "odds/notation.h"

#include <stdio.h>
#include <string.h>

/* ---- need ---- */

/* Facts without which there is no answer: named in one complaint. */
static bool has_needed(struct cmd *c, const struct facts *f, enum phase ask)
{
    fact_set missing = facts_needed(ask) & ~f->given;
    struct buf names = {0};

    if (ask == PHASE_DAMAGE && !f->weapon && (f->given >> F_VS & 1))
        missing |= FACT_BIT(F_WEAPON);
    if (!missing)
        return true;
    for (int key = 0; key < N_FACTS; key++)
        if (missing >> key & 1)
            buf_addf(&names, "%s%s=", names.len ? " and " : "", fact_key[key].name);
    diag_usage(&c->diag, "need %s: %s missing", phase_word[ask],
               names.len ? names.s : "something");
    buf_free(&names);
    return false;
}

/* Asks at the prompt for what is missing, one fact after the other. */
static bool ask_needed(struct cmd *c, struct facts *f, enum phase ask)
{
    struct buf said = {0};
    bool ok = true;

    while (ok && c->s.asker.fact) {
        fact_set missing = facts_needed(ask) & ~f->given;
        struct wanted w = {.kind = WANT_FACT};
        if (!missing)
            break;
        while (!(missing >> w.fact & 1))
            w.fact = (enum fact)(w.fact + 1);
        snprintf(w.says, sizeof w.says, "%s", fact_key[w.fact].says);
        ok = c->s.asker.fact(c->s.asker.ctx, &c->s, &w, f, &said);
    }
    buf_free(&said);
    return (ok || diag_usage(&c->diag, "given up")) && has_needed(c, f, ask);
}

static bool ask_is_built(struct cmd *c, enum phase ask)
{
    if (ask == PHASE_HIT || ask == PHASE_DAMAGE || ask == PHASE_ORDER || ask == PHASE_MORALE
        || ask == PHASE_INDIRECT || ask == PHASE_FLAK || ask == PHASE_HOLD_FIRE
        || ask == PHASE_SPOT || ask == PHASE_ASSAULT)
        return true;
    return diag_usage(&c->diag, "need %s is not there yet: ask for hit, damage, order, morale, "
                                "indirect, smoke, flak, hold-fire, spot or assault",
                      phase_word[ask]);
}

static void need_print(struct cmd *c, struct call *call, const struct score *s,
                       const struct facts *f)
{
    if (c->json) {
        answer_open(c, "need");
        answer_score(c, call->rs, s, f);
        answer_unused(c, call);
        answer_close(c);
    } else {
        score_text(c, call->rs, s, f);
        answer_unused(c, call);
    }
}

/* officer= asked of a unit of the game or of none: of the one said and its own the better; a name
   stands for his rank, where he can reach it. */
static bool officer_asked(struct cmd *c, struct call *call)
{
    const struct unit *u = game_unit(&c->s.game, call->unit);
    struct decision d = {.rs = call->rs, .g = &c->s.game, .f = call->f};
    int rank = call->f.v[F_OFFICER];

    if (rank == OFFICER_NAMED && !session_refresh(&c->s, &c->diag))
        return false;
    if (!know_officer(&d, u)) {
        c->diag = d.diag;
        return false;
    }
    if (!facts_has(&call->f, F_OFFICER))
        return true;
    if (rank == OFFICER_NAMED)
        rank = game_unit(&c->s.game, d.officer)->officer;
    if (u && u->leader && u->officer >= 0
        && call->rs->rank[u->officer].bonus > call->rs->rank[rank].bonus)
        rank = u->officer;
    facts_set(&call->f, F_OFFICER, rank);
    return true;
}

/* Tests of a unit of the game: what it knows, and what was said. */
static bool need_test(struct cmd *c, struct call *call, enum phase ask)
{
    struct facts known;
    struct score s;

    if (!officer_asked(c, call))
        return false;
    if (call->unit) {
        unit_facts(&known, call->rs, &c->s.game, game_unit(&c->s.game, call->unit));
        if (!facts_has(&call->f, F_ORDER))
            known.given &= ~FACT_BIT(F_ORDER);
        if (game_unit(&c->s.game, call->unit)->aboard) { /* transport.aboard.no-buffs */
            call->f.given &= ~FACT_BIT(F_OFFICER);
            call->f.v[F_OFFICER] = -1;
        }
        facts_merge(&call->f, &known);
        call->used |= known.given;
        if (known.v[F_TARGET_TYPE] != TARGET_INFANTRY)
            call->f.v[F_BANZAI] = 0;
    }
    if (!ask_needed(c, &call->f, ask))
        return false;
    score_make(&s, call->rs, ask, &call->f);
    need_print(c, call, &s, &call->f);
    return true;
}

static void need_groups(struct cmd *c, struct call *call, const struct shot *shot, bool damage)
{
    for (int i = 0; i < shot->n; i++) {
        const struct shot_group *g = &shot->group[i];
        const struct score *s = damage ? &g->damage : &g->hit;
        if (c->json) {
            json_open(&c->out, NULL, '{');
            json_string(&c->out, "weapon", call->rs->weapon[g->weapon].id);
            json_int(&c->out, "count", g->count);
            answer_score(c, call->rs, s, &g->f);
            json_close(&c->out, '}');
        } else {
            buf_addf(&c->out, "%d %s  ", g->count, call->rs->weapon[g->weapon].name);
            score_text(c, call->rs, s, &g->f);
        }
    }
}

/* One unit of the game at another: every kind of weapon has its own score. */
static bool need_shot(struct cmd *c, struct call *call, enum phase ask)
{
    struct unit asked = *game_unit(&c->s.game, call->unit);
    const struct unit *u = &asked;
    const struct unit *t = game_unit(&c->s.game, call->target);
    struct shot shot = {0};
    struct score s;

    if (!facts_has(&call->f, F_RANGE)) {
        struct facts range = call->f;
        range.given |= FACT_BIT(F_WEAPON);
        if (!ask_needed(c, &range, PHASE_HIT))
            return false;
        facts_set_range(&call->f, range.range);
    }
    asked.fired_slots = 0; /* a question is answered even after the shot */
    if (!shot_make(&shot, call->rs, &c->s.game, u, t, &call->f, &c->diag))
        return false;
    call->used |= facts_used(PHASE_DAMAGE) | FACT_BIT(F_WITH) | FACT_BIT(F_IN);
    if (shot.n == 1 || !c->json) {
        if (shot.n == 1) {
            s = ask == PHASE_DAMAGE ? shot.group[0].damage : shot.group[0].hit;
            need_print(c, call, &s, &shot.group[0].f);
        } else {
            need_groups(c, call, &shot, ask == PHASE_DAMAGE);
        }
        return true;
    }
    answer_open(c, "need");
    answer_score(c, call->rs, ask == PHASE_DAMAGE ? &shot.group[0].damage : &shot.group[0].hit,
                 &shot.group[0].f);
    json_open(&c->out, "groups", '[');
    need_groups(c, call, &shot, ask == PHASE_DAMAGE);
    json_close(&c->out, ']');
    answer_unused(c, call);
    answer_close(c);
    return true;
}

/* By night or by day: what one unit of the game would need to make out the other. */
static bool need_spot(struct cmd *c, struct call *call)
{
    struct facts f;
    struct score s;

    if (!ask_needed(c, &call->f, PHASE_SPOT))
        return false;
    spot_facts(&f, call->rs, &c->s.game, game_unit(&c->s.game, call->target), call->f.range,
               true, &call->f);
    score_make(&s, call->rs, PHASE_SPOT, &f);
    need_print(c, call, &s, &f);
    return true;
}

bool run_need(struct cmd *c, struct call *call)
{
    enum phase ask = call->kind < 0 ? PHASE_HIT : (enum phase)call->kind;
    struct score s;

    bool smoke = ask == PHASE_SMOKE; /* a smoke round ranges in like any other */

    if (smoke)
        ask = PHASE_INDIRECT;
    if (!ask_is_built(c, ask))
        return false;
    if (call->kind < 0 && !call->unit && !facts_has(&call->f, F_WEAPON))
        return call_wants(c, call, false, "what is asked for (hit, damage, order, morale)");
    call->used = facts_used(ask);
    if (ask == PHASE_INDIRECT)
        facts_set(&call->f, F_INDIRECT, 1);
    if (ask == PHASE_ORDER || ask == PHASE_MORALE)
        return need_test(c, call, ask);
    if (ask == PHASE_ASSAULT)
        return need_assault(c, call);
    if (ask == PHASE_SPOT && call->target)
        return need_spot(c, call);
    if (call->unit && call->target)
        return need_shot(c, call, ask);
    if (call->unit) {
        struct facts known;
        unit_facts(&known, call->rs, &c->s.game, game_unit(&c->s.game, call->unit));
        known.given &= ~FACT_BIT(F_OFFICER);
        facts_merge(&call->f, &known);
        call->used |= known.given;
    }
    if (!ask_needed(c, &call->f, ask))
        return false;
    shot_settle(&call->f, call->rs);
    if (!shot_agrees(&call->f, &c->diag))
        return false;
    score_make(&s, call->rs, ask, &call->f);
    if (smoke)
        s.ask = PHASE_SMOKE;
    if (ask == PHASE_HIT && s.ask == PHASE_INDIRECT)
        call->used = facts_used(PHASE_INDIRECT);
    need_print(c, call, &s, &call->f);
    return true;
}

/* ---- odds ---- */

/* Many infantrymen, when nobody says how many: more than any shot can kill. */
enum { MANY_MODELS = 60 };

/* Odds of one shot: on men, or on a vehicle. */
struct odds {
    bool vehicle;
    int under;        /* men taken to be under a template of which nobody said, else 0 */
    int template;     /* inches across, of the largest such */
    int models;
    bool zeroed;      /* all that fires has ranged in: nobody has to see by night */
    struct volley v;
    struct wreck w;
};

static void assume(const struct ruleset *rs, const struct facts *f, struct odds *o)
{
    int under = template_assumed(rs, f);

    if (!under)
        return;
    o->under = under;
    if (f->weapon->he > o->template)
        o->template = f->weapon->he;
}

static bool odds_of_units(struct cmd *c, struct call *call, const struct facts *f, struct odds *o)
{
    struct unit asked = *game_unit(&c->s.game, call->unit);
    const struct unit *u = &asked;
    const struct unit *t = game_unit(&c->s.game, call->target);
    struct shot shot = {0};

    if (!facts_has(f, F_RANGE))
        return diag_usage(&c->diag, "odds: range= missing");
    asked.fired_slots = 0;
    if (!shot_make(&shot, call->rs, &c->s.game, u, t, f, &c->diag))
        return false;
    o->vehicle = t->type == TYPE_VEHICLE;
    o->models = t->models;
    o->zeroed = shot.n > 0;
    for (int i = 0; i < shot.n; i++) {
        if (shot.group[i].dice)
            assume(call->rs, &shot.group[i].f, o);
        o->zeroed = o->zeroed && shot.group[i].indirect && shot.group[i].f.v[F_ZEROED];
    }
    if (o->vehicle)
        shot_wreck(&o->w, &shot, call->rs, &c->s.game, t);
    else
        shot_odds(&o->v, &shot, call->rs, &c->s.game, t);
    return true;
}

static void odds_of_vehicle(const struct ruleset *rs, const struct facts *f,
                            const struct score *hit, const struct score *damage, int dice,
                            struct odds *o)
{
    struct wreck_group g = {0};
    struct wreck_target t = {0};

    volley_group_from(&g.hits, rs, f, hit, damage, dice);
    wreck_degrees(&g, rs, f, damage);
    facts_init(&t.facts);
    facts_set(&t.facts, F_PINS, f->v[F_TARGET_PINS]);
    g.pinning = wreck_pinning(f->weapon, damage, f->vs_armoured && !f->v[F_OPEN_TOPPED],
                              QUALITY_REGULAR);
    g.plus = shot_is_indirect(f) && f->v[F_OPEN_TOPPED] && f->vs_armoured;
    o->vehicle = true;
    wreck_make(&o->w, rs, &g, g.hits.dice ? 1 : 0, &t);
}

static bool odds_of_facts(struct cmd *c, struct call *call, const struct facts *said,
                          struct odds *o)
{
    const struct ruleset *rs = call->rs;
    struct volley_target t;
    struct volley_group g;
    struct score hit, damage;

    if (!facts_has(said, F_WEAPON) || !facts_has(said, F_RANGE) || !facts_has(said, F_VS))
        return diag_usage(&c->diag, "odds: %s missing",
                          !facts_has(said, F_WEAPON)  ? "weapon="
                          : !facts_has(said, F_RANGE) ? "range="
                                                   : "vs=");
    struct facts settled = *said;
    const struct facts *f = &settled;
    shot_settle(&settled, rs);
    if (!shot_agrees(f, &c->diag))
        return false;
    score_hit(&hit, rs, f);
    score_damage(&damage, rs, f);
    int dice = f->v[F_COUNT] * hit.shots;
    if (dice > ODDS_MAX)
        return diag_usage(&c->diag, "odds: %d dice are more than %d", dice, ODDS_MAX);
    if (f->v[F_TARGET_TYPE] == TARGET_VEHICLE) {
        odds_of_vehicle(rs, f, &hit, &damage, dice, o);
        return true;
    }
    o->vehicle = false;
    t.models = o->models = facts_has(f, F_TARGET_MODELS) ? f->v[F_TARGET_MODELS] : MANY_MODELS;
    t.team = f->v[F_TARGET_TEAM];
    t.gun = f->v[F_TARGET_TYPE] == TARGET_ARTILLERY;
    t.leader = f->v[F_TARGET_LEADER];
    facts_init(&t.facts);
    facts_set(&t.facts, F_QUALITY, f->vs_quality < 0 ? QUALITY_REGULAR : f->vs_quality);
    facts_set(&t.facts, F_PINS, f->v[F_TARGET_PINS]);
    volley_group_from(&g, rs, f, &hit, &damage, dice);
    volley_make(&o->v, rs, &g, 1, &t);
    if (g.dice)
        assume(rs, f, o);
    return true;
}

static bool odds_make(struct cmd *c, struct call *call, const struct facts *f, struct odds *o)
{
    o->under = o->template = 0;
    return call->unit && call->target ? odds_of_units(c, call, f, o)
                                      : odds_of_facts(c, call, f, o);
}

/* What was taken for granted, once under all odds. */
static void odds_assumed(struct cmd *c, const struct odds *o)
{
    const char *rule = c->s.rs ? c->s.rs->number[NUM_TEMPLATE_MEN].rule : "he.template.min-two";

    if (!o->under || c->json)
        return;
    buf_addf(&c->out, STYLE_FAINT "  assumed: %d m%sn under the %d\" template (under=N says "
             "otherwise)   %s\n" STYLE_PLAIN, o->under, o->under == 1 ? "a" : "e", o->template,
             rule);
}

static void odds_print(struct cmd *c, const struct odds *o, bool brief)
{
    if (c->json && o->vehicle)
        answer_wreck(c, &o->w);
    else if (c->json)
        answer_volley(c, &o->v);
    else if (o->vehicle)
        wreck_text(c, &o->w, brief);
    else
        volley_text(c, &o->v, o->models == MANY_MODELS ? 0 : o->models, brief);
    if (c->json && o->under) {
        json_open(&c->out, "assumed", '{');
        json_int(&c->out, "under", o->under);
        json_close(&c->out, '}');
    }
}

/* One line (or object) of compare=: the question with one word more. */
static bool odds_option(struct cmd *c, struct call *call, const char *word, struct odds *o)
{
    struct facts f = call->f, alone;
    struct diag quiet = {0};
    enum fact_fit fit;

    /* what is compared goes before what was said */
    facts_init(&alone);
    facts_take(&alone, &call->context, word, &quiet);
    f.given &= ~(FACT_BIT(F_COMPARE) | alone.given);
    fit = facts_take(&f, &call->context, word, &c->diag);
    if (fit == FACT_NO)
        diag_usage(&c->diag, "compare: %.40s is no fact", word);
    if (fit == FACT_TAKEN && call->kind == PHASE_ASSAULT)
        return assault_odds_option(c, call, &f, word);
    if (fit != FACT_TAKEN || !odds_make(c, call, &f, o))
        return false;
    if (c->json) {
        json_open(&c->out, NULL, '{');
        json_string(&c->out, "option", word);
        odds_print(c, o, false);
        json_close(&c->out, '}');
        return true;
    }
    size_t from = c->out.len;
    bool person = c->person;
    buf_add(&c->out, word);
    buf_pad(&c->out, from, 12);
    c->person = false; /* one line each, without bars */
    odds_print(c, o, true);
    c->person = person;
    return true;
}

/* compare=fire|advance: side by side. */
static bool odds_compare(struct cmd *c, struct call *call)
{
    const char *list = call->f.text[F_COMPARE];
    struct odds o = {0}, assumed = {0};
    bool ok = true;

    if (c->json) {
        answer_open(c, "odds");
        json_open(&c->out, "options", '[');
    }
    while (ok && *list) {
        char word[NAME_LEN];
        size_t n = strcspn(list, "|");
        snprintf(word, sizeof word, "%.*s", (int)n, list);
        list += n + (list[n] == '|');
        ok = odds_option(c, call, word, &o);
        if (ok && o.under)
            assumed = o;
    }
    if (c->json) {
        json_close(&c->out, ']');
        answer_close(c);
    }
    odds_assumed(c, &assumed);
    return ok;
}

/* In the dark the odds are those of a target that was made out: how likely that is
   (night.spotting.when). */
static void odds_dark(struct cmd *c, struct call *call, const struct odds *o)
{
    struct facts f;
    struct score s;

    if (!call->unit || !call->target || !c->s.game.dark || o->zeroed)
        return;
    spot_facts(&f, call->rs, &c->s.game, game_unit(&c->s.game, call->target), call->f.range, true,
               &call->f);
    score_spot(&s, call->rs, &f);
    call->used |= facts_used(PHASE_SPOT);
    if (!c->json) {
        struct buf line = {0};
        buf_add(&line, "once it is made out in the dark: ");
        score_words(&line, &s);
        buf_add(&line, ", ");
        chance_words(&line, fraction_value(s.chance));
        close_line(c, line.s, "night.spotting.roll");
        buf_free(&line);
        return;
    }
    json_open(&c->out, "spotting", '{');
    json_int(&c->out, "need", s.need);
    answer_modifiers(&c->out, "modifiers", &s.ruling);
    json_number(&c->out, "p", fraction_value(s.chance));
    json_close(&c->out, '}');
}

bool run_odds(struct cmd *c, struct call *call)
{
    struct odds o;

    if (call->kind == PHASE_ASSAULT && !facts_has(&call->f, F_COMPARE))
        return assault_odds(c, call);
    call->used = facts_used(PHASE_HIT) | facts_used(PHASE_DAMAGE) | FACT_BIT(F_COUNT)
        | FACT_BIT(F_TARGET_PINS) | FACT_BIT(F_TARGET_TEAM) | FACT_BIT(F_TARGET_LEADER)
        | FACT_BIT(F_WITH) | FACT_BIT(F_IN) | FACT_BIT(F_UNDER) | FACT_BIT(F_ARC);
    if (facts_has(&call->f, F_COMPARE))
        return odds_compare(c, call);
    if (!odds_make(c, call, &call->f, &o))
        return false;
    if (c->json)
        answer_open(c, "odds");
    odds_print(c, &o, false);
    odds_assumed(c, &o);
    odds_dark(c, call, &o);
    answer_unused(c, call);
    if (c->json)
        answer_close(c);
    return true;
}

/* ---- roll ---- */

bool run_roll(struct cmd *c, struct call *call)
{
    struct dice_expr e;
    struct diag *d = &c->diag;
    signed char faces[DICE_MOST];
    int n = 0, total;
    char bad;

    if (!call_wants(c, call, call->name != NULL, "what to roll (2d6, d3, d6+1)"))
        return false;
    if (!dice_parse(&e, call->name))
        return diag_usage(d, "%s is no dice: say d6, 2d6, d3, d2, d6+1, 3d6-2", call->name);
    if (facts_has(&call->f, F_DICE)) {
        if (!dice_faces(call->f.text[F_DICE], faces, &n, e.count, &bad) || n != e.count)
            return diag_refused(d, "dice.notation.d6", "dice=%s: %d faces from 1 to 6 are wanted",
                                call->f.text[F_DICE], e.count);
    } else {
        if (!session_queue_take(&c->s, faces, e.count, &n, d))
            return false;
        for (; n < e.count; n++) /* no die of the record: not from the game's stream */
            faces[n] = (signed char)(dice_free(6) + 1);
    }
    total = e.plus;
    for (int i = 0; i < n; i++)
        total += dice_read(faces[i], e.sides);
    call->used = FACTS_DICE;
    if (c->json) {
        answer_open(c, "roll");
        json_open(&c->out, "rolls", '[');
        for (int i = 0; i < n; i++)
            json_int(&c->out, NULL, dice_read(faces[i], e.sides));
        json_close(&c->out, ']');
        json_int(&c->out, "total", total);
        answer_unused(c, call);
        answer_close(c);
        return true;
    }
    buf_addf(&c->out, STYLE_STRONG "%d" STYLE_PLAIN "   %s:", total, call->name);
    for (int i = 0; i < n; i++)
        buf_addf(&c->out, " %d", dice_read(faces[i], e.sides));
    buf_addc(&c->out, '\n');
    return true;
}

/* ---- rule ---- */

static void rule_text(struct cmd *c, const struct rule_row *row, bool whole)
{
    buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN "  %s\n", row->id, row->where);
    if (whole)
        wrap(c, 2, row->says);
}

/* The words as one text; a game need not be open. */
static void join(struct buf *b, int n, char **word)
{
    for (int i = 0; i < n; i++)
        buf_addf(b, "%s%s", i ? " " : "", word[i]);
}

enum { RULES_SHOWN = 5, RULES_LISTED = 12 };

bool run_rule(struct cmd *c, struct call *call)
{
    static struct rule_row rows[RULES_LISTED];
    struct buf words = {0};
    char near[64];
    int n;

    if (!call_wants(c, call, call->n_rest > 0, "what to look up"))
        return false;
    if (!c->s.rules)
        c->s.rules = rules_db_open(c->s.edition, &c->diag);
    if (!c->s.rules)
        return false;
    join(&words, call->n_rest, call->rest);
    n = rules_db_search(c->s.rules, words.s, rows, RULES_LISTED, &c->diag);
    if (n == 0) {
        if (rules_db_nearest(c->s.rules, call->rest[call->n_rest - 1], near, sizeof near))
            diag_refused(&c->diag, NULL, "no rule speaks of %s; did you mean %s?", words.s, near);
        else
            diag_refused(&c->diag, NULL, "no rule speaks of %s", words.s);
    }
    if (n > 0 && c->json) {
        answer_open(c, "rule");
        json_open(&c->out, "rules", '[');
        for (int i = 0; i < n; i++) {
            json_open(&c->out, NULL, '{');
            json_string(&c->out, "rule", rows[i].id);
            json_int(&c->out, "edition", c->s.edition);
            json_string(&c->out, "where", rows[i].where);
            json_string(&c->out, "says", rows[i].says);
            json_close(&c->out, '}');
        }
        json_close(&c->out, ']');
        answer_close(c);
    } else {
        for (int i = 0; i < n; i++)
            rule_text(c, &rows[i], i < RULES_SHOWN);
    }
    buf_free(&words);
    return n > 0;
}

/* ---- weapon ---- */

static const struct {
    unsigned bit;
    const char *word;
} trait_words[] = {{WEAPON_ASSAULT, "assault"},   {WEAPON_TEAM, "team"},
                   {WEAPON_FIXED, "fixed"},       {WEAPON_ONE_SHOT, "one-shot"},
                   {WEAPON_SHAPED, "shaped charge"}, {WEAPON_INDIRECT, "indirect fire"},
                   {WEAPON_HOWITZER, "howitzer"}, {WEAPON_FLAME, "flamethrower"}};

static void weapon_json(struct cmd *c, const struct weapon *w)
{
    struct buf *b = &c->out;

    answer_open(c, "weapon");
    json_string(b, "weapon", w->id);
    json_string(b, "name", w->name);
    json_int(b, "edition", c->s.edition);
    json_int(b, "range", w->range ? w->range : w->indirect_range);
    json_int(b, "minimum", w->min_range);
    json_int(b, "indirect", w->indirect_range);
    json_int(b, "shots", w->shots);
    json_int(b, "pen", w->pen);
    json_int(b, "he", w->he);
    json_string(b, "class", w->bits & WEAPON_SMALL_ARM ? "small" : "heavy");
    json_open(b, "special", '[');
    for (size_t i = 0; i < sizeof trait_words / sizeof trait_words[0]; i++)
        if (w->bits & trait_words[i].bit)
            json_string(b, NULL, trait_words[i].word);
    json_close(b, ']');
    json_string(b, "rule", w->rule);
    answer_close(c);
}

static void weapon_text(struct cmd *c, const struct weapon *w)
{
    struct buf *b = &c->out;
    const char *comma = "";

    buf_addf(b, STYLE_STRONG "%s" STYLE_PLAIN ":", w->name);
    if (w->range)
        buf_addf(b, " range %d\"", w->range);
    if (w->indirect_range)
        buf_addf(b, "%s indirect %d-%d\"", w->range ? "," : "", w->min_range, w->indirect_range);
    buf_addf(b, ", %d shot%s", w->shots, w->shots == 1 ? "" : "s");
    if (w->bits & WEAPON_HE_ONLY)
        buf_addf(b, ", HE %d\" only", w->he);
    else
        buf_addf(b, ", pen %s%d", w->pen ? "+" : "", w->pen);
    if (w->he && !(w->bits & WEAPON_HE_ONLY))
        buf_addf(b, ", HE %d\"", w->he);
    buf_add(b, "   ");
    for (size_t i = 0; i < sizeof trait_words / sizeof trait_words[0]; i++)
        if (w->bits & trait_words[i].bit) {
            buf_addf(b, "%s%s", comma, trait_words[i].word);
            comma = ", ";
        }
    buf_addf(b, "\n  " STYLE_FAINT "%s" STYLE_PLAIN "\n", w->rule);
}

bool run_weapon(struct cmd *c, struct call *call)
{
    struct facts f;
    struct buf words = {0};
    struct fact_context context = {.rs = session_rules(&c->s, &c->diag), .cm_per_inch = 2.54};

    if (!context.rs || !call_wants(c, call, call->n_rest > 0, "the weapon"))
        return false;
    join(&words, call->n_rest, call->rest);
    facts_init(&f);
    bool ok = facts_parse(&f, &context, F_WEAPON, words.s, &c->diag);
    if (ok && c->json)
        weapon_json(c, f.weapon);
    else if (ok)
        weapon_text(c, f.weapon);
    buf_free(&words);
    return ok;
}
