internal import Base

/// Something that an import does not take in.
package struct LeftOut: Sendable, Equatable {
  /// A file, or a part of texts.
  package var what: String
  /// The reason, as the end of a sentence after “because”.
  package var why: String
  /// The number of times it was there.
  package var count: Int
  /// The files in which it was; empty if it is a file.
  package var files: Set<String>

  /// The most files that are listed one by one.
  static let mostFiles = 50

  init(_ what: String, _ why: String, count: Int = 1, files: Set<String> = []) {
    (self.what, self.why, self.count, self.files) = (what, why, count, files)
  }

  /// The line for users: “comments (3 in 2 files), because …”.
  package var line: String {
    let number = files.isEmpty ? "" : " (\(count) in \(files.count.counted("file")))"
    return "\(what)\(number), because \(why)"
  }
}
