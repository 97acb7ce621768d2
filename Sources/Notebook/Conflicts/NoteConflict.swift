package import Foundation
import GRDB
import JSON

/// A note that was changed in several places, none of which knew of the others: readers see the
/// latest, and the others are kept until the user chooses.
///
/// Texts in conflict are texts that differ, one of them perhaps deleted. Where the texts are the
/// same, books, folders and images can be in conflict. Values derived from the text cannot. And
/// deleting a note for good does not contradict an earlier move to the trash.
package struct NoteConflict: Sendable, Equatable {
  /// One of the things there are to choose from.
  package struct Side: Sendable, Equatable {
    /// Its name among the sides; opaque.
    package var version: String
    /// The device or the program that wrote it, or, if a merge united its facts with others, the one whose facts are
    /// in dispute; may be empty.
    package var author: String
    /// The id of that author, sixteen bytes; nil if it is not known.
    package var writer: Data?
    /// The time at which it was written.
    package var written: Date
    /// The note's text there; nil if it was deleted, or is lost.
    package var text: String?
    /// Whether the note is there, but not its text: another side deleted it for good, and this
    /// machine never had it. The devices that had it keep it in their history.
    package var isTextLost = false
    /// Where the texts are the same: the facts that other sides do not say, in words, as `stars: 5`. They are
    /// the user's own words.
    package var facts: [String] = []
  }

  /// The note.
  package var note: String
  /// Two or more, the one that readers see first, then the latest first.
  package var sides: [Side]
}

/// The user's choice for a note in conflict.
package enum ConflictChoice: Sendable, Equatable {
  /// The text that readers see.
  case shown
  /// The first of those that readers do not see.
  case other
  /// The side of this name.
  case side(version: String)
  /// The text that readers see; each other text becomes a separate note.
  case both
  /// This text, in the place of all.
  case text(String)
}
