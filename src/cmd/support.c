/* The turn's beginning, observers, the bombardment, the light. */
#include "base/json.h"
#include "cmd/fire_answer.h"
#include "game/turn.h"

#include <ctype.h>
#include <string.h>

/* ---- units that were struck ---- */

static void struck_json(struct cmd *c, const struct struck *list, int n)
{
    struct buf *b = &c->out;

    json_open(b, "units", '[');
    for (int i = 0; i < n; i++) {
        const struct struck *s = &list[i];
        json_open(b, NULL, '{');
        if (s->unit)
            json_string(b, "unit", game_unit(&c->s.game, s->unit)->name);
        else
            json_null(b, "unit");
        if (*s->house)
            json_string(b, "building", s->house);
        if (s->n_die)
            answer_faces(b, "rolled", s->die, s->n_die);
        json_string(b, "result", s->result);
        if (s->n_floor)
            answer_faces(b, "floors", s->floor_die, s->n_floor);
        json_int(b, "pins_added", s->pins_added);
        if (s->went_down)
            json_string(b, "react", "down");
        json_int(b, "hits", s->hits);
        if (s->damage_need) {
            json_open(b, "damage", '{');
            json_int(b, "need", s->damage_need);
            answer_faces(b, "rolled", s->damage, s->n_damage);
            json_int(b, "kills", s->kills);
            json_close(b, '}');
        } else {
            json_null(b, "damage");
        }
        json_int(b, "casualties", s->casualties);
        answer_effects(b, "effects", &s->effects);
        answer_check(b, "morale", &s->check);
        if (s->collapsed)
            json_bool(b, "collapsed", true);
        if (s->gun_lost)
            json_bool(b, "gun_destroyed", true);
        answer_passengers(c, "passengers", &s->riders);
        json_open(b, "rules", '[');
        for (int j = 0; j < 4 && s->rule[j]; j++)
            json_string(b, NULL, s->rule[j]);
        json_close(b, ']');
        json_bool(b, "destroyed", s->destroyed);
        json_close(b, '}');
    }
    json_close(b, ']');
}

/* Those under a building that came down, but for those of whom it was told. */
static void buried_words(struct buf *b, const struct game *g, const struct arrival *a)
{
    for (int i = 0; i < a->buried.n; i++) {
        int unit = a->buried.p[i].unit;
        bool told = false;
        for (int j = 0; j < a->n_struck; j++)
            told = told || a->struck[j].unit == unit;
        if (!told)
            buf_addf(b, " %s buried.", game_unit(g, unit)->name);
    }
}

/* "mill 11 hits, comes down", of a building where nobody is */
static void house_words(struct buf *b, const struct struck *s)
{
    buf_add(b, s->house);
    if (!s->hits)
        buf_add(b, " is not hit");
    else
        buf_addf(b, " %d hit%s, %s", s->hits, s->hits == 1 ? "" : "s",
                 s->collapsed ? "comes down" : "stands");
}

/* "Rifles 3 hits, 2 casualties, 4 pins" */
static void struck_words(struct buf *b, const struct game *g, const struct struck *s)
{
    if (!s->unit) {
        house_words(b, s);
        return;
    }
    buf_addf(b, "%s", game_unit(g, s->unit)->name);
    if (s->went_down)
        buf_add(b, " goes Down,");
    if (s->collapsed)
        buf_add(b, " buried, the building comes down");
    if (s->hits)
        buf_addf(b, " %d hit%s", s->hits, s->hits == 1 ? "" : "s");
    if (s->casualties)
        buf_addf(b, ", %d casualt%s", s->casualties, s->casualties == 1 ? "y" : "ies");
    if (s->gun_lost)
        buf_add(b, ", the gun is destroyed");
    effect_words(b, &s->effects);
    if (s->check.taken)
        buf_addf(b, ", check %d or less %d: %s", s->check.score.need,
                 s->check.rolled[0] + s->check.rolled[1], s->check.passed ? "stands" : "breaks");
    if (s->destroyed && !s->collapsed && !s->gun_lost)
        buf_add(b, s->hits ? ", destroyed" : " destroyed");
    else if (!s->destroyed)
        buf_addf(b, "%s%d pin%s", s->hits ? ", " : " ", s->pins_added,
                 s->pins_added == 1 ? "" : "s");
}

static void all_struck_words(struct buf *b, const struct game *g, const struct struck *list, int n)
{
    for (int i = 0; i < n; i++) {
        buf_add(b, i ? "; " : "");
        struck_words(b, g, &list[i]);
    }
}

/* Those aboard what was struck, each in a sentence. */
static void riders_words(struct buf *b, const struct game *g, const struct struck *list, int n)
{
    for (int i = 0; i < n; i++)
        passenger_words(g, &list[i].riders, 0, b);
}

/* ---- turn ---- */

static void flak_words(struct buf *b, const struct game *g, const struct arrival *a)
{
    for (int i = 0; i < a->n_flak; i++) {
        const struct flak_fire *f = &a->flak[i];
        buf_addf(b, " %s %s", game_unit(g, f->unit)->name, f->held ? "holds its fire." : "");
        if (!f->held)
            buf_addf(b, "%d hit%s.", f->hits, f->hits == 1 ? "" : "s");
    }
    if (a->n_flak)
        buf_addf(b, " Flak in all %d hit%s%s", a->flak_hits, a->flak_hits == 1 ? "" : "s",
                 a->shot_down ? ": the plane is stopped." : ".");
}

/* A face of the die on the template as the players like it: 1 is straight up, clockwise from there
   in sixths (direction.random). */
static void direction_words(struct buf *b, int die, int compass)
{
    static const char *const arrow[] = {"up", "up and right", "down and right", "down",
                                        "down and left", "up and left"};

    if (compass == 2)
        buf_add(b, arrow[die - 1]);
    else if (compass == 1)
        buf_addf(b, "%d degrees", 60 * (die - 1));
    else
        buf_addf(b, "%d o'clock", die == 1 ? 12 : 2 * (die - 1));
}

/* A kind of plane as players say it. */
static const char *plane_title(const char *type)
{
    return strcmp(type, "strafing-fighter") == 0 ? "strafing fighter"
        : strcmp(type, "ground-attack") == 0     ? "ground-attack aircraft" : type;
}

static void arrival_words(struct buf *b, const struct game *g, const struct arrival *a,
                          int compass)
{
    const struct called *k = &g->call[a->call];
    const char *plane = a->type ? plane_title(a->type) : "";

    buf_addf(b, "%c%s %s, rolled %d: ", toupper((unsigned char)call_title[k->kind][0]),
             call_title[k->kind] + 1, call_aim(g, a->call), a->chart_die);
    if (!a->arrived) {
        buf_add(b, k->kind == CALL_AIR ? "no plane yet." : "delayed.");
        return;
    }
    if (a->direction) {
        buf_addf(b, "it strays %d\", ", a->stray_inches);
        direction_words(b, a->direction, compass);
        buf_addf(b, " (die %d); ", a->direction);
    }
    if (k->kind == CALL_SMOKE) {
        buf_addf(b, "smoke %d\" across.", a->radius);
        return;
    }
    if (k->kind == CALL_BARRAGE) {
        buf_addf(b, "fire for effect within %d\". ", a->radius);
        all_struck_words(b, g, a->struck, a->n_struck);
        buf_add(b, a->n_struck ? "." : "Nobody there.");
        riders_words(b, g, a->struck, a->n_struck);
        buried_words(b, g, a);
        return;
    }
    if (a->wasted) {
        buf_add(b, "its target is gone, the plane flies by.");
        return;
    }
    buf_add(b, "it comes");
    if (a->target != k->target)
        buf_addf(b, "%s%s", strcmp(a->result, "rookie-pilot") == 0 ? ", a rookie, at " : ", at ",
                 game_unit(g, a->target)->name);
    buf_addc(b, '.');
    flak_words(b, g, a);
    if (a->type)
        buf_addf(b, " %c%s (%d): ", toupper((unsigned char)plane[0]), plane + 1, a->type_die);
    all_struck_words(b, g, a->struck, a->n_struck);
    if (a->n_struck)
        buf_addc(b, '.');
    riders_words(b, g, a->struck, a->n_struck);
    buried_words(b, g, a);
}

static void light_words(struct buf *b, const struct game *g, const struct turn_result *r)
{
    buf_addf(b, "Light %d: %s.", r->light_die, g->dark ? "it is dark" : "all can see");
}

static void wind_words(struct buf *b, const struct turn_result *r)
{
    buf_addf(b, "Wind %d: all smoke %s", r->smoke_die,
             strcmp(r->smoke, "removed") == 0 ? "is gone" : r->drift ? "drifts" : r->smoke);
    if (r->drift)
        buf_addf(b, " %d\" in one random direction", r->drift);
    buf_addc(b, '.');
}

static bool turn_decide(struct decision *d, void *args)
{
    struct turn_result *r = args;

    return decide_turn(d, r);
}

static void turn_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct turn_result *r = args;

    buf_addf(b, "Turn %d begins. In the bag: ", d->g->turn);
    bag_words(b, d->g);
    buf_addc(b, '.');
    if (r->light_die) {
        buf_addc(b, ' ');
        light_words(b, d->g, r);
    }
    if (r->smoke_die) {
        buf_addc(b, ' ');
        wind_words(b, r);
    }
    for (int i = 0; i < r->n_arrivals; i++) {
        buf_addc(b, ' ');
        arrival_words(b, d->g, &r->arrival[i], 0);
    }
    b->s[--b->len] = '\0'; /* the last full stop */
}

static void flak_json(struct cmd *c, const struct arrival *a)
{
    struct buf *b = &c->out;

    json_open(b, "flak", '{');
    json_open(b, "units", '[');
    for (int i = 0; i < a->n_flak; i++) {
        const struct flak_fire *f = &a->flak[i];
        json_open(b, NULL, '{');
        json_string(b, "unit", game_unit(&c->s.game, f->unit)->name);
        if (f->hold_die) {
            json_int(b, "hold_fire", f->hold_die);
            json_bool(b, "held", f->held);
        }
        if (!f->held) {
            json_int(b, "dice", f->dice);
            json_int(b, "need", f->need);
            json_bool(b, "double_six", f->double_six);
            answer_faces(b, "rolled", f->rolled, f->n_rolled);
            answer_faces(b, "again", f->again, f->n_again);
            answer_faces(b, "multiplied", f->multiplied, f->n_multiplied);
        }
        json_int(b, "hits", f->hits);
        json_string(b, "rule", f->rule);
        json_close(b, '}');
    }
    json_close(b, ']');
    json_int(b, "hits", a->flak_hits);
    json_bool(b, "stopped", a->shot_down);
    json_string(b, "rule", !a->n_flak ? NULL : a->shot_down ? "flak.total" : "flak.under-three");
    json_close(b, '}');
}

static void arrival_json(struct cmd *c, const struct arrival *a)
{
    const struct game *g = &c->s.game;
    const struct called *k = &g->call[a->call];
    struct buf *b = &c->out;

    json_open(b, NULL, '{');
    json_string(b, "for", k->kind == CALL_SMOKE ? "smoke-barrage" : call_word[k->kind]);
    json_string(b, "by", game_unit(g, k->observer)->name);
    json_string(b, "at", call_aim(g, a->call));
    answer_faces(b, "rolled", &a->chart_die, 1);
    if (a->chart_total != a->chart_die)
        json_int(b, "total", a->chart_total);
    json_string(b, "result", a->result);
    json_open(b, "rules", '[');
    json_string(b, NULL, a->rule);
    if (a->arrived) /* no more dice for it */
        json_string(b, NULL, k->kind == CALL_AIR ? "air.stop" : "fao.stop");
    if (a->n_flak)
        json_string(b, NULL, "air.flak-first");
    json_close(b, ']');
    json_bool(b, "arrived", a->arrived);
    if (a->direction) {
        json_int(b, "direction", a->direction);
        json_int(b, "degrees", 60 * (a->direction - 1));
        answer_faces(b, "distance", a->stray, 3);
        json_int(b, "inches", a->stray_inches);
    }
    if (a->radius_die)
        answer_faces(b, "radius_rolled", &a->radius_die, 1);
    if (a->radius)
        json_int(b, k->kind == CALL_SMOKE ? "size" : "radius", a->radius);
    if (k->kind == CALL_AIR && a->arrived) {
        json_string(b, "target", a->target ? game_unit(g, a->target)->name : call_aim(g, a->call));
        json_bool(b, "wasted", a->wasted);
        flak_json(c, a);
        json_string(b, "type", a->type);
        if (a->type_die)
            json_int(b, "type_rolled", a->type_die);
        if (a->hit_dice[0])
            answer_faces(b, "hits_rolled", a->hit_dice, 2);
    }
    if (a->arrived && k->kind != CALL_SMOKE) {
        answer_passengers(c, "buried", &a->buried);
        struck_json(c, a->struck, a->n_struck);
    }
    json_close(b, '}');
}

static void rolls_json(struct cmd *c, const struct turn_result *r)
{
    struct buf *b = &c->out;

    if (r->light_die) {
        json_open(b, NULL, '{');
        json_string(b, "for", "light");
        answer_faces(b, "rolled", &r->light_die, 1);
        json_string(b, "result", c->s.game.dark ? "dark" : "light");
        json_close(b, '}');
    }
    if (r->smoke_die) {
        json_open(b, NULL, '{');
        json_string(b, "for", "smoke");
        answer_faces(b, "rolled", &r->smoke_die, 1);
        json_string(b, "result", r->smoke);
        if (r->drift)
            json_int(b, "inches", r->drift);
        json_close(b, '}');
    }
    for (int i = 0; i < r->n_arrivals; i++)
        arrival_json(c, &r->arrival[i]);
}

/* One line for each thing that was due, with its rule. */
static void rolls_text(struct cmd *c, const struct turn_result *r)
{
    struct buf line = {0};

    if (r->light_die) {
        light_words(&line, &c->s.game, r);
        buf_addf(&line, STYLE_FAINT "   %s" STYLE_PLAIN, r->light_rule);
        wrap(c, 2, line.s);
        buf_clear(&line);
    }
    if (r->smoke_die) {
        wind_words(&line, r);
        buf_addf(&line, STYLE_FAINT "   %s" STYLE_PLAIN, r->smoke_rule);
        wrap(c, 2, line.s);
    }
    for (int i = 0; i < r->n_arrivals; i++) {
        buf_clear(&line);
        arrival_words(&line, &c->s.game, &r->arrival[i], c->s.compass);
        wrap_rule(c, line.s, r->arrival[i].rule);
    }
    buf_free(&line);
}

/* Units that may try to come on this turn: a reminder, by side. */
struct reserve_list {
    struct cmd *c;
    int side, n;
};

static void add_reserve(void *ctx, const struct due *due)
{
    struct reserve_list *l = ctx;
    const struct unit *u = due->kind == DUE_RESERVE ? game_unit(&l->c->s.game, due->of) : NULL;

    if (!u || u->side != l->side)
        return;
    if (l->c->json) {
        if (!l->n)
            json_open(&l->c->out, l->c->s.game.side[l->side].name, '[');
        json_string(&l->c->out, NULL, u->name);
    } else {
        buf_addf(&l->c->out, "%s%s", l->n ? ", " : "  in reserve, may try to come on: ", u->name);
    }
    l->n++;
}

/* Nothing is due at the start any more but the reserves' tests, which are the players' choice. */
static void tell_reserves(struct cmd *c)
{
    const struct game *g = &c->s.game;

    for (int side = 0; side < g->n_sides; side++) {
        struct reserve_list l = {c, side, 0};
        due_at_start(c->s.rs, g, STEP_END, add_reserve, &l);
        if (l.n && c->json)
            json_close(&c->out, ']');
        else if (l.n)
            buf_add(&c->out, STYLE_FAINT "   reserve.enter" STYLE_PLAIN "\n");
    }
}

/* The bag, once all that was due is done. */
static void turn_text(struct cmd *c)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    buf_addf(&line, "Turn %d. In the bag: ", g->turn);
    bag_words(&line, g);
    answer_line(c, line.s);
    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        if (!u->destroyed && u->die == DIE_TABLE)
            buf_addf(&c->out, "  %s keeps its %s\n", u->name, order_title((enum order)u->order));
    }
    buf_free(&line);
}

/* What one step has used up of a list is gone for the next; a list without strokes is one part, but
   for that of flak, which serves every plane. */
static void use_parts(struct facts *said, const struct parts *used)
{
    const struct {
        enum fact key;
        int n;
    } list[] = {{F_NEAR, used->near}, {F_FLAK, used->flak}, {F_TO, used->to},
                {F_ONTO, used->onto}, {F_VICTIM, used->victim}};

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const char *rest = list_part(said, list[i].key, list[i].n);
        if (rest)
            said->text[list[i].key] = rest;
        else
            said->given &= ~FACT_BIT(list[i].key);
    }
}

/* What came of one step: told at once to whom is asked, so that the next question makes sense;
   kept for the answer where nobody is. */
static void tell_step(struct cmd *c, const struct turn_result *r, struct buf *rolls)
{
    struct buf before = c->out;

    c->out = (struct buf){0};
    if (c->json)
        rolls_json(c, r);
    else
        rolls_text(c, r);
    if (r->more && !c->json && c->out.len && c->s.asker.tell) {
        c->s.asker.tell(c->s.asker.ctx, c->out.s);
    } else {
        if (rolls->len && c->json && c->out.len)
            buf_addc(rolls, ',');
        buf_add(rolls, buf_text(&c->out));
    }
    buf_free(&c->out);
    c->out = before;
}

bool run_turn(struct cmd *c, struct call *call)
{
    struct decision d;
    struct buf rolls = {0};
    struct turn_result r = {0};
    struct facts said = call->f;
    bool ok;

    do { /* step by step where somebody is asked, so that what was rolled stays */
        use_parts(&said, &r.parts);
        call->f = said;
        ok = play(c, call, turn_decide, turn_says, &r, &d);
        session_done(&d);
        if (ok)
            tell_step(c, &r, &rolls);
    } while (ok && r.more);
    call->used = call->command->facts;
    if (ok && c->json) {
        answer_open(c, "turn");
        json_int(&c->out, "turn", c->s.game.turn);
        json_open(&c->out, "rolls", '[');
        buf_add(&c->out, buf_text(&rolls));
        json_close(&c->out, ']');
        if (c->s.game.night)
            json_bool(&c->out, "dark", c->s.game.dark);
        answer_bag(&c->out, "bag", &c->s.game);
        json_open(&c->out, "reserve", '{');
        tell_reserves(c);
        json_close(&c->out, '}');
        answer_close(c);
    } else if (ok) {
        turn_text(c);
        buf_add(&c->out, buf_text(&rolls));
        tell_reserves(c);
    } else {
        buf_add(&c->out, c->json ? "" : buf_text(&rolls)); /* the steps before are done */
    }
    turn_result_free(&r);
    buf_free(&rolls);
    return ok;
}

/* ---- call ---- */

struct call_args {
    int unit, kind, made;
};

static bool call_decide(struct decision *d, void *args)
{
    struct call_args *a = args;

    return decide_call(d, a->unit, (enum call_kind)a->kind, &a->made);
}

static void call_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct call_args *a = args;

    buf_addf(b, "%s calls: %s %s. From next turn on it may come.",
             game_unit(d->g, a->unit)->name, call_title[a->kind], call_aim(d->g, a->made));
}

/* The kind of call that a word begins; -1 with the complaint. */
static int kind_named(struct cmd *c, const char *word)
{
    for (int i = 0; i < N_CALL_KINDS; i++)
        if (word_fits(word, call_word[i]))
            return i;
    diag_usage(&c->diag, "%s is no call: say barrage, smoke or airstrike", word);
    return -1;
}

bool run_call(struct cmd *c, struct call *call)
{
    struct call_args a = {.unit = call->unit};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->unit, "the observer")
        || !call_wants(c, call, call->name != NULL, "barrage, smoke or airstrike"))
        return false;
    a.kind = kind_named(c, call->name);
    if (a.kind < 0)
        return false;
    bool ok = play(c, call, call_decide, call_says, &a, &d);
    call->used = FACT_BIT(F_AT);
    if (ok && c->json) {
        answer_open(c, "call");
        json_string(&c->out, "unit", game_unit(&c->s.game, a.unit)->name);
        json_string(&c->out, "kind", call_word[a.kind]);
        json_string(&c->out, "at", call_aim(&c->s.game, a.made));
        json_int(&c->out, "from_turn", c->s.game.turn + 1);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        call_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- bombard ---- */

struct bombard_args {
    int side;
    struct bombardment b;
};

static bool bombard_decide(struct decision *d, void *args)
{
    struct bombard_args *a = args;

    return decide_bombard(d, a->side, &a->b);
}

static void bombard_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct bombard_args *a = args;

    buf_addf(b, "Bombardment of %s, rolled %d: %s", d->g->side[a->side].name, a->b.comes_die,
             a->b.comes ? "it comes. " : "it does not come.");
    all_struck_words(b, d->g, a->b.struck, a->b.n_struck);
    if (a->b.n_struck)
        buf_addc(b, '.');
    riders_words(b, d->g, a->b.struck, a->b.n_struck);
}

bool run_bombard(struct cmd *c, struct call *call)
{
    struct bombard_args a = {.side = call->side};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->side >= 0, "the side that is bombarded"))
        return false;
    bool ok = play(c, call, bombard_decide, bombard_says, &a, &d);
    call->used = call->command->facts;
    if (ok && c->json) {
        answer_open(c, "bombard");
        json_string(&c->out, "side", c->s.game.side[a.side].name);
        json_int(&c->out, "rolled", a.b.comes_die);
        json_bool(&c->out, "comes", a.b.comes);
        struck_json(c, a.b.struck, a.b.n_struck);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        bombard_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- night ---- */

static bool night_decide(struct decision *d, void *args)
{
    return decide_night(d, *(const enum night *)args);
}

static void night_says(const struct decision *d, const void *args, struct buf *b)
{
    buf_addf(b, "Light: %s, %s.", night_word[*(const enum night *)args],
             d->g->dark ? "dark now" : "all can see now");
}

static bool night_roll_decide(struct decision *d, void *args)
{
    return decide_night_roll(d, args);
}

static void night_roll_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct night_roll *r = args;

    buf_addf(b, "Night %d: ", r->die);
    if (r->choice)
        buf_add(b, "roll off, and the winner picks one.");
    else
        buf_addf(b, "%s, %s.", night_word[r->kind], d->g->dark ? "dark now" : "all can see now");
}

/* The kind of night by the chart (night.chart). */
static bool roll_night(struct cmd *c, struct call *call)
{
    struct night_roll r = {0};
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, night_roll_decide, night_roll_says, &r, &d);

    call->used = FACTS_DICE;
    if (ok && c->json) {
        answer_open(c, "night");
        answer_faces(&c->out, "rolled", &r.die, 1);
        json_string(&c->out, "night", night_word[r.kind]);
        json_bool(&c->out, "dark", c->s.game.dark);
        json_bool(&c->out, "choice", r.choice);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        night_roll_says(&shown, &r, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

bool run_night(struct cmd *c, struct call *call)
{
    struct decision d;
    struct buf line = {0};
    enum night kind = NIGHT_NONE;
    bool found = false;

    if (!call_wants(c, call, call->name != NULL, "the kind of night"))
        return false;
    if (word_fits(call->name, "roll"))
        return roll_night(c, call);
    for (int i = 0; i < N_NIGHTS && !found; i++)
        if (word_fits(call->name, night_word[i])) {
            kind = (enum night)i;
            found = true;
        }
    if (!found)
        return diag_usage(&c->diag, "%s is no kind of night: say night-fight, dawn-assault, "
                          "longest-day, flare, none or roll", call->name);
    bool ok = play(c, call, night_decide, night_says, &kind, &d);
    if (ok && c->json) {
        answer_open(c, "night");
        json_string(&c->out, "night", night_word[kind]);
        json_bool(&c->out, "dark", c->s.game.dark);
        if (night_rule(kind))
            json_string(&c->out, "rule", night_rule(kind));
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        night_says(&shown, &kind, &line);
        answer_line(c, line.s);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}
