extension BookRecord {
  /// The section in which this program's lists show the book.
  package var section: BookListSection {
    if isBeingRead { return .reading }
    if isStopped { return .stopped }
    return hasRead || !readings.isEmpty ? .read : .want
  }

  /// The date on which the book entered its section; nil if its year is unknown, and for books to
  /// read.
  package var sectionDate: PartialDate? {
    let date: PartialDate? =
      switch section {
      case .reading: readings.first(where: \.isOpen)?.start
      case .read: readings.last?.finish
      case .stopped: stopped.last?.stop
      case .want: nil
      }
    return date?.year == nil ? nil : date
  }

  /// The state in a few words, such as `reading, 2026-01, page 40, ★★★★`.
  package var stateWords: String {
    let count = readings.count + stopped.count
    let words: [String?] = [
      section.heading.lowercased(), sectionDate?.description, page.map { "page \($0)" },
      Stars.text(stars), count > 1 ? "\(count) readings" : nil,
    ]
    return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
