/* Who falls. Plain riflemen first and leaders last, unless somebody says otherwise. */
#include "game/casualties.h"

#include "base/words.h"
#include "game/shot.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Men of a slot that are there to fall: one-shot weapons are carried beside the rifle. */
static int slot_men(const struct ruleset *rs, const struct unit *u, int slot)
{
    if (u->type == TYPE_GUN)
        return 0; /* the crew falls, not the gun (artillery.damage.small-arms) */
    return rs->weapon[u->carried[slot].weapon].bits & WEAPON_ONE_SHOT ? 0 : u->carried[slot].count;
}

static int unarmed(const struct ruleset *rs, const struct unit *u)
{
    int armed = 0;

    for (int i = 0; i < u->n_carried; i++)
        armed += slot_men(rs, u, i);
    return u->models > armed ? u->models - armed : 0;
}

/* Men of a slot who neither lead nor (as far as there are others) load. */
static int plain_men(const struct ruleset *rs, const struct unit *u, int slot)
{
    return slot_men(rs, u, slot) - (u->leader && u->nco == slot ? 1 : 0);
}

static bool is_team_slot(const struct ruleset *rs, const struct unit *u, int slot)
{
    return rs->weapon[u->carried[slot].weapon].bits & WEAPON_TEAM;
}

/* The cheapest man that his owner gives up: a crewman without a weapon, then the cheapest
   personal weapon, then whoever is left; the leader last (casualty.owner-picks). */
struct man owners_choice(const struct ruleset *rs, const struct unit *u)
{
    int best = -1, spare = 0;

    for (int i = 0; i < u->n_carried; i++)
        if (!is_team_slot(rs, u, i))
            spare += plain_men(rs, u, i);
    spare += unarmed(rs, u);
    bool loader = spare <= u->loaders; /* only the loaders are left of the plain men */
    if (unarmed(rs, u) > 0)
        return (struct man){-1, loader && u->loaders ? LOSS_LOADER : LOSS_MAN};
    for (int i = 0; i < u->n_carried; i++) {
        if (plain_men(rs, u, i) <= 0)
            continue;
        if (best < 0
            || rs->weapon[u->carried[i].weapon].worth < rs->weapon[u->carried[best].weapon].worth)
            best = i;
    }
    if (best >= 0)
        return (struct man){best, loader && u->loaders && !is_team_slot(rs, u, best)
                                      ? LOSS_LOADER
                                      : LOSS_MAN};
    return (struct man){u->nco, u->leader ? LOSS_LEADER : LOSS_MAN};
}

/* The shooter's: the leader, else the dearest weapon (exceptional.shooter-picks). */
static struct man shooters_choice(const struct ruleset *rs, const struct unit *u)
{
    int best = -1;

    if (u->leader)
        return (struct man){u->nco, LOSS_LEADER};
    for (int i = 0; i < u->n_carried && u->type != TYPE_GUN; i++)
        if (u->carried[i].count > 0
            && (best < 0
                || rs->weapon[u->carried[i].weapon].worth
                       > rs->weapon[u->carried[best].weapon].worth))
            best = i;
    return best < 0 ? owners_choice(rs, u) : (struct man){best, LOSS_MAN};
}

/* Takes the n-th name of a comma-separated list that is said of this unit: UNIT:NAME of one, a
   bare name of any. */
static bool nth_name(const char *list, const struct unit *u, int n, char *name, size_t size)
{
    char word[2 * NAME_LEN];

    while (list_next(&list, word, sizeof word)) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon = '\0';
        if (colon && !word_fits(word, u->name))
            continue;
        if (n-- == 0) {
            snprintf(name, size, "%.*s", (int)size - 1, colon ? colon + 1 : word);
            return true;
        }
    }
    return false;
}

/* Reads a name of pick= or lose=: leader, loader, or a weapon. False with the complaint. */
static bool named_man(struct decision *d, const struct unit *u, const char *name, struct man *man)
{
    if (word_fits(name, "leader") || strcasecmp(name, "nco") == 0
        || strcasecmp(name, "officer") == 0) {
        if (!u->leader)
            return diag_usage(&d->diag, "%s has no leader left", u->name);
        *man = (struct man){u->nco, LOSS_LEADER};
        return true;
    }
    if (strcasecmp(name, "loader") == 0) {
        if (!u->loaders)
            return diag_usage(&d->diag, "%s has no loader left", u->name);
        *man = owners_choice(d->rs, u);
        man->loss = LOSS_LOADER;
        return true;
    }
    for (int i = 0; i < u->n_carried; i++)
        if (u->carried[i].count > 0 && list_names_weapon(d->rs, name, u->carried[i].weapon)) {
            *man = (struct man){i, LOSS_MAN};
            /* The last man with the leader's weapon is the leader. */
            if (u->leader && u->nco == i && plain_men(d->rs, u, i) <= 0)
                man->loss = LOSS_LEADER;
            return true;
        }
    return diag_usage(&d->diag, "%s has no %s to lose", u->name, name);
}

/* What the shooter may choose between, for the question. */
static void say_choice(const struct decision *d, const struct unit *u, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, "%s", u->leader ? "leader" : "");

    for (int i = 0; i < u->n_carried && at < size; i++)
        if (u->carried[i].count > 0)
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? ", " : "",
                                   d->rs->weapon[u->carried[i].weapon].id);
}

/* The n-th man that the fact names, else the default. */
static bool choose(struct decision *d, const struct unit *u, enum fact fact, int n,
                   struct man otherwise, struct man *man)
{
    char name[NAME_LEN];

    *man = otherwise;
    if (!facts_has(&d->f, fact) || !nth_name(d->f.text[fact], u, n, name, sizeof name) || !*name)
        return true;
    return named_man(d, u, name, man);
}

/* The German NCO: on a die of 2 or more another man falls in his place. */
static bool try_replace(struct decision *d, struct unit *u, struct man *man, bool *saved)
{
    struct facts f;
    const struct trigger *t;
    const signed char *die;

    unit_facts(&f, d->rs, d->g, u);
    t = trigger_find(d->rs, TRIGGER_LEADER_SAVED, &f);
    if (!t || man->loss != LOSS_LEADER || u->models < 2)
        return true;
    die = take_roll(d, "replace", u->id, 1, number_of(d->rs, NUM_LEADER_SAVED), t->rule,
                    "Initiative Training: on %d+ another man of %s takes over",
                    number_of(d->rs, NUM_LEADER_SAVED), u->name);
    if (!die)
        return false;
    if (*die >= number_of(d->rs, NUM_LEADER_SAVED)) {
        *saved = true;
        *man = owners_choice(d->rs, u);
    }
    return true;
}

/* A medic in reach undoes damage by small arms on a 6, exceptional damage never. */
static bool medics(struct decision *d, struct unit *u, int *kills, struct casualties *c)
{
    int dice = *kills < c->small_arms ? *kills : c->small_arms;
    const signed char *die;

    if (!d->f.v[F_MEDIC] || dice <= 0 || u->models <= 0)
        return true;
    die = take_roll(d, "medic", u->id, dice, 6, "medic.save", "medic for %s: a 6 saves", u->name);
    if (!die)
        return false;
    c->n_medic = dice;
    for (int i = 0; i < dice; i++) {
        c->medic[i] = die[i];
        c->saved += die[i] == 6;
    }
    *kills -= c->saved;
    return true;
}

/* Whoever shot or struck says who falls, a person when he is asked: once for each unit. */
static bool know_pick(struct decision *d, const struct unit *u, int n)
{
    char choice[120], name[NAME_LEN];

    say_choice(d, u, choice, sizeof choice);
    if (!d->can_ask || !strchr(choice, ',')
        || (facts_has(&d->f, F_PICK) && nth_name(d->f.text[F_PICK], u, n, name, sizeof name)))
        return true;
    ask_of(d, F_PICK, u->name, "exceptional.shooter-picks",
           "exceptional damage on %s: who falls? %s (Enter: the %s)", u->name, choice,
           u->leader ? "leader" : "dearest weapon");
    return false;
}

bool take_casualties(struct decision *d, struct unit *u, int kills, int exceptional,
                     struct casualties *c)
{
    struct man man;
    int plain = kills - exceptional;

    if (exceptional && !know_pick(d, u, c->picked))
        return false;
    for (int i = 0; i < exceptional && i < kills && u->models > 0; i++) {
        if (!choose(d, u, F_PICK, c->picked, shooters_choice(d->rs, u), &man)
            || !try_replace(d, u, &man, &c->leader_saved))
            return false;
        emit(d, EV_LOSE, u->id, man.slot, man.loss);
        c->picked++;
    }
    if (!medics(d, u, &plain, c))
        return false;
    for (int i = 0; i < plain && u->models > 0; i++) {
        if (!choose(d, u, F_LOSE, c->given, owners_choice(d->rs, u), &man)
            || !try_replace(d, u, &man, &c->leader_saved))
            return false;
        emit(d, EV_LOSE, u->id, man.slot, man.loss);
        c->given++;
    }
    return true;
}
