/* A fight at close quarters, as exact chances: who wins, and who falls.

   The number of drawn rounds has no bound; the chances are those of the whole series, and not of
   its first so many rounds. Men fall as the program takes them off when nobody says pick= or
   lose=: the owner gives up the first man of his order, exceptional damage takes the last one,
   who leads as long as a leader is alive. Exact as far as that order is: the owner of a one-shot
   weapon counts as the rifleman that he is too. */
#ifndef ADJUTANT_RULES_MELEE_H
#define ADJUTANT_RULES_MELEE_H

#include "odds/dist.h"
#include "rules/ruleset.h"

enum { FIGHT_MOST = 40 };

/* One side as the fight begins, or as the charge does where it is shot at. */
struct melee_side {
    int models;          /* 1 to FIGHT_MOST */
    uint64_t tough;      /* bit i: man i of the owner's order is a tough fighter */
    int need;            /* score that fells one of them: the damage value of their quality */
    bool fanatics;       /* beaten with two or more left is a draw (special.fanatic.cq-draw) */
    bool team;           /* exceptional damage takes them all (team.support.firer-killed) */
    double leader_saved; /* chance that the owner's choice falls in place of the leader */
    struct {             /* green troops at their first loss; all 0 for others */
        double regular;  /* chance that they turn regular */
        double shaken;   /* chance that they take D6 pins */
        int need;        /* score that fells regulars */
        double routs[2]; /* chance that such pins rout the winner; [1]: one man alone */
    } green;
};

/* Bits of n men of whom the last `tough` are tough fighters. */
uint64_t melee_tough(int n, int tough);

/* What reaction fire leaves of the attackers. */
struct melee_arrival {
    double stands[2][FIGHT_MOST + 1]; /* chance of so many casualties, and that the unit
                                         stands; [1]: exceptional damage took its leader */
};

/* Chances of each end, and of the first round by itself. The four ends sum to 1. A unit that is
   beaten has lost every man. */
struct melee {
    double win, lose, both;     /* the attackers win; the defenders do; nobody is left */
    double never;               /* fire stopped or destroyed the attackers on the way */
    struct {
        double win, lose, both, draw;
    } first;
    struct dist attacker, defender; /* casualties, those of the fire included */
};

/* Works it out. together: both strike at once from the first round on (cq.defensive); arrival:
   what fire leaves of the attackers, NULL for no fire. */
void melee_make(struct melee *m, const struct melee_side *attacker,
                const struct melee_side *defender, bool together,
                const struct melee_arrival *arrival);

#endif
