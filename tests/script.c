/* Driver of the script tests: script FILE.test runs the commands of FILE through the program
 * and looks into the JSON answers.
 *
 *   # TEXT             comment; the ids of the rules that the test covers stand here
 *   > COMMAND          a command; $GAME is a fresh path of a game, $DIR the folder it is in
 *   = PATH VALUE       the last answer's value at PATH: a word, a number (tolerance 1e-9), true,
 *                      false, or null, which is also what is not there; [...] and {...} are
 *                      compared as JSON; PATH[] is an array's length
 *   ~ PATH TEXT        the value at PATH contains TEXT
 *   ? PATH             there is a value at PATH and it is not null
 *   ! CODE [RULE...]   the command is refused with CODE (refused, usage, storage) and cites the
 *                      rules; a command without such a line must be carried out
 *   @save              asks for the `table` and keeps it
 *   @same              asks again: nothing may have changed
 *   @restart           goes on in a new process that opens the same game
 *   @steps             in a new process takes everything back, one change after the other, and does
 *                      it again; each time the table must be as it was when that was played, and at
 *                      both ends `check` must pass
 *
 * The environment gives the program's path in ADJUTANT; VALGRIND=1 runs it under valgrind, without
 * @steps, which the other runs have. The
 * exit status is 1 if a check failed, 99 if the test itself cannot be run. */
#include "script.h"

#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One line of the script: what it is, and its words without the mark. */
struct line {
    char kind;  /* > = ~ ? ! or, of the words with @: s(ave) S(ame) r(estart) t(he steps) */
    int number;
    char *text; /* $GAME and $DIR replaced */
};

struct script {
    const char *file;
    struct line *line;
    size_t n;
    char dir[4096], game[4200];
    char *saved; /* the table that @save kept, or NULL */
    bool steps;  /* there is an @steps: the table is asked for after every command */
    char **step; /* the tables as they followed one another, without what was taken back */
    size_t n_steps, at;
    int failures;
    const struct line *told; /* the command whose answer was shown last */
};

static char scratch[4096]; /* removed at exit, however the driver ends */

void die(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vfprintf(stdout, fmt, ap);
    va_end(ap);
    putchar('\n');
    exit(99);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(path);
}

static void remove_scratch(void)
{
    if (scratch[0])
        nftw(scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void *must(void *p)
{
    if (!p)
        die("out of memory");
    return p;
}

/* A copy of `text` with $GAME and $DIR replaced; the caller frees it. */
static char *fill_in(const struct script *s, const char *text)
{
    char *filled = NULL;
    size_t size = 0;
    FILE *m = must(open_memstream(&filled, &size));

    while (*text)
        if (strncmp(text, "$GAME", 5) == 0) {
            fputs(s->game, m);
            text += 5;
        } else if (strncmp(text, "$DIR", 4) == 0) {
            fputs(s->dir, m);
            text += 4;
        } else {
            putc(*text++, m);
        }
    fclose(m);
    return must(filled);
}

/* The kind of a line by its beginning, 0 for blank lines and comments; moves on to its words. */
static char line_kind(const struct script *s, int number, char **text)
{
    static const struct { const char *word; char kind; } directive[] = {
        {"@save", 's'}, {"@same", 'S'}, {"@restart", 'r'}, {"@steps", 't'}};
    char *t = *text;

    if (*t == '\0' || *t == '#')
        return 0;
    for (size_t i = 0; i < sizeof directive / sizeof *directive; i++)
        if (strcmp(t, directive[i].word) == 0)
            return directive[i].kind;
    if (!strchr(">=~?!", *t) || t[1] != ' ')
        die("%s:%d: not a line of a script: %s", s->file, number, t);
    *text = t + 2 + strspn(t + 2, " ");
    return *t;
}

/* True for lines at which a new process begins. */
static bool is_break(const struct line *l)
{
    return l->kind == 'r' || l->kind == 't';
}

/* True for lines that the program answers. */
static bool is_command(const struct line *l)
{
    return l->kind == '>' || l->kind == 's' || l->kind == 'S';
}

static void script_read(struct script *s)
{
    char *all = file_read(s->file), *rest = all, *text;
    bool asked = false;

    if (!all)
        die("%s: %s", s->file, strerror(errno));
    for (int number = 1; (text = strsep(&rest, "\n")); number++) {
        for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--)
            text[n - 1] = '\0';
        char kind = line_kind(s, number, &text);
        if (!kind)
            continue;
        s->line = must(realloc(s->line, (s->n + 1) * sizeof *s->line));
        struct line *l = &s->line[s->n++];
        *l = (struct line){.kind = kind, .number = number, .text = fill_in(s, text)};
        if (!is_command(l) && !is_break(l) && !asked)
            die("%s:%d: nothing was asked yet", s->file, number);
        asked = !is_break(l);
        s->steps |= kind == 't';
    }
    free(all);
}

/* Reports one failed check, and under the first of a command what was asked and answered. */
static void fail(struct script *s, const struct line *l, const struct line *command,
                 const char *answer, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

static void fail(struct script *s, const struct line *l, const struct line *command,
                 const char *answer, const char *fmt, ...)
{
    va_list ap;

    printf("%s:%d: ", s->file, l->number);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
    s->failures++;
    if (s->told == command)
        return;
    s->told = command;
    printf("    > %s\n    %s\n", command->kind == '>' ? command->text : "table", answer);
}

static bool as_number(const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    return *text && !isspace((unsigned char)*text) && *end == '\0';
}

/* True when the value found is the one wanted, by the rules of `=`. */
static bool is_value(const char *found, bool compound, const char *want)
{
    double a, b;

    if (want[0] == '[' || want[0] == '{')
        return compound && json_is_same(found, want);
    if (strcmp(found, want) == 0)
        return true;
    return as_number(found, &a) && as_number(want, &b) && fabs(a - b) <= 1e-9;
}

/* Carries out one line = ~ or ?. */
static void check_value(struct script *s, const struct line *l, const struct line *command,
                        const char *answer)
{
    char *path = must(strdup(l->text));
    char *want = path + strcspn(path, " \t");
    bool compound;

    if (*want)
        *want++ = '\0';
    want += strspn(want, " \t");
    if ((want[0] == '[' || want[0] == '{') && l->kind == '=' && !json_is_valid(want))
        die("%s:%d: not JSON: %s", s->file, l->number, want);
    char *found = must(json_at(answer, path, &compound));
    if (l->kind == '=' && !is_value(found, compound, want))
        fail(s, l, command, answer, "%s should be %s, is %s", path, want, found);
    if (l->kind == '~' && !strstr(found, want))
        fail(s, l, command, answer, "%s should contain %s, is %s", path, want, found);
    if (l->kind == '?' && strcmp(found, "null") == 0)
        fail(s, l, command, answer, "%s should be there", path);
    free(found);
    free(path);
}

/* Carries out one line !: the code, then each rule that must be cited. */
static void check_refusal(struct script *s, const struct line *l, const struct line *command,
                          const char *answer)
{
    bool compound;
    char *words = must(strdup(l->text)), *rest = words;
    char *ok = must(json_at(answer, "ok", &compound));
    char *code = must(json_at(answer, "error.code", &compound));
    const char *want = strsep(&rest, " \t");

    if (strcmp(ok, "false") != 0)
        fail(s, l, command, answer, "should not be carried out (%s)", want);
    else if (strcmp(code, want) != 0)
        fail(s, l, command, answer, "error.code should be %s, is %s", want, code);
    for (const char *rule; (rule = strsep(&rest, " \t"));)
        if (*rule && !json_cites(answer, rule))
            fail(s, l, command, answer, "should cite %s", rule);
    free(code);
    free(ok);
    free(words);
}

/* Keeps the table of @save, or compares that of @same with it. */
static void check_table(struct script *s, const struct line *l, const char *answer)
{
    if (l->kind == 's') {
        free(s->saved);
        s->saved = must(strdup(answer));
    } else if (!s->saved) {
        die("%s:%d: @same without @save", s->file, l->number);
    } else if (!json_is_same(answer, s->saved)) {
        fail(s, l, l, answer, "the table has changed; it was %s", s->saved);
    }
}

/* Keeps the table after a command, where it differs; undo and redo go back and forth in the row,
   and anything new ends it behind the place where they left off. */
static void keep_step(struct script *s, const char *command, const char *table)
{
    bool undo = strncmp(command, "undo", 4) == 0, redo = strncmp(command, "redo", 4) == 0;

    if (undo || redo)
        for (size_t i = s->at; i < s->n_steps; i += redo ? 1 : (size_t)-1)
            if (json_is_same(s->step[i], table)) {
                s->at = i;
                return;
            }
    if (s->n_steps > 0 && json_is_same(s->step[s->at], table))
        return;
    while (s->n_steps > 0 && s->n_steps > s->at + 1)
        free(s->step[--s->n_steps]);
    s->at = s->n_steps++;
    s->step = must(realloc(s->step, s->n_steps * sizeof *s->step));
    s->step[s->at] = must(strdup(table));
}

/* Looks at one answer: line `i` is the command, its checks follow. */
static void check_answer(struct script *s, size_t i, const char *answer)
{
    const struct line *command = &s->line[i];
    bool refusal = false, compound;

    if (!json_is_valid(answer)) {
        fail(s, command, command, answer, "the answer should be JSON");
        return;
    }
    for (size_t k = i + 1; k < s->n && strchr("=~?!", s->line[k].kind); k++) {
        refusal |= s->line[k].kind == '!';
        if (s->line[k].kind == '!')
            check_refusal(s, &s->line[k], command, answer);
        else
            check_value(s, &s->line[k], command, answer);
    }
    char *ok = must(json_at(answer, "ok", &compound));
    if (!refusal && strcmp(ok, "true") != 0)
        fail(s, command, command, answer, "should be carried out, ok is %s", ok);
    if (command->kind != '>')
        check_table(s, command, answer);
    free(ok);
}

/* The exit status that an answer asks for: 0, or that of its refusal. */
static int answer_status(const char *answer)
{
    static const char *const code[] = {"refused", "usage", "storage"};
    bool compound;
    char *found = must(json_at(answer, "error.code", &compound));
    int status = 0;

    for (int i = 0; i < 3; i++)
        if (strcmp(found, code[i]) == 0)
            status = i + 1;
    free(found);
    return status;
}

/* Looks at how a process ended; `last` is its last command and `status` what it should exit
   with: the status of the first refusal. */
static void check_end(struct script *s, const struct line *last, const struct run *run, int status)
{
    static const char *const report[] = {"AddressSanitizer", "LeakSanitizer", "runtime error:"};
    int before = s->failures;

    s->told = last;
    if (run->signal)
        fail(s, last, last, "", "the program was ended by signal %d (%s)", run->signal,
             strsignal(run->signal));
    else if (run->status != status)
        fail(s, last, last, "", "the program should exit with %d, exits with %d", status,
             run->status);
    for (size_t i = 0; i < sizeof report / sizeof *report; i++)
        if (strstr(run->err, report[i]))
            fail(s, last, last, "", "a report of %s", report[i]);
    if (s->failures > before && run->err[0])
        printf("standard error:\n%s\n", run->err);
}

/* True for commands behind which the table is asked for, since there is an @steps. */
static bool has_table(const struct script *s, const struct line *l)
{
    return s->steps && l->kind == '>';
}

/* The commands from line `from` to the next @restart, a line each, as the program reads them;
   the caller frees them. `*end` is the line behind, `*last` the last command or NULL. */
static char *gather(const struct script *s, size_t from, size_t *end, const struct line **last)
{
    char *input = NULL;
    size_t size = 0, i;
    FILE *m = must(open_memstream(&input, &size));

    *last = NULL;
    for (i = from; i < s->n && !is_break(&s->line[i]); i++)
        if (is_command(&s->line[i])) {
            fprintf(m, "%s\n", s->line[i].kind == '>' ? s->line[i].text : "table");
            *last = &s->line[i];
            if (has_table(s, &s->line[i]))
                fputs("table\n", m);
        }
    fclose(m);
    *end = i;
    return must(input);
}

/* The answer of one half of @steps: `word` so often that nothing is left, the table each time.
   `rest` moves on behind them. */
static void check_steps(struct script *s, const struct line *l, const char *word, char **rest)
{
    bool back = strcmp(word, "undo") == 0, compound;
    /* a script may end in the middle of the row, when its last change was taken back */
    size_t at = back ? s->at : 0, end = back ? 0 : s->n_steps - 1;

    for (size_t i = 0; i < s->n; i++) {
        char *answer = strsep(rest, "\n"), *table = *rest ? strsep(rest, "\n") : NULL;
        if (!table)
            return fail(s, l, l, "", "%s: there is no answer", word);
        if (answer_status(answer) || json_is_same(table, s->step[at]))
            continue;
        if (at == end || !json_is_same(table, s->step[back ? at - 1 : at + 1]))
            return fail(s, l, l, table, "%s: the table should be %s", word,
                        s->step[at == end ? at : back ? at - 1 : at + 1]);
        at = back ? at - 1 : at + 1;
    }
    if (at != end)
        fail(s, l, l, "", "%s ends %zu steps early", word, at > end ? at - end : end - at);
    const char *check = *rest ? strsep(rest, "\n") : "null";
    char *ok = must(json_at(check, "ok", &compound));
    if (strcmp(ok, "true") != 0)
        fail(s, l, l, check, "check should pass behind %s", word);
    free(ok);
}

/* Carries out @steps in a process of its own. */
static void run_steps(struct script *s, const char *program, const struct line *l)
{
    static const char *const half[] = {"undo", "redo"};
    char *input = NULL;
    size_t size = 0;
    FILE *m = must(open_memstream(&input, &size));

    if (s->n_steps == 0)
        die("%s:%d: @steps, but nothing was played", s->file, l->number);
    if (getenv("VALGRIND")) { /* slow there, and the same code as undo in the script */
        fclose(m);
        free(input);
        return;
    }
    for (int h = 0; h < 2; h++) {
        for (size_t i = 0; i < s->n; i++)
            fprintf(m, "%s\ntable\n", half[h]);
        fputs("check\n", m);
    }
    fclose(m);
    struct run run = run_program(program, s->game, s->dir, input);
    char *rest = run.out;
    int before = s->failures;
    for (int h = 0; h < 2 && s->failures == before; h++)
        check_steps(s, l, half[h], &rest);
    run_free(&run);
    free(input);
}

/* Runs one process: the commands from line `from` on; gives the line to go on with. */
static size_t run_part(struct script *s, const char *program, size_t from)
{
    size_t end;
    const struct line *last;
    char *input = gather(s, from, &end, &last);

    if (last) {
        bool made = access(s->game, F_OK) == 0;
        struct run run = run_program(program, made ? s->game : NULL, s->dir, input);
        char *rest = run.out;
        int status = 0;

        for (size_t i = from; i < end; i++) {
            if (!is_command(&s->line[i]))
                continue;
            char *answer = rest && *rest ? strsep(&rest, "\n") : NULL;
            if (!answer) {
                fail(s, &s->line[i], &s->line[i], "", "there is no answer");
                break;
            }
            check_answer(s, i, answer);
            if (status == 0)
                status = answer_status(answer);
            if (has_table(s, &s->line[i]) && rest && *rest)
                keep_step(s, s->line[i].text, strsep(&rest, "\n"));
        }
        if (rest && *rest)
            fail(s, last, last, "", "more answers than commands: %s", rest);
        check_end(s, last, &run, status);
        run_free(&run);
    }
    free(input);
    if (end < s->n && s->line[end].kind == 't')
        run_steps(s, program, &s->line[end]);
    return end + 1;
}

/* Makes the scratch directory of this test, in $TMPDIR. */
static void make_scratch(struct script *s)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(s->dir, sizeof s->dir, "%s/script-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(s->dir))
        die("%s: %s", s->dir, strerror(errno));
    snprintf(s->game, sizeof s->game, "%s/test.game", s->dir);
    snprintf(scratch, sizeof scratch, "%s", s->dir);
    atexit(remove_scratch);
}

int main(int argc, char **argv)
{
    const char *program = getenv("ADJUTANT");
    struct script s = {0};

    if (argc != 2 || !program)
        die("usage: ADJUTANT=PROGRAM script FILE.test");
    s.file = argv[1];
    make_scratch(&s);
    json_open();
    script_read(&s);
    for (size_t next = 0; next < s.n;)
        next = run_part(&s, program, next);
    if (s.n == 0)
        die("%s: no commands", s.file);
    printf("%s: %d failed\n", s.file, s.failures);

    for (size_t i = 0; i < s.n; i++)
        free(s.line[i].text);
    free(s.line);
    while (s.n_steps > 0)
        free(s.step[--s.n_steps]);
    free(s.step);
    free(s.saved);
    json_close();
    return s.failures ? 1 : 0;
}
