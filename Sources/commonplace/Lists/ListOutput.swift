import DisplayWidth
import Foundation
import Terminal

/// The output of a list: as wide as the terminal, through a pager; anywhere else as it is.
struct ListOutput {
  /// Cells of a line; nil where there is no terminal.
  let width: Int?
  private let rendition: Rendition
  private let isPaged: Bool
  /// Whether a terminal shows it, now or after a pager that keeps colours.
  let isForTerminal: Bool

  init(colour: ColourChoice = .auto, pager: Bool = true) {
    let isTerminal = StandardOutput.isTerminal
    width = isTerminal ? ScreenSize(of: 1).columns : nil
    rendition = colour.isOn ? .coloured : .plain
    isPaged = isTerminal && pager
    isForTerminal = isTerminal || colour.isOn
  }

  /// A list that is not printed.
  init(colour: ColourChoice, width: Int?) {
    self.width = width
    (rendition, isPaged) = (colour.isOn ? .coloured : .plain, false)
    isForTerminal = width != nil || colour.isOn
  }

  init(_ options: PrintingOptions) {
    self.init(colour: options.color, pager: !options.noPager)
  }

  /// A value as a field of a line: for a terminal without anything that it obeys, for a program exact
  /// except for control characters and line separators.
  func field(_ value: String) -> String { isForTerminal ? value.terminalSafeLine : value.field }

  /// Lines with their styles and line ends.
  func rendered(_ lines: [Line]) -> String {
    lines.map { $0.rendered(rendition) + "\n" }.joined()
  }

  /// Prints a text that is safe.
  func write(_ text: String) throws { try write(CollectionOfOne(text)) }

  /// Prints texts that are safe, one after the other. But for a pager, only a part of them is held at a time.
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

  /// Prints lines that are safe, each cut to the width.
  func write(cutting lines: [String]) throws {
    try write(rendered(lines.map { Line($0).fitted(to: width) }))
  }
}

/// The program through which lists are read on a terminal.
struct Pager {
  /// The shell command.
  let command: String

  /// `$PAGER`, or else less; nil for none, or for cat.
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

  /// Shows the text, and waits for the end of the program.
  func show(_ text: String) throws {
    // As git does: less ends at once if all fits, keeps colours, and leaves the text on the screen.
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    let status = ChildProgram.run(command, [], input: text)
    guard let status, ![126, 127].contains(status) else {
      throw CommandFailure(
        .inputOutput, "cannot run the pager “\(command)”",
        "set $PAGER to another program, or use --no-pager")
    }
  }
}

extension Line {
  /// The line within so many cells, with … where more was.
  func fitted(to cells: Int?) -> Line {
    guard let cells, width > cells else { return self }
    var line = clipped(to: max(0, cells - 1))
    line.spans.append(Span("…"))
    return line
  }
}

extension String {
  /// The cells that it takes.
  var displayCells: Int { displayWidth }

  /// The text within so many cells, with … where more was.
  func cut(to cells: Int) -> String { Line(self).fitted(to: cells).text }
}
