#ifndef PROCESS_END_H
#define PROCESS_END_H

#include <sys/types.h>

/// Returns a descriptor that becomes readable when the process ends; the caller closes it. Returns
/// -1 with `errno` on failure: ESRCH if there is no such process, ENOSYS if the system lacks the
/// call.
int process_end_descriptor(pid_t process);

#endif
