/* odds assault: what an assault promises, as text and in JSON; and the hint after its order. */
#include "cmd/assault_odds.h"

#include "base/json.h"
#include "game/prospect.h"

#include <math.h>

static bool work_out(struct cmd *c, struct call *call, const struct facts *f, struct prospect *p)
{
    if (call->unit && call->target)
        return prospect_of_units(p, call->rs, &c->s.game, call->unit, call->target, f, &c->diag);
    if (call->unit)
        return diag_usage(&c->diag, "odds assault: whom does %s assault?",
                          game_unit(&c->s.game, call->unit)->name);
    return prospect_of_facts(p, call->rs, f, &c->diag);
}

/* ---- JSON ---- */

static void fight_json(struct buf *b, const struct melee *m)
{
    json_number(b, "win", m->win);
    json_number(b, "lose", m->lose);
    json_number(b, "both", m->both);
    answer_dist(b, "attacker", &m->attacker);
    answer_dist(b, "defender", &m->defender);
}

static void storm_json(struct buf *b, const struct storm *s)
{
    answer_dist(b, "hits", &s->hits);
    json_number(b, "damaged", 1 - s->degree[DAMAGE_NONE]);
    json_number(b, "superficial", s->degree[DAMAGE_SUPERFICIAL]);
    json_number(b, "full", s->degree[DAMAGE_FULL]);
    json_number(b, "massive", s->degree[DAMAGE_MASSIVE]);
    json_number(b, "knocked_out", s->knocked_out);
    json_number(b, "burnt_out", s->burnt_out);
    json_number(b, "immobilised", s->immobilised);
    json_number(b, "stunned", s->halted);
}

static void ram_json(struct buf *b, const struct ramming *r)
{
    static const char *const who[2] = {"attacker", "defender"};

    json_number(b, "win", r->win);
    json_number(b, "lose", r->lose);
    json_number(b, "tie", r->tie);
    for (int i = 0; i < 2; i++) {
        json_open(b, who[i], '{');
        json_number(b, "knocked_out", r->knocked_out[i]);
        json_number(b, "immobilised", r->immobilised[i]);
        json_close(b, '}');
    }
}

static void test_json(struct buf *b, const char *key, const struct score *s)
{
    json_open(b, key, '{');
    json_int(b, "need", s->need);
    json_number(b, "p", fraction_value(s->chance));
    json_close(b, '}');
}

/* What the target's fire makes of it; null where it does not or cannot fire. */
static void reaction_json(struct buf *b, const struct prospect *p)
{
    if (p->kind == ASSAULT_MEN || p->kind == ASSAULT_VEHICLE) {
        if (!p->fire) {
            json_null(b, "reaction");
        } else {
            json_open(b, "reaction", '{');
            json_number(b, "never_arrives", p->kind == ASSAULT_MEN ? p->fight[1].never
                                                                   : p->storm[1].never);
            if (p->kind == ASSAULT_MEN)
                fight_json(b, &p->fight[1]);
            else
                storm_json(b, &p->storm[1]);
            json_close(b, '}');
        }
    }
    if (p->no_fire)
        json_string(b, "no_reaction", p->no_fire);
}

static void prospect_json(struct buf *b, const struct prospect *p)
{
    static const char *const kind[] = {"men", "vehicle", "overrun", "ram", "building"};

    json_open(b, "assault", '{');
    json_string(b, "kind", kind[p->kind]);
    if (p->kind == ASSAULT_MEN) {
        json_bool(b, "simultaneous", p->together != NULL);
        fight_json(b, &p->fight[0]);
        json_number(b, "win_first", p->fight[0].first.win);
        json_number(b, "lose_first", p->fight[0].first.lose);
        json_number(b, "both_first", p->fight[0].first.both);
        json_number(b, "draw_first", p->fight[0].first.draw);
    } else if (p->kind == ASSAULT_VEHICLE) {
        json_int(b, "need", p->hit_need);
        storm_json(b, &p->storm[0]);
    } else if (p->kind == ASSAULT_RAM) {
        ram_json(b, &p->ram);
    } else {
        test_json(b, "check", &p->check);
        json_number(b, "destroyed", 1 - fraction_value(p->check.chance));
    }
    if (p->tested)
        test_json(b, "test", &p->test);
    reaction_json(b, p);
    json_close(b, '}');
}

/* ---- text ---- */

static void chance(struct buf *b, double p, const char *says)
{
    chance_words(b, p);
    buf_add(b, says);
}

static void fight_words(struct buf *b, const struct melee *m)
{
    buf_add(b, STYLE_STRONG);
    chance(b, m->win, " to win" STYLE_PLAIN ", ");
    chance(b, m->lose, " to lose");
    if (m->both > 0) {
        buf_add(b, ", ");
        chance(b, m->both, " that nobody is left");
    }
}

static void storm_words(struct buf *b, const struct storm *s)
{
    buf_add(b, STYLE_STRONG);
    chance(b, s->knocked_out, " to knock it out" STYLE_PLAIN);
    if (s->immobilised > 0) {
        buf_add(b, ", ");
        chance(b, s->immobilised, " to immobilise it");
    }
}

static void ram_words(struct buf *b, const struct ramming *r)
{
    buf_add(b, STYLE_STRONG);
    chance(b, r->win, " to win" STYLE_PLAIN ", ");
    chance(b, r->lose, " to lose, ");
    chance(b, r->tie, " that both lose");
}

static void overrun_words(struct buf *b, const struct prospect *p)
{
    buf_add(b, STYLE_STRONG);
    chance(b, 1 - fraction_value(p->check.chance), " that they break" STYLE_PLAIN);
    buf_addf(b, ", checking at %d or less", p->check.need);
}

static void first_line(struct buf *b, const struct prospect *p)
{
    switch (p->kind) {
    case ASSAULT_MEN:
        fight_words(b, &p->fight[0]);
        break;
    case ASSAULT_VEHICLE:
        storm_words(b, &p->storm[0]);
        break;
    case ASSAULT_RAM:
        ram_words(b, &p->ram);
        break;
    default:
        overrun_words(b, p);
    }
}

/* What it costs. */
static void second_line(struct buf *b, const struct prospect *p)
{
    const struct melee *m = &p->fight[0];
    const struct storm *s = &p->storm[0];

    switch (p->kind) {
    case ASSAULT_MEN:
        buf_addf(b, "loses %.2f of %d, they %.2f of %d; ", dist_mean(&m->attacker), p->models[0],
                 dist_mean(&m->defender), p->models[1]);
        chance(b, m->first.draw, " that round 1 is drawn");
        break;
    case ASSAULT_VEHICLE:
        buf_addf(b, "%d at %d+: %.2f hits, ", p->models[0], p->hit_need, dist_mean(&s->hits));
        chance(b, 1 - s->degree[DAMAGE_NONE], " to damage it");
        if (s->degree[DAMAGE_SUPERFICIAL] > 0 && s->degree[DAMAGE_FULL] <= 0)
            buf_add(b, ", superficial only");
        break;
    case ASSAULT_RAM:
        buf_add(b, "knocked out: ");
        chance(b, p->ram.knocked_out[0], " itself, ");
        chance(b, p->ram.knocked_out[1], " the other; immobilised ");
        chance(b, p->ram.immobilised[0], ", ");
        chance(b, p->ram.immobilised[1], "");
        break;
    default:
        break;
    }
}

/* Why both strike at once, the order test, the fire that may come first. */
static void test_line(struct buf *b, const struct prospect *p)
{
    buf_addf(b, "its order is obeyed on %d or less: ", p->test.need);
    chance(b, fraction_value(p->test.chance), "");
    if (p->test.reroll)
        buf_add(b, " with the re-roll");
}

static void fire_words(struct buf *b, double never)
{
    buf_add(b, "they may fire first: ");
    chance(b, never, " that the assault never arrives");
}

static void fire_line(struct buf *b, const struct prospect *p)
{
    bool men = p->kind == ASSAULT_MEN;

    if (p->fire) {
        fire_words(b, men ? p->fight[1].never : p->storm[1].never);
        buf_add(b, ", ");
        chance(b, men ? p->fight[1].win : p->storm[1].knocked_out,
               men ? " to win then" : " to knock it out then");
    } else if (p->missing) {
        buf_addf(b, "they may fire first: say %s to count it", p->missing);
    }
}

/* The rules at work, faint. */
static void rules_line(struct buf *b, const struct prospect *p)
{
    static const char *const rule[] = {"cq.winner", "infantry-vehicle.damage",
                                       "tank-assault.check", "ram.resolve", ""};

    buf_add(b, rule[p->kind]);
    if (p->kind == ASSAULT_MEN && p->tough)
        buf_add(b, " special.tough.extra");
    if (p->kind == ASSAULT_MEN && p->fanatics)
        buf_add(b, " special.fanatic.cq-draw");
    if (p->kind == ASSAULT_MEN && p->together)
        buf_addf(b, " %s", p->together);
    if (p->tested)
        buf_add(b, p->kind == ASSAULT_RAM ? " ram.test" : " infantry-vehicle.fear");
    if (p->fire)
        buf_add(b, " cq.react.fire");
}

static void add_line(struct cmd *c, struct buf *line)
{
    if (line->len)
        wrap(c, 2, buf_text(line));
    buf_clear(line);
}

static void prospect_text(struct cmd *c, const struct prospect *p)
{
    struct buf line = {0};

    first_line(&line, p);
    wrap_on(c, 0, 2, buf_text(&line));
    buf_clear(&line);
    second_line(&line, p);
    add_line(c, &line);
    if (p->tested)
        test_line(&line, p);
    add_line(c, &line);
    fire_line(&line, p);
    add_line(c, &line);
    if (p->kind == ASSAULT_MEN && p->together)
        buf_add(&line, "both strike at once from the first round");
    add_line(c, &line);
    buf_add(&c->out, STYLE_FAINT);
    if (p->no_fire) {
        buf_addf(&line, "they cannot fire first   %s", p->no_fire);
        add_line(c, &line);
    }
    buf_add(&line, "see ");
    rules_line(&line, p);
    add_line(c, &line);
    buf_add(&c->out, STYLE_PLAIN);
    buf_free(&line);
}

bool assault_odds(struct cmd *c, struct call *call)
{
    struct prospect p;

    call->used = prospect_facts();
    if (!work_out(c, call, &call->f, &p))
        return false;
    if (c->json) {
        answer_open(c, "odds");
        prospect_json(&c->out, &p);
        answer_unused(c, call);
        answer_close(c);
    } else {
        prospect_text(c, &p);
        answer_unused(c, call);
    }
    return true;
}

bool assault_odds_option(struct cmd *c, struct call *call, const struct facts *f, const char *word)
{
    struct prospect p;
    size_t from = c->out.len;

    if (!work_out(c, call, f, &p))
        return false;
    if (c->json) {
        json_open(&c->out, NULL, '{');
        json_string(&c->out, "option", word);
        prospect_json(&c->out, &p);
        json_close(&c->out, '}');
        return true;
    }
    buf_add(&c->out, word);
    buf_pad(&c->out, from, 12);
    first_line(&c->out, &p);
    if (p.fire)
        buf_add(&c->out, "  ");
    if (p.fire)
        fire_words(&c->out, p.kind == ASSAULT_MEN ? p.fight[1].never : p.storm[1].never);
    buf_addc(&c->out, '\n');
    return true;
}

/* ---- the hint ---- */

/* The chance that fire stops it from so far; negative where none may come. */
static double stopped_from(struct cmd *c, const struct unit *u, const struct facts *said,
                           double range)
{
    struct facts f = *said;
    struct prospect p;
    struct diag quiet = {0};

    facts_set_range(&f, range);
    if (!prospect_of_units(&p, c->s.rs, &c->s.game, u->id, u->charge, &f, &quiet) || !p.fire)
        return -1;
    return p.kind == ASSAULT_MEN ? p.fight[1].never : p.storm[1].never;
}

void assault_hint(struct cmd *c, const struct unit *u, const struct facts *said)
{
    const double least = c->s.rs->number[NUM_SURPRISE].value;
    bool known = facts_has(said, F_RANGE);
    double most = ruleset_movement(c->s.rs, "infantry", ORDER_RUN)->inches;
    double never;

    if (u->type == TYPE_VEHICLE)
        return;
    never = stopped_from(c, u, said, known ? said->range : most);
    /* the same from everywhere between surprise and the longest charge, or nothing is said */
    if (!known && fabs(never - stopped_from(c, u, said, least + 0.1)) > 1e-9)
        return;
    if (never < 0)
        return;
    buf_add(&c->out, STYLE_FAINT "  ");
    if (known) {
        fire_words(&c->out, never);
    } else {
        buf_addf(&c->out, "from over %g\" they may fire first: ", least);
        chance(&c->out, never, " that it never arrives");
    }
    buf_add(&c->out, "   cq.react.fire\n" STYLE_PLAIN);
}
