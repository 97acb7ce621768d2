import Foundation
import JSON

enum StandardOutput {
  static func write(_ line: String) throws(OutputError) {
    try ProgressLine.shared.away { () throws(OutputError) in
      try Descriptor.standardOutput.write(line + "\n")
    }
  }

  static var isTerminal: Bool { isatty(1) == 1 }

  /// Prints a text. On a terminal, escapes characters that control it, and adds a missing line end.
  /// In a file or a pipe, writes exactly the text's bytes.
  static func write(text: String) throws(OutputError) {
    let shown = isTerminal ? text.terminalSafe : text
    let end = isTerminal && !shown.hasSuffix("\n") ? "\n" : ""
    try ProgressLine.shared.away { () throws(OutputError) in
      try Descriptor.standardOutput.write(shown)
      try Descriptor.standardOutput.write(end)
    }
  }

  static func write(arrayOf values: some Sequence<JSONValue>) throws(OutputError) {
    var mark = "["
    let parts = values.lazy.map { value in
      defer { mark = "," }
      return mark + value.line
    }
    try ProgressLine.shared.away { () throws(OutputError) in
      try Descriptor.standardOutput.write(parts)
      try Descriptor.standardOutput.write((mark == "[" ? "[" : "") + "]\n")
    }
  }

  /// Whether colors may be used: on a terminal that supports them, unless `NO_COLOR` is set.
  static var hasColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
      && environment["TERM"] != "dumb"
  }
}

enum StandardError {
  /// Ignores write errors, because they cannot be reported.
  static func write(_ line: String) {
    ProgressLine.shared.away { try? Descriptor.standardError.write(line + "\n") }
  }

  /// Prints `text` unchanged, without a line end.
  static func show(_ text: String) {
    ProgressLine.shared.away { try? Descriptor.standardError.write(text) }
  }
}

enum OutputError: Error, Equatable {
  /// The reader of the pipe has closed it, as in `commonplace notes | head -1`.
  case readerIsGone
  case failed(Int32)
}
