import Base
import DisplayWidth

/// The sixteen colours of a terminal, which its theme chooses.
package enum Colour: Int, Sendable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite
}

/// The look of a text.
package struct TextStyle: Sendable, Equatable {
  /// The colour of the letters; nil for the terminal's own.
  package var colour: Colour?
  /// Heavier letters.
  package var isBold = false
  /// Paler letters.
  package var isDim = false
  /// Slanted letters.
  package var isItalic = false
  /// A line below.
  package var isUnderlined = false
  /// Letters and ground change places.
  package var isReversed = false

  /// As the terminal writes by itself.
  package init() {}

  /// A style with these traits.
  package init(
    _ colour: Colour? = nil, bold: Bool = false, dim: Bool = false, italic: Bool = false,
    underlined: Bool = false, reversed: Bool = false
  ) {
    (self.colour, isBold, isDim, isItalic) = (colour, bold, dim, italic)
    (isUnderlined, isReversed) = (underlined, reversed)
  }

  /// The sequence that begins it (ECMA-48, SGR); empty for none.
  fileprivate func sequence(_ rendition: Rendition) -> String {
    guard rendition != .plain else { return "" }
    var codes: [Int] = []
    if isBold { codes.append(1) }
    if isDim { codes.append(2) }
    if isItalic { codes.append(3) }
    if isUnderlined { codes.append(4) }
    if isReversed { codes.append(7) }
    if let colour, rendition == .coloured {
      codes.append(colour.rawValue < 8 ? 30 + colour.rawValue : 82 + colour.rawValue)
    }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
  }
}

/// The styles that a terminal can show.
package enum Rendition: Sendable {
  /// Colours and attributes.
  case coloured
  /// Attributes alone, as `NO_COLOR` asks for.
  case monochrome
  /// Nothing.
  case plain
}

/// Text in one style.
package struct Span: Sendable, Equatable {
  /// The text. Line feeds begin lines where it is wrapped.
  package var text: String
  /// The look.
  package var style: TextStyle

  /// A piece of text.
  package init(_ text: String, _ style: TextStyle = TextStyle()) {
    self.text = text
    self.style = style
  }
}

/// One line of a screen.
package struct Line: Sendable, Equatable {
  /// Its parts in order.
  package var spans: [Span]

  /// A line of these parts.
  package init(_ spans: [Span] = []) { self.spans = spans }

  /// A line in one style.
  package init(_ text: String, _ style: TextStyle = TextStyle()) { spans = [Span(text, style)] }

  /// The text alone.
  package var text: String { spans.map(\.text).joined() }

  /// The number of cells that it takes.
  package var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// The line moved to the right.
  package func indented(by cells: Int) -> Line {
    text.isEmpty || cells < 1 ? self : Line([Span(String(repeating: " ", count: cells))] + spans)
  }

  /// The part of it that fits into `cells`.
  package func clipped(to cells: Int) -> Line {
    var left = cells
    var result = Line()
    for span in spans {
      var text = ""
      for character in span.text {
        let width = character.displayWidth
        guard width <= left else {
          result.spans.append(Span(text, span.style))
          return result
        }
        text.append(character)
        left -= width
      }
      result.spans.append(Span(text, span.style))
    }
    return result
  }

  /// The text that is sent to a terminal. Nothing in the text is obeyed: control characters, which
  /// have no place in a line, become U+FFFD.
  package func rendered(_ rendition: Rendition) -> String {
    spans.map { span in
      let begin = span.style.sequence(rendition)
      return begin + span.text.withoutControls + (begin.isEmpty ? "" : "\u{1B}[0m")
    }.joined()
  }
}

extension String {
  fileprivate var withoutControls: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
  }
}
