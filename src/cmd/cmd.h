/* The command language: one table of commands, the same at the prompt, in batch and as
   arguments. Includes nothing of the terminal; text answers carry style marks that whoever
   prints them turns into colour or drops. */
#ifndef ADJUTANT_CMD_CMD_H
#define ADJUTANT_CMD_CMD_H

#include "base/words.h"
#include "session/session.h"

/* Style marks in text answers; each holds until the next. */
#define STYLE_PLAIN "\001"
#define STYLE_STRONG "\002" /* the score, the result */
#define STYLE_FAINT "\003"  /* rule ids, what did not apply */
#define STYLE_GOOD "\004"
#define STYLE_BAD "\005"

/* Exit statuses (contract, 1). */
enum { EXIT_DONE, EXIT_REFUSED, EXIT_USAGE, EXIT_STORAGE };

struct cmd {
    struct session s;
    bool json;
    bool person;       /* somebody looks at a screen: bars are drawn, hints are given */
    int width;         /* columns of the screen or the page */
    bool leave;        /* quit was said */
    struct {
        int turn;      /* to which this belongs */
        unsigned told; /* a bit for each lesson of cmd/tutor.c */
    } tutor;
    struct {           /* whoever shows the game as it changes; NULL where nobody can */
        void *ctx;
        bool (*run)(void *ctx, struct cmd *c); /* false with the complaint in c->diag */
    } viewer;
    const char *force; /* the reason, while a command runs under `force` */
    int n_kept;        /* answers to questions, kept while facts point into them */
    char **kept;
    struct buf out;    /* the answer of the last command, complete with its line end */
    struct diag diag;  /* its complaint; in JSON out holds it too */
};

/* What the next word of a command may be. */
enum slot {
    SLOT_END, SLOT_UNIT, SLOT_TARGET, SLOT_SIDE, SLOT_ORDER, SLOT_NAME, SLOT_TYPE, SLOT_QUALITY,
    SLOT_NUMBER, SLOT_KIND, SLOT_FILE, SLOT_WORDS, SLOT_COMMAND, SLOT_SETTING
};

enum { MAX_SLOTS = 6 };

struct command;
struct call;

/* One command: what help, completion, the man page and the dispatcher know of it. */
struct command {
    const char *name, *alias;  /* alias may be NULL */
    const char *usage;         /* arguments, without the name */
    const char *summary;       /* one line */
    const char *rule;          /* where the book has it, or NULL */
    enum slot slot[MAX_SLOTS]; /* positional words, in order */
    fact_set facts;            /* facts that it takes */
    const char *group;         /* heading in help */
    const char *more;          /* what help says beyond the summary; may be NULL */
    bool (*run)(struct cmd *c, struct call *call);
};

extern const struct command commands[];
extern const int n_commands;

/* Runs one command given as words (the first is its name); fills out and diag. Returns the
   exit status. An empty line is done and answers nothing. */
int cmd_run(struct cmd *c, int n, char **word);

/* Splits a line and runs it. */
int cmd_line(struct cmd *c, const char *line);

/* The command named by name, alias, or unique beginning; NULL with the complaint. */
const struct command *cmd_find(const char *name, struct diag *d);

/* Calls back with every word that can stand where `typed` (the part of the last word before the
   cursor) begins, given the words before it. */
void cmd_complete(struct cmd *c, int n, char **before, const char *typed,
                  void (*each)(void *ctx, const char *word), void *ctx);

/* What the next word or fact would be, as a faint hint ("UNIT ORDER"); may be "". */
void cmd_hint(struct cmd *c, int n, char **before, struct buf *b);

/* The prompt: turn, whose die it is, what is left in the bag. Ends in "> ". */
void cmd_prompt(struct cmd *c, struct buf *b);

/* A question of a procedure as one line, without the final "? ". */
void cmd_question(struct cmd *c, const struct wanted *w, struct buf *b);

/* What the rule behind a question says, for "?" at it. */
void cmd_explain(struct cmd *c, const char *rule, struct buf *b);

/* Reads an answer to a wanted roll: "5 3 6", "536", "5,3,6", "hits 3", "3 hits", "kills 2
   sixes 1", "" for virtual dice, "v". False with the complaint in one line. */
bool cmd_read_roll(const struct wanted *w, const char *line, struct reply *r, struct diag *d);

/* Reads an answer to a wanted fact, which may bring others along ("14 soft"). */
bool cmd_read_fact(struct cmd *c, const struct wanted *w, const char *line, struct facts *f,
                   struct diag *d);

/* A complaint as one clean line, with its rules. */
void cmd_refusal(const struct diag *d, struct buf *b);

/* The same of the command that was refused; or as JSON. Ends in a line end. */
void cmd_complaint(struct cmd *c, const char *command, struct buf *b);

/* Releases everything. */
void cmd_close(struct cmd *c, bool tidy);

#endif
