/* Rolling to hit (chapter Shooting: Roll to Hit, Nigh Impossible Shots). */
#include "base/buf.h"
#include "game/fire_steps.h"
#include "game/tries.h"

#include <stdio.h>
#include <string.h>

/* Says the dice of each group: "8 dice at 5+" or "4 LMG at 5+, then 7 rifle at 6+". */
static void say_dice(const struct decision *d, const struct shot *s, char *text, size_t size)
{
    struct buf b = {0};
    int need = 0;
    bool same = true;

    for (int i = 0; i < s->n; i++) {
        if (!s->group[i].dice)
            continue;
        same = same && (!need || need == s->group[i].hit.need);
        need = s->group[i].hit.need;
    }
    if (same) {
        buf_addf(&b, "%d to hit at %s", shot_dice(s), need > 6 ? "6 and 6 again" : "");
        if (need <= 6)
            buf_addf(&b, "%d+", need);
    }
    for (int i = 0; !same && i < s->n; i++) {
        const struct shot_group *g = &s->group[i];
        if (!g->dice)
            continue;
        buf_addf(&b, "%s%d %s at ", b.len ? ", then " : "to hit: ", g->dice,
                 d->rs->weapon[g->weapon].name);
        if (g->hit.need > 6)
            buf_add(&b, "6 and 6 again");
        else
            buf_addf(&b, "%d+", g->hit.need);
    }
    snprintf(text, size, "%s", buf_text(&b));
    buf_free(&b);
}

static void begin_groups(const struct shot *s, struct fire_result *r)
{
    for (int i = 0; i < s->n; i++) {
        const struct shot_group *from = &s->group[i];
        r->group[r->n_groups++] = (struct fire_group){
            .slot = from->slot, .weapon = from->weapon, .count = from->count, .dice = from->dice,
            .kind = from->kind, .indirect = from->indirect, .score = from->hit,
            .damage = from->damage, .f = from->f, .need = from->hit.need,
            .double_six = from->hit.double_six, .out_of_range = from->hit.out_of_range};
    }
}

/* Sixes of shots that need more than 6 are rolled again (shoot.hit.nigh-impossible). */
static bool roll_again(struct decision *d, struct fire_result *r)
{
    int again = 0;
    const signed char *die;

    for (int i = 0; i < r->n_groups; i++)
        if (r->group[i].double_six)
            again += r->group[i].hits;
    if (!again)
        return true;
    die = take_roll(d, "hit-again", r->unit, again, 6, "shoot.hit.nigh-impossible",
                    "%d six%s again: another 6 hits", again, again == 1 ? "" : "es");
    if (!die)
        return false;
    memcpy(r->again, die, (size_t)again);
    r->n_again = again;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        int sixes = g->double_six ? g->hits : 0;
        for (int k = 0; k < sixes; k++)
            g->hits -= *die++ != 6;
    }
    return true;
}

/* One try a die, a 6 and another 6 being one too. */
static void note_hits(struct decision *d, const struct fire_result *r)
{
    struct tries t = {0};
    int hits = 0;

    for (int i = 0; i < r->n_groups; i++) {
        const struct fire_group *g = &r->group[i];
        hits += g->hits;
        tries_add(&t, g->dice,
                  g->double_six ? chance_six_six() : chance_d6_at_least(g->need));
    }
    note_tries(d, r->unit, LUCK_HIT, hits, &t);
}

/* hits=3 in place of dice: all groups must go on alike. */
static bool summed_hits(struct decision *d, int dice, struct fire_result *r)
{
    int first = -1;

    if (d->f.v[F_HITS] > dice)
        return diag_usage(&d->diag, "hits=%d of %d dice", d->f.v[F_HITS], dice);
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        if (!g->dice)
            continue;
        if (first >= 0 && d->f.v[F_HITS]
            && (g->kind != r->group[first].kind || g->damage.need != r->group[first].damage.need))
            return diag_usage(&d->diag, "hits= does not say which weapons hit, and they go on "
                                        "differently: give the dice");
        if (first < 0)
            first = i;
    }
    r->summed = true;
    if (first >= 0)
        r->group[first].hits = d->f.v[F_HITS];
    emit_text(d, EV_ROLL, r->unit, 0, 0, "hits=%d", d->f.v[F_HITS]);
    note_hits(d, r);
    return true;
}

bool roll_to_hit(struct decision *d, const struct shot *s, struct fire_result *r)
{
    int dice = shot_dice(s), at = 0;
    char text[160];
    struct score common = s->group[0].hit;
    const signed char *die;

    begin_groups(s, r);
    if (facts_has(&d->f, F_HITS))
        return summed_hits(d, dice, r);
    if (!dice)
        return true;
    if (dice > FIRE_FACES)
        return diag_usage(&d->diag, "%d dice are more than one shot can hold", dice);
    say_dice(d, s, text, sizeof text);
    for (int i = 0; i < s->n; i++)
        if (s->group[i].dice && s->group[i].hit.need != common.need)
            common.need = 0;
    die = take_counted(d, "hit", r->unit, dice, &common, F_HITS, "%s", text);
    if (!die)
        return false;
    memcpy(r->to_hit, die, (size_t)dice);
    r->n_to_hit = dice;
    for (int i = 0; i < r->n_groups; i++) {
        struct fire_group *g = &r->group[i];
        g->first = at;
        for (int k = 0; k < g->dice; k++)
            g->hits += die[at++] >= (g->double_six ? 6 : g->need);
    }
    if (!roll_again(d, r))
        return false;
    note_hits(d, r);
    return true;
}
