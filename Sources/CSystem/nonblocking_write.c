// This call is in C because Swift's module of the C library lacks it.
#define _GNU_SOURCE
#include "nonblocking_write.h"

#include <errno.h>
#include <sys/uio.h>

ssize_t write_nonblocking(int descriptor, const void *bytes, size_t count) {
#if defined(RWF_NOWAIT)
  struct iovec part = {(void *)bytes, count};
  return pwritev2(descriptor, &part, 1, -1, RWF_NOWAIT);
#else
  (void)descriptor;
  (void)bytes;
  (void)count;
  errno = ENOTSUP;
  return -1;
#endif
}
