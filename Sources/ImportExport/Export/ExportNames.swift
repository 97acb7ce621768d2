import Base
import Foundation

/// Unique names of exported files, made from titles and valid in every file system.
struct ExportNames {
  /// Names in use, folded as case-insensitive file systems compare them.
  private var taken: Set<String> = []

  private static let mostBytes = 80

  /// Reserves `name`. Returns false if it is in use.
  mutating func take(_ name: String) -> Bool {
    taken.insert(FileName.folded(name)).inserted
  }

  func isTaken(_ name: String) -> Bool { taken.contains(FileName.folded(name)) }

  /// Reserves and returns a free name for a note: `slug.md`, or else the slug with the beginning of
  /// the note's ID, and a number if needed.
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

  /// Returns the title's letters and digits in lower case, with `-` between words, at most 80
  /// bytes. Returns `note` if there are none. Adds `-note` to a reserved device name.
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
