/* Assaults on vehicles, overruns and rams as answers; and the score that infantry needs. */
#include "base/json.h"
#include "cmd/close_answer.h"

#include <stdio.h>
#include <string.h>

bool is_on_vehicles(const struct assault_result *r)
{
    return r->kind != ASSAULT_MEN && !r->n_rounds && r->fighter == r->target;
}

/* ---- JSON ---- */

/* The one roll to damage: its score, and what each face would do. */
static void roll_json(struct cmd *c, const struct score *s, const struct facts *f)
{
    struct buf *b = &c->out;

    json_int(b, "need", s->need);
    json_int(b, "base", s->ruling.base);
    answer_modifiers(b, "modifiers", &s->ruling);
    json_bool(b, "impossible", s->impossible);
    answer_degrees(b, c->s.rs, s, f, grenades_degree);
}

static void grenades_json(struct cmd *c, const struct assault_result *r)
{
    const struct grenades *g = &r->grenades;
    struct buf *b = &c->out;

    json_int(b, "need", g->need);
    answer_faces(b, "rolled", g->rolled, g->summed ? 0 : g->dice);
    json_int(b, "hits", g->hits);
    if (g->hits) {
        json_open(b, "damage", '{');
        roll_json(c, &g->damage, &g->f);
        answer_faces(b, "rolled", &g->damage_die, g->damage_die ? 1 : 0);
        json_string(b, "degree", answer_degree(g->degree));
        json_close(b, '}');
    } else {
        json_null(b, "damage");
    }
    answer_effects(b, "effects", &g->effects);
}

static void overrun_json(struct cmd *c, const struct assault_result *r)
{
    struct buf *b = &c->out;

    json_open(b, "overrun", '[');
    for (int i = 0; i < r->n_overruns; i++) {
        const struct overrun *o = &r->overrun[i];
        json_open(b, NULL, '{');
        json_string(b, "unit", game_unit(&c->s.game, o->unit)->name);
        json_number(b, "range", o->range);
        if (i > 0)
            answer_meeting(c, &o->meeting);
        answer_check(b, "check", &o->check);
        json_bool(b, "spared", o->spared);
        json_bool(b, "gun_destroyed", o->gun_destroyed);
        json_bool(b, "destroyed", o->destroyed);
        json_close(b, '}');
    }
    json_close(b, ']');
    json_open(b, "drives_on", '{');
    json_number(b, "least", r->on_least);
    json_number(b, "most", r->on_most);
    json_close(b, '}');
}

static void ram_json(struct cmd *c, const struct assault_result *r)
{
    struct buf *b = &c->out;

    json_open(b, "ram", '{');
    for (int i = 0; i < 2; i++) {
        const struct unit *u = game_unit(&c->s.game, i ? r->target : r->unit);
        json_open(b, u ? u->name : "building", '{');
        if (r->ram.n_dice[i] == 1)
            json_int(b, "rolled", r->ram.rolled[i][0]);
        else
            answer_faces(b, "rolled", r->ram.rolled[i], r->ram.n_dice[i]);
        json_int(b, "total", r->ram.total[i]);
        json_bool(b, "loser", r->ram.loser[i]);
        if (u) {
            json_string(b, "damage", answer_degree(r->ram.degree[i]));
            answer_effects(b, "effects", &r->ram.effects[i]);
            json_int(b, "pins", u->pins);
        }
        json_close(b, '}');
    }
    json_close(b, '}');
    if (r->kind == ASSAULT_BUILDING)
        json_bool(b, "building_falls", r->ram.building_falls);
}

void vehicles_json(struct cmd *c, const struct assault_result *r)
{
    if (!r->reached || (r->stopped && !r->n_overruns))
        return;
    if (r->kind == ASSAULT_VEHICLE)
        grenades_json(c, r);
    else if (r->kind == ASSAULT_OVERRUN)
        overrun_json(c, r);
    else
        ram_json(c, r);
}

/* ---- the result in words ---- */

static void pins_words(struct buf *b, const struct unit *u)
{
    buf_addf(b, "%d pin%s", u->pins, u->pins == 1 ? "" : "s");
}

static void grenades_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct grenades *n = &r->grenades;
    const struct unit *u = game_unit(g, r->unit), *t = game_unit(g, r->target);

    buf_addf(b, "%s assaults %s: ", u->name, t->name);
    if (n->hits)
        buf_addf(b, "%d hit%s of %d", n->hits, n->hits == 1 ? "" : "s", n->dice);
    else
        buf_add(b, "no hit");
    if (n->hits && n->damage.impossible)
        buf_addf(b, ", too few against %d+", n->damage.ruling.base);
    else if (n->effects.n)
        effect_words(b, &n->effects);
    else if (n->hits && n->degree == DAMAGE_NONE)
        buf_add(b, ", no damage");
    buf_addf(b, "%s. ", t->destroyed ? ", destroyed" : "");
    if (!t->destroyed) {
        buf_addf(b, "%s: ", t->name);
        pins_words(b, t);
        buf_add(b, ". ");
    }
    if (r->n_regroup)
        buf_addf(b, "%s regroups up to %d\".", u->name, r->regroup);
}

/* What became of one unit under the tracks. */
static void under_tracks(struct buf *b, const struct unit *u, const struct overrun *o)
{
    buf_add(b, u->name);
    if (o->gun_destroyed && u->gunless)
        buf_addf(b, " (the gun crushed, %d of its crew may run to another)", u->models);
    else if (o->gun_destroyed && (o->spared || o->check.passed))
        buf_add(b, " (the gun crushed, its crew has acted and is gone)");
    else
        buf_add(b, o->destroyed ? " (destroyed)" : " (stands)");
}

static void overrun_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct unit *u = game_unit(g, r->unit);
    int met = r->n_overruns - (r->stopped && r->n_overruns ? 1 : 0);

    buf_addf(b, "%s drives over ", u->name);
    for (int i = 0; i < met; i++) {
        buf_add(b, i == 0 ? "" : i + 1 == met ? " and " : ", ");
        under_tracks(b, game_unit(g, r->overrun[i].unit), &r->overrun[i]);
    }
    buf_add(b, ". ");
    if (r->stopped)
        buf_addf(b, "The fire of %s stops it after %g\"%s.",
                 game_unit(g, r->overrun[r->n_overruns - 1].unit)->name, r->moved,
                 u->destroyed ? ", destroyed" : "");
    else if (r->on_most <= 0)
        buf_add(b, "There its move ends.");
    else if (r->on_least > 0)
        buf_addf(b, "It drives on, %g\" at the least and up to %g\".", r->on_least, r->on_most);
    else
        buf_addf(b, "It drives on up to %g\".", r->on_most);
}

/* "Tiger: stunned, 2 pins." of one side of a ram. */
static void side_words(struct buf *b, const struct unit *u, const struct effects *e)
{
    struct buf what = {0};

    effect_words(&what, e);
    if (u->destroyed)
        buf_addf(b, " %s%s is destroyed.", u->name, what.len ? what.s : "");
    else
        buf_addf(b, " %s: Down%s, ", u->name, what.len ? what.s : "");
    if (!u->destroyed) {
        pins_words(b, u);
        buf_add(b, ".");
    }
    buf_free(&what);
}

static void ram_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct unit *u = game_unit(g, r->unit), *t = game_unit(g, r->target);
    const struct ram *m = &r->ram;

    if (!t)
        buf_addf(b, "%s drives into the building: %d to %d, it %s.", u->name, m->total[0],
                 m->total[1], m->building_falls ? "collapses" : "stands");
    else
        buf_addf(b, "%s rams %s: %d to %d, %s%s.", u->name, t->name, m->total[0], m->total[1],
                 r->winner ? game_unit(g, r->winner)->name : "both lose", r->winner ? " wins" : "");
    side_words(b, u, &m->effects[0]);
    if (t)
        side_words(b, t, &m->effects[1]);
    for (int i = 0; !t && i < r->n_destroyed; i++)
        if (r->destroyed[i] != r->unit)
            buf_addf(b, " %s is buried under it.", game_unit(g, r->destroyed[i])->name);
}

void vehicles_words(const struct game *g, const struct assault_result *r, struct buf *b)
{
    const struct unit *u = game_unit(g, r->unit), *t = game_unit(g, r->target);
    const char *name = t ? t->name : "the building";

    if (!r->reached)
        buf_addf(b, "%s assaults %s: too far, it goes %g\" and stays clear.", u->name, name,
                 r->moved);
    else if (r->spotting.taken && !r->spotting.seen) {
        buf_addf(b, "%s assaults %s: ", u->name, name);
        spotting_words(&r->spotting, b);
    } else if (r->stopped && !r->n_overruns)
        buf_addf(b, "%s assaults %s: their fire stops it. %s is %s.", u->name, name, u->name,
                 u->destroyed ? "destroyed" : "Down");
    else if (r->kind == ASSAULT_VEHICLE)
        grenades_words(g, r, b);
    else if (r->kind == ASSAULT_OVERRUN)
        overrun_words(g, r, b);
    else
        ram_words(g, r, b);
    passenger_words(g, &r->riders, 0, b);
    if (r->meeting.escaped)
        buf_addf(b, " %s got away to %g\".", t->name, r->meeting.range);
}

/* ---- dice and rules under it ---- */

/* One faint line: a sentence, then its rule. */
void close_line(struct cmd *c, const char *text, const char *rule)
{
    struct buf line = {0};

    buf_add(&line, text);
    if (rule && *rule)
        buf_addf(&line, "   %s", rule);
    buf_add(&c->out, STYLE_FAINT);
    if (text_width(line.s) + 2 <= c->width)
        buf_addf(&c->out, "  %s\n", line.s);
    else
        wrap(c, 2, line.s);
    buf_add(&c->out, STYLE_PLAIN);
    buf_free(&line);
}

static void add_faces(struct buf *b, const signed char *face, int n)
{
    for (int i = 0; i < n; i++)
        buf_addf(b, " %d", face[i]);
}

static void meeting_lines(struct cmd *c, const struct meeting *m)
{
    struct buf line = {0};

    spotting_line(c, &m->spotting);
    if (!m->fired)
        return;
    fire_words(&c->s.game, &m->fire, &line);
    wrap(c, 2, line.s);
    fire_lines(c, &m->fire);
    buf_free(&line);
}

static void grenades_lines(struct cmd *c, const struct assault_result *r)
{
    const struct grenades *g = &r->grenades;
    struct buf line = {0};

    buf_addf(&line, "%d %s at %d+", g->dice, g->dice == 1 ? "die" : "dice", g->need);
    if (!g->summed)
        buf_add(&line, ", rolled");
    add_faces(&line, g->rolled, g->summed ? 0 : g->dice);
    buf_addf(&line, "; %s", g->escaped ? "it has just escaped"
                            : g->need == number_of(c->s.rs, NUM_ASSAULT_HIT) ? "it stands"
                                                                             : "it drives");
    close_line(c, line.s, g->escaped ? "vehicle.recce.escape.assault-after" : g->hit.cite[0]);
    if (g->hits) {
        buf_clear(&line);
        score_sum(&line, c->s.rs, &g->damage, &g->f);
        if (g->damage_die)
            buf_addf(&line, ", rolled %d: %s", g->damage_die,
                     g->degree == DAMAGE_NONE        ? "no damage"
                     : !g->effects.n                 ? "enough"
                                                     : answer_degree(g->degree));
        close_line(c, line.s, g->degree == DAMAGE_SUPERFICIAL ? "infantry-vehicle.superficial"
                         : g->degree && !g->effects.n    ? "infantry-vehicle.soft-open"
                                                         : "infantry-vehicle.damage");
    }
    effect_lines(c, "", &g->effects);
    if (r->n_regroup) {
        buf_clear(&line);
        buf_add(&line, "regroup:");
        add_faces(&line, r->regroup_die, r->n_regroup);
        close_line(c, line.s, r->winner ? "cq.regroup" : "infantry-vehicle.survives");
    }
    buf_free(&line);
}

static void check_line(struct cmd *c, const struct unit *u, const struct overrun *o)
{
    const struct check_result *k = &o->check;
    struct buf line = {0};
    struct facts f;

    if (o->spared) {
        unit_facts(&f, c->s.rs, &c->s.game, u);
        const struct trigger *t = trigger_find(c->s.rs, TRIGGER_OVERRUN_SPARED, &f);
        buf_addf(&line, "%s: %s", u->name, t ? t->line : "no check");
        close_line(c, line.s, t ? t->rule : "tank-assault.check");
    } else if (k->taken) {
        buf_addf(&line, "%s: %d or less, rolled %d+%d=%d", u->name, k->score.need, k->rolled[0],
                 k->rolled[1], k->rolled[0] + k->rolled[1]);
        if (k->rerolled)
            buf_addf(&line, ", again %d+%d=%d", k->again[0], k->again[1],
                     k->again[0] + k->again[1]);
        buf_addf(&line, ": %s", k->passed ? "it stands" : "it breaks");
        close_line(c, line.s, "tank-assault.check");
    }
    buf_free(&line);
}

static void overrun_lines(struct cmd *c, const struct assault_result *r)
{
    for (int i = 0; i < r->n_overruns; i++) {
        const struct overrun *o = &r->overrun[i];
        const struct unit *u = game_unit(&c->s.game, o->unit);
        meeting_lines(c, &o->meeting);
        check_line(c, u, o);
        if (o->gun_destroyed)
            close_line(c, "a gun is crushed whatever its crew does", "tank-assault.artillery");
    }
    if (r->n_overruns && !r->stopped)
        close_line(c, "men under it or too near step aside", "tank-assault.pass");
}

static void ram_total(struct buf *b, const char *name, const struct ram *m, int side)
{
    int sum = 0;

    buf_addf(b, "%s ", name);
    for (int i = 0; i < m->n_dice[side]; i++) {
        buf_addf(b, "%s%d", i ? "+" : "", m->rolled[side][i]);
        sum += m->rolled[side][i];
    }
    if (m->total[side] != sum)
        buf_addf(b, "+%d=%d", m->total[side] - sum, m->total[side]);
    else if (m->n_dice[side] > 1)
        buf_addf(b, "=%d", sum);
}

static const char *building_rule(const struct ram *m)
{
    if (m->loser[0] && m->loser[1])
        return "building.ram.tie";
    return m->loser[0] ? "building.ram.lose" : "building.ram.win";
}

static const char *side_rule(const struct ram *m, int side)
{
    if (m->loser[side])
        return m->degree[side] == DAMAGE_SUPERFICIAL ? "ram.loser.heavier"
             : m->effects[side].n                    ? "ram.loser.armour"
                                                     : "ram.loser.soft";
    return m->degree[side] == DAMAGE_NONE ? "ram.winner.heavier" : "ram.winner.equal-lower";
}

static void ram_lines(struct cmd *c, const struct assault_result *r)
{
    const struct unit *u = game_unit(&c->s.game, r->unit), *t = game_unit(&c->s.game, r->target);
    const struct ram *m = &r->ram;
    int first = m->loser[0] ? 0 : 1;
    struct buf line = {0};

    ram_total(&line, u->name, m, 0);
    buf_add(&line, ", ");
    ram_total(&line, t ? t->name : "the building", m, 1);
    close_line(c, line.s, t ? "ram.resolve" : building_rule(m));
    for (int i = 0; i < (t ? 2 : 1); i++) {
        int side = t && i == 0 ? first : t ? !first : 0;
        const char *name = side ? t->name : u->name;
        buf_clear(&line);
        if (t || m->degree[0] != DAMAGE_NONE) {
            buf_addf(&line, "%s %s: %s damage", name, m->loser[side] ? "loses" : "wins",
                     m->degree[side] == DAMAGE_NONE ? "no" : answer_degree(m->degree[side]));
            close_line(c, line.s, t ? side_rule(m, side) : building_rule(m));
        }
        buf_clear(&line);
        buf_addf(&line, "%s, ", name);
        effect_lines(c, line.s, &m->effects[side]);
    }
    if (!u->destroyed || (t && !t->destroyed))
        close_line(c, "what survives is halted, with 1 pin more",
              t ? "ram.halt ram.pin" : "ram.halt building.ram.pin");
    buf_free(&line);
}

void vehicles_lines(struct cmd *c, const struct assault_result *r)
{
    if (!r->reached) {
        close_line(c, "a charge that falls short goes as far as it can", "cq.short");
        return;
    }
    spotting_line(c, &r->spotting);
    meeting_lines(c, &r->meeting);
    if (r->stopped && !r->n_overruns)
        return;
    if (r->kind == ASSAULT_VEHICLE)
        grenades_lines(c, r);
    else if (r->kind == ASSAULT_OVERRUN)
        overrun_lines(c, r);
    else
        ram_lines(c, r);
}

/* ---- need assault ---- */

/* What the game knows of the two, under what was said. */
static bool known_facts(struct cmd *c, struct call *call)
{
    const struct unit *u = game_unit(&c->s.game, call->unit);
    const struct unit *t = game_unit(&c->s.game, call->target);
    struct facts known;

    if (!t && (!u || u->type != TYPE_VEHICLE)) {
        if (u) {
            unit_facts(&known, call->rs, &c->s.game, u);
            facts_set(&known, F_MEN, u->models);
            facts_merge(&call->f, &known);
            call->used |= known.given;
        }
        return true;
    }
    if (u->type == TYPE_VEHICLE || t->type != TYPE_VEHICLE)
        return diag_usage(&c->diag, "need assault is for infantry against a vehicle: all others "
                          "strike without a roll to hit");
    grenade_facts(&known, call->rs, &c->s.game, u, t, false);
    facts_merge(&call->f, &known);
    call->used |= known.given;
    return true;
}

static void need_json(struct cmd *c, struct call *call, const struct score *hit,
                      const struct score *damage)
{
    char fraction[40];

    answer_open(c, "need");
    answer_score(c, call->rs, hit, &call->f);
    if (facts_has(&call->f, F_HITS)) {
        json_open(&c->out, "damage", '{');
        roll_json(c, damage, &call->f);
        json_number(&c->out, "p", fraction_value(damage->chance));
        snprintf(fraction, sizeof fraction, "%d/%d", damage->chance.num, damage->chance.den);
        json_string(&c->out, "fraction", fraction);
        json_close(&c->out, '}');
    }
    answer_unused(c, call);
    answer_close(c);
}

/* The damage roll under the score to hit. */
static void damage_text(struct cmd *c, const struct call *call, const struct score *s)
{
    struct buf line = {0};
    const struct facts *f = &call->f;
    bool open = !f->vs_armoured || f->v[F_OPEN_TOPPED];

    buf_add(&c->out, STYLE_STRONG);
    score_words(&c->out, s);
    buf_addf(&c->out, STYLE_PLAIN "%s with %d hit%s   ", s->impossible ? "" : " to damage",
             f->v[F_HITS], f->v[F_HITS] == 1 ? "" : "s");
    chance_words(&c->out, fraction_value(s->chance));
    buf_addc(&c->out, '\n');
    score_sum(&line, call->rs, s, f);
    close_line(c, line.s, "infantry-vehicle.damage");
    if (open && !s->impossible)
        close_line(c, "any damage destroys it", "infantry-vehicle.soft-open");
    else if (!s->impossible)
        degree_lines(c, call->rs, s, f, grenades_degree);
    if (!open && !s->impossible && !trigger_find(call->rs, TRIGGER_ASSAULT_FULL, f))
        close_line(c, "superficial only, without tank hunters", "infantry-vehicle.superficial");
    buf_free(&line);
}

bool need_assault(struct cmd *c, struct call *call)
{
    struct score hit, damage = {0};
    bool damages = facts_has(&call->f, F_HITS);

    if (!known_facts(c, call))
        return false;
    if (damages && (!facts_has(&call->f, F_VS) || call->f.vs_quality >= 0))
        return diag_usage(&c->diag, "need assault: vs= is missing, the vehicle's damage value in "
                          "front (such as vs=9)");
    call->f.v[F_TARGET_TYPE] = TARGET_VEHICLE;
    score_assault(&hit, call->rs, &call->f);
    if (damages)
        score_grenades(&damage, call->rs, &call->f);
    if (c->json) {
        need_json(c, call, &hit, &damage);
        return true;
    }
    if (hit.impossible) {
        buf_add(&c->out, STYLE_STRONG "impossible" STYLE_PLAIN "   0%\n");
        close_line(c, "on Run it is too fast to be assaulted", "infantry-vehicle.running");
    } else {
        score_text(c, call->rs, &hit, &call->f);
    }
    if (damages)
        damage_text(c, call, &damage);
    answer_unused(c, call);
    return true;
}
