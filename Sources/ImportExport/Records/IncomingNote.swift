import Foundation
import FrontMatter
import JSON
import KeyValueStore

struct IncomingVersion: Equatable {
  /// The value; nil if only its digest is known, because the text was edited since.
  var value: EntryValue?
  var digest: String
  /// The time of the write, formatted as in rows.
  var time: String
  /// The author; empty if unknown.
  var author = Data()
  /// The author's number of the write; 0 if unknown.
  var usn: Int64 = 0

  init(_ value: EntryValue, time: String, author: Data = Data(), usn: Int64 = 0) {
    self.init(value: value, digest: value.digest, time: time, author: author, usn: usn)
  }

  init(value: EntryValue?, digest: String, time: String, author: Data, usn: Int64) {
    (self.value, self.digest, self.time, self.author, self.usn) = (value, digest, time, author, usn)
  }
}

/// A note in a source, or a scope that is not a note.
struct IncomingNote {
  var id: String
  /// The values in the other notebook: for each key its versions, the winning one first.
  var versions: [EntryKey: [IncomingVersion]] = [:]
  /// The writes that the other notebook had seen.
  var vector = VersionVector()
  package var markdown: IncomingMarkdown?
  /// The names of another program's fields that are stored next to the text.
  var keptFields: Set<String> = []
}

struct IncomingMarkdown {
  /// The text, with `\n` line ends; nil if it is missing, or unedited since the export.
  var text: String?
  var frontMatter = FrontMatter()
  /// The front matter as exported; nil if unknown.
  var base: FrontMatter?
  var baseDigest: String?
  var assets: [String: EntryValue] = [:]
  /// A cover that was changed in the front matter; null if it was removed; nil if unchanged.
  var cover: EntryValue?
  var created: Date
  var modified: Date
}
