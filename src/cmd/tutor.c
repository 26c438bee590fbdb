/* The tutor: a table of what players forget. A row is a command, when it fits, the sentence, and
   the rule behind it. The first row that fits and was not told this turn is told, some once only. */
#include "cmd/tutor.h"

#include "game/shot.h"
#include "game/snap.h"

#include <string.h>

/* What is about to be done, and what a row found worth a word. */
struct scene {
    const struct ruleset *rs;
    const struct game *g;
    const struct call *call;
    const struct unit *unit, *target; /* NULL when not named */
    const struct unit *who;           /* found: {who} */
    const char *what;                 /* found: {what} */
    int n;                            /* found: {n} */
};

static bool lives(const struct unit *u)
{
    return !u->destroyed && !u->abandoned;
}

/* ---- when a row fits ---- */

/* An officer may still call somebody, and what is said now ends that (snap.trigger). */
static bool leader_waits(struct scene *s)
{
    for (int i = 0; i < s->g->n_units; i++) {
        const struct unit *u = &s->g->unit[i];
        s->n = snaps_left(s->rs, u);
        if (s->n && game_bag(s->g, u->side) > 0) {
            s->who = u;
            return true;
        }
    }
    return false;
}

/* Its test would be easier with an officer whom nobody has named (officer.bonus.who). */
static bool officer_unsaid(struct scene *s)
{
    const struct unit *u = s->unit;
    int best = -1;

    if (!u || !u->pins || u->officer >= 0 || u->reserve || u->aboard
        || s->call->order == ORDER_DOWN || facts_has(&s->call->f, F_OFFICER)
        || s->call->f.v[F_BANZAI])
        return false;
    for (int i = 0; i < s->g->n_units; i++) {
        const struct unit *o = &s->g->unit[i];
        if (o->side != u->side || !lives(o) || o->officer < 0 || !o->leader || o->reserve
            || o->aboard || s->rs->rank[o->officer].bonus <= best)
            continue;
        s->who = o;
        best = s->rs->rank[o->officer].bonus;
        s->n = s->rs->rank[o->officer].reach;
    }
    return best > 0;
}

static bool in_ambush(const struct unit *u)
{
    return lives(u) && u->die == DIE_TABLE && u->order == ORDER_AMBUSH;
}

static bool charges_ambush(struct scene *s)
{
    struct diag quiet = {0};

    s->who = facts_has(&s->call->f, F_ASSAULT)
        ? game_find(s->g, s->call->f.text[F_ASSAULT], &quiet)
        : NULL;
    return s->who && s->unit && s->who->side != s->unit->side && in_ambush(s->who);
}

static bool moves_before_ambush(struct scene *s)
{
    if (!s->unit || !facts_has(&s->call->f, F_RANGE))
        return false;
    for (int i = 0; i < s->g->n_units; i++)
        if (s->g->unit[i].side != s->unit->side && in_ambush(&s->g->unit[i])) {
            s->who = &s->g->unit[i];
            return true;
        }
    return false;
}

/* A one-shot weapon stays on its man's back while the squad fires at a vehicle. */
static bool one_shot_unused(struct scene *s)
{
    const struct facts *f = &s->call->f;

    if (!s->unit || !s->target || s->target->type != TYPE_VEHICLE || facts_has(f, F_WITH)
        || facts_has(f, F_WEAPON))
        return false;
    for (int i = 0; i < s->unit->n_carried; i++) {
        const struct weapon *w = &s->rs->weapon[s->unit->carried[i].weapon];
        if (!(w->bits & WEAPON_ONE_SHOT) || s->unit->carried[i].count == 0
            || (facts_has(f, F_RANGE) && f->range > w->range))
            continue;
        s->what = w->id;
        s->n = w->range;
        return true;
    }
    return false;
}

static bool smoke_between(struct scene *s)
{
    if (!s->g->n_smoke || facts_has(&s->call->f, F_COVER) || facts_has(&s->call->f, F_HIDDEN))
        return false;
    s->what = s->g->smoke[s->g->n_smoke - 1].place;
    return true;
}

/* A squad's team weapon fires, and the man who loads it does not. */
static bool loader_is_busy(struct scene *s)
{
    const struct unit *u = s->unit;

    if (!u || u->type != TYPE_SQUAD || !u->loaders || facts_has(&s->call->f, F_WITH)
        || facts_has(&s->call->f, F_WEAPON))
        return false;
    for (int i = 0; i < u->n_carried; i++)
        if (s->rs->weapon[u->carried[i].weapon].bits & WEAPON_TEAM && u->carried[i].count > 0) {
            s->what = s->rs->weapon[u->carried[i].weapon].name;
            return true;
        }
    return false;
}

/* Half of them is a check, for those who take one. */
static bool half_is_a_check(struct scene *s)
{
    struct facts f;

    if (!s->target || s->target->type == TYPE_VEHICLE || s->target->models < 2)
        return false;
    unit_facts(&f, s->rs, s->g, s->target);
    s->n = (s->target->models + 1) / 2;
    return !trigger_find(s->rs, TRIGGER_HALF_LOSS_SPARED, &f);
}

/* ---- the rows ---- */

static const struct lesson {
    const char *command;
    bool (*fits)(struct scene *s);
    const char *says, *rule;
    bool once; /* told once while the prompt is open, not once a turn */
} lessons[] = {
    {"order", leader_waits, "{who} may call {n} more with snap, but not after this",
     "snap.trigger"},
    {"draw", leader_waits, "{who} may call {n} more with snap, but not after this",
     "snap.trigger"},
    {"order", charges_ambush, "{who} lies in Ambush: it may fire even from within 6\"",
     "cq.surprise.ambush"},
    {"order", officer_unsaid, "with {who} within {n}\" add officer={who}", "officer.bonus.who"},
    {"move", moves_before_ambush, "{who} lies in Ambush: does it fire at this move?",
     "ambush.interrupt"},
    {"fire", one_shot_unused, "with={what} fires one, within {n}\"", "oneshot.save"},
    {"fire", smoke_between, "through the smoke at {what} add soft", "smoke.effect"},
    {"fire", half_is_a_check, "{n} lost of {target} is a morale check", "morale-check.half-loss",
     true},
    {"fire", loader_is_busy, "the loader of the {what} does not fire himself",
     "team.squad.loader-busy", true},
};

enum { N_LESSONS = sizeof lessons / sizeof lessons[0] };

static void fill(struct buf *b, const struct scene *s, const char *says)
{
    for (;;) {
        size_t n = strcspn(says, "{");
        buf_addn(b, says, n);
        says += n;
        if (!*says)
            return;
        if (strncmp(says, "{who}", 5) == 0)
            buf_add(b, s->who->name);
        else if (strncmp(says, "{what}", 6) == 0)
            buf_add(b, s->what);
        else if (strncmp(says, "{target}", 8) == 0)
            buf_add(b, s->target->name);
        else
            buf_int(b, s->n);
        says = strchr(says, '}') + 1;
    }
}

bool tutor_line(struct cmd *c, const struct call *call, struct buf *b)
{
    const struct game *g = &c->s.game;
    struct scene s = {.rs = c->s.rs, .g = g, .call = call, .unit = game_unit(g, call->unit),
                      .target = game_unit(g, call->target)};

    if (c->tutor.turn != g->turn) {
        c->tutor.turn = g->turn;
        for (int i = 0; i < N_LESSONS; i++)
            if (!lessons[i].once)
                c->tutor.told &= ~(1U << i);
    }
    for (int i = 0; i < N_LESSONS; i++) {
        const struct lesson *l = &lessons[i];
        if (strcmp(l->command, call->command->name) != 0 || c->tutor.told >> i & 1 || !l->fits(&s))
            continue;
        c->tutor.told |= 1U << i;
        buf_add(b, STYLE_FAINT "  ");
        fill(b, &s, l->says);
        buf_addf(b, "   %s\n" STYLE_PLAIN, l->rule);
        return true;
    }
    return false;
}
