/* An open game: one intent is decided, made lasting in one transaction, and answered. */
#ifndef ADJUTANT_SESSION_SESSION_H
#define ADJUTANT_SESSION_SESSION_H

#include "game/decide.h"
#include "session/dice.h"
#include "store/game_db.h"
#include "store/rules_db.h"

struct session;

/* What a person may answer when dice are wanted. */
enum reply_kind { REPLY_GIVE_UP, REPLY_FACES, REPLY_VIRTUAL, REPLY_SUMMARY };

struct reply {
    enum reply_kind kind;
    int n;                          /* faces */
    signed char face[FEED_MAX];
    int count, sixes;               /* hits 3; kills 2 sixes 1 */
};

/* Whoever sits at the prompt. NULL functions: nobody does. */
struct asker {
    void *ctx;
    void (*roll)(void *ctx, struct session *s, const struct wanted *w, struct reply *r);
    /* Sets the fact in f, and adds to `said` what was typed; false when it was given up. */
    bool (*fact)(void *ctx, struct session *s, const struct wanted *w, struct facts *f,
                 struct buf *said);
    /* Says why an answer was refused; it is asked for again. */
    void (*again)(void *ctx, struct session *s, const struct diag *d);
    /* Shows a line at once, before anything is asked. */
    void (*tell)(void *ctx, const char *line);
};

struct session {
    int edition;                 /* for questions without a game */
    struct rules_db *rules;      /* opened at the first need */
    const struct ruleset *rs;
    struct game_db *db;          /* NULL without a game */
    const char *absent;          /* the game that was named and is not there, or NULL */
    struct game game;
    bool loaded;                 /* game holds what the tables say */
    bool reader;                 /* it never writes */
    bool settled;                /* settings were read */
    bool virtual_dice, tutor;
    double cm;                   /* centimetres that count as an inch */
    int compass;                 /* how directions are told: 0 clock, 1 degrees, 2 arrow */
    bool keyed;
    unsigned char key[DICE_KEY];
    struct asker asker;
    int n_queue;                 /* typed dice that wait, when no game is open */
    signed char queue[QUEUE_MAX];
};

void session_init(struct session *s, int edition);

/* Closes everything; `tidy` as in game_db_close(). */
void session_close(struct session *s, bool tidy);

/* Opens a game, or makes one, in place of the one that is open. */
bool session_open(struct session *s, const char *path, struct diag *d);
bool session_create(struct session *s, const char *path, int edition, const char *scenario,
                    struct diag *d);

/* Opens the game of s once more in `reader`, which never writes; false with the complaint, also
   when s has no game. The caller closes it, also after false. */
bool session_reader(const struct session *s, struct session *reader, struct diag *d);

/* The edition's rules: the game's, or the one asked for. NULL with the complaint. */
const struct ruleset *session_rules(struct session *s, struct diag *d);

/* Brings the record up to date with what anybody wrote; false with the complaint, also when
   no game is open. */
bool session_refresh(struct session *s, struct diag *d);

/* Decides `decide` with these facts and makes it lasting. `command` is the intent's words.
   says writes the answer's line for the log. The decision is the caller's to clear with
   session_done(), also after false. */
struct doing {
    bool (*decide)(struct decision *d, void *args);
    void (*says)(const struct decision *d, const void *args, struct buf *b);
    void *args;
    const char *command;
};

bool session_do(struct session *s, const struct doing *what, struct decision *d);
void session_done(struct decision *d);

/* The game's own settings. */
void session_settle(struct session *s);
bool session_set(struct session *s, const char *name, const char *value, struct diag *d);

/* Typed dice that wait: the game's, or this session's without one. Each of the last three is
   one step that another terminal cannot come between. */
bool session_queue(struct session *s, signed char *faces, int *n, struct diag *d);
bool session_queue_add(struct session *s, const signed char *faces, int n, struct diag *d);
bool session_queue_clear(struct session *s, struct diag *d);
bool session_queue_take(struct session *s, signed char *faces, int most, int *n, struct diag *d);

/* Adds a player's word to the seed of the virtual dice. */
bool session_add_word(struct session *s, const char *word, struct diag *d);

/* Whether virtual dice may still fall: not once finish has shown the seed. */
bool session_may_roll(struct session *s, struct diag *d);

/* Place `index` of the game's stream of virtual dice. */
int session_virtual(struct session *s, int index, int n);

#endif
