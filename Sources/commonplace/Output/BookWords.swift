import Base
import Books
import Notebook

extension Book {
  /// Returns title, authors and year on one line, without the title if it equals `shown`.
  func byline(besides shown: String?) -> String {
    let title = title.trimmed
    let names = ((title == shown?.trimmed ? [] : [title]) + authors).map(\.listedPart)
      .filter { !$0.isEmpty }.joined(separator: ", ")
    guard let year else { return names }
    return names.isEmpty ? "(\(year))" : "\(names) (\(year))"
  }
}

extension String {
  fileprivate var listedPart: String { trimmed.isEmpty ? "" : listed }
}
