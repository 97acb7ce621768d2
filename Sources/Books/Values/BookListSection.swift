/// A section of a list of books. The app does not have a state for abandoned books, so
/// `BookSection`, which the app reads, lacks them.
package enum BookListSection: String, Sendable, CaseIterable {
  case reading, want, read, stopped

  package var heading: String {
    switch self {
    case .reading: "Reading"
    case .want: "Want to read"
    case .read: "Read"
    case .stopped: "Did not finish"
    }
  }

  package var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
