/// Numbers of volumes in titles, in a few languages. Words are lowercase without accents.
enum VolumeNumber {
  /// Words before or after the number of a volume.
  static let words: Set = [
    "#", "vol", "vols", "volume", "volumes", "book", "books", "bk", "part", "parts", "pt", "number",
    "no", "nr", "issue", "series", "season", "episode", "band", "bd", "teil", "buch", "tome",
    "livre",
    "partie", "tomo", "libro", "parte", "volumen", "deel", "boek", "del", "bok", "livro", "half",
  ]

  /// Returns the number in a word after one of `words`: digits, a Roman numeral up to 39, `two`,
  /// `first`; nil for other words.
  static func number(_ word: String) -> String? {
    plain(word) ?? roman[word] ?? named[word] ?? ordinals[word]
  }

  /// Returns the number in a word before one of `words`: `second`, `2nd`, `2`; nil for other words.
  static func ordinal(_ word: String) -> String? {
    if let number = ordinals[word] { return number }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let end = word.dropFirst(digits.count)
    return ["", "st", "nd", "rd", "th", "e", "er", "ere", "eme"].contains(end)
      ? plain(String(digits)) : nil
  }

  /// Returns the number in a word without one of `words` next to it; nil for other words. The
  /// number is at most three digits, `1.5`, `1-3`, or a Roman numeral up to 39.
  static func bare(_ word: String) -> String? {
    word.utf8.count > 3 && plain(word) != nil && word.utf8.allSatisfy(isDigit)
      ? nil : plain(word) ?? roman[word]
  }

  /// Returns a number or a range in digits, such as `2`, `1.5` or `1-3`. Removes zeros at the
  /// start, and at the end of a fraction. Returns nil for anything else, and for more than 12
  /// bytes.
  static func plain(_ word: String) -> String? {
    guard word.utf8.count <= 12, word.utf8.first.map(isDigit) == true,
      word.utf8.last.map(isDigit) == true
    else { return nil }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { part in
      let sides = part.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(sides.count),
        sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }),
        let whole = sides.first?.drop(while: { $0 == "0" })
      else { return String?.none }
      var rest = sides.count > 1 ? sides.last ?? "" : ""
      while rest.last == "0" { rest.removeLast() }
      return (whole.isEmpty ? "0" : String(whole)) + (rest.isEmpty ? "" : "." + rest)
    }
    let numbers = parts.compactMap { $0 }
    return numbers.count == parts.count ? numbers.joined(separator: "-") : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static let roman: [String: String] = {
    let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
    let numerals = ["", "x", "xx", "xxx"].flatMap { ten in ones.map { ten + $0 } }
    let pairs = zip(numerals, 0...).dropFirst().map { ($0, "\($1)") }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  private static let named = table([
    ["one", "eins", "un", "uno"], ["two", "zwei", "deux", "dos", "due"],
    ["three", "drei", "trois", "tres", "tre"], ["four", "vier", "quatre", "cuatro", "quattro"],
    ["five", "funf", "cinq", "cinco", "cinque"], ["six", "sechs", "seis", "sei"],
    ["seven", "sieben", "sept", "siete", "sette"], ["eight", "acht", "huit", "ocho", "otto"],
    ["nine", "neun", "neuf", "nueve", "nove"], ["ten", "zehn", "dix", "diez", "dieci"], ["eleven"],
    ["twelve"], ["thirteen"], ["fourteen"], ["fifteen"], ["sixteen"], ["seventeen"], ["eighteen"],
    ["nineteen"], ["twenty"],
  ])

  private static let ordinals = table([
    [
      "first", "erster", "erste", "erstes", "premier", "premiere", "primero", "primera", "primer",
      "primo", "prima",
    ],
    [
      "second", "zweiter", "zweite", "zweites", "deuxieme", "seconde", "segundo", "segunda",
      "secondo", "seconda",
    ],
    [
      "third", "dritter", "dritte", "drittes", "troisieme", "tercero", "tercera", "tercer", "terzo",
      "terza",
    ],
    [
      "fourth", "vierter", "vierte", "viertes", "quatrieme", "cuarto", "cuarta", "quarto", "quarta",
    ],
    ["fifth", "funfter", "funfte", "funftes", "cinquieme", "quinto", "quinta"],
    ["sixth", "sechster", "sechste", "sechstes", "sixieme"], ["seventh"], ["eighth"], ["ninth"],
    ["tenth"], ["eleventh"], ["twelfth"],
  ])

  private static func table(_ rows: [[String]]) -> [String: String] {
    let pairs = zip(rows, 1...).flatMap { words, number in words.map { ($0, "\(number)") } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
