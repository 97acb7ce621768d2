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

#endif
