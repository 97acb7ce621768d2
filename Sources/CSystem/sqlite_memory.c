// The memory that SQLite shares between processes, the file `-shm` beside a database with a write-ahead log
// (https://www.sqlite.org/walformat.html#shm).
//
// SQLite makes that file longer by one byte in each 4096. Where the blocks of a file system are smaller, the
// rest are holes, and a write to a hole of a full disk ends the process with SIGBUS. So all blocks of a piece
// are reserved before the piece is mapped, and a full disk is an error of SQLite's. This is so for all connections
// of a process that this is linked to: nothing has to be called. Where a file system writes each change to another
// place (btrfs), a reserved block does not last.

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
    // Where the file system does not know the call, things are as without it.
    if (result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO)) return MAP_FAILED;
  }
  return map(address, length, protection, flags, file, offset);
}

// Before any connection and any thread: SQLite reads the table of its system calls without a lock.
__attribute__((constructor)) static void reserve(void) {
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (vfs == NULL || vfs->iVersion < 3 || vfs->xGetSystemCall == NULL) return;
  map_call found = (map_call)(void (*)(void))vfs->xGetSystemCall(vfs, "mmap");
  if (found == NULL) return;
  map = found;
  vfs->xSetSystemCall(vfs, "mmap", (sqlite3_syscall_ptr)(void (*)(void))map_reserved);
}

#endif
