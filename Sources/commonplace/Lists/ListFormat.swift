import ArgumentParser
import Base
import Books
import Foundation
import Notebook
import NotebookSearch

enum ListFormat: Equatable {
  /// ID, title, book and hashtags on one line; for a search, matches on further lines instead of
  /// hashtags.
  case short
  case full
  case template([Piece])

  enum Piece: Equatable {
    case text(String)
    case field(ListField)
  }

  private static let presets = [
    "ids": "{id}", "tsv": #"{id}\t{title}\t{tags}\t{created}\t{modified}"#,
  ]
  private static let foundRows = #"{id}\t{title}\t{line}\t{column}\t{text}"#

  init(argument: String) throws {
    switch argument {
    case "short": self = .short
    case "full": self = .full
    default:
      guard let template = Self.presets[argument] ?? Self.template(argument) else {
        throw ValidationError(
          "use short, full, ids, tsv or a template such as '{title}\\t{id}'")
      }
      self = .template(try Self.pieces(of: template))
    }
  }

  /// In a search, `tsv` has other fields.
  var ofSearch: ListFormat {
    guard let table = try? ListFormat(argument: "tsv"), self == table,
      let pieces = try? Self.pieces(of: Self.foundRows)
    else { return self }
    return .template(pieces)
  }

  var isForPeople: Bool { self == .short || self == .full }

  /// Whether each match is on a separate line.
  var hasPassages: Bool {
    guard case .template(let pieces) = self else { return true }
    return pieces.contains { piece in
      if case .field(let field) = piece { field.isOfPassage } else { false }
    }
  }

  private static func template(_ text: String) -> String? {
    text.contains("{") || text.contains("\\") ? text : nil
  }

  private static func pieces(of template: String) throws -> [Piece] {
    var (pieces, text): ([Piece], String) = ([], "")
    var rest = template[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        let escaped = rest.popFirst()
        switch escaped {
        case "t": text.append("\t")
        case "n": text.append("\n")
        case "\\", "{", "}": text.append(escaped ?? "\\")
        default:
          throw ValidationError(
            "unknown escape \\\(escaped.map(String.init) ?? ""); use \\t, \\n, \\\\ or \\{"
          )
        }
      case "{":
        let name = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(name.count)
        guard rest.popFirst() == "}", let field = ListField(rawValue: String(name)) else {
          throw ValidationError("unknown name {\(name)}; use \(ListField.all)")
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.field(field))
      default: text.append(character)
      }
    }
    return text.isEmpty ? pieces : pieces + [.text(text)]
  }
}

enum ListField: String, CaseIterable {
  case id, short, title, tags, created, modified, section, summary, book, authors, line, column
  case text

  static var all: String { allCases.map { "{\($0.rawValue)}" }.joined(separator: " ") }

  var isOfPassage: Bool { [.line, .column, .text].contains(self) }

  /// Returns the value without escapes, so it is not safe to print; empty if the note lacks it.
  func value(of note: NoteSummary, at passage: FoundPassage?) -> String {
    let value: String? =
      switch self {
      case .id: note.id
      case .short: String(note.id.prefix(8))
      case .title: note.title
      case .tags: note.tags.joined(separator: " ")
      case .created: Timestamps.json(note.created)
      case .modified: Timestamps.json(note.modified)
      case .section: note.section?.word
      case .summary: note.summary
      case .book: note.book?.title
      case .authors: note.book?.authors.joined(separator: ", ")
      case .line: passage?.lineNumber.map(String.init)
      case .column: passage?.columnNumber.map(String.init)
      case .text: passage?.snippet.trimmed
      }
    return value ?? ""
  }
}

extension FoundPassage {
  /// The line, from 1; nil if the match is not in the note's text.
  var lineNumber: Int? { scalarsBefore == nil ? nil : line + 1 }

  /// The column in characters (Unicode scalars), from 1; nil if the match is not in the note's
  /// text.
  var columnNumber: Int? { scalarsBefore.map { $0 + 1 } }
}
