/* Playing commands: turn, draw, order, end. */
#include "cmd/play.h"

#include "base/json.h"
#include "game/ground.h"
#include "cmd/tutor.h"
#include "cmd/assault_odds.h"
#include "game/orders.h"
#include "game/turn.h"

#include <stdio.h>
#include <string.h>

/* ---- shared ---- */

struct forced {
    bool (*decide)(struct decision *, void *);
    void (*says)(const struct decision *, const void *, struct buf *);
    void *args;
    const char *why;
};

/* Under `force` the reason and the rules that were set aside go into the log. */
static bool decide_forced(struct decision *d, void *args)
{
    struct forced *f = args;
    struct buf rules = {0};

    d->forced = true;
    if (!f->decide(d, f->args))
        return false;
    for (int i = 0; i < d->n_broken; i++)
        buf_addf(&rules, " %s", d->broken[i]);
    emit_text(d, EV_NOTE, 0, 0, 0, "forced: %.150s;%.150s", f->why,
              rules.len ? rules.s : " no rule was in the way");
    buf_free(&rules);
    return true;
}

static void says_forced(const struct decision *d, const void *args, struct buf *b)
{
    const struct forced *f = args;

    buf_addf(b, "(forced: %s) ", f->why);
    if (f->says)
        f->says(d, f->args, b);
}

/* Would the rules have it? Decided on a copy of the record, up to the first question. */
static bool stands_a_chance(struct cmd *c, struct call *call,
                            bool (*decide)(struct decision *, void *), void *args)
{
    struct game copy = {0};
    struct decision d = {.rs = c->s.rs, .g = &copy, .f = call->f, .can_ask = true};

    game_copy(&copy, &c->s.game);
    decide(&d, args);
    game_free(&copy);
    events_free(&d.events);
    return !d.diag.code;
}

/* A word of the tutor beforehand, where somebody sits at the prompt who wants it. */
static void teach(struct cmd *c, struct call *call, bool (*decide)(struct decision *, void *),
                  void *args)
{
    struct buf line = {0};
    struct diag quiet = {0};

    if (!c->person || c->json || c->force || !c->s.asker.tell || !session_refresh(&c->s, &quiet))
        return;
    session_settle(&c->s);
    if (c->s.tutor && stands_a_chance(c, call, decide, args) && tutor_line(c, call, &line))
        c->s.asker.tell(c->s.asker.ctx, line.s);
    buf_free(&line);
}

bool play(struct cmd *c, struct call *call, bool (*decide)(struct decision *, void *),
          void (*says)(const struct decision *, const void *, struct buf *), void *args,
          struct decision *d)
{
    struct forced forced = {decide, says, args, c->force};
    struct doing what = {.decide = decide, .says = says, .args = args,
                         .command = buf_text(&call->line)};

    if (c->force)
        what = (struct doing){.decide = decide_forced, .says = says_forced, .args = &forced,
                              .command = buf_text(&call->line)};
    else
        teach(c, call, decide, args);
    *d = (struct decision){.f = call->f};
    bool ok = session_do(&c->s, &what, d);
    if (!ok)
        c->diag = d->diag;
    call->f = d->f;
    return ok;
}

void bag_words(struct buf *b, const struct game *g)
{
    for (int i = 0; i < g->n_sides; i++)
        buf_addf(b, "%s%s %d", i ? ", " : "", g->side[i].name, game_bag(g, i));
}

void answer_bag(struct buf *b, const char *key, const struct game *g)
{
    json_open(b, key, '{');
    for (int i = 0; i < g->n_sides; i++)
        json_int(b, g->side[i].name, game_bag(g, i));
    json_close(b, '}');
}

void answer_line(struct cmd *c, const char *line)
{
    const char *stop = strstr(line, ". ");
    size_t n = stop ? (size_t)(stop - line) + 1 : strlen(line);
    struct buf styled = {0};

    buf_add(&styled, STYLE_STRONG);
    buf_addn(&styled, line, n);
    buf_add(&styled, STYLE_PLAIN);
    buf_add(&styled, line + n);
    wrap_on(c, 0, 2, styled.s);
    buf_free(&styled);
}

/* The name of an order as a sentence begins with it. */
const char *order_title(enum order order)
{
    static const char *const title[N_ORDERS] = {"no order", "Fire", "Advance", "Run", "Ambush",
                                                "Rally",    "Down"};

    return title[order];
}

/* ---- draw ---- */

struct draw_args {
    struct session *s;
    int side; /* -1: virtual */
    int drawn;
};

static bool draw_decide(struct decision *d, void *args)
{
    struct draw_args *a = args;
    int in_bag = 0, pick = 0;

    for (int i = 0; i < d->g->n_sides; i++)
        in_bag += game_bag(d->g, i);
    if (a->side < 0 && !session_may_roll(a->s, &d->diag))
        return false;
    if (a->side < 0 && in_bag)
        pick = session_virtual(a->s, d->g->virtual_dice, in_bag);
    if (!decide_draw(d, a->side, pick))
        return false;
    a->drawn = d->g->drawn;
    return true;
}

static void draw_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct draw_args *a = args;

    buf_addf(b, "A die of %s%s. Left: ", d->g->side[a->drawn].name,
             a->side < 0 ? " (virtual)" : "");
    bag_words(b, d->g);
}

bool run_draw(struct cmd *c, struct call *call)
{
    struct draw_args a = {.s = &c->s, .side = call->side};
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, draw_decide, draw_says, &a, &d);

    if (ok && c->json) {
        answer_open(c, "draw");
        json_string(&c->out, "side", c->s.game.side[a.drawn].name);
        json_bool(&c->out, "virtual", a.side < 0);
        answer_bag(&c->out, "bag", &c->s.game);
        answer_close(c);
    } else if (ok) {
        buf_addf(&line, "%s. ", c->s.game.side[a.drawn].name);
        buf_addf(&line, "%s Left in the bag: ", a.side < 0 ? "A virtual die." : "Its die is out.");
        bag_words(&line, &c->s.game);
        answer_line(c, line.s);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- order ---- */

struct order_args {
    int unit;
    enum order asked;
    struct order_result r;
};

static bool order_decide(struct decision *d, void *args)
{
    struct order_args *a = args;

    return decide_order(d, a->unit, a->asked, &a->r);
}

static void test_words(struct buf *b, const struct order_result *r)
{
    buf_addf(b, "Rolled %d+%d=%d, %d or less wanted", r->rolled[0], r->rolled[1],
             r->rolled[0] + r->rolled[1], r->score.need);
    if (r->rerolled)
        buf_addf(b, "; again %d+%d=%d", r->again[0], r->again[1], r->again[0] + r->again[1]);
}

void order_words(struct buf *b, const struct game *g, const struct order_result *r)
{
    const struct unit *u = game_unit(g, r->unit);

    buf_addf(b, "%s: %s. ", u->name, order_title(r->result));
    if (r->banzai)
        buf_add(b, "Banzai! ");
    if (r->tested) {
        test_words(b, r);
        buf_add(b, r->fubar ? ": FUBAR" : r->passed ? ": obeyed" : ": not obeyed");
        if (r->snake_eyes)
            buf_add(b, ", snake eyes");
        if (r->fubar && r->fubar_row)
            buf_addf(b, ", rolled %d, %s", r->fubar_die, r->fubar_row->result);
        if (r->victim)
            buf_addf(b, " at %s", game_unit(g, r->victim)->name);
        buf_add(b, ". ");
    }
    if (r->pins_removed)
        buf_addf(b, "%d pin%s off, ", r->pins_removed, r->pins_removed == 1 ? "" : "s");
    if (r->pins_removed || r->pins)
        buf_addf(b, "%d left.", r->pins);
    if (r->reverse > 0)
        buf_addf(b, " It backs %g\".", r->reverse);
    while (b->len && b->s[b->len - 1] == ' ')
        b->s[--b->len] = '\0';
}

static void order_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct order_args *a = args;

    order_words(b, d->g, &a->r);
}

static const char *fubar_word(const struct order_result *r)
{
    if (r->result == ORDER_DOWN)
        return "down";
    return r->fubar_row->result;
}

void order_json(struct cmd *c, const struct order_result *r)
{
    struct buf *b = &c->out;

    json_string(b, "unit", game_unit(&c->s.game, r->unit)->name);
    json_string(b, "asked", order_word[r->asked]);
    if (!r->tested) {
        json_null(b, "test");
    } else {
        json_open(b, "test", '{');
        json_int(b, "value", r->score.need);
        json_int(b, "base", r->score.ruling.base);
        answer_modifiers(b, "modifiers", &r->score.ruling);
        answer_faces(b, "rolled", r->rolled, 2);
        if (r->rerolled)
            answer_faces(b, "rerolled", r->again, 2);
        else
            json_null(b, "rerolled");
        json_bool(b, "passed", r->passed);
        json_close(b, '}');
    }
    json_string(b, "result", order_word[r->result]);
    json_int(b, "pins_removed", r->pins_removed);
    json_int(b, "pins", r->pins);
    if (r->fubar && r->fubar_row) {
        json_open(b, "fubar", '{');
        json_int(b, "rolled", r->fubar_die);
        json_string(b, "result", fubar_word(r));
        if (r->victim)
            json_string(b, "victim", game_unit(&c->s.game, r->victim)->name);
        json_close(b, '}');
    } else {
        json_null(b, "fubar");
    }
    if (r->reverse > 0)
        json_number(b, "reverse", r->reverse);
    if (r->banzai)
        json_bool(b, "banzai", true);
}

void order_test_line(struct cmd *c, const struct call *call, const struct order_result *r)
{
    struct buf sum = {0};
    struct facts f = call->f;

    if (!r->tested)
        return;
    facts_set(&f, F_PINS, r->pins + r->pins_removed);
    f.v[F_OFFICER] = r->rank;
    score_sum(&sum, c->s.rs, &r->score, &f);
    buf_addf(&c->out, STYLE_FAINT "  %s   order.test.roll\n" STYLE_PLAIN, sum.s);
    buf_free(&sum);
}

/* What may follow, for a person: where the order leads, and what may meet an assault. */
void order_hint(struct cmd *c, const struct order_result *r, const struct facts *said)
{
    const struct unit *u = game_unit(&c->s.game, r->unit);
    int turns;
    const struct movement *move = unit_rate(c->s.rs, &c->s.game, u, (int)r->result, &turns);

    if (!c->person)
        return;
    if (r->banzai)
        buf_add(&c->out, STYLE_FAINT "  straight at the nearest enemy in sight, into contact where "
                "it can   army.japan.banzai.move\n" STYLE_PLAIN);
    if (r->victim)
        buf_addf(&c->out, STYLE_FAINT "  the opponent fires it: fire %s at %s\n" STYLE_PLAIN,
                 u->name, game_unit(&c->s.game, r->victim)->name);
    else if (u->aboard && (r->result == ORDER_ADVANCE || r->result == ORDER_RUN))
        buf_addf(&c->out, STYLE_FAINT "  gets down: dismount %s range=N   "
                 "transport.dismount.order\n" STYLE_PLAIN, u->name);
    else if (u->type != TYPE_VEHICLE && u->type != TYPE_GUN && move && move->inches)
        buf_addf(&c->out, STYLE_FAINT "  moves up to %d\"%s   %s\n" STYLE_PLAIN, move->inches,
                 r->result == ORDER_ADVANCE ? ", then may fire" : "", move->rule);
    snap_hint(c, u);
    if (u->charge)
        assault_hint(c, u, said);
}

bool run_order(struct cmd *c, struct call *call)
{
    struct order_args a = {0};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the unit")
        || !call_wants(c, call, call->order > 0, "the order"))
        return false;
    a.unit = call->unit;
    a.asked = (enum order)call->order;
    bool ok = play(c, call, order_decide, order_says, &a, &d);
    call->used = ORDER_USED;
    if (ok && game_unit(&c->s.game, a.unit)->aboard && call->f.v[F_OFFICER] != OFFICER_NAMED)
        call->used &= ~FACT_BIT(F_OFFICER); /* transport.aboard.no-buffs */
    if (ok && c->json) {
        answer_open(c, "order");
        order_json(c, &a.r);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        order_words(&line, &c->s.game, &a.r);
        answer_line(c, line.s);
        order_test_line(c, call, &a.r);
        order_hint(c, &a.r, &call->f);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
