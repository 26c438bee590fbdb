/* Tanks on infantry and guns (chapter Vehicles: Tanks Assaulting Infantry and Artillery). */
#include "game/assault.h"

bool drive_over(struct decision *d, struct unit *tank, struct unit *target,
                struct assault_result *r)
{
    (void)tank;
    (void)target;
    (void)r;
    return diag_refused(&d->diag, NULL, "not decided here yet");
}
