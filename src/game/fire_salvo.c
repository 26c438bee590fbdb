/* The salvo of a multiple launcher: every enemy near its first template is a target too. */
#include "game/fire_steps.h"

#include <stdio.h>
#include <string.h>

static bool is_launcher(const struct decision *d, int weapon)
{
    return d->rs->weapon[weapon].bits & WEAPON_LAUNCHER;
}

/* The next name of a list, as a living unit; *u is NULL at the end of the list. */
static bool next_unit(struct decision *d, const char **list, struct unit **u)
{
    char name[NAME_LEN];

    *u = NULL;
    *list += strspn(*list, ", ");
    size_t n = strcspn(*list, ", ");
    if (!n)
        return true;
    snprintf(name, sizeof name, "%.*s", (int)n, *list);
    *list += n;
    if (strcasecmp(name, "none") == 0)
        return next_unit(d, list, u);
    *u = game_find(d->g, name, &d->diag);
    return *u && must_live(d, *u);
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
        return true;
    if (!may_know(d, F_NEAR, "launcher.targets",
                  "other units within %d\" of the first template, friend or foe (names, or Enter "
                  "for none)?", number_of(d->rs, NUM_LAUNCHER_REACH)))
        return false;
    const char *list = facts_has(&d->f, F_NEAR) ? d->f.text[F_NEAR] : "";
    for (;;) {
        if (!next_unit(d, &list, &u))
            return false;
        if (!u)
            return true;
        if (u->side == firer->side) {
            r->spoilt_by = u->id; /* launcher.friends: the shot is lost */
            g->dice = 0;
            return true;
        }
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
        if (range < w->min_range || range > w->indirect_range)
            continue; /* launcher.minimum */
        const signed char *die = take_roll(d, "hit", r->unit, 1, g->need, "launcher.resolve",
                                           "the salvo at %s: %d+", u->name, g->need);
        if (!die)
            return false;
        o->rolled = *die;
        o->hit = *die >= g->need;
    }
    return true;
}
