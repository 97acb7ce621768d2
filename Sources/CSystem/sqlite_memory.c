// Reserves disk space for the memory that SQLite shares between processes: the `-shm` file next to
// a database with a write-ahead log (https://www.sqlite.org/walformat.html#shm).
//
// SQLite extends that file by writing one byte in each 4096. On file systems with smaller blocks,
// the remaining blocks are holes, and a write to a hole on a full disk ends the process with
// SIGBUS. So all blocks of a region are reserved before it is mapped, and a full disk becomes an
// SQLite error. This applies to all connections of a process that links this file; no call is
// needed. On file systems that write each change to a new location (btrfs), a reservation does not
// last.

#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <sys/mman.h>

typedef void *(*map_call)(void *, size_t, int, int, int, off_t);

static map_call map;

static void *map_reserved(
    void *address, size_t length, int protection, int flags, int file, off_t offset) {
  if (file >= 0 && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) {
    int result;
    do {
      result = fallocate(file, 0, offset, (off_t)length);
    } while (result != 0 && errno == EINTR);
    // Other errors are ignored: the file system may not support the call.
    if (result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) return MAP_FAILED;
  }
  return map(address, length, protection, flags, file, offset);
}

// Runs before any connection or thread exists, because SQLite reads its table of system calls
// without a lock.
__attribute__((constructor)) static void reserve(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (vfs == NULL || vfs->iVersion < 3 || vfs->xGetSystemCall == NULL) return;
  map_call found = (map_call)(void (*)(void))vfs->xGetSystemCall(vfs, "mmap");
  if (found == NULL) return;
  map = found;
  vfs->xSetSystemCall(vfs, "mmap", (sqlite3_syscall_ptr)(void (*)(void))map_reserved);
}

#endif
