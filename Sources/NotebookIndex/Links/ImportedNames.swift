import Base
import Foundation
import FrontMatter
import JSON

/// The names that a note had in the program from which it was imported: other titles, the file's
/// name, IDs. They are read from the front matter stored next to the note. Links written in that
/// program use these names.
struct ImportedNames: Sendable, Equatable {
  var titles: [String] = []
  /// The IDs of org-roam, which are UUIDs.
  var ids: [String] = []

  private static let most = 50

  init(lines: [String]) {
    let fields = FrontMatter.fields(in: lines) {
      ["file", "id", "roam_aliases"].contains($0.lowercased())
    }
    for (name, value) in fields {
      guard let value = value.asText?.trimmed else { continue }
      switch name.lowercased() {
      case "file": titles += [value] + Self.number(ofFile: value)
      case "id" where UUID(uuidString: value) != nil: ids.append(value)
      case "id": titles.append(value)
      default: titles += Self.words(value)
      }
    }
    titles = Array(titles.filter { !$0.isEmpty }.prefix(Self.most))
    ids = Array(ids.prefix(Self.most))
  }

  /// Returns the number with which some programs' file names begin: `ab12-pond`,
  /// `202105031020 Pond`. A number without letters needs ten digits, so that years and days do not
  /// count.
  private static func number(ofFile name: String) -> [String] {
    let first = name.prefix { $0.isLetter || $0.isNumber }
    let isNumber = first.allSatisfy(\.isNumber)
    let isFirst = first.endIndex < name.endIndex && first.contains(where: \.isNumber)
    return isFirst && first.count >= (isNumber ? 10 : 4) ? [String(first)] : []
  }

  /// Splits `"two words" word` into words; quotation marks keep words together.
  private static func words(_ text: String) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index % 2 == 1
        ? [String(part)] : part.split(whereSeparator: \.isWhitespace).map { String($0) }
    }
  }
}
