import Base
import Foundation

/// Names of exported files: of the title, safe in every file system, and each given once.
struct ExportNames {
  /// Names that are taken, as file systems compare them that know no case.
  private var taken: Set<String> = []

  /// The most bytes of a name before its ending.
  private static let mostBytes = 80

  /// Takes `name`; false if it was taken.
  mutating func take(_ name: String) -> Bool {
    taken.insert(FileName.folded(name)).inserted
  }

  func isTaken(_ name: String) -> Bool { taken.contains(FileName.folded(name)) }

  /// A free name for a note, which is then taken: `slug.md`, else with the beginning of its id.
  mutating func name(title: String, id: String, isFree: (String) throws -> Bool)
    rethrows -> String
  {
    let slug = Self.slug(title)
    let beginning = Self.slug(String(id.prefix(8)))
    var name = slug + ".md"
    var number = 1
    while try isTaken(name) || !isFree(name) {
      name = "\(slug)-\(beginning)\(number == 1 ? "" : "-\(number)").md"
      number += 1
    }
    _ = take(name)
    return name
  }

  /// The title's letters and digits in lower case, with `-` between words; `note` without any.
  static func slug(_ title: String) -> String {
    var words: [String] = []
    var isInWord = false
    for scalar in title.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
      if "'’".unicodeScalars.contains(scalar) { continue }
      let isWord =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || (isInWord && scalar.properties.generalCategory == .nonspacingMark)
      if isWord, !isInWord { words.append("") }
      if isWord { words[words.count - 1].unicodeScalars.append(scalar) }
      isInWord = isWord
    }
    var slug = ""
    for word in words {
      let next = slug.isEmpty ? word : slug + "-" + word
      guard next.utf8.count <= mostBytes else { break }
      slug = next
    }
    if slug.isEmpty, let word = words.first {
      for scalar in word.unicodeScalars where slug.utf8.count + 4 <= mostBytes {
        slug.unicodeScalars.append(scalar)
      }
    }
    if slug.isEmpty { return "note" }
    return FileName.isDevice(slug) ? slug + "-note" : slug
  }
}
