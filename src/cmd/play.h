/* What the commands that change the record share. */
#ifndef ADJUTANT_CMD_PLAY_H
#define ADJUTANT_CMD_PLAY_H

#include "cmd/answer.h"
#include "game/orders.h"

/* Decides and makes lasting, under `force` too; d is the caller's to clear (session_done). */
bool play(struct cmd *c, struct call *call, bool (*decide)(struct decision *, void *),
          void (*says)(const struct decision *, const void *, struct buf *), void *args,
          struct decision *d);

/* "bag":{"axis":3,"allied":4}; and "axis 3, allied 4". */
void answer_bag(struct buf *b, const char *key, const struct game *g);
void bag_words(struct buf *b, const struct game *g);

/* "dice":{"axis":{"bag":5,"kept":1,"lost":2,"units":8}}: where every die of every side is; and the
   same of one side in words. */
void bag_count_json(struct buf *b, const char *key, const struct game *g);
void bag_count_words(struct buf *b, const struct game *g, int side);

/* "objectives":{"crossroads":"axis","church":null}, nothing where there are none; and in words. */
void objectives_json(struct buf *b, const char *key, const struct game *g);
void objective_words(struct buf *b, const struct game *g);

/* Prints the log's line of an intent as the answer: strong up to the first full stop. */
void answer_line(struct cmd *c, const char *line);

/* The name of an order as a sentence begins with it: Fire, Advance, ... */
const char *order_title(enum order order);

/* An order as every command answers it that gives one: its line, its fields, the line of its
   test, what it leads to (for a person). */
void order_words(struct buf *b, const struct game *g, const struct order_result *r);
void order_json(struct cmd *c, const struct order_result *r);
void order_test_line(struct cmd *c, const struct call *call, const struct order_result *r);
void order_hint(struct cmd *c, const struct order_result *r, const struct facts *said);

#define ORDER_USED                                                                              \
    (FACTS_DICE | facts_used(PHASE_ORDER) | FACT_BIT(F_VICTIM) | FACT_BIT(F_ENEMY_SEEN)         \
     | FACT_BIT(F_ENEMY_FRONT) | FACT_BIT(F_AMMO) | FACT_BIT(F_ASSAULT) | FACT_BIT(F_BANZAI)  \
     | FACT_BIT(F_RANGE) | FACT_BIT(F_COVER) | FACT_BIT(F_OVER))

/* How many extra orders an officer may still give, for a person. */
void snap_hint(struct cmd *c, const struct unit *officer);

/* Morale that a test would be taken at now. */
int morale_now(struct cmd *c, const struct unit *u);

/* The order of a unit, and whatever else of it is not plain. */
void state_words(struct cmd *c, struct buf *b, const struct unit *u);

/* Lines on what is on the table beside the units, or over it: smoke, calls, the light. */
void table_notes(struct cmd *c);

/* The rolls that are due before the next die is drawn, a line each, or an object each in JSON. */
void due_rolls(struct cmd *c);

bool run_snap(struct cmd *c, struct call *call);
bool run_turn(struct cmd *c, struct call *call);
bool run_objective(struct cmd *c, struct call *call);
bool run_due(struct cmd *c, struct call *call);
bool run_call(struct cmd *c, struct call *call);
bool run_bombard(struct cmd *c, struct call *call);
bool run_night(struct cmd *c, struct call *call);
bool run_draw(struct cmd *c, struct call *call);
bool run_order(struct cmd *c, struct call *call);
bool run_fire(struct cmd *c, struct call *call);
bool run_assault(struct cmd *c, struct call *call);
bool run_end(struct cmd *c, struct call *call);

bool run_mount(struct cmd *c, struct call *call);
bool run_enter(struct cmd *c, struct call *call);
bool run_leave(struct cmd *c, struct call *call);

bool run_dismount(struct cmd *c, struct call *call);

/* Riders get off their mounts: dismount of those who are aboard nothing. */
bool dismount_riders(struct cmd *c, struct call *call);
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
bool run_luck(struct cmd *c, struct call *call);
bool run_watch(struct cmd *c, struct call *call);
bool run_report(struct cmd *c, struct call *call);
bool run_help(struct cmd *c, struct call *call);
bool run_quit(struct cmd *c, struct call *call);

#endif
