/* The vocabulary in which rows say when a modifier applies and what it counts. */
#ifndef ADJUTANT_RULES_CONDITION_H
#define ADJUTANT_RULES_CONDITION_H

#include "base/buf.h"
#include "rules/facts.h"

/* Number of a condition's word; `is-X` asks for special rule X. -1 for an unknown word. */
int condition_find(const struct ruleset *rs, const char *word);

bool condition_holds(const struct ruleset *rs, const struct facts *f, int condition);

/* Adds the reason, in words, why a condition holds (or, if it does not, why not). */
void condition_reason(struct buf *b, const struct ruleset *rs, const struct facts *f,
                      int condition);

/* Number of a counter's word (once, pins, pen, officer, ...); -1 for an unknown word. */
int counter_find(const char *word);
int counter_value(const struct ruleset *rs, const struct facts *f, int counter);

/* Adds a row's English, with {range}, {half}, {pins}, ... filled in. */
void condition_fill(struct buf *b, const struct ruleset *rs, const struct facts *f,
                    const char *line);

/* Inches beyond which the weapon cannot reach, and under which it cannot: the scope's,
   those of indirect fire, or the chart's. */
int weapon_reach(const struct ruleset *rs, const struct facts *f);
int weapon_minimum(const struct ruleset *rs, const struct facts *f);

/* The shot goes over the heads: it was said so, or the weapon knows no other way. */
bool shot_is_indirect(const struct facts *f);

/* What is said and cannot matter is put right: plunging fire reaches 12 inches, and from the
   saddle a carbine is a pistol (building.plunging, special.cavalry.weapons). */
void shot_settle(struct facts *f, const struct ruleset *rs);

/* Facts of a shot that cannot be true together (a template under solid shot, a round that the
   weapon does not have, more men under it than there are): false with the rule. */
bool shot_agrees(const struct facts *f, struct diag *d);

/* How much is seen is said of a vehicle only; else false with the rule. */
bool seen_agrees(const struct facts *f, struct diag *d);

/* The round is high explosive. */
bool shot_is_he(const struct facts *f);

/* The side of an armoured target that is struck: flame and indirect fire fall from above. */
enum facing shot_facing(const struct facts *f);

/* The same, with the side told from the other where that was said: left or right. */
enum facing shot_from(const struct facts *f);

#endif
