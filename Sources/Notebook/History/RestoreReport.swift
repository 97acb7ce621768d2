/// Which notes of an older file are to be brought back.
package enum RestoreSelection: Sendable, Equatable {
  /// Notes that are missing here without having been deleted, and those whose text is empty here.
  case lost
  /// Those, and the notes that were deleted or are in the trash.
  case lostAndDeleted
  /// All that are not here as they are there.
  case all
  /// These, by their ids.
  case notes([String])
}

/// The result of bringing notes back from an older file, or its preview.
package struct RestoreReport: Sendable, Equatable {
  /// A note of that file.
  package struct Note: Sendable, Equatable {
    /// The note's id.
    package var id: String
    /// Its title there.
    package var title: String
  }

  /// Notes that were not here, or deleted, or in the trash.
  package var back: [Note] = []
  /// Notes that differed here; their earlier texts are in history.
  package var changed: [Note] = []
  /// Notes that stay deleted, or in the trash.
  package var deletedHere: [Note] = []
  /// Notes that are here otherwise, and stay so.
  package var differing: [Note] = []
  /// How many notes are here as they are there.
  package var same = 0
}
