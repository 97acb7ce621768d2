/// What an import did, or would do.
public struct ImportReport: Sendable, Equatable {
  /// Something to say about a file.
  public struct Remark: Sendable, Equatable {
    /// Its path.
    public var file: String
    /// What, as the end of a sentence about the file.
    public var text: String
  }

  /// Notes that were not there.
  public var new = 0
  /// Notes that were there and are now others.
  public var updated = 0
  /// Notes that were there and had all that the source has, or newer.
  public var unchanged = 0
  /// Notes that were imported before and deleted here since, and are not brought back.
  public var deleted = 0
  /// Notes among the updated ones that were changed on both sides: both are kept.
  public var conflicts = 0
  /// Files that were not taken in, and why.
  public var skipped: [Remark] = []
  /// What else there is to say about files that were taken in.
  public var remarks: [Remark] = []
}
