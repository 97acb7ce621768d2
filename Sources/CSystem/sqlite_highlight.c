#include "sqlite_guard.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// highlight() in linear time. FTS5's own function copies its whole result at each match.

// Maximum number of marked matches: each needs memory, and nobody reads more.
static const int most_matches = 10000;

typedef struct {
  const Fts5ExtensionApi *api;
  Fts5Context *context;
  // The index of the next phrase instance, and the number of instances.
  int next, count;
  // The first and last token of the next match; -1 if there is none.
  int first, last;
  // The number of calls of `advance` so far.
  int matches;
  // The index of the next token.
  int token;
  // The text, its length in bytes, and the number of bytes copied to `out`.
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

// Copies the part of the text before the byte offset `end` that is not copied yet.
static int copy(Marking *marking, int end) {
  if (end > marking->length) end = marking->length;
  if (end <= marking->copied) return SQLITE_OK;
  int status = append(marking, marking->text + marking->copied, end - marking->copied);
  marking->copied = end;
  return status;
}

// Finds the next match, up to `most_matches`. Overlapping phrases are one match.
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
