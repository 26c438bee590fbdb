/* What damage does to a vehicle: the results table with all its consequences. */
#ifndef ADJUTANT_GAME_EFFECTS_H
#define ADJUTANT_GAME_EFFECTS_H

#include "game/decide.h"

enum { MAX_EFFECTS = 24 };

/* One result of the table. */
struct effect {
    enum damage_degree degree;
    signed char die;      /* as rolled */
    int total;            /* after -3 and +1 */
    const char *result;   /* stunned, immobilised, on-fire, knocked-out */
    int pins;             /* that it adds */
    signed char fire_pins;
    bool checked, passed; /* on fire: its check */
    int check_value;
    signed char check[2];
    signed char jam_die;  /* 0 when not rolled */
    bool jammed;
    int jam_arcs;         /* into which its turret still fires */
};

struct effects {
    int n;
    struct effect effect[MAX_EFFECTS];
};

/* What every result on this vehicle gets (flame.vehicle.damage-bonus). */
int effects_plus(const struct ruleset *rs, const struct unit *u);

/* Applies the results of one damaging hit of this degree to a vehicle: one roll, or two for
   massive damage; plus is what the roll gets (flame.vehicle.damage-bonus,
   vehicle.damage.open-topped), arc the side that was struck. False when dice are missing. */
bool take_effects(struct decision *d, struct unit *u, enum damage_degree degree, int plus,
                  enum facing struck, struct effects *e);

/* Halts a vehicle: a Down die, out of the bag or turned over. */
void halt_unit(struct decision *d, struct unit *u);

#endif
