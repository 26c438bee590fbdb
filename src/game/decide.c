/* Taking dice and facts, noting events, and the steps that several procedures share. */
#include "game/decide.h"

#include "base/buf.h"
#include "game/riders.h"
#include "game/tries.h"
#include "rules/volley.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void emit(struct decision *d, enum event_kind kind, int unit, int a, int b)
{
    events_add(&d->events, kind, unit, a, b);
    event_apply(d->g, d->rs, kind, unit, a, b, "");
    riders_notice(d, kind, unit, a, b);
}

void emit_text(struct decision *d, enum event_kind kind, int unit, int a, int b, const char *fmt,
               ...)
{
    struct event *e = events_add(&d->events, kind, unit, a, b);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    event_apply(d->g, d->rs, kind, unit, a, b, e->text);
}

/* ---- dice ---- */

static const signed char *take(struct decision *d, const char *purpose, int unit, int count,
                               int need)
{
    struct feed *feed = &d->feed;
    const signed char *faces = feed->face + feed->used;
    struct buf text = {0};

    buf_add(&text, purpose);
    for (int i = 0; i < count; i++)
        buf_addf(&text, " %d%s", faces[i], feed->is_virtual[feed->used + i] ? "v" : "");
    feed->used += count;
    emit_text(d, EV_ROLL, unit, need, 0, "%s", buf_text(&text));
    buf_free(&text);
    return faces;
}

static void want_roll(struct decision *d, int count, int need, const char *rule, const char *fmt,
                      va_list ap)
{
    int have = d->feed.n - d->feed.used;

    d->wanted = (struct wanted){.kind = WANT_ROLL, .count = count - have, .of = count,
                                .need = need};
    snprintf(d->wanted.rule, sizeof d->wanted.rule, "%s", rule);
    vsnprintf(d->wanted.says, sizeof d->wanted.says, fmt, ap);
    if (d->feed.exact)
        diag_refused(&d->diag, rule, "dice: %d more wanted, %s", count - have, d->wanted.says);
}

const signed char *take_roll(struct decision *d, const char *purpose, int unit, int count,
                             int need, const char *rule, const char *fmt, ...)
{
    va_list ap;

    if (d->feed.n - d->feed.used >= count)
        return take(d, purpose, unit, count, need);
    va_start(ap, fmt);
    want_roll(d, count, need, rule, fmt, ap);
    va_end(ap);
    return NULL;
}

const signed char *take_counted(struct decision *d, const char *purpose, int unit, int count,
                                const struct score *s, enum fact summary, const char *fmt, ...)
{
    va_list ap;

    if (d->feed.n - d->feed.used >= count)
        return take(d, purpose, unit, count, s->need);
    va_start(ap, fmt);
    want_roll(d, count, s->need, s->n_cites ? s->cite[0] : "", fmt, ap);
    va_end(ap);
    d->wanted.at_most = s->at_most;
    d->wanted.double_six = s->double_six;
    d->wanted.summary = true;
    d->wanted.fact = summary;
    return NULL;
}

const signed char *take_idle(struct decision *d, const char *purpose, int unit, int count)
{
    if (!d->feed.exact || count == 0 || d->feed.n - d->feed.used != count)
        return NULL;
    return take(d, purpose, unit, count, 0);
}

/* ---- facts ---- */

static void want_fact(struct decision *d, enum fact fact, const char *rule, const char *fmt,
                      va_list ap)
{
    d->wanted = (struct wanted){.kind = WANT_FACT, .fact = fact};
    snprintf(d->wanted.rule, sizeof d->wanted.rule, "%s", rule);
    vsnprintf(d->wanted.says, sizeof d->wanted.says, fmt, ap);
}

bool must_know(struct decision *d, enum fact fact, const char *rule, const char *fmt, ...)
{
    va_list ap;

    if (facts_has(&d->f, fact))
        return true;
    va_start(ap, fmt);
    want_fact(d, fact, rule, fmt, ap);
    va_end(ap);
    if (!d->can_ask)
        diag_usage(&d->diag, "%s= is missing: %s", fact_key[fact].name, fact_key[fact].says);
    return false;
}

bool may_know(struct decision *d, enum fact fact, const char *rule, const char *fmt, ...)
{
    va_list ap;

    if (!d->can_ask || facts_has(&d->f, fact))
        return true;
    va_start(ap, fmt);
    want_fact(d, fact, rule, fmt, ap);
    va_end(ap);
    d->wanted.optional = true;
    return false;
}

void ask_of(struct decision *d, enum fact fact, const char *name, const char *rule,
            const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    want_fact(d, fact, rule, fmt, ap);
    va_end(ap);
    snprintf(d->wanted.whose, sizeof d->wanted.whose, "%s", name);
}

bool forbid(struct decision *d, const char *rule, const char *fmt, ...)
{
    char text[DIAG_TEXT];
    va_list ap;

    if (d->forced) {
        if (d->n_broken < DIAG_CITES)
            snprintf(d->broken[d->n_broken++], RULE_ID, "%s", rule);
        return true;
    }
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return diag_refused(&d->diag, rule, "%s", text);
}

/* Nobody stays in a wreck, whatever made it one. */
static void clear_wrecks(struct decision *d)
{
    for (int i = 0; i < d->g->n_units; i++) {
        const struct unit *c = game_unit(d->g, d->g->unit[i].aboard);
        if (c && c->destroyed)
            emit(d, EV_ABOARD, d->g->unit[i].id, 0, 1);
    }
}

bool finish(struct decision *d)
{
    int left = d->feed.n - d->feed.used;

    clear_wrecks(d);

    if (d->feed.exact && left > 0)
        return diag_refused(&d->diag, NULL, "dice: %d too many, the rules roll %d here", left,
                            d->feed.used);
    return true;
}

/* ---- shared steps ---- */

bool next_unit(struct decision *d, const char **list, struct unit **u)
{
    char name[NAME_LEN];

    *u = NULL;
    do {
        *list += strspn(*list, ", ");
        size_t n = strcspn(*list, ", ");
        if (!n)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)n, *list);
        *list += n;
    } while (strcasecmp(name, "none") == 0);
    *u = game_find(d->g, name, &d->diag);
    return *u != NULL;
}

bool is_place(const char *text, size_t n, struct diag *d)
{
    if (strspn(text, " ") >= n)
        return diag_usage(d, "a place is wanted, in a word or a few");
    return n < NAME_LEN
        || diag_usage(d, "%.40s...: a place is told in up to %d letters", text, NAME_LEN - 1);
}

bool must_live(struct decision *d, const struct unit *u)
{
    if (u->destroyed)
        return diag_refused(&d->diag, "turn.dice-loss.acted", "%s is destroyed", u->name);
    if (u->abandoned)
        return diag_refused(&d->diag, "artillery.abandoned", "%s is abandoned", u->name);
    return true;
}

void destroy_unit(struct decision *d, struct unit *u, const char *why)
{
    if (!u->destroyed)
        emit_text(d, EV_DESTROYED, u->id, 0, 0, "%s", why);
}

/* Every pin of a vehicle is one on each unit aboard too (transport.aboard.pins). */
static void pin_passengers(struct decision *d, const struct unit *vehicle, int pins)
{
    int aboard[MAX_UNITS], n = 0;

    for (struct unit *p = NULL; (p = game_aboard(d->g, vehicle->id, p)) && n < MAX_UNITS;)
        aboard[n++] = p->id;
    for (int i = 0; i < n; i++)
        change_pins(d, game_unit(d->g, aboard[i]), pins);
}

void change_pins(struct decision *d, struct unit *u, int change)
{
    int now = u->pins + change < 0 ? 0 : u->pins + change;
    struct facts f;

    if (now == u->pins)
        return;
    emit(d, EV_PINS, u->id, now, now - u->pins);
    if (change > 0 && u->type == TYPE_VEHICLE)
        pin_passengers(d, u, change);
    unit_facts(&f, d->rs, d->g, u);
    if (change > 0 && !u->destroyed && pins_rout(d->rs, &f, now))
        emit_text(d, EV_DESTROYED, u->id, 1, 0, "routed by pins");
}

/* A carrier takes its officer's bonus out of reach of all but those in it and itself. */
static bool rides_with(const struct unit *officer, const struct unit *u)
{
    return u->aboard == officer->aboard || u->id == officer->aboard;
}

static bool reaches_out(struct decision *d, const struct unit *officer, const struct unit *u)
{
    if (u && officer->side != u->side)
        return forbid(d, "officer.bonus.who", "%s is not on the side of %s", officer->name,
                      u->name);
    if (officer->reserve && !(u && officer->aboard && rides_with(officer, u)))
        return forbid(d, "reserve.turn-1", "%s is still in reserve, off the table",
                      officer->name);
    if (officer->aboard && !(u && rides_with(officer, u)))
        return forbid(d, "transport.aboard.officer", "%s is aboard %s: his bonus reaches nobody "
                      "outside", officer->name, game_unit(d->g, officer->aboard)->name);
    if (u && u->aboard && !rides_with(officer, u))
        return forbid(d, "transport.aboard.no-buffs", "%s is aboard %s: no officer outside reaches "
                      "it", u->name, game_unit(d->g, u->aboard)->name);
    return true;
}

bool know_officer(struct decision *d, const struct unit *u)
{
    const struct unit *officer;

    d->officer = 0;
    if (u && d->f.v[F_COMMAND] && !is_armoured(u)
        && !forbid(d, "vehicle.command", "%s is no armoured vehicle: a command vehicle does not help "
                   "it", u->name))
        return false;
    if (!facts_has(&d->f, F_OFFICER) || d->f.v[F_OFFICER] != OFFICER_NAMED)
        return true;
    officer = game_find(d->g, d->f.text[F_OFFICER], &d->diag);
    if (!officer || !must_live(d, officer))
        return false;
    if (officer->officer < 0 || !officer->leader)
        return diag_refused(&d->diag, "officer.bonus.who",
                            officer->officer < 0 ? "%s is no officer" : "the officer of %s is dead",
                            officer->name);
    d->officer = officer->id;
    return reaches_out(d, officer, u);
}

/* The rank said with officer=, as far as it is this unit's to have; -1 for none. */
static int rank_in_reach(const struct decision *d, const struct unit *u)
{
    const struct unit *named = game_unit(d->g, d->officer);

    if (!facts_has(&d->f, F_OFFICER))
        return -1;
    if (d->f.v[F_OFFICER] != OFFICER_NAMED)
        return d->f.v[F_OFFICER];
    return named && named->side == u->side ? named->officer : -1;
}

/* Of its own officer and the one said to be in reach the better counts
   (officer.bonus.best-only); nobody outside helps those aboard (transport.aboard.no-buffs). */
static void better_officer(const struct decision *d, const struct unit *u, struct facts *f)
{
    bool named = facts_has(&d->f, F_OFFICER) && d->f.v[F_OFFICER] == OFFICER_NAMED;
    int rank = u->aboard && !named ? -1 : rank_in_reach(d, u);

    if (rank >= 0
        && (f->v[F_OFFICER] < 0 || d->rs->rank[f->v[F_OFFICER]].bonus < d->rs->rank[rank].bonus))
        facts_set(f, F_OFFICER, rank);
}

void test_facts(struct decision *d, const struct unit *u, struct facts *f)
{
    static const enum fact said[] = {F_OFFICER, F_PINS, F_LEADER, F_COMMAND, F_RESERVE,
                                     F_TANK_FEAR, F_RAM, F_CREW, F_REROLL, F_BANZAI};

    unit_facts(f, d->rs, d->g, u);
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        enum fact key = said[i];
        if (!facts_has(&d->f, key))
            continue;
        if (key == F_COMMAND && u->aboard)
            continue;
        if (key == F_OFFICER)
            better_officer(d, u, f);
        else
            facts_set(f, key, d->f.v[key]);
    }
    f->special |= d->f.special;
}

bool take_check(struct decision *d, struct unit *u, struct check_result *r)
{
    struct facts f;
    const signed char *die;

    unit_facts(&f, d->rs, d->g, u);
    better_officer(d, u, &f);
    if (facts_has(&d->f, F_COMMAND) && is_armoured(u))
        facts_set(&f, F_COMMAND, d->f.v[F_COMMAND]);
    f.v[F_ORDER] = ORDER_FIRE; /* a check is no order: Rally's privilege is not for it */
    score_test(&r->score, d->rs, PHASE_MORALE, &f);
    r->taken = true;
    die = take_roll(d, "morale", u->id, 2, r->score.need, "morale-check.method",
                    "morale check of %s: %d or less on 2 dice", u->name, r->score.need);
    if (!die)
        return false;
    memcpy(r->rolled, die, 2);
    r->passed = die[0] + die[1] <= r->score.need;
    if (!r->passed && r->score.reroll) {
        die = take_roll(d, "morale-again", u->id, 2, r->score.need, "dice.reroll.final",
                        "%s rolls the check again: %d or less on 2 dice", u->name, r->score.need);
        if (!die)
            return false;
        memcpy(r->again, die, 2);
        r->rerolled = true;
        r->passed = die[0] + die[1] <= r->score.need;
    }
    note_test(d, u->id, r->score.need, r->score.reroll, r->passed);
    if (!r->passed)
        destroy_unit(d, u, "failed its morale check");
    return true;
}
