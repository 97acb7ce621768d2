public import Foundation

/// What a notebook holds, in numbers.
public struct NotebookStatistics: Sendable, Equatable {
  /// Notes outside the trash.
  public var notes = 0
  /// Notes in the trash.
  public var trashed = 0
  /// Notes in conflict.
  public var conflicts = 0
  /// Words of the notes outside the trash: what is between white space.
  public var words = 0
  /// Prompts of the notes outside the trash. One of a quote,
  public var quotes = 0
  /// of each cloze,
  public var clozes = 0
  /// and of each question with its answer.
  public var pairs = 0
  /// Different hashtags outside the trash, those included that are only parents of others: the lines of
  /// the tag list.
  public var tags = 0
  /// Notes outside the trash that are about a book.
  public var books = 0
  /// Images, those in the trash and covers included.
  public var images = 0

  /// Openings of the notebook in which somebody wrote.
  public var authors = 0
  /// Versions of values, deleted ones and all sides of conflicts included.
  public var versions = 0
  /// Records of versions that were superseded.
  public var tombstones = 0
  /// When somebody last wrote anything; nil in a notebook in which nobody did.
  public var lastChange: Date?

  /// Bytes of the published file; nil when there is none.
  public var fileSize: Int64?
  /// Where this machine keeps the working copy and the history; nil when nothing was saved here yet.
  public var stateFolder: String?
  /// Saves, here or merged, that are not in the published file yet; nil if that is not known.
  public var unpublishedSaves: Int64?
  /// Texts in this machine's history,
  public var keptTexts = 0
  /// and their bytes.
  public var keptBytes = 0
}
