/* The vocabulary of conditions: word, predicate, English. */
#include "rules/condition.h"

#include <stdio.h>
#include <string.h>

bool shot_is_indirect(const struct facts *f)
{
    if (f->weapon && f->weapon->bits & WEAPON_INDIRECT)
        return true;
    return f->v[F_INDIRECT] && (!f->weapon || f->weapon->bits & WEAPON_HOWITZER);
}

bool shot_is_he(const struct facts *f)
{
    if (f->weapon && f->weapon->bits & WEAPON_HE_ONLY)
        return true;
    return f->weapon && f->weapon->he && f->v[F_AMMO] == AMMO_HE;
}

/* Fired down on armour from an upper floor; only said within 12" (building.plunging). */
static bool plunges(const struct facts *f)
{
    return f->v[F_PLUNGING] && f->weapon && !(f->weapon->bits & WEAPON_SMALL_ARM);
}

enum facing shot_facing(const struct facts *f)
{
    if (shot_is_indirect(f) || (f->weapon && f->weapon->bits & WEAPON_FLAME) || plunges(f))
        return FACING_TOP;
    return f->v[F_FACING] == FACING_LEFT || f->v[F_FACING] == FACING_RIGHT
        ? FACING_SIDE
        : (enum facing)f->v[F_FACING];
}

enum facing shot_from(const struct facts *f)
{
    return (enum facing)f->v[F_FACING]; /* flame strikes the top, but it comes from somewhere */
}

int weapon_reach(const struct ruleset *rs, const struct facts *f)
{
    if (f->v[F_SCOPE])
        return rs->number[NUM_SCOPE_RANGE].value;
    return shot_is_indirect(f) ? f->weapon->indirect_range : f->weapon->range;
}

int weapon_minimum(const struct ruleset *rs, const struct facts *f)
{
    if (f->v[F_SCOPE])
        return rs->number[NUM_SCOPE_MINIMUM].value;
    return shot_is_indirect(f) ? f->weapon->min_range : 0;
}

/* More than half of the vehicle is in sight, whichever side of it that is (vehicle.cover, A03). */
static bool mostly_seen(const struct ruleset *rs, const struct facts *f)
{
    return f->v[F_TARGET_TYPE] == TARGET_VEHICLE && facts_has(f, F_SEEN)
        && f->v[F_SEEN] > 100 - rs->number[NUM_VEHICLE_COVER].value;
}

/* A house shelters like a hard cover; whoever is hidden has at least soft cover (A88). */
static enum cover effective_cover(const struct ruleset *rs, const struct facts *f)
{
    enum cover cover = mostly_seen(rs, f) ? COVER_NONE : (enum cover)f->v[F_COVER];

    if (cover >= COVER_HARD)
        return cover;
    if (f->v[F_BUILDING])
        return COVER_HARD;
    return f->v[F_HIDDEN] ? COVER_SOFT : cover;
}

static bool has_bit(const struct facts *f, enum weapon_bit bit)
{
    return f->weapon && f->weapon->bits & bit;
}

#define IS(name) static bool name(const struct ruleset *rs, const struct facts *f)

IS(point_blank) { return f->range <= rs->number[NUM_POINT_BLANK].value; }
IS(pinned) { (void)rs; return f->v[F_PINS] > 0; }
IS(beyond_half) { return f->weapon && 2 * f->range > weapon_reach(rs, f); }
IS(inexperienced) { (void)rs; return f->v[F_QUALITY] == QUALITY_INEXPERIENCED; }
IS(advancing) { (void)rs; return f->v[F_ORDER] == ORDER_ADVANCE; }
IS(running) { (void)rs; return f->v[F_ORDER] == ORDER_RUN; }
IS(banzai) { (void)rs; return f->v[F_BANZAI]; }
IS(rallying) { (void)rs; return f->v[F_ORDER] == ORDER_RALLY; }
IS(assault_weapon) { (void)rs; return has_bit(f, WEAPON_ASSAULT); }
IS(flame) { (void)rs; return has_bit(f, WEAPON_FLAME); }
IS(airborne) { (void)rs; return has_bit(f, WEAPON_AIRBORNE); }
IS(shaped) { (void)rs; return has_bit(f, WEAPON_SHAPED); }
IS(small_arm) { (void)rs; return has_bit(f, WEAPON_SMALL_ARM); }
IS(high_explosive) { (void)rs; return shot_is_he(f); }
IS(scoped) { (void)rs; return f->v[F_SCOPE]; }
IS(target_down) { (void)rs; return f->v[F_TARGET_ORDER] == ORDER_DOWN; }
IS(on_foot) { (void)rs; return f->v[F_TARGET_TYPE] != TARGET_VEHICLE; }
IS(infantry) { (void)rs; return f->v[F_TARGET_TYPE] == TARGET_INFANTRY; }
IS(soft_cover) { return effective_cover(rs, f) == COVER_SOFT; }
IS(hard_cover) { return effective_cover(rs, f) >= COVER_HARD; }
IS(bunker) { (void)rs; return f->v[F_COVER] == COVER_BUNKER; }
IS(hidden) { (void)rs; return f->v[F_HIDDEN]; }
IS(indoors) { (void)rs; return f->v[F_BUILDING] || f->v[F_COVER] == COVER_BUNKER; }
IS(he_indoors) { return high_explosive(rs, f) && indoors(rs, f); }
IS(shield) { (void)rs; return f->v[F_SHIELD]; }
IS(armoured) { (void)rs; return facts_has(f, F_VS) && f->vs_armoured; }
IS(facing_front) { (void)rs; return f->v[F_FACING] == FACING_FRONT; }
IS(side_struck) { (void)rs; return shot_facing(f) == FACING_SIDE; }
IS(rear_struck) { (void)rs; return shot_facing(f) == FACING_REAR; }
IS(top_struck) { (void)rs; return shot_facing(f) == FACING_TOP; }
IS(leader_lost) { (void)rs; return f->v[F_LEADER] == 1; }
IS(officer_near) { (void)rs; return f->v[F_OFFICER] >= 0; }
/* In reach of a command vehicle, or one itself. */
IS(commanded)
{
    return f->v[F_COMMAND] || (f->special && f->special & ruleset_bit(rs, "command-vehicle"));
}
IS(from_reserve) { (void)rs; return f->v[F_RESERVE]; }
IS(tank_fear) { (void)rs; return f->v[F_TANK_FEAR]; }
IS(ramming) { (void)rs; return f->v[F_RAM]; }
IS(flash) { (void)rs; return f->v[F_FLASH]; }
/* A fire beside it counts as a marker; who has one is not seen twice as far (night.fires). */
IS(lit) { (void)rs; return f->v[F_LIT] && !f->v[F_FLASH]; }
IS(vehicle) { (void)rs; return f->v[F_TARGET_TYPE] == TARGET_VEHICLE; }

/* One or two men, counted or said (shoot.hit.small). */
IS(small_unit)
{
    if (facts_has(f, F_SMALL))
        return f->v[F_SMALL];
    return facts_has(f, F_TARGET_MODELS)
        && f->v[F_TARGET_MODELS] <= rs->number[NUM_SMALL_UNIT].value;
}

/* A team weapon with fewer than two men to serve it (team.crew-one, team.squad.loader-near). */
IS(short_handed)
{
    /* a sniper's rifle is no team weapon by itself, but he misses his assistant all the same */
    return (has_bit(f, WEAPON_TEAM) || f->v[F_SCOPE]) && facts_has(f, F_CREW)
        && f->v[F_CREW] < rs->number[NUM_TEAM_CREW].value;
}

/* A weapon team or gun crew of one man (morale.last-crewman). */
IS(last_crewman)
{
    (void)rs;
    return facts_has(f, F_CREW) && f->v[F_CREW] == 1;
}

/* A special rule lets this weapon fire on the move without a penalty. */
IS(steady)
{
    for (int i = 0; i < rs->n_special_weapons; i++) {
        const struct special_weapon *sw = &rs->special_weapon[i];
        if (sw->steady && &rs->weapon[sw->weapon] == f->weapon && f->special >> sw->special & 1)
            return true;
    }
    return false;
}

/* An order other than Down and not yet moved into the open: it shows at night. */
IS(active_target)
{
    int o = f->v[F_TARGET_ORDER];

    (void)rs;
    return o == ORDER_FIRE || o == ORDER_ADVANCE || o == ORDER_RUN || o == ORDER_RALLY;
}

/* The command vehicle counts as one more leader, and only the best leader counts (A42). */
IS(officer_better)
{
    return commanded(rs, f) && f->v[F_OFFICER] >= 0;
}

/* An infantry squad bought at its full size of ten or more, without a loss since. */
IS(full_strength)
{
    int full = f->v[F_FULL];

    return full >= rs->number[NUM_FULL_SQUAD].value
        && (!facts_has(f, F_MODELS) || f->v[F_MODELS] == full);
}

IS(ordered_down) { (void)rs; return f->v[F_ORDER] == ORDER_DOWN; }
IS(several_men) { (void)rs; return !facts_has(f, F_MODELS) || f->v[F_MODELS] >= 2; }
IS(hit) { (void)rs; return f->v[F_HITS] > 0; }
IS(open_topped) { (void)rs; return f->v[F_OPEN_TOPPED]; }

struct condition {
    const char *word;
    bool (*holds)(const struct ruleset *, const struct facts *);
    const char *yes, *no; /* why it holds, why it does not */
};

static const struct condition conditions[] = {
    {"point-blank", point_blank, "{range}\" is within {point-blank}\"",
     "{range}\" is over {point-blank}\""},
    {"pinned", pinned, "{pins} on the unit", "no pins on the unit"},
    {"beyond-half", beyond_half, "{range}\" is over {half}\", half of {reach}\"",
     "{range}\" is within {half}\", half of {reach}\""},
    {"inexperienced", inexperienced, "inexperienced", "{quality}"},
    {"advancing", advancing, "on Advance", "not on Advance"},
    {"running", running, "on Run", "not on Run"},
    {"banzai", banzai, "a banzai charge", "no banzai charge"},
    {"rallying", rallying, "a Rally ignores pins", "not a Rally"},
    {"assault-weapon", assault_weapon, "an assault weapon", "no assault weapon"},
    {"steady", steady, "its army fires it on the move", "no rule lets it fire on the move"},
    {"flame", flame, "flame ignores it", "not a flamethrower"},
    {"airborne", airborne, "walls do not help against planes", "not from a plane"},
    {"shaped", shaped, "a shaped charge ignores it", "not a shaped charge"},
    {"small-arm", small_arm, "small arms have no part in it", "a heavy weapon"},
    {"he", high_explosive, "high explosive", "not high explosive"},
    {"scoped", scoped, "the scope ignores it", "no scope"},
    {"target-down", target_down, "the target is Down", "the target is not Down"},
    {"target-on-foot", on_foot, "infantry or artillery", "the target is a vehicle"},
    {"target-infantry", infantry, "infantry", "the target is no infantry"},
    {"target-vehicle", vehicle, "the target is a vehicle", "the target is no vehicle"},
    {"target-small", small_unit, "one or two infantrymen", "more than {small} infantrymen"},
    {"target-active", active_target, "the target fired, moved or rallied",
     "the target has not acted openly"},
    {"mostly-seen", mostly_seen, "{seen}% of the vehicle is seen: no cover",
     "half or more of the vehicle is hidden"},
    {"soft-cover", soft_cover, "soft cover", "no soft cover"},
    {"hard-cover", hard_cover, "hard cover", "no hard cover"},
    {"bunker", bunker, "in a bunker", "not in a bunker"},
    {"hidden", hidden, "hidden", "not hidden"},
    {"indoors", indoors, "in a building", "not in a building"},
    {"he-indoors", he_indoors, "a shell needs only a wall", "no shell at a building"},
    {"shield", shield, "a gun shield", "no gun shield"},
    {"armoured", armoured, "an armoured target", "no armoured target"},
    {"facing-front", facing_front, "from the front", "not from the front"},
    {"side", side_struck, "side armour", "not the side armour"},
    {"rear", rear_struck, "rear armour", "not the rear armour"},
    {"top", top_struck, "top armour", "not the top armour"},
    {"short-handed", short_handed, "fewer than two men serve it", "two men or more serve it"},
    {"last-crewman", last_crewman, "one man left", "more than one man, or no team"},
    {"leader-lost", leader_lost, "the leader is lost", "the leader lives"},
    {"officer", officer_near, "an officer is in reach", "no officer in reach"},
    {"officer-better", officer_better, "the officer's bonus is used instead",
     "no officer in reach"},
    {"command", commanded, "a command vehicle is in reach", "no command vehicle"},
    {"reserve", from_reserve, "coming from reserve", "not from reserve"},
    {"tank-fear", tank_fear, "assaulting enclosed armour", "no tank fear"},
    {"ram", ramming, "ramming", "no ram"},
    {"full-strength", full_strength, "at full strength", "not at full strength"},
    {"ordered-down", ordered_down, "an order Down", "not an order Down"},
    {"several-men", several_men, "two men or more are left", "one man is left"},
    {"open-topped", open_topped, "open-topped", "not open-topped"},
    {"hit", hit, "hits were scored", "no hit"},
    {"flash", flash, "a muzzle flash shows it", "no muzzle flash"},
    {"lit", lit, "a fire beside it shows it", "no fire beside it, or a muzzle flash already"},
};

enum { N_CONDITIONS = sizeof conditions / sizeof conditions[0], SPECIAL_FROM = 256 };

int condition_find(const struct ruleset *rs, const char *word)
{
    for (int i = 0; i < N_CONDITIONS; i++)
        if (strcmp(conditions[i].word, word) == 0)
            return i;
    if (strncmp(word, "is-", 3) == 0) {
        int special = ruleset_special(rs, word + 3);
        return special < 0 ? -1 : SPECIAL_FROM + special;
    }
    return -1;
}

bool condition_holds(const struct ruleset *rs, const struct facts *f, int condition)
{
    int special = condition - SPECIAL_FROM;

    if (condition < N_CONDITIONS)
        return conditions[condition].holds(rs, f);
    return special >= 0 && f->special >> special & 1;
}

void condition_reason(struct buf *b, const struct ruleset *rs, const struct facts *f,
                      int condition)
{
    bool holds = condition_holds(rs, f, condition);

    if (condition < N_CONDITIONS)
        condition_fill(b, rs, f, holds ? conditions[condition].yes : conditions[condition].no);
    else
        buf_addf(b, "%s%s", holds ? "" : "not ", rs->special[condition - SPECIAL_FROM].name);
}

/* ---- counters ---- */

#define COUNT(name) static int name(const struct ruleset *rs, const struct facts *f)

COUNT(count_once) { (void)rs; (void)f; return 1; }
COUNT(count_pins) { (void)rs; return f->v[F_PINS]; }
COUNT(count_hits) { (void)rs; return f->v[F_HITS]; }
COUNT(count_officer) { return f->v[F_OFFICER] < 0 ? 0 : rs->rank[f->v[F_OFFICER]].bonus; }
/* The shell's own bonus is its size: +1 to +4 (he.table.1in to he.table.4in). */
COUNT(count_pen) { (void)rs; return f->weapon ? shot_is_he(f) ? f->weapon->he : f->weapon->pen : 0; }

static const struct {
    const char *word;
    int (*value)(const struct ruleset *, const struct facts *);
} counters[] = {{"once", count_once},
                {"pins", count_pins},
                {"hits", count_hits},
                {"officer", count_officer},
                {"pen", count_pen}};

int counter_find(const char *word)
{
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        if (strcmp(counters[i].word, word) == 0)
            return (int)i;
    return -1;
}

int counter_value(const struct ruleset *rs, const struct facts *f, int counter)
{
    return counters[counter].value(rs, f);
}

/* ---- English ---- */

static void fill_one(struct buf *b, const struct ruleset *rs, const struct facts *f,
                     const char *name, size_t n)
{
    static const char *const names[] = {"range", "half",    "reach", "pins",    "point-blank",
                                        "small", "quality", "rank",  "minimum", "weapon", "he",
                                        "seen", "hits"};
    size_t i = 0;

    while (i < 13 && (strncmp(names[i], name, n) != 0 || names[i][n]))
        i++;
    switch (i) {
    case 0: buf_inches(b, f->range); break;
    case 1: buf_inches(b, weapon_reach(rs, f) / 2.0); break;
    case 2: buf_int(b, weapon_reach(rs, f)); break;
    case 3: buf_addf(b, "%d pin%s", f->v[F_PINS], f->v[F_PINS] == 1 ? "" : "s"); break;
    case 4: buf_int(b, rs->number[NUM_POINT_BLANK].value); break;
    case 5: buf_int(b, rs->number[NUM_SMALL_UNIT].value); break;
    case 6: buf_add(b, quality_word[f->v[F_QUALITY]]); break;
    case 7: buf_add(b, f->v[F_OFFICER] < 0 ? "officer" : rs->rank[f->v[F_OFFICER]].name); break;
    case 8: buf_int(b, weapon_minimum(rs, f)); break;
    case 9: buf_add(b, f->weapon ? f->weapon->name : "weapon"); break;
    case 10: buf_int(b, f->weapon ? f->weapon->he : 0); break;
    case 11: buf_int(b, f->v[F_SEEN]); break;
    case 12: buf_addf(b, "%d hit%s", f->v[F_HITS], f->v[F_HITS] == 1 ? "" : "s"); break;
    default: buf_addn(b, name, n);
    }
}

void condition_fill(struct buf *b, const struct ruleset *rs, const struct facts *f,
                    const char *line)
{
    for (;;) {
        size_t n = strcspn(line, "{");
        buf_addn(b, line, n);
        line += n;
        if (!*line)
            return;
        line++;
        n = strcspn(line, "}");
        fill_one(b, rs, f, line, n);
        line += n + (line[n] == '}');
    }
}

void shot_settle(struct facts *f, const struct ruleset *rs)
{
    if (facts_has(f, F_RANGE) && f->range > rs->number[NUM_PLUNGING].value)
        f->v[F_PLUNGING] = 0;
    if (!f->special)
        return;
    if (f->weapon && f->special & ruleset_bit(rs, "cavalry") && f->weapon->bits & WEAPON_SADDLE)
        facts_set_weapon(f, rs, ruleset_weapon(rs, "pistol"));
    if (f->weapon && f->v[F_INDIRECT] && f->weapon->bits & WEAPON_ANTI_TANK
        && f->special & ruleset_bit(rs, "versatile"))
        facts_set_weapon(f, rs, ruleset_weapon(rs, "medium-howitzer"));
}

bool seen_agrees(const struct facts *f, struct diag *d)
{
    return !facts_has(f, F_SEEN) || f->v[F_TARGET_TYPE] == TARGET_VEHICLE
        || diag_refused(d, "vehicle.cover", "seen= is for vehicles; of men say the cover that most "
                        "of them have");
}

bool shot_agrees(const struct facts *f, struct diag *d)
{
    const struct weapon *w = f->weapon;
    int men = facts_has(f, F_TARGET_MODELS) ? f->v[F_TARGET_MODELS] : 0;

    if (!w)
        return true;
    if (!seen_agrees(f, d))
        return false;
    if (f->v[F_SCOPE] && f->v[F_ORDER] == ORDER_ADVANCE)
        return diag_refused(d, "special.sniper.scope", "the scope is for Fire and Ambush, not "
                            "Advance");
    if (f->v[F_AMMO] == AMMO_HE && !w->he)
        return diag_refused(d, "he.declare-round", "the %s has no high explosive", w->name);
    if (f->v[F_AMMO] == AMMO_AP && w->bits & WEAPON_HE_ONLY)
        return diag_refused(d, "he.declare-round", "the %s fires high explosive only", w->name);
    if (f->v[F_INDIRECT] && !(w->bits & (WEAPON_INDIRECT | WEAPON_HOWITZER)))
        return diag_refused(d, "howitzer.modes", "the %s does not fire indirectly", w->name);
    if (!facts_has(f, F_UNDER))
        return true;
    if (!shot_is_he(f))
        return diag_refused(d, "he.template.count", "under= is for a shell's template, and the %s "
                            "fires none%s", w->name, w->he ? " (ammo=he?)" : "");
    return !men || f->v[F_UNDER] <= men
        || diag_refused(d, "he.template.count", "under=%d, but the target has %d models",
                        f->v[F_UNDER], men);
}
