import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview

struct ListedPage: Sendable {
  struct Params: Sendable {
    /// The maximum number of notes; nil for all remaining ones.
    var limit: Int?
    /// The start of the page; nil for the first page.
    var cursor: PagedLists.Cursor?
    /// The state since which changes are requested; nil for the list itself.
    var since: String?
  }

  var notes: [NoteSummary] = []
  var total = 0
  /// The start of the next page; nil if this is the last.
  var next: PagedLists.Cursor?
  /// The state of the list, for `since`; nil if changes are not tracked.
  var state: String?
  /// The IDs of changed notes that are not in the list; nil if changes were not requested.
  var removed: [String]?

  func json(_ row: (NoteSummary) -> JSONValue) -> JSONValue {
    [
      "notes": .array(notes.map(row)), "total": total.json, "next": next?.text.json,
      "state": state?.json, "removed": removed?.json,
    ]
  }
}

extension ListedPage.Params: JSONDecodable {
  init(json: JSONValue) throws(JSONDecodingError) {
    limit = try json.decodeIfPresent("limit")
    let cursor: String? = try json.decodeIfPresent("cursor")
    self.cursor = cursor.flatMap(PagedLists.Cursor.init)
    since = try json.decodeIfPresent("since")
  }
}

/// Lists that a client reads page by page. All pages of a list show one state of the notebook, so
/// that saves in between do not duplicate or skip a note. Calls may come from any thread.
final class PagedLists: Sendable {
  struct Cursor: Sendable, Equatable {
    var list: Int
    var offset: Int

    var text: String { "\(list).\(offset)" }

    init(list: Int, offset: Int) { (self.list, self.offset) = (list, offset) }

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap {
        Int($0)
      }
      guard parts.count == 2, parts.allSatisfy({ $0 >= 0 }) else { return nil }
      self.init(list: parts[0], offset: parts[1])
    }
  }

  private struct Kept {
    var number: Int
    var selection: String
    var notes: [NoteSummary]
    var state: String?
  }

  /// The maximum number of lists to keep, each until its last page: a user may have several open.
  private static let most = 4

  private let kept = Mutex<(lists: [Kept], last: Int)>(([], 0))

  /// Returns a page of the list that `select` computes. Equal lists have the same `selection`. A
  /// list that is not kept any more is computed again. Cost: for the first page, the cost of
  /// `select`; for others, linear in their notes.
  func page(
    _ params: ListedPage.Params, of notebook: Notebook, selection: String, now: Date = Date(),
    _ select: (Notebook) throws(NotebookError) -> [NoteSummary]
  ) throws(NotebookError) -> ListedPage {
    if let page = try changes(params, of: notebook, selection, now, select) { return page }
    let known = params.cursor.flatMap { cursor in
      kept.withLock { kept in
        kept.lists.first { $0.number == cursor.list && $0.selection == selection }
      }
    }
    let list: Kept
    if let known {
      list = known
    } else {
      // Read the state first: notes saved in between are then sent twice, never skipped.
      let state = try notebook.notes.list().state.map {
        State($0, selection, due: notebook.reviews.knownDueState(now: now)).text
      }
      list = Kept(number: 0, selection: selection, notes: try select(notebook), state: state)
    }
    let start = min(params.cursor?.offset ?? 0, list.notes.count)
    let end = start + min(max(0, params.limit ?? .max), list.notes.count - start)
    var page = ListedPage(
      notes: Array(list.notes[start..<end]), total: list.notes.count, state: list.state)
    page.next = keep(list, until: end)
    return page
  }

  /// Keeps a list whose first `end` notes were sent. Returns the cursor of the next page; nil if
  /// there is none.
  private func keep(_ list: Kept, until end: Int) -> Cursor? {
    kept.withLock { kept in
      kept.lists.removeAll { $0.number == list.number }
      guard end < list.notes.count else { return nil }
      var list = list
      if list.number == 0 {
        kept.last += 1
        list.number = kept.last
      }
      kept.lists = kept.lists.suffix(Self.most - 1) + [list]
      return Cursor(list: list.number, offset: end)
    }
  }

  /// Returns the changes in the list; nil if they are unknown or not requested.
  private func changes(
    _ params: ListedPage.Params, of notebook: Notebook, _ selection: String, _ date: Date,
    _ select: (Notebook) throws(NotebookError) -> [NoteSummary]
  ) throws(NotebookError) -> ListedPage? {
    guard let then = params.since.flatMap(State.init), params.cursor == nil,
      let now = try notebook.notes.list().state,
      case let due = notebook.reviews.knownDueState(now: date),
      case let state = State(now, selection, due: due),
      then.copy == state.copy, then.selection == state.selection,
      var ids = notebook.notes.changed(
        since: ListState(copy: now.copy, change: then.change), until: now)
    else { return nil }
    if let until = due?.until {
      // Prompts become due without a change of the notebook. If due prompts were not counted for
      // the earlier state, all of them are new.
      let others =
        if let start = then.until {
          notebook.reviews.notesDue(after: start, until: until)
        } else {
          notebook.reviews.knownDueCounts(now: date).map { Set($0.keys) }
        }
      guard let others else { return nil }
      ids.formUnion(others)
    }
    let list = try select(notebook)
    let notes = list.filter { ids.contains($0.id) }
    return ListedPage(
      notes: notes, total: list.count, state: state.text,
      removed: ids.subtracting(notes.map { $0.id }).sorted())
  }

  /// The state of a list as clients have it: `COPY-SELECTION-CHANGE-UNTIL`.
  private struct State {
    /// The digests of the working copy's name and of the selection.
    var copy: String
    var selection: String
    /// The last change that the list contains.
    var change: Int64
    /// The time until which the list shows prompts as due; nil if they were not counted.
    var until: Int64?

    init(_ state: ListState, _ selection: String, due: DueState?) {
      copy = Self.digest(state.copy)
      self.selection = Self.digest(selection)
      // Due prompts may belong to an earlier change than the notes.
      change = min(state.change, due?.change ?? .max)
      until = due?.until
    }

    init?(_ text: String) {
      let parts = text.split(
        separator: "-", maxSplits: 3, omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 4, let change = Int64(parts[2]) else { return nil }
      (copy, selection, self.change, until) = (parts[0], parts[1], change, Int64(parts[3]))
    }

    var text: String { "\(copy)-\(selection)-\(change)-\(until.map { "\($0)" } ?? "")" }

    private static func digest(_ text: String) -> String {
      String(TextDigest(text).value, radix: 36)
    }
  }
}
