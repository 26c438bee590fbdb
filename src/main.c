/* adjutant, an umpire's assistant: reads the options and chooses between one command, a
   prompt, and commands from standard input. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "base/mem.h"
#include "term/batch.h"
#include "term/prompt.h"
#include "term/screen.h"
#include "term/state.h"
#include "term/watch.h"

#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0.1.0"
#endif

static const char usage[] =
    "usage: adjutant [OPTION...] [COMMAND [WORD...]]\n"
    "\n"
    "  -g, --game FILE     the game file; else $ADJUTANT_GAME, else the game last opened\n"
    "  -e, --edition N     rules edition for questions without a game: 1 or 2 (2)\n"
    "  -j, --json          one JSON object per command, on standard output\n"
    "  -k, --keep-going    go on after a refused command\n"
    "      --color WHEN    auto, always or never\n"
    "  -h, --help          this text\n"
    "  -V, --version       the version\n"
    "\n"
    "With a command, runs it. Else asks for commands at a prompt, or, if standard input\n"
    "is not a terminal, reads them from there, one a line. `adjutant help` lists them.\n";

/* What was said before the command. */
struct options {
    const char *game;      /* NULL when it was not named */
    int edition;
    bool json, keep_going;
    enum colour_when colour;
    const char *print;     /* text that was asked for instead of a run, or NULL */
};

static bool read_colour(const char *word, enum colour_when *when, struct diag *d)
{
    static const char *const known[] = {"auto", "always", "never"};

    for (int i = 0; i < 3; i++)
        if (strcmp(word, known[i]) == 0) {
            *when = (enum colour_when)i;
            return true;
        }
    return diag_usage(d, "--color %s: say auto, always or never", word);
}

/* Takes one option as getopt_long() found it. */
static bool take_option(struct options *o, int option, const char *typed, struct diag *d)
{
    switch (option) {
    case 'g': o->game = optarg; return true;
    case 'e':
        o->edition = optarg[0] - '0';
        if ((o->edition == 1 || o->edition == 2) && !optarg[1])
            return true;
        return diag_usage(d, "--edition %s: say 1 or 2", optarg);
    case 'j': o->json = true; return true;
    case 'k': o->keep_going = true; return true;
    case 'c': return read_colour(optarg, &o->colour, d);
    case 'h': o->print = usage; return true;
    case 'V': o->print = "adjutant " PACKAGE_VERSION "\n"; return true;
    case ':': return diag_usage(d, "%s wants a value; see adjutant --help", typed);
    default: return diag_usage(d, "unknown option %s; see adjutant --help", typed);
    }
}

/* Reads the options up to the first word of the command, argv[optind]; false with the
   complaint. */
static bool read_options(struct options *o, int argc, char **argv, struct diag *d)
{
    static const struct option known[] = {
        {"game", required_argument, NULL, 'g'},  {"edition", required_argument, NULL, 'e'},
        {"json", no_argument, NULL, 'j'},        {"keep-going", no_argument, NULL, 'k'},
        {"color", required_argument, NULL, 'c'}, {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'V'},     {0},
    };
    int at = 1, option;

    opterr = 0;
    /* The + ends the options at the first word, whatever follows it. */
    while ((option = getopt_long(argc, argv, "+:g:e:jkhV", known, NULL)) != -1) {
        char letter[] = {'-', (char)optopt, '\0'};
        bool is_long = strncmp(argv[at], "--", 2) == 0;
        if (!take_option(o, option, is_long || !optopt ? argv[at] : letter, d))
            return false;
        at = optind;
    }
    return true;
}

/* ---- the game ---- */

/* Where the game comes from, and its path, which may be NULL. */
struct chosen {
    char *path;
    bool named;    /* by an option or the environment */
    bool absent;
};

static struct chosen choose_game(const struct options *o)
{
    const char *named = o->game ? o->game : getenv("ADJUTANT_GAME");
    struct chosen g = {0};

    g.named = o->game || (named && *named);
    g.path = g.named ? mem_copy(named) : state_game();
    g.absent = g.path && access(g.path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
    return g;
}

/* Whether the command makes do without the game that was chosen, whatever state it is in. */
static bool needs_no_game(int n, char **word)
{
    static const char *const free_of[] = {"new", "open", "help", "quit"};
    struct diag quiet = {0};
    const struct command *command = n ? cmd_find(word[0], &quiet) : NULL;

    for (size_t i = 0; command && i < sizeof free_of / sizeof free_of[0]; i++)
        if (strcmp(command->name, free_of[i]) == 0)
            return true;
    return false;
}

/* Opens the game that was chosen. A game that is not there yet is none: commands that want one
   say so. One that cannot be opened is a complaint, and the exit status, if it was named; the
   game of last time is then left alone with a word. */
static int open_game(struct cmd *c, struct screen *s, const struct chosen *g)
{
    int status;

    if (!g->path || g->absent || session_open(&c->s, g->path, &c->diag))
        return EXIT_DONE;
    if (!g->named && c->json)
        return EXIT_DONE;
    status = screen_refuse(s, c, "", "adjutant: ");
    return g->named ? status : EXIT_DONE;
}

/* ---- running ---- */

/* Runs in the mode that the arguments and standard input ask for. */
static int run(struct cmd *c, struct screen *s, const struct options *o, int n, char **word,
               int *signalled)
{
    struct chosen g = choose_game(o);
    struct viewer viewer = {.screen = s};
    int status = needs_no_game(n, word) ? EXIT_DONE : open_game(c, s, &g);

    if (n || isatty(STDIN_FILENO)) { /* not amid commands that are read from a file */
        c->viewer.ctx = &viewer;
        c->viewer.run = watch_run;
    }
    c->s.absent = g.absent ? g.path : NULL;
    if (status != EXIT_DONE)
        ;
    else if (n)
        status = batch_words(c, s, n, word);
    else if (isatty(STDIN_FILENO))
        prompt_run(c, s, o->keep_going, g.absent ? g.path : NULL);
    else
        status = batch_lines(c, s, o->keep_going, signalled);
    if (c->s.db)
        state_remember(game_db_path(c->s.db));
    if (viewer.signalled)
        *signalled = viewer.signalled;
    c->viewer.run = NULL;
    c->s.absent = NULL;
    free(g.path);
    return status;
}

/* Ends as the signal would have ended it. */
static void die_of(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

int main(int argc, char **argv)
{
    static struct cmd c;
    struct options o = {.edition = 2};
    struct screen s;
    int signalled = 0, status;

    signal(SIGPIPE, SIG_IGN);
    bool understood = read_options(&o, argc, argv, &c.diag);
    /* Characters are the locale's, which layout wants to know; numbers and messages are not. */
    if (!o.json)
        setlocale(LC_CTYPE, "");
    screen_init(&s, o.colour);
    session_init(&c.s, o.edition);
    c.json = o.json;
    c.person = s.out.terminal;
    c.width = s.width;
    if (!understood) {
        status = screen_refuse(&s, &c, "", "adjutant: ");
    } else if (o.print) {
        screen_bytes(&s, o.print, strlen(o.print));
        status = EXIT_DONE;
    } else {
        status = run(&c, &s, &o, argc - optind, argv + optind, &signalled);
    }
    bool written = screen_close(&s);
    bool at_prompt = argc == optind && isatty(STDIN_FILENO);
    cmd_close(&c, at_prompt);
    if (!written && s.failed == EPIPE)
        die_of(SIGPIPE);
    if (signalled)
        die_of(signalled);
    return written ? status : EXIT_STORAGE;
}
