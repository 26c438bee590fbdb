/* Looking: table, show, bag, log, help. */
#include "base/json.h"
#include "cmd/play.h"
#include "game/snap.h"
#include "session/history.h"

#include <stdio.h>
#include <string.h>

/* ---- a unit ---- */

int morale_now(struct cmd *c, const struct unit *u)
{
    struct facts f;
    struct score s;

    unit_facts(&f, c->s.rs, &c->s.game, u);
    f.v[F_ORDER] = ORDER_FIRE;
    score_test(&s, c->s.rs, PHASE_MORALE, &f);
    /* a test for an order: stubborn troops do not ignore pins there */
    score_test(&s, c->s.rs, PHASE_ORDER, &f);
    int value = s.ruling.base + s.ruling.sum;
    int most = number_of(c->s.rs, NUM_MORALE_MOST), least = number_of(c->s.rs, NUM_MORALE_LEAST);
    return value > most ? most : value < least ? least : value;
}

static void unit_weapons_json(struct cmd *c, const struct unit *record)
{
    struct unit bearing = *record;
    const struct unit *u = &bearing;

    unit_bear_arms(&bearing, c->s.rs);
    json_open(&c->out, "weapons", '[');
    for (int i = 0; i < u->n_carried; i++) {
        json_open(&c->out, NULL, '{');
        json_string(&c->out, "weapon", c->s.rs->weapon[u->carried[i].weapon].id);
        json_int(&c->out, "count", u->carried[i].count);
        if (u->carried[i].mount)
            json_string(&c->out, "mount", mount_word[u->carried[i].mount]);
        if (u->carried[i].zeroed)
            json_bool(&c->out, "zeroed", true);
        json_close(&c->out, '}');
    }
    json_close(&c->out, ']');
}

static bool any_zeroed(const struct unit *u)
{
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].zeroed)
            return true;
    return false;
}

static void unit_json(struct cmd *c, const char *key, const struct unit *u)
{
    struct buf *b = &c->out;
    const struct game *g = &c->s.game;
    const struct unit *carrier = game_unit(g, u->aboard);

    json_open(b, key, '{');
    json_string(b, "name", u->name);
    json_string(b, "side", g->side[u->side].name);
    json_string(b, "type", type_word[u->type]);
    json_string(b, "quality", quality_word[u->quality]);
    json_int(b, "models", u->models);
    json_int(b, "men", u->men);
    if (u->full)
        json_int(b, "full", u->full);
    json_int(b, "pins", u->pins);
    if (u->order)
        json_string(b, "order", order_word[u->order]);
    else
        json_null(b, "order");
    json_int(b, "morale", morale_now(c, u));
    json_bool(b, "leader", u->leader);
    json_bool(b, "in_bag", u->die == DIE_BAG);
    json_bool(b, "reserve", u->reserve);
    json_bool(b, "hidden", u->hidden);
    json_string(b, "aboard", carrier ? carrier->name : NULL);
    if (u->floor) {
        json_string(b, "building", u->building);
        json_int(b, "floor", u->floor);
    }
    if (u->capacity) {
        json_int(b, "capacity", u->capacity);
        json_int(b, "load", game_load(g, u));
    }
    if (game_aboard(g, u->id, NULL)) {
        json_open(b, "passengers", '[');
        for (struct unit *p = NULL; (p = game_aboard(g, u->id, p));)
            json_string(b, NULL, p->name);
        json_close(b, ']');
    }
    json_bool(b, "immobilised", u->immobilised);
    json_bool(b, "turret_jam", u->turret_jam);
    if (u->turret_jam) {
        json_open(b, "jam_arcs", '[');
        for (int i = 0; i < 4; i++)
            if (u->jam_arcs >> i & 1)
                json_string(b, NULL, arc_word[i]);
        json_close(b, ']');
    }
    json_bool(b, "zeroed", any_zeroed(u));
    json_bool(b, "abandoned", u->abandoned);
    json_bool(b, "destroyed", u->destroyed || u->gunless);
    json_bool(b, "fired", u->fired);
    json_bool(b, "flash", u->flash);
    if (u->armour)
        json_int(b, "damage_value", u->armour);
    else
        json_int(b, "damage_value", c->s.rs->quality[u->quality].damage_value);
    if (u->front_armour)
        json_int(b, "front_armour", u->front_armour);
    if (u->shield)
        json_bool(b, "shield", true);
    if (u->officer >= 0)
        json_string(b, "officer", c->s.rs->rank[u->officer].id);
    if (u->leads) {
        json_open(b, "snaps", '{');
        json_int(b, "used", u->snaps);
        json_int(b, "of", c->s.rs->rank[u->officer].orders);
        json_close(b, '}');
    }
    unit_weapons_json(c, u);
    json_open(b, "special", '[');
    uint64_t specials = unit_specials(c->s.rs, g, u);
    for (int i = 0; i < c->s.rs->n_specials; i++)
        if (specials >> i & 1)
            json_string(b, NULL, c->s.rs->special[i].id);
    json_close(b, ']');
    json_close(b, '}');
}

void state_words(struct cmd *c, struct buf *b, const struct unit *u)
{
    const struct game *g = &c->s.game;
    int snaps = snaps_left(c->s.rs, u);

    if (u->destroyed)
        buf_add(b, "destroyed");
    else if (u->order)
        buf_addf(b, "%s%s", order_word[u->order], u->fired ? ", fired" : "");
    else
        buf_add(b, "in the bag");
    if (u->flash)
        buf_add(b, ", muzzle flash");
    if (u->reserve)
        buf_add(b, ", reserve");
    if (u->hidden)
        buf_add(b, ", hidden");
    if (u->had_leader && !u->leader && !u->destroyed)
        buf_add(b, ", leader lost");
    if (u->victim)
        buf_add(b, ", friendly fire");
    if (u->waiting)
        buf_add(b, ", may shoot");
    if (snaps)
        buf_addf(b, ", %d snap%s left", snaps, snaps == 1 ? "" : "s");
    if (u->destroyed)
        return;
    if (u->immobilised)
        buf_add(b, ", immobilised");
    if (u->turret_jam) {
        buf_add(b, ", turret jammed");
        for (int i = 0, any = 0; i < 4; i++)
            if (u->jam_arcs >> i & 1)
                buf_addf(b, "%s%s", any++ ? " or " : " to the ", arc_word[i]);
    }
    if (u->abandoned)
        buf_add(b, ", abandoned");
    if (u->gunless)
        buf_add(b, ", crew without a gun");
    if (u->floor)
        buf_addf(b, ", in %s, floor %d", u->building, u->floor);
    if (u->aboard)
        buf_addf(b, ", %s %s", u->type == TYPE_GUN ? "behind" : "in",
                 game_unit(g, u->aboard)->name);
    if (u->boarded)
        buf_add(b, ", boarded");
}

static void mount_text(struct buf *b, const struct carried *k)
{
    buf_addf(b, "   %s", mount_word[k->mount]);
    if (k->arcs == ARC_ALL) {
        buf_add(b, ", all round");
        return;
    }
    for (int i = 0; i < 4; i++)
        if (k->arcs >> i & 1)
            buf_addf(b, ", %s", arc_word[i]);
}

/* Its room and who has it: "carries 12, 10 aboard (Grenadiers)", "carries 6, tows Pak". */
static void carried_words(const struct game *g, const struct unit *u, struct buf *b)
{
    const struct unit *first = game_aboard(g, u->id, NULL);

    if (u->capacity)
        buf_addf(b, "%scarries %d", b->len ? ", " : "", u->capacity);
    if (first && first->type == TYPE_GUN) {
        buf_addf(b, "%stows %s", b->len ? ", " : "", first->name);
        return;
    }
    if (u->capacity)
        buf_addf(b, ", %d aboard", game_load(g, u));
    for (struct unit *p = NULL; (p = game_aboard(g, u->id, p));)
        buf_addf(b, "%s%s", p == first ? " (" : ", ", p->name);
    if (first)
        buf_addc(b, ')');
}

/* A unit like a printed card. */
static void unit_card(struct cmd *c, const struct unit *record)
{
    struct unit bearing = *record;
    const struct unit *u = &bearing;
    struct buf *b = &c->out, line = {0};
    const struct game *g = &c->s.game;
    int army = g->side[u->side].army;
    uint64_t specials = unit_specials(c->s.rs, g, u);

    unit_bear_arms(&bearing, c->s.rs);
    buf_addf(b, STYLE_STRONG "%s" STYLE_PLAIN "  %s%s%s  %s %s\n", u->name, g->side[u->side].name,
             army < 0 ? "" : ", ", army < 0 ? "" : c->s.rs->army[army].name,
             quality_word[u->quality], type_word[u->type]);
    buf_addf(b, "  models %d of %d   pins %d   morale %d   damage %d+   ", u->models, u->men,
             u->pins, morale_now(c, u),
             u->armour ? u->armour : c->s.rs->quality[u->quality].damage_value);
    state_words(c, b, u);
    buf_addc(b, '\n');
    for (int i = 0; i < u->n_carried; i++) {
        const struct weapon *w = &c->s.rs->weapon[u->carried[i].weapon];
        buf_addf(b, "  %2d %-18s", u->carried[i].count, w->name);
        buf_addf(b, " range %2d\"  %d dice  ", w->range ? w->range : w->indirect_range,
                 ruleset_shots(c->s.rs, w, specials));
        if (w->bits & WEAPON_HE_ONLY)
            buf_addf(b, "HE %d\"", w->he);
        else
            buf_addf(b, "pen +%d", w->pen);
        if (w->he && !(w->bits & WEAPON_HE_ONLY))
            buf_addf(b, ", HE %d\"", w->he);
        if (u->carried[i].mount)
            mount_text(b, &u->carried[i]);
        if (u->carried[i].zeroed)
            buf_addf(b, "   zeroed in on %s", game_unit(g, u->carried[i].target)->name);
        buf_addf(b, "%s\n", u->leader && u->nco == i ? "   leader's" : "");
    }
    for (int i = 0; i < c->s.rs->n_specials; i++)
        if (specials >> i & 1)
            buf_addf(&line, "%s%s", line.len ? ", " : "", c->s.rs->special[i].name);
    if (u->officer >= 0)
        buf_addf(&line, "%s%s", line.len ? ", " : "", c->s.rs->rank[u->officer].name);
    if (u->full)
        buf_addf(&line, "%sfull strength %d", line.len ? ", " : "", u->full);
    if (u->shield)
        buf_addf(&line, "%sgun shield", line.len ? ", " : "");
    carried_words(g, u, &line);
    if (u->front_armour)
        buf_addf(&line, "%sfront %d+", line.len ? ", " : "", u->front_armour);
    if (u->type == TYPE_VEHICLE)
        buf_addf(&line, "%s%s%s%s", line.len ? ", " : "", mover_word[u->mover],
                 u->armour < 7 ? "" : u->open_topped ? ", open-topped" : ", enclosed",
                 u->spotter ? ", spotter" : "");
    else if (u->spotter)
        buf_addf(&line, "%sspotter", line.len ? ", " : "");
    if (u->loaders)
        buf_addf(&line, "%s%d loader%s", line.len ? ", " : "", u->loaders,
                 u->loaders == 1 ? "" : "s");
    if (line.len)
        wrap(c, 2, line.s);
    buf_free(&line);
}

bool run_show(struct cmd *c, struct call *call)
{
    if (!call_wants(c, call, call->unit, "the unit"))
        return false;
    const struct unit *u = game_unit(&c->s.game, call->unit);
    if (c->json) {
        answer_open(c, "show");
        unit_json(c, "unit", u);
        answer_close(c);
    } else {
        unit_card(c, u);
    }
    return true;
}

/* ---- the table ---- */

/* A line of the table; those aboard stand under their vehicle, a step further in. */
static void table_line(struct cmd *c, const struct unit *u)
{
    const struct game *g = &c->s.game;
    struct buf *b = &c->out;
    size_t from = b->len;

    buf_add(b, u->destroyed ? STYLE_FAINT : u->pins ? STYLE_BAD : "");
    buf_addf(b, "%s%s", u->aboard ? "    " : "  ", u->name);
    buf_pad(b, from, c->width < 70 ? 16 : 22);
    buf_addf(b, " %-13s", quality_word[u->quality]);
    if (!u->destroyed)
        buf_addf(b, " %2d/%-2d  %d pin%s  ml %-2d  ", u->models, u->men, u->pins,
                 u->pins == 1 ? " " : "s", morale_now(c, u));
    else
        buf_addf(b, "  0/%-2d                  ", u->men);
    state_words(c, b, u);
    buf_add(b, STYLE_PLAIN "\n");
    for (struct unit *p = NULL; !u->destroyed && (p = game_aboard(g, u->id, p));)
        table_line(c, p);
}

/* Calls that wait to arrive. */
static void calls_json(struct cmd *c, const char *key, bool air)
{
    const struct game *g = &c->s.game;
    struct buf *b = &c->out;

    json_open(b, key, '[');
    for (int i = 0; i < g->n_calls; i++) {
        const struct called *k = &g->call[i];
        if (k->over || (k->kind == CALL_AIR) != air)
            continue;
        json_open(b, NULL, '{');
        json_string(b, "kind", call_word[k->kind]);
        json_string(b, "at", call_aim(g, i));
        json_string(b, "by", game_unit(g, k->observer)->name);
        json_string(b, "side", g->side[game_unit(g, k->observer)->side].name);
        json_int(b, "called", k->turn);
        json_close(b, '}');
    }
    json_close(b, ']');
}

void table_notes(struct cmd *c)
{
    const struct game *g = &c->s.game;

    if (g->n_objectives) {
        buf_add(&c->out, "objectives: ");
        objective_words(&c->out, g);
        buf_addc(&c->out, '\n');
    }
    for (int i = 0; i < g->n_smoke; i++)
        buf_addf(&c->out, "smoke at %s, %d\" across\n", g->smoke[i].place, g->smoke[i].size);
    for (int i = 0; i < g->n_calls; i++)
        if (!g->call[i].over)
            buf_addf(&c->out, "%s %s, called by %s in turn %d\n", call_title[g->call[i].kind],
                     call_aim(g, i), game_unit(g, g->call[i].observer)->name, g->call[i].turn);
    if (g->night)
        buf_addf(&c->out, "%s: %s\n", night_word[g->night], g->dark ? "dark" : "all can see");
}

bool run_table(struct cmd *c, struct call *call)
{
    const struct game *g = &c->s.game;
    struct buf line = {0};

    (void)call;
    if (!session_refresh(&c->s, &c->diag))
        return false;
    if (c->json) {
        answer_open(c, "table");
        json_int(&c->out, "turn", g->turn);
        json_string(&c->out, "phase", game_phase_word[g->phase]);
        json_string(&c->out, "drawn", g->drawn < 0 ? NULL : g->side[g->drawn].name);
        json_open(&c->out, "units", '[');
        for (int i = 0; i < g->n_units; i++)
            unit_json(c, NULL, &g->unit[i]);
        json_close(&c->out, ']');
        answer_bag(&c->out, "bag", g);
        objectives_json(&c->out, "objectives", g);
        json_bool(&c->out, "game_over", g->over);
        json_open(&c->out, "smoke", '[');
        for (int i = 0; i < g->n_smoke; i++) {
            json_open(&c->out, NULL, '{');
            json_string(&c->out, "place", g->smoke[i].place);
            json_int(&c->out, "size", g->smoke[i].size);
            json_int(&c->out, "turn", g->smoke[i].turn);
            json_close(&c->out, '}');
        }
        json_close(&c->out, ']');
        calls_json(c, "barrages", false);
        calls_json(c, "airstrikes", true);
        if (g->night) {
            json_string(&c->out, "night", night_word[g->night]);
            json_bool(&c->out, "dark", g->dark);
        }
        answer_close(c);
        return true;
    }
    buf_addf(&line, "Turn %d, %s. ", g->turn, g->over ? "the game is over"
                                                      : game_phase_word[g->phase]);
    if (g->n_sides) {
        buf_add(&line, "In the bag: ");
        bag_words(&line, g);
    }
    answer_line(c, line.s);
    for (int s = 0; s < g->n_sides; s++) {
        buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN "%s\n", g->side[s].name,
                 g->drawn == s ? "   its die is drawn" : "");
        for (int i = 0; i < g->n_units; i++)
            if (g->unit[i].side == s && !g->unit[i].aboard)
                table_line(c, &g->unit[i]);
    }
    table_notes(c);
    buf_free(&line);
    return true;
}

/* ---- the log ---- */

struct log_walk {
    struct cmd *c;
    const struct standing *st;
    long long from;
};

static void dice_json(struct buf *b, const char *dice)
{
    bool any_virtual = strchr(dice, 'v') != NULL;

    json_open(b, "dice", '[');
    for (const char *s = dice; *s; s++)
        if (*s >= '1' && *s <= '6')
            json_int(b, NULL, *s - '0');
    json_close(b, ']');
    if (!any_virtual)
        return;
    json_open(b, "virtual", '[');
    for (const char *s = dice; *s; s++)
        if (*s >= '1' && *s <= '6')
            json_bool(b, NULL, s[1] == 'v');
    json_close(b, ']');
}

static bool log_row(void *ctx, const struct intent *i)
{
    struct log_walk *w = ctx;
    struct buf *b = &w->c->out;
    bool stands = i->kind == INTENT_DO && intent_stands(w->st, i->n);

    if (i->n < w->from)
        return true;
    if (w->c->json) {
        json_open(b, NULL, '{');
        json_int(b, "n", i->n);
        json_int(b, "turn", i->turn);
        json_string(b, "command", i->command);
        dice_json(b, i->dice);
        json_string(b, "says", i->says);
        json_string(b, "kind", i->kind == INTENT_DO ? "do" : i->kind == INTENT_UNDO ? "undo"
                                                                                     : "redo");
        json_bool(b, "stands", stands);
        json_close(b, '}');
        return true;
    }
    buf_addf(b, "%s%4lld  t%d  %s%s", stands ? "" : STYLE_FAINT, i->n, i->turn,
             i->kind == INTENT_UNDO   ? "undo: "
             : i->kind == INTENT_REDO ? "redo: "
             : stands                 ? ""
                                      : "(undone) ",
             i->command);
    if (i->dice[0])
        buf_addf(b, "  [%s]", i->dice);
    buf_add(b, "\n");
    if (i->says[0])
        wrap(w->c, 11, i->says);
    if (!stands)
        buf_add(b, STYLE_PLAIN);
    return true;
}

bool run_log(struct cmd *c, struct call *call)
{
    struct standing st = {0};
    struct log_walk w = {.c = c, .st = &st};
    bool ok;

    if (!session_refresh(&c->s, &c->diag))
        return false;
    if (!game_db_snapshot(c->s.db, &c->diag))
        return false;
    ok = history_standing(&c->s, &st, &c->diag);
    if (call->number > 0)
        w.from = st.n - call->number + 1;
    if (c->json) {
        answer_open(c, "log");
        json_open(&c->out, "log", '[');
    }
    ok = ok && game_db_intents(c->s.db, log_row, &w, &c->diag);
    game_db_snapshot_end(c->s.db);
    if (c->json) {
        json_close(&c->out, ']');
        answer_close(c);
    } else if (ok && !st.n) {
        buf_add(&c->out, "The log is empty.\n");
    }
    standing_free(&st);
    return ok;
}

bool run_quit(struct cmd *c, struct call *call)
{
    (void)call;
    c->leave = true;
    if (c->json) {
        answer_open(c, "quit");
        answer_close(c);
    }
    return true;
}

/* ---- help ---- */

static void help_fact_lines(struct cmd *c, const struct command *command)
{
    struct buf text = {0};

    for (int key = 0; key < N_FACTS; key++)
        if (command->facts >> key & 1)
            buf_addf(&text, "%s%s", text.len ? ", " : "facts: ", fact_key[key].name);
    if (text.len)
        wrap(c, 2, text.s);
    buf_free(&text);
}

static void help_command(struct cmd *c, const struct command *command)
{
    buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN " %s\n  %s\n", command->name, command->usage,
             command->summary);
    if (command->more)
        wrap(c, 2, command->more);
    help_fact_lines(c, command);
    if (command->alias)
        buf_addf(&c->out, "  also: %s\n", command->alias);
    if (command->rule)
        buf_addf(&c->out, STYLE_FAINT "  see rule %s\n" STYLE_PLAIN, command->rule);
}

static void help_list(struct cmd *c)
{
    const char *group = "";

    for (int i = 0; i < n_commands; i++) {
        const struct command *command = &commands[i];
        if (strcmp(group, command->group) != 0)
            buf_addf(&c->out, STYLE_STRONG "%s" STYLE_PLAIN "\n", group = command->group);
        buf_addf(&c->out, "  %-9s %s\n", command->name, command->summary);
    }
    buf_add(&c->out, "help COMMAND tells more; help FACT explains a fact; man adjutant the rest\n");
}

/* help on a fact: what it is, what it may be. */
static void help_fact(struct cmd *c, const struct fact_key *k)
{
    buf_addf(&c->out, STYLE_STRONG "%s=" STYLE_PLAIN "  %s\n", k->name, k->says);
    if (k->kind == FACT_NUMBER)
        buf_addf(&c->out, "  a number from %d to %d\n", k->least, k->most);
    if (k->kind == FACT_FLAG)
        buf_add(&c->out, "  the bare word, or =yes, =no\n");
    if (k->kind == FACT_WORD) {
        buf_add(&c->out, " ");
        for (int i = k->least; i < k->most; i++)
            buf_addf(&c->out, " %s", k->words[i]);
        buf_addc(&c->out, '\n');
    }
}

static void json_words(struct buf *b, const char *key, const char *const *word, int from, int most)
{
    json_open(b, key, '[');
    for (int i = from; i < most; i++)
        json_string(b, NULL, word[i]);
    json_close(b, ']');
}

static void command_json(struct buf *b, const struct command *command)
{
    json_open(b, NULL, '{');
    json_string(b, "name", command->name);
    json_string(b, "alias", command->alias ? command->alias : "");
    json_string(b, "usage", command->usage);
    json_string(b, "summary", command->summary);
    json_open(b, "facts", '[');
    for (int f = 0; f < N_FACTS; f++)
        if (command->facts >> f & 1)
            json_string(b, NULL, fact_key[f].name);
    json_close(b, ']');
    json_close(b, '}');
}

static void fact_json(struct buf *b, const struct fact_key *k)
{
    json_open(b, "fact", '{');
    json_string(b, "name", k->name);
    json_string(b, "says", k->says);
    json_words(b, "words", k->words, k->least, k->kind == FACT_WORD ? k->most : 0);
    json_close(b, '}');
}

/* All commands, or the one asked for and the fact of that name. */
static void help_json(struct cmd *c, const struct command *command, const struct fact_key *fact)
{
    answer_open(c, "help");
    json_open(&c->out, "commands", '[');
    for (int i = 0; i < n_commands; i++)
        if (command == &commands[i] || (!command && !fact))
            command_json(&c->out, &commands[i]);
    json_close(&c->out, ']');
    if (fact)
        fact_json(&c->out, fact);
    answer_close(c);
}

bool run_help(struct cmd *c, struct call *call)
{
    const struct command *command = NULL;
    const struct fact_key *fact = NULL;

    if (call->n_rest) {
        struct diag no_command = {0}, no_fact = {0};
        int key = facts_key(call->rest[0], 0, &no_fact);
        command = cmd_find(call->rest[0], &no_command);
        fact = key < 0 || (command && strcasecmp(fact_key[key].name, call->rest[0]) != 0)
            ? NULL
            : &fact_key[key];
        if (!command && !fact) {
            c->diag = no_command;
            return false;
        }
    }
    if (c->json) {
        help_json(c, command, fact);
        return true;
    }
    if (command)
        help_command(c, command);
    if (fact)
        help_fact(c, fact);
    if (!command && !fact)
        help_list(c);
    return true;
}
