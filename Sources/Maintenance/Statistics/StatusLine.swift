import Base
import Foundation

/// A notebook's status in one line, for status bars: `notes: published, 2 notes in conflict`.
package struct StatusLine: Sendable, Equatable {
  package var path: String
  /// The number of saves that are not published yet; nil if there are some, but the number is
  /// unknown.
  package var unpublishedSaves: Int64? = 0
  package var conflicts = 0
  package var hasProblem = false

  package init(
    path: String, unpublishedSaves: Int64? = 0, conflicts: Int = 0, hasProblem: Bool = false
  ) {
    (self.path, self.unpublishedSaves) = (path, unpublishedSaves)
    (self.conflicts, self.hasProblem) = (conflicts, hasProblem)
  }

  package var isPublished: Bool { unpublishedSaves == 0 }

  /// The number of unpublished saves in words: `2 saves`, or `some saves` if it is unknown.
  package var unpublished: String {
    unpublishedSaves.flatMap { Int(exactly: $0) }.map { $0.counted("save") } ?? "some saves"
  }

  package var text: String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let parts = [
      isPublished ? "published" : "\(unpublished) not published",
      conflicts > 0 ? "\(conflicts.counted("note")) in conflict" : nil,
      isPublished && hasProblem ? "the file has a problem" : nil,
    ].compactMap(\.self)
    return "\(name): \(parts.joined(separator: ", "))"
  }
}
