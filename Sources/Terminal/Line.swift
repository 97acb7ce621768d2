import Base
import DisplayWidth

/// The sixteen colors of a terminal; its theme chooses the shades.
package enum Color: Int, Sendable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow
  case brightBlue, brightMagenta, brightCyan, brightWhite
}

package struct TextStyle: Sendable, Equatable {
  package var color: Color?
  package var isBold = false
  package var isDim = false
  package var isItalic = false
  package var isUnderlined = false
  package var isReversed = false

  package init() {}

  package init(
    _ color: Color? = nil, bold: Bool = false, dim: Bool = false, italic: Bool = false,
    underlined: Bool = false, reversed: Bool = false
  ) {
    (self.color, isBold, isDim, isItalic) = (color, bold, dim, italic)
    (isUnderlined, isReversed) = (underlined, reversed)
  }

  /// Returns the escape sequence that starts the style (ECMA-48, SGR). Empty for the default style,
  /// and in plain rendition.
  fileprivate func sequence(_ rendition: Rendition) -> String {
    guard rendition != .plain else { return "" }
    var codes: [Int] = []
    if isBold { codes.append(1) }
    if isDim { codes.append(2) }
    if isItalic { codes.append(3) }
    if isUnderlined { codes.append(4) }
    if isReversed { codes.append(7) }
    if let color = self.color, rendition == .colored {
      codes.append(color.rawValue < 8 ? 30 + color.rawValue : 82 + color.rawValue)
    }
    return codes.isEmpty ? "" : "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
  }
}

package enum Rendition: Sendable {
  case colored
  /// Attributes only, for `NO_COLOR`.
  case monochrome
  case plain
}

package struct Span: Sendable, Equatable {
  /// Line feeds start new lines when the span is wrapped.
  package var text: String
  package var style: TextStyle

  package init(_ text: String, _ style: TextStyle = TextStyle()) {
    self.text = text
    self.style = style
  }
}

package struct Line: Sendable, Equatable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) { self.spans = spans }

  package init(_ text: String, _ style: TextStyle = TextStyle()) { spans = [Span(text, style)] }

  package var text: String { spans.map(\.text).joined() }

  /// In cells.
  package var width: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// Returns the line indented by `cells` spaces; an empty line is unchanged.
  package func indented(by cells: Int) -> Line {
    text.isEmpty || cells < 1 ? self : Line([Span(String(repeating: " ", count: cells))] + spans)
  }

  /// Returns as much of the line's start as fits into `cells`.
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

  /// Returns the text with escape sequences for its styles only. Control characters become U+FFFD,
  /// so a terminal does not execute them.
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
