/* The snap command. */
#include "game/snap.h"

#include "base/json.h"
#include "cmd/play.h"

struct snap_args {
    int officer, unit;
    enum order asked;
    struct snap_result r;
};

static bool snap_decide(struct decision *d, void *args)
{
    struct snap_args *a = args;

    return decide_snap(d, a->officer, a->unit, a->asked, &a->r);
}

static void snap_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct snap_args *a = args;

    buf_addf(b, "%s calls ", game_unit(d->g, a->r.officer)->name);
    order_words(b, d->g, &a->r.order);
}

void snap_hint(struct cmd *c, const struct unit *officer)
{
    int left = snaps_left(c->s.rs, officer);

    if (!c->person || !left)
        return;
    buf_addf(&c->out,
             STYLE_FAINT "  %d extra order%s within %d\": snap %s UNIT ORDER\n" STYLE_PLAIN, left,
             left == 1 ? "" : "s", c->s.rs->rank[officer->officer].reach, officer->name);
}

static void snap_json(struct cmd *c, const struct snap_result *r)
{
    json_string(&c->out, "officer", game_unit(&c->s.game, r->officer)->name);
    order_json(c, &r->order);
    json_open(&c->out, "snaps", '{');
    json_int(&c->out, "used", r->used);
    json_int(&c->out, "of", r->of);
    json_close(&c->out, '}');
}

static void snap_text(struct cmd *c, struct call *call, const struct snap_args *a)
{
    const struct game *g = &c->s.game;
    struct decision shown = {.g = &c->s.game};
    struct buf line = {0};

    snap_says(&shown, a, &line);
    answer_line(c, line.s);
    order_test_line(c, call, &a->r.order);
    order_hint(c, &a->r.order, &call->f);
    buf_addf(&c->out, STYLE_FAINT "  extra order %d of %d of %s   snap.count\n" STYLE_PLAIN,
             a->r.used, a->r.of, game_unit(g, a->officer)->name);
    answer_unused(c, call);
    buf_free(&line);
}

bool run_snap(struct cmd *c, struct call *call)
{
    struct snap_args a = {.officer = call->unit, .unit = call->target};
    struct decision d;

    if (!call_wants(c, call, call->unit, "the officer")
        || !call_wants(c, call, call->target, "the unit that he calls")
        || !call_wants(c, call, call->order > 0, "the order"))
        return false;
    a.asked = (enum order)call->order;
    bool ok = play(c, call, snap_decide, snap_says, &a, &d);
    call->used = ORDER_USED | FACT_BIT(F_RANGE);
    if (ok && c->json) {
        answer_open(c, "snap");
        snap_json(c, &a.r);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        snap_text(c, call, &a);
    }
    session_done(&d);
    return ok;
}
