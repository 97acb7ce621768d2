import Notebook

extension BookRecord {
  /// Its state in a few words: `reading, 2026-01, page 40, ★★★★`.
  package var stateWords: String {
    let count = readings.count + stopped.count
    let words: [String?] = [
      section.heading.lowercased(), sectionDate?.description, page.map { "page \($0)" },
      Stars.text(stars), count > 1 ? "\(count) readings" : nil,
    ]
    return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
