internal import Foundation

/// A note with its text.
public struct StoredNote: Sendable, Equatable {
  /// Title, hashtags, times and book.
  public var summary: NoteSummary
  /// The Markdown text; empty when the note has none.
  public var text: String
  /// Changes whenever the text is written; otherwise opaque. Empty when it never was.
  public var version: String
}

extension StoredNote {
  init(summary: NoteSummary, winner: WinningVersion?) {
    self.summary = summary
    text = String(decoding: winner?.text ?? Data(), as: UTF8.self)
    version = winner.version
  }
}
