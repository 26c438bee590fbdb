/* The assault command. */
#include "base/json.h"
#include "base/mem.h"
#include "cmd/close_answer.h"

#include <stdlib.h>
#include <string.h>

struct assault_args {
    int unit, target;
    struct assault_result r;
};

static bool assault_decide(struct decision *d, void *args)
{
    struct assault_args *a = args;

    return decide_assault(d, a->unit, a->target, &a->r);
}

static void assault_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct assault_args *a = args;
    const struct assault_result *r = &a->r;

    if (is_on_vehicles(r))
        vehicles_words(d->g, r, b);
    else
        men_words(d->g, r, b);
}

/* ---- JSON ---- */

void answer_meeting(struct cmd *c, const struct meeting *m)
{
    if (m->spotting.taken)
        answer_spotting(&c->out, "reaction_spotting", &m->spotting);
    if (!m->fired) {
        json_null(&c->out, "reaction");
        return;
    }
    json_open(&c->out, "reaction", '{');
    answer_fire(c, &m->fire);
    json_close(&c->out, '}');
}

static void blows_json(struct buf *b, const char *key, const struct blows *s)
{
    json_open(b, key, '{');
    json_int(b, "need", s->need);
    answer_faces(b, "rolled", s->rolled, s->dice);
    answer_faces(b, "again", s->sixes, s->n_sixes);
    answer_faces(b, "second", s->second, s->n_second);
    answer_faces(b, "second_again", s->second_sixes, s->n_second_sixes);
    json_int(b, "kills", s->kills);
    json_int(b, "exceptional", s->exceptional);
    json_int(b, "casualties", s->casualties);
    json_bool(b, "leader_lost", s->leader_lost);
    json_bool(b, "leader_saved", s->leader_saved);
    if (s->green_die)
        json_int(b, "green", s->green_die);
    json_close(b, '}');
}

static void rounds_json(struct buf *b, const struct game *g, const struct assault_result *r)
{
    json_open(b, "rounds", '[');
    for (int i = 0; i < r->n_rounds; i++) {
        const struct assault_round *round = &r->round[i];
        json_open(b, NULL, '{');
        json_int(b, "attacker_kills", round->attacker.casualties);
        json_int(b, "defender_kills", round->defender.casualties);
        json_bool(b, "simultaneous", round->simultaneous);
        blows_json(b, "attacker", &round->attacker);
        blows_json(b, "defender", &round->defender);
        if (round->spared)
            json_string(b, "fights_on", game_unit(g, round->spared)->name);
        json_close(b, '}');
    }
    json_close(b, ']');
}

static void assault_json(struct cmd *c, const struct assault_result *r)
{
    static const char *const kind[] = {"men", "vehicle", "overrun", "ram", "building"};
    const struct game *g = &c->s.game;
    const struct unit *target = game_unit(g, r->target), *winner = game_unit(g, r->winner);
    const struct unit *fighter = game_unit(g, r->fighter);
    struct buf *b = &c->out;

    json_string(b, "unit", game_unit(g, r->unit)->name);
    json_string(b, "target", target ? target->name : "building");
    if (fighter && fighter != target)
        json_string(b, "fighter", fighter->name);
    json_string(b, "kind", kind[r->kind]);
    if (r->spotting.taken)
        answer_spotting(b, "spotting", &r->spotting);
    json_bool(b, "reached", r->reached);
    json_number(b, "moved", r->moved);
    json_number(b, "limit", r->limit);
    json_string(b, "react", r->meeting.escaped ? "escape" : r->meeting.fired ? "fire" : "none");
    answer_meeting(c, &r->meeting);
    json_bool(b, "stopped", r->stopped);
    if (r->kind == ASSAULT_MEN || r->n_rounds)
        rounds_json(b, g, r);
    if (is_on_vehicles(r))
        vehicles_json(c, r);
    if (r->kind == ASSAULT_RAM)
        answer_passengers(c, "passengers", &r->riders);
    json_string(b, "winner", winner ? winner->name : NULL);
    json_open(b, "destroyed", '[');
    for (int i = 0; i < r->n_destroyed; i++)
        json_string(b, NULL, game_unit(g, r->destroyed[i])->name);
    json_close(b, ']');
    if (r->n_regroup) {
        json_int(b, "regroup", r->regroup);
        answer_faces(b, "regroup_rolled", r->regroup_die, r->n_regroup);
    } else {
        json_null(b, "regroup");
    }
    if (r->occupied)
        json_bool(b, "occupied", true);
}

bool run_assault(struct cmd *c, struct call *call)
{
    struct assault_args a = {.unit = call->unit, .target = call->target};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the unit that assaults")
        || !call_wants(c, call, call->target || call->f.v[F_BUILDING], "the target"))
        return false;
    a.r.round = mem_new(MELEE_ROUNDS * sizeof *a.r.round);
    a.r.overrun = mem_new(OVERRUN_UNITS * sizeof *a.r.overrun);
    bool ok = play(c, call, assault_decide, assault_says, &a, &d);
    call->used = call->command->facts | FACT_BIT(F_TANK_FEAR) | FACT_BIT(F_RAM);
    if (ok && c->json) {
        answer_open(c, "assault");
        assault_json(c, &a.r);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game, .rs = c->s.rs};
        assault_says(&shown, &a, &line);
        answer_line(c, line.s);
        if (is_on_vehicles(&a.r))
            vehicles_lines(c, &a.r);
        else
            men_lines(c, &a.r);
        answer_unused(c, call);
    }
    free(a.r.round);
    free(a.r.overrun);
    buf_free(&line);
    session_done(&d);
    return ok;
}
