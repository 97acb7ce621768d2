package import Foundation
import GRDB
import JSON

/// A note that several writers changed independently. Readers see the latest version; the others
/// are kept until the user chooses.
///
/// Texts are in conflict if they differ, or if one was deleted. If the texts are equal, books,
/// folders and images can be in conflict. Values derived from the text cannot be in conflict.
/// Permanently deleting a note does not conflict with an earlier move to the trash.
package struct NoteConflict: Sendable, Equatable {
  package struct Side: Sendable, Equatable {
    package var version: String
    /// The name of the device or program that wrote the version; may be empty. For a version
    /// written by a merge, the writer of a version that the merge superseded.
    package var author: String
    /// The id of the author that `author` names, 16 bytes.
    package var writer: Data?
    /// `distantPast` if the stored time is invalid.
    package var written: Date
    /// The note's text on this side; nil if this side deleted the note, or the text is lost.
    package var text: String?
    /// Whether this side has the note, but not its text: another side permanently deleted the note,
    /// and this machine's history does not have the text. The history of another device may have
    /// it.
    package var isTextLost = false
    /// The values in which the sides differ if their texts are equal, such as `stars: 5`. May
    /// contain the user's own words.
    package var facts: [String] = []
  }

  package var note: String
  /// Two or more sides: first the one that readers see, then the others, latest first.
  package var sides: [Side]
}

package enum ConflictChoice: Sendable, Equatable {
  /// The text that readers see.
  case shown
  /// The first text that readers do not see.
  case other
  case side(version: String)
  /// The text that readers see; each other text becomes a separate note.
  case both
  case text(String)
}
