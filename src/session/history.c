/* Undo, redo, replay, check, verify. */
#include "session/history.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the log's retractions leave standing: a stack of intents done, and one of those undone. */
struct stacks {
    long long *done, *undone;
    int n_done, n_undone, cap;
    long long last;
    bool broken;
};

static void grow(struct stacks *st)
{
    if (st->n_done < st->cap && st->n_undone < st->cap)
        return;
    int cap = st->cap ? 2 * st->cap : 256;
    st->done = mem_grow(st->done, (size_t)st->cap, (size_t)cap, sizeof *st->done);
    st->undone = mem_grow(st->undone, (size_t)st->cap, (size_t)cap, sizeof *st->undone);
    st->cap = cap;
}

static bool stack_intent(void *ctx, const struct intent *i)
{
    struct stacks *st = ctx;

    if (i->n != st->last + 1) { /* rows are numbered without a gap */
        st->broken = true;
        return false;
    }
    grow(st);
    st->last = i->n;
    if (i->kind == INTENT_DO) {
        st->done[st->n_done++] = i->n;
        st->n_undone = 0;
    } else if (i->kind == INTENT_UNDO && st->n_done && st->done[st->n_done - 1] == i->of) {
        st->undone[st->n_undone++] = st->done[--st->n_done];
    } else if (i->kind == INTENT_REDO && st->n_undone && st->undone[st->n_undone - 1] == i->of) {
        st->done[st->n_done++] = st->undone[--st->n_undone];
    }
    return true;
}

static bool read_stacks(struct session *s, struct stacks *st, struct diag *d)
{
    if (!game_db_intents(s->db, stack_intent, st, d))
        return false;
    return !st->broken
        || diag_storage(d, "%s: is damaged: the log has a gap after entry %lld",
                        game_db_path(s->db), st->last);
}

static void stacks_free(struct stacks *st)
{
    free(st->done);
    free(st->undone);
    *st = (struct stacks){0};
}

bool history_standing(struct session *s, struct standing *standing, struct diag *d)
{
    struct stacks st = {0};
    bool ok = read_stacks(s, &st, d);

    standing->n = st.last;
    standing->alive = mem_new((size_t)st.last + 1);
    for (int i = 0; i < st.n_done; i++)
        standing->alive[st.done[i]] = 1;
    stacks_free(&st);
    return ok;
}

bool intent_stands(const struct standing *st, long long n)
{
    return n >= 1 && n <= st->n && st->alive[n];
}

void standing_free(struct standing *st)
{
    free(st->alive);
    st->alive = NULL;
}

/* ---- replay ---- */

struct replay {
    const struct ruleset *rs;
    struct game *g;
    const struct standing *st;
    bool ok;
};

static bool replay_event(void *ctx, const struct stored_event *e)
{
    struct replay *r = ctx;

    if (!intent_stands(r->st, e->intent))
        return true;
    r->ok = event_apply(r->g, r->rs, e->kind, e->unit, e->a, e->b, e->text);
    return r->ok;
}

static bool replay_standing(struct session *s, struct game *g, const struct standing *st,
                            struct diag *d)
{
    struct replay r = {.rs = s->rs, .g = g, .st = st, .ok = true};
    struct game_birth birth;

    if (!game_db_birth(s->db, &birth, d))
        return false;
    game_init(g, birth.edition);
    snprintf(g->scenario, sizeof g->scenario, "%s", birth.scenario);
    return game_db_events(s->db, replay_event, &r, d);
}

bool history_replay(struct session *s, struct game *g, struct diag *d)
{
    struct standing st;
    bool ok = history_standing(s, &st, d) && replay_standing(s, g, &st, d);

    standing_free(&st);
    return ok;
}

/* ---- undo and redo ---- */

/* The command and the queued dice of one intent. */
struct lookup {
    long long n;
    struct buf *command;
    char queued[QUEUE_MAX + 1];
    int turn;
};

static bool look_up(void *ctx, const struct intent *i)
{
    struct lookup *l = ctx;

    if (i->n == l->n) {
        buf_clear(l->command);
        buf_add(l->command, i->command);
        snprintf(l->queued, sizeof l->queued, "%s", i->queued);
        l->turn = i->turn;
    }
    return i->n < l->n;
}

/* Dice that came from the queue go back to its front, or leave it again. */
static bool give_back(struct session *s, const char *queued, bool undo, struct diag *d)
{
    signed char faces[2 * QUEUE_MAX], rest[QUEUE_MAX];
    int n = (int)strlen(queued), n_rest = 0;

    if (!n)
        return true;
    if (!game_db_queue(s->db, rest, &n_rest, d))
        return false;
    if (undo) {
        for (int i = 0; i < n; i++)
            faces[i] = (signed char)(queued[i] - '0');
        memcpy(faces + n, rest, (size_t)n_rest);
        n += n_rest;
        return game_db_set_queue(s->db, faces, n < QUEUE_MAX ? n : QUEUE_MAX, d);
    }
    if (n_rest < n)
        return true;
    for (int i = 0; i < n; i++)
        if (rest[i] != queued[i] - '0')
            return true;
    return game_db_set_queue(s->db, rest + n, n_rest - n, d);
}

/* One step: the retraction of the top of a stack, appended. */
static bool step(struct session *s, struct stacks *st, bool undo, struct buf *what,
                 struct diag *d)
{
    struct lookup l = {.command = what};
    struct intent i = {.kind = undo ? INTENT_UNDO : INTENT_REDO, .dice = "", .queued = "",
                       .says = ""};

    i.of = l.n = undo ? st->done[st->n_done - 1] : st->undone[st->n_undone - 1];
    if (!game_db_intents(s->db, look_up, &l, d))
        return false;
    i.turn = l.turn;
    i.command = buf_text(what);
    if (!game_db_append(s->db, s->rs, &i, NULL, NULL, NULL, d)
        || !give_back(s, l.queued, undo, d))
        return false;
    i.n = st->last + 1;
    return stack_intent(st, &i);
}

/* Rewrites the record from what stands after the steps. */
static bool rebuild(struct session *s, const struct stacks *st, struct diag *d)
{
    struct standing standing = {.n = st->last, .alive = mem_new((size_t)st->last + 1)};
    struct game g = {0};
    bool ok;

    for (int i = 0; i < st->n_done; i++)
        standing.alive[st->done[i]] = 1;
    ok = replay_standing(s, &g, &standing, d) && game_db_rewrite(s->db, s->rs, &s->game, &g, d);
    standing_free(&standing);
    if (ok) {
        game_free(&s->game);
        s->game = g;
    } else {
        game_free(&g);
    }
    return ok;
}

static bool go(struct session *s, int n, bool undo, int *done, struct buf *what, struct diag *d)
{
    struct stacks st = {0};
    bool stale = true, ok = true;

    *done = 0;
    while (stale) {
        if (!session_refresh(s, d) || !game_db_begin(s->db, &stale, d))
            return false;
    }
    ok = read_stacks(s, &st, d);
    while (ok && *done < n && (undo ? st.n_done : st.n_undone)) {
        ok = step(s, &st, undo, what, d);
        ++*done;
    }
    if (ok && !*done)
        ok = diag_refused(d, NULL, "there is nothing to %s", undo ? "undo" : "redo");
    ok = ok && rebuild(s, &st, d);
    if (ok)
        ok = game_db_commit(s->db, d);
    else
        game_db_rollback(s->db);
    if (!ok)
        s->loaded = false;
    stacks_free(&st);
    return ok;
}

bool history_undo(struct session *s, int n, int *done, struct buf *what, struct diag *d)
{
    return go(s, n, true, done, what, d);
}

bool history_redo(struct session *s, int n, int *done, struct buf *what, struct diag *d)
{
    return go(s, n, false, done, what, d);
}

/* ---- check ---- */

static bool same_record(const struct game *a, const struct game *b, struct diag *d)
{
    if (a->turn != b->turn || a->phase != b->phase || a->drawn != b->drawn
        || a->virtual_dice != b->virtual_dice || a->step != b->step || a->night != b->night
        || a->dark != b->dark)
        return diag_storage(d, "the table game differs from the log");
    if (a->n_sides != b->n_sides || memcmp(a->side, b->side, sizeof a->side[0] * (size_t)a->n_sides))
        return diag_storage(d, "the table side differs from the log");
    if (a->n_features != b->n_features || a->n_smoke != b->n_smoke || a->n_aims != b->n_aims
        || memcmp(a->feature, b->feature, sizeof a->feature) != 0
        || memcmp(a->smoke, b->smoke, sizeof a->smoke) != 0
        || memcmp(a->aim, b->aim, sizeof a->aim) != 0 || a->n_calls != b->n_calls
        || memcmp(a->call, b->call, sizeof a->call) != 0)
        return diag_storage(d, "the tables of the ground differ from the log");
    if (a->n_units != b->n_units)
        return diag_storage(d, "the table unit holds %d units, the log %d", a->n_units,
                            b->n_units);
    for (int i = 0; i < a->n_units; i++)
        if (memcmp(&a->unit[i], &b->unit[i], sizeof a->unit[i]) != 0)
            return diag_storage(d, "the tables differ from the log in unit %s", b->unit[i].name);
    return true;
}

/* Whoever is aboard rides in a living vehicle of his own side; whoever is on a floor has a
   building round him; nobody is in both, and nobody lost is in either. */
static bool sane_place(const struct game *g, const struct unit *u)
{
    const struct unit *c = game_unit(g, u->aboard);

    if ((u->aboard && !c) || (c && (c->destroyed || c->type != TYPE_VEHICLE || c->side != u->side)))
        return false;
    return (u->floor > 0) == (u->building[0] != '\0') && !(u->aboard && u->floor)
        && !(u->type == TYPE_VEHICLE && (u->aboard || u->floor))
        && !(u->destroyed && (u->aboard || u->floor));
}

/* What no record may hold, whatever was done. */
static bool sane_record(const struct game *g, struct diag *d)
{
    for (int i = 0; i < g->n_units; i++) {
        const struct unit *u = &g->unit[i];
        bool shows = u->order != ORDER_NONE;
        if (u->models < 0 || u->pins < 0 || (u->destroyed && u->die != DIE_LOST)
            || (!u->destroyed && u->models == 0 && !u->abandoned)
            || (u->die == DIE_TABLE && !shows) || (u->die == DIE_BAG && shows) || !sane_place(g, u))
            return diag_storage(d, "the record of %s contradicts itself", u->name);
    }
    return true;
}

bool history_check(struct session *s, long long *intents, struct diag *d)
{
    struct game from_log = {0}, from_tables = {0};
    struct standing st = {0};
    bool ok;

    game_init(&from_tables, s->edition);
    if (!session_refresh(s, d) || !game_db_snapshot(s->db, d))
        return false;
    ok = game_db_integrity(s->db, d) && history_standing(s, &st, d) && replay_standing(s, &from_log, &st, d)
        && game_db_load(s->db, s->rs, &from_tables, d)
        && same_record(&from_tables, &from_log, d) && sane_record(&from_log, d);
    game_db_snapshot_end(s->db);
    *intents = st.n;
    standing_free(&st);
    game_free(&from_log);
    game_free(&from_tables);
    return ok;
}

/* ---- verify ---- */

struct verify {
    struct session *s;
    struct game g;
    const struct standing *st;
    int dice;
    struct diag *d;
};

static bool verify_faces(struct verify *v, const struct stored_event *e)
{
    int index = v->g.virtual_dice;

    for (const char *t = strchr(e->text, ' '); t && *t; t++) {
        if (*t != 'v')
            continue;
        v->dice++;
        if (session_virtual(v->s, index++, 6) + 1 != t[-1] - '0')
            return diag_storage(v->d, "intent %lld: the virtual die %d is not the seed's",
                                e->intent, index);
    }
    return true;
}

static bool verify_draw(struct verify *v, const struct stored_event *e)
{
    int in_bag = 0, pick;

    for (int i = 0; i < v->g.n_sides; i++)
        in_bag += game_bag(&v->g, i);
    v->dice++;
    pick = in_bag ? session_virtual(v->s, v->g.virtual_dice, in_bag) : 0;
    for (int i = 0; i < v->g.n_sides; i++) {
        if (pick < game_bag(&v->g, i))
            return i == e->a
                || diag_storage(v->d, "intent %lld: the drawn die is not the seed's", e->intent);
        pick -= game_bag(&v->g, i);
    }
    return diag_storage(v->d, "intent %lld: a die was drawn from an empty bag", e->intent);
}

static bool verify_event(void *ctx, const struct stored_event *e)
{
    struct verify *v = ctx;

    if (!intent_stands(v->st, e->intent))
        return true;
    if (e->kind == EV_ROLL && !verify_faces(v, e))
        return false;
    if (e->kind == EV_DRAW && e->b && !verify_draw(v, e))
        return false;
    return event_apply(&v->g, v->s->rs, e->kind, e->unit, e->a, e->b, e->text);
}

bool history_verify(struct session *s, int *dice, struct diag *d)
{
    struct standing st;
    struct game_birth birth;
    struct verify v = {.s = s, .st = &st, .d = d};
    char commitment[COMMITMENT_TEXT];
    bool ok;

    if (!session_refresh(s, d) || !game_db_birth(s->db, &birth, d))
        return false;
    dice_commitment(commitment, birth.seed);
    if (strcmp(commitment, birth.commitment) != 0)
        return diag_storage(d, "the seed is not the one that was committed to");
    game_init(&v.g, birth.edition);
    if (!game_db_snapshot(s->db, d))
        return false;
    ok = history_standing(s, &st, d) && game_db_events(s->db, verify_event, &v, d);
    game_db_snapshot_end(s->db);
    standing_free(&st);
    game_free(&v.g);
    *dice = v.dice;
    return ok;
}

static bool find_virtual(void *ctx, const struct stored_event *e)
{
    bool *any = ctx;

    *any = *any || (e->kind == EV_DRAW && e->b)
        || (e->kind == EV_ROLL && strchr(e->text, ' ') && strchr(strchr(e->text, ' '), 'v'));
    return true;
}

bool history_any_virtual(struct session *s)
{
    struct diag quiet = {0};
    bool any = false;

    return !game_db_events(s->db, find_virtual, &any, &quiet) || any;
}
