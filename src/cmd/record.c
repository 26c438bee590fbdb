/* Making games, sides and units, and putting the record in line with the table. */
#include "base/json.h"
#include "base/mem.h"
#include "cmd/play.h"
#include "odds/notation.h"
#include "session/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Answers a change that needs no more than its line; a key and text for JSON. */
static void plain_answer(struct cmd *c, const char *command, const char *key, const char *value,
                         const char *line)
{
    if (c->json) {
        answer_open(c, command);
        if (key)
            json_string(&c->out, key, value);
        answer_close(c);
    } else {
        answer_line(c, line);
    }
}

/* ---- games ---- */

/* How long the game lasts; or that of a scenario of their own the players must know it. */
static void scenario_text(struct cmd *c, const char *name, const struct scenario *sc)
{
    struct nearest near = {.typed = name};
    struct buf line = {0};
    char hint[96];

    for (int i = 0; !sc && i < c->s.rs->n_scenarios; i++)
        nearest_offer(&near, c->s.rs->scenario[i].id);
    if (sc) {
        buf_addf(&line, "%s: after turn %d a die says whether there is another", sc->name,
                 sc->first);
        wrap_rule(c, line.s, sc->rule);
    } else {
        buf_addf(&line, "  %.60s: a scenario of your own, so how long it lasts is yours to say%s",
                 name, nearest_hint(&near, hint, sizeof hint));
        wrap(c, 2, line.s);
    }
    buf_free(&line);
}

bool run_new(struct cmd *c, struct call *call)
{
    struct buf line = {0};
    struct game_birth birth;
    int edition = facts_has(&call->f, F_EDITION) ? call->f.v[F_EDITION] : c->s.edition;
    const struct scenario *sc = NULL;
    bool named = facts_has(&call->f, F_SCENARIO) && *call->f.text[F_SCENARIO];

    if (!call_wants(c, call, call->file != NULL, "the file"))
        return false;
    if (!session_create(&c->s, call->file, edition,
                        facts_has(&call->f, F_SCENARIO) ? call->f.text[F_SCENARIO] : "", &c->diag)
        || !game_db_birth(c->s.db, &birth, &c->diag))
        return false;
    if (named && session_rules(&c->s, &c->diag))
        sc = ruleset_scenario(c->s.rs, call->f.text[F_SCENARIO]);
    call->used = FACT_BIT(F_EDITION) | FACT_BIT(F_SCENARIO);
    if (c->json) {
        answer_open(c, "new");
        json_string(&c->out, "game", call->file);
        json_int(&c->out, "edition", edition);
        if (named)
            json_string(&c->out, "scenario", sc ? sc->id : NULL);
        json_string(&c->out, "commitment", birth.commitment);
        answer_unused(c, call);
        answer_close(c);
    } else {
        buf_addf(&line, "New game: %s, edition %d.", call->file, edition);
        answer_line(c, line.s);
        buf_addf(&c->out, "  virtual dice are fixed by a seed with the hash\n  %s\n",
                 birth.commitment);
        if (named)
            scenario_text(c, call->f.text[F_SCENARIO], sc);
        answer_unused(c, call);
    }
    buf_free(&line);
    return true;
}

bool run_open(struct cmd *c, struct call *call)
{
    struct buf line = {0};

    if (!call_wants(c, call, call->file != NULL, "the file")
        || !session_open(&c->s, call->file, &c->diag) || !session_refresh(&c->s, &c->diag))
        return false;
    buf_addf(&line, "%s: edition %d, turn %d, %d units.", call->file, c->s.edition,
             c->s.game.turn, c->s.game.n_units);
    plain_answer(c, "open", "game", call->file, line.s);
    buf_free(&line);
    return true;
}

/* ---- sides and units ---- */

static bool side_decide(struct decision *d, void *args)
{
    return decide_side(d, args);
}

static void side_says(const struct decision *d, const void *args, struct buf *b)
{
    int army = d->g->side[d->g->n_sides - 1].army;

    buf_addf(b, "Side %s%s%s.", (const char *)args, army < 0 ? "" : ", ",
             army < 0 ? "" : d->rs->army[army].name);
}

bool run_side(struct cmd *c, struct call *call)
{
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->name != NULL, "the side's name"))
        return false;
    if (!session_refresh(&c->s, &c->diag))
        return false;
    bool ok = play(c, call, side_decide, side_says, (void *)call->name, &d);
    call->used = FACT_BIT(F_ARMY);
    if (ok) {
        struct decision shown = {.g = &c->s.game, .rs = c->s.rs};
        side_says(&shown, call->name, &line);
        plain_answer(c, "side", "side", call->name, line.s);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

struct unit_args {
    struct call *call;
    int id;
};

static bool unit_decide(struct decision *d, void *args)
{
    struct unit_args *a = args;

    return decide_unit(d, a->call->side, a->call->name, (enum unit_type)a->call->type,
                       (enum quality)a->call->quality, &a->id);
}

static void unit_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct unit_args *a = args;
    const struct unit *u = game_unit(d->g, a->id);

    buf_addf(b, "%s joins %s: %s %s, %d m%sn.", u->name, d->g->side[u->side].name,
             quality_word[u->quality], type_word[u->type], u->models, u->models == 1 ? "a" : "e");
}

bool run_unit(struct cmd *c, struct call *call)
{
    struct unit_args a = {.call = call};
    struct decision d;
    struct buf line = {0};

    if (!call_wants(c, call, call->side >= 0, "the side")
        || !call_wants(c, call, call->name != NULL, "the unit's name")
        || !call_wants(c, call, call->type >= 0, "the kind of unit")
        || !call_wants(c, call, call->quality >= 0, "the quality"))
        return false;
    bool ok = play(c, call, unit_decide, unit_says, &a, &d);
    call->used = call->command->facts;
    if (ok && c->json) {
        answer_open(c, "unit");
        json_string(&c->out, "unit", call->name);
        json_int(&c->out, "models", game_unit(&c->s.game, a.id)->models);
        answer_unused(c, call);
        answer_close(c);
    } else if (ok) {
        struct decision shown = {.g = &c->s.game};
        unit_says(&shown, &a, &line);
        answer_line(c, line.s);
        answer_unused(c, call);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

/* ---- put right ---- */

struct right_args {
    int unit, number;
    const char *what, *value, *why;
};

static bool right_decide(struct decision *d, void *args)
{
    const struct right_args *a = args;
    bool ok = a->value                       ? decide_set(d, a->unit, a->what, a->value)
              : strcmp(a->what, "pins") == 0 ? decide_pins(d, a->unit, a->number)
                                             : decide_models(d, a->unit, a->number);

    if (ok)
        emit_text(d, EV_NOTE, a->unit, 0, 0, "ruling: %.250s", a->why ? a->why : "put right");
    return ok;
}

static void right_says(const struct decision *d, const void *args, struct buf *b)
{
    const struct right_args *a = args;
    const struct unit *u = game_unit(d->g, a->unit);

    if (a->value)
        buf_addf(b, "Ruling: %s, %s %s.", u->name, a->what, a->value);
    else
        buf_addf(b, "Ruling: %s, %s %d.", u->name, a->what, a->number);
    if (a->why)
        buf_addf(b, " (%s)", a->why);
}

static bool put_right(struct cmd *c, struct call *call, struct right_args *a)
{
    struct decision d;
    struct buf line = {0};
    bool ok = play(c, call, right_decide, right_says, a, &d);

    if (ok) {
        struct decision shown = {.g = &c->s.game};
        right_says(&shown, a, &line);
        plain_answer(c, call->command->name, "unit", game_unit(&c->s.game, a->unit)->name,
                     line.s);
    }
    buf_free(&line);
    session_done(&d);
    return ok;
}

static void join(struct buf *b, int from, int n, char **word)
{
    for (int i = from; i < n; i++)
        buf_addf(b, "%s%s", i > from ? " " : "", word[i]);
}

/* pins UNIT N, models UNIT N; what follows is the reason. */
static bool run_count(struct cmd *c, struct call *call, const char *what, int most)
{
    struct right_args a = {.unit = call->unit, .number = call->number, .what = what};
    struct buf why = {0};

    if (!call_wants(c, call, call->unit, "the unit")
        || !call_wants(c, call, call->number >= 0, "the number"))
        return false;
    if (call->number > most)
        return diag_usage(&c->diag, "%s: a whole number from 0 to %d is wanted", what, most);
    join(&why, 0, call->n_rest, call->rest);
    a.why = why.len ? why.s : NULL;
    bool ok = put_right(c, call, &a);
    buf_free(&why);
    return ok;
}

bool run_pins(struct cmd *c, struct call *call)
{
    return run_count(c, call, "pins", 40);
}

bool run_models(struct cmd *c, struct call *call)
{
    return run_count(c, call, "models", 60);
}

/* ---- set ---- */

/* Settings of the game, and what they may be. */
static const struct {
    const char *name, *values, *says;
} settings[] = {{"dice", "virtual real", "virtual: dice that nobody types come from the seed"},
                {"tutor", "on off", "hints of what players forget"},
                {"direction", "clock degrees arrow", "how a random direction is told"},
                {"scale", "cm=2.54 cm=1 cm=2", "centimetres that count as an inch"}};

static bool set_setting(struct cmd *c, struct call *call, const char *name)
{
    const char *value = call->n_rest > 1 ? call->rest[1] : "";
    struct buf line = {0};
    char *end;
    double cm;
    bool ok;

    if (strcmp(name, "scale") == 0) {
        cm = strncasecmp(value, "cm=", 3) == 0 ? strtod(value + 3, &end) : 0;
        if (!(cm >= 0.1 && cm <= 10) || *end || call->n_rest > 2)
            return diag_usage(&c->diag, "set scale cm=2.54 (or 1, or 2)");
        ok = session_set(&c->s, "cm", value + 3, &c->diag);
    } else {
        static const char *const words[3][3] = {{"virtual", "real"}, {"on", "off"},
                                                {"clock", "degrees", "arrow"}};
        int kind = strcmp(name, "dice") == 0 ? 0 : strcmp(name, "tutor") == 0 ? 1 : 2;
        const char *const *known = words[kind];
        int i = word_index(known, kind == 2 ? 3 : 2, value);
        if (i < 0 || call->n_rest > 2)
            return diag_usage(&c->diag, "set %s: say %s or %s%s%s", name, known[0], known[1],
                              kind == 2 ? " or " : "", kind == 2 ? known[2] : "");
        value = known[i];
        ok = session_set(&c->s, name, value, &c->diag);
    }
    buf_addf(&line, "%s is %s.", name, value);
    if (ok)
        plain_answer(c, "set", name, value, line.s);
    buf_free(&line);
    return ok;
}

static const char *const compass_word[] = {"clock", "degrees", "arrow"};

static void list_settings(struct cmd *c)
{
    session_settle(&c->s);
    if (c->json) {
        answer_open(c, "set");
        json_string(&c->out, "dice", c->s.virtual_dice ? "virtual" : "real");
        json_string(&c->out, "tutor", c->s.tutor ? "on" : "off");
        json_number(&c->out, "cm", c->s.cm);
        json_string(&c->out, "direction", compass_word[c->s.compass]);
        answer_close(c);
        return;
    }
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        buf_addf(&c->out, "  set %-9s %-19s %s\n", settings[i].name, settings[i].values,
                 settings[i].says);
    buf_addf(&c->out, "  now: dice %s, tutor %s, direction %s, scale cm=%g\n",
             c->s.virtual_dice ? "virtual" : "real", c->s.tutor ? "on" : "off",
             compass_word[c->s.compass], c->s.cm);
}

bool run_set(struct cmd *c, struct call *call)
{
    struct right_args a = {0};
    struct buf why = {0};
    char key[NAME_LEN];

    if (c->s.db && !session_refresh(&c->s, &c->diag))
        return false;
    if (!call->n_rest) {
        list_settings(c);
        return true;
    }
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (strcasecmp(call->rest[0], settings[i].name) == 0)
            return set_setting(c, call, settings[i].name);
    if (!c->s.db)
        return session_refresh(&c->s, &c->diag); /* complains */
    struct unit *u = game_find(&c->s.game, call->rest[0], &c->diag);
    if (!u)
        return false;
    const char *pair = call->n_rest > 1 ? call->rest[1] : "";
    const char *equals = strchr(pair, '=');
    if (!equals || equals == pair || strlen(equals + 1) > 200)
        return diag_usage(&c->diag, "set %s KEY=VALUE: say for example set %s order=down", u->name,
                          u->name);
    snprintf(key, sizeof key, "%.*s", (int)(equals - pair), pair);
    join(&why, 2, call->n_rest, call->rest);
    a = (struct right_args){.unit = u->id, .what = key, .value = equals + 1,
                            .why = why.len ? why.s : NULL};
    bool ok = put_right(c, call, &a);
    buf_free(&why);
    return ok;
}

/* ---- force ---- */

bool run_force(struct cmd *c, struct call *call)
{
    if (call->n_rest < 2)
        return diag_usage(&c->diag, "force WHY COMMAND...: the reason in one word (or in quotes), "
                                    "then the command");
    if (c->force)
        return diag_usage(&c->diag, "force stands once");
    struct diag quiet = {0};
    const struct command *inner = cmd_find(call->rest[1], &quiet);
    if (!inner || (strcmp(inner->group, "Play") != 0 && (inner->facts & FACTS_DICE) == 0))
        return diag_usage(&c->diag, "%s cannot be forced: what is played can, such as order, fire, "
                          "call and end", call->rest[1]);
    c->force = call->rest[0];
    int status = cmd_run(c, call->n_rest - 1, call->rest + 1);
    c->force = NULL;
    return status == EXIT_DONE;
}

/* ---- undo and redo ---- */

static bool back_and_forth(struct cmd *c, struct call *call, bool undo)
{
    struct buf what = {0};
    int done = 0, n = call->number < 0 ? 1 : call->number;
    bool ok;

    if (n < 1) {
        buf_free(&what);
        return diag_usage(&c->diag, "%s 0 changes nothing", call->command->name);
    }
    ok = undo ? history_undo(&c->s, n, &done, &what, &c->diag)
              : history_redo(&c->s, n, &done, &what, &c->diag);
    if (ok && c->json) {
        answer_open(c, call->command->name);
        json_int(&c->out, "count", done);
        json_string(&c->out, "last", buf_text(&what));
        json_int(&c->out, "turn", c->s.game.turn);
        answer_close(c);
    } else if (ok) {
        buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN ": %s%s\n", undo ? "Undone" : "Done again",
                 done > 1 ? "back to before " : "", buf_text(&what));
    }
    buf_free(&what);
    return ok;
}

bool run_undo(struct cmd *c, struct call *call)
{
    return back_and_forth(c, call, true);
}

bool run_redo(struct cmd *c, struct call *call)
{
    return back_and_forth(c, call, false);
}

/* ---- dice ---- */

bool run_dice(struct cmd *c, struct call *call)
{
    signed char faces[QUEUE_MAX];
    int n = 0;
    char bad = 0;
    struct buf line = {0};
    bool clear = call->n_rest == 1 && strcasecmp(call->rest[0], "clear") == 0;

    for (int i = 0; !clear && i < call->n_rest; i++)
        if (!dice_faces(call->rest[i], faces, &n, QUEUE_MAX, &bad))
            return n == QUEUE_MAX
                ? diag_usage(&c->diag, "more than %d dice cannot wait", QUEUE_MAX)
                : diag_usage(&c->diag, "%.40s: %c is no face of a die, say 1 to 6", call->rest[i],
                             bad);
    if (clear ? !session_queue_clear(&c->s, &c->diag)
              : n && !session_queue_add(&c->s, faces, n, &c->diag))
        return false;
    if (!session_queue(&c->s, faces, &n, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "dice");
        answer_faces(&c->out, "queue", faces, n);
        answer_close(c);
        return true;
    }
    buf_addf(&line, n ? "Waiting dice:" : "No dice wait.");
    for (int i = 0; i < n; i++)
        buf_addf(&line, " %d", faces[i]);
    answer_line(c, line.s);
    buf_free(&line);
    return true;
}

/* ---- proofs ---- */

bool run_check(struct cmd *c, struct call *call)
{
    long long intents = 0;
    struct buf line = {0};

    (void)call;
    if (!history_check(&c->s, &intents, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "check");
        json_int(&c->out, "intents", intents);
        answer_close(c);
        return true;
    }
    buf_addf(&line, "The record is sound. %lld entries replayed, the tables agree.", intents);
    answer_line(c, line.s);
    buf_free(&line);
    return true;
}

bool run_verify(struct cmd *c, struct call *call)
{
    int dice = 0;
    struct buf line = {0};
    struct game_birth birth;

    (void)call;
    if (!history_verify(&c->s, &dice, &c->diag) || !game_db_birth(c->s.db, &birth, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "verify");
        json_int(&c->out, "virtual_dice", dice);
        json_string(&c->out, "commitment", birth.commitment);
        answer_close(c);
        return true;
    }
    buf_addf(&line, "%s %d virtual %s the seed's. Its hash: %s", dice == 1 ? "The" : "All", dice, dice == 1 ? "die is" : "dice are", birth.commitment);
    answer_line(c, line.s);
    buf_free(&line);
    return true;
}

static bool finish_decide(struct decision *d, void *args)
{
    (void)args;
    if (d->g->phase == GAME_FINISHED)
        return diag_refused(&d->diag, NULL, "the game is finished already");
    emit(d, EV_FINISH, 0, 0, 0);
    return true;
}

static void finish_says(const struct decision *d, const void *args, struct buf *b)
{
    (void)args;
    buf_addf(b, "The game is finished after turn %d.", d->g->turn);
}

bool run_finish(struct cmd *c, struct call *call)
{
    struct decision d;
    struct game_birth birth;
    char hex[2 * SEED_BYTES + 1];
    bool ok = play(c, call, finish_decide, finish_says, NULL, &d)
        && session_set(&c->s, "shown", "yes", &c->diag) /* no virtual die after this */
        && game_db_birth(c->s.db, &birth, &c->diag);

    for (int i = 0; ok && i < SEED_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", birth.seed[i]);
    if (ok && c->json) {
        answer_open(c, "finish");
        json_int(&c->out, "turn", c->s.game.turn);
        json_string(&c->out, "seed", hex);
        json_string(&c->out, "commitment", birth.commitment);
        answer_close(c);
    } else if (ok) {
        struct buf line = {0};
        struct decision shown = {.g = &c->s.game};
        finish_says(&shown, NULL, &line);
        answer_line(c, line.s);
        buf_addf(&c->out, "  the seed of the virtual dice was\n  %s\n", hex);
        buf_free(&line);
    }
    session_done(&d);
    return ok;
}

/* A word that a player adds to the seed, before the first virtual die. */
bool run_seed(struct cmd *c, struct call *call)
{
    char words[400];
    struct buf all = {0};
    bool ok;

    if (!session_refresh(&c->s, &c->diag))
        return false;
    game_db_setting(c->s.db, "words", words, sizeof words);
    if (!call->n_rest) {
        plain_answer(c, "seed", "words", words, words[0] ? words : "No words were added.");
        return true;
    }
    if (history_any_virtual(&c->s))
        return diag_refused(&c->diag, NULL, "virtual dice have fallen: the seed is closed");
    for (int i = 0; i < call->n_rest; i++)
        buf_addf(&all, "%s%s", all.len ? " " : "", call->rest[i]);
    if (strlen(words) + all.len + 2 >= sizeof words) {
        buf_free(&all);
        return diag_usage(&c->diag, "the words are too long");
    }
    ok = session_add_word(&c->s, all.s, &c->diag);
    if (ok) {
        game_db_setting(c->s.db, "words", words, sizeof words);
        plain_answer(c, "seed", "words", words, "The word is added to the seed.");
    }
    buf_free(&all);
    return ok;
}
