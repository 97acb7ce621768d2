// A clock that shows another time, for tests: LD_PRELOAD this, with the seconds since 1970 at which the
// process begins in COMMONPLACE_CLOCK. Only the time of day is another; what measures how long
// something takes goes on as it does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int real(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return next(clock, time);
}

static time_t shift(time_t now) {
  static time_t shift;
  static int is_known;
  if (!is_known) {
    const char *start = getenv("COMMONPLACE_CLOCK");
    shift = start ? atoll(start) - now : 0;
    is_known = 1;
  }
  return shift;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  int status = real(clock, result);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) result->tv_sec += shift(result->tv_sec);
  return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int status = clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return status;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
