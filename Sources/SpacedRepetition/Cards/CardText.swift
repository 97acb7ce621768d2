/// The text of one side of a card, without Markdown, run by run.
package struct CardText: Sendable, Equatable {
  /// The style of a run. The names are those of the protocol.
  package enum Style: String, Sendable, CaseIterable {
    case plain
    case emphasis
    case strong
    case code
    /// A cloze's hint, in place of its answer.
    case hint
    /// As many `_` as the answer is wide, in cells of a terminal; at least one.
    case blank
    /// The answer of the cloze that is asked for.
    case answer
    /// The source of the text.
    case caption
    /// The description of an image, in place of the image.
    case image
  }

  /// Text in one style. It may hold line feeds.
  package struct Run: Sendable, Equatable {
    /// Text for people, never Markdown. It is a stranger's: a display takes out everything that a
    /// screen would obey.
    package var text: String
    /// The style.
    package var style: Style
    /// The address of an image, as written: in a note the key under which it is stored.
    package var target: String?

    /// A run of text.
    package init(_ text: String, _ style: Style = .plain, target: String? = nil) {
      self.text = text
      self.style = style
      self.target = target
    }
  }

  /// The runs in order; none is empty, and no two in one style follow each other, but for images.
  package var runs: [Run]

  /// All of it without styles.
  package var plain: String { runs.map(\.text).joined() }

  /// A side of these runs, without the white space at its end, in typographic spelling.
  init(_ runs: [Run]) { self.runs = runs.withoutSpaceAtEnd.typographic.joined }
}

extension [CardText.Run] {
  /// The runs without white space after the last word.
  var withoutSpaceAtEnd: [CardText.Run] {
    var runs = self
    while var last = runs.popLast() {
      while last.text.last?.isWhitespace == true { last.text.removeLast() }
      if !last.text.isEmpty { return runs + [last] }
    }
    return runs
  }

  /// The same text in as few runs as it takes.
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

  /// The runs before a place and after it; everything is before nil.
  func split(at place: RunPlace?) -> (before: [CardText.Run], after: [CardText.Run]) {
    guard let place, indices.contains(place.run) else { return (self, []) }
    var (first, second) = (self[place.run], self[place.run])
    let scalars = first.text.unicodeScalars
    first.text = String(scalars.prefix(place.scalars))
    second.text = String(scalars.dropFirst(place.scalars))
    return (self[..<place.run] + [first], [second] + self[(place.run + 1)...])
  }
}

/// A place in runs.
struct RunPlace: Equatable {
  /// The run, from 0.
  var run: Int
  /// The number of its scalars before the place.
  var scalars: Int
}
