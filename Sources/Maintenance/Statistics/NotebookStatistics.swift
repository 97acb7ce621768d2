package import Foundation

/// The contents of a notebook, in numbers.
package struct NotebookStatistics: Sendable, Equatable {
  /// Notes outside the trash.
  package var notes = 0
  /// Notes in the trash.
  package var trashed = 0
  /// Notes in conflict.
  package var conflicts = 0
  /// Words of the notes outside the trash: the texts between white space.
  package var words = 0
  /// Prompts of the notes outside the trash. One of a quote,
  package var quotes = 0
  /// of each cloze,
  package var clozes = 0
  /// and of each question with its answer.
  package var pairs = 0
  /// Different hashtags outside the trash, those included that are only parents of others: the lines of
  /// the tag list.
  package var tags = 0
  /// Notes outside the trash that are about a book.
  package var books = 0
  /// Images, those in the trash and covers included.
  package var images = 0

  /// Openings of the notebook in which something was written.
  package var authors = 0
  /// Versions of values, deleted ones and all sides of conflicts included.
  package var versions = 0
  /// Records of versions that were superseded.
  package var tombstones = 0
  /// The time of the last write; nil in a notebook without any.
  package var lastChange: Date?

  /// Bytes of the published file; nil if there is none.
  package var fileSize: Int64?
  /// The folder in which this machine keeps the working copy and the history; nil when nothing was
  /// saved here yet.
  package var stateFolder: String?
  /// Saves, here or merged, that are not in the published file yet; nil if that is not known.
  package var unpublishedSaves: Int64?
  /// Texts in this machine's history,
  package var keptTexts = 0
  /// and their bytes.
  package var keptBytes = 0
}
