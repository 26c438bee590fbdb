/* The dismount command, of men who ride. */
#include "game/riders.h"

#include "base/json.h"
#include "cmd/play.h"

static bool dismount_decide(struct decision *d, void *args)
{
    return decide_dismount_rider(d, *(const int *)args);
}

static void dismount_says(const struct decision *d, const void *args, struct buf *b)
{
    buf_addf(b, "%s dismounts: infantry for the rest of the game.",
             game_unit(d->g, *(const int *)args)->name);
}

bool dismount_riders(struct cmd *c, struct call *call)
{
    struct decision d;
    struct buf line = {0};
    int unit = call->unit;

    if (!call_wants(c, call, unit, "the unit"))
        return false;
    bool ok = play(c, call, dismount_decide, dismount_says, &unit, &d);
    call->used = FACTS_DICE;
    if (ok && c->json) {
        answer_open(c, "dismount");
        json_string(&c->out, "unit", game_unit(&c->s.game, unit)->name);
        json_bool(&c->out, "riders", true);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        dismount_says(&shown, &unit, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
