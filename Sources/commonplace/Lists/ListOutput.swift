import DisplayWidth
import Foundation
import Terminal

/// The output of a list. On a terminal, it fits the width and uses a pager.
struct ListOutput {
  /// Cells per line; nil for no limit, as in a file or a pipe.
  let width: Int?
  private let rendition: Rendition
  private let isPaged: Bool
  /// Whether a terminal shows the output. A file or a pipe with colors counts, too, because a
  /// program such as a pager probably shows it.
  let isForTerminal: Bool

  init(color: ColorChoice = .auto, pager: Bool = true) {
    let isTerminal = StandardOutput.isTerminal
    width = isTerminal ? ScreenSize(of: 1).columns : nil
    rendition = color.isOn ? .colored : .plain
    isPaged = isTerminal && pager
    isForTerminal = isTerminal || color.isOn
  }

  /// Without a pager. `width` is in cells; nil for no limit.
  init(color: ColorChoice, width: Int?) {
    self.width = width
    (rendition, isPaged) = (color.isOn ? .colored : .plain, false)
    isForTerminal = width != nil || color.isOn
  }

  init(_ options: PrintingOptions) {
    self.init(color: options.color, pager: !options.noPager)
  }

  /// Returns a value as a field of a line. For a terminal, escapes all characters that control it.
  /// For a program, escapes only control characters and line separators.
  func field(_ value: String) -> String { isForTerminal ? value.terminalSafeLine : value.field }

  func rendered(_ lines: [Line]) -> String {
    lines.map { $0.rendered(rendition) + "\n" }.joined()
  }

  func write(_ text: String) throws { try write(CollectionOfOne(text)) }

  /// Prints texts that are safe to print, in order. Without a pager, keeps only a part of them in
  /// memory.
  func write(_ texts: some Sequence<String>) throws {
    if isPaged, let pager = Pager() {
      let text = texts.joined()
      guard !text.isEmpty else { return }
      return try ProgressLine.shared.paused { try pager.show(text) }
    }
    try ProgressLine.shared.away { () throws(OutputError) in
      try Descriptor.standardOutput.write(texts)
    }
  }

  func write(cutting lines: [String]) throws {
    try write(rendered(lines.map { Line($0).fitted(to: width) }))
  }
}

struct Pager {
  let command: String

  /// Uses `$PAGER`; nil if it is empty or cat. Without `$PAGER`, uses less; nil on a dumb terminal,
  /// or if less is not installed.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let given = environment["PAGER"]?.trimmingCharacters(in: .whitespaces) {
      guard !["", "cat"].contains(given) else { return nil }
      command = given
    } else {
      guard environment["TERM"] != "dumb",
        Program.path(of: "less", in: environment["PATH"]) != nil
      else { return nil }
      command = "less"
    }
  }

  /// Waits until the program ends. Throws if it cannot run.
  func show(_ text: String) throws {
    // As in git, unless `LESS` is set: less exits at once if the text fits, keeps colors, and
    // leaves the text on the screen.
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    let status = ChildProgram.run(command, [], input: text)
    guard let status, ![126, 127].contains(status) else {
      throw CommandFailure(
        .inputOutput, "cannot run the pager “\(command)”",
        "set $PAGER to another program, or to cat, which prints without a pager")
    }
  }
}

extension Line {
  /// Returns the line cut to `cells` cells, ending in … if it was longer.
  func fitted(to cells: Int?) -> Line {
    guard let cells, width > cells else { return self }
    var line = clipped(to: max(0, cells - 1))
    line.spans.append(Span("…"))
    return line
  }
}

extension String {
  var displayCells: Int { displayWidth }

  func cut(to cells: Int) -> String { Line(self).fitted(to: cells).text }
}
