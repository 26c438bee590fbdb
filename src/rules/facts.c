/* The table of facts, and how typed words become facts. */
#include "rules/facts.h"

#include "base/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const leader_word[] = {"alive", "lost"};
static const char *const fact_arc_word[] = {"front", "left", "right", "rear"};
static const char *const fact_mover_word[] = {"wheeled", "half-track", "tracked"};
static const char *const walls_word[] = {"wood", "brick"};
static const char *const react_word[] = {"none", "down", "escape", "fire"};

#define FLAG(n, s) {.name = n, .kind = FACT_FLAG, .says = s}
#define NUMBER(n, lo, hi, s) {.name = n, .kind = FACT_NUMBER, .least = lo, .most = hi, .says = s}
#define INCHES(n, s) {.name = n, .kind = FACT_INCHES, .says = s}
#define WORD(n, table, first, count, s) \
    {.name = n, .kind = FACT_WORD, .words = table, .least = first, .most = count, .says = s}
#define TEXT(n, s) {.name = n, .kind = FACT_TEXT, .says = s}

const struct fact_key fact_key[N_FACTS] = {
    [F_WEAPON] = {.name = "weapon", .kind = FACT_WEAPON, .says = "the weapon that fires"},
    [F_RANGE] = {.name = "range", .kind = FACT_DISTANCE, .parts = true,
                 .says = "inches to the target; range.smg=15 for one weapon"},
    [F_ORDER] = WORD("order", order_word, ORDER_FIRE, N_ORDERS, "the order of the one who acts"),
    [F_QUALITY] = WORD("quality", quality_word, 0, N_QUALITIES, "troop quality of the one who acts"),
    [F_PINS] = NUMBER("pins", 0, 99, "pins on the one who acts"),
    [F_CREW] = NUMBER("crew", 1, 20, "men left to serve a team weapon"),
    [F_SCOPE] = FLAG("scope", "a sniper uses his scope"),
    [F_SPECIAL] = {.name = "special", .kind = FACT_SPECIALS, .says = "special rules, with commas"},
    [F_ARMY] = {.name = "army", .kind = FACT_ARMY, .says = "army whose special rules apply"},
    [F_OFFICER] = {.name = "officer", .kind = FACT_RANK, .says = "best officer in reach, by rank or (in a game) by name"},
    [F_LEADER] = WORD("leader", leader_word, 0, 2, "lost: the NCO or officer of the unit is dead"),
    [F_FULL] = NUMBER("full", 1, 40, "size of the squad when bought at full strength"),
    [F_MEN] = NUMBER("men", 1, 60, "men of the one who acts"),
    [F_MODELS] = NUMBER("models", 0, 60, "models of the one who acts"),
    [F_COUNT] = NUMBER("count", 1, 60, "how many of the weapon fire"),
    [F_RESERVE] = FLAG("reserve", "an order test to enter from reserve"),
    [F_TANK_FEAR] = FLAG("tank-fear", "an order test to assault enclosed armour"),
    [F_RAM] = FLAG("ram", "an order test to ram a tank"),
    [F_COMMAND] = FLAG("command", "a command vehicle's bonus reaches the unit"),
    [F_INDIRECT] = FLAG("indirect", "indirect fire"),
    [F_ZEROED] = FLAG("zeroed", "the weapon has ranged in already"),
    [F_SHOT] = NUMBER("shot", 1, 99, "which shot in a row at the same point this is"),
    [F_AMMO] = WORD("ammo", ammo_word, AMMO_AP, 3, "round fired: ap or he"),
    [F_FLASH] = FLAG("flash", "the target has a muzzle-flash marker"),
    [F_LIT] = {.name = "lit", .kind = FACT_FLAG, .parts = true,
               .says = "a fire burns within 6\" of the target; lit.NAME for another unit"},
    [F_COVER] = WORD("cover", cover_word, 0, 4, "the target's cover"),
    [F_HIDDEN] = FLAG("hidden", "the target is hidden"),
    [F_SHIELD] = FLAG("shield", "the target's gun shield faces the shot"),
    [F_BUILDING] = {.name = "building", .kind = FACT_FLAG, .parts = true,
                    .says = "the target is in a building; building.NAME for another unit"},
    [F_SMALL] = FLAG("small", "the target is one or two infantrymen"),
    [F_VS] = {.name = "vs", .kind = FACT_VERSUS,
              .says = "the target: a troop quality, a kind of vehicle, or its damage value"},
    [F_TARGET_TYPE] = WORD("target.type", target_type_word, 0, 3, "what the target is"),
    [F_TARGET_ORDER] = WORD("target.order", order_word, 0, N_ORDERS, "the target's order"),
    [F_TARGET_MODELS] = NUMBER("target.models", 1, 99, "models left in the target"),
    [F_TARGET_PINS] = NUMBER("target.pins", 0, 99, "pins on the target before this"),
    [F_TARGET_TEAM] = FLAG("target.team", "the target is a weapon team"),
    [F_TARGET_LEADER] = FLAG("target.leader", "the target's leader is alive"),
    [F_FACING] = WORD("facing", facing_word, 0, N_FACINGS, "the side of the target that is hit"),
    [F_OPEN_TOPPED] = FLAG("open-topped", "the target is open-topped"),
    [F_SEEN] = NUMBER("seen", 0, 100, "how much of the whole vehicle is seen, in per cent"),
    [F_COMPARE] = TEXT("compare", "words to try in turn: compare=fire|advance"),
    [F_PLUNGING] = FLAG("plunging", "fired from an upper floor down on armour within 12\""),
    [F_ARC] = WORD("arc", fact_arc_word, 0, 4, "the firing vehicle's arc in which the target stands"),
    [F_TARGET_MOVED] = FLAG("target.moved", "the target has moved 2\" since the last shot at it"),
    [F_FLOORS] = NUMBER("floors", 1, 9, "floors of the building that is shelled"),
    [F_FLOOR] = NUMBER("floor", 1, 9, "the target's floor, 1 at the ground"),
    [F_SPOTTER] = FLAG("at-spotter", "the shot is at the unit's spotter"),
    [F_DICE] = TEXT("dice", "the faces rolled, in the order of the rules: dice=5,3,6"),
    [F_HITS] = NUMBER("hits", 0, 240, "hits scored, instead of the dice to hit"),
    [F_KILLS] = NUMBER("kills", 0, 240, "damage scored, instead of the damage dice"),
    [F_SIXES] = NUMBER("sixes", 0, 240, "exceptional damage among the kills"),
    [F_UNDER] = {.name = "under", .kind = FACT_NUMBER, .least = 0, .most = 60, .parts = true,
                 .says = "models under the template"},
    [F_REACT] = WORD("react", react_word, 0, 4, "what the target does: none, down, escape, fire"),
    [F_PICK] = TEXT("pick", "whom exceptional damage kills: leader, or a weapon"),
    [F_LOSE] = TEXT("lose", "which men their owner removes first, by weapon"),
    [F_WITH] = TEXT("with", "which weapons fire"),
    [F_IN] = {.name = "in", .kind = FACT_NUMBER, .least = 0, .most = 60, .parts = true,
              .says = "in.rifle=5: how many of a weapon see the target and reach it"},
    [F_REROLL] = FLAG("reroll", "no: a failed test at full strength stands"),
    [F_VICTIM] = TEXT("victim", "the friend that friendly fire strikes"),
    [F_ENEMY_SEEN] = FLAG("enemy-seen", "an enemy is in sight of the panicking unit"),
    [F_KEEP] = TEXT("keep", "units that keep their Ambush or Down die"),
    [F_SHOOT] = TEXT("shoot", "units that try a last shot out of Ambush"),
    [F_MEDIC] = FLAG("medic", "a medic is in reach of the target"),
    [F_TO] = TEXT("to", "where a smoke round that missed lands"),
    [F_AT] = TEXT("at", "the place that is aimed at"),
    [F_OVER] = TEXT("over", "ground that is crossed: rough, obstacle, road, or a named feature"),
    [F_ROAD] = FLAG("road", "the whole move follows a road"),
    [F_REVERSE] = FLAG("reverse", "the vehicle backs"),
    [F_TURNS] = NUMBER("turns", 0, 20, "right-angle turns that a vehicle makes"),
    [F_ENEMY_FRONT] = FLAG("enemy-front", "a visible enemy stands in the vehicle's front arc"),
    [F_NEAR] = TEXT("near", "other units in reach of the salvo; abandoned guns and hidden enemies where a "
                    "move ends"),
    [F_DOWN] = TEXT("down", "units that go Down under a salvo, a barrage or an air strike"),
    [F_TOWING] = FLAG("towing", "the target is towing a gun"),
    [F_ASSAULT] = TEXT("assault", "the enemy that a Run is to assault"),
    [F_BANZAI] = FLAG("banzai", "a banzai charge at the nearest visible enemy"),
    [F_REACTION] = FLAG("reaction", "fire in reaction to an assault: weapons out of reach fire too"),
    [F_AFTER] = INCHES("after", "inches to the target once it has escaped"),
    [F_PATH] = TEXT("path", "units behind the first in a tank's way, in order; range.NAME= of each"),
    [F_FIRE] = TEXT("fire", "which units of path= fire at the tank: fire=A,B or B:panzerfaust"),
    [F_FIGHTER] = TEXT("fighter", "which of two equal units aboard has to fight"),
    [F_OCCUPY] = FLAG("occupy", "the winner takes the floor that it stormed"),
    [F_WALLS] = WORD("walls", walls_word, 0, 2, "what a building is made of: wood or brick"),
    [F_TOUGH] = NUMBER("tough", 0, 60, "how many of the men fight as tough fighters"),
    [F_TARGET_TOUGH] = NUMBER("target.tough", 0, 60, "how many of the target's men do"),
    [F_TARGET_SPECIAL] = {.name = "target.special", .kind = FACT_SPECIALS,
                          .says = "special rules of the other side in close quarters"},
    [F_FLAK] = TEXT("flak", "units with flak that have the plane in range and arc, of both sides"),
    [F_ONTO] = TEXT("onto", "the enemy to which an observer turns an air strike that did not come"),
    [F_BUNKERS] = TEXT("bunkers", "units in bunkers, of those that are bombarded"),
    [F_OUTSIDE] = TEXT("outside", "units that stand outside their set-up zone: no bombardment falls on "
                       "them"),
    [F_HOLD] = TEXT("hold", "who holds which objective now: hold=crossroads:axis,church:none"),
    [F_BY] = TEXT("by", "the unit aboard whose men serve this weapon of the carrier"),
    [F_ENEMY] = {.name = "enemy", .kind = FACT_INCHES, .parts = true,
                 .says = "enemy.NAME=18: inches from an empty carrier to the nearest enemy"},
    [F_FRIEND] = {.name = "friend", .kind = FACT_INCHES, .parts = true,
                  .says = "friend.NAME=20: inches from it to the nearest friend"},
    [F_WEAPONS] = TEXT("weapons", "what the unit carries: \"8 rifle, 1 smg, 1 lmg\""),
    [F_NCO] = TEXT("nco", "the weapon that the leader carries"),
    [F_ARMOUR] = NUMBER("armour", 6, 14, "a vehicle's damage value"),
    [F_FRONT] = NUMBER("front-armour", 6, 14, "its damage value from the front, where it differs"),
    [F_CAPACITY] = NUMBER("capacity", 0, 60, "men that a vehicle carries"),
    [F_TURRET] = FLAG("turret", "the vehicle has a turret"),
    [F_MOVER] = WORD("mover", fact_mover_word, 0, 3, "how a vehicle moves"),
    [F_TOWS] = TEXT("tows", "kinds of gun that a vehicle tows: \"light-at, medium-at\""),
    [F_FIGHTING] = FLAG("fighting", "a vehicle that carries men but is not listed as a transport"),
    [F_EDITION] = NUMBER("edition", 1, 2, "rules edition"),
    [F_SCENARIO] = TEXT("scenario", "the scenario's name"),
    [F_SCALE_CM] = TEXT("cm", "centimetres that count as an inch: 2.54, 1 or 2"),
};

void facts_init(struct facts *f)
{
    memset(f, 0, offsetof(struct facts, part));
    f->v[F_ORDER] = ORDER_FIRE;
    f->v[F_QUALITY] = QUALITY_REGULAR;
    f->v[F_OFFICER] = f->v[F_ARMY] = -1;
    f->v[F_COUNT] = 1;
    f->v[F_REROLL] = 1;
    f->vs_quality = -1;
}

bool facts_has(const struct facts *f, enum fact key)
{
    return f->given >> key & 1;
}

void facts_set(struct facts *f, enum fact key, int value)
{
    f->v[key] = value;
    f->given |= FACT_BIT(key);
}

void facts_set_range(struct facts *f, double inches)
{
    f->range = inches;
    facts_set(f, F_RANGE, (int)inches);
}

void facts_set_weapon(struct facts *f, const struct ruleset *rs, int weapon)
{
    f->weapon = &rs->weapon[weapon];
    facts_set(f, F_WEAPON, weapon);
}

void facts_merge(struct facts *f, const struct facts *known)
{
    fact_set fresh = known->given & ~f->given;

    for (int key = 0; key < N_FACTS; key++)
        if (fresh >> key & 1) {
            f->v[key] = known->v[key];
            f->text[key] = known->text[key];
        }
    if (fresh >> F_RANGE & 1)
        f->range = known->range;
    if (fresh >> F_WEAPON & 1)
        f->weapon = known->weapon;
    if (fresh >> F_VS & 1) {
        f->vs_quality = known->vs_quality;
        f->vs_armoured = known->vs_armoured;
    }
    f->special |= known->special;
    f->target_special |= known->target_special;
    f->given |= fresh;
}

double facts_weapon_part(const struct facts *f, const struct ruleset *rs, enum fact key,
                         int weapon, double otherwise)
{
    for (int i = 0; i < f->n_parts; i++)
        if (f->part[i].key == key && ruleset_weapon(rs, f->part[i].of) == weapon)
            return f->part[i].value;
    return otherwise;
}

double facts_part(const struct facts *f, enum fact key, const char *of, double otherwise)
{
    for (int i = 0; i < f->n_parts; i++)
        if (f->part[i].key == key && strcasecmp(f->part[i].of, of) == 0)
            return f->part[i].value;
    return otherwise;
}

bool distance_parse(const char *text, double cm_per_inch, double *inches)
{
    char *end;

    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        return false;
    double value = strtod(text, &end);
    if (strcasecmp(end, "cm") == 0)
        value /= cm_per_inch > 0 ? cm_per_inch : 2.54;
    else if (*end && strcmp(end, "\"") != 0 && strcasecmp(end, "in") != 0)
        return false;
    if (!(value >= 0 && value <= 999))
        return false;
    *inches = value;
    return true;
}

/* ---- words and what they fit ---- */

/* What a bare word was found to be; two different finds make it ambiguous. */
struct find {
    int n;              /* different meanings */
    enum fact key;
    int value;
    const char *known[2];
};

static void find_add(struct find *s, const struct bare_word *w)
{
    if (s->n && (short)s->key == w->fact && s->value == w->value)
        return; /* the same thing by another name */
    if (s->n < 2)
        s->known[s->n] = w->word;
    s->n++;
    s->key = (enum fact)w->fact;
    s->value = w->value;
}

/* Words that begin like the typed one stand together in the index, a whole one first.
   only: the one kind of fact that is looked for, or N_FACTS. */
static void find_word(struct find *s, const struct ruleset *rs, const char *typed, enum fact only)
{
    int low = 0, high = rs->n_bare;

    while (low < high) {
        int middle = (low + high) / 2;
        if (strcasecmp(rs->bare[middle].word, typed) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (int i = low; i < rs->n_bare; i++) {
        int fit = word_fits(typed, rs->bare[i].word);
        if (!fit)
            break;
        if (only != N_FACTS && rs->bare[i].fact != (short)only)
            continue;
        find_add(s, &rs->bare[i]);
        if (fit == 2)
            break; /* a whole word means just that */
    }
}

bool facts_vague(const struct ruleset *rs, const char *word)
{
    struct find s = {0};

    find_word(&s, rs, word, N_FACTS);
    return s.n > 1;
}

/* The tables of words that may stand alone. */
static const enum fact bare_tables[] = {F_ORDER, F_QUALITY, F_COVER, F_TARGET_TYPE, F_FACING,
                                        F_AMMO};

static void index_add(struct ruleset *rs, const char *word, enum fact fact, int value)
{
    if (rs->n_bare < MAX_BARE)
        rs->bare[rs->n_bare++] = (struct bare_word){word, (short)fact, (short)value};
}

static int by_word(const void *a, const void *b)
{
    const struct bare_word *x = a, *y = b;
    int order = strcasecmp(x->word, y->word);

    if (order)
        return order;
    /* open-topped and medic are facts of the question before they are rules of a unit */
    return (x->fact == F_SPECIAL) - (y->fact == F_SPECIAL);
}

void facts_index(struct ruleset *rs)
{
    rs->n_bare = 0;
    for (size_t t = 0; t < sizeof bare_tables / sizeof bare_tables[0]; t++) {
        const struct fact_key *k = &fact_key[bare_tables[t]];
        for (int i = k->least; i < k->most; i++)
            if (strcmp(k->words[i], "none") != 0)
                index_add(rs, k->words[i], bare_tables[t], i);
    }
    for (int key = 0; key < N_FACTS; key++)
        if (fact_key[key].kind == FACT_FLAG)
            index_add(rs, fact_key[key].name, (enum fact)key, 1);
    for (int i = 0; i < rs->n_weapons; i++)
        index_add(rs, rs->weapon[i].id, F_WEAPON, i);
    for (int i = 0; i < rs->n_aliases; i++)
        index_add(rs, rs->alias[i].alias, F_WEAPON, rs->alias[i].weapon);
    for (int i = 0; i < rs->n_damage_values; i++)
        index_add(rs, rs->damage_value[i].id, F_VS, i);
    for (int i = 0; i < rs->n_ranks; i++)
        index_add(rs, rs->rank[i].id, F_OFFICER, i);
    for (int i = 0; i < rs->n_armies; i++)
        index_add(rs, rs->army[i].id, F_ARMY, i);
    for (int i = 0; i < rs->n_specials; i++)
        index_add(rs, rs->special[i].id, F_SPECIAL, i);
    qsort(rs->bare, (size_t)rs->n_bare, sizeof rs->bare[0], by_word);
}

static void versus_row(struct facts *f, const struct ruleset *rs, int row)
{
    facts_set(f, F_VS, rs->damage_value[row].value);
    f->vs_armoured = rs->damage_value[row].armoured;
    f->vs_quality = -1;
    if (!facts_has(f, F_TARGET_TYPE))
        f->v[F_TARGET_TYPE] = TARGET_VEHICLE;
}

static void versus_quality(struct facts *f, const struct ruleset *rs, int quality)
{
    facts_set(f, F_VS, rs->quality[quality].damage_value);
    f->vs_armoured = false;
    f->vs_quality = quality;
    if (!facts_has(f, F_TARGET_TYPE))
        f->v[F_TARGET_TYPE] = TARGET_INFANTRY;
}

static void army_row(struct facts *f, const struct ruleset *rs, int row)
{
    facts_set(f, F_ARMY, row);
    f->special |= rs->army[row].specials;
}

/* The key that a bare word sets: down is said of a target where there is one. */
static enum fact bare_key(const struct fact_context *c, const struct find *s)
{
    return s->key == F_ORDER && c->target && s->value == ORDER_DOWN ? F_TARGET_ORDER : s->key;
}

/* The value of a key as it may be said again. */
static const char *value_text(const struct facts *f, const struct ruleset *rs, enum fact key,
                              char *text, size_t size)
{
    int v = f->v[key];

    switch (fact_key[key].kind) {
    case FACT_WORD:
        return fact_key[key].words[v];
    case FACT_FLAG:
        return v ? "yes" : "no";
    case FACT_WEAPON:
        return rs->weapon[v].id;
    case FACT_RANK:
        return rs->rank[v].id;
    case FACT_ARMY:
        return rs->army[v].id;
    case FACT_TEXT:
        return f->text[key];
    case FACT_DISTANCE:
        snprintf(text, size, "%g\"", f->range);
        return text;
    default:
        snprintf(text, size, "%d%s", v, fact_key[key].kind == FACT_VERSUS ? "+" : "");
        return text;
    }
}

static bool says_same(const struct facts *a, const struct facts *b, enum fact key)
{
    switch (fact_key[key].kind) {
    case FACT_SPECIALS:
        return true; /* one more special rule takes none away */
    case FACT_DISTANCE:
        return a->range >= b->range && a->range <= b->range;
    case FACT_TEXT:
        return strcmp(a->text[key], b->text[key]) == 0;
    case FACT_VERSUS:
        return a->v[key] == b->v[key] && a->vs_quality == b->vs_quality;
    default:
        return a->v[key] == b->v[key];
    }
}

static bool is_side(int facing)
{
    return facing == FACING_SIDE || facing == FACING_LEFT || facing == FACING_RIGHT;
}

/* "left side", "side left": the side and which one are no contradiction. */
static bool settle_side(const struct facts *before, struct facts *f)
{
    int was = before->v[F_FACING], is = f->v[F_FACING];

    if (!facts_has(before, F_FACING) || !is_side(was) || !is_side(is))
        return false;
    if (is == FACING_SIDE)
        f->v[F_FACING] = was;
    return was == FACING_SIDE || is == FACING_SIDE;
}

/* A fact that was said before with another value. */
static bool clash(const struct facts *before, struct facts *f, const struct ruleset *rs,
                  const char *word, struct diag *d)
{
    fact_set twice = before->given & f->given;
    char text[32];

    for (int key = 0; twice; key++, twice >>= 1)
        if (twice & 1 && !says_same(before, f, (enum fact)key)
            && !(key == F_FACING && settle_side(before, f))) {
            diag_usage(d, "%s: %s was said already: %s", word, fact_key[key].name,
                       value_text(before, rs, (enum fact)key, text, sizeof text));
            return true;
        }
    return false;
}

/* Notes what the bare word was found to mean. */
static void find_take(struct facts *f, const struct fact_context *c, const struct find *s)
{
    switch (s->key) {
    case F_WEAPON:
        facts_set_weapon(f, c->rs, s->value);
        break;
    case F_VS:
        versus_row(f, c->rs, s->value);
        break;
    case F_ARMY:
        army_row(f, c->rs, s->value);
        break;
    case F_SPECIAL:
        f->special |= UINT64_C(1) << s->value;
        f->given |= FACT_BIT(F_SPECIAL);
        break;
    case F_QUALITY:
        if (c->versus)
            versus_quality(f, c->rs, s->value);
        else
            facts_set(f, F_QUALITY, s->value);
        break;
    case F_ORDER:
        facts_set(f, bare_key(c, s), s->value);
        break;
    default:
        facts_set(f, s->key, s->value);
    }
}

/* A number alone is the distance, a number with a p behind it pins. */
static bool bare_number(struct facts *f, const struct fact_context *c, const char *word)
{
    char *end;
    double inches;
    long n = strtol(word, &end, 10);

    if (isdigit((unsigned char)*word) && strcasecmp(end, "p") == 0 && n <= fact_key[F_PINS].most) {
        facts_set(f, F_PINS, (int)n);
        return true;
    }
    if (!distance_parse(word, c->cm_per_inch, &inches))
        return false;
    facts_set_range(f, inches);
    return true;
}

static bool parse_flag(struct facts *f, enum fact key, const char *text, struct diag *d)
{
    static const char *const yes[] = {"yes", "true", "on", "1", "no", "false", "off", "0"};
    int i = word_index(yes, 8, text);

    if (i < 0)
        return diag_usage(d, "%s=%s: say yes or no", fact_key[key].name, text);
    facts_set(f, key, i < 4);
    return true;
}

/* Notes a fact of one part; text is what stands behind the =, or NULL for a bare flag. */
static bool take_part(struct facts *f, const struct fact_context *c, enum fact key, const char *of,
                      const char *text, struct diag *d)
{
    const char *name = fact_key[key].name;
    struct facts flag = {0};
    double value = 1;

    if (!fact_key[key].parts)
        return diag_usage(d, "%s is not said of one part: %s.%s", name, name, of);
    if (fact_key[key].kind == FACT_FLAG && text) {
        if (!parse_flag(&flag, key, text, d))
            return false;
        value = flag.v[key];
    } else if (text && !distance_parse(text, c->cm_per_inch, &value)) {
        return diag_usage(d, "%s.%s: %s is not a number", name, of, text);
    }
    for (int i = 0; i < f->n_parts; i++) {
        const struct fact_part *p = &f->part[i];
        if (p->key == key && strcasecmp(p->of, of) == 0 && (p->value < value || p->value > value))
            return diag_usage(d, "%s.%s was said already: %g", name, of, p->value);
    }
    if (f->n_parts == MAX_PARTS)
        return diag_usage(d, "more than %d facts of single parts", MAX_PARTS);
    struct fact_part *p = &f->part[f->n_parts++];
    *p = (struct fact_part){.key = key, .value = value};
    snprintf(p->of, sizeof p->of, "%s", of);
    return true;
}

/* A flag said of one part as a bare word, building.NAME; -1 when the word is none. */
static int bare_part(const char *word)
{
    if (!strchr(word, '.'))
        return -1;
    for (int key = 0; key < N_FACTS; key++) {
        size_t n = strlen(fact_key[key].name);
        if (fact_key[key].parts && fact_key[key].kind == FACT_FLAG
            && strncasecmp(word, fact_key[key].name, n) == 0 && word[n] == '.')
            return key;
    }
    return -1;
}

static enum fact_fit take_word(struct facts *f, const struct fact_context *c, const char *word,
                               struct diag *d)
{
    const char *equals = strchr(word, '=');

    if (equals) {
        char name[NAME_LEN];
        snprintf(name, sizeof name, "%.*s", (int)(equals - word), word);
        char *dot = strchr(name, '.');
        if (dot && strncasecmp(name, "target.", 7) != 0) {
            *dot = '\0';
            int key = facts_key(name, c->likely, d);
            return key >= 0 && take_part(f, c, (enum fact)key, dot + 1, equals + 1, d) ? FACT_TAKEN
                                                                                       : FACT_BAD;
        }
        int key = facts_key(name, c->likely, d);
        if (key < 0 || !facts_parse(f, c, (enum fact)key, equals + 1, d))
            return FACT_BAD;
        return FACT_TAKEN;
    }
    if (bare_number(f, c, word))
        return FACT_TAKEN;
    int part = bare_part(word);
    if (part >= 0)
        return take_part(f, c, (enum fact)part, strchr(word, '.') + 1, NULL, d) ? FACT_TAKEN
                                                                                : FACT_BAD;
    struct find s = {0};
    find_word(&s, c->rs, word, N_FACTS);
    if (!s.n)
        return FACT_NO;
    if (s.n > 1) {
        diag_usage(d, "%s fits %s and %s%s", word, s.known[0], s.known[1],
                   s.n > 2 ? " and more" : "");
        return FACT_BAD;
    }
    find_take(f, c, &s);
    return FACT_TAKEN;
}

enum fact_fit facts_take(struct facts *f, const struct fact_context *c, const char *word,
                         struct diag *d)
{
    struct facts before;

    memcpy(&before, f, offsetof(struct facts, part));
    enum fact_fit fit = take_word(f, c, word, d);
    return fit == FACT_TAKEN && clash(&before, f, c->rs, word, d) ? FACT_BAD : fit;
}

static void no_such_key(const char *name, struct diag *d)
{
    struct nearest near = {.typed = name};
    char hint[96];

    for (int key = 0; key < N_FACTS; key++)
        nearest_offer(&near, fact_key[key].name);
    diag_usage(d, "no fact is called %s=%s", name, nearest_hint(&near, hint, sizeof hint));
}

int facts_key(const char *name, fact_set likely, struct diag *d)
{
    int best = -1, n = 0, apt = -1, n_apt = 0;
    struct diag two = {0};

    for (int key = 0; key < N_FACTS; key++) {
        if ((name[0] | 0x20) != fact_key[key].name[0])
            continue;
        int fit = word_fits(name, fact_key[key].name);
        if (fit == 2)
            return key;
        if (fit == 1) {
            if (n++)
                diag_usage(&two, "%s= fits %s= and %s=", name, fact_key[best].name,
                           fact_key[key].name);
            best = key;
            if (likely >> key & 1) {
                apt = key;
                n_apt++;
            }
        }
    }
    if (n == 1 || n_apt == 1)
        return n == 1 ? best : apt;
    if (n == 0)
        no_such_key(name, d);
    else if (!d->code)
        *d = two;
    return -1;
}

/* ---- one key from its text ---- */

static bool parse_number(struct facts *f, enum fact key, const char *text, struct diag *d)
{
    const struct fact_key *k = &fact_key[key];
    char *end;
    long n = strtol(text, &end, 10);

    if (end == text || *end || n < k->least || n > k->most)
        return diag_usage(d, "%s=%s: a whole number from %d to %d is wanted", k->name, text,
                          k->least, k->most);
    facts_set(f, key, (int)n);
    return true;
}

/* Lists the words of a table as "a, b or c". */
static const char *list_words(const struct fact_key *k, char *text, size_t size)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = k->least; i < k->most && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s",
                               i == k->least ? "" : i + 1 == k->most ? " or " : ", ",
                               k->words[i]);
    return text;
}

static bool parse_word(struct facts *f, enum fact key, const char *text, struct diag *d)
{
    const struct fact_key *k = &fact_key[key];
    int best = -1, n = 0;
    char list[160];

    for (int i = k->least; i < k->most; i++) {
        int fit = word_fits(text, k->words[i]);
        if (fit == 2) {
            facts_set(f, key, i);
            return true;
        }
        if (fit) {
            best = i;
            n++;
        }
    }
    if (n != 1)
        return diag_usage(d, "%s=%s: say %s", k->name, text, list_words(k, list, sizeof list));
    facts_set(f, key, best);
    return true;
}

static void no_such_row(const char *what, const char *text, const void *rows, size_t size, int n,
                        struct diag *d)
{
    struct nearest near = {.typed = text};
    char hint[96];

    for (int i = 0; i < n; i++)
        nearest_offer(&near, (const char *)rows + (size_t)i * size);
    diag_usage(d, "no %s is called %s%s", what, text, nearest_hint(&near, hint, sizeof hint));
}

/* Finds a row by whole id or unique beginning; -1 with the complaint naming the nearest. */
static int parse_row(const char *what, const char *text, const void *rows, size_t size, int n,
                     struct diag *d)
{
    const char *row = rows;
    const char *found[2] = {0};
    int hits = 0, best = -1;

    for (int i = 0; i < n; i++, row += size) {
        int fit = word_fits(text, row);
        if (fit == 2)
            return i;
        if (fit) {
            if (hits < 2)
                found[hits] = row;
            hits++;
            best = i;
        }
    }
    if (hits == 1)
        return best;
    if (hits > 1)
        diag_usage(d, "%s %s fits %s and %s", what, text, found[0], found[1]);
    else
        no_such_row(what, text, rows, size, n, d);
    return -1;
}

static bool parse_weapon(struct facts *f, const struct fact_context *c, const char *text,
                         struct diag *d)
{
    int i = ruleset_weapon(c->rs, text);
    struct find s = {0};

    if (i < 0) {
        find_word(&s, c->rs, text, F_WEAPON);
        if (s.n == 1)
            i = s.value;
        else if (s.n > 1)
            return diag_usage(d, "weapon %s fits %s and %s", text, s.known[0], s.known[1]);
        else
            no_such_row("weapon", text, c->rs->weapon, sizeof c->rs->weapon[0],
                        c->rs->n_weapons, d);
    }
    if (i >= 0)
        facts_set_weapon(f, c->rs, i);
    return i >= 0;
}

static bool parse_versus(struct facts *f, const struct fact_context *c, const char *text,
                         struct diag *d)
{
    struct diag quiet = {0};
    struct facts probe = {0};
    char *end;
    long n = strtol(text, &end, 10);

    if (end != text && (!*end || strcmp(end, "+") == 0)) {
        if (n < 2 || n > 14)
            return diag_usage(d, "vs=%s: a damage value from 2 to 14 is wanted", text);
        facts_set(f, F_VS, (int)n);
        f->vs_armoured = n >= 7; /* damage.soft-vs-armoured */
        f->vs_quality = -1;
        if (!facts_has(f, F_TARGET_TYPE))
            f->v[F_TARGET_TYPE] = n >= 6 ? TARGET_VEHICLE : TARGET_INFANTRY;
        return true;
    }
    if (parse_word(&probe, F_QUALITY, text, &quiet)) {
        versus_quality(f, c->rs, probe.v[F_QUALITY]);
        return true;
    }
    int i = parse_row("target", text, c->rs->damage_value, sizeof c->rs->damage_value[0],
                      c->rs->n_damage_values, d);
    if (i < 0)
        return false;
    versus_row(f, c->rs, i);
    return true;
}

bool specials_parse(const struct ruleset *rs, const char *text, uint64_t *specials,
                    struct diag *d)
{
    char one[NAME_LEN];

    while (*text) {
        size_t skip = strspn(text, ", ");
        text += skip;
        size_t n = strcspn(text, ",");
        while (n && text[n - 1] == ' ')
            n--;
        if (!n)
            break;
        snprintf(one, sizeof one, "%.*s", (int)n, text);
        for (char *s = one; *s; s++)
            if (*s == ' ')
                *s = '-';
        int i = parse_row("special rule", one, rs->special, sizeof rs->special[0], rs->n_specials,
                          d);
        if (i < 0)
            return false;
        *specials |= UINT64_C(1) << i;
        text += n;
        text += strspn(text, " ");
    }
    return true;
}

/* What no rank begins with is a name. */
static bool unit_is_meant(const struct ruleset *rs, const char *text)
{
    for (int i = 0; i < rs->n_ranks; i++)
        if (word_fits(text, rs->rank[i].id))
            return false;
    return true;
}

static bool parse_list_row(struct facts *f, const struct fact_context *c, enum fact key,
                           const char *text, struct diag *d)
{
    const struct ruleset *rs = c->rs;
    int i;

    if (key == F_ARMY) {
        i = parse_row("army", text, rs->army, sizeof rs->army[0], rs->n_armies, d);
        if (i >= 0)
            army_row(f, rs, i);
    } else if (c->names && unit_is_meant(rs, text)) {
        facts_set(f, key, OFFICER_NAMED);
        return true;
    } else {
        i = parse_row("officer's rank", text, rs->rank, sizeof rs->rank[0], rs->n_ranks, d);
        if (i >= 0)
            facts_set(f, key, i);
    }
    return i >= 0;
}

bool facts_parse(struct facts *f, const struct fact_context *c, enum fact key, const char *text,
                 struct diag *d)
{
    double inches;

    f->text[key] = text;
    switch (fact_key[key].kind) {
    case FACT_FLAG:
        return parse_flag(f, key, text, d);
    case FACT_NUMBER:
        return parse_number(f, key, text, d);
    case FACT_WORD:
        return parse_word(f, key, text, d);
    case FACT_WEAPON:
        return parse_weapon(f, c, text, d);
    case FACT_VERSUS:
        return parse_versus(f, c, text, d);
    case FACT_ARMY:
    case FACT_RANK:
        return parse_list_row(f, c, key, text, d);
    case FACT_SPECIALS:
        f->given |= FACT_BIT(key);
        return specials_parse(c->rs, text,
                              key == F_TARGET_SPECIAL ? &f->target_special : &f->special, d);
    case FACT_INCHES:
        if (!distance_parse(text, c->cm_per_inch, &inches))
            return diag_usage(d, "%s=%s: a distance is wanted, such as 14, 11.5 or 36cm",
                              fact_key[key].name, text);
        facts_set(f, key, (int)(10 * inches + 0.5));
        return true;
    case FACT_DISTANCE:
        if (!distance_parse(text, c->cm_per_inch, &inches))
            return diag_usage(d, "%s=%s: a distance is wanted, such as 14, 11.5 or 36cm",
                              fact_key[key].name, text);
        facts_set_range(f, inches);
        return true;
    case FACT_TEXT:
        f->given |= FACT_BIT(key);
        return true;
    }
    return false;
}

void facts_vocabulary(const struct ruleset *rs, void (*each)(void *ctx, const char *word),
                      void *ctx)
{
    for (int i = 0; i < rs->n_bare; i++)
        each(ctx, rs->bare[i].word);
}
