/* Spotting in the dark. */
#include "game/night.h"

#include <string.h>

bool spot_target(struct decision *d, const struct unit *u, const struct unit *target,
                 double inches, struct spotting *s)
{
    struct facts f, known;
    const signed char *die;

    s->seen = true;
    if (!d->g->dark)
        return true;
    facts_init(&f);
    facts_set_range(&f, inches);
    if (facts_has(&d->f, F_SMALL))
        facts_set(&f, F_SMALL, d->f.v[F_SMALL]);
    facts_set(&f, F_FLASH, d->f.v[F_FLASH] || target->flash); /* night.fires is the table's to say */
    facts_init(&known);
    unit_target_facts(&known, d->rs, d->g, target);
    facts_merge(&f, &known);
    score_spot(&s->score, d->rs, &f);
    die = take_roll(d, "spot", u->id, 2, 0, "night.spotting.roll",
                    "does %s make out %s? 2 dice%s%d reach %d\"", u->name, target->name,
                    s->score.ruling.sum < 0 ? " " : " +", s->score.ruling.sum, s->score.need);
    if (!die)
        return false;
    s->taken = true;
    memcpy(s->rolled, die, 2);
    s->total = die[0] + die[1] + s->score.ruling.sum;
    if (s->total < number_of(d->rs, NUM_SIGHT_LEAST))
        s->total = number_of(d->rs, NUM_SIGHT_LEAST);
    s->inches = s->score.need;
    s->seen = s->total >= inches;
    return true;
}

bool decide_night(struct decision *d, enum night kind)
{
    if (d->g->phase != GAME_SETUP
        && !forbid(d, "night.chart", "the light is agreed before turn 1"))
        return false;
    emit(d, EV_NIGHT, 0, (int)kind, kind != NIGHT_NONE && kind != NIGHT_LONGEST_DAY);
    return finish(d);
}
