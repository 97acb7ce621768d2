import Foundation
import NotebookReview

/// The URI of a read-only document that the server renders: `commonplace-view://NOTEBOOK/` and a
/// name with parameters.
///
/// Names without parameters are `trash` and `conflicts`. Others are `search?q=…`,
/// `quotes?seed=…&count=…`, `around?note=ID`, `history?note=ID`, `text?note=ID&version=…` and
/// `difference?note=ID&from=…&to=…`.
///
/// `review` may have one of `note=ID`, `tag=…`, `section=…` and `q=…`, and `cram=true` and
/// `limit=…`. `books` may have `section=…`, `year=…`, `author=…`, `sort=…` and `reverse=true`.
///
/// The notebook's name only informs the user: each server has one notebook.
struct ViewURI: Sendable, Hashable {
  static let scheme = "commonplace-view"

  enum Content: Sendable, Hashable {
    case search(query: String)
    case quotes(seed: UInt64, count: Int)
    case review(ReviewSelection)
    case books(BookSelection)
    case trash
    /// The notes in conflict, and how their texts differ.
    case conflicts
    /// The notes that share links, a book or hashtags with a note.
    case around(note: String)
    case history(note: String)
    case text(note: String, version: String)
    /// Two versions of a note's text, compared word by word; `to` is nil for the present text.
    case difference(note: String, from: String, to: String?)

    /// Whether the view is rendered again after each change.
    var isLive: Bool {
      switch self {
      case .search, .books, .trash, .conflicts, .around, .history, .difference(_, _, nil): true
      case .quotes, .review, .text, .difference: false
      }
    }
  }

  let text: String
  let content: Content

  init(_ content: Content, notebookPath: String) {
    let notebook = NoteURI.plain(
      URL(filePath: notebookPath).deletingPathExtension().lastPathComponent, or: "notebook")
    self.content = content
    text = "\(Self.scheme)://\(notebook)/" + content.path
  }

  /// Parses the URI of a view, in any spelling; nil for anything else.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix(Self.scheme + "://") else { return nil }
    let path = text.dropFirst(Self.scheme.count + 3).drop { $0 != "/" }.dropFirst()
    // Some clients escape the question mark, and the characters between the parameters.
    let separators: (Character) -> Bool = { $0 == "?" }
    var parts = path.split(maxSplits: 1, whereSeparator: separators).map(String.init)
    if parts.count == 1, let decoded = parts[0].removingPercentEncoding, decoded.contains("?") {
      parts = decoded.split(maxSplits: 1, whereSeparator: separators).map(String.init)
    }
    guard let content = Content(name: parts.first ?? "", query: parts.dropFirst().first ?? "")
    else { return nil }
    self.text = text
    self.content = content
  }

  static func search(_ query: String, notebookPath: String) -> ViewURI {
    ViewURI(.search(query: query), notebookPath: notebookPath)
  }
}

extension ViewURI.Content {
  fileprivate init?(name: String, query: String) {
    var values: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.dropFirst().first.map(String.init) ?? ""
      values[parts.first.map(String.init) ?? ""] = value.removingPercentEncoding ?? value
    }
    switch name {
    case "search": self = .search(query: values["q"] ?? "")
    case "quotes":
      self = .quotes(
        seed: values["seed"].flatMap(UInt64.init) ?? 0,
        count: min(max(values["count"].flatMap { Int($0) } ?? 10, 1), 1000))
    case "review": self = .review(ReviewSelection(values))
    case "books": self = .books(BookSelection(values))
    case "trash": self = .trash
    case "conflicts": self = .conflicts
    case "around": self = .around(note: values["note"] ?? "")
    case "history": self = .history(note: values["note"] ?? "")
    case "text": self = .text(note: values["note"] ?? "", version: values["version"] ?? "")
    case "difference":
      self = .difference(
        note: values["note"] ?? "", from: values["from"] ?? "", to: values["to"])
    default: return nil
    }
  }

  fileprivate var path: String {
    switch self {
    case .search(let query):
      "search?q=" + Self.escaped(query)
    case .quotes(let seed, let count): "quotes?seed=\(seed)&count=\(count)"
    case .review(let selection): "review" + Self.query(selection.values)
    case .books(let selection): "books" + Self.query(selection.values)
    case .trash: "trash"
    case .conflicts: "conflicts"
    case .around(let note): "around" + Self.query([("note", note)])
    case .history(let note): "history" + Self.query([("note", note)])
    case .text(let note, let version): "text" + Self.query([("note", note), ("version", version)])
    case .difference(let note, let from, let to):
      "difference" + Self.query([("note", note), ("from", from)] + (to.map { [("to", $0)] } ?? []))
    }
  }

  private static func query(_ values: [(name: String, value: String)]) -> String {
    values.enumerated().map { number, value in
      "\(number == 0 ? "?" : "&")\(value.name)=\(escaped(value.value))"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
}

extension ReviewSelection {
  /// Parses the parameters of a view; missing and invalid values are ignored.
  fileprivate init(_ values: [String: String]) {
    if let note = values["note"] {
      scope = .note(note)
    } else if let tag = values["tag"] {
      scope = .tag(tag)
    } else if let section = values["section"].flatMap(ReviewSection.init(rawValue:)) {
      scope = section.scope
    } else if let query = values["q"] {
      scope = .search(query)
    }
    isCram = values["cram"] == "true"
    limit = values["limit"].flatMap { Int($0) }
  }

  fileprivate var values: [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    switch scope {
    case .notebook: break
    case .note(let id): values.append(("note", id))
    case .tag(let tag): values.append(("tag", tag))
    case .section(let section): values.append(("section", ReviewSection(section).rawValue))
    case .search(let query): values.append(("q", query))
    }
    if isCram { values.append(("cram", "true")) }
    if let limit { values.append(("limit", String(limit))) }
    return values
  }
}
