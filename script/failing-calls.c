// Makes system calls of a program fail: LD_PRELOAD it (Linux). For script/faults syscalls.
//
//   FAULT_AT      the number of the call, counted from fault_arm() on, that fails
//   FAULT_ERROR   its errno; 0: it writes half of what it was given (other calls: as they would)
//   FAULT_ALWAYS  1: all later calls fail as well (after half a write: with ENOSPC)
//
// The thread that calls fault_arm(), found by dlsym, arms it for itself, and reads the number of
// calls that were made and of those that failed from fault_disarm().
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

// Of the thread that armed: the runtime has others, which must not meet failing calls.
static __thread int armed, calls, failures;
static __thread const char *failed;

void fault_arm(void) {
  calls = 0;
  failures = 0;
  failed = "none";
  armed = 1;
}

// The name of the call that was made to fail.
const char *fault_name(void) { return failed; }

// Calls made, and above the lower 16 bits the calls that failed.
int fault_disarm(void) {
  armed = 0;
  return calls | failures << 16;
}

static int number(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : 0;
}

// The action of this call: 0 work, 1 fail with errno set, 2 write half.
static int fault(const char *name) {
  if (!armed) return 0;
  int call = ++calls, at = number("FAULT_AT"), error = number("FAULT_ERROR");
  if (at == 0 || call < at || (call > at && !number("FAULT_ALWAYS"))) return 0;
  if (call == at) failed = name;
  if (error == 0 && call == at) return 2;
  failures++;
  errno = error ? error : ENOSPC;
  return 1;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

#define FAIL_OR_CALL(name, ...)                                                                   \
  do {                                                                                            \
    if (fault(#name) == 1) return -1;                                                                  \
    return REAL(name)(__VA_ARGS__);                                                               \
  } while (0)

#define WRITE_LESS_OR_CALL(name, count, ...)                                                      \
  do {                                                                                            \
    int what = fault(#name);                                                                           \
    if (what == 1) return -1;                                                                     \
    if (what == 2 && count > 1) {                                                                 \
      failures++;                                                                                 \
      count /= 2;                                                                                 \
    }                                                                                             \
    return REAL(name)(__VA_ARGS__);                                                               \
  } while (0)

#define MODE                                                                                      \
  mode_t mode = 0;                                                                                \
  if (flags & (O_CREAT | O_TMPFILE)) {                                                            \
    va_list rest;                                                                                 \
    va_start(rest, flags);                                                                        \
    mode = va_arg(rest, mode_t);                                                                  \
    va_end(rest);                                                                                 \
  }

int open(const char *path, int flags, ...) { MODE FAIL_OR_CALL(open, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE FAIL_OR_CALL(open64, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) {
  MODE FAIL_OR_CALL(openat, at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
  MODE FAIL_OR_CALL(openat64, at, path, flags, mode);
}
ssize_t write(int file, const void *bytes, size_t count) {
  WRITE_LESS_OR_CALL(write, count, file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  WRITE_LESS_OR_CALL(pwrite, count, file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  WRITE_LESS_OR_CALL(pwrite64, count, file, bytes, count, offset);
}
int fsync(int file) { FAIL_OR_CALL(fsync, file); }
int fdatasync(int file) { FAIL_OR_CALL(fdatasync, file); }
int ftruncate(int file, off_t size) { FAIL_OR_CALL(ftruncate, file, size); }
int ftruncate64(int file, off64_t size) { FAIL_OR_CALL(ftruncate64, file, size); }
int rename(const char *from, const char *to) { FAIL_OR_CALL(rename, from, to); }
int renameat2(int from, const char *a, int to, const char *b, unsigned flags) {
  FAIL_OR_CALL(renameat2, from, a, to, b, flags);
}
int link(const char *from, const char *to) { FAIL_OR_CALL(link, from, to); }
int unlink(const char *path) { FAIL_OR_CALL(unlink, path); }
