/// What an export did.
public struct ExportReport: Sendable, Equatable {
  /// A file that was left as it is, and why.
  public struct Skipped: Sendable, Equatable {
    /// Its name in the folder.
    public var file: String
    /// Why, as the end of a sentence about the file.
    public var reason: String
  }

  /// Notes whose files are new in the folder.
  public var new = 0
  /// Notes whose files were there and are now others.
  public var updated = 0
  /// Notes whose files were right already.
  public var unchanged = 0
  /// Images and other files that were written.
  public var assets = 0
  /// Files that were left as they are.
  public var skipped: [Skipped] = []
  /// Values that cannot be read, so that they are not in the export.
  public var unreadable = 0

  /// All notes that were looked at.
  public var notes: Int { new + updated + unchanged + skipped.count }
}
