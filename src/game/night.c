/* Spotting in the dark. */
#include "game/night.h"

#include <stdio.h>
#include <string.h>

/* lit.NAME= may shorten the name as a command may. */
static bool is_lit(const struct game *g, const struct unit *u, const struct facts *said)
{
    struct diag quiet = {0};

    for (int i = 0; i < said->n_parts; i++)
        if (said->part[i].key == F_LIT && game_find(g, said->part[i].of, &quiet) == u)
            return said->part[i].value != 0;
    return false;
}

void spot_facts(struct facts *f, const struct ruleset *rs, const struct game *g,
                const struct unit *target, double inches, bool aimed, const struct facts *said)
{
    static const enum fact of_target[] = {F_SMALL, F_FLASH, F_LIT, F_TARGET_ORDER};
    struct facts known;

    facts_init(f);
    facts_set_range(f, inches);
    for (size_t i = 0; aimed && i < sizeof of_target / sizeof *of_target; i++)
        if (facts_has(said, of_target[i]))
            facts_set(f, of_target[i], said->v[of_target[i]]);
    facts_init(&known);
    unit_target_facts(&known, rs, g, target);
    facts_set(&known, F_FLASH, target->flash);
    facts_set(&known, F_LIT, is_lit(g, target, said));
    facts_merge(f, &known);
}

/* Every lit.NAME= must be a unit of the game. */
static bool lit_agrees(struct decision *d)
{
    for (int i = 0; i < d->f.n_parts; i++)
        if (d->f.part[i].key == F_LIT && !game_find(d->g, d->f.part[i].of, &d->diag))
            return false;
    return true;
}

bool spot_target(struct decision *d, const struct unit *u, const struct unit *target,
                 double inches, bool aimed, struct spotting *s)
{
    struct facts f;
    const signed char *die;
    char sum[16] = "";

    s->seen = true;
    if (!d->g->dark)
        return true;
    if (!lit_agrees(d))
        return false;
    spot_facts(&f, d->rs, d->g, target, inches, aimed, &d->f);
    score_spot(&s->score, d->rs, &f);
    if (s->score.ruling.sum)
        snprintf(sum, sizeof sum, " %+d", s->score.ruling.sum);
    die = take_roll(d, "spot", u->id, 2, 0, "night.spotting.roll",
                    "does %s make out %s? 2 dice%s reach %d\"", u->name, target->name, sum,
                    s->score.need);
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

static bool agreed_now(struct decision *d)
{
    return d->g->phase == GAME_SETUP
        || forbid(d, "night.chart", "the light is agreed before turn 1");
}

static void begin_night(struct decision *d, enum night kind)
{
    emit(d, EV_NIGHT, 0, (int)kind, kind != NIGHT_NONE && kind != NIGHT_LONGEST_DAY);
}

const char *night_rule(enum night kind)
{
    static const char *const rule[N_NIGHTS] = {
        [NIGHT_FIGHT] = "night.type.night-fight", [NIGHT_FLARE] = "night.type.flare",
        [NIGHT_DAWN] = "night.type.dawn-assault", [NIGHT_LONGEST_DAY] = "night.type.longest-day"};

    return rule[kind];
}

bool decide_night(struct decision *d, enum night kind)
{
    if (!agreed_now(d))
        return false;
    begin_night(d, kind);
    return finish(d);
}

bool decide_night_roll(struct decision *d, struct night_roll *r)
{
    const signed char *die;
    int kind;

    if (!agreed_now(d))
        return false;
    die = take_roll(d, "night", 0, 1, 0, "night.chart", "what kind of night is it? a D6");
    if (!die)
        return false;
    r->die = *die;
    kind = word_index(night_word, N_NIGHTS, ruleset_chart(d->rs, "night", *die)->result);
    r->choice = kind < 0;
    r->kind = r->choice ? (enum night)d->g->night : (enum night)kind;
    if (!r->choice)
        begin_night(d, r->kind);
    return finish(d);
}
