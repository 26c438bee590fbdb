/* The fire command: the answer from declared target to morale check. */
#include "base/json.h"
#include "cmd/close_answer.h"
#include "game/riders.h"

#include <string.h>

struct fire_args {
    int unit, target;
    struct fire_result r;
};

static bool fire_decide(struct decision *d, void *args)
{
    struct fire_args *a = args;

    return decide_fire(d, a->unit, a->target, &a->r);
}

static int dice_thrown(const struct fire_result *r)
{
    int dice = 0;

    for (int i = 0; i < r->n_groups; i++)
        dice += r->group[i].dice;
    return dice;
}

static bool all_too_near(const struct fire_result *r)
{
    for (int i = 0; i < r->n_groups; i++)
        if (!r->group[i].score.under_minimum)
            return false;
    return r->n_groups > 0;
}

static void loss_words(struct buf *b, const struct fire_result *r)
{
    if (r->team_lost)
        buf_add(b, "its weapon and firer fall, the team is gone");
    else if (r->gun_lost)
        buf_add(b, "the gun is destroyed");
    else if (r->spotter_lost)
        buf_add(b, "the spotter falls");
    else
        buf_addf(b, "%d casualt%s", r->casualties, r->casualties == 1 ? "y" : "ies");
    if (r->leader_lost)
        buf_add(b, ", its leader among them");
    if (r->leader_saved)
        buf_add(b, ", another man takes over from the leader");
}

/* Results on a vehicle, in order. */
void effect_words(struct buf *b, const struct effects *e)
{
    for (int i = 0; i < e->n; i++) {
        const struct effect *f = &e->effect[i];
        buf_addf(b, ", %s", strcmp(f->result, "on-fire") == 0 ? "on fire" : f->result);
        if (f->checked)
            buf_addf(b, " (check %d or less, rolled %d: %s)", f->check_value,
                     f->check[0] + f->check[1], f->passed ? "put out" : "abandoned");
        if (f->jammed)
            buf_add(b, ", turret jammed");
    }
}

void passenger_words(const struct game *g, const struct passengers *list, int told,
                     struct buf *b)
{
    for (int i = 0; i < list->n; i++) {
        const struct passenger *p = &list->p[i];
        if (p->destroyed && p->unit == told)
            continue;
        const char *name = game_unit(g, p->unit)->name;
        buf_addf(b, " %s: ", name);
        if (p->hits)
            buf_addf(b, "%d hit%s, %d casualt%s, ", p->hits, p->hits == 1 ? "" : "s",
                     p->casualties, p->casualties == 1 ? "y" : "ies");
        if (p->destroyed)
            buf_add(b, "destroyed.");
        else if (p->placed)
            buf_addf(b, "out within %d\", Down.", p->placed);
        else
            buf_add(b, "left behind.");
    }
}

void spotting_words(const struct spotting *s, struct buf *b)
{
    buf_addf(b, "not made out in the dark, %d for %d\".", s->total, s->inches);
}

/* The whole result as one or two sentences, most important first. */
void fire_words(const struct game *g, const struct fire_result *r, struct buf *b)
{
    const struct unit *u = game_unit(g, r->unit), *t = game_unit(g, r->target);
    int dice = dice_thrown(r);

    buf_addf(b, "%s %s %s: ", u->name, r->ambush ? "out of ambush at" : "at", t->name);
    if (r->spotting.taken && !r->spotting.seen) {
        spotting_words(&r->spotting, b);
        if (!r->n_groups)
            return;
        buf_add(b, " What has ranged in: ");
    }
    if (r->spoilt_by)
        buf_addf(b, "nothing is fired, %s is too near", game_unit(g, r->spoilt_by)->name);
    else if (!dice)
        buf_add(b, all_too_near(r) ? "under the minimum range" : "all out of range");
    else if (!r->shots_hit)
        buf_add(b, r->escaped ? "it escapes" : "no hit");
    else
        buf_addf(b, "%d hit%s of %d", r->shots_hit, r->shots_hit == 1 ? "" : "s", dice);
    if (r->hits && (r->n_multiplied || r->hits != r->shots_hit))
        buf_addf(b, ", %d to damage", r->hits);
    if (r->collapsed) {
        buf_add(b, ", the building comes down");
    } else if (r->effects.n) {
        effect_words(b, &r->effects);
    } else if (r->hits && r->kills) {
        buf_add(b, ", ");
        loss_words(b, r);
    } else if (r->shots_hit) {
        buf_add(b, ", no damage");
    }
    buf_add(b, ". ");
    if (r->escaped)
        buf_addf(b, "%s escaped. ", t->name);
    if (r->reacted_down)
        buf_addf(b, "%s went Down. ", t->name);
    if (r->check.taken)
        buf_addf(b, "Morale check, %d or less: rolled %d+%d=%d, %s. ", r->check.score.need,
                 r->check.rolled[0], r->check.rolled[1], r->check.rolled[0] + r->check.rolled[1],
                 r->check.passed ? "it stands" : "it breaks");
    if (t->destroyed)
        buf_addf(b, "%s is destroyed.", t->name);
    else if (t->abandoned)
        buf_addf(b, "%s is abandoned.", t->name);
    else if (t->type == TYPE_VEHICLE)
        buf_addf(b, "%s: %d pin%s.", t->name, t->pins, t->pins == 1 ? "" : "s");
    else
        buf_addf(b, "%s: %d left, %d pin%s.", t->name, t->models, t->pins, t->pins == 1 ? "" : "s");
    for (int i = 0; i < r->n_others; i++) {
        const struct fire_other *o = &r->other[i];
        const struct unit *x = game_unit(g, o->unit);
        if (o->dropped)
            buf_addf(b, " %s went Down.", x->name);
        if (o->sheltered)
            buf_addf(b, " %s is in the building: not hit.", x->name);
        else if (o->in_salvo && !o->hit)
            buf_addf(b, " %s: %s.", x->name,
                     o->rolled ? "missed" : o->too_near ? "under the minimum range" : "out of reach");
        else
            buf_addf(b, " %s: %d hit%s, %d casualt%s, %d pin%s%s.", x->name, o->hits,
                 o->hits == 1 ? "" : "s", o->casualties, o->casualties == 1 ? "y" : "ies", o->pins,
                 o->pins == 1 ? "" : "s", x->destroyed ? ", destroyed" : "");
    }
    if (r->ablaze)
        buf_add(b, " The building burns.");
    passenger_words(g, &r->inside, r->target, b);
    passenger_words(g, &r->riders, 0, b);
    if (r->fuel_out)
        buf_addf(b, " %s is out of fuel.", u->name);
}

static void fire_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct fire_args *a = args;

    fire_words(d->g, &a->r, b);
}

static void group_json(struct cmd *c, const struct fire_result *r, const struct fire_group *g)
{
    struct buf *b = &c->out;

    json_open(b, NULL, '{');
    json_string(b, "weapon", c->s.rs->weapon[g->weapon].id);
    json_int(b, "count", g->count);
    json_int(b, "dice", g->dice);
    json_int(b, "need", g->need);
    json_bool(b, "double_six", g->double_six);
    answer_range(b, &g->score);
    answer_modifiers(b, "modifiers", &g->score.ruling);
    answer_faces(b, "rolled", r->to_hit + g->first, r->summed ? 0 : g->dice);
    if (r->summed)
        json_null(b, "hits");
    else
        json_int(b, "hits", g->hits);
    json_close(b, '}');
}

static void damage_json(struct cmd *c, const struct fire_result *r)
{
    struct buf *b = &c->out;

    json_open(b, "damage", '{');
    if (r->damage_need)
        json_int(b, "need", r->damage_need);
    else
        json_null(b, "need");
    answer_faces(b, "rolled", r->damage, r->n_damage);
    answer_faces(b, "again", r->sixes, r->n_sixes);
    json_int(b, "kills", r->kills);
    json_int(b, "exceptional", r->exceptional);
    if (!r->damage_need && r->n_damage) {
        json_open(b, "groups", '[');
        for (int i = 0; i < r->n_groups; i++) {
            const struct fire_group *g = &r->group[i];
            if (!g->wounds)
                continue;
            json_open(b, NULL, '{');
            json_string(b, "weapon", c->s.rs->weapon[g->weapon].id);
            json_int(b, "need", g->damage.need);
            json_int(b, "dice", g->damage_dice);
            json_int(b, "kills", g->kills);
            json_close(b, '}');
        }
        json_close(b, ']');
    }
    json_close(b, '}');
}

void answer_check(struct buf *b, const char *key, const struct check_result *check)
{
    if (!check->taken) {
        json_null(b, key);
        return;
    }
    json_open(b, key, '{');
    json_int(b, "value", check->score.need);
    answer_modifiers(b, "modifiers", &check->score.ruling);
    answer_faces(b, "rolled", check->rolled, 2);
    if (check->rerolled)
        answer_faces(b, "rerolled", check->again, 2);
    else
        json_null(b, "rerolled");
    json_bool(b, "passed", check->passed);
    json_close(b, '}');
}

const char *answer_degree(enum damage_degree degree)
{
    static const char *const word[] = {"none", "superficial", "full", "massive"};

    return word[degree];
}

void answer_effects(struct buf *b, const char *key, const struct effects *list)
{
    json_open(b, key, '[');
    for (int i = 0; i < list->n; i++) {
        const struct effect *e = &list->effect[i];
        json_open(b, NULL, '{');
        json_int(b, "rolled", e->die);
        json_int(b, "total", e->total);
        json_string(b, "damage", answer_degree(e->degree));
        json_string(b, "result", e->result);
        json_int(b, "pins", e->pins);
        if (e->checked) {
            json_open(b, "check", '{');
            json_int(b, "value", e->check_value);
            answer_faces(b, "rolled", e->check, 2);
            json_bool(b, "passed", e->passed);
            json_close(b, '}');
        }
        if (e->jam_die) {
            json_open(b, "jam", '{');
            json_int(b, "rolled", e->jam_die);
            json_bool(b, "jammed", e->jammed);
            json_open(b, "arcs", '[');
            for (int k = 0; k < 4; k++)
                if (e->jam_arcs >> k & 1)
                    json_string(b, NULL, arc_word[k]);
            json_close(b, ']');
            json_close(b, '}');
        }
        json_close(b, '}');
    }
    json_close(b, ']');
}

static void others_json(struct cmd *c, const struct fire_result *r)
{
    struct buf *b = &c->out;

    if (!r->n_others)
        return;
    json_open(b, "others", '[');
    for (int i = 0; i < r->n_others; i++) {
        const struct fire_other *o = &r->other[i];
        json_open(b, NULL, '{');
        json_string(b, "unit", game_unit(&c->s.game, o->unit)->name);
        if (o->in_salvo)
            json_int(b, "rolled", o->rolled);
        if (o->sheltered)
            json_string(b, "rule", "building.he.outside");
        if (o->in_salvo)
            json_string(b, "react", o->dropped ? "down" : "none");
        json_int(b, "hits", o->hits);
        json_int(b, "pins_added", o->pins);
        json_int(b, "kills", o->kills);
        json_int(b, "casualties", o->casualties);
        json_bool(b, "destroyed", o->destroyed);
        json_close(b, '}');
    }
    json_close(b, ']');
}

void answer_spotting(struct buf *b, const char *key, const struct spotting *s)
{
    json_open(b, key, '{');
    json_int(b, "need", s->inches);
    answer_modifiers(b, "modifiers", &s->score.ruling);
    answer_faces(b, "rolled", s->rolled, 2);
    json_int(b, "total", s->total);
    json_bool(b, "seen", s->seen);
    json_close(b, '}');
}

void answer_passengers(struct cmd *c, const char *key, const struct passengers *list)
{
    struct buf *b = &c->out;

    if (!list->n)
        return;
    json_open(b, key, '[');
    for (int i = 0; i < list->n; i++) {
        const struct passenger *p = &list->p[i];
        json_open(b, NULL, '{');
        json_string(b, "unit", game_unit(&c->s.game, p->unit)->name);
        json_int(b, "hits", p->hits);
        answer_faces(b, "rolled", p->damage, p->hits);
        answer_faces(b, "again", p->again, p->n_again);
        json_int(b, "kills", p->kills);
        json_int(b, "casualties", p->casualties);
        if (p->placed)
            json_int(b, "placed", p->placed);
        else
            json_null(b, "placed");
        json_bool(b, "destroyed", p->destroyed);
        json_close(b, '}');
    }
    json_close(b, ']');
}

void answer_fire(struct cmd *c, const struct fire_result *r)
{
    struct buf *b = &c->out;

    json_string(b, "unit", game_unit(&c->s.game, r->unit)->name);
    json_string(b, "target", game_unit(&c->s.game, r->target)->name);
    json_bool(b, "ambush", r->ambush);
    if (r->spotting.taken)
        answer_spotting(b, "spotting", &r->spotting);
    json_string(b, "react", r->escaped ? "escape" : r->reacted_down ? "down" : "none");
    if (r->escaped)
        json_number(b, "escape",
                    escape_reach(c->s.rs, &c->s.game, game_unit(&c->s.game, r->target)));
    json_open(b, "groups", '[');
    for (int i = 0; i < r->n_groups; i++)
        group_json(c, r, &r->group[i]);
    json_close(b, ']');
    answer_faces(b, "again", r->again, r->n_again);
    json_int(b, "hits", r->hits);
    json_int(b, "pins_added", r->pins_added);
    damage_json(c, r);
    json_int(b, "casualties", r->casualties);
    answer_effects(b, "effects", &r->effects);
    others_json(c, r);
    answer_passengers(c, "passengers", &r->riders);
    answer_passengers(c, "inside", &r->inside);
    if (r->by)
        json_string(b, "by", game_unit(&c->s.game, r->by)->name);
    if (r->n_multiplied)
        answer_faces(b, "multiplied", r->multiplied, r->n_multiplied);
    if (r->n_floor)
        answer_faces(b, "floors", r->floor_die, r->n_floor);
    if (r->pin_die)
        json_int(b, "pin_die", r->pin_die);
    if (r->regular_die)
        json_int(b, "regular_die", r->regular_die);
    if (r->n_medic) {
        answer_faces(b, "medic", r->medic, r->n_medic);
        json_int(b, "saved", r->saved);
    }
    if (r->n_fuel) {
        answer_faces(b, "fuel", r->fuel, r->n_fuel);
        json_bool(b, "fuel_out", r->fuel_out);
    }
    if (r->blaze_die) {
        json_int(b, "blaze", r->blaze_die);
        json_bool(b, "ablaze", r->ablaze);
    }
    json_bool(b, "collapsed", r->collapsed);
    json_bool(b, "gun_destroyed", r->gun_lost);
    json_bool(b, "abandoned", r->abandoned);
    json_bool(b, "spotter_lost", r->spotter_lost);
    json_bool(b, "leader_lost", r->leader_lost);
    json_bool(b, "leader_saved", r->leader_saved);
    if (r->green_die)
        json_int(b, "green", r->green_die);
    answer_check(b, "morale", &r->check);
    json_int(b, "target_models", r->target_models);
    json_int(b, "target_pins", r->target_pins);
    json_bool(b, "destroyed", r->destroyed);
}

static void faces_words(struct buf *b, const signed char *face, int n)
{
    for (int i = 0; i < n; i++)
        buf_addf(b, " %d", face[i]);
}

/* A line a group: dice, score, faces, sum; faint, under the result. */
static void group_lines(struct cmd *c, const struct fire_result *r)
{
    struct buf line = {0};

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        const struct weapon *w = &c->s.rs->weapon[g->weapon];
        const struct facts f = g->f;
        buf_clear(&line);
        buf_addf(&line, "%d %s: ", g->count, w->name);
        if (g->out_of_range) {
            range_words(&line, c->s.rs, &g->score, &f);
        } else {
            buf_addf(&line, "%d %s at ", g->dice, g->dice == 1 ? "die" : "dice");
            score_words(&line, &g->score);
            if (!r->summed) {
                buf_add(&line, ", rolled");
                faces_words(&line, r->to_hit + g->first, g->dice);
            }
            buf_add(&line, "; ");
            if (g->score.ruling.sum || g->score.need != g->score.ruling.base)
                score_sum(&line, c->s.rs, &g->score, &f);
            else
                buf_add(&line, "no modifiers");
        }
        buf_add(&c->out, STYLE_FAINT);
        wrap(c, 2, line.s);
        buf_add(&c->out, STYLE_PLAIN);
    }
    buf_free(&line);
}

void effect_lines(struct cmd *c, const char *whose, const struct effects *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct effect *e = &list->effect[i];
        buf_addf(&c->out, STYLE_FAINT "  %sresult %d", whose, e->die);
        if (e->total != e->die)
            buf_addf(&c->out, "%+d=%d", e->total - e->die, e->total);
        buf_addf(&c->out, ": %s", e->result);
        if (e->jam_die)
            buf_addf(&c->out, "; turret %d: %s", e->jam_die, e->jammed ? "jammed" : "turns");
        buf_add(&c->out, "   vehicle.damage.roll\n" STYLE_PLAIN);
        if (e->jam_arcs == (ARC_LEFT | ARC_RIGHT))
            buf_add(&c->out, STYLE_FAINT "  left or right: nobody said which side   "
                    "vehicle.turret.jammed\n" STYLE_PLAIN);
    }
}

static void damage_lines(struct cmd *c, const struct fire_result *r)
{
    if (r->n_again) {
        buf_add(&c->out, STYLE_FAINT "  sixes again:");
        faces_words(&c->out, r->again, r->n_again);
        buf_add(&c->out, STYLE_PLAIN "\n");
    }
    if (r->n_damage) {
        buf_add(&c->out, STYLE_FAINT "  damage");
        if (r->damage_need)
            buf_addf(&c->out, " at %d+", r->damage_need);
        buf_add(&c->out, ":");
        faces_words(&c->out, r->damage, r->n_damage);
        if (r->n_sixes) {
            buf_add(&c->out, "; sixes again:");
            faces_words(&c->out, r->sixes, r->n_sixes);
        }
        buf_add(&c->out, STYLE_PLAIN "\n");
    }
    if (r->n_multiplied) {
        buf_add(&c->out, STYLE_FAINT "  hits rolled:");
        faces_words(&c->out, r->multiplied, r->n_multiplied);
        buf_add(&c->out, STYLE_PLAIN "\n");
    }
    effect_lines(c, "", &r->effects);
    if (r->pins_added > 1)
        buf_addf(&c->out, STYLE_FAINT "  %d pins\n" STYLE_PLAIN, r->pins_added);
    if (r->casualties && !r->check.taken && !r->destroyed && !r->half_spared && !r->abandoned
        && !r->at_spotter)
        buf_addf(&c->out, STYLE_FAINT "  %d of %d is under half: no morale check   "
                 "morale-check.half-loss\n" STYLE_PLAIN, r->casualties,
                 r->casualties + r->target_models);
    for (int i = 0; i < r->n_others; i++)
        if (r->other[i].sheltered)
            buf_addf(&c->out, STYLE_FAINT "  walls stop what bursts outside   "
                     "building.he.outside\n" STYLE_PLAIN);
    if (r->half_spared)
        buf_add(&c->out, STYLE_FAINT "  fanatics take no check   special.fanatic.no-half-check\n"
                STYLE_PLAIN);
}

/* The dice of those who were aboard a wreck. */
static void rider_lines(struct cmd *c, const struct fire_result *r)
{
    for (int i = 0; i < r->riders.n; i++) {
        const struct passenger *p = &r->riders.p[i];
        const struct unit *u = game_unit(&c->s.game, p->unit);
        if (!p->hits)
            continue;
        buf_addf(&c->out, STYLE_FAINT "  %s at %d+:", u->name,
                 c->s.rs->quality[u->quality].damage_value);
        faces_words(&c->out, p->damage, p->hits);
        if (p->n_again) {
            buf_add(&c->out, "; sixes again:");
            faces_words(&c->out, p->again, p->n_again);
        }
        buf_add(&c->out, "   transport.destroyed\n" STYLE_PLAIN);
    }
}

void spotting_line(struct cmd *c, const struct spotting *s)
{
    struct buf line = {0};

    if (!s->taken)
        return;
    buf_add(&line, "spotting:");
    faces_words(&line, s->rolled, 2);
    for (int i = 0; i < s->score.ruling.n; i++) {
        const struct ruling_line *m = &s->score.ruling.line[i];
        if (m->applies)
            buf_addf(&line, ", %+d %s", m->value, m->modifier->line);
    }
    buf_addf(&line, ": %d for %d\"", s->total, s->inches);
    close_line(c, line.s, "night.spotting.roll");
    buf_free(&line);
}

void fire_lines(struct cmd *c, const struct fire_result *r)
{
    spotting_line(c, &r->spotting);
    group_lines(c, r);
    damage_lines(c, r);
    rider_lines(c, r);
}

/* Facts that fire looks at. */
static fact_set fire_facts(void)
{
    return FACTS_DICE | facts_used(PHASE_HIT) | facts_used(PHASE_DAMAGE) | FACT_BIT(F_HITS)
        | FACT_BIT(F_KILLS) | FACT_BIT(F_SIXES) | FACT_BIT(F_REACT) | FACT_BIT(F_PICK)
        | FACT_BIT(F_LOSE) | FACT_BIT(F_WITH) | FACT_BIT(F_IN) | FACT_BIT(F_UNDER)
        | FACT_BIT(F_ARC) | FACT_BIT(F_MEDIC) | FACT_BIT(F_FLOORS) | FACT_BIT(F_FLOOR)
        | FACT_BIT(F_TARGET_MOVED) | FACT_BIT(F_SPOTTER) | FACT_BIT(F_TOWING)
        | FACT_BIT(F_OFFICER) | FACT_BIT(F_COMMAND) | FACT_BIT(F_NEAR) | FACT_BIT(F_DOWN)
        | FACT_BIT(F_BY);
}

bool run_fire(struct cmd *c, struct call *call)
{
    struct fire_args a = {0};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the unit that fires")
        || !call_wants(c, call, call->target, "the target"))
        return false;
    a.unit = call->unit;
    a.target = call->target;
    bool ok = play(c, call, fire_decide, fire_says, &a, &d);
    call->used = fire_facts();
    if (a.r.spotting.taken)
        call->used |= facts_used(PHASE_SPOT);
    if (ok && c->json) {
        answer_open(c, "fire");
        answer_fire(c, &a.r);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        fire_says(&shown, &a, &line);
        answer_line(c, line.s);
        if (a.r.escaped)
            buf_addf(&c->out, "  %s moves up to %g\", no nearer, and is Down" STYLE_FAINT
                     "   vehicle.recce.escape.end\n" STYLE_PLAIN,
                     game_unit(&c->s.game, a.target)->name,
                     escape_reach(c->s.rs, &c->s.game, game_unit(&c->s.game, a.target)));
        fire_lines(c, &a.r);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
