package struct AuthorName {
  private let words: [Substring]

  package init(_ name: String) { words = name.split(whereSeparator: \.isWhitespace) }

  /// The name with the family name first, without a comma, as in the member `authorLastFirst` of
  /// `.metadata`.
  ///
  /// The app itself only handles initials before one last name. For other names it asks the
  /// operating system, whose answer this property approximates.
  package var lastFirst: String { (parts.family + parts.given).joined(separator: " ") }

  package var family: String { parts.family.joined(separator: " ") }

  private var parts: (family: [Substring], given: [Substring]) {
    var words = words
    if let comma = words.firstIndex(where: { $0.hasSuffix(",") }), comma < words.count - 1,
      !Self.suffixes.contains(words[comma + 1].lowercased())
    {
      words = words.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      return (Array(words[...comma]), Array(words[(comma + 1)...]))
    }
    if words.count > 2, let last = words.last, Self.suffixes.contains(last.lowercased()) {
      words.removeLast()
      if let family = words.last, family.hasSuffix(",") {
        words[words.count - 1] = family.dropLast()
      }
    }
    let family = Self.familyStart(words)
    return (Array(words[family...]), Array(words[..<family]))
  }

  /// Whether `name` has exactly these words, in any order.
  package func hasWords(of name: String) -> Bool {
    words.sorted() == AuthorName(name).words.sorted()
  }

  private static func familyStart(_ words: [Substring]) -> Int {
    guard words.count > 1 else { return 0 }
    var start = words.count - 1
    if words.dropLast().allSatisfy(isInitial), words[start].allSatisfy(isWordCharacter) {
      return start
    }
    if start > 1, spanishFamilyNames.contains(words[start - 1].lowercased()) { start -= 1 }
    while start > 1, particles.contains(words[start - 1].lowercased()) { start -= 1 }
    return start
  }

  private static func isInitial(_ word: Substring) -> Bool {
    word.count == 2 && word.last == "." && word.first.map(isWordCharacter) ?? false
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static let suffixes: Set = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"]

  private static let particles: Set = [
    "al", "bin", "da", "dal", "de", "degli", "del", "della", "den", "der", "di", "dos", "du",
    "el", "ibn", "la", "le", "st.", "ten", "ter", "van", "von", "y", "zu", "zur",
  ]

  /// First surnames of people who have two.
  private static let spanishFamilyNames: Set = [
    "alonso", "álvarez", "castro", "díaz", "domínguez", "fernández", "garcía", "gil", "gómez",
    "gonzález", "gutiérrez", "hernández", "jiménez", "lópez", "martínez", "moreno", "muñoz",
    "navarro", "ortega", "ortiz", "pérez", "ramírez", "ramos", "rodríguez", "romero", "rubio",
    "ruiz", "sánchez", "suárez", "torres", "vargas", "vázquez",
  ]
}
