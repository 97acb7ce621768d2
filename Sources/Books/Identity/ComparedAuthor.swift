struct ComparedAuthor: Sendable, Equatable {
  /// The given names as lowercase words without accents, split at hyphens and periods.
  private(set) var given: [String]
  private(set) var family: [String]

  enum Agreement: Int, Comparable {
    /// An initial matches a name, or a name is missing.
    case compatible
    case equal

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  init?(_ name: String) {
    guard name.utf8.count <= 500 else { return nil }
    let author = AuthorName(name)
    family = Self.words(author.family)
    let count = author.family.split(separator: " ").count
    let names = author.lastFirst.split(separator: " ").dropFirst(count)
    let hasSmallLetters = name.contains(where: \.isLowercase)
    given = names.flatMap { name in
      // Initials without periods, as in “JRR Tolkien”.
      let isInitials =
        hasSmallLetters && (2...3).contains(name.count) && name.allSatisfy(\.isUppercase)
      return isInitials
        ? name.flatMap { Self.words(String($0)) } : Self.words(String(name))
    }
    if family.isEmpty { return nil }
  }

  private static func words(_ text: String) -> [String] {
    TitleSegment.all(in: text).flatMap(\.words).filter { $0 != "," }
  }

  func agreement(with other: ComparedAuthor) -> Agreement? {
    if given + family == other.given + other.family { return .equal }
    guard family == other.family else { return nil }
    if given == other.given { return .equal }
    return Self.isShort(given, of: other.given) || Self.isShort(other.given, of: given)
      ? .compatible : nil
  }

  /// Whether `names` occur in `others` in the same order, where an initial matches a name. Before
  /// the first match, `others` may have only initials: `Scott` matches `F. Scott`.
  private static func isShort(_ names: [String], of others: [String]) -> Bool {
    var rest = others[...]
    for (index, name) in names.enumerated() {
      guard let found = rest.firstIndex(where: { isSame(name, $0) }) else { return false }
      if index == 0, found > 0, !others[..<found].allSatisfy({ $0.count == 1 }) { return false }
      rest = rest[(found + 1)...]
    }
    return true
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one == other || one.count == 1 && other.hasPrefix(one)
      || other.count == 1 && one.hasPrefix(other)
  }
}
