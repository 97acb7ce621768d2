import Foundation
import JSON

extension ForeignFormat {
  static let hypothesis = ForeignFormat(
    "hypothesis", "Hypothes.is", highlightsIn: ImportedFile.tables.union(["json"])
  ) { file in
    file.ending == "json"
      ? try HypothesisHighlights.read(json: file.json())
      : try HypothesisHighlights.read(file.table())
  }
}

/// Reads the annotations that Hypothes.is exports as JSON or as a table. Each annotated web page
/// becomes a book.
enum HypothesisHighlights {
  static func read(json value: JSONValue?) -> HighlightFile? {
    guard let value, let annotations = value["annotations"]?.array,
      value["client_version"] != nil || value["export_userid"] != nil
    else { return nil }
    var file = HighlightFile(program: "an export of Hypothes.is")
    for value in annotations.prefix(HighlightLimits.records) {
      guard value.object != nil, let uri = value["uri"]?.string else {
        file.unreadable.append("an annotation without a web address")
        continue
      }
      if value["references"]?.array?.isEmpty == false {
        file.leaveOut("replies", "they answer other annotations")
        continue
      }
      let selectors = value["target"]?.array?.first?["selector"]?.array ?? []
      let exact = selectors.first { $0["type"]?.string == "TextQuoteSelector" }?["exact"]?.string
      let start = selectors.first { $0["type"]?.string == "TextPositionSelector" }?["start"]?.int
      let page = selectors.first { $0["type"]?.string == "PageSelector" }?["label"]?.string
      let text = exact?.paragraphs ?? ""
      let note = value["text"]?.string?.paragraphs.nonEmpty
      guard !text.isEmpty || note != nil else {
        file.leaveOut("page notes", "they have neither a quote nor a comment")
        continue
      }
      let titles = value["document"]?["title"]?.array?.compactMap(\.string) ?? []
      let title = (titles.first ?? "").oneLine
      var highlight = ForeignHighlight(
        id: value["id"]?.string.map { "hypothesis:\($0)" }, text: text, note: note,
        position: HighlightPosition(page: page, order: start.map { [max(0, $0)] } ?? []),
        date: value["created"]?.string.map { String($0.prefix(40)) })
      highlight.tags = value["tags"].flatMap(ForeignNote.hashtags) ?? []
      file.add(
        highlight,
        of: ForeignHighlightedBook(
          title: title.isEmpty ? uri : title, sources: ["hypothesis:\(uri.prefix(500))"]))
    }
    return finished(file)
  }

  static func read(_ table: DelimitedText) -> HighlightFile? {
    guard table.hasColumns("URL", "Quote", "Comment") else { return nil }
    var file = HighlightFile(program: "a table of Hypothes.is")
    for row in table.rows.prefix(HighlightLimits.records) {
      let uri = table["URL", row]
      if table["Type", row].lowercased() == "reply" {
        file.leaveOut("replies", "they answer other annotations")
        continue
      }
      let text = table["Quote", row].paragraphs
      let note = table["Comment", row].paragraphs.nonEmpty
      guard !uri.isEmpty, !text.isEmpty || note != nil else {
        file.unreadable.append("line \(row.line): the web address or the text is missing")
        continue
      }
      let title = table["Title", row].oneLine
      let id = table["Annotation ID", row].nonEmpty ?? table["ID", row].nonEmpty
      var highlight = ForeignHighlight(
        id: id.map { "hypothesis:\($0)" }, text: text, note: note,
        position: HighlightPosition(page: table["Page", row].nonEmpty),
        date: (table["Created", row].nonEmpty ?? table["Date", row].nonEmpty)
          .map { String($0.prefix(40)) })
      highlight.tags = ForeignNote.hashtags(separatedByCommas: table["Tags", row])
      file.add(
        highlight,
        of: ForeignHighlightedBook(
          title: title.isEmpty ? uri : title, sources: ["hypothesis:\(uri.prefix(500))"]))
    }
    return finished(file)
  }

  private static func finished(_ file: HighlightFile) -> HighlightFile {
    var file = file
    for index in file.books.indices {
      let highlights = file.books[index].highlights.inBookOrder
      // Below a quote, a note about the whole page would be read as a note about the quote.
      let isOfPage = { (highlight: ForeignHighlight) in
        !highlight.isQuote && highlight.position == HighlightPosition()
      }
      file.books[index].highlights =
        highlights.filter(isOfPage) + highlights.filter { !isOfPage($0) }
    }
    return file
  }
}
