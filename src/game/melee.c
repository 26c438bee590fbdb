/* Infantry against infantry and crews (chapter Close Quarters). */
#include "game/assault.h"

bool fight_men(struct decision *d, struct unit *attacker, struct unit *defender,
               struct assault_result *r)
{
    (void)attacker;
    (void)defender;
    (void)r;
    return diag_refused(&d->diag, NULL, "not decided here yet");
}
