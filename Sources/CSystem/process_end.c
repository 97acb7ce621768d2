// This call is in C because Swift's module of the C library lacks it, and so do older C libraries.
#define _GNU_SOURCE
#include "process_end.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

int process_end_descriptor(pid_t process) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}
