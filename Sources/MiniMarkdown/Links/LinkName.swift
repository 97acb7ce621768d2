import Foundation

/// A normalized name by which a link finds a note.
///
/// Titles are compared without case, emphasis delimiters and repeated white space. A file name
/// matches all titles from which it could be derived: letters and digits without accents, joined by
/// hyphens. Names of different kinds are never equal.
package struct LinkName: Sendable, Hashable {
  /// The name with a prefix for its kind: none for a title, `/` for a file, `@` for an ID.
  package let text: String

  /// The maximum number of scalars compared.
  package static let longest = 300

  /// Returns nil if the normalized title is empty.
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
    // Distinguishes a title that begins with the prefix of another kind.
    if name.first == "/" || name.first == "@" { name.insert(" ", at: name.startIndex) }
    if name.isEmpty { return nil }
    text = String(name)
  }

  /// Creates the name of a file from its path, with or without `.md`. Returns nil if it has no
  /// letter or digit.
  package init?(path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    self.init(stem: Self.withoutEnding(last))
  }

  /// Creates the name of the file for a note with this title. A slash does not separate folders,
  /// and a dot does not begin an extension. Returns nil if the title has no letter or digit.
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

  /// Returns the scalars of a name in lower case, with accented ones decomposed by `decomposing`.
  private static func folded(
    _ name: String, _ decomposing: (String) -> String
  ) -> String.UnicodeScalarView {
    let name = name.lowercased()
    return name.utf8.allSatisfy { $0 < 0x80 }
      ? name.unicodeScalars : decomposing(name).unicodeScalars
  }

  package init(id: String) {
    text =
      "@" + String(String.UnicodeScalarView(id.lowercased().unicodeScalars.prefix(Self.longest)))
  }

  package var isID: Bool { text.hasPrefix("@") }

  package var isFile: Bool { text.hasPrefix("/") }

  package init(stored text: String) { self.text = text }

  private static let emphasis: [Unicode.Scalar] = ["*", "_", "`"]
  static let endings = [".md", ".markdown"]

  private static func withoutEnding(_ name: String) -> String {
    let lower = name.lowercased()
    return endings.first(where: lower.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }
}

/// Unicode properties are only looked up for scalars that are not ASCII, since most names are
/// ASCII.
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
  /// Returns whether a link with `name` in brackets finds a note by this title. Does not decode
  /// percent-encoding.
  package static func isFound(_ name: String, byTitle title: String) -> Bool {
    asWritten(name).contains(where: ofTitle(title).contains)
  }

  /// Returns the names of a title: its own and that of its file.
  package static func ofTitle(_ title: String) -> [LinkName] {
    [LinkName(title: title), LinkName(fileOfTitle: title)].compactMap { $0 }
  }

  /// Returns what a name in brackets may refer to, the best match first. This is a title, the last
  /// part of a path, and a file if the name is written like one, such as `walden-pond`. `C++` does
  /// not match the file `c`, which is also that of `C`.
  package static func inBrackets(_ name: String) -> [LinkName] {
    let names = asWritten(name)
    // Some programs also percent-encode spaces in brackets.
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
    // File names do not contain spaces.
    guard hasEnding || names.contains(where: { !$0.text.utf8.contains(UInt8(ascii: " ")) }) else {
      return names
    }
    let file = LinkName(path: hasEnding ? name : name + ".md")
    if let file, hasEnding || names.contains(where: { "/" + $0.text == file.text }) {
      names.append(file)
    }
    return names
  }

  /// Returns the last part of a path, without `.md` or `.markdown`.
  static func stem(ofPath path: String) -> String {
    withoutEnding(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Returns all names by which a note is found, each once and the best first. They are its ID, its
  /// title, its other titles, and the files of its titles and its ID.
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
  /// The origin of a note's name; a lower rank takes precedence. `file` is the file of the note's
  /// title or ID.
  package enum Rank {
    package static let (id, title, otherTitle, file, fileOfOtherTitle) = (0, 1, 2, 3, 4)
  }
}

extension String {
  /// The percent-decoded text; unchanged if it does not decode to UTF-8.
  var withoutPercentEncoding: String {
    utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding ?? self : self
  }
}
