import Foundation
import NotebookReview
import SpacedRepetition
import Terminal

/// A review line by line, without a terminal or on a dumb terminal. The user types a key of the
/// full screen and Enter.
struct LineReview {
  let run: ReviewRun
  let environment: [String: String]
  /// Maximum width of lines, in columns.
  let columns: Int
  var output = Descriptor.standardOutput

  /// Asks until no card is left, the user stops, or the input ends. Throws if the last step failed,
  /// or if the output cannot be written.
  func ask() throws {
    var shown: (card: PromptID?, isRevealed: Bool)?
    while true {
      if let message = run.message { try write([Line(message)]) }
      guard let card = run.card else { break }
      let now = (card: run.session.current, isRevealed: run.session.isRevealed)
      if shown.map({ $0 != now }) ?? true { try show(card) }
      shown = now
      var key: String
      repeat {
        guard let typed = readLine() else { return try end() }
        key = typed.trimmingCharacters(in: .whitespaces)
        if key == "q" { return try end() }
      } while try !take(key)
      if key == "e" || key == "u" { shown = nil }
    }
    try end()
  }

  /// Prints the summary. If the last step failed, throws its error instead, because the user cannot
  /// retry the step.
  private func end() throws {
    if let failure = run.failure { throw failure }
    let session = run.session
    let ending = ReviewKeys.ending(
      session.summary, left: session.progress.remaining, isCram: session.isCram)
    try write(Line.wrapped([Span(ending)], to: columns))
  }

  private func show(_ card: Card) throws {
    if run.session.isRevealed {
      try write(Self.lines(card.back, columns) + [Line(answers)])
    } else {
      let progress = run.session.progress
      let counter = "[\(progress.done + 1) of \(progress.total)] "
      try write(
        Line.wrapped([Span(counter + card.context.terminalSafeLine)], to: columns)
          + Self.lines(card.front, columns) + [Line("(Enter shows the answer, ? shows the keys.)")])
    }
  }

  private var answers: String {
    let choices = run.choices.map { choice in
      "\(choice.key) \(choice.title)" + (choice.interval.map { ", \($0)" } ?? "")
    }
    return "(\(choices.joined(separator: "; ")))"
  }

  /// Returns the lines of a card's side. Since there are no styles, the answer of a cloze is in
  /// brackets, like its hint.
  private static func lines(_ text: CardText, _ columns: Int) -> [Line] {
    let spans = text.runs.map { run in
      run.style == .answer ? Span("[\(run.text.terminalSafe)]") : ReviewScreen.span(run)
    }
    return Line.wrapped(spans, to: columns)
  }

  /// Handles a key. Returns false for the help and for unknown keys, which do not change the card.
  private func take(_ key: String) throws -> Bool {
    if key == "?" {
      try write(ReviewKeys.help(run.choices, isLineByLine: true).map { Line($0) })
      return false
    }
    let isKey = press(key)
    if !isKey { try write([Line("(Unknown key: ? shows the keys.)")]) }
    return isKey
  }

  /// Applies a key, and returns whether it exists. Ignores numbers without an answer.
  private func press(_ key: String) -> Bool {
    switch key {
    case "": if run.session.isRevealed { run.answer(.good) } else { run.reveal() }
    case "u": run.undo()
    case "s": run.suspend()
    case "k": run.skip()
    case "e": run.edit(with: NoteEditor(environment: environment))
    default:
      guard let number = Int(key) else { return false }
      run.choose(number)
    }
    return true
  }

  private func write(_ lines: [Line]) throws {
    for line in lines { try output.write(line.rendered(.plain) + "\n") }
  }
}
