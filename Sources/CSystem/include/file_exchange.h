#ifndef FILE_EXCHANGE_H
#define FILE_EXCHANGE_H

/// Exchanges the files at two paths of one file system atomically: each name always refers to a
/// complete file. Returns 0, or -1 with `errno`; EINVAL, ENOSYS and ENOTSUP mean that the system or
/// the file system does not support it.
int file_exchange(const char *first, const char *second);

/// Like `file_exchange`, for two names in an open folder.
int file_exchange_at(int folder, const char *first, const char *second);

/// Renames a file within an open folder atomically, without replacing another file. Returns 0, or
/// -1 with `errno`: EEXIST if `other` exists, or an error as of `file_exchange`.
int file_move_at(int folder, const char *name, const char *other);

/// Returns 1 if the file system of `path` may support `file_clone` (on Linux: btrfs, XFS,
/// bcachefs), otherwise 0. Does not open the file.
int file_may_clone(const char *path);

/// Gives the empty open file `to` the content of `from`, on the same file system, by sharing its
/// blocks. Returns 0, or -1 with `errno`; then `to` is unchanged.
int file_clone(int from, int to);

/// Copies the access control list and the extended attributes of the open file `from` to `to`, on
/// the same file system. On Linux, removes an access control list that only `to` has. Ignores
/// `security.` labels that cannot be set. Does not copy owner, group or mode. Returns 0, or -1 with
/// `errno`; then some attributes may have been copied.
int file_copy_attributes(int from, int to);

/// Whether the file at a path has an access control list beyond its mode.
int file_has_access_list(const char *path);

#endif
