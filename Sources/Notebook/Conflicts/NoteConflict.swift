package import Foundation
import GRDB
import JSON

/// A note that several writers changed independently: readers see the latest version, and the
/// others are kept until the user chooses.
///
/// Texts are in conflict if they differ; one of them may be deleted. If the texts are equal, books,
/// folders and images can be in conflict. Values derived from the text cannot, and permanently
/// deleting a note does not conflict with an earlier move to the trash.
package struct NoteConflict: Sendable, Equatable {
  /// One of the versions to choose from.
  package struct Side: Sendable, Equatable {
    /// Its name among the sides; opaque.
    package var version: String
    /// The device or program that wrote it, or, if a merge united its values with others, the one
    /// whose values are in dispute; may be empty.
    package var author: String
    /// The id of that author, 16 bytes; nil if unknown.
    package var writer: Data?
    /// The time when it was written.
    package var written: Date
    /// The note's text on this side; nil if it was deleted, or is lost.
    package var text: String?
    /// Whether this side has the note, but not its text, because another side permanently deleted
    /// it, and this machine's history does not have it. Devices that had it keep it in their
    /// history.
    package var isTextLost = false
    /// If the texts are equal: the values in which the sides differ, such as `stars: 5`. They
    /// contain the user's own words.
    package var facts: [String] = []
  }

  /// The note's id.
  package var note: String
  /// Two or more sides: the one that readers see, then the others, latest first.
  package var sides: [Side]
}

/// The user's choice for a note in conflict.
package enum ConflictChoice: Sendable, Equatable {
  /// The text that readers see.
  case shown
  /// The first text that readers do not see.
  case other
  /// The side with this version.
  case side(version: String)
  /// The text that readers see; each other text becomes a separate note.
  case both
  /// This text instead of all sides.
  case text(String)
}
