import Foundation
import JSON
import LanguageServerProtocol

/// The terminal. On a real one each frame is drawn over the last; elsewhere only the frames at which
/// something is to be seen are printed.
struct Screen {
  private let isTerminal = isatty(1) == 1
  private var frame: [String] = []
  private var drawn = 0
  private var popup: [String] = []

  func heading(_ text: String) {
    line("")
    line("\(Style.strong)\(text)\(Style.plain)")
    line("")
  }

  func line(_ text: String) { print(text) }

  /// The text with its colours, the diagnostics below it, and the time of the key.
  mutating func show(
    text: String, tokens: JSONValue?, diagnostics: [JSONValue], milliseconds: Double
  ) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let colours = Style.colours(of: tokens)
    frame = lines.enumerated().map { index, line in
      let marks = diagnostics.compactMap { Style.underline(from: $0, line: index) }
      return "  │ " + Style.painted(line, colours[index] ?? [], underlined: marks)
    }
    frame += popup
    popup = []
    for diagnostic in diagnostics {
      frame.append(
        "  \(Style.warning)▲ \(diagnostic["code"]?.string ?? "")\(Style.plain)  "
          + (diagnostic["message"]?.string ?? ""))
    }
    frame.append(
      "  \(Style.quiet)this key: \(String(format: "%.2f", milliseconds)) ms\(Style.plain)")
    draw()
    rest(seconds: 0.03)
  }

  mutating func popup(_ items: [(label: String, detail: String)]) {
    popup = items.map { "      \(Style.menu) \($0.label)  \($0.detail) \(Style.plain)" }
    let last = frame
    frame.insert(contentsOf: popup, at: max(0, frame.count - 1))
    draw()
    if !isTerminal { printFrame() }
    rest(seconds: 2)
    frame = last
    popup = []
  }

  /// Time to look at the frame as it is.
  mutating func pause(_ remark: String) {
    let rest = frame
    frame.append("  \(Style.strong)\(remark)\(Style.plain)")
    draw()
    if !isTerminal { printFrame() }
    self.rest(seconds: 2)
    frame = rest
  }

  /// Leaves the frame as it is and goes on below it.
  mutating func finishFrame() {
    draw()
    if !isTerminal { printFrame() }
    drawn = 0
  }

  func rest(seconds: Double) {
    if isTerminal { usleep(UInt32(seconds * 1_000_000)) }
  }

  private mutating func draw() {
    guard isTerminal else { return }
    let up = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
    print(up + "\u{1B}[J" + frame.joined(separator: "\n"))
    drawn = frame.reduce(0) { $0 + Style.rows(of: $1) }
    fflush(nil)
  }

  private func printFrame() {
    print(frame.joined(separator: "\n") + "\n")
  }
}
