/* Assaults as answers: what the command shows, by who assaults whom. */
#ifndef ADJUTANT_CMD_CLOSE_ANSWER_H
#define ADJUTANT_CMD_CLOSE_ANSWER_H

#include "cmd/fire_answer.h"
#include "game/assault.h"

/* A vehicle has part in it, on either side, and no rounds were fought with those aboard. */
bool is_on_vehicles(const struct assault_result *r);

/* What came of such an assault, as sentences, the result first. */
void vehicles_words(const struct game *g, const struct assault_result *r, struct buf *b);

/* Its dice and rules as faint lines under the result. */
void vehicles_lines(struct cmd *c, const struct assault_result *r);

/* Its fields: of infantry on a vehicle, of an overrun, of a ram. */
void vehicles_json(struct cmd *c, const struct assault_result *r);

/* One faint line: a sentence, then its rule; close_vehicles.c. */
void close_line(struct cmd *c, const char *text, const char *rule);

/* The same of a fight of men. */
void men_words(const struct game *g, const struct assault_result *r, struct buf *b);
void men_lines(struct cmd *c, const struct assault_result *r);

/* "reaction": the fire that met the charge, or null. */
void answer_meeting(struct cmd *c, const struct meeting *m);

/* need assault: infantry against a vehicle, and the one roll to damage where hits= is said. */
bool need_assault(struct cmd *c, struct call *call);

#endif
