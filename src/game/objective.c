/* Objectives and the length of the game. */
#include "game/objective.h"

#include "base/words.h"
#include "game/due.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int find_objective(const struct game *g, const char *name)
{
    for (int i = 0; i < g->n_objectives; i++)
        if (strcasecmp(g->objective[i].name, name) == 0)
            return i;
    return -1;
}

bool decide_objective(struct decision *d, const char *name, int side)
{
    if (d->g->phase == GAME_FINISHED)
        return diag_refused(&d->diag, "turn.phases", "the game is finished");
    if (!*name || strlen(name) >= 32 || strpbrk(name, " \t=\",:") || strcasecmp(name, "none") == 0)
        return diag_usage(&d->diag, "%.40s: a name is one word of up to 31 letters", name);
    if (find_objective(d->g, name) < 0 && d->g->n_objectives == MAX_OBJECTIVES)
        return diag_refused(&d->diag, objective_rule(d->rs, d->g),
                            "a game has %d objectives at the most", MAX_OBJECTIVES);
    emit_text(d, EV_OBJECTIVE, 0, side, 0, "%s", name);
    return finish(d);
}

const char *objective_rule(const struct ruleset *rs, const struct game *g)
{
    const struct scenario *s = ruleset_scenario(rs, g->scenario);

    return s ? s->holds : "objective.building";
}

const char *objective_rule_of(const struct ruleset *rs, const struct game *g, int n)
{
    static const struct {
        const char *ground, *rule;
    } of_house[] = {{"building", "objective.building"},
                    {"impassable", "objective.building.burning"},
                    {"rough", "objective.building.destroyed"}};

    for (int i = 0; i < g->n_features; i++)
        for (size_t j = 0; j < sizeof of_house / sizeof of_house[0]; j++)
            if (strcasecmp(g->feature[i].name, g->objective[n].name) == 0
                && strcmp(g->feature[i].ground, of_house[j].ground) == 0)
                return of_house[j].rule;
    return objective_rule(rs, g);
}

/* ---- who holds what ---- */

/* The objective that a word names or begins; -1 with the complaint. */
static int named(const struct game *g, const char *word, struct diag *d)
{
    struct nearest near = {.typed = word};
    char hint[96];
    int found = -1;

    for (int i = 0; i < g->n_objectives; i++) {
        int fit = word_fits(word, g->objective[i].name);
        nearest_offer(&near, g->objective[i].name);
        if (fit == 2)
            return i;
        if (fit && found >= 0) {
            diag_usage(d, "%s fits %s and %s", word, g->objective[found].name,
                       g->objective[i].name);
            return -1;
        }
        found = fit ? i : found;
    }
    if (found < 0)
        diag_usage(d, "no objective is called %.40s%s", word,
                   g->n_objectives ? nearest_hint(&near, hint, sizeof hint)
                                   : "; objective NAME names one");
    return found;
}

bool objectives_said(const struct game *g, const char *text, int side[MAX_OBJECTIVES],
                     struct diag *d)
{
    char word[2 * NAME_LEN];
    bool said[MAX_OBJECTIVES] = {false};

    for (int i = 0; i < g->n_objectives; i++)
        side[i] = g->objective[i].side;
    for (;;) {
        text += strspn(text, ", ");
        size_t n = strcspn(text, ", ");
        if (!n)
            return true;
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        text += n;
        char *colon = strchr(word, ':');
        if (!colon && strcasecmp(word, "none") == 0)
            continue;
        if (!colon || !colon[1])
            return diag_usage(d, "hold=%.40s: say objective:side, and none for nobody", word);
        *colon = '\0';
        int i = named(g, word, d), holder = -1;
        if (i < 0)
            return false;
        if (strcasecmp(colon + 1, "none") != 0 && (holder = game_find_side(g, colon + 1, d)) < 0)
            return false;
        if (said[i] && side[i] != holder)
            return diag_usage(d, "hold=: %s was said already", g->objective[i].name);
        said[i] = true;
        side[i] = holder;
    }
}

/* "crossroads axis, church nobody" */
static void list_objectives(const struct game *g, char *text, size_t size)
{
    size_t at = 0;

    *text = '\0';
    for (int i = 0; i < g->n_objectives; i++) {
        const struct objective *o = &g->objective[i];
        const char *holder = o->side < 0 ? "nobody" : g->side[o->side].name;
        if (at + strlen(o->name) + strlen(holder) + 16 >= size) {
            snprintf(text + at, size - at, ", %d more", g->n_objectives - i);
            return;
        }
        at += (size_t)snprintf(text + at, size - at, "%s%s %s", i ? ", " : "", o->name, holder);
    }
}

/* Takes what is said of the objectives; *sudden when one was taken from its holder. */
static bool take_holds(struct decision *d, bool ask, struct length_result *r, bool *sudden)
{
    int side[MAX_OBJECTIVES];
    char list[110];

    if (r->held || (!ask && !facts_has(&d->f, F_HOLD)))
        return true;
    list_objectives(d->g, list, sizeof list);
    if (ask
        && !may_know(d, F_HOLD, objective_rule(d->rs, d->g), "who holds what? so far %s "
                     "(changes as NAME:SIDE, NAME:none, or Enter)", list))
        return false;
    if (!facts_has(&d->f, F_HOLD))
        return true;
    if (!objectives_said(d->g, d->f.text[F_HOLD], side, &d->diag))
        return false;
    r->held = true;
    for (int i = 0; i < d->g->n_objectives; i++) {
        const struct objective *o = &d->g->objective[i];
        if (side[i] == o->side)
            continue;
        *sudden = *sudden || (o->side >= 0 && side[i] >= 0);
        emit_text(d, EV_OBJECTIVE, 0, side[i], 0, "%s", o->name);
    }
    return true;
}

/* ---- the length ---- */

/* Is there another turn? A die where the scenario has one. */
static bool roll_length(struct decision *d, const struct scenario *s, struct length_result *r)
{
    const signed char *die;

    if (due_of_game(d->rs, d->g, DUE_LAST))
        r->over = true;
    if (!due_of_game(d->rs, d->g, DUE_LENGTH))
        return true;
    die = take_roll(d, "game-length", 0, 1, 0, s->rule,
                    "is there a turn %d? on 1-3 the game is over, on 4-6 it goes on",
                    d->g->turn + 1);
    if (!die)
        return false;
    r->die = *die;
    r->over = strcmp(ruleset_chart(d->rs, "game-length", *die)->result, "over") == 0;
    return true;
}

bool settle_length(struct decision *d, struct length_result *r)
{
    const struct scenario *s = ruleset_scenario(d->rs, d->g->scenario);
    bool taken = false;

    *r = (struct length_result){.rule = s ? s->rule : NULL};
    if (!take_holds(d, due_of_game(d->rs, d->g, DUE_BASES), r, &taken))
        return false;
    r->sudden = s && s->sudden && taken;
    r->over = r->sudden;
    if (s && !r->sudden && !roll_length(d, s, r))
        return false;
    r->due = r->over || r->die;
    if (r->over)
        emit(d, EV_OVER, 0, d->g->turn, 0);
    return take_holds(d, r->over && due_of_game(d->rs, d->g, DUE_OBJECTIVES), r, &taken);
}
