extension ForeignValues {
  static func name(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns `Example, Ann` as `Ann Example`, and other names unchanged.
  static func firstLast(_ text: String) -> String {
    let parts = text.split(separator: ",", maxSplits: 1).map(name)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return name(text) }
    return "\(parts[1]) \(parts[0])"
  }

  static func names(_ text: String, separator: Character = ",") -> [String] {
    authors(credits(text, separator: separator))
  }

  /// Splits a text at the separator, at semicolons, and at the commas of Chinese and Japanese. With
  /// commas, a part such as `Jr.` belongs to the previous name.
  static func credits(_ text: String, separator: Character?) -> [String] {
    // A semicolon may end an entity, as in `B&eacute;n`.
    let marks = text.utf8.contains(0x26) ? "、，；" : "、，；;"
    var credits: [String] = []
    let parts = text.split { $0 == separator || marks.contains($0) }
    for part in parts.map(name) where !part.isEmpty {
      if separator == ",", let last = credits.last,
        ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"].contains(part.lowercased())
      {
        credits[credits.count - 1] = "\(last), \(part)"
      } else {
        credits.append(part)
      }
    }
    return credits
  }

  /// Returns the names in credits such as `村上春樹（著）`, without roles and repetitions.
  /// Translators are omitted, unless there is nobody else.
  static func authors(_ credits: [String]) -> [String] {
    let people = credits.map(person).filter { !$0.name.isEmpty }
    let writers = people.filter { !$0.isTranslator }
    var names: [String] = []
    for person in writers.isEmpty ? people : writers where !names.contains(person.name) {
      names.append(person.name)
    }
    return names
  }

  static func isEastAsian(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x3005, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
      default: false
      }
    }
  }
}

// MARK: Roles

extension ForeignValues {
  private static func person(_ credit: String) -> (name: String, isTranslator: Bool) {
    guard isEastAsian(credit) else { return (credit, false) }
    if roles.contains(credit) { return ("", false) }
    if let last = credit.last, ")]）］】〕".contains(last),
      let open = credit.lastIndex(where: { "([（［【〔".contains($0) })
    {
      let inside = credit[credit.index(after: open)...].dropLast()
      let found = inside.split { "・/／ ".contains($0) }.map(String.init)
      if !found.isEmpty, found.allSatisfy({ roles.contains($0) || bracketed.contains($0) }) {
        return (name(credit[..<open]), found.allSatisfy(translating.contains))
      }
    }
    // Of two roles such as `編著` and `著`, the longer one.
    let found = roles.filter { credit.hasSuffix($0) }.max { $0.count < $1.count }
    guard let found else { return (credit, false) }
    let rest = credit.dropLast(found.count)
    // Without a space, the character may be part of a short name.
    guard rest.hasSuffix(" ") || rest.count > 1 && isEastAsian(rest.suffix(1)) else {
      return (credit, false)
    }
    return (name(rest), translating.contains(found))
  }

  private static let translating: Set = [
    "訳", "訳者", "翻訳", "共訳", "監訳", "译", "译者", "翻译", "譯", "譯者", "翻譯",
  ]

  /// Roles that also occur without brackets.
  private static let roles = translating.union([
    "著", "著者", "共著", "編著", "编著", "編", "编", "主編", "主编",
  ])

  /// Roles that are recognized only in brackets, because names end with such characters: `幸田文`.
  private static let bracketed: Set = [
    "作", "作者", "原作", "原著", "文", "絵", "画", "イラスト", "写真", "編集", "編者", "监修",
    "監修", "解説", "绘", "繪", "绘者", "插图", "摄影",
  ]
}
