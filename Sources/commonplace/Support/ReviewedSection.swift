import ArgumentParser
import Books
import Notebook

/// A section of books by its short name, or `other`: notes without a book.
struct ReviewedSection: ExpressibleByArgument, CaseIterable {
  static let allCases = BookSection.allCases.map { Self(section: $0) } + [Self(section: nil)]

  var section: BookSection?

  var rawValue: String { section?.word ?? "other" }
}

extension ReviewedSection {
  init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == argument }) else { return nil }
    self = known
  }

  var defaultValueDescription: String { rawValue }

  static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
