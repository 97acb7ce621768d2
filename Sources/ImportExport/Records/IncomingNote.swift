import Foundation
import FrontMatter
import JSON
import KeyValueStore

/// A version of a value that an import brings.
struct IncomingVersion: Equatable {
  /// The value; nil when only its digest is known any more: a text that was edited since.
  var value: EntryValue?
  /// Distinguishes it from other values.
  var digest: String
  /// The time at which it was written, as rows spell it.
  var time: String
  /// The author, and that author's number of the write, if known.
  var author = Data()
  var usn: Int64 = 0

  init(_ value: EntryValue, time: String, author: Data = Data(), usn: Int64 = 0) {
    self.init(value: value, digest: value.digest, time: time, author: author, usn: usn)
  }

  init(value: EntryValue?, digest: String, time: String, author: Data, usn: Int64) {
    (self.value, self.digest, self.time, self.author, self.usn) = (value, digest, time, author, usn)
  }
}

/// A note, or a scope that is not a note, as a source has it.
struct IncomingNote {
  var id: String
  /// Values as another notebook had them: of each key the version that counted first.
  var versions: [EntryKey: [IncomingVersion]] = [:]
  /// The writes that that notebook had seen.
  var vector = VersionVector()
  /// The user's text and changes in a Markdown file.
  package var markdown: IncomingMarkdown?
  /// Fields of another program's note that stay beside the text.
  var keptFields: Set<String> = []
}

/// A Markdown file as its last writer left it.
struct IncomingMarkdown {
  /// The text, with `\n` at the ends of lines; nil if the file has none.
  var text: String?
  /// The part before it.
  var frontMatter = FrontMatter()
  /// The front matter when it was exported; nil if it is not known.
  var base: FrontMatter?
  /// The digest of the text when it was exported.
  var baseDigest: String?
  /// Files beside it that it needs, by the keys they are stored under.
  var assets: [String: EntryValue] = [:]
  /// A cover that it names and that is another than before; null if one was taken away.
  var cover: EntryValue?
  /// The other values for a note that is not there yet: its times.
  var created: Date
  var modified: Date
}
