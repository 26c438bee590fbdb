/* The bombardment before a battle (chapter Preparing for Battle). */
#include "game/support.h"

#include <string.h>

/* The army that bombards rolls two dice a unit and takes the one that serves it better
   (army.britain.bombardment, A43). */
static bool rolls_two(const struct decision *d, int side)
{
    for (int i = 0; i < d->g->n_sides; i++)
        if (i != side && d->g->side[i].army >= 0
            && d->rs->army[d->g->side[i].army].specials & ruleset_bit(d->rs, "bombardment"))
            return true;
    return false;
}

static bool bombard_unit(struct decision *d, struct unit *u, int dice, struct struck *s)
{
    const signed char *die = take_roll(d, "bombardment", u->id, dice, 0, "prep.roll",
                                       "the bombardment and %s", u->name);
    const struct chart_row *row;
    bool stuck = u->immobilised;
    int best = 1;

    if (!die)
        return false;
    *s = (struct struck){.unit = u->id, .n_die = dice, .pins_before = u->pins};
    for (int i = 0; i < dice; i++) {
        int score = die[i];
        s->die[i] = die[i];
        if (score > best)
            best = score;
    }
    if (strike_bunker(d, u) && best > 1)
        best--; /* so that 5 is the worst (prep.bunker) */
    if (d->diag.code)
        return false;
    row = ruleset_chart(d->rs, "bombardment", best);
    s->result = row->result;
    strike_cite(s, row->rule);
    if (strike_bunker(d, u))
        strike_cite(s, "prep.bunker");
    if (u->hidden)
        strike_cite(s, "prep.hidden");
    if (best > 1)
        change_pins(d, u, best >= 4 ? 2 : 1);
    if (best == 6 && !u->destroyed) {
        bool hidden = u->hidden, two = u->models == 2;
        struct blow blow = {.weapon = ruleset_weapon(d->rs, row->result), .hits = 1};
        struct passengers nobody = {0}; /* one hit brings no building down */
        if (!strike_unit(d, u, &blow, s, &nobody))
            return false;
        if (hidden) /* hidden.reveal.hit: not by a bombardment */
            emit_text(d, EV_SET, u->id, 0, 0, "hidden yes");
        if (s->check.taken && two)
            strike_cite(s, "prep.two-man");
    }
    s->pins_added = u->pins - s->pins_before;
    s->destroyed = strike_lost(u);
    return passengers_suffer(d, u, stuck, &s->riders);
}

/* Whoever stands in the zone when it begins: not those whom a wreck puts out. */
static int list_bombarded(struct decision *d, int side, int unit[])
{
    int n = 0;

    for (int i = 0; i < d->g->n_units && n < STRUCK_UNITS * 2; i++) {
        const struct unit *u = &d->g->unit[i];
        if (u->side == side && !u->reserve && !u->destroyed && !u->aboard
            && !strike_listed(d, F_OUTSIDE, u))
            unit[n++] = u->id;
    }
    return n;
}

bool decide_bombard(struct decision *d, int side, struct bombardment *b)
{
    const signed char *die;
    int dice = rolls_two(d, side) ? 2 : 1, unit[STRUCK_UNITS * 2], n;

    memset(b, 0, sizeof *b);
    b->side = side;
    if (d->g->phase != GAME_SETUP
        && !forbid(d, "prep.roll", "a bombardment comes before turn 1"))
        return false;
    die = take_roll(d, "bombardment-comes", 0, 1, 2, "prep.roll",
                    "does the bombardment of %s come? 2+", d->g->side[side].name);
    if (!die)
        return false;
    b->comes_die = *die;
    b->comes = *die >= 2;
    n = b->comes ? list_bombarded(d, side, unit) : 0;
    if (d->diag.code)
        return false; /* a name in outside= */
    for (int i = 0; i < n; i++)
        if (!game_unit(d->g, unit[i])->destroyed
            && !bombard_unit(d, game_unit(d->g, unit[i]), dice, &b->struck[b->n_struck++]))
            return false;
    return finish(d);
}
