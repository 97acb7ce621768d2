package import Foundation

/// Words, prompts, hashtags and books are counted in notes outside the trash.
package struct NotebookStatistics: Sendable, Equatable {
  package var notes = 0
  package var trashed = 0
  package var conflicts = 0
  /// Words are separated by white space.
  package var words = 0
  package var quotes = 0
  package var clozes = 0
  package var pairs = 0
  /// The number of distinct hashtags, including those that are only parents of others, as in the
  /// list of tags.
  package var tags = 0
  package var books = 0
  /// The number of images, including covers and those in the trash.
  package var images = 0

  /// The number of authors: each opening of the notebook that wrote something is one.
  package var authors = 0
  /// The number of versions of values, including deleted ones and all sides of conflicts.
  package var versions = 0
  package var tombstones = 0
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
  package var keptBytes = 0
}
