/* Words that become facts: every key, bare words, names and their beginnings, distances, and
   what is said of words that mean nothing or two things. The contract is the authority. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/words.h"
#include "fixture.h"
#include "rules/facts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct ruleset rules;

static int setup(void **state)
{
    (void)state;
    fixture_ruleset(&rules);
    return 0;
}

/* A question with a target (a bare `down` is his), or about damage (a bare quality is his). */
enum question { ALONE, TARGET, VERSUS };

static enum fact_fit take(struct facts *f, enum question q, const char *word, struct diag *d)
{
    const struct fact_context c = {.rs = &rules, .target = q != ALONE, .versus = q == VERSUS,
                                   .cm_per_inch = 2.54};

    *d = (struct diag){0};
    return facts_take(f, &c, word, d);
}

static void taken(struct facts *f, enum question q, const char *word)
{
    struct diag d;

    facts_init(f);
    if (take(f, q, word, &d) != FACT_TAKEN)
        fail_msg("%s was not taken: %s", word, d.message);
    assert_int_equal(d.code, DIAG_NONE);
}

/* The word is a fact but wrong: a usage error that says this. */
static void wrong(const char *word, const char *says)
{
    struct facts f;
    struct diag d;

    facts_init(&f);
    if (take(&f, TARGET, word, &d) != FACT_BAD)
        fail_msg("%s was not refused", word);
    assert_int_equal(d.code, DIAG_USAGE);
    if (!strstr(d.message, says))
        fail_msg("%s: \"%s\" does not say \"%s\"", word, d.message, says);
    assert_int_equal(f.n_parts, 0);
}

static void is(enum question q, const char *word, enum fact key, int value)
{
    struct facts f;

    taken(&f, q, word);
    if (!facts_has(&f, key) || f.v[key] != value)
        fail_msg("%s: %s is %d, wanted %d", word, fact_key[key].name, f.v[key], value);
    assert_true(f.given == FACT_BIT(key));
}

/* The plain case: no pins, no cover, flags off, order Fire, regular (contract, Facts). */
static void plain_case(void **state)
{
    struct facts f;

    (void)state;
    facts_init(&f);
    assert_true(f.given == 0 && f.special == 0 && f.n_parts == 0 && !f.weapon);
    assert_true(f.v[F_ORDER] == ORDER_FIRE && f.v[F_QUALITY] == QUALITY_REGULAR);
    assert_int_equal(f.v[F_COUNT], 1);
    assert_int_equal(f.v[F_PINS] + f.v[F_COVER] + f.v[F_FACING] + f.v[F_HIDDEN], 0);
    assert_int_equal(f.v[F_TARGET_TYPE], TARGET_INFANTRY);
    assert_true(f.v[F_OFFICER] == -1 && f.v[F_ARMY] == -1 && f.vs_quality == -1);
}

static const struct {
    const char *word;
    enum fact key;
    int value;
} keys[] = {
    {"order=advance", F_ORDER, ORDER_ADVANCE}, {"quality=veteran", F_QUALITY, QUALITY_VETERAN},
    {"pins=3", F_PINS, 3},                     {"crew=2", F_CREW, 2},
    {"scope=yes", F_SCOPE, 1},                 {"officer=captain", F_OFFICER, 2},
    {"leader=lost", F_LEADER, 1},              {"full=10", F_FULL, 10},
    {"men=8", F_MEN, 8},                       {"models=7", F_MODELS, 7},
    {"count=4", F_COUNT, 4},                   {"reserve=on", F_RESERVE, 1},
    {"tank-fear=true", F_TANK_FEAR, 1},        {"ram=1", F_RAM, 1},
    {"command=yes", F_COMMAND, 1},             {"indirect=yes", F_INDIRECT, 1},
    {"zeroed=no", F_ZEROED, 0},                {"shot=3", F_SHOT, 3},
    {"ammo=he", F_AMMO, AMMO_HE},              {"flash=off", F_FLASH, 0},
    {"lit=yes", F_LIT, 1},
    {"cover=bunker", F_COVER, COVER_BUNKER},   {"hidden=yes", F_HIDDEN, 1},
    {"shield=false", F_SHIELD, 0},             {"building=0", F_BUILDING, 0},
    {"small=yes", F_SMALL, 1},                 {"vs=veteran", F_VS, 5},
    {"target.type=artillery", F_TARGET_TYPE, TARGET_ARTILLERY},
    {"target.order=down", F_TARGET_ORDER, ORDER_DOWN},
    {"target.models=8", F_TARGET_MODELS, 8},   {"target.pins=2", F_TARGET_PINS, 2},
    {"target.team=yes", F_TARGET_TEAM, 1},     {"target.leader=yes", F_TARGET_LEADER, 1},
    {"facing=rear", F_FACING, FACING_REAR},    {"open-topped=yes", F_OPEN_TOPPED, 1},
    {"seen=60", F_SEEN, 60},
    {"hits=3", F_HITS, 3},                     {"kills=2", F_KILLS, 2},
    {"sixes=1", F_SIXES, 1},                   {"under=3", F_UNDER, 3},
    {"react=down", F_REACT, 1},                {"in=5", F_IN, 5},
    {"reroll=no", F_REROLL, 0},                {"enemy-seen=yes", F_ENEMY_SEEN, 1},
    {"medic=yes", F_MEDIC, 1},                 {"armour=9", F_ARMOUR, 9},
    {"front-armour=10", F_FRONT, 10},          {"capacity=12", F_CAPACITY, 12},
    {"turret=yes", F_TURRET, 1},               {"edition=2", F_EDITION, 2},
    {"plunging=yes", F_PLUNGING, 1},           {"arc=rear", F_ARC, 3},
    {"target.moved=yes", F_TARGET_MOVED, 1},   {"floors=3", F_FLOORS, 3},
    {"floor=2", F_FLOOR, 2},                   {"at-spotter=yes", F_SPOTTER, 1},
    {"road=yes", F_ROAD, 1},                   {"reverse=yes", F_REVERSE, 1},
    {"turns=2", F_TURNS, 2},                   {"enemy-front=yes", F_ENEMY_FRONT, 1},
    {"towing=yes", F_TOWING, 1},               {"mover=tracked", F_MOVER, 2},
    {"banzai=yes", F_BANZAI, 1},               {"reaction=yes", F_REACTION, 1},
    {"after=13.5", F_AFTER, 135},              {"occupy=yes", F_OCCUPY, 1},
    {"walls=brick", F_WALLS, 1},               {"tough=3", F_TOUGH, 3},
    {"target.tough=4", F_TARGET_TOUGH, 4},     {"enemy=18", F_ENEMY, 180},
    {"friend=20", F_FRIEND, 200},              {"fighting=yes", F_FIGHTING, 1},
};

static const struct {
    const char *word;
    enum fact key;
    const char *text;
} texts[] = {
    {"dice=5,3,6", F_DICE, "5,3,6"},    {"pick=leader", F_PICK, "leader"},
    {"lose=rifle,smg", F_LOSE, "rifle,smg"}, {"with=lmg,rifle", F_WITH, "lmg,rifle"},
    {"victim=Alpha", F_VICTIM, "Alpha"}, {"keep=a,b", F_KEEP, "a,b"},
    {"shoot=c", F_SHOOT, "c"},          {"weapons=8 rifle, 1 lmg", F_WEAPONS, "8 rifle, 1 lmg"},
    {"nco=smg", F_NCO, "smg"},          {"scenario=Top Secret", F_SCENARIO, "Top Secret"},
    {"cm=2.54", F_SCALE_CM, "2.54"},    {"to=the mill", F_TO, "the mill"},
    {"at=crossroads", F_AT, "crossroads"}, {"over=rough", F_OVER, "rough"},
    {"down=a,b", F_DOWN, "a,b"},
    {"near=a,b", F_NEAR, "a,b"},        {"compare=fire|run", F_COMPARE, "fire|run"},
    {"flak=c", F_FLAK, "c"}, {"onto=Alpha", F_ONTO, "Alpha"}, {"bunkers=a", F_BUNKERS, "a"},
    {"outside=a", F_OUTSIDE, "a"},
    {"assault=Alpha", F_ASSAULT, "Alpha"}, {"path=a,b", F_PATH, "a,b"},
    {"fire=a,b:bazooka", F_FIRE, "a,b:bazooka"},
    {"fighter=Bravo", F_FIGHTER, "Bravo"}, {"by=Bravo", F_BY, "Bravo"}, {"hold=mill:a", F_HOLD, "mill:a"},
    {"tows=light-at", F_TOWS, "light-at"}, {"target.special=green", F_TARGET_SPECIAL, "green"},
};

static void every_key(void **state)
{
    fact_set seen = FACT_BIT(F_WEAPON) | FACT_BIT(F_RANGE) | FACT_BIT(F_SPECIAL)
        | FACT_BIT(F_ARMY);
    struct facts f;
    uint64_t bit = 0;
    struct diag d;

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        is(TARGET, keys[i].word, keys[i].key, keys[i].value);
        seen |= FACT_BIT(keys[i].key);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        taken(&f, TARGET, texts[i].word);
        assert_true(facts_has(&f, texts[i].key));
        assert_string_equal(f.text[texts[i].key], texts[i].text);
        seen |= FACT_BIT(texts[i].key);
    }
    assert_true(seen == FACT_BIT(N_FACTS) - 1);

    taken(&f, TARGET, "weapon=hmg");
    assert_string_equal(f.weapon->id, "hmg");
    taken(&f, TARGET, "range=11.5\"");
    assert_true(facts_has(&f, F_RANGE) && f.range == 11.5);
    taken(&f, TARGET, "special=tank-hunters, green");
    assert_true(f.special == (ruleset_bit(&rules, "tank-hunters") | ruleset_bit(&rules, "green")));
    taken(&f, TARGET, "army=germany");
    assert_int_equal(f.v[F_ARMY], ruleset_army(&rules, "germany"));
    assert_true(f.special
                == (ruleset_bit(&rules, "initiative-training")
                    | ruleset_bit(&rules, "hitlers-buzzsaw")));
    assert_true(specials_parse(&rules, "tank hunters ,  Stubborn", &bit, &d));
    assert_true(bit == (ruleset_bit(&rules, "tank-hunters") | ruleset_bit(&rules, "stubborn")));
}

/* vs: qualities 3, 4, 5; soft-skin 6; 7+ is armoured; or the number (damage.soft-vs-armoured). */
static void targets_by_kind_and_number(void **state)
{
    static const struct {
        const char *word;
        int value, quality, type;
        bool armoured;
    } cases[] = {{"vs=inexperienced", 3, 0, TARGET_INFANTRY, false},
                 {"vs=regular", 4, 1, TARGET_INFANTRY, false},
                 {"soft-skin", 6, -1, TARGET_VEHICLE, false},
                 {"vs=armoured-car", 7, -1, TARGET_VEHICLE, true},
                 {"carrier", 7, -1, TARGET_VEHICLE, true},
                 {"vs=light-tank", 8, -1, TARGET_VEHICLE, true},
                 {"vs=medium-tank", 9, -1, TARGET_VEHICLE, true},
                 {"heavy-tank", 10, -1, TARGET_VEHICLE, true},
                 {"vs=super", 11, -1, TARGET_VEHICLE, true},
                 {"veteran", 5, 2, TARGET_INFANTRY, false}};
    struct facts f;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        taken(&f, VERSUS, cases[i].word);
        assert_int_equal(f.v[F_VS], cases[i].value);
        assert_int_equal(f.vs_quality, cases[i].quality);
        assert_int_equal(f.v[F_TARGET_TYPE], cases[i].type);
        assert_int_equal(f.vs_armoured, cases[i].armoured);
    }
    taken(&f, VERSUS, "vs=9+");
    assert_true(f.v[F_VS] == 9 && f.vs_armoured && f.vs_quality == -1);
    taken(&f, VERSUS, "vs=6");
    assert_true(f.v[F_VS] == 6 && !f.vs_armoured);
    /* what was said of the type stands, in any order of the words */
    for (int first = 0; first < 2; first++) {
        struct diag d;
        facts_init(&f);
        assert_int_equal(take(&f, VERSUS, first ? "artillery" : "veteran", &d), FACT_TAKEN);
        assert_int_equal(take(&f, VERSUS, first ? "veteran" : "artillery", &d), FACT_TAKEN);
        assert_int_equal(f.v[F_TARGET_TYPE], TARGET_ARTILLERY);
    }
}

/* 7 and more is armoured, so a vehicle, though only its number was said (shoot.hit.down). */
static void armour_by_number_is_a_vehicle(void **state)
{
    struct facts f;

    (void)state;
    taken(&f, TARGET, "vs=9");
    assert_int_equal(f.v[F_TARGET_TYPE], TARGET_VEHICLE);
}

static void bare_words(void **state)
{
    struct facts f;

    (void)state;
    is(TARGET, "advance", F_ORDER, ORDER_ADVANCE);
    is(TARGET, "fire", F_ORDER, ORDER_FIRE);
    is(TARGET, "soft", F_COVER, COVER_SOFT); /* bare soft is cover */
    is(TARGET, "hard", F_COVER, COVER_HARD);
    is(TARGET, "veteran", F_QUALITY, QUALITY_VETERAN); /* of the one who acts ... */
    is(VERSUS, "veteran", F_VS, 5);                    /* ... but in need damage the target's */
    is(VERSUS, "quality=veteran", F_QUALITY, QUALITY_VETERAN);
    is(TARGET, "down", F_TARGET_ORDER, ORDER_DOWN);
    is(ALONE, "down", F_ORDER, ORDER_DOWN);
    is(TARGET, "order=down", F_ORDER, ORDER_DOWN);
    is(TARGET, "2p", F_PINS, 2);
    is(TARGET, "0P", F_PINS, 0);
    is(TARGET, "hidden", F_HIDDEN, 1);
    is(TARGET, "rear", F_FACING, FACING_REAR);
    is(TARGET, "vehicle", F_TARGET_TYPE, TARGET_VEHICLE);
    is(TARGET, "he", F_AMMO, AMMO_HE);
    is(TARGET, "major", F_OFFICER, 3);
    is(TARGET, "RIFLE", F_WEAPON, ruleset_weapon(&rules, "rifle"));
    is(TARGET, "14", F_RANGE, 14);
    is(TARGET, "14\"", F_RANGE, 14);
    taken(&f, TARGET, "11.5");
    assert_true(f.range == 11.5);
    taken(&f, TARGET, "stubborn");
    assert_true(f.special == ruleset_bit(&rules, "stubborn"));
    taken(&f, TARGET, "united-states");
    assert_true(f.special == (ruleset_bit(&rules, "fire-and-manoeuvre")
                              | ruleset_bit(&rules, "air-superiority")));
}

/* The flags of a question, though units have special rules of the same names. */
static void flags_before_special_rules(void **state)
{
    (void)state;
    is(TARGET, "Open-Topped", F_OPEN_TOPPED, 1);
    is(TARGET, "medic", F_MEDIC, 1);
}

/* The book's own words, and any unique beginning. */
static void aliases_and_beginnings(void **state)
{
    static const char *const weapons[][2] = {
        {"anti-tank rifle", "at-rifle"}, {"MMG", "mmg"},         {"submachine gun", "smg"},
        {"Light Machine Gun", "lmg"},    {"bar", "automatic-rifle"}, {"carbine", "rifle"},
        {"ass", "assault-rifle"},        {"panzerf", "panzerfaust"}, {"anti-tank", "at-rifle"},
        {"weapon=submachine", "smg"},
        {"weapon=light at gun", "light-at"}, {"weapon=panzers", "panzerschreck"},
        {"rif", "rifle"},                {"weapon=medium machine gun", "mmg"}};
    struct facts f;

    (void)state;
    for (size_t i = 0; i < sizeof weapons / sizeof weapons[0]; i++) {
        taken(&f, TARGET, weapons[i][0]);
        assert_string_equal(f.weapon->id, weapons[i][1]);
    }
    is(TARGET, "adv", F_ORDER, ORDER_ADVANCE);
    is(TARGET, "vet", F_QUALITY, QUALITY_VETERAN);
    is(TARGET, "inex", F_QUALITY, QUALITY_INEXPERIENCED);
    is(TARGET, "cap", F_OFFICER, 2);
    is(TARGET, "order=adv", F_ORDER, ORDER_ADVANCE);
    is(TARGET, "ord=RU", F_ORDER, ORDER_RUN);
    is(TARGET, "target.mod=8", F_TARGET_MODELS, 8);
    is(TARGET, "vs=vet", F_VS, 5);
    is(TARGET, "officer=sec", F_OFFICER, 0);
    taken(&f, TARGET, "sov");
    assert_int_equal(f.v[F_ARMY], ruleset_army(&rules, "soviet-union"));
}

/* contract, special words of a unit */
static void special_words(void **state)
{
    static const char *const words[] = {
        "medic", "artillery-observer", "air-observer", "spotter", "sniper", "flak", "recce", "slow",
        "slow-load", "amphibious", "command-vehicle", "dual-direction", "fanatics", "green",
        "shirkers", "stubborn", "tank-hunters", "tough-fighters", "bicycles", "cavalry",
        "motorbikes", "open-topped"};

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint64_t bits = 0;
        struct diag d = {0};
        if (!specials_parse(&rules, words[i], &bits, &d) || !bits)
            fail_msg("special=%s: %s", words[i], d.message);
    }
}

/* A word that fits two things lists them. */
static void words_of_two_meanings(void **state)
{
    (void)state;
    wrong("pan", "panzerschreck");
    wrong("pan", "panzerfaust");
    wrong("light", " and more");
    wrong("weapon=heavy-a", "heavy-autocannon");
    wrong("weapon=heavy-a", "heavy-at");
    wrong("target=4", "target= fits target.type= and target.order=");
    wrong("co=2", "count= and command=");
    wrong("army=g", "germany");
    wrong("army=g", "great-britain");
    wrong("order=r", "fire, advance, run, ambush, rally or down");
}

/* An unknown one names the nearest; a bare word that is no fact is left to others. */
static void words_of_no_meaning(void **state)
{
    static const char *const strangers[] = {"Alpha-1", "rifel", "none", "100p", "-3", ""};

    (void)state;
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        struct facts f;
        struct diag d;
        facts_init(&f);
        assert_int_equal(take(&f, TARGET, strangers[i], &d), FACT_NO);
        assert_int_equal(d.code, DIAG_NONE);
        assert_true(f.given == 0);
    }
    wrong("rnage=14", "no fact is called rnage=; did you mean range?");
    wrong("weapon=rifel", "no weapon is called rifel; did you mean rifle?");
    wrong("army=germny", "did you mean germany?");
    wrong("officer=captian", "did you mean captain?");
    wrong("special=stuborn", "did you mean stubborn?");
    wrong("special=green,shrikers", "did you mean shirkers?");
    wrong("vs=hevy-tank", "did you mean heavy-tank?");
    wrong("weapon=trebuchet", "no weapon is called trebuchet");
    wrong("cover=trees", "say none, soft, hard or bunker");
}

static void bad_numbers_and_flags(void **state)
{
    (void)state;
    wrong("pins=-1", "from 0 to 99");
    wrong("pins=100", "from 0 to 99");
    wrong("pins=99999999999999999999", "from 0 to 99");
    wrong("pins=abc", "a whole number");
    wrong("pins=1.5", "a whole number");
    wrong("pins=", "a whole number");
    wrong("crew=0", "from 1 to 20");
    wrong("target.models=0", "from 1 to 99");
    wrong("hits=241", "from 0 to 240");
    wrong("edition=3", "from 1 to 2");
    wrong("vs=1", "from 2 to 14");
    wrong("vs=15", "from 2 to 14");
    wrong("scope=maybe", "yes or no");
    wrong("order=none", "say fire");
    wrong("range=x", "a distance is wanted");
    wrong("range=-3", "a distance is wanted");
    wrong("range=1000", "a distance is wanted");
    wrong("range=", "a distance is wanted");
    wrong("range=14''", "a distance is wanted");
}

/* measure.unit.scale: inches, or centimetres by the game's scale */
static void distances(void **state)
{
    static const char *const bad[] = {"", "x", "-1", "14 ", "14\"\"", "14ft", "1000", "0x10", "inf",
                                      "\"", "cm", "+3", "1,5"};
    double inches;

    (void)state;
    assert_true(distance_parse("36cm", 2.54, &inches) && fabs(inches - 14.173228346) < 1e-8);
    assert_true(distance_parse("36cm", 2, &inches) && inches == 18);
    assert_true(distance_parse("25.4cm", 0, &inches) && fabs(inches - 10) < 1e-12);
    assert_true(distance_parse("14\"", 2, &inches) && inches == 14);
    assert_true(distance_parse(".5in", 2, &inches) && inches == 0.5);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (distance_parse(bad[i], 2.54, &inches))
            fail_msg("\"%s\" was read as %g inches", bad[i], inches);
}

/* `"` opens a quotation only at the start of a word or right after =, so 14" is a distance. */
static void lines_into_words(void **state)
{
    static const struct {
        const char *line;
        int n;
        const char *word[4];
    } cases[] = {{"fire 14\" soft", 3, {"fire", "14\"", "soft"}},
                 {"  a\tb  ", 2, {"a", "b"}},
                 {"weapons=\"8 rifle, 1 lmg\" x", 2, {"weapons=8 rifle, 1 lmg", "x"}},
                 {"\"anti-tank rifle\" range=20\"", 2, {"anti-tank rifle", "range=20\""}},
                 {"range=\"14\" a\"b c\"", 3, {"range=14", "a\"b", "c\""}},
                 {"a#b # the rest \"", 1, {"a#b"}},
                 {"# all of it", 0, {NULL}},
                 {"", 0, {NULL}}};
    char many[2 * WORDS_MAX + 3];
    struct diag d = {0};
    struct words w;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(words_split(&w, cases[i].line, &d));
        assert_int_equal(w.n, cases[i].n);
        for (int k = 0; k < w.n; k++)
            assert_string_equal(w.word[k], cases[i].word[k]);
        words_free(&w);
    }
    assert_false(words_split(&w, "lose=\"rifle, smg", &d));
    assert_true(d.code == DIAG_USAGE && strstr(d.message, "never ends"));
    words_free(&w);
    for (int i = 0; i <= WORDS_MAX; i++)
        memcpy(many + 2 * i, "a ", 3);
    assert_false(words_split(&w, many, &d)); /* one word too many */
    words_free(&w);
}

/* range.smg=15, in.rifle=5, under.NAME=2: facts of one weapon or unit, by any of its names. */
static void facts_of_one_part(void **state)
{
    struct facts f;
    struct diag d;

    (void)state;
    taken(&f, TARGET, "range.smg=15\"");
    assert_int_equal(take(&f, TARGET, "in.rifle=5", &d), FACT_TAKEN);
    assert_int_equal(take(&f, TARGET, "under.Alpha=3", &d), FACT_TAKEN);
    assert_int_equal(take(&f, TARGET, "range.medium machine gun=20", &d), FACT_TAKEN);
    assert_int_equal(take(&f, TARGET, "building.Beta", &d), FACT_TAKEN);
    assert_int_equal(take(&f, TARGET, "building.Gamma=no", &d), FACT_TAKEN);
    assert_int_equal(f.n_parts, 6);
    assert_false(facts_has(&f, F_RANGE));
    assert_false(facts_has(&f, F_BUILDING));
    assert_true(facts_part(&f, F_BUILDING, "beta", 0) == 1);
    assert_true(facts_part(&f, F_BUILDING, "gamma", 1) == 0);
    assert_true(facts_weapon_part(&f, &rules, F_RANGE, ruleset_weapon(&rules, "smg"), 1) == 15);
    assert_true(facts_weapon_part(&f, &rules, F_RANGE, ruleset_weapon(&rules, "mmg"), 1) == 20);
    assert_true(facts_weapon_part(&f, &rules, F_RANGE, ruleset_weapon(&rules, "rifle"), 1) == 1);
    assert_true(facts_weapon_part(&f, &rules, F_IN, ruleset_weapon(&rules, "rifle"), 9) == 5);
    assert_true(facts_part(&f, F_UNDER, "alpha", 0) == 3);
    assert_true(facts_part(&f, F_UNDER, "beta", 7) == 7);
    wrong("pins.rifle=3", "is not said of one part");
    wrong("in.rifle=x", "is not a number");
    wrong("building.Beta=perhaps", "say yes or no");
    wrong("rnage.smg=3", "no fact is called rnage=");
    while (f.n_parts < MAX_PARTS)
        assert_int_equal(take(&f, TARGET, "in.smg=1", &d), FACT_TAKEN);
    assert_int_equal(take(&f, TARGET, "in.smg=1", &d), FACT_BAD);
}

/* What was said goes before what is known; special rules add up. */
static void said_before_known(void **state)
{
    struct facts f, known;

    (void)state;
    facts_init(&f);
    facts_init(&known);
    facts_set(&f, F_PINS, 1);
    f.special = 1;
    facts_set(&known, F_PINS, 4);
    facts_set(&known, F_VS, 9);
    known.vs_armoured = true;
    facts_set_range(&known, 14.5);
    facts_set_weapon(&known, &rules, 3);
    known.special = 2;
    facts_merge(&f, &known);
    assert_int_equal(f.v[F_PINS], 1);
    assert_true(f.range == 14.5 && f.weapon == &rules.weapon[3] && f.v[F_VS] == 9);
    assert_true(f.vs_armoured && f.vs_quality == -1 && f.special == 3);
    assert_true(facts_has(&f, F_RANGE) && facts_has(&f, F_WEAPON) && !facts_has(&f, F_COVER));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_case),
        cmocka_unit_test(every_key),
        cmocka_unit_test(targets_by_kind_and_number),
        cmocka_unit_test(armour_by_number_is_a_vehicle),
        cmocka_unit_test(bare_words),
        cmocka_unit_test(flags_before_special_rules),
        cmocka_unit_test(aliases_and_beginnings),
        cmocka_unit_test(special_words),
        cmocka_unit_test(words_of_two_meanings),
        cmocka_unit_test(words_of_no_meaning),
        cmocka_unit_test(bad_numbers_and_flags),
        cmocka_unit_test(distances),
        cmocka_unit_test(lines_into_words),
        cmocka_unit_test(facts_of_one_part),
        cmocka_unit_test(said_before_known),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
