import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview

/// A part of a list of notes.
struct ListedPage: Sendable {
  /// The part that a client wants.
  struct Params: Sendable {
    /// The most notes; nil for all that are left.
    var limit: Int?
    /// The start of the page; nil for the first.
    var cursor: PagedLists.Cursor?
    /// The state since which changes are wanted; nil for the list.
    var since: String?
  }

  var notes: [NoteSummary] = []
  /// The number of notes in the list.
  var total = 0
  /// The start of the next page; nil if this is the last.
  var next: PagedLists.Cursor?
  /// The state of the list, for `since`; nil where changes are not counted.
  var state: String?
  /// The ids of the changed notes that are not in the list; nil if this is not about changes.
  var removed: [String]?

  /// The answer to a client, with `row` for each note.
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

/// The lists of which a client has the first pages: the pages of a list are of one state, so that no
/// note is in two of them and none is missing, whatever is saved meanwhile. Calls may come from any
/// thread.
final class PagedLists: Sendable {
  /// The place in a list, and which list that is.
  struct Cursor: Sendable, Equatable {
    var list: Int
    var offset: Int

    var text: String { "\(list).\(offset)" }

    init(list: Int, offset: Int) { (self.list, self.offset) = (list, offset) }

    /// Returns nil for what was never given out.
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
    /// The selection and the order that it is of.
    var selection: String
    var notes: [NoteSummary]
    var state: String?
  }

  /// The most lists that are kept, each until its last page: a user may have more than one open.
  private static let most = 4

  private let kept = Mutex<(lists: [Kept], last: Int)>(([], 0))

  /// A page of the list that `select` makes; lists with the same `selection` are the same. Cost: of the
  /// first page, that of `select`; of the others, their notes. A list that is no longer kept is made
  /// again.
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
      // The state first: what is saved meanwhile is sent twice rather than never.
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

  /// Keeps a list of which `end` notes were given out; the cursor of the rest, if there is any.
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

  /// The changes in the list; nil if they are not known, or not wanted.
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
      // Time alone makes prompts due. If none were counted then, all are news.
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
    /// Digests of the names of the working copy and of the selection.
    var copy: String
    var selection: String
    /// The last change that the list shows.
    var change: Int64
    /// Until when the list shows prompts as due; nil if they were not counted.
    var until: Int64?

    init(_ state: ListState, _ selection: String, due: DueState?) {
      copy = Self.digest(state.copy)
      self.selection = Self.digest(selection)
      // Due prompts may be known of an earlier change than the notes.
      change = min(state.change, due?.change ?? .max)
      until = due?.until
    }

    /// Returns nil for what was never given out.
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
