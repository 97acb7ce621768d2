#include "sqlite_guard.h"

#include <sqlite3.h>
#include <time.h>

int sqlite_guard_restrict(sqlite3 *database, int largest_value, int most_columns) {
  const struct { int limit, value; } limits[] = {
    {SQLITE_LIMIT_LENGTH, largest_value},
    {SQLITE_LIMIT_SQL_LENGTH, 100000},
    {SQLITE_LIMIT_COLUMN, most_columns},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},
    {SQLITE_LIMIT_COMPOUND_SELECT, 10},
    {SQLITE_LIMIT_VDBE_OP, 250000},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 10},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    sqlite3_limit(database, limits[i].limit, limits[i].value);
  }
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

uint64_t sqlite_guard_processor_milliseconds(void) {
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

// The context is the deadline itself, not a pointer, so nothing must be allocated.
static int is_over(void *deadline) {
  return sqlite_guard_processor_milliseconds() >= (uintptr_t)deadline;
}

void sqlite_guard_set_budget(sqlite3 *database, uint32_t milliseconds) {
  uintptr_t deadline = (uintptr_t)sqlite_guard_processor_milliseconds() + milliseconds;
  sqlite3_progress_handler(database, milliseconds ? 1000 : 0, is_over, (void *)deadline);
}
