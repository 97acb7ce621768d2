/// A title, prepared for comparison: the words of its parts, without articles, editions and series.
///
/// `The Two Towers: A Novel (The Lord of the Rings, #2)` has the one part “two towers”, and number
/// 2 in the series “lord of the rings”. `Faust: Part Two` and `Faust II` both have the part “faust”
/// and the volume 2.
struct BookTitle: Sendable, Equatable {
  struct Series: Sendable, Hashable {
    /// The result of `SeriesName.folded`; empty if unknown.
    var name: String
    var number: String?
  }

  /// The part before the subtitle, then the other parts. Empty if the title has no words.
  private(set) var parts: [String] = []
  /// The volume: `2`, `1.5`, `1-3`, or `1/2` for the second part of the first volume; nil if the
  /// title does not name one.
  private(set) var volume: String?
  /// The series that the title names in parentheses or in a subtitle, and those that were added.
  private(set) var series: [Series] = []

  /// Maximum number of characters of a title that are read.
  private static let longest = 1000

  private static let mostSeries = 4

  init(_ title: String) {
    let title = title.utf8.count > Self.longest ? String(title.prefix(Self.longest)) : title
    let segments = TitleSegment.all(in: title)
    var volumes: [String] = []
    for segment in segments {
      if segment.isParenthesis || !parts.isEmpty {
        take(segment, &volumes)
      } else {
        takeMain(segment.words, &volumes)
      }
    }
    if parts.isEmpty {
      let words = segments.flatMap(\.words).filter { $0 != "," }
      parts = words.isEmpty ? [] : [words.joined(separator: " ")]
    }
    volume = volumes.isEmpty ? nil : volumes.joined(separator: "/")
  }

  private mutating func takeMain(_ words: [String], _ volumes: inout [String]) {
    var words = words
    words.removeArticles()
    words.removeEditionAfterComma()
    let whole = words
    let numbers = words.removeVolumesAtEnd(alsoBare: true)
    // “Book One” alone is a title.
    if words.isEmpty { words = whole } else { volumes += numbers }
    take(part: words)
  }

  private mutating func take(_ segment: TitleSegment, _ volumes: inout [String]) {
    var words = segment.words
    words.removeArticles()
    if words.isEdition(isParenthesis: segment.isParenthesis) {
      words.removeVolumeAtStart().map { volumes.append($0) }
      return
    }
    let numbers = words.removeVolumesAtEnd(alsoBare: segment.isParenthesis)
    let number = numbers.isEmpty ? nil : numbers.joined(separator: "/")
    if segment.isParenthesis, !words.isEmpty,
      number != nil || words.last.map(SeriesName.kinds.contains) == true
    {
      return add(Series(name: SeriesName.folded(words), number: number))
    }
    let first = words.removeVolumeAtStart()
    if let first, words.first.map(SeriesName.links.contains) == true {
      // As in “Book One of The Stormlight Archive”.
      return add(Series(name: SeriesName.folded(Array(words.dropFirst())), number: first))
    }
    volumes += [first, number].compactMap { $0 }
    take(part: words)
  }

  private mutating func take(part words: [String]) {
    let text = words.filter { $0 != "," }.joined(separator: " ")
    if !text.isEmpty { parts.append(text) }
  }

  mutating func add(series name: String?, number: String?) {
    let words = TitleSegment.all(in: name ?? "").flatMap(\.words)
    let number = number.flatMap { VolumeNumber.plain($0.filter { !$0.isWhitespace }) }
    add(Series(name: SeriesName.folded(words), number: number))
  }

  private mutating func add(_ known: Series) {
    let isSaid = !known.name.isEmpty || known.number != nil
    if isSaid, series.count < Self.mostSeries, !series.contains(known) { series.append(known) }
  }

  /// The keys for comparison: two titles are equal if they have a key in common. A series may
  /// precede the title or follow it, and the number in a series may be the number of the volume.
  var keys: Set<String> {
    guard let first = parts.first, let last = parts.last else { return [] }
    let end = volume.map { "#" + $0 } ?? ""
    let whole = parts.joined(separator: " ")
    var keys: Set = [whole + end]
    if parts.count > 1 {
      let middle = [SeriesName.folded(first)] + parts.dropFirst().dropLast()
      keys.insert((middle + [SeriesName.folded(last)]).joined(separator: "|") + end)
    }
    for series in series {
      let number = volume == nil ? series.number.map { "#" + $0 } : nil
      if let number { keys.insert(whole + number) }
      guard !series.name.isEmpty else { continue }
      for parts in [[series.name] + parts, parts + [series.name]] {
        let key = parts.joined(separator: "|")
        keys.insert(key + end)
        if let number { keys.insert(key + number) }
      }
    }
    return keys
  }

  /// Whether two titles name different volumes. Numbers in series are compared only if the series
  /// are equal, or one has no name.
  func isOtherVolume(than other: BookTitle) -> Bool {
    if let volume, let number = other.volume, volume != number { return true }
    let theirs = other.numbers(ofVolume: volume == nil)
    let pairs = numbers(ofVolume: other.volume == nil).flatMap { our in
      theirs.filter { $0.name == our.name || $0.name.isEmpty || our.name.isEmpty }
        .map { $0.number == our.number }
    }
    return !pairs.isEmpty && !pairs.contains(true)
  }

  /// Whether both titles have the same number, of a volume or in a series.
  func hasNumber(of other: BookTitle) -> Bool {
    let theirs = other.numbers(ofVolume: true)
    return numbers(ofVolume: true).contains { our in theirs.contains { $0.number == our.number } }
  }

  private func numbers(ofVolume: Bool) -> [Series] {
    let volumes = ofVolume ? volume.map { [Series(name: "", number: $0)] } ?? [] : []
    return volumes + series.filter { $0.number != nil }
  }
}

enum SeriesName {
  /// Words between a number and the name of a series: `Book One of …`.
  static let links: Set = [
    "of", "in", "from", "de", "du", "des", "d", "der", "von", "aus", "del", "della", "di",
  ]

  /// Words at the end of a series' name that are often omitted.
  static let kinds: Set = [
    "series", "trilogy", "saga", "cycle", "chronicles", "quartet", "sequence", "books", "novels",
    "novel", "reihe", "serie", "trilogie", "zyklus", "cycles", "serien", "trilogia",
  ]

  static func folded(_ words: [String]) -> String {
    var words = words.filter { $0 != "," }
    words.removeArticles()
    while words.count > 1, words.last.map(kinds.contains) == true { words.removeLast() }
    return words.joined(separator: " ")
  }

  static func folded(_ words: String) -> String {
    folded(words.split(separator: " ").map(String.init))
  }
}

// MARK: Words of a part

extension [String] {
  private static let articles: Set = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el",
    "los", "las", "il", "lo", "gli",
  ]

  /// Removes an article at the start, and one at the end after a comma: `Hobbit, The`.
  fileprivate mutating func removeArticles() {
    if count > 2, dropLast().last == ",", let last, Self.articles.contains(last) { removeLast(2) }
    if count > 1, let first, Self.articles.contains(first) { removeFirst() }
  }

  /// Any of these words in parentheses marks an edition.
  private static let editions: Set = [
    "edition", "editions", "ed", "classics", "library", "reprint", "paperback", "hardcover",
    "hardback", "kindle", "ebook", "audiobook", "unabridged", "illustrated", "bestseller",
    "penguin",
    "vintage", "auflage", "ausgabe", "taschenbuch", "edicion", "edizione", "editie", "reclam",
  ]

  /// Words that are not a subtitle on their own.
  private static let genres: Set = [
    "novel", "roman", "romanzo", "novela", "memoir", "thriller", "kriminalroman",
  ]

  /// Whether the words name an edition or a genre rather than a part of the title.
  fileprivate func isEdition(isParenthesis: Bool) -> Bool {
    guard let last else { return false }
    if count == 1, Self.genres.contains(last) { return true }
    return isParenthesis
      ? contains(where: Self.editions.contains)
      : ["edition", "ed", "auflage", "ausgabe"].contains(last)
  }

  /// Removes an edition at the end: `Botany, 2nd Edition`.
  fileprivate mutating func removeEditionAfterComma() {
    guard let comma = lastIndex(of: ","), comma > 0 else { return }
    if Self(self[(comma + 1)...]).isEdition(isParenthesis: false) {
      removeSubrange(comma...)
    }
  }

  /// Removes the volume numbers at the end, and returns them in order: `Vol. 2`, `Book Two`, `#2`,
  /// `Second Series`, `2. Teil`, `Book 1 of 3`. With `alsoBare`, also a number or a Roman numeral
  /// without a word such as “Vol.”.
  fileprivate mutating func removeVolumesAtEnd(alsoBare: Bool) -> [String] {
    var numbers: [String] = []
    if let last, count > 3, dropLast().last == "of", VolumeNumber.plain(last) != nil {
      removeLast(2)
    }
    while let last {
      if last == "," {
        removeLast()
        continue
      }
      let before = dropLast().last ?? ""
      if VolumeNumber.words.contains(before), let number = VolumeNumber.number(last) {
        numbers.append(number)
      } else if VolumeNumber.words.contains(last), let number = VolumeNumber.ordinal(before) {
        numbers.append(number)
      } else {
        if alsoBare, numbers.isEmpty, let number = VolumeNumber.bare(last) {
          removeLast()
          numbers.append(number)
        }
        break
      }
      removeLast(2)
    }
    return numbers.reversed()
  }

  /// Removes a volume number that other words follow, and returns it; nil if there is none.
  fileprivate mutating func removeVolumeAtStart() -> String? {
    guard let first, let second = dropFirst().first, count > 2 else { return nil }
    let number =
      VolumeNumber.words.contains(first)
      ? VolumeNumber.number(second)
      : VolumeNumber.words.contains(second) ? VolumeNumber.ordinal(first) : nil
    guard let number else { return nil }
    removeFirst(2)
    removeArticles()
    return number
  }
}
