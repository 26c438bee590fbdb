/* Plays at random: two sides of every kind of unit, and commands most of which the rules allow,
   as the state of the game suggests them. Nothing but the three statuses, an answer that is valid
   JSON, a complaint of one clean line; the record is sound, and what was undone and done again
   is what was there before.
   RANDOM_SEED and RANDOM_GAMES in the environment make longer hunts; RANDOM_CHECK=1 replays the
   record after every command; RANDOM_LOG=FILE does too and keeps the commands and the answers. */
#include "cmd/cmd.h"

#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMANDS = 700 };

static struct cmd c;
static struct buf line, was, is;
static FILE *log_file;
static sqlite3_stmt *valid;
static unsigned long long seed, state;
static int wrong, done, refused, misused, every;
static char path[400];

/* ---- chance ---- */

static int below(int n)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned)n);
}

static bool chance(int percent) { return below(100) < percent; }

#define ANY(list) ((list)[below((int)(sizeof(list) / sizeof *(list)))])

/* One of the words between bars. */
static const char *any(const char *words)
{
    static char kept[4][120];
    static int at;
    int n = 1, k;
    char *word = kept[at = (at + 1) % 4];

    for (const char *s = words; *s; s++)
        n += *s == '|';
    k = below(n);
    while (k--)
        words = strchr(words, '|') + 1;
    snprintf(word, sizeof kept[0], "%.*s", (int)strcspn(words, "|"), words);
    return word;
}

/* The game's own seed of virtual dice comes from here too, so that a hunt can be repeated. */
static const char *generator(void) { return "random"; }
static uint32_t any_number(void) { return (uint32_t)below(1 << 30); }
static void any_bytes(void *to, const size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)to)[i] = (unsigned char)below(256);
}
static randombytes_implementation chance_bytes = {
    .implementation_name = generator, .random = any_number, .buf = any_bytes};

/* ---- saying a command, and what must be true of every answer ---- */

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *fmt, ...)
{
    char text[400];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    buf_add(&line, text);
}

static void fail(const char *what, const char *came)
{
    fprintf(stderr, "test_random: seed %llu, after: %s\n  %s\n  %.600s\n", seed, buf_text(&line),
            what, came);
    if (log_file) {
        fprintf(log_file, "# %s: %s\n", what, came);
        fflush(log_file);
    }
    wrong++;
}

static void caught(int sig)
{
    static const char hung[] = "test_random: this takes forever: ", fell[] = "test_random: fell at: ";
    ssize_t n = sig == SIGALRM ? write(2, hung, sizeof hung - 1) : write(2, fell, sizeof fell - 1);

    n = write(2, line.s, line.len);
    n = write(2, "\n", 1);
    (void)n;
    _exit(99);
}

static bool is_valid(const char *json)
{
    sqlite3_reset(valid);
    sqlite3_bind_text(valid, 1, json, -1, SQLITE_STATIC);
    return sqlite3_step(valid) == SQLITE_ROW && sqlite3_column_int(valid, 0);
}

static void look_at_complaint(void)
{
    const char *s = c.diag.message;

    if (!*s)
        fail("refused without a word", "");
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            fail("a control character in a complaint", c.diag.message);
    if (strstr(c.diag.message, "(null)"))
        fail("(null) in a complaint", c.diag.message);
}

/* Runs what was said. */
static int run(void)
{
    int status;

    if (log_file) {
        fprintf(log_file, "%s\n", buf_text(&line));
        fflush(log_file);
    }
    alarm(60);
    status = cmd_line(&c, buf_text(&line));
    alarm(0);
    if (log_file)
        fprintf(log_file, "#  %d %s%s", status, status ? c.diag.message : buf_text(&c.out),
                status ? "\n" : "");
    if (status == EXIT_DONE)
        done++;
    else if (status == EXIT_REFUSED)
        refused++;
    else if (status == EXIT_USAGE)
        misused++;
    else
        fail("a storage error", c.diag.message);
    if (c.json && !is_valid(buf_text(&c.out)))
        fail("the answer is not JSON", buf_text(&c.out));
    if (strstr(buf_text(&c.out), "(null)"))
        fail("(null) in an answer", buf_text(&c.out));
    if (status != EXIT_DONE)
        look_at_complaint();
    return status;
}

static int command(const char *text)
{
    buf_clear(&line);
    buf_add(&line, text);
    return run();
}

/* ---- whoever sits at the prompt ---- */

static void answer_roll(void *ctx, struct session *s, const struct wanted *w, struct reply *r)
{
    struct diag d = {0};
    char text[60];

    (void)ctx;
    (void)s;
    if (chance(2)) {
        r->kind = REPLY_GIVE_UP;
    } else if (w->summary && chance(15)) {
        int n = below(w->of + 1);
        snprintf(text, sizeof text, w->fact == F_KILLS ? "kills %d sixes %d" : "hits %d", n,
                 n ? below(n) : 0);
        if (!cmd_read_roll(w, text, r, &d))
            r->kind = REPLY_VIRTUAL;
    } else {
        r->kind = REPLY_VIRTUAL;
    }
}

static const char *some_unit(void)
{
    return c.s.game.n_units ? c.s.game.unit[below(c.s.game.n_units)].name : "nobody";
}

/* Names with commas, none among them now and then twice or of a unit that is gone. */
static const char *some_units(int most)
{
    static char kept[4][200];
    static int at;
    char *list = kept[at = (at + 1) % 4];
    int n = below(most + 1);

    snprintf(list, sizeof kept[0], "%s", n ? some_unit() : "none");
    while (--n > 0) {
        size_t len = strlen(list);
        snprintf(list + len, sizeof kept[0] - len, ",%s", some_unit());
    }
    return list;
}

static const char *holds(void);

static void answer_words(const struct wanted *w, char *text, size_t size)
{
    if (w->part[0])
        snprintf(text, size, "%d %d", below(30), below(30));
    else if (w->fact == F_RANGE || w->fact == F_AFTER)
        snprintf(text, size, "%d%s", below(30), any("| soft| hard| side| rear"));
    else if (w->fact == F_REACT)
        snprintf(text, size, "%s", any("none|down|down|escape|fire|yes|no|"));
    else if (w->fact == F_UNDER)
        snprintf(text, size, "%d", below(8));
    else if (w->fact == F_FACING)
        snprintf(text, size, "%s", any("front|left|right|side|rear|top"));
    else if (w->fact == F_WALLS)
        snprintf(text, size, "%s", any("brick|wood"));
    else if (w->fact == F_AT || w->fact == F_TO)
        snprintf(text, size, "%s", any("hill|wood|ford|1|2"));
    else if (w->fact == F_NEAR || w->fact == F_FLAK || w->fact == F_BUNKERS)
        snprintf(text, size, "%s", some_units(6));
    else if (w->fact == F_HOLD)
        snprintf(text, size, "%s", holds());
    else if (w->fact == F_KEEP || w->fact == F_SHOOT || w->fact == F_VICTIM || w->fact == F_PATH
             || w->fact == F_FIRE || w->fact == F_ONTO || w->fact == F_DOWN
             || w->fact == F_FIGHTER)
        snprintf(text, size, "%s", chance(40) ? any("|all|none") : some_unit());
    else
        snprintf(text, size, "%s", any("yes|no||none"));
}

static bool answer_fact(void *ctx, struct session *s, const struct wanted *w, struct facts *f,
                        struct buf *said)
{
    char text[120];

    (void)ctx;
    (void)s;
    (void)said;
    for (int i = 0; i < 12; i++) {
        struct diag d = {0};
        struct facts kept = *f;
        answer_words(w, text, sizeof text);
        if (cmd_read_fact(&c, w, text, f, &d)) {
            if (log_file)
                fprintf(log_file, "#  ? %s: %s\n", w->says, text);
            return true;
        }
        *f = kept;
    }
    return false;
}

static void told(void *ctx, const char *text)
{
    (void)ctx;
    (void)text;
}

static void someone_sits(bool sits)
{
    c.s.asker = (struct asker){0};
    if (sits)
        c.s.asker = (struct asker){.roll = answer_roll, .fact = answer_fact, .tell = told};
}

/* ---- the armies ---- */

static const char *const kind[] = {
    "squad %s weapons=\"7 rifle, 1 smg, 1 lmg\" full=9",
    "squad %s weapons=\"8 rifle, 2 smg\"",
    "squad %s weapons=\"5 rifle, 1 smg, 1 automatic-rifle, 2 panzerfaust\" special=tank-hunters",
    "squad %s weapons=\"4 assault-rifle, 4 rifle, 1 panzerfaust\" full=8",
    "squad %s weapons=\"9 rifle, 1 light-mortar\" special=tough-fighters",
    "squad %s weapons=\"10 rifle\" special=fanatics",
    "squad inexperienced weapons=\"10 rifle\" special=green",
    "squad inexperienced weapons=\"8 rifle, 1 smg\" special=shirkers",
    "squad %s weapons=\"6 carbine\" special=cavalry",
    "squad %s weapons=\"6 rifle\" special=motorbikes",
    "squad %s weapons=\"6 rifle, 1 lmg\" special=bicycles",
    "squad %s weapons=\"8 rifle\" special=stubborn hidden",
    "squad %s weapons=\"8 rifle, 1 lmg\" reserve",
    "hq %s weapons=\"1 pistol, 1 rifle\" men=2 officer=first-lieutenant",
    "hq %s weapons=\"1 smg, 2 rifle\" men=3 officer=captain",
    "hq %s weapons=\"1 pistol\" officer=second-lieutenant",
    "hq %s weapons=\"2 pistol\" officer=major",
    "hq %s weapons=\"1 pistol\" special=medic",
    "hq %s weapons=\"1 pistol, 1 rifle\" special=artillery-observer",
    "hq %s weapons=\"1 pistol\" special=air-observer",
    "hq %s weapons=\"1 pistol, 1 rifle\" special=\"artillery-observer, air-observer\"",
    "team %s weapons=\"1 mmg\"",
    "team %s weapons=\"1 hmg\"",
    "team %s weapons=\"1 light-mortar\"",
    "team %s weapons=\"1 medium-mortar\" special=spotter",
    "team %s weapons=\"1 heavy-mortar\"",
    "team %s weapons=\"1 flamethrower\"",
    "team %s weapons=\"bazooka\" men=2",
    "team %s weapons=\"panzerschreck\"",
    "team %s weapons=\"piat\"",
    "team %s weapons=\"at-rifle\"",
    "team %s weapons=\"rifle\" men=2 special=sniper",
    "gun %s weapons=\"1 light-at\" men=3",
    "gun %s weapons=\"1 medium-at\" shield",
    "gun %s weapons=\"1 heavy-at\" shield hidden",
    "gun %s weapons=\"1 super-heavy-at\" special=slow",
    "gun %s weapons=\"1 light-howitzer\"",
    "gun %s weapons=\"1 medium-howitzer\" special=spotter",
    "gun %s weapons=\"1 heavy-howitzer\"",
    "gun %s weapons=\"1 light-autocannon platform\" special=flak",
    "gun %s weapons=\"1 medium-at\" special=versatile",
    "gun %s weapons=\"multiple-launcher\" men=4",
    "vehicle %s armour=9 weapons=\"medium-at turret, mmg coaxial, mmg hull front, hmg pintle\"",
    "vehicle %s armour=9 front-armour=10 weapons=\"super-heavy-at turret, mmg hull front\"",
    "vehicle %s armour=8 open-topped weapons=\"heavy-at casemate\"",
    "vehicle %s armour=8 weapons=\"light-at turret, mmg coaxial\" special=one-man-turret",
    "vehicle %s armour=9 capacity=6 fighting weapons=\"medium-at turret, mmg hull front\"",
    "vehicle %s armour=9 weapons=\"medium-howitzer casemate\" special=command-vehicle",
    "vehicle %s armour=9 weapons=\"medium-at turret, vehicle-flamethrower hull front\" "
    "special=flamethrower-vehicle",
    "vehicle %s armour=9 weapons=\"heavy-at turret, mmg rear-turret\" special=easily-catches-fire",
    "vehicle %s armour=6 capacity=12 mover=wheeled tows=\"light-at, medium-at, light-howitzer\"",
    "vehicle %s armour=6 capacity=12",
    "vehicle %s armour=7 open-topped capacity=10 mover=half-track weapons=\"mmg pintle, mmg hull "
    "rear\" tows=\"light-at, medium-at, heavy-at, medium-howitzer\"",
    "vehicle %s armour=7 open-topped mover=half-track weapons=\"4 light-autocannon platform\" "
    "special=flak",
    "vehicle %s armour=7 special=recce mover=wheeled weapons=\"light-autocannon turret, mmg "
    "coaxial\"",
    "vehicle %s armour=7 special=recce weapons=\"mmg turret\" open-topped",
    "vehicle %s armour=7 weapons=\"multiple-launcher platform\" mover=half-track",
    "vehicle %s armour=6 mover=wheeled weapons=\"mmg pintle\" special=amphibious capacity=8",
    "vehicle %s armour=9 reserve weapons=\"medium-at turret\" special=dual-direction",
};

static void raise_armies(void)
{
    const int n = (int)(sizeof kind / sizeof *kind);
    int first = below(n), count = 0;

    command("side a army=germany");
    buf_clear(&line);
    say("side b%s", any("| army=united-states| army=soviet-union| army=japan| army=great-britain"));
    run();
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 9 + below(4); i++) {
            /* each game takes up the list where the last word of chance left it */
            const char *what = kind[(first + count * 7 + below(7)) % n];
            const char *quality = any("regular|regular|veteran|inexperienced");
            char facts[300];
            char *mark;
            snprintf(facts, sizeof facts, "%s", what);
            mark = strstr(facts, "%s");
            buf_clear(&line);
            say("unit %c U%02d ", "ab"[side], ++count);
            if (mark)
                say("%.*s%s%s", (int)(mark - facts), facts, quality, mark + 2);
            else
                say("%s", facts);
            if (run() != EXIT_DONE)
                fail("a unit is refused", c.diag.message);
        }
    for (int side = 0; side < 2; side++)
        for (int i = below(3); i > 0; i--) {
            buf_clear(&line);
            say("unit %c U%02d hq %s weapons=pistol special=%s", "ab"[side], ++count,
                any("regular|veteran"), any("artillery-observer|air-observer"));
            run();
        }
}

/* ---- what may be said next ---- */

static const char *holds(void)
{
    static char text[120];

    snprintf(text, sizeof text, "%s:%s%s", any("ford|mill|church"), any("a|b|none"),
             chance(20) ? any(",ford:a|,mill:b|,church:none") : "");
    return text;
}

/* A unit that meets a wish, or any: of a side (-1: both), one that lives unless dead. */
enum wish { ALIVE, IN_BAG, HAS_ORDER, VEHICLE, GUN, OFFICER, CARRIED, HOUSED, SMOKER, OBSERVER,
            CALLER };

/* Its calls: an artillery or an air observer. */
static bool observes(const struct unit *u, const char *what)
{
    return c.s.rs && (u->special & ruleset_bit(c.s.rs, what));
}

static bool meets(const struct unit *u, enum wish w)
{
    bool alive = u->die != DIE_LOST && !u->destroyed;

    switch (w) {
    case IN_BAG:    return alive && u->order == ORDER_NONE;
    case HAS_ORDER: return alive && u->order != ORDER_NONE && !u->fired && u->order != ORDER_DOWN;
    case VEHICLE:   return alive && u->type == TYPE_VEHICLE;
    case GUN:       return alive && u->type == TYPE_GUN;
    case OFFICER:   return alive && u->leads;
    case CARRIED:   return alive && u->aboard;
    case HOUSED:    return alive && u->building[0];
    case SMOKER:    return alive && u->order == ORDER_FIRE && !u->fired
                        && (u->type == TYPE_GUN || u->type == TYPE_TEAM);
    case OBSERVER:  return alive && (observes(u, "artillery-observer") || observes(u, "air-observer"));
    case CALLER:    return meets(u, OBSERVER) && u->order == ORDER_FIRE && !u->fired && !u->calls;
    default:        return alive;
    }
}

static const struct unit *pick(int side, enum wish w)
{
    const struct game *g = &c.s.game;

    if (!g->n_units)
        return NULL;
    for (int tries = 0; tries < 60; tries++) {
        const struct unit *u = &g->unit[below(g->n_units)];
        if ((side < 0 || u->side == side) && (meets(u, w) || (tries > 40 && chance(5))))
            return u;
    }
    return &g->unit[below(g->n_units)];
}

static const char *name(int side, enum wish w)
{
    const struct unit *u = pick(side, w);

    return u ? u->name : "nobody";
}

static const char *foe_of(const struct unit *u)
{
    return name(chance(98) ? 1 - u->side : u->side, ALIVE);
}

static void say_order_facts(const char *order, const struct unit *u)
{
    if (strcmp(order, "run") == 0 && chance(35))
        say(" assault=%s", foe_of(u));
    if (strcmp(order, "run") == 0 && chance(6))
        say(" banzai");
    if (strcmp(order, "ambush") == 0 && chance(20))
        say(" ammo=%s", any("ap|he"));
    if (chance(8))
        say(" officer=%s", chance(50) ? any("captain|major") : name(u->side, ALIVE));
    if (chance(4))
        say(" command");
    if (chance(c.s.asker.fact ? 5 : 60))
        say(" %s", any("enemy-seen|enemy-seen=no|reroll=no|enemy-front"));
    if (chance(c.s.asker.fact ? 3 : 20))
        say(" victim=%s", name(chance(90) ? u->side : 1 - u->side, ALIVE));
}

static void say_shot_facts(void)
{
    if (chance(30))
        say(" %s", any("soft|hard|cover=none|hard|seen=40"));
    if (chance(c.s.asker.fact ? 10 : 85))
        say(" react=%s", any("none|none|none|down|escape|fire"));
    if (chance(c.s.asker.fact ? 10 : 60))
        say(" facing=%s", any("front|side|rear|left|right|top"));
    if (chance(c.s.asker.fact ? 8 : 50))
        say(" under=%d", below(8));
    if (chance(c.s.asker.fact ? 5 : 30))
        say(" ammo=%s", any("ap|he"));
    if (chance(5))
        say(" building%s", chance(20) ? any("|=no") : "");
    if (chance(5))
        say(" indirect");
    if (chance(6))
        say(" with=%s", any("rifle|lmg,rifle|medium-at|mmg|hull|pintle|panzerfaust|turret"));
    if (chance(5))
        say(" arc=%s", any("front|left|right|rear"));
    if (chance(4))
        say(" in.rifle=%d", below(8));
    if (chance(2))
        say(" %s", any("scope|plunging|at-spotter|target.moved|towing|medic|zeroed|floors=3|floor=2"
                       "|shield|flash|lit|open-topped"));
    if (chance(4))
        say(" %s", any("hits=2|hits=1 kills=1 sixes=1|kills=0|pick=leader|lose=lmg|lose=rifle"));
    if (chance(3))
        say(" near=%s", some_unit());
    if (chance(2))
        say(" down=%s", some_unit());
    if (chance(2))
        say(" under.%s=%d", some_unit(), below(6));
    if (chance(2))
        say(" dice=%d,%d,%d", below(6) + 1, below(6) + 1, below(6) + 1);
}

static void say_over(void)
{
    if (chance(15))
        say(" over=%s", any("rough|obstacle|road|building|wood|water|open|anti-tank"));
}

static void say_fire(void)
{
    const struct unit *u = pick(-1, HAS_ORDER);

    say("fire %s at %s range=%d", u->name, foe_of(u), 1 + below(chance(60) ? 16 : 50));
    say_shot_facts();
}

static void say_assault(void)
{
    const struct unit *u = NULL;

    for (int i = 0; i < c.s.game.n_units; i++)
        if (c.s.game.unit[i].charge && !c.s.game.unit[i].fought
            && c.s.game.unit[i].die == DIE_TABLE && (!u || chance(50)))
            u = &c.s.game.unit[i];
    if (!u)
        u = pick(-1, HAS_ORDER);
    const struct unit *at = u->charge && chance(90) ? game_unit(&c.s.game, u->charge) : NULL;
    if (chance(6))
        say("assault %s building range=%d walls=%s", u->name, 1 + below(12), any("brick|wood"));
    else
        say("assault %s %s range=%d", u->name, at ? at->name : foe_of(u), 1 + below(12));
    if (chance(15))
        say(" over=%s", any("rough|obstacle|defended-obstacle"));
    if (chance(8)) {
        say(" path=%s", foe_of(u));
        if (chance(60))
            say(" fire=%s", any("all|none|U12|U15|U03"));
    }
    if (chance(5))
        say(" occupy");
    if (chance(20))
        say(" after=%d", below(20));
    say_shot_facts();
}

static void say_setting(void)
{
    static const char *const key[] = {
        "pins=%d", "pins=%d", "models=%d", "men=%d", "full=%d", "leader=%b", "reserve=%b",
        "hidden=%b", "immobilised=%b", "abandoned=%b", "destroyed=%b", "fired=%b", "moved=%b",
        "order=%o", "quality=%q", "special=green", "special=none", "aboard=%u", "aboard=none",
        "building=mill", "building=none", "floor=%d", "victim=%u", "charge=%u", "in_bag=%b",
        "weapons=\"3 rifle\"", "officer=captain", "officer=none", "turret-jam=%b", "shield=%b",
        "spotter=%b", "medic=%b", "side=b", "morale=%d", "nco=smg", "armour=8", "capacity=8",
        "type=team", "loaded=he", "mover=tracked", "open-topped=%b", "snaps=%d",
    };
    const char *k = ANY(key), *mark = strchr(k, '%');

    say("set %s ", name(-1, ALIVE));
    if (!mark) {
        say("%s", k);
        return;
    }
    say("%.*s", (int)(mark - k), k);
    switch (mark[1]) {
    case 'd': say("%d", below(12)); break;
    case 'b': say("%s", any("yes|no")); break;
    case 'o': say("%s", any("fire|advance|run|ambush|rally|down|none")); break;
    case 'q': say("%s", any("regular|veteran|inexperienced")); break;
    default:  say("%s", some_unit()); break;
    }
}

static void say_end(void)
{
    say("end");
    if (chance(c.s.asker.fact ? 20 : 90))
        say(" keep=%s", any("all|none|none|all"));
    if (chance(c.s.asker.fact ? 20 : 90))
        say(" shoot=%s", any("all|none|none|none"));
    if (chance(c.s.asker.fact ? 5 : 20))
        say(" hold=%s", holds());
    for (int i = 0; i < c.s.game.n_units; i++)
        if (c.s.game.unit[i].capacity && chance(c.s.asker.fact ? 20 : 90))
            say(" enemy.%s=%d friend.%s=%d", c.s.game.unit[i].name, below(40),
                c.s.game.unit[i].name, below(40));
}

static void say_transport(void)
{
    switch (below(5)) {
    case 0: say("mount %s %s range=%d", name(-1, HAS_ORDER), name(-1, VEHICLE), below(13)); break;
    case 1: say("dismount %s range=%d", name(-1, CARRIED), below(13)); break;
    case 2:
        say("enter %s %s range=%d", name(-1, HAS_ORDER), any("mill|barn"), below(13));
        if (chance(30))
            say(" floor=%d", 1 + below(3));
        break;
    case 3: say("leave %s range=%d", name(-1, HOUSED), below(13)); break;
    default:
        say("recrew %s %s range=%d", name(-1, GUN), name(-1, GUN), below(13));
        if (chance(50))
            say(" men=%d", 1 + below(3));
    }
    say_over();
}

static void say_question(void)
{
    const struct unit *u = pick(-1, ALIVE);

    switch (below(9)) {
    case 0: say("need %s %s range=%d", u->name, foe_of(u), below(40)); say_shot_facts(); break;
    case 1: say("odds %s %s range=%d", u->name, foe_of(u), below(30)); say_shot_facts(); break;
    case 2: say("odds assault %s %s range=%d", u->name, foe_of(u), 1 + below(12)); break;
    case 3: say("need %s %s", any("order|morale|damage|indirect|assault|hit"), u->name); break;
    case 4: say("show %s", u->name); break;
    case 5: say("move %s", u->name); break;
    case 6:
        say("%s", any("table|bag|log 5|report|dice|terrain|due|luck|luck a|report game|report md"
                      "|report game markdown|report 1 markdown|objective|set"));
        break;
    case 7: say("bag %s %d", any("a|b"), below(15)); break;
    default: say("need %s %s range=5 order=%s", u->name, foe_of(u), any("run|fire")); break;
    }
}

static void say_order(void)
{
    const struct game *g = &c.s.game;
    const struct unit *u = pick(g->drawn, IN_BAG);
    const char *order = any("fire|fire|fire|advance|advance|run|run|run|ambush|rally|down");

    if (chance(15))
        u = pick(g->drawn, OBSERVER);
    if (meets(u, OBSERVER) && chance(70))
        order = "fire";
    say("order %s %s", u->name, order);
    say_order_facts(order, u);
}

/* What is on its way comes down: where nobody sits at the prompt all must be said. */
static void say_turn(void)
{
    say("turn");
    if (chance(c.s.asker.fact ? 15 : 80))
        say(" near=%s%s%s", some_units(6), chance(40) ? "/" : "", chance(40) ? some_units(5) : "");
    if (chance(c.s.asker.fact ? 10 : 80))
        say(" flak=%s%s", chance(60) ? name(-1, VEHICLE) : some_units(2),
            chance(10) ? any("/|/none|//") : "");
    if (chance(c.s.asker.fact ? 10 : 30))
        say(" to=%s", any("ford|mill|none|hill/wood|/wood"));
    if (chance(c.s.asker.fact ? 10 : 40))
        say(" onto=%s", some_unit());
    if (chance(c.s.asker.fact ? 10 : 80))
        say(" victim=%s%s%s", name(0, ALIVE), chance(50) ? "/" : "", chance(50) ? some_unit() : "");
    if (chance(20))
        say(" down=%s", some_units(3));
    if (chance(20))
        say(" bunkers=%s", some_units(3));
    if (chance(c.s.asker.fact ? 20 : 60))
        say(" under=%d", below(7));
    if (chance(10))
        say(" under.%s=%d", some_unit(), below(7));
    if (chance(5))
        say(" %s", any("floors=2|floor=1|pick=leader|lose=rifle|officer=captain|dice=1,2,3"));
}

static void say_call(void)
{
    const struct unit *u = pick(-1, CALLER);
    bool air = chance(observes(u, "air-observer") ? 90 : 10);

    say("call %s %s", u->name, air ? "airstrike" : any("barrage|barrage|smoke"));
    say(" at=%s", air ? foe_of(u) : any("hill|wood|\"the mill\"|ford"));
}

/* Before the first turn. */
static void say_before(void)
{
    int r = below(100);

    if (r < 60)
        say_transport();
    else if (r < 68)
        say("objective %s%s", any("ford|mill|church"), any("| a| b"));
    else if (r < 76)
        say("night %s", any("night-fight|dawn-assault|longest-day|flare|none|roll"));
    else if (r < 86)
        say("bombard %s bunkers=%s", any("a|b"), some_units(3));
    else
        say("turn");
}

static bool someone_calls(void)
{
    for (int i = 0; i < c.s.game.n_units; i++)
        if (meets(&c.s.game.unit[i], CALLER))
            return true;
    return false;
}

static void say_snap(void)
{
    const struct unit *u = pick(-1, OFFICER);
    const char *order = any("fire|advance|run|run|ambush|rally|down");

    say("snap %s %s %s range=%d", u->name, name(u->side, IN_BAG), order, below(8));
    say_order_facts(order, u);
}

static void say_move(void)
{
    say("move %s %d", name(-1, HAS_ORDER), below(14));
    say_over();
    if (chance(10))
        say(" near=%s", some_unit());
    if (chance(10))
        say(" %s", any("road|reverse|turns=1|turns=2"));
}

static bool someone_leads(void)
{
    for (int i = 0; i < c.s.game.n_units; i++)
        if (meets(&c.s.game.unit[i], OFFICER))
            return true;
    return false;
}

static bool bag_empty(void)
{
    return game_bag(&c.s.game, 0) + game_bag(&c.s.game, 1) == 0;
}

static void say_play(void)
{
    const struct game *g = &c.s.game;
    int r = below(100);

    if (g->phase == GAME_SETUP) {
        say_before();
    } else if (g->phase == GAME_BETWEEN || (g->phase != GAME_ORDERS && chance(50))) {
        if (g->over && chance(70))
            say("force on ");
        if (g->phase == GAME_ENDING)
            say("end keep=none shoot=none");
        else
            say_turn();
    } else if (bag_empty() && chance(30)) {
        say_end();
    } else if (someone_leads() && chance(25)) {
        say_snap();
    } else if (someone_calls() && chance(40)) {
        say_call();
    } else if (r < 12) {
        say("draw%s", g->drawn < 0 && chance(20) ? any(" a| b") : "");
    } else if (r < 45) {
        say_order();
    } else if (r < 72) {
        say_fire();
    } else if (r < 82) {
        say_assault();
    } else if (r < 88) {
        say_move();
    } else if (r < 97) {
        say_transport();
    } else {
        say("smoke %s at=%s range=%d", name(-1, SMOKER), any("hill|wood|ford"), 12 + below(40));
        if (chance(50))
            say(" to=%s", any("wood|ford|bog"));
    }
}

static void say_something(void)
{
    int r = below(1000);

    buf_clear(&line);
    if (r < 850)
        say_play();
    else if (r < 915)
        say_question();
    else if (r < 925)
        say("pins %s %d", name(-1, ALIVE), below(8));
    else if (r < 932)
        say("models %s %d", name(-1, ALIVE), below(11));
    else if (r < 945)
        say_setting();
    else if (r < 965) {
        say("force ruling ");
        say_play();
    } else if (r < 980)
        say("undo %d", 1 + below(3));
    else if (r < 988)
        say("redo %d", 1 + below(3));
    else if (r < 992)
        say("dice %d %d", 1 + below(6), 1 + below(6));
    else if (r < 995)
        say("%s", any("dice clear|seed word|terrain wood soft dense rough|objective ford a"
                      "|objective mill|objective church b"));
    else if (r < 997)
        say("open %s", path);
    else
        say("%s", any("set tutor off|set tutor on|set scale cm=1|set scale cm=2.54|end|turn"
                      "|set direction degrees|set direction arrow|set direction clock"));
}

/* ---- what must be true of the record ---- */

/* Everything that the record tells of the table. */
static void picture(struct buf *b)
{
    static const char *const whole[] = {"table", "bag", "due", "objective", "luck"};
    bool json = c.json;
    struct buf kept = {0};
    const struct game *g = &c.s.game;

    buf_add(&kept, buf_text(&line));
    c.json = true;
    buf_clear(b);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        command(whole[i]);
        buf_add(b, buf_text(&c.out));
    }
    for (int i = 0; i < g->n_units; i++) {
        buf_clear(&line);
        say("show %s", g->unit[i].name);
        run();
        buf_add(b, buf_text(&c.out));
    }
    c.json = json;
    buf_clear(&line);
    buf_add(&line, buf_text(&kept));
    buf_free(&kept);
}

static void same_picture(const char *when)
{
    size_t i = 0;

    picture(&is);
    while (i < was.len && i < is.len && was.s[i] == is.s[i])
        i++;
    if (i < was.len || i < is.len) {
        char text[300];
        size_t from = i > 60 ? i - 60 : 0;
        snprintf(text, sizeof text, "%.120s\n  %.120s", buf_text(&was) + from,
                 buf_text(&is) + from);
        fail(when, text);
    }
}

static void there_and_back(int n)
{
    /* Something new first: what was undone before then is forgotten, so that all that is undone now
       is all that is done again. */
    if (command("terrain probe soft rough") != EXIT_DONE)
        return;
    picture(&was);
    buf_clear(&line);
    say("undo %d", n);
    if (run() != EXIT_DONE)
        return;
    if (command("check") != EXIT_DONE)
        fail("the record is not sound", c.diag.message);
    buf_clear(&line);
    say("redo %d", n);
    if (run() != EXIT_DONE)
        fail("what was undone cannot be done again", c.diag.message);
    same_picture("undone and done again it is another table");
}

/* Every unit has one die, and it is in the bag, on the table with its face, or lost with the unit. */
static void dice_add_up(void)
{
    const struct game *g = &c.s.game;
    int in[MAX_SIDES] = {0}, units[MAX_SIDES] = {0}, elsewhere[MAX_SIDES] = {0};

    if (!c.s.loaded)
        return;
    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        units[u->side]++;
        if (u->die == DIE_BAG)
            in[u->side]++;
        else
            elsewhere[u->side]++;
        if (u->destroyed != (u->die == DIE_LOST))
            fail("a die is lost without its unit, or the unit without its die", u->name);
        if (!u->destroyed && (u->die == DIE_BAG) != (u->order == ORDER_NONE))
            fail("a die in the bag shows a face, or one on the table none", u->name);
        if (u->destroyed && (u->aboard || u->floor))
            fail("a destroyed unit is still somewhere", u->name);
        if (u->aboard && game_unit(g, u->aboard)->destroyed)
            fail("a unit is aboard a vehicle that is gone", u->name);
    }
    if (g->drawn >= 0 && in[g->drawn])
        in[g->drawn]--, elsewhere[g->drawn]++; /* it is in somebody's hand */
    for (int side = 0; side < g->n_sides; side++)
        if (game_bag(g, side) != in[side] || in[side] + elsewhere[side] != units[side])
            fail("the dice do not add up", g->side[side].name);
    if (c.s.rs && !game_sound(g, c.s.rs))
        fail("a number of the record is none that play can make", "");
}

static void sound(void)
{
    if (command("check") != EXIT_DONE)
        fail("the record is not sound", c.diag.message);
}

static void remove_game(void)
{
    char beside[420];

    unlink(path);
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
}

static void play_game(void)
{
    state = seed * 2654435761ULL + 17;
    for (int i = 0; i < 8; i++)
        below(2);
    remove_game();
    c = (struct cmd){.json = true, .width = 80};
    session_init(&c.s, 2);
    buf_clear(&line);
    say("new %s", path);
    if (chance(70))
        say(" scenario=%s", any("no-mans-land|meeting|key-positions|double-envelopment|top-secret"
                                "|demolition|envelopment|manhunt|point-defence|hold|surrounded"
                                "|sectors"));
    if (run() != EXIT_DONE)
        fail("no game is made", c.diag.message);
    if (wrong)
        return;
    command("set dice virtual");
    raise_armies();
    for (int i = 0; i < COMMANDS && !wrong; i++) {
        c.json = chance(70);
        someone_sits(chance(60));
        say_something();
        run();
        someone_sits(false);
        dice_add_up();
        if (i % every == every - 1 || log_file)
            sound();
        if (i % 60 == 59)
            there_and_back(1 + below(20));
        if (c.s.game.n_units == 0 && !c.s.loaded)
            sound();
    }
    there_and_back(100000);
    if (command("verify") != EXIT_DONE)
        fail("the virtual dice are not those of the seed", c.diag.message);
    cmd_close(&c, true);
    remove_game();
}

static int number(const char *variable, int otherwise)
{
    const char *text = getenv(variable);

    return text && *text ? atoi(text) : otherwise;
}

int main(void)
{
    const char *tmp = getenv("TMPDIR"), *log_name = getenv("RANDOM_LOG");
    int games = number("RANDOM_GAMES", getenv("VALGRIND") ? 2 : 6);
    sqlite3 *db;

    every = number("RANDOM_CHECK", 25);

    seed = (unsigned)number("RANDOM_SEED", 1944);
    snprintf(path, sizeof path, "%s/random.%ld", tmp ? tmp : "/tmp", (long)getpid());
    randombytes_set_implementation(&chance_bytes);
    signal(SIGALRM, caught);
    signal(SIGABRT, caught);
    signal(SIGFPE, caught);
    if (sqlite3_open(":memory:", &db) != SQLITE_OK
        || sqlite3_prepare_v2(db, "SELECT json_valid(?1)", -1, &valid, NULL) != SQLITE_OK)
        return 99;
    for (int i = 0; i < games && !wrong; i++, seed++) {
        if (log_name)
            log_file = fopen(log_name, "w");
        play_game();
        if (log_file)
            fclose(log_file);
        log_file = NULL;
    }
    sqlite3_finalize(valid);
    sqlite3_close(db);
    buf_free(&line);
    buf_free(&was);
    buf_free(&is);
    printf("%d done, %d refused, %d not understood\n", done, refused, misused);
    if (!wrong && done < refused) {
        fprintf(stderr, "test_random: more was refused than done\n");
        wrong++;
    }
    return wrong != 0;
}
