/*
 * Writes down, in order, what a process does to the files under RECORD_UNDER: every write with its bytes, every sync,
 * every change of a name. Loaded with LD_PRELOAD by power-loss.ts; replay.ts reads what it writes to RECORD_TO.
 *
 * A record is one line `<kind> <nanoseconds> <inode> <number> <number> <path>\n`, for a write followed by its bytes.
 * The real call is made under the same lock, so the order of the records is the order of the calls.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *under;
static int record = -1;

#define REAL(type, name, ...) \
  static type (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

static ssize_t put(const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  const char *at = bytes;
  size_t left = count;
  while (left > 0) {
    ssize_t done = real_write(record, at, left);
    if (done <= 0) abort();
    at += done;
    left -= (size_t)done;
  }
  return (ssize_t)count;
}

__attribute__((constructor)) static void begin(void) {
  const char *to = getenv("RECORD_TO");
  under = getenv("RECORD_UNDER");
  if (!to || !under) return;
  REAL(int, open, const char *, int, ...);
  record = real_open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int watched_path(const char *path) {
  return record >= 0 && strncmp(path, under, strlen(under)) == 0 && !strstr(path, "-shm");
}

/* The path behind a descriptor, or NULL when nobody wants to know what is done to it. */
static const char *watched(int fd, char path[PATH_MAX]) {
  if (record < 0 || fd == record) return NULL;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return watched_path(path) ? path : NULL;
}

static void note(char kind, unsigned long inode, long long a, long long b, const char *path) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  char line[PATH_MAX + 120];
  int length = snprintf(line, sizeof line, "%c %lld %lu %lld %lld %s\n", kind,
                        (long long)now.tv_sec * 1000000000LL + now.tv_nsec, inode, a, b, path);
  put(line, (size_t)length);
}

static unsigned long inode_of(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 ? (unsigned long)found.st_ino : 0;
}

static int opened(int fd, const char *name, int flags) {
  char path[PATH_MAX];
  const char *known = fd >= 0 ? watched(fd, path) : NULL;
  (void)name;
  if (known && (flags & O_CREAT)) note('c', inode_of(fd), 0, 0, known);
  if (known && (flags & O_TRUNC)) note('t', inode_of(fd), 0, 0, known);
  return fd;
}

#define OPEN(name, first, call) \
  int name(first const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    pthread_mutex_lock(&lock); \
    int fd = opened(call, path, flags); \
    pthread_mutex_unlock(&lock); \
    return fd; \
  }

static int open_real(const char *path, int flags, mode_t mode) {
  REAL(int, open64, const char *, int, ...);
  return real_open64(path, flags, mode);
}
static int openat_real(int at, const char *path, int flags, mode_t mode) {
  REAL(int, openat64, int, const char *, int, ...);
  return real_openat64(at, path, flags, mode);
}
#define NOTHING
#define AT int at,
OPEN(open, NOTHING, open_real(path, flags, mode))
OPEN(open64, NOTHING, open_real(path, flags, mode))
OPEN(openat, AT, openat_real(at, path, flags, mode))
OPEN(openat64, AT, openat_real(at, path, flags, mode))

static void wrote(int fd, const char *path, const void *bytes, ssize_t count, off_t offset) {
  note('w', inode_of(fd), (long long)offset, (long long)count, path);
  put(bytes, (size_t)count);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  char path[PATH_MAX];
  const char *known = watched(fd, path);
  if (!known) return real_write(fd, bytes, count);
  pthread_mutex_lock(&lock);
  ssize_t done = real_write(fd, bytes, count);
  if (done > 0) wrote(fd, known, bytes, done, lseek(fd, 0, SEEK_CUR) - done);
  pthread_mutex_unlock(&lock);
  return done;
}

static ssize_t pwrite_real(int fd, const void *bytes, size_t count, off_t offset) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off_t);
  char path[PATH_MAX];
  const char *known = watched(fd, path);
  if (!known) return real_pwrite64(fd, bytes, count, offset);
  pthread_mutex_lock(&lock);
  ssize_t done = real_pwrite64(fd, bytes, count, offset);
  if (done > 0) wrote(fd, known, bytes, done, offset);
  pthread_mutex_unlock(&lock);
  return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) { return pwrite_real(fd, bytes, count, offset); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) { return pwrite_real(fd, bytes, count, offset); }

/* Several buffers in one call are written one by one: slower, and the same to whoever reads the file. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  char path[PATH_MAX];
  if (!watched(fd, path)) return real_writev(fd, parts, count);
  ssize_t total = 0;
  for (int at = 0; at < count; at += 1) {
    ssize_t done = write(fd, parts[at].iov_base, parts[at].iov_len);
    if (done < 0) return total > 0 ? total : done;
    total += done;
  }
  return total;
}

static int sync_with(int (*real)(int), int fd) {
  char path[PATH_MAX];
  const char *known = watched(fd, path);
  if (!known) return real(fd);
  pthread_mutex_lock(&lock);
  int done = real(fd);
  if (done == 0) note('s', inode_of(fd), 0, 0, known);
  pthread_mutex_unlock(&lock);
  return done;
}
int fsync(int fd) {
  REAL(int, fsync, int);
  return sync_with(real_fsync, fd);
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  return sync_with(real_fdatasync, fd);
}

static int truncate_with(int fd, off_t length) {
  REAL(int, ftruncate64, int, off_t);
  char path[PATH_MAX];
  const char *known = watched(fd, path);
  if (!known) return real_ftruncate64(fd, length);
  pthread_mutex_lock(&lock);
  int done = real_ftruncate64(fd, length);
  if (done == 0) note('t', inode_of(fd), (long long)length, 0, known);
  pthread_mutex_unlock(&lock);
  return done;
}
int ftruncate(int fd, off_t length) { return truncate_with(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_with(fd, length); }

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  if (!watched_path(to)) return real_rename(from, to);
  pthread_mutex_lock(&lock);
  int done = real_rename(from, to);
  char both[2 * PATH_MAX];
  snprintf(both, sizeof both, "%s\t%s", from, to);
  if (done == 0) note('r', 0, 0, 0, both);
  pthread_mutex_unlock(&lock);
  return done;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  if (!watched_path(path)) return real_mkdir(path, mode);
  pthread_mutex_lock(&lock);
  int done = real_mkdir(path, mode);
  if (done == 0) note('m', 0, 0, 0, path);
  pthread_mutex_unlock(&lock);
  return done;
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  if (!watched_path(path)) return real_unlink(path);
  pthread_mutex_lock(&lock);
  int done = real_unlink(path);
  if (done == 0) note('u', 0, 0, 0, path);
  pthread_mutex_unlock(&lock);
  return done;
}
