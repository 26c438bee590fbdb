/* Runs two commands in turn, many times, so that a busy machine hits both alike.

   pairs [-n TIMES] [-o] [-a FILE] [-b FILE] [-r FILE=FROM]... A... -- B...

   Prints the median microseconds of A, of B, and the median of the ratios A / B. With -o the
   commands print their microseconds themselves. -a and -b name what A and B read; the output
   goes nowhere. -r copies a file anew before each run. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { TIMES_MOST = 10000, RENEWED_MOST = 8 };

static const char *renewed[RENEWED_MOST];
static int n_renewed;

static void die(const char *what)
{
    fprintf(stderr, "pairs: %s: %s\n", what, strerror(errno));
    exit(99);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Copies FILE=FROM. */
static void renew(const char *pair)
{
    const char *equals = strchr(pair, '=');
    static char bytes[1 << 16];
    char to[1024];
    size_t n;

    if (!equals)
        die(pair);
    snprintf(to, sizeof to, "%.*s", (int)(equals - pair), pair);
    FILE *in = fopen(equals + 1, "rb"), *out = fopen(to, "wb");
    if (!in || !out)
        die(pair);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, n, out);
    fclose(in);
    if (fclose(out) != 0)
        die(pair);
}

/* Runs a command; gives how long it took, or the number that it printed. */
static double run(char **argv, const char *input, bool says)
{
    posix_spawn_file_actions_t files;
    int ends[2] = {-1, -1}, status;
    pid_t child;
    char text[256] = "";

    for (int i = 0; i < n_renewed; i++)
        renew(renewed[i]);
    if (says && pipe2(ends, O_CLOEXEC) != 0)
        die("pipe");
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, input ? input : "/dev/null", O_RDONLY, 0);
    if (says)
        posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    else
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    double from = now();
    errno = posix_spawnp(&child, argv[0], &files, NULL, argv, environ);
    if (errno)
        die(argv[0]);
    if (says) {
        close(ends[1]);
        if (read(ends[0], text, sizeof text - 1) < 0)
            die("reading");
        close(ends[0]);
    }
    if (waitpid(child, &status, 0) < 0)
        die("waiting");
    double took = now() - from;
    posix_spawn_file_actions_destroy(&files);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "pairs: %s failed\n", argv[0]);
        exit(99);
    }
    return says ? strtod(text, NULL) : took;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_size);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv)
{
    static double a[TIMES_MOST], b[TIMES_MOST], ratio[TIMES_MOST];
    const char *input_a = NULL, *input_b = NULL;
    int times = 101, option, split;
    bool says = false;

    while ((option = getopt(argc, argv, "+n:oa:b:r:")) != -1)
        switch (option) {
        case 'n': times = atoi(optarg); break;
        case 'o': says = true; break;
        case 'a': input_a = optarg; break;
        case 'b': input_b = optarg; break;
        case 'r':
            if (n_renewed < RENEWED_MOST)
                renewed[n_renewed++] = optarg;
            break;
        default: return 99;
        }
    for (split = optind; split < argc && strcmp(argv[split], "--") != 0; split++)
        ;
    if (split == optind || split + 1 >= argc || times < 1 || times > TIMES_MOST)
        return 99;
    argv[split] = NULL;
    run(argv + optind, input_a, says); /* once for the caches */
    run(argv + split + 1, input_b, says);
    for (int i = 0; i < times; i++) {
        if (i % 2) { /* each goes first as often as the other */
            b[i] = run(argv + split + 1, input_b, says);
            a[i] = run(argv + optind, input_a, says);
        } else {
            a[i] = run(argv + optind, input_a, says);
            b[i] = run(argv + split + 1, input_b, says);
        }
        ratio[i] = a[i] / b[i];
    }
    printf("%.1f %.1f %.3f\n", median(a, times), median(b, times), median(ratio, times));
    return 0;
}
