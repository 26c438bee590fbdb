/* Watching a game's file. A commit is written into the log, FILE-wal, whose bytes come before
   it can be seen; adjutant touches the log once more when it can (game_db.c). */
#include "store/notice.h"

#include "base/buf.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>

/* The files themselves, not their folder, where others may write all the time. A file that is
   removed or replaced loses a link, which is a change of its attributes. */
enum { OF_FILE = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF,
       OF_FOLDER = IN_CREATE | IN_MOVED_TO | IN_ONLYDIR };

static int watch_folder(struct notice *n)
{
    const char *slash = strrchr(n->path, '/');
    struct buf b = {0};

    if (slash)
        buf_addn(&b, n->path, (size_t)(slash - n->path) + 1);
    else
        buf_add(&b, ".");
    int wd = inotify_add_watch(n->fd, b.s, OF_FOLDER);
    buf_free(&b);
    return wd;
}

/* Watches the files that are there now; the folder only as long as the log is not. */
static void arm(struct notice *n)
{
    struct buf log = {0};

    buf_addf(&log, "%s-wal", n->path);
    inotify_add_watch(n->fd, n->path, OF_FILE);
    if (inotify_add_watch(n->fd, log.s, OF_FILE) < 0) {
        if (n->folder < 0)
            n->folder = watch_folder(n);
        inotify_add_watch(n->fd, log.s, OF_FILE); /* it may have come just now */
    } else if (n->folder >= 0) {
        inotify_rm_watch(n->fd, n->folder);
        n->folder = -1;
    }
    buf_free(&log);
}

static void start(struct notice *n)
{
    n->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (n->fd >= 0 && inotify_add_watch(n->fd, n->path, OF_FILE) < 0) {
        close(n->fd);
        n->fd = -1;
    }
    if (n->fd >= 0)
        arm(n);
}

void notice_take(struct notice *n)
{
    char events[4096] __attribute__((aligned(8)));

    if (n->fd < 0)
        return;
    while (read(n->fd, events, sizeof events) > 0)
        ; /* which of them it was does not matter */
    arm(n);
}

#else

static void start(struct notice *n)
{
    (void)n;
}

void notice_take(struct notice *n)
{
    (void)n;
}

#endif

bool notice_open(struct notice *n, const char *path, struct diag *d)
{
    *n = (struct notice){.fd = -1, .folder = -1};
    if (stat(path, &n->was) != 0)
        return diag_storage(d, "%s: %s", path, strerror(errno));
    n->path = mem_copy(path);
    start(n);
    return true;
}

bool notice_same(const struct notice *n, struct diag *d)
{
    struct stat now;

    if (stat(n->path, &now) != 0)
        return diag_storage(d, "%s: the game was removed or renamed while it was watched", n->path);
    return (now.st_ino == n->was.st_ino && now.st_dev == n->was.st_dev)
        || diag_storage(d, "%s: another file took the game's place while it was watched", n->path);
}

void notice_close(struct notice *n)
{
    if (n->fd >= 0)
        close(n->fd);
    free(n->path);
    *n = (struct notice){.fd = -1, .folder = -1};
}
