package import Foundation

/// The texts that a note has and had: those that were replaced on this machine or removed by
/// incorporated changes, as far as they are kept (up to 64 MB, the last of each note in any case),
/// and the present one.
package struct NoteHistory: Sendable, Equatable {
  /// One of the texts.
  package struct Text: Sendable, Equatable {
    /// Its name, as `StoredNote.version` has it.
    package var version: String
    /// When it was written.
    package var written: Date
    /// The device that wrote it, as it calls itself, or empty; nil for this machine.
    package var writer: String?
    /// When it was replaced, or that came out here; nil of the present one.
    package var replaced: Date?
    /// The device that replaced it, likewise; nil for this machine.
    package var replacer: String?
    /// The Markdown text.
    package var text: String
  }

  /// The note's id.
  package var note: String
  /// The newest first. The present text comes first, if the note has one.
  package var texts: [Text]

  /// The text that was the latest at `time`; nil if none of those that are kept was written by then.
  package func text(at time: Date) -> Text? { texts.first { $0.written <= time } }
}
