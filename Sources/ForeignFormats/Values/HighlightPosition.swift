package struct HighlightPosition: Sendable, Hashable {
  /// The page label: `12`, `xii`, `12-13`.
  package var page: String?
  /// The range of Kindle locations.
  package var location: ClosedRange<Int>?
  /// Numbers that sort like positions in the book, for programs without pages or locations.
  package var order: [Int]

  package init(page: String? = nil, location: ClosedRange<Int>? = nil, order: [Int] = []) {
    (self.page, self.location, self.order) = (page.flatMap(Self.label), location, order)
  }

  private static func label(_ text: String) -> String? {
    let label = text.unicodeScalars.prefix(24).filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-–.:/".unicodeScalars.contains($0)
    }
    return label.isEmpty ? nil : String(String.UnicodeScalarView(label))
  }

  /// The position as written after a quote: `(p. 12, loc. 180-182)`; empty if unknown.
  package var words: String {
    var parts: [String] = []
    if let page { parts.append("p. \(page)") }
    if let location {
      let isOne = location.lowerBound == location.upperBound
      parts.append("loc. \(location.lowerBound)" + (isOne ? "" : "-\(location.upperBound)"))
    }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }
}

extension HighlightPosition {
  /// Parses the output of `words`. Returns nil for any other text.
  package init?(words: some StringProtocol) {
    let text = String(words)
    guard let match = text.wholeMatch(of: Self.form), match.1 != nil || match.2 != nil else {
      return nil
    }
    var location: ClosedRange<Int>?
    if let start = match.2.flatMap({ Int($0) }) {
      let end = match.3.flatMap { Int($0) } ?? start
      location = min(start, end)...max(start, end)
    }
    self.init(page: match.1.map(String.init), location: location)
  }

  // In a function, it would be parsed and compiled at each call.
  nonisolated(unsafe) private static let form =
    #/\((?:p\. ([^,)]+))?(?:, )?(?:loc\. (\d{1,9})(?:-(\d{1,9}))?)?\)/#

  package init(stored text: String) {
    self.init()
    for part in text.split(separator: ";") {
      let value = part.dropFirst(2)
      switch part.prefix(2) {
      case "p=": page = Self.label(String(value))
      case "l=":
        let ends = value.split(separator: "-").compactMap { Int($0) }
        if let start = ends.first, let end = ends.last, start <= end { location = start...end }
      case "o=": order = value.split(separator: ".").prefix(64).compactMap { Int($0) }
      default: break
      }
    }
  }

  /// The stored format: `p=12;l=180-182`.
  package var stored: String {
    var parts: [String] = []
    if let page { parts.append("p=\(page)") }
    if let location { parts.append("l=\(location.lowerBound)-\(location.upperBound)") }
    if !order.isEmpty { parts.append("o=" + order.map(String.init).joined(separator: ".")) }
    return parts.joined(separator: ";")
  }

  /// The page number, with Roman front matter pages before all others; nil if there is none.
  private var pageNumber: Int? {
    guard let first = page?.split(whereSeparator: { "-–.:/".contains($0) }).first else {
      return nil
    }
    if let number = Int(first) { return number }
    return Self.roman(first.lowercased()).map { $0 - 1_000_000 }
  }

  private static func roman(_ text: String) -> Int? {
    let values: [Character: Int] = [
      "i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000,
    ]
    var (sum, former) = (0, 0)
    for character in text.prefix(20).reversed() {
      guard let value = values[character] else { return nil }
      sum += value < former ? -value : value
      former = max(former, value)
    }
    return sum > 0 ? sum : nil
  }

  /// Numbers that sort like positions in one program; nil if unknown.
  var sortingKey: [Int]? {
    if !order.isEmpty { return order }
    if let location { return [location.lowerBound, location.upperBound] }
    return pageNumber.map { [$0] }
  }

  package func isBefore(_ other: Self) -> Bool? {
    if !order.isEmpty, !other.order.isEmpty {
      return order.lexicographicallyPrecedes(other.order)
    }
    if let location, let theirs = other.location {
      return (location.lowerBound, location.upperBound) < (theirs.lowerBound, theirs.upperBound)
    }
    if let number = pageNumber, let theirs = other.pageNumber { return number < theirs }
    return nil
  }

  package func overlaps(_ other: Self) -> Bool? {
    if let location, let theirs = other.location { return location.overlaps(theirs) }
    if !order.isEmpty, !other.order.isEmpty { return order == other.order }
    if let page, let theirs = other.page { return page == theirs }
    return nil
  }

  /// Whether both positions are as precise as Kindle locations, rather than whole pages.
  package func isNarrow(with other: Self) -> Bool {
    location != nil && other.location != nil || !order.isEmpty && !other.order.isEmpty
  }
}
