import Foundation
import JSON
import LanguageServerProtocol

/// On a terminal, each frame is drawn over the last one. Otherwise, frames are printed only by
/// `present`.
struct Screen {
  private let isTerminal = isatty(1) == 1
  private var text: [String] = []
  private var remarks: [String] = []
  private var drawn = 0
  /// Whether Return continues after each remark, instead of a pause.
  var isStepping = false

  func heading(_ text: String) {
    line("")
    line("\(Style.strong)\(text)\(Style.plain)")
    line("")
  }

  func line(_ text: String) { print(text.withoutTrailingSpace) }

  mutating func show(
    text: String, tokens: JSONValue?, diagnostics: [JSONValue], time: String
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let colors = Style.colors(of: tokens)
    self.text = lines.enumerated().map { index, line in
      let marks = diagnostics.compactMap { Style.underline(from: $0, line: index) }
      return "  │ " + Style.painted(line, colors[index] ?? [], underlined: marks)
    }
    remarks = diagnostics.map { diagnostic in
      "  \(Style.warning)▲ \(diagnostic["code"]?.string ?? "")\(Style.plain)  "
        + (diagnostic["message"]?.string ?? "")
    }
    remarks.append(Self.quiet(time))
    draw(self.text + remarks)
    rest(seconds: 0.03)
  }

  mutating func popup(_ items: [(label: String, detail: String)], time: String) {
    let menu = items.map { "      \(Style.menu) \($0.label)  \($0.detail) \(Style.plain)" }
    present(text + menu + remarks.dropLast() + [Self.quiet(time)])
    rest(seconds: 2)
  }

  /// Shows `remark`, if given, below the frame. Then waits two seconds on a terminal, or for Return
  /// when stepping.
  mutating func pause(_ remark: String?) {
    if let remark { present(text + remarks + ["  \(Style.strong)\(remark)\(Style.plain)"]) }
    guard isStepping else { return rest(seconds: 2) }
    let up = isTerminal ? "\u{1B}[A\u{1B}[K" : ""
    print("  \(Style.quiet)Press Return to continue.\(Style.plain)", terminator: "")
    fflush(nil)
    _ = readLine()
    print(up, terminator: "")
  }

  mutating func frame(_ lines: [String], time: String?, rest seconds: Double) {
    (text, remarks) = (lines, time.map { [Self.quiet($0)] } ?? [])
    draw(text + remarks)
    rest(seconds: seconds)
  }

  /// Leaves the frame as it is, and continues below it.
  mutating func finishFrame() {
    present(text + remarks)
    (text, remarks, drawn) = ([], [], 0)
  }

  func rest(seconds: Double) {
    if isTerminal { usleep(UInt32(seconds * 1_000_000)) }
  }

  private static func quiet(_ text: String) -> String {
    "  \(Style.quiet)\(text)\(Style.plain)"
  }

  private mutating func present(_ frame: [String]) {
    draw(frame)
    if !isTerminal { print(frame.map(\.withoutTrailingSpace).joined(separator: "\n") + "\n") }
  }

  private mutating func draw(_ frame: [String]) {
    guard isTerminal else { return }
    let up = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
    print(up + "\u{1B}[J" + frame.joined(separator: "\n"))
    drawn = frame.reduce(0) { $0 + Style.rows(of: $1) }
    fflush(nil)
  }
}

extension String {
  var withoutTrailingSpace: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
