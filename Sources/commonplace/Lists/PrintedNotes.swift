import Books
import Foundation
import Notebook
import NotebookSearch
import Terminal

struct PrintedNotes {
  struct Item {
    var note: NoteSummary
    var passages: [FoundPassage] = []
    /// Number of all matches; `passages` may contain only the first ones.
    var passageCount = 0
    var isInConflict = false
  }

  let format: ListFormat
  let output: ListOutput
  private var width: Int? { output.width }

  func text(_ item: Item) -> String {
    switch format {
    case .short: output.rendered(short(item))
    case .full: output.rendered(full(item))
    case .template(let pieces): rows(item, pieces)
    }
  }

  // MARK: Templates

  private func rows(_ item: Item, _ pieces: [ListFormat.Piece]) -> String {
    let passages = format.hasPassages && !item.passages.isEmpty ? item.passages.map { $0 } : [nil]
    return passages.map { passage in
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .field(let field): output.field(field.value(of: item.note, at: passage))
        }
      }.joined() + "\n"
    }.joined()
  }

  // MARK: For people

  private static let idStyle = TextStyle(.yellow)
  private static let titleStyle = TextStyle(bold: true)
  private static let tagStyle = TextStyle(.cyan)
  private static let positionStyle = TextStyle(.green)
  private static let matchStyle = TextStyle(.red, bold: true)
  private static let conflictMark = "  (in conflict)"

  private func short(_ item: Item) -> [Line] {
    let id = item.note.id.prefix(8).description.terminalSafeLine
    let byline = item.note.book?.byline(besides: item.note.title).terminalSafeLine ?? ""
    let title =
      item.note.title.listed.terminalSafeLine + (byline.isEmpty ? "" : ", \(byline)")
    // The results of a search have matches instead of hashtags.
    let tags = item.passages.isEmpty ? item.note.tags.joined(separator: " ").terminalSafeLine : ""
    let mark = item.isInConflict ? Self.conflictMark.count : 0
    let parts = fitted(title, tags, to: width.map { $0 - id.displayCells - 2 - mark })
    var line = Line([
      Span(id, Self.idStyle), Span("  "), Span(parts.title, Self.titleStyle),
    ])
    if item.isInConflict { line.spans.append(Span(Self.conflictMark, Self.matchStyle)) }
    if !parts.tags.isEmpty { line.spans += [Span("  "), Span(parts.tags, Self.tagStyle)] }
    return [line.fitted(to: width)] + passageLines(item)
  }

  /// Cuts a title and hashtags to `cells` in total. Hashtags get at least a third if they need it;
  /// they are omitted if they would be cut to fewer than four cells.
  private func fitted(
    _ title: String, _ tags: String, to cells: Int?
  ) -> (title: String, tags: String) {
    guard let cells, !tags.isEmpty else { return (title, tags) }
    let wanted = tags.displayCells
    let room = min(wanted, max(cells / 3, cells - title.displayCells - 2))
    guard room >= min(wanted, 4) else { return (title.cut(to: max(1, cells)), "") }
    return (title.cut(to: max(1, cells - room - 2)), tags.cut(to: room))
  }

  private func passageLines(_ item: Item) -> [Line] {
    var lines: [Line] = []
    for passage in item.passages {
      var spans: [Span] = []
      if let line = passage.lineNumber, let column = passage.columnNumber {
        spans = [Span("\(line):\(column)", Self.positionStyle), Span(": ")]
      }
      spans += passage.spans(matches: Self.matchStyle)
      lines += wrapped(spans, indent: 2)
    }
    if item.passageCount > item.passages.count {
      lines.append(Line("  … and \(item.passageCount - item.passages.count) more in this note"))
    }
    return lines
  }

  private func full(_ item: Item) -> [Line] {
    let note = item.note
    var facts = [
      ("id", note.id), ("created", note.created.local()), ("changed", note.modified.local()),
    ]
    if !note.tags.isEmpty { facts.append(("hashtags", note.tags.joined(separator: " "))) }
    if let book = note.book {
      facts.append(("book", book.byline(besides: nil)))
      if let rating = book.rating { facts.append(("stars", Stars.text(Double(rating)))) }
    }
    if let section = note.section { facts.append(("section", section.word)) }
    if let summary = note.summary { facts.append(("summary", summary)) }
    if item.isInConflict {
      facts.append(("conflict", "“commonplace conflicts” shows the versions"))
    }
    var lines = wrapped([Span(note.title.terminalSafeLine, Self.titleStyle)], indent: 0)
    for (name, value) in facts {
      let label = (name + ":").padding(toLength: 10, withPad: " ", startingAt: 0)
      lines += wrapped(
        [Span(label, TextStyle(dim: true)), Span(value.terminalSafeLine)], indent: 2)
    }
    return lines + passageLines(item) + [Line("")]
  }

  private func wrapped(_ spans: [Span], indent: Int) -> [Line] {
    guard let width else { return [Line(spans).indented(by: indent)] }
    return Line.wrapped(spans, to: max(2, width - indent)).map { $0.indented(by: indent) }
  }
}

extension FoundPassage {
  fileprivate func spans(matches style: TextStyle) -> [Span] {
    var units = Array(snippet.utf16)
    while units.last == 0x20 { units.removeLast() }
    func text(_ range: Range<Int>) -> String {
      String(decoding: units[range], as: UTF16.self).terminalSafeLine
    }
    var spans: [Span] = []
    var end = 0
    for highlight in highlights {
      let range = highlight.clamped(to: end..<units.count)
      spans += [Span(text(end..<range.lowerBound)), Span(text(range), style)]
      end = range.upperBound
    }
    return (spans + [Span(text(end..<units.count))]).filter { !$0.text.isEmpty }
  }
}
