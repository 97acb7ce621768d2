// These calls are in C because Swift's module of the C library lacks them.
#define _GNU_SOURCE
#include "file_exchange.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__)
#include <copyfile.h>
#include <sys/acl.h>
#elif defined(__linux__)
#include <linux/fs.h>
#include <linux/magic.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#endif

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

int file_may_clone(const char *path) {
#if defined(__linux__) && defined(FICLONE)
  struct statfs status;
  if (statfs(path, &status) < 0) return 0;
  const uint32_t kind = (uint32_t)status.f_type;
  return kind == BTRFS_SUPER_MAGIC || kind == XFS_SUPER_MAGIC || kind == 0xca451a4eU /* bcachefs */;
#else
  (void)path;
  return 0;
#endif
}

int file_clone(int from, int to) {
#if defined(__linux__) && defined(FICLONE)
  return ioctl(to, FICLONE, from) < 0 ? -1 : 0;
#else
  // Darwin clones into new names only.
  (void)from;
  (void)to;
  errno = ENOTSUP;
  return -1;
#endif
}

#if defined(__APPLE__)

int file_copy_attributes(int from, int to) {
  return fcopyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR) < 0 ? -1 : 0;
}

int file_has_access_list(const char *path) {
  acl_t list = acl_get_file(path, ACL_TYPE_EXTENDED);
  if (list) acl_free(list);
  return list != NULL;
}

#elif defined(__linux__)

static const char access_list[] = "system.posix_acl_access";

/// Returns the value of an attribute, which the caller frees, and stores its size in `size`.
/// Returns NULL with `errno` if it cannot be read.
static void *value_of(int file, const char *name, ssize_t *size) {
  for (;;) {
    *size = fgetxattr(file, name, NULL, 0);
    if (*size < 0) return NULL;
    // At least one byte: with size 0, fgetxattr would return the size again. ERANGE below means
    // that the value has grown since.
    size_t room = (size_t)*size + 1;
    void *value = malloc(room);
    if (!value) return NULL;
    *size = fgetxattr(file, name, value, room);
    if (*size >= 0) return value;
    free(value);
    if (errno != ERANGE) return NULL;
  }
}

static int copy_attribute(int from, int to, const char *name) {
  ssize_t size, present;
  void *value = value_of(from, name, &size);
  if (!value) return errno == ENODATA ? 0 : -1;
  void *other = value_of(to, name, &present);
  int result = 0;
  if (!other || present != size || memcmp(value, other, (size_t)size) != 0)
    result = fsetxattr(to, name, value, (size_t)size, 0);
  int code = errno;
  free(other);
  free(value);
  errno = code;
  if (result < 0 && strncmp(name, "security.", 9) == 0) return 0;
  return result;
}

int file_copy_attributes(int from, int to) {
  char *names = NULL;
  ssize_t length;
  for (;;) {
    length = flistxattr(from, NULL, 0);
    if (length < 0) return errno == ENOTSUP || errno == ENOSYS ? 0 : -1;
    names = malloc((size_t)length + 1);
    if (!names) return -1;
    length = flistxattr(from, names, (size_t)length + 1);
    if (length >= 0) break;
    free(names);
    if (errno != ERANGE) return -1;
  }
  int result = 0, has_list = 0;
  for (ssize_t i = 0; i < length && result == 0; i += (ssize_t)strlen(names + i) + 1) {
    if (strcmp(names + i, access_list) == 0) has_list = 1;
    result = copy_attribute(from, to, names + i);
  }
  // A new file inherits the default access control list of its folder.
  if (result == 0 && !has_list && fgetxattr(to, access_list, NULL, 0) > 0)
    result = fremovexattr(to, access_list);
  int code = errno;
  free(names);
  errno = code;
  return result;
}

int file_has_access_list(const char *path) { return getxattr(path, access_list, NULL, 0) > 0; }

#else

int file_copy_attributes(int from, int to) {
  (void)from;
  (void)to;
  return 0;
}

int file_has_access_list(const char *path) {
  (void)path;
  return 0;
}

#endif
