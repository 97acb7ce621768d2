import Base

package struct LeftOut: Sendable, Equatable {
  /// A file, or a part of texts.
  package var part: String
  /// The reason, as the end of a sentence after “because”.
  package var reason: String
  package var count: Int
  /// The files that contain it; empty if `part` is a file.
  package var files: Set<String>

  package init(_ part: String, _ reason: String, count: Int = 1, files: Set<String> = []) {
    (self.part, self.reason, self.count, self.files) = (part, reason, count, files)
  }

  /// The line for users: “comments (3 in 2 files), because …”.
  package var line: String {
    let number = files.isEmpty ? "" : " (\(count) in \(files.count.counted("file")))"
    return "\(part)\(number), because \(reason)"
  }
}
