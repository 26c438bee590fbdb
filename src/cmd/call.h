/* One command as it was typed: its positional words resolved, its facts taken. */
#ifndef ADJUTANT_CMD_CALL_H
#define ADJUTANT_CMD_CALL_H

#include "cmd/cmd.h"
#include "game/setup.h"

struct call {
    const struct command *command;
    const struct ruleset *rs;
    struct facts f;
    struct fact_context context;
    fact_set used;              /* facts that the answer looked at */
    int unit, target;           /* ids, 0 when not named */
    int side;                   /* -1 when not named */
    int order, type, quality, kind, number; /* -1 when not named */
    const char *name, *file;    /* NULL when not named */
    int n_rest;                 /* SLOT_WORDS, SLOT_COMMAND: the words from there on */
    char **rest;
    bool forced;                /* under `force` */
    const char *why;
    struct buf line;            /* the command as the log keeps it */
};

/* Facts that every rolling command takes. */
#define FACTS_DICE FACT_BIT(F_DICE)

/* Resolves the words behind the command's name; false with the complaint. */
bool call_parse(struct cmd *c, struct call *call, int n, char **word);

/* The command may go on only if this was named; else a usage complaint that shows the usage. */
bool call_wants(struct cmd *c, const struct call *call, bool named, const char *what);

void call_clear(struct call *call);

/* Tables of words for slots. */
int slot_type_word(const char *word);

#endif
