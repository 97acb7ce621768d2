import Foundation

enum StandardError {
  /// Replaces the last progress line by `line`, if standard error is a terminal.
  static func progress(_ line: String) {
    guard isatty(2) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
  }
}
