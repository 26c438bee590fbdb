/* Infantry against vehicles (chapter Vehicles: Infantry Assaulting Vehicles). */
#include "game/assault.h"

bool fight_vehicle(struct decision *d, struct unit *attacker, struct unit *vehicle,
                   struct assault_result *r)
{
    (void)attacker;
    (void)vehicle;
    (void)r;
    return diag_refused(&d->diag, NULL, "not decided here yet");
}
