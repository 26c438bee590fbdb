/* What is kept between runs, under $XDG_STATE_HOME/adjutant: the game last opened, and the
   history of the prompt. Failures are silent: a game can be played without any of it. */
#include "term/state.h"

#include "base/mem.h"
#include "term/screen.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The XDG rules: a relative path in the variable does not count. */
bool state_path(const char *name, struct buf *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    if (state && state[0] == '/')
        buf_addf(path, "%s/adjutant/%s", state, name);
    else if (home && home[0] == '/')
        buf_addf(path, "%s/.local/state/adjutant/%s", home, name);
    else
        return false;
    return true;
}

bool state_folders(const char *path)
{
    char *folder = mem_copy(path);
    char *end = strrchr(folder, '/');
    bool there = true;

    if (end)
        *end = '\0';
    if (access(folder, F_OK) != 0) {
        for (char *slash = folder + 1; *slash; slash++) {
            if (*slash != '/')
                continue;
            *slash = '\0';
            mkdir(folder, 0700);
            *slash = '/';
        }
        there = mkdir(folder, 0700) == 0;
    }
    free(folder);
    return there;
}

/* Reads the kept path into text; false when there is none. */
static bool read_path(const char *file, char *text, size_t size)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t n;

    if (fd < 0)
        return false;
    n = read(fd, text, size - 1);
    close(fd);
    if (n > 0 && text[n - 1] == '\n')
        n--;
    text[n > 0 ? n : 0] = '\0';
    return text[0] == '/' && strlen(text) == (size_t)n;
}

char *state_game(void)
{
    struct buf file = {0};
    char text[PATH_MAX + 2];
    bool there = state_path("game", &file) && read_path(file.s, text, sizeof text)
        && access(text, F_OK) == 0;

    buf_free(&file);
    return there ? mem_copy(text) : NULL;
}

/* Writes the kept path beside the old one and puts it in its place, so that another run
   never reads half of it. */
static void write_path(const char *file, const char *text)
{
    struct buf beside = {0}, line = {0};

    buf_addf(&beside, "%s.%ld", file, (long)getpid());
    buf_addf(&line, "%s\n", text);
    int fd = open(beside.s, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0) {
        bool ok = write_all(fd, line.s, line.len) == 0;
        if (close(fd) != 0 || !ok || rename(beside.s, file) != 0)
            unlink(beside.s);
    }
    buf_free(&beside);
    buf_free(&line);
}

void state_remember(const char *game)
{
    struct buf file = {0};
    char now[PATH_MAX], kept[PATH_MAX + 2];

    if (state_path("game", &file) && realpath(game, now)
        && !(read_path(file.s, kept, sizeof kept) && strcmp(kept, now) == 0)
        && state_folders(file.s))
        write_path(file.s, now);
    buf_free(&file);
}
