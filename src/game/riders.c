/* Riders (chapter Special Rules: Bicycles, Cavalry, Motorbikes). */
#include "game/riders.h"

#include "game/ground.h"

/* Special rules that are lost with the mount. */
static const struct {
    const char *special, *rule;
} mounts[] = {{"cavalry", "special.cavalry.dismount"}, {"motorbikes", "special.bike.dismount"}};

enum { N_MOUNTS_RIDDEN = sizeof mounts / sizeof mounts[0] };

bool unit_is_mounted(const struct ruleset *rs, const struct unit *u)
{
    for (int i = 0; i < N_MOUNTS_RIDDEN; i++)
        if (u->special & ruleset_bit(rs, mounts[i].special))
            return true;
    return false;
}

bool decide_dismount_rider(struct decision *d, int unit)
{
    struct unit *u = game_unit(d->g, unit);
    const char *rule = mounts[0].rule;

    if (!must_live(d, u))
        return false;
    if (!unit_is_mounted(d->rs, u))
        return diag_refused(&d->diag, "special.cavalry.no-remount", "%s is on foot", u->name);
    for (int i = 0; i < N_MOUNTS_RIDDEN; i++)
        if (u->special & ruleset_bit(d->rs, mounts[i].special))
            rule = mounts[i].rule;
    if (u->order != ORDER_ADVANCE
        && !forbid(d, rule, u->order ? "%s is on %s: riders get off in an Advance"
                                     : "%s has no order yet%.0s: riders get off in an Advance",
                   u->name, order_word[u->order]))
        return false;
    if (u->fired && !forbid(d, "order.advance", "%s has fired: on Advance it moves first", u->name))
        return false;
    for (int i = 0; i < N_MOUNTS_RIDDEN; i++)
        if (u->special & ruleset_bit(d->rs, mounts[i].special))
            emit_text(d, EV_SPECIAL, unit, 0, 0, "%s", mounts[i].special);
    emit(d, EV_MOVED, unit, 0, 0);
    return finish(d);
}

void riders_notice(struct decision *d, enum event_kind kind, int unit, int a, int b)
{
    const struct unit *u = game_unit(d->g, unit);
    bool order = kind == EV_ORDER || kind == EV_FACE;

    if (!u || !(u->special & ruleset_bit(d->rs, "bicycles")))
        return;
    if ((order && a != ORDER_RUN) || (kind == EV_PINS && b > 0))
        emit_text(d, EV_SPECIAL, unit, 0, 0, "bicycles");
}

double escape_reach(const struct ruleset *rs, const struct game *g, const struct unit *u)
{
    struct move_result m = {0};
    struct facts plain;

    facts_init(&plain);
    return move_allowance(rs, g, u, unit_is_mounted(rs, u) ? ORDER_ADVANCE : ORDER_RUN, &plain, &m);
}
