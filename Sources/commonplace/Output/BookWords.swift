import Books
import Notebook

extension BookRecord {
  /// Where the book stands now.
  var shelf: BookShelf {
    if isBeingRead { return .reading }
    if isStopped { return .stopped }
    return hasRead || !readings.isEmpty ? .read : .want
  }
}

extension Book {
  /// Title, authors and year on one line, without the title if that is `shown` already.
  func byline(besides shown: String?) -> String {
    let title = title.trimmed
    let names = ((title == shown?.trimmed ? [] : [title]) + authors).map(\.listedPart)
      .filter { !$0.isEmpty }.joined(separator: ", ")
    guard let year else { return names }
    return names.isEmpty ? "(\(year))" : "\(names) (\(year))"
  }
}

extension String {
  /// The text on one line; empty if it is.
  fileprivate var listedPart: String { trimmed.isEmpty ? "" : listed }
}

/// Stars as people see them, which need no colours: `★★★½`, `4.25 ★`.
enum Stars {
  static func text(_ stars: Double?) -> String {
    guard let stars, stars > 0, let whole = Int(exactly: stars.rounded(.down)) else { return "" }
    switch stars - Double(whole) {
    case 0: return String(repeating: "★", count: min(whole, 5))
    case 0.5: return String(repeating: "★", count: min(whole, 5)) + "½"
    default: return "\(stars) ★"
    }
  }
}
