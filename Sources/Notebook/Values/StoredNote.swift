import Foundation
package import KeyValueStore

package struct StoredNote: Sendable, Equatable {
  package var summary: NoteSummary
  /// The Markdown text; empty if there is none.
  package var text: String
  /// The opaque name of the text's version, which changes whenever the text is written. Empty if
  /// there never was a text.
  package var version: String
}

extension StoredNote {
  package init(summary: NoteSummary, winner: WinningVersion?) {
    self.summary = summary
    text = String(decoding: winner?.text ?? Data(), as: UTF8.self)
    version = winner.version
  }
}
