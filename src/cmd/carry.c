/* Carriers, tows and buildings: mount, dismount, enter, leave. */
#include "base/json.h"
#include "cmd/play.h"
#include "game/riders.h"
#include "game/house.h"

/* ---- mount and dismount ---- */

struct ride_args {
    int unit, carrier;
    struct ride_result r;
};

static bool mount_decide(struct decision *d, void *args)
{
    struct ride_args *a = args;

    return decide_mount(d, a->unit, a->carrier, &a->r);
}

static void mount_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct ride_args *a = args;
    const struct unit *u = game_unit(d->g, a->unit), *c = game_unit(d->g, a->carrier);

    if (u->type == TYPE_GUN)
        buf_addf(b, "%s is limbered behind %s.", u->name, c->name);
    else
        buf_addf(b, "%s is aboard %s. %d of %d men.", u->name, c->name, game_load(d->g, c),
                 c->capacity);
    if (u->reserve)
        buf_add(b, " Both wait in reserve.");
}

static bool dismount_decide(struct decision *d, void *args)
{
    struct ride_args *a = args;
    bool ok = decide_dismount(d, a->unit, &a->r);

    a->carrier = a->r.carrier;
    return ok;
}

static void dismount_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct ride_args *a = args;
    const struct unit *u = game_unit(d->g, a->unit), *c = game_unit(d->g, a->carrier);

    buf_addf(b, u->type == TYPE_GUN ? "%s is unlimbered from %s" : "%s dismounts from %s", u->name,
             c->name);
    if (a->r.inches > 0)
        buf_addf(b, ", %g\" (up to %g\")", a->r.inches, a->r.allowed);
    buf_add(b, ".");
}

static void ride_json(struct cmd *c, const struct ride_args *a)
{
    const struct unit *carrier = game_unit(&c->s.game, a->carrier);
    struct buf *b = &c->out;

    json_string(b, "unit", game_unit(&c->s.game, a->unit)->name);
    json_string(b, "carrier", carrier->name);
    json_number(b, "inches", a->r.inches);
    json_number(b, "allowed", a->r.allowed);
    json_int(b, "capacity", carrier->capacity);
    json_int(b, "load", game_load(&c->s.game, carrier));
}

static bool ride(struct cmd *c, struct call *call, struct ride_args *a,
                 bool (*decide)(struct decision *, void *),
                 void (*says)(const struct decision *, const void *, struct buf *))
{
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, decide, says, a, &d);

    call->used = FACT_BIT(F_RANGE) | FACT_BIT(F_OVER);
    if (ok && c->json) {
        answer_open(c, call->command->name);
        ride_json(c, a);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        says(&shown, a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

bool run_mount(struct cmd *c, struct call *call)
{
    struct ride_args a = {.unit = call->unit, .carrier = call->target};

    return call_wants(c, call, call->unit, "the unit")
        && call_wants(c, call, call->target, "the vehicle")
        && ride(c, call, &a, mount_decide, mount_says);
}

bool run_dismount(struct cmd *c, struct call *call)
{
    struct ride_args a = {.unit = call->unit};

    const struct unit *u;

    if (!call_wants(c, call, call->unit, "the unit"))
        return false;
    u = game_unit(&c->s.game, call->unit);
    if (!u->aboard && unit_is_mounted(c->s.rs, u))
        return dismount_riders(c, call);
    return ride(c, call, &a, dismount_decide, dismount_says);
}

/* ---- enter and leave ---- */

struct house_args {
    int unit;
    const char *building; /* NULL: out of it */
    struct house_result r;
};

static bool house_decide(struct decision *d, void *args)
{
    struct house_args *a = args;

    return a->building ? decide_enter(d, a->unit, a->building, &a->r)
                       : decide_leave(d, a->unit, &a->r);
}

static void house_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct house_args *a = args;
    const struct unit *u = game_unit(d->g, a->unit);

    if (!a->building)
        buf_addf(b, "%s leaves %s", u->name, a->r.building);
    else if (a->r.setup)
        buf_addf(b, "%s is set up in %s, floor %d", u->name, a->r.building, a->r.floor);
    else if (a->r.from)
        buf_addf(b, "%s goes to floor %d of %s", u->name, a->r.floor, a->r.building);
    else
        buf_addf(b, "%s is in %s", u->name, a->r.building);
    if (a->r.inches > 0)
        buf_addf(b, ", %g\" (up to %g\")", a->r.inches, a->r.allowed);
    buf_add(b, ".");
}

static bool house(struct cmd *c, struct call *call, struct house_args *a)
{
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, house_decide, house_says, a, &d);

    call->used = FACT_BIT(F_RANGE) | FACT_BIT(F_OVER) | FACT_BIT(F_FLOOR);
    if (ok && c->json) {
        answer_open(c, call->command->name);
        json_string(&c->out, "unit", game_unit(&c->s.game, a->unit)->name);
        json_string(&c->out, "building", a->r.building);
        if (a->building)
            json_int(&c->out, "floor", a->r.floor);
        json_number(&c->out, "inches", a->r.inches);
        json_number(&c->out, "allowed", a->r.allowed);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        house_says(&shown, a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

bool run_enter(struct cmd *c, struct call *call)
{
    struct house_args a = {.unit = call->unit, .building = call->name};

    return call_wants(c, call, call->unit, "the unit")
        && call_wants(c, call, call->name != NULL, "the building") && house(c, call, &a);
}

bool run_leave(struct cmd *c, struct call *call)
{
    struct house_args a = {.unit = call->unit};

    return call_wants(c, call, call->unit, "the unit") && house(c, call, &a);
}
