#ifndef NONBLOCKING_WRITE_H
#define NONBLOCKING_WRITE_H

#include <sys/types.h>

/// Writes as many bytes as possible without waiting, regardless of the descriptor's flags. Returns
/// their number, or -1 with `errno`: EAGAIN if it would have to wait; ENOSYS, ENOTSUP or EOPNOTSUPP
/// if the system or the descriptor does not support this.
ssize_t write_nonblocking(int descriptor, const void *bytes, size_t count);

#endif
