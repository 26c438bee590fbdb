/* Events: what happened, one step each. The log of them is the truth. */
#ifndef ADJUTANT_GAME_EVENT_H
#define ADJUTANT_GAME_EVENT_H

#include "base/buf.h"
#include "game/state.h"

enum event_kind {
    EV_GAME,      /* a edition; text scenario */
    EV_SIDE,      /* a side; text "name army" */
    EV_UNIT,      /* unit; a side; text the description, see unit_describe() */
    EV_TURN,      /* a turn: begins, dice go into the bag */
    EV_DRAW,      /* a side; b 1 when virtual; a die drawn before goes back */
    EV_ORDER,     /* unit; a order that the die now shows, b order asked for, -1 for a reaction */
    EV_FACE,      /* unit; a order: the die on the table is turned over */
    EV_PINS,      /* unit; a pins now, b change */
    EV_LOSE,      /* unit; a slot of the weapon or -1, b enum loss: one model falls */
    EV_MODELS,    /* unit; a models now: put right, no casualty */
    EV_DESTROYED, /* unit; a 1 when its pins routed it; text why */
    EV_ABANDONED, /* unit: a gun without crew, its die stays beside it; a 0: it is crewed again */
    EV_FIRED,     /* unit; a target, b the slots that fired, a bit each; text the turret gun's arc or -,
                     then the pins and losses of the target, and seen where it was made out
                     in the dark; or unseen, spoilt: nothing was fired */
    EV_RANGED,    /* unit; a slot, b target; text "shots zeroed": what a weapon has learnt */
    EV_LOADED,    /* unit; a enum ammo: the round in the gun */
    EV_JAMMED,    /* unit; a arcs into which the turret still fires */
    EV_SPENT,     /* unit; a slot, b how many one-shot weapons are used up */
    EV_QUALITY,   /* unit; a quality now */
    EV_SPECIAL,   /* unit; a 1 gained, 0 lost; text the special rule */
    EV_MOVED,     /* unit; a tenths of an inch, b right-angle turns */
    EV_VICTIM,    /* unit; a id of the friend it must fire at, 0 when that is over */
    EV_WAITING,   /* unit: it may now take its shot at the turn's end; a 0 when that is over */
    EV_KEEP,      /* unit: its die stays on the table */
    EV_RETURN,    /* unit: its die goes back */
    EV_ENDING,    /* the turn's end has begun */
    EV_END,       /* a turn: is over */
    EV_SET,       /* unit; text "key value" */
    EV_ROLL,      /* unit; a score wanted, text "purpose faces": v behind a virtual face */
    EV_TRIED,     /* unit that threw; a how many succeeded, b of how many; text "kind tries" */
    EV_TERRAIN,   /* a cover, b dense; text "name ground" */
    EV_SMOKE,     /* a inches across; text the place; 0 inches: all smoke is gone */
    EV_AIM,       /* unit; a shots in a row, b zeroed; text the place */
    EV_CREW,      /* unit; a men now: crew came or went */
    EV_ABOARD,    /* unit; a id of its carrier, 0 when it leaves; b 1 when it was put out */
    EV_INSIDE,    /* unit; a floor of a building, 0 outside; text the building */
    EV_CHARGE,    /* unit; a id of the enemy that its Run assaults, 0 when that is over */
    EV_LEADS,     /* unit: an officer's order succeeded, he may give extra ones */
    EV_SNAP,      /* unit: an officer; a id of the unit that he calls to action */
    EV_CALL,      /* unit: an observer; a enum call_kind, b id of the target; text the place */
    EV_TOKEN,     /* a number of the call, b id of its target now; text where its token lies now */
    EV_ARRIVED,   /* a number of the call: it has come; b 1 its target is gone, 2 flak stopped it */
    EV_DUE,       /* a the next step of what is due before the first die; -1: all is done */
    EV_NIGHT,     /* a enum night, b 1 when it is dark now */
    EV_OBJECTIVE, /* a side that holds it, -1 nobody; text its name */
    EV_OVER,      /* a turn: the scenario ends the game with it */
    EV_NOTE,      /* unit or 0; text: a ruling, a reason */
    EV_FINISH,
    N_EVENTS
};

extern const char *const event_word[N_EVENTS];

enum loss { LOSS_MAN, LOSS_LEADER, LOSS_LOADER };

enum { EVENT_TEXT = 320 };

struct event {
    enum event_kind kind;
    int unit, a, b;
    char text[EVENT_TEXT];
};

/* A growing list of events; start from {0}. */
struct events {
    int n, cap;
    struct event *event;
};

struct event *events_add(struct events *list, enum event_kind kind, int unit, int a, int b);
void events_free(struct events *list);

/* Changes the state as one event says. Never decides anything; an event of an unknown unit,
   a broken description or a number out of all range gives false. */
bool event_apply(struct game *g, const struct ruleset *rs, enum event_kind kind, int unit, int a,
                 int b, const char *text);

/* Writes a unit as the text of EV_UNIT, and reads it back; false when it is broken. */
void unit_describe(const struct ruleset *rs, const struct unit *u, char *text, size_t size);
bool unit_undescribe(struct unit *u, const struct ruleset *rs, const char *text);

/* Special rules, and the guns that a vehicle tows, by their ids with commas: read back by
   specials_parse() and tows_parse(). */
void specials_add(struct buf *b, const struct ruleset *rs, uint64_t specials);
void tows_add(struct buf *b, const struct ruleset *rs, uint64_t tows);

/* Sets one of the things that `show` shows from text; false when there is no such thing or
   the value does not fit, with the complaint. */
bool unit_set(struct unit *u, const struct ruleset *rs, const char *key, const char *value,
              struct diag *d);

#endif
