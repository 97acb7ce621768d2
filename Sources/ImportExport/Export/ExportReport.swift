/// The result of an export.
package struct ExportReport: Sendable, Equatable {
  /// A file that was left as it is, and why.
  package struct Skipped: Sendable, Equatable {
    /// Its name in the folder.
    package var file: String
    /// The reason, as the end of a sentence about the file.
    package var reason: String
  }

  /// Notes whose files are new in the folder.
  package var new = 0
  /// Notes whose files were there and are now others.
  package var updated = 0
  /// Notes whose files were right already.
  package var unchanged = 0
  /// Images and other files that were written.
  package var assets = 0
  /// Files that were left as they are.
  package var skipped: [Skipped] = []
  /// Values that cannot be read, so that they are not in the export.
  package var unreadable = 0

  /// All notes that were looked at.
  package var notes: Int { new + updated + unchanged + skipped.count }
}
