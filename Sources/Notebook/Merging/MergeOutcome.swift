/// What merging other notebooks did to the notes, or would do.
public struct MergeOutcome: Sendable, Equatable {
  /// A note by id and title.
  public struct Note: Sendable, Equatable {
    /// The note's id.
    public var id: String
    /// The title, after the merge if the note is still there.
    public var title: String
  }

  /// A value that is not as it must be.
  public struct Fault: Sendable, Equatable {
    /// The note's id.
    public var note: String
    /// Its key.
    public var key: String
    /// What is wrong: a phrase.
    public var what: String
  }

  /// Notes that were not there before.
  public var new: [Note] = []
  /// Notes in which something changed, be it only statistics of prompts.
  public var changed: [Note] = []
  /// Notes that were deleted in the other notebook.
  public var deleted: [Note] = []
  /// Notes that are in conflict and were not before; they are among the new or the changed, too.
  public var conflicts: [Note] = []
  /// Values that came and that no program, or not the app, can read; the first thousand.
  public var faults: [Fault] = []
  /// The rows that were written.
  public var rows = MergeReport()

  /// Whether the other notebook had anything that was not known here.
  public var isNothing: Bool { rows == MergeReport() }
}
