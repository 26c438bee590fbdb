/* Snap to action (chapter Headquarters, You Men, Snap to Action!). */
#include "game/snap.h"

int snaps_left(const struct ruleset *rs, const struct unit *officer)
{
    int left;

    if (!officer->leads || !officer->leader || officer->destroyed || officer->officer < 0)
        return 0;
    left = rs->rank[officer->officer].orders - officer->snaps;
    return left > 0 ? left : 0;
}

/* Why an officer who was not obeyed, or not at once before this, calls nobody. */
static bool refuse_lead(struct decision *d, const struct unit *officer)
{
    if (officer->die == DIE_BAG)
        return forbid(d, "snap.trigger", "%s has no order yet: he calls others when his own is "
                      "obeyed", officer->name);
    if (officer->order == ORDER_DOWN)
        return forbid(d, "snap.trigger", "%s is Down: he calls nobody", officer->name);
    return forbid(d, "snap.trigger", "%s calls others at once after his own order, before the next "
                  "die", officer->name);
}

/* He is an officer, alive, on the table and on his feet, and was obeyed just now. */
static bool may_lead(struct decision *d, const struct unit *officer)
{
    if (!must_live(d, officer))
        return false;
    if (officer->officer < 0)
        return diag_refused(&d->diag, officer->special & ruleset_bit(d->rs, "command-vehicle")
                                          ? "vehicle.command" : "snap.trigger",
                            "%s is no officer", officer->name);
    if (d->g->phase != GAME_ORDERS
        && !forbid(d, "turn.phases", "no orders are given now: begin a turn with turn"))
        return false;
    if (!officer->leader && !forbid(d, "snap.trigger", "the officer of %s is dead", officer->name))
        return false;
    if (officer->reserve && !forbid(d, "snap.no-reserve", "%s is in reserve", officer->name))
        return false;
    if (officer->aboard
        && !forbid(d, "transport.aboard.hq-abilities", "%s is aboard %s: he gets out first",
                   officer->name, game_unit(d->g, officer->aboard)->name))
        return false;
    if (!officer->leads && !refuse_lead(d, officer))
        return false;
    if (officer->snaps >= d->rs->rank[officer->officer].orders)
        return forbid(d, "snap.count", "%s has given his %d extra order%s", officer->name,
                      officer->snaps, officer->snaps == 1 ? "" : "s");
    return true;
}

/* A friend near him, who is on the table and hears him. */
static bool may_be_called(struct decision *d, const struct unit *officer, const struct unit *u)
{
    const struct rank *rank = &d->rs->rank[officer->officer];

    if (!must_live(d, u))
        return false;
    if (u == officer)
        return diag_refused(&d->diag, "snap.trigger", "%s has his own order already", u->name);
    if (u->side != officer->side
        && !forbid(d, "snap.trigger", "%s is not on the side of %s", u->name, officer->name))
        return false;
    if (u->reserve
        && !forbid(d, "snap.count", "%s is in reserve, out of reach of %s", u->name,
                   officer->name))
        return false;
    if (u->aboard
        && !forbid(d, "transport.aboard.no-buffs", "%s is aboard %s: no officer calls it", u->name,
                   game_unit(d->g, u->aboard)->name))
        return false;
    if (facts_has(&d->f, F_RANGE) && d->f.range > rank->reach)
        return forbid(d, rank->rule, "%s is %g\" away: a %s calls units within %d\"", u->name,
                      d->f.range, rank->name, rank->reach);
    return true;
}

/* Whoever he calls is in his reach, so his bonus counts too; a better one that was said stays. */
static void lend_bonus(struct decision *d, const struct unit *officer)
{
    const struct unit *named = game_unit(d->g, d->officer);
    int said = named ? named->officer : facts_has(&d->f, F_OFFICER) ? d->f.v[F_OFFICER] : -1;

    if (said >= 0 && d->rs->rank[said].bonus >= d->rs->rank[officer->officer].bonus)
        return;
    facts_set(&d->f, F_OFFICER, officer->officer);
}

bool decide_snap(struct decision *d, int officer, int unit, enum order asked,
                 struct snap_result *r)
{
    struct unit *lead = game_unit(d->g, officer), *u = game_unit(d->g, unit);

    *r = (struct snap_result){.officer = officer};
    if (!may_lead(d, lead) || !may_be_called(d, lead, u) || !know_officer(d, u))
        return false;
    lend_bonus(d, lead);
    emit(d, EV_SNAP, officer, unit, 0);
    r->used = lead->snaps;
    r->of = d->rs->rank[lead->officer].orders;
    return take_order(d, unit, asked, &r->order) && finish(d);
}
