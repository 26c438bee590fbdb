/* odds assault: what an assault promises, as an answer. */
#ifndef ADJUTANT_CMD_ASSAULT_ODDS_H
#define ADJUTANT_CMD_ASSAULT_ODDS_H

#include "cmd/answer.h"

/* The whole answer, between two units of the game or of facts alone. */
bool assault_odds(struct cmd *c, struct call *call);

/* One line or object of compare=, with the facts of this option. */
bool assault_odds_option(struct cmd *c, struct call *call, const struct facts *f,
                         const char *word);

/* For a person, after a Run that declared an assault: one faint line if fire may meet it. */
void assault_hint(struct cmd *c, const struct unit *u, const struct facts *said);

#endif
