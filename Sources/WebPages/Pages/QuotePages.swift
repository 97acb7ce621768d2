import DisplayWidth
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookSearch
import WebServer

/// Random quotes of the notebook, or of the notes that a query finds.
struct QuotesPage: WebPage {
  var quotes: [FoundQuote] = []
  var words = ""
  var total = 0

  private static let (size, most) = (12, 60)

  init(_ visit: Visit) throws(NotebookError) {
    words = visit.field("q") ?? ""
    let seed = UInt64.random(in: .min ... .max)
    if words.isEmpty {
      quotes = try visit.notebook.quotes.some(Self.size, seed: seed)
      total = quotes.count
    } else {
      // A frequent word may find many notes, so their number is limited.
      let hits = try visit.notebook.searches.run(SearchQuery(parsing: words), limit: Self.most).hits
      let found = try visit.notebook.quotes.of(hits.map(\.note))
      total = found.count
      quotes = found.random(Self.size, seed: seed)
    }
  }

  var title: String { "Quotes" }
  var part: SitePart? { .quotes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    HTML(
      .form, .class("bar"), .set(.method, "get"), .action(HTML.Path("quotes"))
    ) {
      FormParts.text(
        "q", "Only from notes that match this search", value: words, type: "search", id: "from")
      FormParts.button(words.isEmpty ? "Show quotes" : "Show other quotes")
    }
    if quotes.isEmpty {
      HTML(.p) {
        words.isEmpty ? "This notebook does not have quotes yet." : "No quotes match this search."
      }
    }
    HTML(.div, .class("quotes")) { for quote in quotes { QuoteParts.html(quote) } }
  }
}

struct QuotePage: WebPage {
  var quote: FoundQuote

  /// Nil if the note is missing or in the trash, or if no quote starts on that line.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let note = try visit.note(), let line = Int(visit.value(1)),
      let quote = try visit.notebook.quotes.of([note]).first(where: { $0.line == line })
    else { return nil }
    self.quote = quote
  }

  static func picture(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let page = try QuotePage(visit) else { return visit.missing }
    return WebResponse(contentType: .drawing, body: QuotePicture(page.quote).svg.bytes)
  }

  var title: String { "A quote from \(QuoteParts.source(quote.note))" }
  var part: SitePart? { .quotes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { "A quote" }
    QuoteParts.html(quote, isLinked: false)
    HTML(.section) {
      HTML(.h2) { "Share this quote" }
      HTML(.p) {
        HTML(
          .img, .class("picture"), .set(.id, "picture"), .src(picture),
          .set(.width, QuotePicture.width), .set(.height, QuotePicture(quote).height),
          .set(.alt, "The quote and its source as a picture"))
      }
      HTML(.p) {
        HTML(.a, .class("button"), .href(HTML.Address(picture)), .flag(.download)) { "Save as SVG" }
        " "
        HTML(
          .button, .set(.type, "button"), .set(.part, "png"), .class("scripted")
        ) { "Save as PNG" }
      }
    }
    HTML(.p) { HTML(.a, .href(HTML.Address("quotes"))) { "More quotes" } }
  }

  private var picture: HTML.Path {
    HTML.Path("quote", quote.note.id, "\(quote.line)", "picture")
  }
}

struct QuotePicture {
  static let width = 1080
  /// Lines of 36 columns fit the frame even in wide fonts.
  private static let (margin, lineHeight, columns, mostLines) = (110, 62, 36, 27)

  private let lines: [String]
  private let source: [String]

  init(_ quote: FoundQuote) {
    lines = Self.wrapped(quote.words, columns: Self.columns, most: Self.mostLines)
    let location = quote.location.map { ", \($0)" } ?? ""
    source = Self.wrapped("— \(QuoteParts.source(quote.note))\(location)", columns: 48, most: 3)
  }

  var height: Int {
    2 * Self.margin + Self.lineHeight * lines.count + 60 + 44 * source.count
  }

  var svg: HTML {
    let (width, height) = (Self.width, height)
    return HTML(
      .svg, .set(.xmlns, "http://www.w3.org/2000/svg"), .set(.viewBox, "0 0 \(width) \(height)"),
      .set(.width, width), .set(.height, height)
    ) {
      HTML(.rect, .set(.width, width), .set(.height, height), .set(.fill, "#fbf7ee"))
      HTML(
        .rect, .set(.x, 36), .set(.y, 36), .set(.width, width - 72), .set(.height, height - 72),
        .set(.fill, "none"), .set(.stroke, "#b9a98a"), .set(.strokeWidth, 2))
      Self.text(lines, top: Self.margin + 40, step: Self.lineHeight, size: 42, fill: "#2b2520")
      Self.text(
        source, top: Self.margin + 60 + Self.lineHeight * lines.count, step: 44, size: 30,
        fill: "#6b5b45")
    }
  }

  private static func text(
    _ lines: [String], top: Int, step: Int, size: Int, fill: String
  ) -> HTML {
    HTML(
      .g, .set(.fill, fill), .set(.fontSize, size),
      .set(.fontFamily, "Iowan Old Style, Palatino Linotype, Palatino, Georgia, serif")
    ) {
      for (number, line) in lines.enumerated() {
        let isReversed =
          line.unicodeScalars.first { $0.properties.isAlphabetic }
          .map { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) }
          ?? false
        HTML(
          .text, .set(.x, isReversed ? width - margin : margin), .set(.y, top + step * number),
          .set(.direction, isReversed ? "rtl" : "ltr")
        ) { line }
      }
    }
  }

  /// Wraps a text to lines of at most `columns` columns; characters of wide scripts count twice. A
  /// text of more than `most` lines is cut, and its last line is `…`.
  static func wrapped(_ text: String, columns: Int, most: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.prefix(columns * most * 2).split(whereSeparator: \.isNewline) {
      var (line, width) = ("", 0)
      for word in paragraph.split(whereSeparator: \.isWhitespace) {
        for piece in pieces(word, columns) {
          let length = piece.displayWidth
          if !line.isEmpty, width + 1 + length > columns {
            lines.append(line)
            (line, width) = ("", 0)
          }
          line += line.isEmpty ? piece : " " + piece
          width += length + (width == 0 ? 0 : 1)
        }
      }
      if !line.isEmpty { lines.append(line) }
    }
    guard lines.count > most else { return lines }
    return Array(lines.prefix(most - 1)) + ["…"]
  }

  private static func pieces(_ word: Substring, _ columns: Int) -> [String] {
    var pieces: [String] = []
    var (piece, width) = ("", 0)
    for character in word {
      let length = String(character).displayWidth
      if width + length > columns, !piece.isEmpty {
        pieces.append(piece)
        (piece, width) = ("", 0)
      }
      piece.append(character)
      width += length
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
