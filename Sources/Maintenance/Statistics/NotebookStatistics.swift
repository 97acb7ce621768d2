package import Foundation

/// Statistics of a notebook.
package struct NotebookStatistics: Sendable, Equatable {
  /// The number of notes outside the trash.
  package var notes = 0
  /// The number of notes in the trash.
  package var trashed = 0
  /// The number of notes in conflict.
  package var conflicts = 0
  /// The number of words, separated by white space, in notes outside the trash.
  package var words = 0
  /// The number of quotes in notes outside the trash.
  package var quotes = 0
  /// The number of clozes in notes outside the trash.
  package var clozes = 0
  /// The number of questions with answers in notes outside the trash.
  package var pairs = 0
  /// The number of distinct hashtags outside the trash, including those that are only parents of
  /// others, as in the list of tags.
  package var tags = 0
  /// The number of notes outside the trash with a book.
  package var books = 0
  /// The number of images, including covers and those in the trash.
  package var images = 0

  /// The number of authors: each opening of the notebook that wrote something is one.
  package var authors = 0
  /// The number of versions of values, including deleted ones and all sides of conflicts.
  package var versions = 0
  /// The number of tombstones.
  package var tombstones = 0
  /// The time of the last write; nil if there is none.
  package var lastChange: Date?

  /// The size of the published file in bytes; nil if there is none.
  package var fileSize: Int64?
  /// The folder with this machine's working copy and history; nil if nothing was saved on this
  /// machine yet.
  package var stateFolder: String?
  /// The number of saves, including merged ones, that are not published yet; nil if unknown.
  package var unpublishedSaves: Int64?
  /// The number of texts in this machine's history.
  package var keptTexts = 0
  /// The size of these texts in bytes.
  package var keptBytes = 0
}
