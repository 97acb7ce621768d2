// Swift's view of the C library does not contain these calls.
#define _GNU_SOURCE
#include "FileExchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int file_exchange(const char *first, const char *second) {
#if defined(__APPLE__)
  return renamex_np(first, second, RENAME_SWAP);
#elif defined(RENAME_EXCHANGE)
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#else
  (void)first;
  (void)second;
  errno = ENOSYS;
  return -1;
#endif
}

int file_exchange_at(int folder, const char *first, const char *second) {
#if defined(__APPLE__)
  return renameatx_np(folder, first, folder, second, RENAME_SWAP);
#elif defined(RENAME_EXCHANGE)
  return renameat2(folder, first, folder, second, RENAME_EXCHANGE);
#else
  (void)folder;
  (void)first;
  (void)second;
  errno = ENOSYS;
  return -1;
#endif
}

int file_move_at(int folder, const char *name, const char *other) {
#if defined(__APPLE__)
  return renameatx_np(folder, name, folder, other, RENAME_EXCL);
#elif defined(RENAME_NOREPLACE)
  return renameat2(folder, name, folder, other, RENAME_NOREPLACE);
#else
  (void)folder;
  (void)name;
  (void)other;
  errno = ENOSYS;
  return -1;
#endif
}
