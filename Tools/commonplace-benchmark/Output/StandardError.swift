import Foundation

/// Text for a user who waits.
enum StandardError {
  /// Shows `line` instead of the last one, where a person is looking.
  static func progress(_ line: String) {
    guard isatty(2) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
  }
}
