/* The table of commands, and running one of them. */
#include "cmd/cmd.h"

#include "base/json.h"
#include "cmd/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F(f) FACT_BIT(f)
#define TEST_FACTS                                                                              \
    (F(F_ORDER) | F(F_QUALITY) | F(F_PINS) | F(F_CREW) | F(F_SPECIAL) | F(F_ARMY)               \
     | F(F_OFFICER) | F(F_LEADER) | F(F_FULL) | F(F_MODELS) | F(F_RESERVE) | F(F_TANK_FEAR)     \
     | F(F_RAM) | F(F_COMMAND) | F(F_REROLL) | F(F_OPEN_TOPPED) | F(F_BANZAI))
#define SHOT_FACTS                                                                              \
    (F(F_WEAPON) | F(F_RANGE) | F(F_ORDER) | F(F_QUALITY) | F(F_PINS) | F(F_CREW) | F(F_SCOPE)  \
     | F(F_SPECIAL) | F(F_ARMY) | F(F_INDIRECT) | F(F_ZEROED) | F(F_SHOT) | F(F_AMMO)           \
     | F(F_COVER) | F(F_HIDDEN) | F(F_SHIELD) | F(F_BUILDING) | F(F_SMALL) | F(F_VS)            \
     | F(F_TARGET_TYPE) | F(F_TARGET_ORDER) | F(F_TARGET_MODELS) | F(F_FACING)                  \
     | F(F_SEEN) | F(F_OPEN_TOPPED) | F(F_PLUNGING) | F(F_UNDER))
#define DICE_FACTS (F(F_DICE))

/* Name, alias, usage, summary, rule, words in order, facts, group, handler: help, completion,
   the shell's completion file and the manual's list are made from these rows. */
const struct command commands[] = {
    {"need", "n", "[KIND] [UNIT TARGET] [FACT...]", "the score to roll, and why",
     "shoot.hit.base", {SLOT_KIND, SLOT_UNIT, SLOT_TARGET},
     SHOT_FACTS | TEST_FACTS | F(F_WITH) | F(F_IN) | F(F_FLASH) | F(F_LIT) | F(F_HITS) | F(F_MEN)
         | F(F_REACT),
     "Ask",
     "KIND is hit (when none is said), damage, order, morale, indirect or assault (infantry on a "
     "vehicle). With two units of the game it takes all that the game knows: need Rifles "
     "Grenadiers 14 soft.",
     run_need},
    {"odds", NULL, "[assault] [UNIT TARGET] FACT...",
     "what a unit's fire or its assault will do, exactly",
     "shoot.sequence", {SLOT_KIND, SLOT_UNIT, SLOT_TARGET},
     SHOT_FACTS | F(F_FLASH) | F(F_LIT) | F(F_COUNT) | F(F_TARGET_PINS) | F(F_TARGET_TEAM)
         | F(F_TARGET_LEADER)
         | F(F_WITH) | F(F_IN) | F(F_ARC) | F(F_COMPARE) | F(F_MEN) | F(F_TOUGH)
         | F(F_TARGET_TOUGH) | F(F_TARGET_SPECIAL) | F(F_OVER) | F(F_OFFICER) | F(F_LEADER)
         | F(F_FULL) | F(F_COMMAND) | F(F_REACT),
     "Ask",
     "odds rifle count=8 14 soft vs=regular target.models=10. odds assault men=10 tough=1 "
     "vs=regular target.models=8 is a fight; weapon=, count= and range= are then those of the "
     "fire that meets it.",
     run_odds},
    {"rule", "r", "WORDS or ID", "looks a rule up", NULL, {SLOT_WORDS}, 0, "Ask", NULL, run_rule},
    {"weapon", "w", "NAME", "a row of the weapons chart", "weapon.rifle", {SLOT_WORDS}, 0, "Ask",
     NULL, run_weapon},
    {"roll", NULL, "DICE", "rolls dice that belong to no rule: 2d6, d3, d6+1", "dice.notation.d6",
     {SLOT_NAME}, DICE_FACTS, "Ask", NULL, run_roll},

    {"turn", NULL, "[near=UNITS] [FACT...]", "begins the next turn: all that is due, then the bag",
     "turn.phases", {SLOT_END},
     DICE_FACTS | F(F_NEAR) | F(F_DOWN) | F(F_UNDER) | F(F_FLAK) | F(F_TO) | F(F_ONTO)
         | F(F_VICTIM) | F(F_PICK) | F(F_LOSE) | F(F_FLOORS) | F(F_FLOOR) | F(F_BUNKERS)
         | F(F_OFFICER),
     "Play",
     "In this order: the light, the wind, the calls of the observers. near= names the units about "
     "an arriving barrage or plane, a stroke between the lists of two; down= those that drop, "
     "under.NAME= models under a template, flak= the flak of both sides; to= where a token is "
     "moved, onto= the enemy to which a strike is turned, victim= whom a rookie attacks. At the "
     "prompt each step stays done; turn goes on after an interruption.", run_turn},
    {"draw", "d", "[SIDE]", "draws a virtual order die, or records the colour drawn",
     "turn.orders.draw", {SLOT_SIDE}, DICE_FACTS, "Play", NULL, run_draw},
    {"order", "o", "UNIT ORDER [FACT...]", "gives an order, with its test", "turn.orders.assign",
     {SLOT_UNIT, SLOT_ORDER},
     DICE_FACTS | TEST_FACTS | F(F_VICTIM) | F(F_ENEMY_SEEN) | F(F_ENEMY_FRONT) | F(F_AMMO)
         | F(F_ASSAULT) | F(F_BANZAI) | F(F_RANGE),
     "Play",
     "ORDER is fire, advance, run, ambush, rally or down. officer=RANK when one is in reach; "
     "after a FUBAR victim=UNIT or enemy-seen; reroll=no lets a failed test at full strength "
     "stand. assault=ENEMY with a Run declares an assault.",
     run_order},
    {"snap", NULL, "OFFICER UNIT ORDER [range=N] [FACT...]", "an officer's extra order",
     "snap.trigger", {SLOT_UNIT, SLOT_TARGET, SLOT_ORDER},
     DICE_FACTS | TEST_FACTS | F(F_VICTIM) | F(F_ENEMY_SEEN) | F(F_ENEMY_FRONT) | F(F_AMMO)
         | F(F_ASSAULT) | F(F_BANZAI) | F(F_RANGE),
     "Play",
     "At once after an officer's own order was obeyed. range= is from him to the unit. The unit "
     "tests as usual, with his bonus. The facts are those of order.",
     run_snap},
    {"fire", "f", "UNIT at TARGET range=N [FACT...]", "shoots, from declared target to morale check",
     "shoot.sequence", {SLOT_UNIT, SLOT_TARGET},
     DICE_FACTS | SHOT_FACTS | F(F_HITS) | F(F_KILLS) | F(F_SIXES) | F(F_REACT) | F(F_PICK)
         | F(F_FLASH) | F(F_LIT)
         | F(F_LOSE) | F(F_WITH) | F(F_IN) | F(F_ARC) | F(F_MEDIC) | F(F_FLOORS) | F(F_FLOOR)
         | F(F_TARGET_MOVED) | F(F_SPOTTER) | F(F_TOWING) | F(F_OFFICER) | F(F_COMMAND) | F(F_NEAR)
         | F(F_DOWN) | F(F_BY),
     "Play",
     "range.smg=15 is one weapon's own distance, in.rifle=5 how many of them see and reach, "
     "with=lmg,rifle which fire. react=down when the target drops. hits=3, or kills=2 sixes=1, "
     "instead of dice. pick= is the shooter's choice after exceptional damage, lose= the owner's. "
     "by= is the unit aboard whose men serve a transport's second weapon.",
     run_fire},
    {"assault", NULL, "UNIT TARGET range=N [FACT...]",
     "resolves close quarters, after its Run order", "cq.sequence", {SLOT_UNIT, SLOT_TARGET},
     DICE_FACTS | SHOT_FACTS | F(F_HITS) | F(F_KILLS) | F(F_SIXES) | F(F_REACT) | F(F_PICK)
         | F(F_LOSE) | F(F_WITH) | F(F_IN) | F(F_ARC) | F(F_MEDIC) | F(F_OVER) | F(F_AFTER)
         | F(F_PATH) | F(F_BY) | F(F_FIRE) | F(F_FIGHTER) | F(F_OCCUPY) | F(F_WALLS) | F(F_BUILDING)
         | F(F_OFFICER) | F(F_FACING) | F(F_AT) | F(F_TURNS) | F(F_REVERSE) | F(F_FLASH)
         | F(F_LIT),
     "Play",
     "over= is the ground on the way: rough, obstacle, defended-obstacle. react=fire, or escape "
     "with after=N inches. occupy: the winner takes the floor that it stormed. path= are the units "
     "behind the first in a tank's way, fire= those of them that fire; building walls=brick "
     "instead of a TARGET is a house.",
     run_assault},
    {"move", "m", "UNIT [N] [over=GROUND,...] [near=GUN,...] [FACT...]",
     "whether a move is allowed; notes it",
     "move.infantry.advance", {SLOT_UNIT},
     F(F_DICE) | F(F_RANGE) | F(F_OVER) | F(F_ROAD) | F(F_REVERSE) | F(F_TURNS) | F(F_NEAR),
     "Play",
     "Without a number it says how far the unit may go, over that ground: open, rough, obstacle, "
     "anti-tank, building, road, water, impassable, or a feature named with terrain. near= names abandoned "
     "guns of the enemy's that it ends within 1 inch of: they are removed; and hidden enemies, with "
     "range.NAME= to each: who is seen is hidden no more.",
     run_move},
    {"mount", NULL, "UNIT CARRIER [range=N] [over=GROUND,...]",
     "gets aboard a vehicle, or hitches a gun to it", "transport.board.run",
     {SLOT_UNIT, SLOT_TARGET}, F(F_DICE) | F(F_RANGE) | F(F_OVER), "Play",
     "By a Run, all within 1\" of a vehicle that stands; range= is how far the last man runs. "
     "Before the first turn no order is needed.",
     run_mount},
    {"dismount", NULL, "UNIT [range=N] [over=GROUND,...]",
     "gets down from its vehicle, or unlimbers a gun", "transport.dismount.order", {SLOT_UNIT},
     F(F_DICE) | F(F_RANGE) | F(F_OVER), "Play",
     "On the unit's own Advance or Run, a gun on Run, while the vehicle is not on Run. range= is "
     "measured from the vehicle, or from the gun behind it. Riders get off for good, in an Advance.",
     run_dismount},
    {"enter", NULL, "UNIT BUILDING [floor=N] [range=N] [over=GROUND,...]",
     "goes into a building, or to another floor of it", "building.enter.method",
     {SLOT_UNIT, SLOT_NAME}, F(F_DICE) | F(F_FLOOR) | F(F_RANGE) | F(F_OVER), "Play",
     "By a Run from outside, to the ground floor. Inside, a floor or a section next door on "
     "Advance, two on Run. Before the first turn guns are set up in one too, on any floor.",
     run_enter},
    {"leave", NULL, "UNIT [range=N] [over=GROUND,...]", "leaves a building by its ground floor",
     "building.leave", {SLOT_UNIT}, F(F_DICE) | F(F_RANGE) | F(F_OVER), "Play", NULL, run_leave},
    {"smoke", NULL, "UNIT at=PLACE range=N [to=PLACE]", "fires a smoke round at a point",
     "smoke.who", {SLOT_UNIT},
     DICE_FACTS | F(F_AT) | F(F_RANGE) | F(F_TO) | F(F_SHOT) | F(F_ZEROED), "Play",
     "A round that misses lands where the opponent says, to=PLACE.", run_smoke},
    {"recrew", NULL, "GUN GUN range=N [men=N]", "a gun's crew runs to another gun", "recrew.move",
     {SLOT_UNIT, SLOT_TARGET}, F(F_DICE) | F(F_RANGE) | F(F_MEN), "Play", NULL, run_recrew},
    {"call", NULL, "OBSERVER barrage|smoke|airstrike at=PLACE-OR-TARGET",
     "an observer's one call, on his Fire order", "fao.call", {SLOT_UNIT, SLOT_NAME}, F(F_AT), "Play",
     "The token lies where you say, in your own words; from the next turn on it may come, even if "
     "the observer dies. One that was due and did not come is turned elsewhere in the same words, "
     "before the first order of that turn.", run_call},
    {"bombard", NULL, "SIDE [bunkers=UNITS] [outside=UNITS]",
     "the bombardment of a side before turn 1", "prep.roll", {SLOT_SIDE},
     DICE_FACTS | F(F_BUNKERS) | F(F_OUTSIDE) | F(F_PICK) | F(F_LOSE) | F(F_OFFICER), "Play", NULL,
     run_bombard},
    {"end", "e", "[keep=UNITS] [shoot=UNITS] [enemy.CARRIER=N friend.CARRIER=N] [hold=HOLDS]",
     "the turn's end: what is kept, what goes back", "turn.end.return", {SLOT_END},
     DICE_FACTS | F(F_KEEP) | F(F_SHOOT) | F(F_ENEMY) | F(F_FRIEND) | F(F_HOLD), "Play",
     "keep= names units in Ambush or Down whose die stays; shoot= those in Ambush that try a last "
     "shot on a 4+. When one may shoot: fire it, then end again. enemy. and friend. are the inches "
     "from an empty transport to the nearest of them: it is lost when an enemy is nearer. hold= says "
     "who holds which objective. Where the scenario lets the game end, its die is rolled last.",
     run_end},
    {"objective", NULL, "[NAME [SIDE]]", "names an objective, or says who holds it now",
     "objective.building", {SLOT_NAME, SLOT_SIDE}, 0, "Play",
     "Without SIDE nobody holds it. At the end of the game, and of every turn of a scenario that "
     "wants it, end asks who holds them.", run_objective},

    {"table", "t", "", "the field at a glance", NULL, {SLOT_END}, 0, "Look", NULL, run_table},
    {"show", "s", "UNIT", "one unit like a printed card", NULL, {SLOT_UNIT}, 0, "Look", NULL,
     run_show},
    {"bag", "b", "[SIDE [N]]", "the dice in the bag; N: as many were counted in a real one",
     "order.dice.bag", {SLOT_SIDE, SLOT_NUMBER}, 0, "Look",
     "Where the count differs from the record it says which dice lie elsewhere.", run_bag},
    {"due", NULL, "", "what is still to come this turn, at its end and next turn", "turn.phases",
     {SLOT_END}, 0, "Look", NULL, run_due},
    {"log", "l", "[N]", "what was said and done; the last N entries", NULL, {SLOT_NUMBER}, 0,
     "Look", NULL, run_log},
    {"luck", NULL, "[SIDE]", "what the dice did, what was to be expected, how unlikely it is", NULL,
     {SLOT_SIDE}, 0, "Look",
     "For each side the dice to hit, to damage, the tests and the first die of each turn. How "
     "unlikely it is comes of the true distribution of the scores that each die wanted: so many "
     "games in which the same dice do as well or better, or as badly or worse.",
     run_luck},
    {"report", NULL, "[TURN | game] [markdown]", "a turn, or the whole battle, for the printer",
     NULL, {SLOT_WORDS}, 0, "Look",
     "Plain text of 80 columns; with markdown (or md) headings and tables for a page. Turn 0 is the "
     "set-up. What was undone is not in it.", run_report},
    {"watch", NULL, "", "the table, live and read-only, for a second screen", NULL, {SLOT_END}, 0,
     "Look",
     "In another terminal, so that the opponent sees the record too; q, Enter or Ctrl-C leaves. "
     "Into a pipe it writes the table each time it changes, and a form feed behind it; with "
     "--json an object a line.",
     run_watch},

    {"undo", "u", "[N]", "takes the last change back, or the last N", NULL, {SLOT_NUMBER}, 0,
     "Record", "Nothing is lost: redo does it again. Dice that came from the queue go back to "
     "it, and an undone virtual die comes up the same.", run_undo},
    {"redo", NULL, "[N]", "does again what was undone", NULL, {SLOT_NUMBER}, 0, "Record", NULL,
     run_redo},
    {"dice", NULL, "FACES | clear", "typed dice that wait for the next rolls", NULL, {SLOT_WORDS},
     0, "Record", NULL, run_dice},
    {"pins", NULL, "UNIT N [WHY]", "puts the pins of a unit right", "pin.marker.display",
     {SLOT_UNIT, SLOT_NUMBER, SLOT_WORDS}, 0, "Record", NULL, run_pins},
    {"models", NULL, "UNIT N [WHY]", "puts the number of models right; no casualty", NULL,
     {SLOT_UNIT, SLOT_NUMBER, SLOT_WORDS}, 0, "Record", NULL, run_models},
    {"set", NULL, "UNIT KEY=VALUE [WHY] | dice virtual | tutor off | scale cm=1",
     "puts anything right that show shows; settings", NULL, {SLOT_WORDS}, 0, "Record", NULL,
     run_set},
    {"force", NULL, "WHY COMMAND...", "carries a command out against the rules", NULL,
     {SLOT_WORDS}, 0, "Record", "The reason, in one word or in quotes, stands in the log.",
     run_force},
    {"check", NULL, "", "replays the log and compares it with the tables", NULL, {SLOT_END}, 0,
     "Record", NULL, run_check},

    {"new", NULL, "FILE [edition=2] [scenario=NAME]", "makes a game and opens it", NULL,
     {SLOT_FILE}, F(F_EDITION) | F(F_SCENARIO), "Game", NULL, run_new},
    {"open", NULL, "FILE", "opens a game", NULL, {SLOT_FILE}, 0, "Game", NULL, run_open},
    {"terrain", NULL, "[NAME soft|hard dense GROUND]", "names and rates a feature of the table",
     "terrain.rating", {SLOT_WORDS}, 0, "Game",
     "terrain orchard soft dense rough: the name then stands for its cover in need and fire, and "
     "for its ground in move.",
     run_terrain},
    {"night", NULL, "night-fight|dawn-assault|longest-day|flare|none|roll", "how far anybody sees",
     "night.chart", {SLOT_NAME}, DICE_FACTS, "Game",
     "roll takes the kind from a D6 on the chart; on a 6 the winner of a roll-off says it.",
     run_night},
    {"side", NULL, "NAME [army=ARMY]", "adds a side", NULL, {SLOT_NAME}, F(F_ARMY), "Game", NULL,
     run_side},
    {"unit", NULL, "SIDE NAME TYPE QUALITY weapons=\"8 rifle, 1 smg, 1 lmg\" [FACT...]",
     "adds a unit described by hand", "unit.type.infantry",
     {SLOT_SIDE, SLOT_NAME, SLOT_TYPE, SLOT_QUALITY},
     F(F_WEAPONS) | F(F_MEN) | F(F_FULL) | F(F_NCO) | F(F_SPECIAL) | F(F_OFFICER) | F(F_ARMOUR)
         | F(F_FRONT) | F(F_OPEN_TOPPED) | F(F_TURRET) | F(F_SHIELD) | F(F_CAPACITY)
         | F(F_RESERVE) | F(F_HIDDEN) | F(F_LEADER) | F(F_MODELS) | F(F_VS) | F(F_ARMY)
         | F(F_MOVER) | F(F_MEDIC) | F(F_TOWS) | F(F_FIGHTING),
     "Game",
     "TYPE is squad, team, hq, gun or vehicle. full=N when it was bought at full strength; nco= "
     "the leader's weapon. One-shot weapons are listed beside the men's rifles.",
     run_unit},
    {"seed", NULL, "[WORD]", "adds a player's word to the seed of the virtual dice", NULL,
     {SLOT_WORDS}, 0, "Game", NULL, run_seed},
    {"verify", NULL, "", "proves every virtual die from the seed", NULL, {SLOT_END}, 0, "Game",
     NULL, run_verify},
    {"finish", NULL, "", "ends the game and shows the seed", NULL, {SLOT_END}, 0, "Game", NULL,
     run_finish},
    {"help", "?", "[COMMAND or FACT]", "what there is, and how it is said", NULL, {SLOT_WORDS}, 0,
     "Game", NULL, run_help},
    {"quit", "exit", "", "leaves", NULL, {SLOT_END}, 0, "Game", NULL, run_quit},
};

const int n_commands = sizeof commands / sizeof commands[0];

static void no_such_command(const char *name, struct diag *d)
{
    struct nearest near = {.typed = name};
    char hint[96];

    for (int i = 0; i < n_commands; i++)
        nearest_offer(&near, commands[i].name);
    diag_usage(d, "no command is called %.40s%s", name, nearest_hint(&near, hint, sizeof hint));
}

const struct command *cmd_find(const char *name, struct diag *d)
{
    const struct command *found[2] = {0};
    int n = 0;

    for (int i = 0; i < n_commands; i++) {
        const struct command *k = &commands[i];
        int fit = word_fits(name, k->name);
        if (fit == 2 || (k->alias && word_fits(name, k->alias) == 2))
            return k;
        if (fit && n < 2)
            found[n] = k;
        n += fit > 0;
    }
    if (n == 1)
        return found[0];
    if (n > 1)
        diag_usage(d, "%s fits %s and %s%s", name, found[0]->name, found[1]->name,
                   n > 2 ? " and more" : "");
    else
        no_such_command(name, d);
    return NULL;
}

/* The command as the log keeps it: its full name, the words as typed, quoted where needed. */
static void keep_line(struct cmd *c, struct call *call, int n, char **word)
{
    if (c->force)
        buf_addf(&call->line, "force \"%s\" ", c->force);
    buf_add(&call->line, call->command->name);
    for (int i = 0; i < n; i++) {
        const char *space = strpbrk(word[i], " \t");
        const char *equals = strchr(word[i], '=');
        if (!space) {
            buf_addc(&call->line, ' ');
            buf_add(&call->line, word[i]);
        } else if (equals && equals < space)
            buf_addf(&call->line, " %.*s\"%s\"", (int)(equals + 1 - word[i]), word[i], equals + 1);
        else
            buf_addf(&call->line, " \"%s\"", word[i]);
    }
}

static void forget_answers(struct cmd *c)
{
    for (int i = 0; i < c->n_kept; i++)
        free(c->kept[i]);
    free(c->kept);
    c->kept = NULL;
    c->n_kept = 0;
}

/* What is said is written in the log and shown on other screens: no word carries a line's end, an
   escape or another control character, of ASCII or of Latin-1. */
static bool words_clean(int n, char **word, struct diag *d)
{
    for (int i = 0; i < n; i++)
        for (const unsigned char *s = (const unsigned char *)word[i]; *s; s++)
            if (*s < ' ' || *s == 0x7f || (*s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0))
                return diag_usage(d, "%.40s: a control character stands in it", word[i]);
    return true;
}

int cmd_run(struct cmd *c, int n, char **word)
{
    struct call call = {0};
    bool ok = false, outermost = !c->force;

    if (outermost) {
        buf_clear(&c->out);
        c->diag = (struct diag){0};
    }
    if (n == 0)
        return EXIT_DONE;
    call.command = words_clean(n, word, &c->diag) ? cmd_find(word[0], &c->diag) : NULL;
    if (call.command) {
        keep_line(c, &call, n - 1, word + 1);
        ok = call_parse(c, &call, n - 1, word + 1) && call.command->run(c, &call);
    }
    call_clear(&call);
    if (outermost) {
        forget_answers(c);
        if (!ok) {
            buf_clear(&c->out);
            if (c->json)
                cmd_complaint(c, call.command ? call.command->name : word[0], &c->out);
        }
    }
    return ok ? EXIT_DONE : (int)c->diag.code;
}

int cmd_line(struct cmd *c, const char *line)
{
    struct words w;
    int status;

    buf_clear(&c->out);
    c->diag = (struct diag){0};
    if (words_split(&w, line, &c->diag)) {
        status = cmd_run(c, w.n, w.word);
    } else {
        status = EXIT_USAGE;
        if (c->json)
            cmd_complaint(c, w.n ? w.word[0] : "", &c->out);
    }
    words_free(&w);
    return status;
}

/* ---- complaints ---- */

static void complaint_json(struct cmd *c, const char *command, struct buf *b)
{
    json_open(b, NULL, '{');
    json_bool(b, "ok", false);
    json_string(b, "command", command);
    json_open(b, "error", '{');
    json_string(b, "code", diag_word(c->diag.code));
    json_string(b, "message", c->diag.message);
    json_open(b, "cite", '[');
    for (int i = 0; i < c->diag.n_cites; i++) {
        struct buf where = {0};
        if (!c->diag.cite[i][0])
            continue;
        if (c->s.rules)
            rules_db_where(c->s.rules, c->diag.cite[i], &where);
        json_open(b, NULL, '{');
        json_string(b, "rule", c->diag.cite[i]);
        json_int(b, "edition", c->s.edition);
        json_string(b, "where", buf_text(&where));
        json_close(b, '}');
        buf_free(&where);
    }
    json_close(b, ']');
    json_close(b, '}');
    json_close(b, '}');
    buf_addc(b, '\n');
}

void cmd_refusal(const struct diag *d, struct buf *b)
{
    for (const char *s = d->message; *s; s++) /* whatever was typed stays one clean line */
        buf_addc(b, (unsigned char)*s < 0x20 || *s == 0x7f ? '?' : *s);
    for (int i = 0; i < d->n_cites; i++)
        if (d->cite[i][0])
            buf_addf(b, "%s%s", i ? ", " : "  [", d->cite[i]);
    if (d->n_cites && d->cite[0][0])
        buf_addc(b, ']');
    buf_addc(b, '\n');
}

void cmd_complaint(struct cmd *c, const char *command, struct buf *b)
{
    if (c->json)
        complaint_json(c, command, b);
    else
        cmd_refusal(&c->diag, b);
}

void cmd_close(struct cmd *c, bool tidy)
{
    session_close(&c->s, tidy);
    forget_answers(c);
    buf_free(&c->out);
}
