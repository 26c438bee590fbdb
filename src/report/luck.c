/* The log read once, with the record as it was at each event. */
#include "report/luck.h"

#include "session/history.h"

#include <stdio.h>

struct walk {
    const struct session *s;
    const struct standing *st;
    struct game g;
    bool awaits_die; /* no die of this turn has been drawn yet */
    struct luck *luck;
};

static bool add_roll(struct walk *w, const struct stored_event *e)
{
    const struct unit *u = game_unit(&w->g, e->unit);
    enum luck_kind kind;
    struct fraction p;
    const char *tries;
    int n;

    if (!u || !tries_sound(e->a, e->b, e->text) || !tries_read(e->text, &kind, &tries))
        return false;
    struct luck_line *line = &w->luck->line[u->side][kind];
    while (tries_next(&tries, &n, &p))
        trials_add(&line->tries, n, p);
    line->came += e->a;
    return true;
}

/* The first die of a turn: as likely each side's as it has dice in the bag. Those that follow hang
   on it, so that no more of them is counted. */
static void add_draw(struct walk *w, int side)
{
    int bag[MAX_SIDES] = {0}, all = 0;

    for (int i = 0; i < w->g.n_sides; i++)
        all += bag[i] = game_bag(&w->g, i);
    if (!w->awaits_die || side < 0 || side >= w->g.n_sides || !bag[side])
        return; /* forced: not out of the bag */
    w->awaits_die = false;
    for (int i = 0; i < w->g.n_sides; i++) {
        struct luck_line *line = &w->luck->line[i][LUCK_DRAW];
        if (!bag[i])
            continue;
        trials_add(&line->tries, 1, fraction_of(bag[i], all));
        line->came += i == side;
    }
}

/* An order without a draw before it took its die out of the bag all the same, but for those whose
   die somebody picked: an officer's call, a reaction. */
static void add_order(struct walk *w, const struct stored_event *e)
{
    const struct unit *u = game_unit(&w->g, e->unit);

    if (u && e->b >= 0 && u->die == DIE_BAG && !u->snapped_by && w->g.phase == GAME_ORDERS)
        add_draw(w, u->side);
}

static bool take_event(void *ctx, const struct stored_event *e)
{
    struct walk *w = ctx;

    if (!intent_stands(w->st, e->intent))
        return true;
    if (e->kind == EV_TRIED && !add_roll(w, e))
        return false;
    if (e->kind == EV_TURN)
        w->awaits_die = true;
    if (e->kind == EV_DRAW)
        add_draw(w, e->a);
    if (e->kind == EV_ORDER)
        add_order(w, e);
    return event_apply(&w->g, w->s->rs, e->kind, e->unit, e->a, e->b, e->text);
}

static void weigh(struct luck_line *line)
{
    struct tails tails = trials_tails(&line->tries, line->came);

    line->high = tails.least <= tails.most;
    line->tail = line->high ? tails.least : tails.most;
}

bool luck_gather(struct session *s, struct luck *l, struct diag *d)
{
    struct standing st = {0};
    struct walk w = {.s = s, .st = &st, .luck = l};
    bool ok;

    *l = (struct luck){0};
    if (!game_db_snapshot(s->db, d))
        return false;
    game_init(&w.g, s->edition);
    ok = history_standing(s, &st, d) && game_db_events(s->db, take_event, &w, d);
    game_db_snapshot_end(s->db);
    for (int side = 0; ok && side < MAX_SIDES; side++)
        for (int kind = 0; kind < N_LUCK_KINDS; kind++)
            weigh(&l->line[side][kind]);
    standing_free(&st);
    game_free(&w.g);
    return ok;
}

void luck_free(struct luck *l)
{
    for (int side = 0; side < MAX_SIDES; side++)
        for (int kind = 0; kind < N_LUCK_KINDS; kind++)
            trials_free(&l->line[side][kind].tries);
}

const struct luck_line *luck_extreme(const struct luck *l, int side, int *whose,
                                     enum luck_kind *kind)
{
    const struct luck_line *extreme = NULL;

    for (int i = 0; i < MAX_SIDES; i++)
        for (int k = 0; k < N_LUCK_KINDS; k++) {
            const struct luck_line *line = &l->line[i][k];
            if ((side >= 0 && side != i) || !line->tries.n
                || (extreme && extreme->tail <= line->tail))
                continue;
            extreme = line;
            *whose = i;
            *kind = (enum luck_kind)k;
        }
    return extreme;
}
