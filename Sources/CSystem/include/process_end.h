#ifndef PROCESS_END_H
#define PROCESS_END_H

#include <sys/types.h>

/// A descriptor that is ready to be read once the process has ended, to be closed by the caller; or -1
/// with `errno`: ESRCH where there is no such process, another if the system does not report it.
int process_end_descriptor(pid_t process);

#endif
