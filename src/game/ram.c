/* Tanks on vehicles and buildings (chapters Vehicles, Buildings). */
#include "game/assault.h"

bool drive_into(struct decision *d, struct unit *tank, struct unit *vehicle,
                struct assault_result *r)
{
    (void)tank;
    (void)vehicle;
    (void)r;
    return diag_refused(&d->diag, NULL, "not decided here yet");
}
