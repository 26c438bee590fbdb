/* Scores and odds as answers: in JSON, and as the few lines that a player reads. */
#ifndef ADJUTANT_CMD_ANSWER_H
#define ADJUTANT_CMD_ANSWER_H

#include "cmd/call.h"
#include "game/shot.h"

/* Opens the JSON object of an answer: {"ok":true,"command":"need" */
void answer_open(struct cmd *c, const char *command);
void answer_close(struct cmd *c);

/* The fields of a score, without braces. */
void answer_score(struct cmd *c, const struct ruleset *rs, const struct score *s,
                  const struct facts *f);

/* "modifiers":[...] of a score. */
void answer_modifiers(struct buf *b, const char *key, const struct ruling *r);

/* "5+", "6, then 6", "7 or less". */
void score_words(struct buf *b, const struct score *s);

/* "out of range (72")" or "under its minimum of 12"": why a shot cannot hit. */
void range_words(struct buf *b, const struct ruleset *rs, const struct score *s,
                 const struct facts *f);

/* "out_of_range", and "under_minimum" where that is why. */
void answer_range(struct buf *b, const struct score *s);
/* "superficial_on":[...],"full_on":[...],"massive_on":[...]: natural faces that a degree of damage
   on a vehicle comes of. */
typedef enum damage_degree degree_fn(const struct score *, const struct ruleset *,
                                     const struct facts *, int face);
void answer_degrees(struct buf *b, const struct ruleset *rs, const struct score *s,
                    const struct facts *f, degree_fn *degree_of);

/* "superficial on 3, full on 4 5, massive on 6", as a line; nothing where no face does damage. */
void degree_lines(struct cmd *c, const struct ruleset *rs, const struct score *s,
                  const struct facts *f, degree_fn *degree_of);

/* The score as a player reads it: the score and its chance; the sum; each modifier with its
   rule; what did not apply and why. */
void score_text(struct cmd *c, const struct ruleset *rs, const struct score *s,
                const struct facts *f);

/* "3+ -1 long range, over 12" -1 soft cover = 5+" */
void score_sum(struct buf *b, const struct ruleset *rs, const struct score *s,
               const struct facts *f);

/* {"mean":...,"dist":[...]} under a key. */
void answer_dist(struct buf *b, const char *key, const struct dist *d);

/* Fields of a volley's odds; and its text. */
void answer_volley(struct cmd *c, const struct volley *v);
void volley_text(struct cmd *c, const struct volley *v, int models, bool brief);

void answer_wreck(struct cmd *c, const struct wreck *w);
void wreck_text(struct cmd *c, const struct wreck *w, bool brief);

/* "unused":[...] and the like: facts that were said and had no part in the answer. */
void answer_unused(struct cmd *c, const struct call *call);

/* Adds faces as [1,2,3] under a key. */
void answer_faces(struct buf *b, const char *key, const signed char *face, int n);

/* Adds text wrapped to the page's width, later lines indented. */
void wrap(struct cmd *c, int indent, const char *text);

/* The same on a line that stands at column `at` already. */
void wrap_on(struct cmd *c, int at, int indent, const char *text);

/* A line with its rule behind it, as wide as the page allows. */
void wrap_rule(struct cmd *c, const char *text, const char *rule);

/* A chance as a player says it: 33%, 2.8%, under 0.1%. */
void chance_words(struct buf *b, double p);

#endif
