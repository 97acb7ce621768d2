#ifndef NONBLOCKING_WRITE_H
#define NONBLOCKING_WRITE_H

#include <sys/types.h>

/// Writes what can be written without waiting, whatever flags the descriptor has. How many bytes that
/// were, or -1 with `errno`: EAGAIN where it would have to wait, ENOSYS, ENOTSUP or EOPNOTSUPP where
/// the system or such a descriptor cannot do it.
ssize_t write_nonblocking(int descriptor, const void *bytes, size_t count);

#endif
