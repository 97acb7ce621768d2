import ArgumentParser
import JSON
import LanguageServerProtocol
import Notebook
import NotebookSearch

struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find notes, the best first.",
    discussion: """
      Words are found in all their forms; the last one may be unfinished. Also:

        '"a phrase"'   these words in this order
        '#tag'         a hashtag and everything below it
        -word          notes without it; so with -#tag and -"a phrase"
        one OR other   notes with either
        in:title       the words stand in the title
        is:quote       they stand in a quote (also is:cloze, is:question); without words, notes with one
        section:read   notes on books that were read (also section:reading, section:want)
        after:2021-05  made in May 2021 or later; so before:2021, which leaves 2021 out

      The outermost quotation marks are for the shell. Words after “--” are never options.
      """)

  /// The options whose value may be the next word; `Arguments` has to know them.
  static let optionsWithValue = ["--notebook", "--limit"]

  @OptionGroup var options: NotebookOptions

  @Argument(help: "The words to find.")
  var query: [String]

  @Option(help: "Maximum number of notes.")
  var limit = 20

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if query.isEmpty { throw ValidationError("no query was given") }
    if limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  func run() throws {
    let query = SearchQuery(parsing: Self.text(of: query))
    if query.isEmpty {
      throw CommandFailure(emptyQuery: "search")
    }
    let results = try options.open().search(query, limit: limit)
    if json {
      try StandardOutput.write(results.json.line)
    } else {
      for hit in results.hits { try show(hit) }
      if results.total > results.hits.count {
        let more = results.total - results.hits.count
        try StandardOutput.write("… and \(results.totalIsExact ? "" : "up to ")\(more) more")
      }
    }
    if let note = query.limitNote { StandardError.write("commonplace: note: \(note)") }
    if results.hits.isEmpty {
      if let word = query.misspelledConditions.first {
        throw CommandFailure(
          .nothingFound, "no note matches; “\(word)” is not a filter, and was searched as a word",
          "“commonplace help search” shows the filters")
      }
      throw CommandFailure(
        .nothingFound, "no note matches", "try fewer words, or only their beginnings")
    }
  }

  /// The query in one text. Of several words, one such as `-good fortune` was `-"good fortune"`
  /// before the shell took the quotation marks away.
  static func text(of words: [String]) -> String {
    words.map { word in
      let phrase = word.dropFirst()
      let isPhrase =
        words.count > 1 && word.hasPrefix("-") && phrase.first?.isWhitespace == false
        && phrase.contains(where: \.isWhitespace) && !phrase.contains("\"")
      return isPhrase ? "-\"\(phrase)\"" : word
    }.joined(separator: " ")
  }

  private func show(_ hit: SearchHit) throws {
    let (bold, plain) = StandardOutput.hasColour ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
    try StandardOutput.write(
      "\(hit.note.id.prefix(8).description.terminalSafeLine)  "
        + "\(bold)\(hit.note.title.listed.terminalSafeLine)\(plain)")
    let mark = StandardOutput.hasColour ? ("\u{1B}[33m", "\u{1B}[39m") : ("", "")
    try StandardOutput.write("  \(hit.line + 1): \(hit.marked(with: mark))")
  }
}

extension CommandFailure {
  /// That a query of `command` has no words that can be looked for.
  init(emptyQuery command: String) {
    self.init(
      .usage, "the query asks for nothing",
      "give words, a hashtag or a filter; “commonplace help \(command)” shows them")
  }
}

extension SearchHit {
  /// The snippet with the highlights between `marks`, safe to print.
  fileprivate func marked(with marks: (String, String)) -> String {
    var units = Array(snippet.utf16)
    while units.last == 0x20 { units.removeLast() }
    var text = ""
    var end = 0
    for highlight in highlights {
      let range = highlight.clamped(to: end..<units.count)
      text += String(decoding: units[end..<range.lowerBound], as: UTF16.self).terminalSafeLine
      text += marks.0 + String(decoding: units[range], as: UTF16.self).terminalSafeLine + marks.1
      end = range.upperBound
    }
    return text + String(decoding: units[end...], as: UTF16.self).terminalSafeLine
  }
}

extension SearchResults {
  /// The results as `--json` shows them; highlights are UTF-16 offsets into the snippet.
  fileprivate var json: JSONValue {
    [
      "hits": .array(
        hits.map { hit in
          [
            "id": hit.note.id.json, "title": hit.note.title.json, "snippet": hit.snippet.json,
            "highlights": .array(hit.highlights.map { [$0.lowerBound.json, $0.upperBound.json] }),
            "line": hit.line.json,
          ]
        }),
      "total": total.json, "totalIsExact": totalIsExact ? nil : false,
    ]
  }
}
