/* Infantry against infantry and crews: rounds of blows until one side loses (chapter Close
   Quarters, Fight First Round to Winner Regroups). */
#include "game/assault.h"

#include "game/casualties.h"
#include "game/fire_steps.h"
#include "game/tries.h"
#include "rules/volley.h"

#include <string.h>

/* One side of the fight; the attacker is side 0. */
struct fighters {
    struct unit *u;
    struct casualties lost; /* keeps count of the words of pick= and lose= that are used up */
};

enum verdict { DRAWN, ATTACKER_WINS, DEFENDER_WINS, NOBODY_WINS };

/* ---- blows ---- */

/* Marks which dice are those of tough fighters. Dice are rolled man by man: the weapons in the
   order listed, then the men without one. A gun is no man's weapon here (artillery.cq). */
static void tell_tough(const struct decision *d, const struct unit *u, bool tough[MELEE_MEN])
{
    struct unit armed = *u;
    bool all = unit_tough(d->rs, d->g, u) == u->models;
    bool sword = u->special & ruleset_bit(d->rs, "sword") && u->leader;
    int man = 0;

    unit_bear_arms(&armed, d->rs);
    for (int i = 0; i < armed.n_carried && u->type != TYPE_GUN; i++) {
        unsigned bits = d->rs->weapon[armed.carried[i].weapon].bits;
        for (int k = 0; k < armed.carried[i].count && man < u->models; k++)
            if (!(bits & WEAPON_ONE_SHOT)) /* of his weapon's men the leader is the first */
                tough[man++] = all || bits & WEAPON_ASSAULT || (sword && i == u->nco && k == 0);
    }
    while (man < u->models)
        tough[man++] = all;
}

/* Men of a unit that these blows fell; with its firer a weapon team is gone to the last man
   (team.support.firer-killed). */
static int fallen(const struct decision *d, const struct unit *u, const struct blows *b)
{
    if (b->kills >= u->models || (b->exceptional && unit_is_team(d->rs, u)))
        return u->models;
    return b->kills;
}

/* Dice that change nothing more, because all enemies are down: taken only if they were given
   with the command, and only they and what comes `after` them are left. */
static const signed char *take_spare(struct decision *d, const char *purpose, const struct unit *u,
                                     int count, int after)
{
    if (!count || !d->feed.exact || d->feed.n - d->feed.used != count + after)
        return NULL;
    return take_roll(d, purpose, u->id, count, 0, "cq.exceptional", "%d idle dice", count);
}

/* Natural sixes again: another 6 is exceptional damage. Not at a gun's crew: its men are all
   alike and the gun is left out of the fight (artillery.cq). */
static bool roll_sixes(struct decision *d, const struct unit *u, const struct unit *enemy,
                       int sixes, struct blows *b, signed char *into, int *n)
{
    const signed char *die;

    if (!sixes || enemy->type == TYPE_GUN)
        return true;
    die = take_roll(d, "six", u->id, sixes, 6, "cq.exceptional",
                    "%s: %d six%s again: another 6 is exceptional damage", u->name, sixes,
                    sixes == 1 ? "" : "es");
    if (!die)
        return false;
    memcpy(into, die, (size_t)sixes);
    *n = sixes;
    for (int i = 0; i < sixes; i++)
        b->exceptional += die[i] == 6;
    return true;
}

/* Every enemy is down already: what would still be rolled is idle. */
static void spare_dice(struct decision *d, const struct unit *u, int sixes, int tough, int after,
                       struct blows *b)
{
    const signed char *die = take_spare(d, "six", u, sixes, after + tough);

    if (!die)
        die = take_spare(d, "six", u, sixes, after);
    if (die) {
        memcpy(b->sixes, die, (size_t)sixes);
        b->n_sixes = sixes;
    }
    die = take_spare(d, "tough", u, tough, after);
    if (die) {
        memcpy(b->second, die, (size_t)tough);
        b->n_second = tough;
    }
}

/* A second damage roll for each kill of a tough fighter, never a third (special.tough.extra); its
   6 is rolled again too (A89). */
static bool roll_second(struct decision *d, const struct unit *u, const struct unit *enemy,
                        int dice, struct blows *b)
{
    int sixes = 0;
    int before = b->kills;
    const signed char *die =
        take_roll(d, "tough", u->id, dice, b->need, "special.tough.extra",
                  "%s: %d second roll%s of tough fighters at %d+", u->name, dice,
                  dice == 1 ? "" : "s", b->need);

    if (!die)
        return false;
    memcpy(b->second, die, (size_t)dice);
    b->n_second = dice;
    for (int i = 0; i < dice; i++) {
        b->kills += die[i] >= b->need;
        sixes += die[i] == 6;
    }
    note_dice(d, u->id, LUCK_DAMAGE, b->kills - before, dice, b->need);
    return fallen(d, enemy, b) == enemy->models
        || roll_sixes(d, u, enemy, sixes, b, b->second_sixes, &b->n_second_sixes);
}

/* One blow a man, each hits; the score is the enemy's damage value and nothing changes it
   (cq.attacks, cq.auto-hit, cq.no-pen, cq.pins-ignored). `after`: how many dice follow if every
   enemy falls, -1 when that cannot be told. */
static bool strike(struct decision *d, const struct unit *u, const struct unit *enemy, int after,
                   struct blows *b)
{
    bool tough[MELEE_MEN] = {false};
    int sixes = 0, again = 0;
    const signed char *die;

    b->dice = u->models < MELEE_MEN ? u->models : MELEE_MEN;
    b->need = d->rs->quality[enemy->quality].damage_value;
    die = take_roll(d, "blows", u->id, b->dice, b->need, "cq.auto-hit", "%s: %d to damage %s at %d+",
                    u->name, b->dice, enemy->name, b->need);
    if (!die)
        return false;
    memcpy(b->rolled, die, (size_t)b->dice);
    tell_tough(d, u, tough);
    for (int i = 0; i < b->dice; i++) {
        bool killed = die[i] >= b->need;
        b->kills += killed;
        sixes += die[i] == 6;
        again += killed && tough[i];
    }
    note_dice(d, u->id, LUCK_DAMAGE, b->kills, b->dice, b->need);
    if (fallen(d, enemy, b) == enemy->models) {
        if (after >= 0)
            spare_dice(d, u, enemy->type == TYPE_GUN ? 0 : sixes, again, after, b);
        return true;
    }
    if (!roll_sixes(d, u, enemy, sixes, b, b->sixes, &b->n_sixes))
        return false;
    return !again || fallen(d, enemy, b) == enemy->models || roll_second(d, u, enemy, again, b);
}

/* ---- losses ---- */

/* Those who fell are taken off; the others fight on (cq.casualties). No medic helps
   (medic.exclusions). A unit that loses everybody is destroyed, a gun with its crew. */
static bool remove_fallen(struct decision *d, struct fighters *side, struct blows *b,
                          struct assault_result *r)
{
    bool leader = side->u->leader;
    int die = 0;

    if (!b->casualties)
        return true;
    if (b->casualties == side->u->models) {
        assault_destroys(d, side->u, "wiped out at close quarters", r);
        return true;
    }
    side->lost.small_arms = 0;
    side->lost.leader_saved = false;
    if (!take_casualties(d, side->u, b->casualties, b->exceptional, &side->lost)
        || !green_troops(d, side->u, true, &die))
        return false;
    b->green_die = (signed char)die;
    b->leader_saved = side->lost.leader_saved;
    b->leader_lost = leader && !side->u->leader;
    return true;
}

/* ---- one round ---- */

/* Fanatics who are beaten call it a draw while two of them are left (special.fanatic.cq-draw). */
static bool fights_on(const struct decision *d, const struct unit *u, int left)
{
    struct facts f;

    unit_facts(&f, d->rs, d->g, u);
    facts_set(&f, F_MODELS, left);
    return trigger_find(d->rs, TRIGGER_BEATEN_SPARED, &f);
}

/* More casualties win, but winners must be alive (cq.winner, cq.wiped-out). */
static enum verdict judge(const struct decision *d, const struct fighters side[2],
                          const int left[2], struct assault_round *round)
{
    int dealt = round->attacker.casualties, suffered = round->defender.casualties;
    int loser = dealt < suffered ? 0 : 1;

    if (!left[0] || !left[1])
        return left[0] ? ATTACKER_WINS : left[1] ? DEFENDER_WINS : NOBODY_WINS;
    if (dealt == suffered)
        return DRAWN;
    if (fights_on(d, side[loser].u, left[loser])) {
        round->spared = side[loser].u->id;
        return DRAWN;
    }
    return loser ? ATTACKER_WINS : DEFENDER_WINS;
}

/* The losers are destroyed, whoever of them lives; the others take off those who fell. Nothing
   is rolled for a unit that is beaten. */
static bool take_losses(struct decision *d, struct fighters side[2], enum verdict verdict,
                        bool defender_too, struct assault_round *round, struct assault_result *r)
{
    bool beaten[2] = {verdict == DEFENDER_WINS || verdict == NOBODY_WINS,
                      verdict == ATTACKER_WINS || verdict == NOBODY_WINS};
    struct blows *by[2] = {&round->defender, &round->attacker};

    for (int i = 1; i >= 0; i--) {
        bool wiped_out = by[i]->casualties == side[i].u->models;
        if (beaten[i])
            assault_destroys(d, side[i].u, wiped_out ? "wiped out at close quarters"
                                                     : "beaten at close quarters", r);
        else if ((i == 0 || defender_too) && !remove_fallen(d, &side[i], by[i], r))
            return false;
    }
    return true;
}

/* The attackers strike, then who is left of the defenders (cq.fight-back). */
static bool in_turn(struct decision *d, struct fighters side[2], struct assault_round *round,
                    struct assault_result *r, enum verdict *verdict)
{
    struct unit *a = side[0].u, *b = side[1].u;

    if (!strike(d, a, b, regroup_dice(d, a), &round->attacker))
        return false;
    round->attacker.casualties = fallen(d, b, &round->attacker);
    if (!remove_fallen(d, &side[1], &round->attacker, r))
        return false;
    if (!b->destroyed && !strike(d, b, a, regroup_dice(d, b), &round->defender))
        return false;
    round->defender.casualties = fallen(d, a, &round->defender);
    int left[2] = {a->models - round->defender.casualties, b->models};
    *verdict = judge(d, side, left, round);
    return take_losses(d, side, *verdict, false, round, r);
}

/* Everybody strikes, those who fall as well (cq.defensive, cq.draw). */
static bool at_once(struct decision *d, struct fighters side[2], struct assault_round *round,
                    struct assault_result *r, enum verdict *verdict)
{
    struct unit *a = side[0].u, *b = side[1].u;
    bool wiped_out;

    round->simultaneous = true;
    if (!strike(d, a, b, -1, &round->attacker))
        return false;
    round->attacker.casualties = fallen(d, b, &round->attacker);
    wiped_out = round->attacker.casualties == b->models;
    if (!strike(d, b, a, wiped_out ? 0 : regroup_dice(d, b), &round->defender))
        return false;
    round->defender.casualties = fallen(d, a, &round->defender);
    int left[2] = {a->models - round->defender.casualties,
                   b->models - round->attacker.casualties};
    *verdict = judge(d, side, left, round);
    return take_losses(d, side, *verdict, true, round, r);
}

/* ---- the winner ---- */

/* Pins do not count while men fight; those that green troops took then count now. */
static bool routs(struct decision *d, struct unit *u, struct assault_result *r)
{
    struct facts f;

    unit_facts(&f, d->rs, d->g, u);
    if (!pins_rout(d->rs, &f, u->pins))
        return false;
    assault_destroys(d, u, "routed by pins", r);
    return true;
}

/* The winner regroups, and may take the floor where the defender stood when it came
   (building.assault.take). */
static bool settle(struct decision *d, const struct unit *attacker, const struct unit *stood,
                   struct assault_result *r)
{
    struct unit *winner = game_unit(d->g, r->winner);

    if (!winner || routs(d, winner, r))
        return true;
    r->stormed = winner == attacker && (stood->floor || d->f.v[F_BUILDING]);
    if (!regroup(d, winner, r))
        return false;
    if (!r->stormed)
        return true;
    if (!may_know(d, F_OCCUPY, "building.assault.take", "does %s take the floor? (yes, or Enter "
                  "for no)", winner->name))
        return false;
    if (d->f.v[F_OCCUPY]) {
        r->occupied = true;
        emit_text(d, EV_INSIDE, winner->id, stood->floor ? stood->floor : 1, 0, "%s",
                  *stood->building ? stood->building : "building");
    }
    return true;
}

/* Words of pick= and lose= that its losses to reaction fire have used up. */
static void skip_words(struct fighters *side, const struct fire_result *fire)
{
    if (fire->target != side->u->id || fire->team_lost)
        return;
    side->lost.picked = fire->exceptional < fire->casualties ? fire->exceptional : fire->casualties;
    side->lost.given = fire->casualties - side->lost.picked;
}

bool fight_men(struct decision *d, struct unit *attacker, struct unit *defender,
               struct assault_result *r)
{
    struct fighters side[2] = {{.u = attacker}, {.u = defender}};
    const struct unit stood = *defender; /* the destroyed are nowhere */
    enum verdict verdict = DRAWN;

    if (r->meeting.fired)
        skip_words(&side[0], &r->meeting.fire);
    if (defender->destroyed) { /* its own fire used it up (flame.fuel.team) */
        assault_destroys(d, defender, "", r);
        return true;
    }
    if (defender->hidden)
        emit_text(d, EV_SET, defender->id, 0, 0, "hidden no"); /* hidden.reveal.troops */
    while (verdict == DRAWN) {
        struct assault_round *round = &r->round[r->n_rounds];
        if (r->n_rounds == MELEE_ROUNDS)
            return diag_refused(&d->diag, "cq.draw", "%d rounds were drawn: that is enough",
                                MELEE_ROUNDS);
        memset(round, 0, sizeof *round);
        r->n_rounds++;
        bool together = r->simultaneous_rule || r->n_rounds > 1;
        if (!(together ? at_once : in_turn)(d, side, round, r, &verdict))
            return false;
    }
    if (verdict != NOBODY_WINS)
        r->winner = side[verdict == DEFENDER_WINS].u->id;
    return settle(d, attacker, &stood, r);
}
