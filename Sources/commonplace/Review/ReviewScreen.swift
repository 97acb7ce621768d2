import DisplayWidth
import MiniMarkdown
import NotebookReview
import SpacedRepetition
import Terminal

/// The content of the screen. It depends only on the session and the screen's size.
struct ReviewScreen: Equatable {
  var card: Card?
  var isRevealed = false
  var progress = ReviewSession.Progress()
  var summary = ReviewSession.Summary()
  var choices: [ReviewChoice] = []
  var message: String?
  /// Whether no card is left. If false and `card` is nil, the card could not be read.
  var isOver = true
  var isHelp = false
  /// Number of the card's lines above the screen.
  var scroll = 0

  func lines(_ size: ScreenSize) -> [Line] {
    let text = column(of: size)
    let (top, bottom, room) = frame(size)
    let body = body(text.width)
    // Both sides start on the same line, so that showing the answer does not move the text.
    let height = max(body.count, card == nil || isHelp ? 0 : sides(text.width).count)
    let above = max(0, min(room - height, room)) / 3
    let hidden = min(max(0, scroll), max(0, body.count - room))
    var shown = Array(body.dropFirst(hidden).prefix(room))
    if hidden > 0, room > 2, !shown.isEmpty { shown[0] = Line("↑", Self.dim) }
    if room > 2, hidden + room < body.count, let last = shown.indices.last {
      shown[last] = Line("↓", Self.dim)
    }
    var lines = (top + Array(repeating: Line(), count: above) + shown)
      .map { $0.indented(by: text.margin) }
    while lines.count + bottom.count < size.rows { lines.append(Line()) }
    lines += bottom.map { $0.indented(by: text.margin) }
    return Array(lines.prefix(size.rows)).map { $0.clipped(to: size.columns) }
  }

  /// Returns the maximum scroll of the card: its last line is on the screen.
  func lastScroll(_ size: ScreenSize) -> Int {
    max(0, body(column(of: size).width).count - frame(size).room)
  }

  /// Returns the lines above and below the card, and the number of lines between them.
  private func frame(_ size: ScreenSize) -> (top: [Line], bottom: [Line], room: Int) {
    let width = column(of: size).width
    var top = [header(width)]
    var bottom = footer(width, isShort: size.rows < 9)
    if size.rows >= 10 {
      top.append(Line())
      bottom.insert(Line(), at: 0)
    }
    return (top, bottom, max(1, size.rows - top.count - bottom.count))
  }

  /// Returns the margin and the width of the text: at most 69 columns, which are easy to read.
  private func column(of size: ScreenSize) -> (margin: Int, width: Int) {
    let margin = size.columns < 30 ? 0 : max(2, (size.columns - 68) / 2)
    return (margin, max(1, size.columns - 2 * margin))
  }

  // MARK: Above

  private func header(_ width: Int) -> Line {
    let (done, total) = (progress.done, progress.total)
    var count = "\(done) of \(total)"
    if progress.again > 0 { count += ", \(progress.again) again" }
    let bar = min(28, width - count.displayWidth - 2)
    guard bar >= 6 else { return Line("\(done)/\(total)", Self.dim).clipped(to: width) }
    let filled = total == 0 ? 0 : min(bar, done * bar / total)
    return Line([
      Span(String(repeating: "█", count: filled), TextStyle(.green)),
      Span(String(repeating: "░", count: bar - filled), Self.dim), Span("  " + count),
    ])
  }

  // MARK: The card

  private func body(_ width: Int) -> [Line] {
    if isHelp { return ReviewKeys.help(choices).flatMap { Line.wrapped([Span($0)], to: width) } }
    guard let card else { return ending(width) }
    var lines = context(card, width)
    if !isRevealed { return lines + Self.lines(card.front, width) }
    if card.kind == .questionAndAnswer {
      lines += Self.lines(card.front, width)
      lines += [Line(), Line(String(repeating: "─", count: min(width, 24)), Self.dim), Line()]
    }
    return lines + Self.lines(card.back, width)
  }

  private func sides(_ width: Int) -> [Line] {
    var page = self
    page.isRevealed = true
    return page.body(width)
  }

  private func context(_ card: Card, _ width: Int) -> [Line] {
    let text = Span(card.context.terminalSafeLine, TextStyle(.blue, bold: true))
    return Line.wrapped([text], to: width) + [Line()]
  }

  private static func lines(_ text: CardText, _ width: Int) -> [Line] {
    Line.wrapped(text.runs.map(span), to: width)
  }

  static func span(_ run: CardText.Run) -> Span {
    let text = run.text.terminalSafe
    return switch run.style {
    case .plain: Span(text)
    case .emphasis: Span(text, TextStyle(italic: true))
    case .strong: Span(text, TextStyle(bold: true))
    case .code: Span(text, TextStyle(.cyan))
    case .hint: Span("[\(text)]", TextStyle(.yellow))
    case .blank: Span(text, TextStyle(.yellow))
    case .answer: Span(text, TextStyle(.green, bold: true, underlined: true))
    case .caption: Span(text, dim)
    case .image: Span("[\(text)]", TextStyle(.magenta))
    }
  }

  /// Returns the text shown when no card is left; empty if the card could not be read.
  private func ending(_ width: Int) -> [Line] {
    if !isOver { return [] }
    return Line.wrapped([Span(ReviewKeys.ending(summary))], to: width)
  }

  // MARK: Below

  private func footer(_ width: Int, isShort: Bool) -> [Line] {
    var lines: [Line] = []
    if let message, !isShort || !isRevealed {
      lines += Line.wrapped([Span(message.terminalSafeLine, TextStyle(.yellow))], to: width).prefix(
        2)
    }
    if card != nil, !isHelp {
      // A line is reserved for the answers, so that showing them does not move the text.
      if isRevealed { lines += answers(width) } else if !isShort { lines.append(Line()) }
    }
    if !isShort || lines.isEmpty { lines.append(Self.fitting(keys, width)) }
    return lines
  }

  private func answers(_ width: Int) -> [Line] {
    func line(withIntervals: Bool) -> Line {
      var line = Line()
      for choice in choices {
        if !line.spans.isEmpty { line.spans.append(Span("   ")) }
        line.spans.append(Span("\(choice.key) ", TextStyle(.yellow, bold: true)))
        line.spans.append(Span(choice.title, TextStyle(bold: true)))
        if withIntervals, let interval = choice.interval {
          line.spans.append(Span(" \(interval)", Self.dim))
        }
      }
      return line
    }
    let whole = line(withIntervals: true)
    return whole.width <= width
      ? [whole] : Line.wrapped(line(withIntervals: false).spans, to: width)
  }

  private var keys: [(String, String)] {
    if isHelp { return [("?", "back"), ("q", "stop")] }
    if card == nil && !isOver { return [("space", "try again"), ("q", "stop")] }
    if card == nil { return [("q", "close"), ("u", "undo")] }
    let first = isRevealed ? ("space", "right") : ("space", "show")
    return [
      first, ("q", "stop"), ("?", "help"), ("u", "undo"), ("e", "edit"), ("s", "suspend"),
      ("k", "skip"),
    ]
  }

  private static func fitting(_ keys: [(String, String)], _ width: Int) -> Line {
    var line = Line()
    for (key, name) in keys {
      let gap = line.spans.isEmpty ? "" : "  "
      guard line.width + gap.count + key.count + 1 + name.count <= width else { break }
      line.spans += [Span(gap + key, TextStyle(bold: true)), Span(" " + name, dim)]
    }
    return line
  }

  private static let dim = TextStyle(dim: true)
}

enum ReviewKeys {
  /// A session that works line by line reads whole lines: arrows and Esc do not work.
  static func help(_ choices: [ReviewChoice], isLineByLine: Bool = false) -> [String] {
    let answers = choices.map { "\($0.key) \($0.title.lowercased())" }.joined(separator: ", ")
    let first =
      isLineByLine
      ? ["Enter   show the answer; press again if you were right", answers]
      : [
        "space, Enter   show the answer; press again if you were right", answers,
        "left, right    you were wrong, you were right", "up, down       scroll a long card",
      ]
    return
      (first + [
        "u   undo", "e   edit the note in $VISUAL or $EDITOR", "s   suspend the card",
        "k   skip the card in this session", isLineByLine ? "q   stop" : "q, Esc   stop",
      ]).filter { !$0.isEmpty }
  }

  static func ending(
    _ summary: ReviewSession.Summary, left: Int = 0, isCram: Bool = false
  ) -> String {
    var sentences = [left > 0 ? "Stopped." : "Done."]
    if summary.answered > 0 {
      sentences.append(
        "\(Counts.of(summary.answered, "answer")): \(summary.correct) right, "
          + "\(summary.incorrect) wrong.")
    }
    if left > 0 {
      let cards = Counts.of(left, "card") + (left == 1 ? " is left." : " are left.")
      sentences.append((summary.answered > 0 && !isCram ? "Everything is saved; " : "") + cards)
    }
    return sentences.joined(separator: " ")
  }
}
