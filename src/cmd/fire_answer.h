/* Shooting as answers, for fire and for what fires within other commands. */
#ifndef ADJUTANT_CMD_FIRE_ANSWER_H
#define ADJUTANT_CMD_FIRE_ANSWER_H

#include "cmd/play.h"
#include "game/fire.h"

/* The fields of a fire's answer, without braces. */
void answer_fire(struct cmd *c, const struct fire_result *r);

/* A spotting roll at night. */
void answer_spotting(struct buf *b, const char *key, const struct spotting *s);

/* "not made out in the dark, 8 for 10"." */
void spotting_words(const struct spotting *s, struct buf *b);

/* The dice of a spotting roll as a faint line; nothing when none was made. */
void spotting_line(struct cmd *c, const struct spotting *s);

/* A fire as one or two sentences, most important first. */
void fire_words(const struct game *g, const struct fire_result *r, struct buf *b);

/* Its groups and damage as faint lines under the result. */
void fire_lines(struct cmd *c, const struct fire_result *r);

/* Those who were aboard a vehicle or in a building that was struck: " Rangers: 4 hits, ..." and
   "passengers":[...]. told: a unit of which it was said already that it is destroyed, or 0. */
void passenger_words(const struct game *g, const struct passengers *list, int told,
                     struct buf *b);
void answer_passengers(struct cmd *c, const char *key, const struct passengers *list);

/* A morale check or null; the results on a vehicle; a degree of damage as a word. */
void answer_check(struct buf *b, const char *key, const struct check_result *check);
void answer_effects(struct buf *b, const char *key, const struct effects *list);
const char *answer_degree(enum damage_degree degree);

/* A faint line each: the die, the result, the turret; behind the name of whose they are. */
void effect_lines(struct cmd *c, const char *whose, const struct effects *list);

/* ", stunned, turret jammed" */
void effect_words(struct buf *b, const struct effects *e);

#endif
