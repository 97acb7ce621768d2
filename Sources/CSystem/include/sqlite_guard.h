// SQLite's defenses against untrusted files (https://www.sqlite.org/security.html). They are in C
// because Swift cannot call variadic functions, and would have to allocate a callback's deadline.
// Also a replacement for a function of SQLite that takes too long in untrusted files.

#ifndef SQLITE_GUARD_H
#define SQLITE_GUARD_H

#include <stdint.h>

struct sqlite3;

/// Turns on SQLITE_DBCONFIG_DEFENSIVE, forbids ATTACH, and lowers the limits of `database` to what
/// a notebook needs. Values and rows may have at most `largest_value` bytes, and tables at most
/// `most_columns` columns.
///
/// Call before the schema is read. Returns an SQLite result code.
int sqlite_guard_restrict(
    struct sqlite3 *_Nonnull database, int largest_value, int most_columns);

/// Limits statements of `database` to `milliseconds` of the calling thread's processor time from
/// now; then they end with SQLITE_INTERRUPT. They must run on this thread. 0 removes the limit.
///
/// Processor time, because wall-clock time would blame a file for a busy or sleeping machine. Cost:
/// one clock read for each thousand steps of SQLite's virtual machine.
void sqlite_guard_set_budget(struct sqlite3 *_Nonnull database, uint32_t milliseconds);

uint64_t sqlite_guard_processor_milliseconds(void);

/// Replaces FTS5's highlight() on this connection with one that takes linear time. It marks only
/// the first 10,000 matches of a text.
///
/// Returns an SQLite result code.
int sqlite_guard_speed_highlight(struct sqlite3 *_Nonnull database);

#endif
