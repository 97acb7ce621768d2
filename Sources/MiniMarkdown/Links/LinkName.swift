import Foundation

/// A name by which a link finds a note, as names are compared.
///
/// A title is compared without case, marks of emphasis and doubled space. A file's name stands for all titles
/// that would get it: letters and digits without accents, joined by hyphens. The three kinds never meet.
package struct LinkName: Sendable, Hashable {
  /// The name with a mark of its kind before it: none for a title, `/` for a file, `@` for an id.
  package let text: String

  /// The most scalars of a name that are compared.
  package static let longest = 300

  /// The name of a title. Returns nil if nothing is left of it.
  package init?(title: String) {
    var name = String.UnicodeScalarView()
    var count = 0
    var isAfterSpace = true
    for scalar in Self.folded(title, \.decomposedStringWithCanonicalMapping) {
      if scalar.isSpace {
        if isAfterSpace { continue }
        name.append(" ")
        isAfterSpace = true
      } else if !Self.emphasis.contains(scalar) {
        name.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        isAfterSpace = false
      } else {
        continue
      }
      count += 1
      if count >= Self.longest { break }
    }
    if name.last == " " { name.removeLast() }
    // A title that begins like a name of another kind is not one.
    if name.first == "/" || name.first == "@" { name.insert(" ", at: name.startIndex) }
    if name.isEmpty { return nil }
    text = String(name)
  }

  /// The name of a file, from its path, with or without `.md`. Returns nil if it has no letter or digit.
  package init?(path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    self.init(stem: Self.withoutEnding(last))
  }

  /// The name of the file that a note with this title gets. Returns nil if it has no letter or digit. A slash
  /// in a title is no folder, and a dot no ending.
  package init?(fileOfTitle title: String) { self.init(stem: title) }

  private init?(stem: String) {
    var name = "/".unicodeScalars
    var count = 0
    for scalar in Self.folded(stem, \.decomposedStringWithCompatibilityMapping) {
      if scalar.isLetterOrNumber {
        name.append(scalar)
      } else if !scalar.isMark, name.last != "-" {
        name.append("-")
      }
      count += 1
      if count >= Self.longest { break }
    }
    while name.last == "-" { name.removeLast() }
    if name.dropFirst().first == "-" { name.remove(at: name.index(after: name.startIndex)) }
    if name.dropFirst().isEmpty { return nil }
    text = String(name)
  }

  /// The scalars of a name in lower case, those that have accents taken apart by `decomposing`.
  private static func folded(
    _ name: String, _ decomposing: (String) -> String
  ) -> String.UnicodeScalarView {
    let name = name.lowercased()
    return name.utf8.allSatisfy { $0 < 0x80 }
      ? name.unicodeScalars : decomposing(name).unicodeScalars
  }

  /// The name of the note `id`.
  package init(id: String) {
    text =
      "@" + String(String.UnicodeScalarView(id.lowercased().unicodeScalars.prefix(Self.longest)))
  }

  /// Whether it is an id.
  package var isID: Bool { text.hasPrefix("@") }

  /// Whether it is that of a file.
  package var isFile: Bool { text.hasPrefix("/") }

  /// A stored name.
  package init(stored text: String) { self.text = text }

  private static let emphasis: [Unicode.Scalar] = ["*", "_", "`"]
  static let endings = [".md", ".markdown"]

  /// A file's name without the ending of a note.
  private static func withoutEnding(_ name: String) -> String {
    let lower = name.lowercased()
    return endings.first(where: lower.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }
}

/// Most names are plain English: the tables of Unicode are asked about other scalars only.
extension Unicode.Scalar {
  fileprivate var isSpace: Bool {
    isASCII ? self == " " || (9...13).contains(value) : properties.isWhitespace
  }

  fileprivate var isLetterOrNumber: Bool {
    guard isASCII else { return properties.isAlphabetic || properties.numericType != nil }
    return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }

  fileprivate var isMark: Bool {
    !isASCII && properties.canonicalCombiningClass != .notReordered
  }
}

extension LinkName {
  /// Whether a link with `name` in brackets finds a note by its title alone.
  package static func isFound(_ name: String, byTitle title: String) -> Bool {
    asWritten(name).contains(where: ofTitle(title).contains)
  }

  /// The names that a title gives: its own and that of its file.
  package static func ofTitle(_ title: String) -> [LinkName] {
    [LinkName(title: title), LinkName(fileOfTitle: title)].compactMap { $0 }
  }

  /// The names that a name in brackets may mean, the best first: a title, the last part of a path, and a file
  /// where it is written as one, such as `walden-pond`. `C++` is not the file `c`, which `C` has, too.
  package static func inBrackets(_ name: String) -> [LinkName] {
    let names = asWritten(name)
    // Some programs escape spaces here, too.
    guard name.utf8.contains(UInt8(ascii: "%")), let decoded = name.removingPercentEncoding,
      decoded != name
    else {
      return names
    }
    return names + asWritten(decoded)
  }

  private static func asWritten(_ name: String) -> [LinkName] {
    let lower = name.lowercased()
    let hasEnding = endings.contains(where: lower.hasSuffix)
    var names = [LinkName(title: name)].compactMap { $0 }
    if hasEnding || name.utf8.contains(UInt8(ascii: "/")) {
      names += [LinkName(title: stem(ofPath: name))].compactMap { $0 }
    }
    // The name of a file has no space.
    guard hasEnding || names.contains(where: { !$0.text.utf8.contains(UInt8(ascii: " ")) }) else {
      return names
    }
    let file = LinkName(path: hasEnding ? name : name + ".md")
    if let file, hasEnding || names.contains(where: { "/" + $0.text == file.text }) {
      names.append(file)
    }
    return names
  }

  /// The last part of a path, without the ending of a note.
  static func stem(ofPath path: String) -> String {
    withoutEnding(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// All names that a note is found by, the best first: its id, its title, its other titles, and the files
  /// that each title would give. Each once.
  package static func all(id: String, title: String, others: [String]) -> [(
    name: LinkName, rank: Int
  )] {
    var names: [(name: LinkName, rank: Int)] = [(LinkName(id: id), Rank.id)]
    if let name = LinkName(title: title) { names.append((name, Rank.title)) }
    names += others.compactMap { LinkName(title: $0) }.map { ($0, Rank.otherTitle) }
    names += [title, id].compactMap { LinkName(fileOfTitle: $0) }.map { ($0, Rank.file) }
    names += others.compactMap { LinkName(fileOfTitle: $0) }.map { ($0, Rank.fileOfOtherTitle) }
    var seen: Set<LinkName> = []
    return names.filter { seen.insert($0.name).inserted }
  }
}

extension LinkName {
  /// How a note has a name; the lowest rank counts first. A `file` has the name of the note's title or id.
  package enum Rank {
    package static let (id, title, otherTitle, file, fileOfOtherTitle) = (0, 1, 2, 3, 4)
  }
}

extension String {
  /// The text that is meant with `%20` and the like; the same text where they stand for no UTF-8.
  var withoutPercentEncoding: String {
    utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding ?? self : self
  }
}
