/* Plays a person at a terminal, from a script: types, waits for what must appear, and says what
   came instead.

       pty [-w COLUMNS] [-h ROWS] [-o TRANSCRIPT] PROGRAM [ARGUMENT...] <SCRIPT

   One step a line; \n, \t, \e, \\ and \ooo are read as in C:
       > TEXT     types the text and Enter
       - TEXT     types the text alone
       ? TEXT     waits until the text appears behind what was waited for last
       ! TEXT     the text must not stand between the last two things that were waited for
       = N        waits until the program is gone; its exit status must be N
       $ COMMAND  runs a command of the shell beside it, which must succeed; $CHILD is the program
       < MS TEXT  like ?, at most so many milliseconds after that command has ended
       w COLUMNS ROWS  gives the window another size
       t          the terminal's settings must be those from before the program
       #          comment
   Escapes and carriage returns are left out before comparing; "raw" instead of a step turns this
   off. Exit status 0 when every step went well, 1 when not, 2 when the script is wrong. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

enum { SEEN_MOST = 1 << 20, PATIENCE_MS = 15000 };

static struct {
    int fd;
    pid_t child;
    bool raw, gone;
    char seen[SEEN_MOST];   /* all that was shown, without escapes unless raw */
    size_t n, from, before; /* behind the last find; behind the one before it */
    int escape;             /* state of leaving an escape out */
    long ran;               /* when the last command beside it had ended */
    struct termios plain;
    FILE *transcript;
} person;

/* One byte that was shown. CSI sequences end in a letter, OSC in BEL or ST. */
static void note(unsigned char c)
{
    if (!person.raw) {
        if (person.escape == 1) {
            person.escape = c == '[' ? 2 : c == ']' ? 3 : c == '(' ? 4 : 0;
            return;
        }
        if (person.escape == 2 || person.escape == 4) {
            if (person.escape == 4 || (c >= '@' && c <= '~'))
                person.escape = 0;
            return;
        }
        if (person.escape == 3) {
            person.escape = c == 7 ? 0 : c == 27 ? 1 : 3;
            return;
        }
        person.escape = c == 27;
        if (c == 27 || c == '\r' || c == 7)
            return;
        if (c == '\b') {
            if (person.n > person.from)
                person.n--;
            return;
        }
    }
    if (person.n + 1 < SEEN_MOST)
        person.seen[person.n++] = c ? (char)c : '?';
    person.seen[person.n] = '\0';
}

static long now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Takes in what is shown within `ms`; false when nothing was, or the program is gone. */
static bool listen(int ms)
{
    struct pollfd in = {.fd = person.fd, .events = POLLIN};
    unsigned char some[4096];

    if (person.gone || poll(&in, 1, ms) <= 0)
        return false;
    ssize_t n = read(person.fd, some, sizeof some);
    if (n <= 0) {
        person.gone = true;
        return false;
    }
    for (ssize_t i = 0; i < n; i++)
        note(some[i]);
    if (person.transcript)
        fwrite(some, 1, (size_t)n, person.transcript);
    return true;
}

static void type(const char *text, size_t n)
{
    while (n) {
        ssize_t wrote = write(person.fd, text, n);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return;
        text += wrote;
        n -= (size_t)wrote;
    }
}

static bool wait_until(const char *text, long end)
{

    for (;;) {
        char *found = strstr(person.seen + person.from, text);
        if (found) {
            person.before = person.from;
            person.from = (size_t)(found - person.seen) + strlen(text);
            return true;
        }
        long left = end - now_ms();
        if (left < 0 || (!listen(left < 200 ? (int)left + 1 : 200) && person.gone))
            break;
    }
    printf("expected to see: %s\ncame:            %s\n", text, person.seen + person.from);
    return false;
}

static bool wait_for(const char *text)
{
    return wait_until(text, now_ms() + PATIENCE_MS);
}

/* MS TEXT */
static bool wait_briefly(const char *text)
{
    char *end;
    long ms = strtol(text, &end, 10);

    return wait_until(*end == ' ' ? end + 1 : end, person.ran + ms);
}

/* Runs a command and takes in meanwhile what the program shows. */
static bool run_beside(const char *command)
{
    int status = 0;
    pid_t beside = fork();

    if (beside == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        close(person.fd);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (beside > 0 && waitpid(beside, &status, WNOHANG) == 0)
        if (!listen(2) && person.gone)
            usleep(2000);
    person.ran = now_ms();
    if (beside > 0 && status == 0)
        return true;
    printf("expected to go well: %s\ncame: %d\n", command,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return false;
}

static bool resize(const char *text)
{
    struct winsize size = {0};

    return sscanf(text, "%hu %hu", &size.ws_col, &size.ws_row) == 2
        && ioctl(person.fd, TIOCSWINSZ, &size) == 0;
}

static bool must_be_plain(void)
{
    struct termios now;

    if (tcgetattr(person.fd, &now) == 0 && now.c_lflag == person.plain.c_lflag
        && now.c_iflag == person.plain.c_iflag && now.c_oflag == person.plain.c_oflag)
        return true;
    printf("expected the terminal as it was\n");
    return false;
}

static bool must_lack(const char *text)
{
    char was = person.seen[person.from];

    person.seen[person.from] = '\0';
    bool there = strstr(person.seen + person.before, text) != NULL;
    if (there)
        printf("expected not to see: %s\ncame:                %s\n", text,
               person.seen + person.before);
    person.seen[person.from] = was;
    return !there;
}

static bool must_end(int wanted)
{
    long end = now_ms() + PATIENCE_MS;
    int status = 0;

    while (!person.gone && now_ms() < end)
        listen(200);
    if (!person.gone) {
        printf("expected the program to end with %d\ncame:   it goes on: %s\n", wanted,
               person.seen + person.from);
        return false;
    }
    waitpid(person.child, &status, 0);
    person.child = 0;
    int came = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (came != wanted)
        printf("expected exit status %d\ncame:   %d: %s\n", wanted, came,
               person.seen + person.from);
    return came == wanted;
}

/* Reads the escapes of C in place; gives the length. */
static size_t unescape(char *s)
{
    char *to = s;
    const char *start = s;

    for (; *s; s++) {
        if (*s != '\\' || !s[1]) {
            *to++ = *s;
        } else if (s[1] >= '0' && s[1] <= '7') {
            int value = 0, digits = 0;
            while (digits < 3 && s[1] >= '0' && s[1] <= '7') {
                value = 8 * value + (*++s - '0');
                digits++;
            }
            *to++ = (char)value;
        } else {
            s++;
            *to++ = *s == 'n' ? '\n' : *s == 't' ? '\t' : *s == 'e' ? '\033' : *s;
        }
    }
    *to = '\0';
    return (size_t)(to - start);
}

/* Carries one step out; false when it did not go well. */
static bool step(char *line, int number)
{
    char kind = line[0];
    char *text = line[0] && line[1] == ' ' ? line + 2 : line + strlen(line);
    bool ok = true;

    if (!kind || kind == '#')
        return true;
    if (strcmp(line, "raw") == 0) {
        person.raw = true;
        return true;
    }
    size_t n = unescape(text);
    switch (kind) {
    case '>':
        text[n] = '\r';
        type(text, n + 1);
        break;
    case '-': type(text, n); break;
    case '?': ok = wait_for(text); break;
    case '!': ok = must_lack(text); break;
    case '=': ok = must_end(atoi(text)); break;
    case '$': ok = run_beside(text); break;
    case '<': ok = wait_briefly(text); break;
    case 'w': ok = resize(text); break;
    case 't': ok = must_be_plain(); break;
    default:
        fprintf(stderr, "pty: line %d: %s is no step\n", number, line);
        exit(2);
    }
    if (!ok)
        printf("        at step %d: %c\n", number, kind);
    return ok;
}

static int usage(void)
{
    fprintf(stderr, "usage: pty [-w COLUMNS] [-h ROWS] [-o TRANSCRIPT] PROGRAM [ARGUMENT...]\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct winsize size = {.ws_col = 80, .ws_row = 24};
    char *line = NULL;
    size_t room = 0;
    bool ok = true;
    int option, number = 0;

    while ((option = getopt(argc, argv, "+w:h:o:")) != -1)
        switch (option) {
        case 'w': size.ws_col = (unsigned short)atoi(optarg); break;
        case 'h': size.ws_row = (unsigned short)atoi(optarg); break;
        case 'o':
            person.transcript = fopen(optarg, "w");
            if (person.transcript)
                setvbuf(person.transcript, NULL, _IONBF, 0); /* others may look on */
            break;
        default: return usage();
        }
    if (optind == argc)
        return usage();
    int theirs;
    if (openpty(&person.fd, &theirs, NULL, NULL, &size) != 0
        || tcgetattr(theirs, &person.plain) != 0 || (person.child = fork()) < 0) {
        perror("pty");
        return 77;
    }
    if (person.child == 0) {
        close(person.fd);
        login_tty(theirs);
        execvp(argv[optind], argv + optind);
        _exit(127);
    }
    close(theirs);
    char child[20];
    snprintf(child, sizeof child, "%ld", (long)person.child);
    setenv("CHILD", child, 1);
    signal(SIGPIPE, SIG_IGN);
    /* One byte of room behind the text, for Enter. */
    for (ssize_t n; ok && (n = getline(&line, &room, stdin)) > 0;) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        char *copy = malloc((size_t)n + 2);
        if (!copy)
            return 2;
        memcpy(copy, line, strlen(line) + 1);
        ok = step(copy, ++number);
        free(copy);
    }
    free(line);
    if (person.child) {
        kill(person.child, SIGHUP);
        kill(person.child, SIGKILL);
        waitpid(person.child, NULL, 0);
    }
    if (person.transcript)
        fclose(person.transcript);
    return ok ? 0 : 1;
}
