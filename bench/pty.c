/* Runs a program on a terminal of its own: types lines at it, or measures its start.

   pty [-c COLUMNS] COMMAND...          types the lines of standard input, each once the program
                                        waits at a prompt or a question, and last Ctrl-D; writes
                                        what the terminal showed
   pty -p PROMPT [-m] COMMAND...        prints the microseconds until PROMPT appeared and, with
                                        -m, the most memory that the program had then, in KiB */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

enum { SETTLE_MS = 20, PATIENCE_MS = 20000, SEEN_MOST = 1 << 20 };

/* What came out of the terminal. */
static char seen[SEEN_MOST];
static size_t n_seen;

static void die(const char *what)
{
    fprintf(stderr, "pty: %s: %s\n", what, strerror(errno));
    exit(99);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Opens a terminal of `columns` and starts the command on it; gives our end. */
static int start(char **argv, int columns, pid_t *child)
{
    struct winsize size = {.ws_row = 1000, .ws_col = (unsigned short)columns};
    int ours = posix_openpt(O_RDWR | O_NOCTTY);

    if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0)
        die("no terminal");
    const char *name = ptsname(ours);
    int theirs = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
    if (theirs < 0 || ioctl(theirs, TIOCSWINSZ, &size) != 0)
        die("no terminal");
    *child = fork();
    if (*child < 0)
        die("fork");
    if (*child == 0) {
        setsid();
        ioctl(theirs, TIOCSCTTY, 0);
        dup2(theirs, 0);
        dup2(theirs, 1);
        dup2(theirs, 2);
        close(ours);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(theirs);
    return ours;
}

/* Reads what is there within `ms`; false when nothing came or the program is gone. */
static bool read_some(int fd, int ms)
{
    struct pollfd in = {.fd = fd, .events = POLLIN};

    if (poll(&in, 1, ms) <= 0 || n_seen + 1 >= SEEN_MOST)
        return false;
    ssize_t n = read(fd, seen + n_seen, SEEN_MOST - 1 - n_seen);
    if (n <= 0)
        return false;
    n_seen += (size_t)n;
    seen[n_seen] = '\0';
    return true;
}

/* Whether the last line seen is a prompt or a question that waits: it has no end. */
static bool waits(void)
{
    return n_seen >= 2 && (memcmp(seen + n_seen - 2, "> ", 2) == 0
                           || memcmp(seen + n_seen - 2, ": ", 2) == 0);
}

/* Reads until the program waits for the keyboard; false when it is gone or took too long. */
static bool settle(int fd)
{
    double until = now() + 1e3 * PATIENCE_MS;

    while (now() < until) {
        bool came = read_some(fd, SETTLE_MS);
        struct pollfd gone = {.fd = fd};
        if (!came && waits())
            return true;
        if (!came && poll(&gone, 1, 0) > 0 && gone.revents & POLLHUP)
            return false;
    }
    return false;
}

static void type(int fd, const char *keys)
{
    if (write(fd, keys, strlen(keys)) < 0 && errno != EIO)
        die("typing");
}

/* The child's exit status. */
static int wait_for(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("waiting");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

/* Types standard input and writes what was seen, with plain ends of lines. */
static int converse(int fd, pid_t child)
{
    char *line = NULL;
    size_t size = 0;
    bool there = settle(fd);

    while (there && getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        type(fd, line);
        type(fd, "\r");
        there = settle(fd);
    }
    free(line);
    for (int i = 0; there && i < 3; i++) { /* a question is left first */
        type(fd, "\004");
        there = settle(fd);
    }
    if (there)
        kill(child, SIGKILL);
    while (read_some(fd, 2000))
        ;
    for (size_t i = 0; i < n_seen; i++)
        if (seen[i] != '\r')
            putchar(seen[i]);
    return wait_for(child);
}

/* VmHWM of a process, in KiB; 0 when the system does not tell. */
static long memory(pid_t child)
{
    char path[64], line[128];
    long kib = 0;

    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %ld", &kib) == 1)
            break;
    if (f)
        fclose(f);
    return kib;
}

static int measure(int fd, pid_t child, double from, const char *prompt, bool with_memory)
{
    while (!strstr(seen, prompt))
        if (!read_some(fd, PATIENCE_MS)) {
            fprintf(stderr, "pty: the prompt %s did not come\n", prompt);
            kill(child, SIGKILL);
            wait_for(child);
            return 99;
        }
    printf("%.0f", now() - from);
    if (with_memory)
        printf(" %ld", memory(child));
    putchar('\n');
    type(fd, "\004");
    while (read_some(fd, 2000))
        ;
    return wait_for(child) ? 99 : 0;
}

int main(int argc, char **argv)
{
    const char *prompt = NULL;
    int columns = 80, option;
    bool with_memory = false;
    pid_t child;

    while ((option = getopt(argc, argv, "+c:p:m")) != -1)
        switch (option) {
        case 'c': columns = atoi(optarg); break;
        case 'p': prompt = optarg; break;
        case 'm': with_memory = true; break;
        default: return 99;
        }
    if (optind == argc || columns < 1)
        return 99;
    double from = now();
    int fd = start(argv + optind, columns, &child);
    return prompt ? measure(fd, child, from, prompt, with_memory) : converse(fd, child);
}
