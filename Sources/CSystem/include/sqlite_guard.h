// SQLite's defences against files from strangers (https://www.sqlite.org/security.html) that Swift
// cannot call, or not without allocating: variadic functions, and a callback with a deadline; and fixes for
// the parts of SQLite itself that take too long in files from strangers.

#ifndef SQLITE_GUARD_H
#define SQLITE_GUARD_H

#include <stdint.h>

struct sqlite3;

/// Turns on SQLITE_DBCONFIG_DEFENSIVE, allows no ATTACH, and lowers the limits of `database` to what
/// a notebook needs; no value and no row may be longer than `largest_value` bytes.
///
/// To be called before the schema is read. Returns an SQLite result code.
int sqlite_guard_restrict(struct sqlite3 *_Nonnull database, int largest_value);

/// Lets statements of `database` that run on the calling thread use so much more of its processor
/// time; then they end with SQLITE_INTERRUPT. 0 takes the limit away.
///
/// Processor time, because that of the wall would blame a file for a busy or sleeping machine. Cost:
/// one look at the clock for each thousand steps of SQLite's virtual machine.
void sqlite_guard_set_budget(struct sqlite3 *_Nonnull database, uint32_t milliseconds);

/// The processor time that the calling thread has used so far.
uint64_t sqlite_guard_processor_milliseconds(void);

/// Puts a highlight() that takes linear time in the place of FTS5's own, on this connection. It marks
/// the first 10,000 matches of a text.
///
/// Returns an SQLite result code.
int sqlite_guard_speed_highlight(struct sqlite3 *_Nonnull database);

#endif
