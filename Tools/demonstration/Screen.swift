import Foundation
import JSON
import LanguageServerProtocol

/// The screen. On a terminal, each frame is drawn over the last one. Otherwise, only the frames of
/// `present` are printed.
struct Screen {
  private let isTerminal = isatty(1) == 1
  /// The text that is shown.
  private var text: [String] = []
  /// The results for the text, shown below it.
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

  /// Shows the text with its colors, the diagnostics below it, and the time it took.
  mutating func show(
    text: String, tokens: JSONValue?, diagnostics: [JSONValue], time: String
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let colors = Style.colours(of: tokens)
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

  /// Shows a menu at the end of the text, and the time it took.
  mutating func popup(_ items: [(label: String, detail: String)], time: String) {
    let menu = items.map { "      \(Style.menu) \($0.label)  \($0.detail) \(Style.plain)" }
    present(text + menu + remarks.dropLast() + [Self.quiet(time)])
    rest(seconds: 2)
  }

  /// Pauses so that the viewer can read the frame. Shows `remark`, if given, below the frame.
  mutating func pause(_ remark: String?) {
    if let remark { present(text + remarks + ["  \(Style.strong)\(remark)\(Style.plain)"]) }
    guard isStepping else { return rest(seconds: 2) }
    let up = isTerminal ? "\u{1B}[A\u{1B}[K" : ""
    print("  \(Style.quiet)Return goes on.\(Style.plain)", terminator: "")
    fflush(nil)
    _ = readLine()
    print(up, terminator: "")
  }

  /// Shows lines that are not a note, and the time they took.
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

  /// Draws a frame on a terminal; otherwise, prints it.
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
  /// The text without trailing spaces.
  var withoutTrailingSpace: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
