/* Scores and odds as answers. */
#include "cmd/answer.h"

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void answer_open(struct cmd *c, const char *command)
{
    json_open(&c->out, NULL, '{');
    json_bool(&c->out, "ok", true);
    json_string(&c->out, "command", command);
}

void answer_close(struct cmd *c)
{
    json_close(&c->out, '}');
    buf_addc(&c->out, '\n');
}

void answer_faces(struct buf *b, const char *key, const signed char *face, int n)
{
    json_open(b, key, '[');
    for (int i = 0; i < n; i++)
        json_int(b, NULL, face[i]);
    json_close(b, ']');
}

void answer_modifiers(struct buf *b, const char *key, const struct ruling *r)
{
    json_open(b, key, '[');
    for (int i = 0; i < r->n; i++) {
        if (!r->line[i].applies)
            continue;
        json_open(b, NULL, '{');
        json_string(b, "rule", r->line[i].modifier->rule);
        json_int(b, "value", r->line[i].value);
        json_close(b, '}');
    }
    json_close(b, ']');
}

static void answer_not(struct buf *b, const struct ruleset *rs, const struct ruling *r,
                       const struct facts *f)
{
    struct buf why = {0};

    json_open(b, "not", '[');
    for (int i = 0; i < r->n; i++) {
        if (r->line[i].applies)
            continue;
        buf_clear(&why);
        ruling_why_not(&why, rs, f, &r->line[i]);
        json_open(b, NULL, '{');
        json_string(b, "rule", r->line[i].modifier->rule);
        json_string(b, "why", buf_text(&why));
        json_close(b, '}');
    }
    json_close(b, ']');
    buf_free(&why);
}

static void cite_one(struct cmd *c, const char *rule)
{
    struct buf where = {0};

    rules_db_where(c->s.rules, rule, &where);
    json_open(&c->out, NULL, '{');
    json_string(&c->out, "rule", rule);
    json_int(&c->out, "edition", c->s.edition);
    json_string(&c->out, "where", buf_text(&where));
    json_close(&c->out, '}');
    buf_free(&where);
}

static void answer_cites(struct cmd *c, const struct score *s)
{
    json_open(&c->out, "cite", '[');
    for (int i = 0; i < s->n_cites; i++)
        cite_one(c, s->cite[i]);
    for (int i = 0; i < s->ruling.n; i++)
        if (s->ruling.line[i].applies)
            cite_one(c, s->ruling.line[i].modifier->rule);
    json_close(&c->out, ']');
}

/* The natural faces of each degree of damage on a vehicle. */
void answer_degrees(struct buf *b, const struct ruleset *rs, const struct score *s,
                    const struct facts *f, degree_fn *degree_of)
{
    static const char *const key[] = {"none_on", "superficial_on", "full_on", "massive_on"};

    for (int degree = DAMAGE_SUPERFICIAL; degree <= DAMAGE_MASSIVE; degree++) {
        json_open(b, key[degree], '[');
        for (int face = 1; face <= 6; face++)
            if ((int)degree_of(s, rs, f, face) == degree)
                json_int(b, NULL, face);
        json_close(b, ']');
    }
}

void answer_range(struct buf *b, const struct score *s)
{
    json_bool(b, "out_of_range", s->out_of_range);
    if (s->under_minimum)
        json_int(b, "under_minimum", s->under_minimum);
}

void answer_score(struct cmd *c, const struct ruleset *rs, const struct score *s,
                  const struct facts *f)
{
    struct buf *b = &c->out;
    char fraction[40];

    json_string(b, "ask", phase_word[s->ask]);
    json_int(b, "edition", c->s.edition);
    json_string(b, "dice", s->dice == 2 ? "2d6" : "1d6");
    json_string(b, "sense", s->at_most ? "at-most" : "at-least");
    if (s->automatic)
        json_null(b, "need");
    else
        json_int(b, "need", s->need);
    json_int(b, "base", s->ruling.base);
    answer_modifiers(b, "modifiers", &s->ruling);
    answer_not(b, rs, &s->ruling, f);
    if (s->shots)
        json_int(b, "shots", s->shots);
    json_bool(b, "double_six", s->double_six);
    json_bool(b, "automatic", s->automatic);
    json_bool(b, "impossible", s->impossible);
    answer_range(b, s);
    if (s->at_most)
        json_bool(b, "reroll", s->reroll);
    if (s->ask == PHASE_DAMAGE && f->v[F_TARGET_TYPE] == TARGET_VEHICLE)
        answer_degrees(b, rs, s, f, damage_degree);
    json_number(b, "p", fraction_value(s->chance));
    snprintf(fraction, sizeof fraction, "%d/%d", s->chance.num, s->chance.den);
    json_string(b, "fraction", fraction);
    answer_cites(c, s);
}

void answer_unused(struct cmd *c, const struct call *call)
{
    fact_set left = call->f.given & ~call->used;
    bool any = false;

    for (int key = 0; left; key++, left >>= 1) {
        if (!(left & 1))
            continue;
        if (!any && c->json)
            json_open(&c->out, "unused", '[');
        else if (!any)
            buf_add(&c->out, STYLE_FAINT "  not used:");
        if (c->json)
            json_string(&c->out, NULL, fact_key[key].name);
        else
            buf_addf(&c->out, " %s", fact_key[key].name);
        any = true;
    }
    if (any && c->json)
        json_close(&c->out, ']');
    else if (any)
        buf_add(&c->out, STYLE_PLAIN "\n");
}

/* ---- as text ---- */

void chance_words(struct buf *b, double p)
{
    double percent = 100 * p;

    if (percent > 0 && percent < 0.1)
        buf_add(b, "under 0.1%");
    else if (percent > 99.9 && percent < 100)
        buf_add(b, "over 99.9%");
    else if ((percent < 9.95 && percent > 0) || (percent >= 99.05 && percent < 100))
        buf_addf(b, "%.1f%%", percent);
    else
        buf_addf(b, "%.0f%%", percent);
}

/* What two dice must show by night: the distance less all that is added. */
static void spot_words(struct buf *b, const struct score *s)
{
    if (s->impossible)
        buf_add(b, "not to be seen");
    else if (s->chance.num == s->chance.den)
        buf_add(b, "seen whatever is rolled");
    else
        buf_addf(b, "%d+ on 2 dice to make it out", s->need - s->ruling.sum);
}

void score_words(struct buf *b, const struct score *s)
{
    if (s->ask == PHASE_SPOT)
        spot_words(b, s);
    else if (s->automatic)
        buf_add(b, "no test");
    else if (s->under_minimum)
        buf_add(b, "under the minimum range");
    else if (s->out_of_range)
        buf_add(b, "out of range");
    else if (s->impossible)
        buf_add(b, "no damage possible");
    else if (s->double_six)
        buf_add(b, "6, then 6 again");
    else if (s->at_most)
        buf_addf(b, "%d or less", s->need);
    else
        buf_addf(b, "%d+", s->need);
}

void range_words(struct buf *b, const struct ruleset *rs, const struct score *s,
                 const struct facts *f)
{
    if (s->under_minimum)
        buf_addf(b, "under its minimum of %d\"", s->under_minimum);
    else
        buf_addf(b, "out of range (%d\")", weapon_reach(rs, f));
}

static const char *asked(const struct score *s)
{
    switch (s->ask) {
    case PHASE_HIT:
    case PHASE_INDIRECT:
    case PHASE_ASSAULT:
        return " to hit";
    case PHASE_DAMAGE:
        return s->impossible ? "" : " to damage";
    case PHASE_ORDER:
        return s->automatic ? ": the order is obeyed" : " on 2 dice to obey";
    case PHASE_MORALE:
        return " on 2 dice to stand";
    default:
        return "";
    }
}

void score_sum(struct buf *b, const struct ruleset *rs, const struct score *s,
               const struct facts *f)
{
    int total = s->at_most ? s->ruling.base + s->ruling.sum : s->ruling.base - s->ruling.sum;
    const char *plus = s->at_most ? "" : "+";
    bool spot = s->ask == PHASE_SPOT;

    if (spot)
        buf_add(b, "2 dice");
    else
        buf_addf(b, "%d%s", s->ruling.base, plus);
    for (int i = 0; i < s->ruling.n; i++) {
        if (!s->ruling.line[i].applies)
            continue;
        buf_add(b, ", ");
        buf_signed(b, s->ruling.line[i].value);
        buf_addc(b, ' ');
        condition_fill(b, rs, f, s->ruling.line[i].modifier->line);
    }
    if (spot) {
        buf_addf(b, ", %d at the least, for %d\"", number_of(rs, NUM_SIGHT_LEAST), s->need);
        return;
    }
    buf_addf(b, " = %d%s", total, plus);
    if (s->need && s->need != total)
        buf_addf(b, ", held at %d%s", s->need, plus);
}

void wrap(struct cmd *c, int indent, const char *text)
{
    buf_addf(&c->out, "%*s", indent, "");
    wrap_on(c, indent, indent, text);
}

void wrap_on(struct cmd *c, int at, int indent, const char *text)
{
    bool first = true;

    while (*text) {
        size_t n = strcspn(text, " ");
        char word[400];
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        int width = text_width(word);
        if (!first && at + 1 + width > c->width) {
            buf_addf(&c->out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        if (!first) {
            buf_addc(&c->out, ' ');
            at++;
        }
        first = false;
        buf_add(&c->out, word);
        at += width;
        text += n + strspn(text + n, " ");
    }
    buf_addc(&c->out, '\n');
}

void wrap_rule(struct cmd *c, const char *text, const char *rule)
{
    struct buf line = {0};

    buf_add(&line, text);
    if (2 + text_width(text) + 3 + (int)strlen(rule) <= c->width) {
        buf_addf(&c->out, "  %s" STYLE_FAINT "   %s" STYLE_PLAIN "\n", text, rule);
    } else {
        buf_addf(&line, " " STYLE_FAINT "%s" STYLE_PLAIN, rule);
        wrap(c, 2, line.s);
    }
    buf_free(&line);
}

/* "superficial on 3, full on 4 5, massive on 6" */
void degree_lines(struct cmd *c, const struct ruleset *rs, const struct score *s,
                  const struct facts *f, degree_fn *degree_of)
{
    static const char *const word[] = {"none", "superficial", "full", "massive"};
    bool any = false;

    for (int degree = DAMAGE_SUPERFICIAL; degree <= DAMAGE_MASSIVE; degree++) {
        bool named = false;
        for (int face = 1; face <= 6; face++) {
            if ((int)degree_of(s, rs, f, face) != degree)
                continue;
            if (!named)
                buf_addf(&c->out, "%s%s on", any ? ", " : "  ", word[degree]);
            buf_addf(&c->out, " %d", face);
            named = any = true;
        }
    }
    if (any)
        buf_addc(&c->out, '\n');
}

static void modifier_lines(struct cmd *c, const struct ruleset *rs, const struct score *s,
                           const struct facts *f)
{
    for (int i = 0; i < s->ruling.n; i++) {
        const struct ruling_line *l = &s->ruling.line[i];
        if (!l->applies)
            continue;
        size_t from = c->out.len;
        buf_add(&c->out, "  ");
        buf_signed(&c->out, l->value);
        buf_add(&c->out, "  ");
        condition_fill(&c->out, rs, f, l->modifier->line);
        buf_pad(&c->out, from, 42);
        buf_addf(&c->out, "  " STYLE_FAINT "%s" STYLE_PLAIN "\n", l->modifier->rule);
    }
}

/* The rows that did not apply, each reason once. */
static void not_lines(struct cmd *c, const struct ruleset *rs, const struct score *s,
                      const struct facts *f)
{
    struct buf text = {0}, why = {0};

    for (int i = 0; i < s->ruling.n; i++) {
        if (s->ruling.line[i].applies)
            continue;
        buf_clear(&why);
        ruling_why_not(&why, rs, f, &s->ruling.line[i]);
        if (text.len && strstr(text.s, buf_text(&why)))
            continue;
        buf_addf(&text, "%s%s", text.len ? "; " : "not: ", buf_text(&why));
    }
    if (text.len) {
        buf_add(&c->out, STYLE_FAINT);
        wrap(c, 2, text.s);
        buf_add(&c->out, STYLE_PLAIN);
    }
    buf_free(&text);
    buf_free(&why);
}

void score_text(struct cmd *c, const struct ruleset *rs, const struct score *s,
                const struct facts *f)
{
    struct buf sum = {0};

    buf_add(&c->out, STYLE_STRONG);
    score_words(&c->out, s);
    buf_add(&c->out, STYLE_PLAIN);
    if (!s->out_of_range)
        buf_add(&c->out, asked(s));
    buf_add(&c->out, "   ");
    chance_words(&c->out, fraction_value(s->chance));
    if (s->reroll)
        buf_add(&c->out, " with the re-roll");
    buf_addc(&c->out, '\n');
    if (s->out_of_range) {
        buf_add(&sum, "  the ");
        buf_add(&sum, f->weapon->name);
        buf_addf(&sum, " reaches %d\"", weapon_reach(rs, f));
        if (weapon_minimum(rs, f))
            buf_addf(&sum, " and not under %d\"", weapon_minimum(rs, f));
        buf_add(&sum, ", the target is at ");
        buf_inches(&sum, f->range);
        buf_add(&sum, "\"");
    } else if (!s->automatic) {
        buf_add(&sum, "  ");
        score_sum(&sum, rs, s, f);
    }
    if (sum.len)
        wrap(c, 2, sum.s + 2);
    if (s->ask == PHASE_DAMAGE && f->v[F_TARGET_TYPE] == TARGET_VEHICLE)
        degree_lines(c, rs, s, f, damage_degree);
    if (!s->automatic && !s->out_of_range)
        modifier_lines(c, rs, s, f);
    if (!s->automatic && !s->out_of_range)
        not_lines(c, rs, s, f);
    buf_add(&c->out, STYLE_FAINT "  see");
    for (int i = 0; i < s->n_cites; i++)
        buf_addf(&c->out, " %s", s->cite[i]);
    buf_add(&c->out, STYLE_PLAIN "\n");
    buf_free(&sum);
}

/* ---- odds ---- */

void answer_dist(struct buf *b, const char *key, const struct dist *d)
{
    json_open(b, key, '{');
    json_number(b, "mean", dist_mean(d));
    json_open(b, "dist", '[');
    for (int k = 0; k <= d->n; k++)
        json_number(b, NULL, d->p[k]);
    json_close(b, ']');
    json_close(b, '}');
}

void answer_volley(struct cmd *c, const struct volley *v)
{
    answer_dist(&c->out, "hits", &v->hits);
    answer_dist(&c->out, "casualties", &v->casualties);
    json_number(&c->out, "pinned", v->pinned);
    json_number(&c->out, "exceptional", v->exceptional);
    json_number(&c->out, "morale_check", v->morale_check);
    json_number(&c->out, "destroyed", v->destroyed);
}

/* One line a count: at least k, how likely, and a bar of what comes exactly. */
static void bars(struct cmd *c, const char *what, const struct dist *d)
{
    int room = c->width - 26;

    for (int k = 0; k <= d->n; k++) {
        double at_least = dist_at_least(d, k);
        size_t from = c->out.len;
        if (k && at_least < 0.0005)
            break;
        buf_addf(&c->out, "  %s %2d", k ? "at least" : "        ", k);
        buf_addf(&c->out, " %5.1f%% ", 100 * at_least);
        buf_pad(&c->out, from, 21);
        for (int i = 0; i < (int)lround(d->p[k] * room); i++)
            buf_add(&c->out, "#");
        buf_addc(&c->out, '\n');
    }
    (void)what;
}

/* d.dd with two decimals, without printf: odds are asked for by the thousand. */
static void two_decimals(struct buf *b, double x)
{
    long long hundredths = (long long)(x * 100 + 0.5);

    buf_int(b, hundredths / 100);
    buf_addc(b, '.');
    buf_addc(b, (char)('0' + hundredths / 10 % 10));
    buf_addc(b, (char)('0' + hundredths % 10));
}

static void percent(struct buf *b, const char *label, double p)
{
    long long tenths = (long long)(p * 1000 + 0.5);

    buf_add(b, label);
    buf_int(b, tenths / 10);
    buf_addc(b, '.');
    buf_addc(b, (char)('0' + tenths % 10));
    buf_addc(b, '%');
}

void volley_text(struct cmd *c, const struct volley *v, int models, bool brief)
{
    buf_add(&c->out, STYLE_STRONG);
    two_decimals(&c->out, dist_mean(&v->casualties));
    buf_add(&c->out, " casualties" STYLE_PLAIN);
    if (models) {
        buf_add(&c->out, " of ");
        buf_int(&c->out, models);
    }
    buf_add(&c->out, ", ");
    two_decimals(&c->out, dist_mean(&v->hits));
    buf_add(&c->out, " hits");
    percent(&c->out, brief ? "  pin " : "\n  pin ", v->pinned);
    percent(&c->out, "  check ", v->morale_check);
    percent(&c->out, brief ? "  lost " : "  destroyed ", v->destroyed);
    if (!brief)
        percent(&c->out, "  exceptional ", v->exceptional);
    buf_addc(&c->out, '\n');
    if (c->person)
        bars(c, "casualties", &v->casualties);
}

/* ---- vehicles ---- */

void answer_wreck(struct cmd *c, const struct wreck *w)
{
    struct dist lost = {.n = 1, .p = {1 - w->knocked_out, w->knocked_out}};

    answer_dist(&c->out, "hits", &w->hits);
    answer_dist(&c->out, "casualties", &lost);
    json_number(&c->out, "damaged", w->damaged);
    json_number(&c->out, "knocked_out", w->knocked_out);
    json_number(&c->out, "burnt_out", w->burnt_out);
    json_number(&c->out, "immobilised", w->immobilised);
    json_number(&c->out, "stunned", w->halted);
    json_number(&c->out, "pinned", w->pinned);
    json_number(&c->out, "destroyed", w->knocked_out);
}

void wreck_text(struct cmd *c, const struct wreck *w, bool brief)
{
    buf_add(&c->out, STYLE_STRONG);
    percent(&c->out, "knocked out ", w->knocked_out);
    buf_add(&c->out, STYLE_PLAIN);
    if (!brief) {
        percent(&c->out, " (burnt out ", w->burnt_out);
        buf_addc(&c->out, ')');
    }
    percent(&c->out, brief ? "  immobilised " : "\n  immobilised ", w->immobilised);
    percent(&c->out, "  halted ", w->halted);
    if (!brief)
        percent(&c->out, "  damaged ", w->damaged);
    percent(&c->out, "  pin ", w->pinned);
    buf_addc(&c->out, '\n');
}
