/* Running one intent as one transaction. */
#include "session/session.h"

#include "session/history.h"

#include "base/mem.h"
#include "odds/notation.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_init(struct session *s, int edition)
{
    memset(s, 0, sizeof *s);
    s->edition = edition;
    s->cm = 2.54;
    s->tutor = true;
    game_init(&s->game, edition);
}

static void forget_game(struct session *s, bool tidy)
{
    game_db_close(&s->db, tidy);
    game_free(&s->game);
    s->loaded = s->settled = s->keyed = s->virtual_dice = false;
    s->cm = 2.54;
    s->tutor = true;
    memset(s->key, 0, sizeof s->key);
}

void session_close(struct session *s, bool tidy)
{
    forget_game(s, tidy);
    rules_db_close(&s->rules);
    s->rs = NULL;
}

static void adopt(struct session *s, struct game_db *db, int edition)
{
    forget_game(s, true);
    s->db = db;
    if (s->rules && s->edition != edition) {
        rules_db_close(&s->rules);
        s->rs = NULL;
    }
    s->edition = edition;
    s->game.edition = edition;
}

bool session_open(struct session *s, const char *path, struct diag *d)
{
    struct game_db *db = game_db_open(path, d);

    if (db)
        adopt(s, db, game_db_edition(db));
    return db != NULL;
}

bool session_create(struct session *s, const char *path, int edition, const char *scenario,
                    struct diag *d)
{
    struct game_birth birth = {.edition = edition};
    struct game_db *db;

    snprintf(birth.scenario, sizeof birth.scenario, "%s", scenario);
    if (!dice_birth(&birth, d))
        return false;
    db = game_db_create(path, &birth, d);
    if (!db)
        return false;
    adopt(s, db, edition);
    return true;
}

const struct ruleset *session_rules(struct session *s, struct diag *d)
{
    if (s->rs)
        return s->rs;
    if (!s->rules)
        s->rules = rules_db_open(s->edition, d);
    if (s->rules)
        s->rs = rules_db_ruleset(s->rules, d);
    return s->rs;
}

/* Makes the tables of a game of an older version anew from its log, which has stayed the same. */
static bool bring_up_to_date(struct session *s, struct diag *d)
{
    struct game g = {0};
    bool stale = false, ok;

    if (!game_db_begin(s->db, &stale, d))
        return false;
    ok = game_db_renew(s->db, d) && history_replay(s, &g, d)
        && game_db_rewrite(s->db, s->rs, NULL, &g, d);
    if (ok)
        ok = game_db_commit(s->db, d);
    else
        game_db_rollback(s->db);
    if (ok)
        game_db_renewed(s->db);
    game_free(&g);
    return ok;
}

static bool has_game(const struct session *s, struct diag *d)
{
    if (!s->db && s->absent)
        return diag_storage(d, "%s: there is no such game; new makes one", s->absent);
    return s->db || diag_storage(d, "no game is open: new FILE makes one, -g FILE opens one");
}

bool session_reader(const struct session *s, struct session *reader, struct diag *d)
{
    session_init(reader, s->edition);
    if (!has_game(s, d) || !session_open(reader, game_db_path(s->db), d))
        return false;
    game_db_only_read(reader->db);
    return reader->reader = true;
}

/* Reads the record from the log, as the tables of an older version cannot be read, and whoever
   only looks does not make them anew. */
static bool load_from_log(struct session *s, struct diag *d)
{
    struct game g = {0};

    if (!game_db_snapshot(s->db, d))
        return false;
    bool ok = history_replay(s, &g, d);
    game_db_snapshot_end(s->db);
    if (!ok) {
        game_free(&g);
        return false;
    }
    game_free(&s->game);
    s->game = g;
    return true;
}

bool session_refresh(struct session *s, struct diag *d)
{
    if (!has_game(s, d) || !session_rules(s, d))
        return false;
    bool outdated = game_db_outdated(s->db);
    if (outdated && !s->reader && !bring_up_to_date(s, d))
        return false;
    if (!game_db_changed(s->db) && s->loaded)
        return true;
    s->loaded = false;
    if (!(outdated && s->reader ? load_from_log(s, d)
                                : game_db_load(s->db, s->rs, &s->game, d)))
        return false;
    s->loaded = true;
    s->settled = false;
    return true;
}

/* ---- settings ---- */

void session_settle(struct session *s)
{
    char text[80];

    if (s->settled || !s->db)
        return;
    game_db_setting(s->db, "dice", text, sizeof text);
    s->virtual_dice = strcmp(text, "virtual") == 0;
    game_db_setting(s->db, "tutor", text, sizeof text);
    s->tutor = strcmp(text, "off") != 0;
    game_db_setting(s->db, "cm", text, sizeof text);
    s->cm = text[0] ? strtod(text, NULL) : 2.54;
    game_db_setting(s->db, "direction", text, sizeof text);
    s->compass = strcmp(text, "degrees") == 0 ? 1 : strcmp(text, "arrow") == 0 ? 2 : 0;
    s->settled = true;
}

bool session_set(struct session *s, const char *name, const char *value, struct diag *d)
{
    if (s->db && !game_db_set_setting(s->db, name, value, d))
        return false;
    s->settled = s->keyed = false;
    if (!s->db && strcmp(name, "dice") == 0)
        s->virtual_dice = strcmp(value, "virtual") == 0;
    if (!s->db && strcmp(name, "cm") == 0)
        s->cm = strtod(value, NULL);
    if (!s->db && strcmp(name, "direction") == 0)
        s->compass = strcmp(value, "degrees") == 0 ? 1 : strcmp(value, "arrow") == 0 ? 2 : 0;
    session_settle(s);
    return true;
}

/* ---- dice ---- */

bool session_queue(struct session *s, signed char *faces, int *n, struct diag *d)
{
    if (s->db)
        return game_db_queue(s->db, faces, n, d);
    memcpy(faces, s->queue, (size_t)s->n_queue);
    *n = s->n_queue;
    return true;
}

bool session_queue_add(struct session *s, const signed char *faces, int n, struct diag *d)
{
    if (s->db)
        return game_db_queue_add(s->db, faces, n, d);
    if (s->n_queue + n > QUEUE_MAX)
        return diag_usage(d, "more than %d dice cannot wait", QUEUE_MAX);
    memcpy(s->queue + s->n_queue, faces, (size_t)n);
    s->n_queue += n;
    return true;
}

bool session_queue_clear(struct session *s, struct diag *d)
{
    s->n_queue = 0;
    return !s->db || game_db_set_queue(s->db, NULL, 0, d);
}

bool session_queue_take(struct session *s, signed char *faces, int most, int *n, struct diag *d)
{
    if (s->db)
        return game_db_queue_take(s->db, faces, most, n, d);
    *n = most < s->n_queue ? most : s->n_queue;
    memcpy(faces, s->queue, (size_t)*n);
    s->n_queue -= *n;
    memmove(s->queue, s->queue + *n, (size_t)s->n_queue);
    return true;
}

bool session_add_word(struct session *s, const char *word, struct diag *d)
{
    s->keyed = false;
    return game_db_extend_setting(s->db, "words", word, d);
}

/* The key of the seeded stream, read once from the file. */
static bool find_key(struct session *s, struct diag *d)
{
    struct game_birth birth;
    char words[400];

    if (!s->db || s->keyed)
        return true;
    if (!game_db_birth(s->db, &birth, d))
        return false;
    game_db_setting(s->db, "words", words, sizeof words);
    dice_key(s->key, birth.seed, words);
    s->keyed = true;
    return true;
}

bool session_may_roll(struct session *s, struct diag *d)
{
    char shown[8] = "";

    if (s->db)
        game_db_setting(s->db, "shown", shown, sizeof shown);
    if (shown[0])
        return diag_refused(d, NULL, "the seed has been shown: virtual dice are over");
    return find_key(s, d);
}

int session_virtual(struct session *s, int index, int n)
{
    struct diag quiet = {0};

    if (!s->db)
        return dice_free(n);
    find_key(s, &quiet); /* asked for and complained of before, by session_may_roll */
    return dice_number(s->key, index, n);
}

/* One intent's way to its dice. */
struct run {
    struct session *s;
    struct decision *d;
    signed char queue[QUEUE_MAX];
    int n_queue, queue_used;
    bool queue_read;
    struct buf said;   /* what was typed at questions, for the log */
};

static void feed_push(struct feed *feed, int face, bool is_virtual)
{
    if (feed->n == FEED_MAX)
        return;
    feed->is_virtual[feed->n] = is_virtual;
    feed->face[feed->n++] = (signed char)face;
}

static int count_virtual(const struct feed *feed, int upto)
{
    int n = 0;

    for (int i = 0; i < upto; i++)
        n += feed->is_virtual[i];
    return n;
}

static void feed_virtual(struct run *r, int count)
{
    struct feed *feed = &r->d->feed;

    for (int i = 0; i < count; i++) {
        int index = r->s->game.virtual_dice + count_virtual(feed, feed->n);
        feed_push(feed, session_virtual(r->s, index, 6) + 1, true);
    }
}

/* Somebody else's virtual dice came in between: ours come from further on in the stream. */
static void refresh_virtual(struct run *r)
{
    struct feed *feed = &r->d->feed;

    for (int i = 0; i < feed->n; i++)
        if (feed->is_virtual[i])
            feed->face[i] = (signed char)(session_virtual(r->s, r->s->game.virtual_dice
                                                                    + count_virtual(feed, i),
                                                          6)
                                          + 1);
}

static bool feed_queue(struct run *r, int count)
{
    if (!r->queue_read && !session_queue(r->s, r->queue, &r->n_queue, &r->d->diag))
        return false;
    r->queue_read = true;
    for (; count > 0 && r->queue_used < r->n_queue; count--)
        feed_push(&r->d->feed, r->queue[r->queue_used++], false);
    return true;
}

/* The sources of dice in the contract's order: the queue, a person, the seeded stream. */
static bool find_dice(struct run *r)
{
    struct decision *d = r->d;
    struct wanted *w = &d->wanted;
    int before = d->feed.n;
    struct reply reply = {0};

    if (d->feed.n + w->count > FEED_MAX)
        return diag_refused(&d->diag, w->rule, "%d dice are more than one command can hold",
                            d->feed.n + w->count);
    if (!feed_queue(r, w->count))
        return false;
    if (d->feed.n > before)
        return true;
    if (r->s->asker.roll) {
        r->s->asker.roll(r->s->asker.ctx, r->s, w, &reply);
        if (reply.kind == REPLY_FACES)
            for (int i = 0; i < reply.n; i++)
                feed_push(&d->feed, reply.face[i], false);
        else if (reply.kind == REPLY_VIRTUAL) {
            if (!session_may_roll(r->s, &d->diag))
                return false;
            feed_virtual(r, w->count);
        }
        else if (reply.kind == REPLY_SUMMARY) {
            facts_set(&d->f, w->fact, reply.count);
            if (w->fact == F_KILLS)
                facts_set(&d->f, F_SIXES, reply.sixes);
        } else
            return diag_usage(&d->diag, "given up; nothing has changed");
        return true;
    }
    if (r->s->virtual_dice) {
        if (!session_may_roll(r->s, &d->diag))
            return false;
        feed_virtual(r, w->count);
        return true;
    }
    return diag_refused(&d->diag, w->rule, "dice wanted: %s (dice=..., or set dice virtual)",
                        w->says);
}

static bool find_fact(struct run *r)
{
    struct session *s = r->s;

    if (!s->asker.fact || !s->asker.fact(s->asker.ctx, s, &r->d->wanted, &r->d->f, &r->said))
        return diag_usage(&r->d->diag, "given up; nothing has changed");
    return true;
}

/* A question about names or an aim, and what was known before it was answered. */
struct asked {
    bool open;
    struct wanted wanted;
    struct facts f;
    size_t said;
};

/* Whether another answer can mend a refusal: units, sides and aims are easily mistaken. */
static bool may_be_mistaken(const struct wanted *w)
{
    static const fact_set names = FACT_BIT(F_KEEP) | FACT_BIT(F_SHOOT) | FACT_BIT(F_VICTIM)
        | FACT_BIT(F_NEAR) | FACT_BIT(F_FLAK) | FACT_BIT(F_ONTO) | FACT_BIT(F_BUNKERS)
        | FACT_BIT(F_AT) | FACT_BIT(F_PATH) | FACT_BIT(F_FIGHTER);

    return w->kind == WANT_FACT && !w->whose[0] && names >> w->fact & 1;
}

static void note_asked(struct run *r, struct asked *last)
{
    last->open = may_be_mistaken(&r->d->wanted) && r->s->asker.again;
    last->wanted = r->d->wanted;
    last->f = r->d->f;
    last->said = r->said.len;
}

/* The rules refuse the answer that was given last: it is taken back and asked for again, so that
   nothing is lost that was typed before it, dice above all. */
static bool take_back(struct run *r, struct asked *last)
{
    struct decision *d = r->d;

    if (!last->open || (d->diag.code != DIAG_REFUSED && d->diag.code != DIAG_USAGE))
        return false;
    r->s->asker.again(r->s->asker.ctx, r->s, &d->diag);
    d->diag = (struct diag){0};
    d->wanted = last->wanted;
    d->f = last->f;
    if (r->said.len > last->said)
        r->said.s[r->said.len = last->said] = '\0';
    return true;
}

/* Decides until nothing is missing. */
static bool decide(struct run *r, const struct doing *what)
{
    struct decision *d = r->d;
    struct asked last = {0};

    for (;;) {
        game_copy(d->g, &r->s->game);
        d->events.n = 0;
        d->feed.used = 0;
        d->n_broken = 0;
        d->wanted.kind = WANT_NOTHING;
        if (what->decide(d, what->args))
            return true;
        if (d->diag.code && !take_back(r, &last))
            return false;
        note_asked(r, &last);
        if (d->wanted.kind == WANT_ROLL ? !find_dice(r) : !find_fact(r))
            return false;
    }
}

static void dice_text(struct buf *b, const struct feed *feed, int from, int upto)
{
    for (int i = from; i < upto; i++)
        buf_addf(b, "%s%d%s", b->len ? " " : "", feed->face[i], feed->is_virtual[i] ? "v" : "");
}

/* Writes the intent; *stale when somebody else wrote first and it must be decided anew. */
static bool make_lasting(struct run *r, const struct doing *what, bool *stale)
{
    struct session *s = r->s;
    struct decision *d = r->d;
    struct buf command = {0}, dice = {0}, queued = {0}, says = {0};
    bool ok;

    if (!game_db_begin(s->db, stale, &d->diag) || *stale)
        return false;
    buf_add(&command, what->command);
    if (r->said.len)
        buf_addf(&command, " %s", r->said.s);
    dice_text(&dice, &d->feed, 0, d->feed.used);
    for (int i = 0; i < r->queue_used; i++)
        buf_addc(&queued, (char)('0' + r->queue[i]));
    if (what->says)
        what->says(d, what->args, &says);
    struct intent intent = {.kind = INTENT_DO, .turn = d->g->turn, .command = buf_text(&command),
                            .dice = buf_text(&dice), .queued = buf_text(&queued),
                            .says = buf_text(&says)};
    ok = game_db_append(s->db, s->rs, &intent, &d->events, &s->game, d->g, &d->diag)
        && game_db_queue_use(s->db, r->queue, r->queue_used, &d->diag);
    if (ok)
        ok = game_db_commit(s->db, &d->diag);
    else
        game_db_rollback(s->db);
    buf_free(&command);
    buf_free(&dice);
    buf_free(&queued);
    buf_free(&says);
    return ok;
}

static bool given_dice(struct decision *d)
{
    char bad;

    if (!facts_has(&d->f, F_DICE))
        return true;
    d->feed.exact = true;
    if (!dice_faces(d->f.text[F_DICE], d->feed.face, &d->feed.n, FEED_MAX, &bad))
        return d->feed.n == FEED_MAX
            ? diag_usage(&d->diag, "dice=: more than %d dice", FEED_MAX)
            : diag_usage(&d->diag, "dice=%s: %c is no face of a die, say 1 to 6",
                         d->f.text[F_DICE], bad);
    return true;
}

/* What was rolled, without the faces: unit, purpose, how many dice. */
static void rolls_text(struct buf *b, const struct events *events)
{
    for (int i = 0; i < events->n; i++) {
        const struct event *e = &events->event[i];
        int faces = 0;
        if (e->kind != EV_ROLL)
            continue;
        for (const char *s = e->text; *s; s++)
            faces += *s == ' ';
        buf_addf(b, "%d %.*s %d;", e->unit, (int)strcspn(e->text, " "), e->text, faces);
    }
}

/* Dice that somebody typed were typed for certain rolls. Where another process wrote in between and
   the rules now roll for something else, they are not used for that. */
static bool same_rolls(struct run *r, struct buf *before)
{
    struct decision *d = r->d;
    struct buf now = {0};
    bool typed = r->s->asker.roll || d->feed.exact;

    rolls_text(&now, &d->events);
    bool same = !before->len || !typed || strcmp(buf_text(before), buf_text(&now)) == 0;
    buf_free(before);
    *before = now;
    return same
        || diag_refused(&d->diag, NULL, "somebody else went on with this game meanwhile, and the "
                        "dice were for another roll; nothing has changed, say it again");
}

static bool run_it(struct run *r, const struct doing *what)
{
    struct decision *d = r->d;
    struct buf rolls = {0};
    bool stale = false, ok = false;

    d->rs = r->s->rs;
    d->can_ask = r->s->asker.fact != NULL;
    if (!given_dice(d))
        return false;
    for (int tries = 0; tries < 20; tries++) {
        if (!decide(r, what) || !same_rolls(r, &rolls))
            break;
        ok = make_lasting(r, what, &stale);
        if (ok || !stale || !session_refresh(r->s, &d->diag))
            break;
        refresh_virtual(r);
    }
    buf_free(&rolls);
    return ok || d->diag.code != DIAG_NONE ? ok
        : diag_storage(&d->diag, "others keep writing in this game; try again");
}

bool session_do(struct session *s, const struct doing *what, struct decision *d)
{
    struct run r = {.s = s, .d = d};
    bool ok;

    if (!session_refresh(s, &d->diag))
        return false;
    session_settle(s);
    d->g = mem_new(sizeof *d->g);
    ok = run_it(&r, what);
    if (ok) {
        /* The scratch copy is the record now. */
        struct game old = s->game;
        s->game = *d->g;
        *d->g = old;
    }
    buf_free(&r.said);
    return ok;
}

void session_done(struct decision *d)
{
    if (d->g) {
        game_free(d->g);
        free(d->g);
    }
    d->g = NULL;
    events_free(&d->events);
}
