internal import Foundation

/// A name by which a link finds a note, as names are compared.
///
/// A title is compared without case, marks of emphasis and doubled space. A file's name stands for all titles
/// that would get it: letters and digits without accents, joined by hyphens. The three kinds never meet.
public struct LinkName: Sendable, Hashable {
  /// The name with a mark of its kind before it: none for a title, `/` for a file, `@` for an id.
  public let text: String

  /// The most scalars of a name that are compared.
  public static let longest = 300

  /// The name of a title. Returns nil if nothing is left of it.
  public init?(title: String) {
    var name = String.UnicodeScalarView()
    var isAfterSpace = true
    for scalar in title.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !isAfterSpace { name.append(" ") }
        isAfterSpace = true
      } else if !Self.emphasis.contains(scalar) {
        name.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        isAfterSpace = false
      }
      if name.count >= Self.longest { break }
    }
    if name.last == " " { name.removeLast() }
    // What begins like a name of another kind is not one.
    if name.first == "/" || name.first == "@" { name.insert(" ", at: name.startIndex) }
    if name.isEmpty { return nil }
    text = String(name)
  }

  /// The name of a file, from its path, with or without `.md`. Returns nil if it has no letter or digit.
  public init?(path: String) {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = Self.endings.first { last.lowercased().hasSuffix($0) }
      .map { String(last.dropLast($0.count)) }
    var name = "/"
    var count = 0
    for scalar in (stem ?? last).lowercased().decomposedStringWithCompatibilityMapping
      .unicodeScalars
    {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        name.unicodeScalars.append(scalar)
      } else if scalar.properties.canonicalCombiningClass == .notReordered, name.last != "-" {
        name.append("-")
      }
      count += 1
      if count >= Self.longest { break }
    }
    while name.last == "-" { name.removeLast() }
    if name.hasPrefix("/-") { name.remove(at: name.index(after: name.startIndex)) }
    if name == "/" { return nil }
    text = name
  }

  /// The name of the note `id`.
  public init(id: String) {
    text =
      "@" + String(String.UnicodeScalarView(id.lowercased().unicodeScalars.prefix(Self.longest)))
  }

  /// Whether it is an id.
  package var isID: Bool { text.hasPrefix("@") }

  /// A stored name.
  public init(stored text: String) { self.text = text }

  private static let emphasis: Set<Unicode.Scalar> = ["*", "_", "`"]
  static let endings = [".md", ".markdown"]
}

extension LinkName {
  /// Whether a link with `name` in brackets finds a note by its title alone.
  public static func isFound(_ name: String, byTitle title: String) -> Bool {
    let titles = [LinkName(title: title), LinkName(path: title + ".md")].compactMap { $0 }
    return asWritten(name).contains(where: titles.contains)
  }

  /// The names that a name in brackets may mean, the best first: a title, the last part of a path, and a file
  /// where it is written as one, such as `walden-pond`. `C++` is not the file `c`, which `C` has, too.
  public static func inBrackets(_ name: String) -> [LinkName] {
    let names = asWritten(name)
    // Some programs escape spaces here, too.
    guard name.contains("%"), let decoded = name.removingPercentEncoding, decoded != name else {
      return names
    }
    return names + asWritten(decoded)
  }

  private static func asWritten(_ name: String) -> [LinkName] {
    let hasEnding = endings.contains(where: name.lowercased().hasSuffix)
    var names = [LinkName(title: name)]
    if hasEnding || name.contains("/") { names.append(LinkName(title: stem(ofPath: name))) }
    let file = LinkName(path: hasEnding ? name : name + ".md")
    if let file, hasEnding || names.contains(where: { "/" + ($0?.text ?? "") == file.text }) {
      names.append(file)
    }
    return names.compactMap { $0 }
  }

  /// The last part of a path, without the ending of a note.
  static func stem(ofPath path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = endings.first { name.lowercased().hasSuffix($0) }
    return ending.map { String(name.dropLast($0.count)) } ?? name
  }

  /// All names that a note is found by, the best first: its id, its title, its other titles, and the files
  /// that each title would give. Each once.
  public static func all(id: String, title: String, others: [String]) -> [(
    name: LinkName, rank: Int
  )] {
    var names: [(name: LinkName, rank: Int)] = [(LinkName(id: id), 0)]
    let titles = [title] + others
    for (index, title) in titles.enumerated() {
      if let name = LinkName(title: title) { names.append((name, index == 0 ? 1 : 2)) }
    }
    // A dot in a title is no ending.
    for title in titles { if let name = LinkName(path: title + ".md") { names.append((name, 3)) } }
    if let name = LinkName(path: id + ".md") { names.append((name, 3)) }
    var seen: Set<LinkName> = []
    return names.filter { seen.insert($0.name).inserted }
  }
}
