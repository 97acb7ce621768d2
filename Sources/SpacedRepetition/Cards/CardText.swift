/// The text of one side of a card, without Markdown, as runs.
package struct CardText: Sendable, Equatable {
  /// The style of a run. The names are also used in the protocol.
  package enum Style: String, Sendable, CaseIterable {
    case plain
    case emphasis
    case strong
    case code
    /// A cloze's hint, instead of its answer.
    case hint
    /// A blank for the answer: as many `_` as the answer is wide, in terminal cells; at least one.
    case blank
    /// The answer of the cloze that is asked.
    case answer
    case caption
    /// The description of an image, instead of the image.
    case image
  }

  /// Text in one style. It may contain line feeds.
  package struct Run: Sendable, Equatable {
    /// Plain text, never Markdown. It is not trusted: a display must remove everything that
    /// controls a screen.
    package var text: String
    package var style: Style
    /// The target of an image as written; in a note the key of the stored image.
    package var target: String?

    package init(_ text: String, _ style: Style = .plain, target: String? = nil) {
      self.text = text
      self.style = style
      self.target = target
    }
  }

  /// The runs in order. None is empty, and adjacent runs differ in style, except for images.
  package var runs: [Run]

  package var plain: String { runs.map(\.text).joined() }

  /// Creates a side of these runs, without white space at the end, and with typographic
  /// punctuation.
  init(_ runs: [Run]) { self.runs = runs.withoutSpaceAtEnd.typographic.joined }
}

extension [CardText.Run] {
  var withoutSpaceAtEnd: [CardText.Run] {
    var runs = self
    while var last = runs.popLast() {
      while last.text.last?.isWhitespace == true { last.text.removeLast() }
      if !last.text.isEmpty { return runs + [last] }
    }
    return runs
  }

  /// The runs without empty ones, and with adjacent runs of one style joined.
  fileprivate var joined: [CardText.Run] {
    var result: [CardText.Run] = []
    for run in self where !run.text.isEmpty {
      if let last = result.indices.last, result[last].style == run.style, run.style != .image {
        result[last].text += run.text
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// Splits the runs at `end`; if it is nil, all runs are before it.
  func split(at end: RunPosition?) -> (before: [CardText.Run], after: [CardText.Run]) {
    guard let end, indices.contains(end.run) else { return (self, []) }
    var (first, second) = (self[end.run], self[end.run])
    let scalars = first.text.unicodeScalars
    first.text = String(scalars.prefix(end.scalars))
    second.text = String(scalars.dropFirst(end.scalars))
    return (self[..<end.run] + [first], [second] + self[(end.run + 1)...])
  }
}

struct RunPosition: Equatable {
  var run: Int
  /// The number of the run's scalars before the position.
  var scalars: Int
}
