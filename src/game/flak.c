/* Flak: whoever has a plane in range and arc fires at it (chapter Headquarters: Flak). */
#include "game/support.h"

#include "game/tries.h"
#include "odds/notation.h"

#include <string.h>

/* A vehicle described without mounts: if it has flak at all, it is with these. */
static bool all_in_hull(const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].count > 0 && u->carried[i].mount != MOUNT_HULL)
            return false;
    return true;
}

/* Weapons of a unit that fire at planes: all of a unit with flak, else machine guns on pintles
   (flak.pintle). */
static bool slot_is_flak(const struct decision *d, const struct unit *u, const struct carried *c)
{
    if (c->count <= 0)
        return false;
    if (u->special & ruleset_bit(d->rs, "flak"))
        return u->type != TYPE_VEHICLE || c->mount != MOUNT_HULL || all_in_hull(u);
    return u->type == TYPE_VEHICLE && c->mount == MOUNT_PINTLE;
}

static bool has_flak(const struct decision *d, const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++)
        if (slot_is_flak(d, u, &u->carried[i]))
            return true;
    return false;
}

static bool holds(const struct decision *d, const char *chart, int die)
{
    return strcmp(ruleset_chart(d->rs, chart, die)->result, "holds") == 0;
}

/* The caller's own flak rolls to hold its fire. */
static bool hold_fire(struct decision *d, const struct unit *u, struct flak_fire *f)
{
    char chart[NAME_LEN] = "hold-fire-";
    const signed char *die;
    int need = 1;

    strcat(chart, quality_word[u->quality]);
    while (need < 6 && !holds(d, chart, need))
        need++;
    die = take_roll(d, "hold-fire", u->id, 1, 0, "flak.friendly-hold",
                    "%s has its own plane in its sights: on a %d+ it holds its fire", u->name,
                    need);
    if (!die)
        return false;
    f->hold_die = *die;
    f->held = holds(d, chart, *die);
    return true;
}

/* What the hits of high explosive become, as in a building (flak.he-hits, A23). */
static bool multiply(struct decision *d, const struct unit *u, int hits, int he,
                     struct flak_fire *f)
{
    const struct he_row *row = &d->rs->he[he];
    int dice = hits * row->building_dice;
    const signed char *die;

    if (!hits)
        return true;
    die = take_roll(d, "flak-hits", u->id, dice, 0, "flak.he-hits", "hits of %s: %d D%d", u->name,
                    dice, row->building_sides);
    if (!die)
        return false;
    for (int i = 0; i < dice && f->n_multiplied < (int)sizeof f->multiplied; i++) {
        f->multiplied[f->n_multiplied++] = die[i];
        f->hits += dice_read(die[i], row->building_sides);
    }
    return true;
}

/* One weapon of the unit, whatever stands between (flak.sight): 5+, pins alone count, six and six again where that is over 6. */
static bool shoot_slot(struct decision *d, const struct unit *u, const struct carried *c,
                       struct flak_fire *f)
{
    const struct weapon *w = &d->rs->weapon[c->weapon];
    int shots = ruleset_shots(d->rs, w, unit_specials(d->rs, d->g, u)) * c->count, hit = 0;
    const signed char *die;

    die = take_roll(d, "flak", u->id, shots, f->need, "flak.hit", f->double_six
                        ? "%d dice of flak by %s: 6 and 6 again" : "%d dice of flak by %s at %d+",
                    shots, u->name, f->need);
    if (!die)
        return false;
    f->dice += shots;
    for (int i = 0; i < shots && f->n_rolled < (int)sizeof f->rolled; i++) {
        f->rolled[f->n_rolled++] = die[i];
        hit += die[i] >= (f->double_six ? 6 : f->need);
    }
    if (f->double_six && hit) {
        int sixes = hit;
        die = take_roll(d, "flak-again", u->id, sixes, 6, "shoot.hit.nigh-impossible",
                        "%d six%s again", sixes, sixes == 1 ? "" : "es");
        if (!die)
            return false;
        for (hit = 0; sixes > 0; sixes--, die++) {
            hit += *die == 6;
            if (f->n_again < (int)sizeof f->again)
                f->again[f->n_again++] = *die;
        }
    }
    struct tries t = {0};
    tries_add(&t, shots, f->double_six ? chance_six_six() : chance_d6_at_least(f->need));
    note_tries(d, u->id, LUCK_HIT, hit, &t);
    f->shots_hit += hit;
    if (w->he)
        return multiply(d, u, hit, w->he, f);
    f->hits += hit;
    return true;
}

static bool one_unit(struct decision *d, struct unit *u, int side, struct flak_fire *f)
{
    struct facts facts;
    struct score s;

    *f = (struct flak_fire){.unit = u->id, .friendly = u->side == side};
    if (f->friendly && !hold_fire(d, u, f))
        return false;
    f->rule = f->held ? "flak.friendly-hold"
        : u->hidden   ? "flak.hidden-lost"
        : f->friendly ? "flak.friendly-fail"
        : u->order == ORDER_AMBUSH ? "flak.ambush-kept"
                                   : "flak.outside-turn";
    if (f->held)
        return true;
    unit_facts(&facts, d->rs, d->g, u);
    score_flak(&s, d->rs, &facts);
    f->need = s.need;
    f->double_six = s.double_six;
    for (int i = 0; i < u->n_carried; i++)
        if (slot_is_flak(d, u, &u->carried[i]) && !shoot_slot(d, u, &u->carried[i], f))
            return false;
    if (u->hidden)
        emit_text(d, EV_SET, u->id, 0, 0, "hidden no"); /* flak.hidden-lost */
    if (d->g->dark)
        emit_text(d, EV_SET, u->id, 0, 0, "flash yes"); /* night.muzzle: a plane called by day */
    return true;
}

bool fire_flak(struct decision *d, int side, struct parts *parts, struct arrival *a)
{
    bool any = false;
    const char *list;
    struct unit *u;

    for (int i = 0; i < d->g->n_units; i++)
        any = any || (!d->g->unit[i].destroyed && has_flak(d, &d->g->unit[i]));
    if (!any && !facts_has(&d->f, F_FLAK))
        return true;
    if (!may_know(d, F_FLAK, "flak.enemy-auto", "the plane's marker lies %d\" from %s; flak of "
                  "both sides in range and arc? (names, or Enter for none)",
                  number_of(d->rs, NUM_PLANE_DISTANCE), plane_aim(d, a)))
        return false;
    bool cut = facts_has(&d->f, F_FLAK) && strchr(d->f.text[F_FLAK], '/');
    list = list_part(&d->f, F_FLAK, cut ? parts->flak++ : 0);
    for (;;) {
        if (!strike_next(d, &list, &u))
            return false;
        if (!u)
            break;
        if (!has_flak(d, u) && !forbid(d, "flak.enemy-auto", "%s has no flak", u->name))
            return false;
        if (!must_be_there(d, u))
            return false;
        for (int i = 0; i < a->n_flak; i++)
            if (a->flak[i].unit == u->id)
                return diag_usage(&d->diag, "flak= names %s twice", u->name);
        if (a->n_flak == FLAK_UNITS)
            return diag_usage(&d->diag, "flak= names more than %d units", FLAK_UNITS);
        struct flak_fire *f = &a->flak[a->n_flak++];
        if (!one_unit(d, u, side, f))
            return false;
        a->flak_hits += f->hits;
    }
    a->shot_down = a->flak_hits >= number_of(d->rs, NUM_FLAK_HITS);
    return true;
}
