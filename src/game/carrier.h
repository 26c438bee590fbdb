/* Carriers and tows: who rides in what, and what becomes of those aboard (chapter Vehicles:
   Transport Vehicles, Effects of Damage on Passengers, Towing Guns). */
#ifndef ADJUTANT_GAME_CARRIER_H
#define ADJUTANT_GAME_CARRIER_H

#include "game/decide.h"

enum { PASSENGERS = 16, WRECK_HITS = 6 };

/* What befell one unit that was aboard a vehicle, or inside a building. */
struct passenger {
    int unit;
    signed char hits;           /* D6 in a wreck, 0 when it took none */
    signed char damage[WRECK_HITS], again[WRECK_HITS];
    int n_again, kills, exceptional, casualties;
    signed char placed;         /* within so many inches of where it was; 0 when it is not */
    bool destroyed;
};

struct passengers {
    int n;
    struct passenger p[PASSENGERS];
};

struct ride_result {
    int unit, carrier;
    bool setup;                 /* before the first turn: nobody needs an order */
    double inches, allowed;
};

/* A transport or tow by its entry: it fires one weapon by itself and is lost when it is empty
   near the enemy (transport.empty-lost, transport.other-category). */
bool unit_is_transport(const struct unit *u);

/* A gun hangs behind it. */
bool unit_is_towing(const struct game *g, const struct unit *u);

/* Men aboard who can serve its weapons. */
int men_aboard(const struct game *g, const struct unit *carrier);

/* mount UNIT CARRIER range=: gets aboard, or is hitched to it (transport.board.run, tow.types). */
bool decide_mount(struct decision *d, int unit, int carrier, struct ride_result *r);

/* dismount UNIT range=: gets down by its order, or is unlimbered (transport.dismount.order). */
bool decide_dismount(struct decision *d, int unit, struct ride_result *r);

/* Whether a unit aboard may be given this order; else the refusal (transport.aboard.orders). */
bool may_order_aboard(struct decision *d, const struct unit *u, enum order asked);

/* Whether those who serve the weapons of a transport are there: its crew one weapon a turn, every
   other a man aboard, of the unit by= (transport.weapons.crew, .passengers). weapons: how many are
   fired now. */
bool weapons_are_served(struct decision *d, const struct unit *u, int weapons);

/* The unit aboard that by= names; NULL when nobody is named, or with the complaint. */
const struct unit *weapon_server(struct decision *d, const struct unit *carrier);

/* Fire, a ram or an assault has struck a vehicle: when it is destroyed, routed by its pins or
   newly immobilised, those aboard take what the rules give them and are put out, Down. was_stuck:
   it was immobilised before. Adds to the list; false when dice are missing. */
bool passengers_suffer(struct decision *d, struct unit *vehicle, bool was_stuck,
                       struct passengers *list);

/* The same in two steps, for shooting, where they are placed after everything else: first the
   hits, unit by unit as they boarded ... */
bool passengers_hit(struct decision *d, struct unit *vehicle, bool was_stuck,
                    struct passengers *list);

/* ... and at the end the survivors' places, D6 inches each (transport.forced-dismount). */
bool passengers_placed(struct decision *d, struct passengers *list);

#endif
