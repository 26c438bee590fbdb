/* What the commands that change the record share. */
#ifndef ADJUTANT_CMD_PLAY_H
#define ADJUTANT_CMD_PLAY_H

#include "cmd/answer.h"

/* Decides and makes lasting, under `force` too; d is the caller's to clear (session_done). */
bool play(struct cmd *c, struct call *call, bool (*decide)(struct decision *, void *),
          void (*says)(const struct decision *, const void *, struct buf *), void *args,
          struct decision *d);

/* "bag":{"axis":3,"allied":4}; and "axis 3, allied 4". */
void answer_bag(struct buf *b, const char *key, const struct game *g);
void bag_words(struct buf *b, const struct game *g);

/* Prints the log's line of an intent as the answer: strong up to the first full stop. */
void answer_line(struct cmd *c, const char *line);

bool run_turn(struct cmd *c, struct call *call);
bool run_draw(struct cmd *c, struct call *call);
bool run_order(struct cmd *c, struct call *call);
bool run_fire(struct cmd *c, struct call *call);
bool run_assault(struct cmd *c, struct call *call);
bool run_end(struct cmd *c, struct call *call);

bool run_mount(struct cmd *c, struct call *call);
bool run_dismount(struct cmd *c, struct call *call);
bool run_enter(struct cmd *c, struct call *call);
bool run_leave(struct cmd *c, struct call *call);

bool run_move(struct cmd *c, struct call *call);
bool run_terrain(struct cmd *c, struct call *call);
bool run_smoke(struct cmd *c, struct call *call);
bool run_recrew(struct cmd *c, struct call *call);

bool run_need(struct cmd *c, struct call *call);
bool run_odds(struct cmd *c, struct call *call);
bool run_roll(struct cmd *c, struct call *call);
bool run_rule(struct cmd *c, struct call *call);
bool run_weapon(struct cmd *c, struct call *call);

bool run_new(struct cmd *c, struct call *call);
bool run_open(struct cmd *c, struct call *call);
bool run_side(struct cmd *c, struct call *call);
bool run_unit(struct cmd *c, struct call *call);
bool run_pins(struct cmd *c, struct call *call);
bool run_models(struct cmd *c, struct call *call);
bool run_set(struct cmd *c, struct call *call);
bool run_force(struct cmd *c, struct call *call);
bool run_undo(struct cmd *c, struct call *call);
bool run_redo(struct cmd *c, struct call *call);
bool run_dice(struct cmd *c, struct call *call);
bool run_check(struct cmd *c, struct call *call);
bool run_verify(struct cmd *c, struct call *call);
bool run_finish(struct cmd *c, struct call *call);
bool run_seed(struct cmd *c, struct call *call);

bool run_table(struct cmd *c, struct call *call);
bool run_show(struct cmd *c, struct call *call);
bool run_bag(struct cmd *c, struct call *call);
bool run_log(struct cmd *c, struct call *call);
bool run_report(struct cmd *c, struct call *call);
bool run_help(struct cmd *c, struct call *call);
bool run_quit(struct cmd *c, struct call *call);

#endif
