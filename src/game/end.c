/* The turn's end. */
#include "base/mem.h"
#include "game/carrier.h"
#include "game/due.h"
#include "game/turn.h"
#include "odds/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A comma-separated list of names: does it name this unit (or say all)? */
static bool list_names(const struct game *g, const char *list, const struct unit *u)
{
    char name[NAME_LEN];
    struct diag quiet = {0};

    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ", ");
        if (!n)
            return false;
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        if (strcasecmp(name, "all") == 0 || game_find(g, name, &quiet) == u)
            return true;
        list += n;
    }
}

/* Every name of keep= and shoot= must be a unit that can do that. */
static bool check_list(struct decision *d, enum fact fact)
{
    const char *list = d->f.text[fact];
    char name[NAME_LEN];

    if (!facts_has(&d->f, fact))
        return true;
    for (;;) {
        list += strspn(list, ", ");
        size_t n = strcspn(list, ", ");
        if (!n)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        list += n;
        if (strcasecmp(name, "all") == 0 || strcasecmp(name, "none") == 0)
            continue;
        const struct unit *u = game_find(d->g, name, &d->diag);
        if (!u || !must_live(d, u))
            return false;
        if (u->gunless)
            return diag_refused(&d->diag, "recrew.removed", "%s has no gun any more: it goes when "
                                "the turn is over", u->name);
        if (fact == F_SHOOT && u->order != ORDER_AMBUSH)
            return diag_refused(&d->diag, "retain.ambush.fire-roll",
                                "%s is not in Ambush: it has no last shot", u->name);
        if (fact == F_KEEP && u->order != ORDER_AMBUSH && u->order != ORDER_DOWN)
            return diag_refused(&d->diag, "retain.default",
                                "%s shows %s: only Ambush and Down are kept", u->name,
                                order_word[u->order]);
        if (fact == F_SHOOT && facts_has(&d->f, F_KEEP) && list_names(d->g, d->f.text[F_KEEP], u))
            return diag_refused(&d->diag, "retain.ambush.fire-fail",
                                "%s either keeps its Ambush or tries to shoot", u->name);
    }
}

static bool may_end(struct decision *d)
{
    const struct game *g = d->g;
    int left = 0;
    const char *who = "";

    if (g->phase != GAME_ORDERS && g->phase != GAME_ENDING)
        return diag_refused(&d->diag, "turn.phases", "no turn is going on: begin it with turn");
    for (int i = 0; g->phase == GAME_ORDERS && i < g->n_units; i++)
        if (g->unit[i].die == DIE_BAG) {
            left++;
            who = g->unit[i].name;
        }
    if (left)
        return forbid(d, "turn.orders.repeat", left == 1 ? "%s has had no order yet"
                                                         : "%s and others have had no order yet",
                      who);
    return true;
}

static struct end_unit *end_unit(struct end_result *r, int unit)
{
    for (int i = 0; i < r->n; i++)
        if (r->unit[i].unit == unit)
            return &r->unit[i];
    r->unit = mem_grow(r->unit, (size_t)r->n, (size_t)r->n + 1, sizeof *r->unit);
    r->unit[r->n] = (struct end_unit){.unit = unit};
    return &r->unit[r->n++];
}

/* First the last shots out of Ambush: on a 4+ the unit may fire, else its die goes back. */
static bool last_shots(struct decision *d, struct end_result *r)
{
    int need = number_of(d->rs, NUM_AMBUSH_FIRE);

    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        if (u->destroyed || u->gunless || u->order != ORDER_AMBUSH || u->keeps
            || !facts_has(&d->f, F_SHOOT) || !list_names(d->g, d->f.text[F_SHOOT], u))
            continue;
        const signed char *die =
            take_roll(d, "ambush", u->id, 1, need, "retain.ambush.fire-roll",
                      "last shot of %s out of Ambush: %d+ lets it fire", u->name, need);
        if (!die)
            return false;
        struct end_unit *e = end_unit(r, u->id);
        e->tried = true;
        e->shot_die = *die;
        e->waiting = *die >= need;
        if (e->waiting) {
            emit(d, EV_WAITING, u->id, 1, 0);
            r->waiting = true;
        } else {
            emit(d, EV_RETURN, u->id, 0, 0);
            r->returned[u->side]++;
        }
    }
    return true;
}

/* Then the kept Down dice: a pinned unit sheds D3 pins (retain.down.pins). */
static bool keep_down(struct decision *d, struct end_result *r)
{
    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        if (u->destroyed || !u->keeps)
            continue;
        struct end_unit *e = end_unit(r, u->id);
        e->kept = true;
        if (!due_of_unit(d->rs, d->g, DUE_SHED, u))
            continue;
        e->pins_removed = 1;
        const signed char *die =
            u->pins == 1 ? take_idle(d, "down", u->id, 1)
                         : take_roll(d, "down", u->id, 1, 0, "retain.down.pins",
                                     "pins that %s sheds by staying Down: D3", u->name);
        if (!die && u->pins > 1)
            return false;
        if (die) {
            e->down_die = *die;
            e->pins_removed = dice_read(*die, number_of(d->rs, NUM_RETAIN_DIE));
        }
        if (e->pins_removed > u->pins)
            e->pins_removed = u->pins;
        change_pins(d, u, -e->pins_removed);
    }
    return true;
}

/* Adds a name to a list that must stay short; of what does not fit the number is told. */
static void add_name(char *list, size_t size, const char *name, int *more)
{
    size_t at = strlen(list);

    if (*more || at + strlen(name) + 12 >= size)
        ++*more;
    else
        snprintf(list + at, size - at, "%s%s", at ? ", " : "", name);
}

/* The units of which this is due, as a list of names, without those of `but`. */
static void due_names(const struct decision *d, enum due_kind kind, const char *but, char *list,
                      size_t size)
{
    int more = 0;

    *list = '\0';
    for (int i = 0; i < d->g->n_units; i++)
        if (due_of_unit(d->rs, d->g, kind, &d->g->unit[i])
            && !list_names(d->g, but, &d->g->unit[i]))
            add_name(list, size, d->g->unit[i].name, &more);
    if (more)
        snprintf(list + strlen(list), size - strlen(list), ", %d more", more);
}

/* At the prompt: who keeps his die, and of the others who tries a shot. */
static bool ask_who(struct decision *d)
{
    char ambush[64], down[64];

    due_names(d, DUE_AMBUSH, "", ambush, sizeof ambush);
    due_names(d, DUE_DOWN, "", down, sizeof down);
    if ((*ambush || *down)
        && !may_know(d, F_KEEP, "retain.default", "who keeps the die? %s%s%s%s%s (names, all or "
                     "none)", *ambush ? "Ambush: " : "", ambush, *ambush && *down ? "; " : "",
                     *down ? "Down: " : "", down))
        return false;
    if (!check_list(d, F_KEEP))
        return false;
    if (facts_has(&d->f, F_KEEP))
        due_names(d, DUE_AMBUSH, d->f.text[F_KEEP], ambush, sizeof ambush);
    if (*ambush
        && !may_know(d, F_SHOOT, "retain.ambush.fire-roll", "who tries a last shot out of Ambush, "
                     "on a %d+? %s (names, all or none)", number_of(d->rs, NUM_AMBUSH_FIRE),
                     ambush))
        return false;
    return true;
}

/* ---- empty transports ---- */

/* What was measured to the nearest one from a unit, -1 when nothing was. */
static double measured(const struct decision *d, enum fact key, const struct unit *u)
{
    struct diag quiet = {0};

    for (int i = 0; i < d->f.n_parts; i++)
        if (d->f.part[i].key == key && game_find(d->g, d->f.part[i].of, &quiet) == u)
            return d->f.part[i].value;
    return -1;
}

/* Every enemy.NAME= and friend.NAME= must be of an empty transport. */
static bool check_measures(struct decision *d)
{
    for (int i = 0; i < d->f.n_parts; i++) {
        if (d->f.part[i].key != F_ENEMY && d->f.part[i].key != F_FRIEND)
            continue;
        const struct unit *u = game_find(d->g, d->f.part[i].of, &d->diag);
        if (!u || !must_live(d, u))
            return false;
        if (!due_of_unit(d->rs, d->g, DUE_EMPTY, u))
            return diag_refused(&d->diag, u->fighting ? "transport.other-category"
                                                      : "transport.empty-lost",
                                "%s is no empty transport on the table with an enemy there",
                                u->name);
    }
    return true;
}

/* At the prompt, once for each: the two distances, or Enter when no enemy is nearer. */
static bool ask_distances(struct decision *d)
{
    for (int i = 0; i < d->g->n_units && d->can_ask; i++) {
        const struct unit *u = &d->g->unit[i];
        if (!due_of_unit(d->rs, d->g, DUE_EMPTY, u) || measured(d, F_ENEMY, u) >= 0
            || measured(d, F_FRIEND, u) >= 0 || d->f.n_parts + 2 > MAX_PARTS)
            continue;
        d->f.given &= ~FACT_BIT(F_ENEMY);
        bool known = may_know(d, F_ENEMY, "transport.empty-lost", "%s, empty: nearest enemy "
                              "and friend, as 18 20 (Enter: no enemy nearer)", u->name);
        snprintf(d->wanted.part, sizeof d->wanted.part, "%s", u->name);
        return known;
    }
    return true;
}

/* One with an enemy nearer than any friend is lost; at equal distances it is safe. */
static void lose_empty(struct decision *d, struct end_result *r)
{
    for (int i = 0; i < d->g->n_units; i++) {
        struct unit *u = &d->g->unit[i];
        double enemy = measured(d, F_ENEMY, u), friend = measured(d, F_FRIEND, u);
        if (!due_of_unit(d->rs, d->g, DUE_EMPTY, u))
            continue;
        if (enemy < 0 && friend < 0) {
            if (r->n_unmeasured < MAX_EMPTY)
                r->unmeasured[r->n_unmeasured++] = u->id;
        } else if (enemy >= 0 && (friend < 0 || enemy < friend)) {
            if (r->n_removed < MAX_EMPTY)
                r->removed[r->n_removed++] = u->id;
            destroy_unit(d, u, "empty, with an enemy nearer than a friend");
        }
    }
}

/* Who keeps his die, who tries a shot, and the shots' dice. */
static bool begin_end(struct decision *d, struct end_result *r)
{
    struct game *g = d->g;
    bool keeps[MAX_UNITS];

    if (!ask_who(d) || !check_list(d, F_SHOOT))
        return false;
    for (int i = 0; i < g->n_units; i++)
        keeps[i] = facts_has(&d->f, F_KEEP) && list_names(g, d->f.text[F_KEEP], &g->unit[i])
            && (due_of_unit(d->rs, g, DUE_AMBUSH, &g->unit[i])
                || due_of_unit(d->rs, g, DUE_DOWN, &g->unit[i]));
    emit(d, EV_ENDING, 0, 0, 0);
    for (int i = 0; i < g->n_units; i++)
        if (keeps[i])
            emit(d, EV_KEEP, g->unit[i].id, 0, 0);
    return last_shots(d, r);
}

/* Crews without a gun go, and then what lies on the table goes back. */
static void give_back(struct decision *d, struct end_result *r)
{
    struct game *g = d->g;

    for (int i = 0; i < g->n_units; i++)
        if (due_of_unit(d->rs, g, DUE_GUNLESS, &g->unit[i]))
            destroy_unit(d, &g->unit[i], "its crew had no gun"); /* recrew.removed */
    for (int i = 0; i < g->n_units; i++)
        if (g->unit[i].die == DIE_TABLE && !g->unit[i].keeps && !g->unit[i].abandoned)
            r->returned[g->unit[i].side]++;
}

bool decide_end(struct decision *d, struct end_result *r)
{
    memset(r, 0, sizeof *r);
    r->turn = d->g->turn;
    r->resumed = d->g->phase == GAME_ENDING;
    if (!may_end(d) || !check_measures(d))
        return false;
    if (d->g->phase == GAME_ORDERS && !begin_end(d, r))
        return false;
    if (r->waiting)
        return finish(d);
    if (!keep_down(d, r) || !ask_distances(d))
        return false;
    lose_empty(d, r);
    give_back(d, r);
    if (!settle_length(d, &r->length))
        return false;
    emit(d, EV_END, 0, d->g->turn, 0);
    return finish(d);
}

void end_result_free(struct end_result *r)
{
    free(r->unit);
    r->unit = NULL;
    r->n = 0;
}
