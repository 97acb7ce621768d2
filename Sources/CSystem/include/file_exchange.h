#ifndef FILE_EXCHANGE_H
#define FILE_EXCHANGE_H

/// Lets the files at two paths of one file system change places in one step. Each name leads to a
/// whole file at every instant. 0, or -1 with `errno`: EINVAL, ENOSYS or ENOTSUP where the system
/// or the file system cannot do it.
int file_exchange(const char *first, const char *second);

/// The same for two names in an open folder.
int file_exchange_at(int folder, const char *first, const char *second);

/// Gives a file in an open folder another name in one step, if that is free. 0, or -1 with `errno`:
/// EEXIST where it is not, and the same as above.
int file_move_at(int folder, const char *name, const char *other);

/// Whether files on the file system of `path` may share blocks: 1 or 0. Opens nothing.
int file_may_clone(const char *path);

/// Gives the open file `to`, which is empty, the content of `from`, on the same file system, whose blocks
/// both share from then on: nothing is written. 0, or -1 with `errno` where the file system cannot do it;
/// then `to` is as it was.
int file_clone(int from, int to);

/// Gives an open file the access control list and the extended attributes of another on the same
/// file system, so that it has that list or none. Owner, group and mode are not touched. Labels that
/// the system itself gives to files (`security.`) are copied where it allows that. 0, or -1 with
/// `errno`; then some may have been copied.
int file_copy_attributes(int from, int to);

/// Whether the file at a path has an access control list beyond its mode.
int file_has_access_list(const char *path);

#endif
