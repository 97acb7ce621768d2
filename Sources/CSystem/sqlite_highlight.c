#include "sqlite_guard.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// highlight() in linear time: FTS5's own copies all that it has at each match, which takes
// half a minute in a text of a megabyte that is all matches.

// More matches are not marked: each takes room, and more are not readable.
static const int most_matches = 10000;

typedef struct {
  const Fts5ExtensionApi *api;
  Fts5Context *context;
  // The next instance of a phrase, and how many there are.
  int next, count;
  // The first and the last token of the match that comes next; -1 if none does.
  int first, last;
  // The number of matches.
  int matches;
  // The number of the token that comes next.
  int token;
  // The text, and how much of it is in `out`.
  const char *text;
  int length, copied;
  const char *open, *close;
  int open_length, close_length;
  char *out;
  size_t size, capacity;
} Marking;

static int append(Marking *marking, const char *bytes, int count) {
  if (count <= 0) return SQLITE_OK;
  size_t needed = marking->size + (size_t)count;
  if (needed > marking->capacity) {
    size_t capacity = needed * 2;
    char *out = sqlite3_realloc64(marking->out, capacity);
    if (!out) return SQLITE_NOMEM;
    marking->out = out;
    marking->capacity = capacity;
  }
  memcpy(marking->out + marking->size, bytes, (size_t)count);
  marking->size = needed;
  return SQLITE_OK;
}

// Copies the text up to `end`.
static int copy(Marking *marking, int end) {
  if (end > marking->length) end = marking->length;
  if (end <= marking->copied) return SQLITE_OK;
  int status = append(marking, marking->text + marking->copied, end - marking->copied);
  marking->copied = end;
  return status;
}

// Finds the next match: phrases that overlap are one.
static int advance(Marking *marking) {
  marking->first = marking->last = -1;
  if (marking->matches++ == most_matches) return SQLITE_OK;
  for (; marking->next < marking->count; marking->next++) {
    int phrase, column, token;
    int status = marking->api->xInst(marking->context, marking->next, &phrase, &column, &token);
    if (status != SQLITE_OK) return status;
    int last = token - 1 + marking->api->xPhraseSize(marking->context, phrase);
    if (marking->first < 0) {
      marking->first = token;
      marking->last = last;
    } else if (token > marking->last) {
      break;
    } else if (last > marking->last) {
      marking->last = last;
    }
  }
  return SQLITE_OK;
}

static int take(
  void *context, int flags, const char *token, int token_length, int start, int end
) {
  (void)token;
  (void)token_length;
  Marking *marking = context;
  if (flags & FTS5_TOKEN_COLOCATED) return SQLITE_OK;
  int number = marking->token++, status = SQLITE_OK;
  if (number == marking->first) {
    status = copy(marking, start);
    if (status == SQLITE_OK) status = append(marking, marking->open, marking->open_length);
  }
  if (status == SQLITE_OK && number == marking->last) {
    status = copy(marking, end);
    if (status == SQLITE_OK) status = append(marking, marking->close, marking->close_length);
    if (status == SQLITE_OK) status = advance(marking);
  }
  return status;
}

static void highlight(
  const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result, int count,
  sqlite3_value **values
) {
  if (count != 3) {
    sqlite3_result_error(result, "wrong number of arguments to function highlight()", -1);
    return;
  }
  Marking marking = {.api = api, .context = context};
  int column = sqlite3_value_int(values[0]);
  marking.open = (const char *)sqlite3_value_text(values[1]);
  marking.close = (const char *)sqlite3_value_text(values[2]);
  marking.open_length = sqlite3_value_bytes(values[1]);
  marking.close_length = sqlite3_value_bytes(values[2]);
  int status = api->xColumnText(context, column, &marking.text, &marking.length);
  if (status == SQLITE_OK) status = api->xInstCount(context, &marking.count);
  if (status == SQLITE_OK) status = advance(&marking);
  if (status == SQLITE_OK && marking.text) {
    status = api->xTokenize(context, marking.text, marking.length, &marking, take);
  }
  if (status == SQLITE_OK) status = copy(&marking, marking.length);
  if (status == SQLITE_OK) {
    sqlite3_result_text64(
      result, marking.out ? marking.out : sqlite3_mprintf(""), marking.size, sqlite3_free,
      SQLITE_UTF8);
  } else {
    sqlite3_free(marking.out);
    sqlite3_result_error_code(result, status);
  }
}

int sqlite_guard_speed_highlight(sqlite3 *database) {
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
    sqlite3_step(statement);
  }
  int status = sqlite3_finalize(statement);
  if (status != SQLITE_OK || !api) return status ? status : SQLITE_ERROR;
  return api->xCreateFunction(api, "highlight", 0, highlight, 0);
}
