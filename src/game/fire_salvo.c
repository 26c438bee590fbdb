/* The salvo of a multiple launcher: every enemy near its first template is a target too. */
#include "game/fire_steps.h"

#include "game/tries.h"

#include <stdio.h>
#include <string.h>

static bool is_launcher(const struct decision *d, int weapon)
{
    return d->rs->weapon[weapon].bits & WEAPON_LAUNCHER;
}

/* Every other target may go Down like the first (react.down); its hits are halved then. */
static bool others_drop(struct decision *d, struct fire_result *r)
{
    bool any = false;
    struct unit *u;

    for (int i = 0; i < r->n_others; i++)
        any = any || can_go_down(d, game_unit(d->g, r->other[i].unit));
    if (any && !r->ambush
        && !may_know(d, F_DOWN, "react.down",
                     "which of the other targets go Down (names, or Enter for none)?"))
        return false;
    const char *list = facts_has(&d->f, F_DOWN) ? d->f.text[F_DOWN] : "";
    for (;;) {
        struct fire_other *o = NULL;
        if (!next_unit(d, &list, &u))
            return false;
        if (!u)
            return true;
        if (u->id == r->target && r->reacted_down)
            continue;
        for (int i = 0; i < r->n_others; i++)
            if (r->other[i].unit == u->id)
                o = &r->other[i];
        if (!o)
            return diag_refused(&d->diag, "react.down",
                                u->id == r->target ? "say react=down of %s, the first target"
                                                   : "%s is no target of the salvo (near=)",
                                u->name);
        if (!o->dropped && !drop_unit(d, u, r->ambush))
            return false;
        o->dropped = true;
    }
}

/* down= is of a salvo's other targets: of a single target it is react=down. */
static bool down_is_said(struct decision *d)
{
    return facts_has(&d->f, F_DOWN)
        && !diag_refused(&d->diag, "react.down", "down= names units near a salvo's first target; "
                         "of the target itself say react=down");
}

bool salvo_begins(struct decision *d, struct shot *s, struct fire_result *r)
{
    const struct unit *firer = game_unit(d->g, r->unit);
    struct shot_group *g = NULL;
    struct unit *u;

    for (int i = 0; i < s->n; i++)
        if (is_launcher(d, s->group[i].weapon))
            g = &s->group[i];
    if (!g || r->at_spotter)
        return !down_is_said(d);
    if (!may_know(d, F_NEAR, "launcher.targets",
                  "other units within %d\" of the first template, friend or foe (names, or Enter "
                  "for none)?", number_of(d->rs, NUM_LAUNCHER_REACH)))
        return false;
    const char *list = facts_has(&d->f, F_NEAR) ? d->f.text[F_NEAR] : "";
    for (;;) {
        if (!next_unit(d, &list, &u) || (u && !must_live(d, u)))
            return false;
        if (!u)
            return others_drop(d, r);
        if (u->side == firer->side) {
            r->spoilt_by = u->id; /* launcher.friends: the shot is lost */
            g->dice = 0;
            return true;
        }
        if (u->reserve && !forbid(d, "reserve.turn-1", "%s is still in reserve, off the table",
                                  u->name))
            return false;
        if (u->id == r->target || u->aboard || r->n_others == FIRE_OTHERS)
            continue; /* who is aboard a vehicle is no target */
        r->other[r->n_others++] = (struct fire_other){.unit = u->id, .in_salvo = true};
    }
}

bool salvo_rolls(struct decision *d, struct fire_result *r)
{
    const struct fire_group *g = NULL;

    if (r->spoilt_by)
        r->n_others = 0;
    for (int i = 0; i < r->n_groups; i++)
        if (is_launcher(d, r->group[i].weapon))
            g = &r->group[i];
    for (int i = 0; g && i < r->n_others; i++) {
        struct fire_other *o = &r->other[i];
        const struct unit *u = game_unit(d->g, o->unit);
        double range = facts_part(&d->f, F_RANGE, u->name, g->f.range);
        const struct weapon *w = &d->rs->weapon[g->weapon];
        o->too_near = range < w->min_range;
        if (o->too_near || range > w->indirect_range)
            continue; /* launcher.minimum */
        const signed char *die = take_roll(d, "hit", r->unit, 1, g->need, "launcher.resolve",
                                           "the salvo at %s: %d+", u->name, g->need);
        if (!die)
            return false;
        o->rolled = *die;
        o->hit = *die >= g->need;
        note_dice(d, r->unit, LUCK_HIT, o->hit, 1, g->need);
    }
    return true;
}
