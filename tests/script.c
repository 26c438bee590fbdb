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
 *
 * The environment gives the program's path in ADJUTANT; VALGRIND=1 runs it under valgrind. The
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
    char kind;  /* > = ~ ? ! or, of the words with @: s(ave) S(ame) r(estart) */
    int number;
    char *text; /* $GAME and $DIR replaced */
};

struct script {
    const char *file;
    struct line *line;
    size_t n;
    char dir[4096], game[4200];
    char *saved; /* the table that @save kept, or NULL */
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
        {"@save", 's'}, {"@same", 'S'}, {"@restart", 'r'}};
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
        if (!is_command(l) && kind != 'r' && !asked)
            die("%s:%d: nothing was asked yet", s->file, number);
        asked = kind != 'r';
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

/* The commands from line `from` to the next @restart, a line each, as the program reads them;
   the caller frees them. `*end` is the line behind, `*last` the last command or NULL. */
static char *gather(const struct script *s, size_t from, size_t *end, const struct line **last)
{
    char *input = NULL;
    size_t size = 0, i;
    FILE *m = must(open_memstream(&input, &size));

    *last = NULL;
    for (i = from; i < s->n && s->line[i].kind != 'r'; i++)
        if (is_command(&s->line[i])) {
            fprintf(m, "%s\n", s->line[i].kind == '>' ? s->line[i].text : "table");
            *last = &s->line[i];
        }
    fclose(m);
    *end = i;
    return must(input);
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
        }
        if (rest && *rest)
            fail(s, last, last, "", "more answers than commands: %s", rest);
        check_end(s, last, &run, status);
        run_free(&run);
    }
    free(input);
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
    free(s.saved);
    json_close();
    return s.failures ? 1 : 0;
}
