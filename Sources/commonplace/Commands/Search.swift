import ArgumentParser
import JSON
import Notebook
import NotebookSearch

struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search notes, best matches first.",
    discussion: """
      English endings are ignored (“run” finds “running”); the last word may be incomplete. \
      Accents are ignored, too: cafe finds café, and #cafe finds #café. Notes with all words in \
      the title come first.

      Each passage begins with the line and the column of its first match, both counted from 1; \
      the column counts characters. At most \(Self.mostPassages) passages per note are shown; with \
      is:quote, is:cloze or is:question, all passages are shown. A match in the title or the \
      authors of a book is listed without a passage.

      EXAMPLES:
        commonplace search simplify '#books'
        commonplace search is:quote pond
        commonplace search 'title:walden'

      The outermost quotation marks are for the shell. Words after “--” are never options.

      FILTERS:
        '"a phrase"'   these words in this order
        '#tag'         notes with this hashtag or a hashtag below it
        '#"two words"' notes on books with this tag (for tags that contain spaces)
        -word          notes without this word; also -#tag and -"a phrase"
        one OR other   notes with either; also one (two OR three), -(two three)
        one AND other  notes with both, like “one other”; “NOT word” is like -word
        in:title       all words are in the title
        title:text     this text is in the title of the note or the book, also
                       inside a word; title:"two words" is possible, too
        is:quote       only matches inside quotes (or is:cloze, is:question);
                       without words, all notes that contain a quote
        section:read   notes on books that you read (or section:reading,
                       section:want)
        author:name    notes on books whose author's name contains this text; also
                       author:"first last"
        rating:>3      notes on books with more than 3 stars, rounded to whole
                       stars (or rating:4, rating:<=2)
        read:2021-05   notes on books that you finished then (or read:2021)
        isbn:NUMBER    notes on the book with this ISBN
        created:2021   notes created then (or created:2021-05, created:>2021);
                       changed:2021-05-31 notes changed then
        after:2021-05  notes created in May 2021 or later
        before:2021    notes created before 2021
        links-to:title notes that link to this note (title or ID), as in
                       links-to:"two words"
        linked-from:title  notes that this note links to
        orphan:        notes that no other note links to
        unlinked:title notes that contain the words of the title, without a link
                       to that note
      """)

  /// The options whose value may be the next word; used by `Arguments`.
  static let optionsWithValue = ListOptions.optionsWithValue.union(["--notebook"])

  private static let mostPassages = 3

  static let defaultLimit = 20

  @OptionGroup var options: NotebookOptions

  @Argument(help: "Words, hashtags and filters.", completion: NotebookCompletion.query)
  var query: [String]

  @OptionGroup var list: ListOptions

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if query.isEmpty { throw ValidationError("missing query") }
  }

  func run() throws {
    let query = SearchQuery(parsing: Self.text(of: query))
    if query.isEmpty {
      throw CommandFailure(emptyQuery: "search")
    }
    let notebook = try options.open()
    let results = try notebook.searches.run(
      query, limit: list.limit ?? Self.defaultLimit, listing: list.listing)
    if json {
      try StandardOutput.write(results.json.line)
    } else {
      let most = query.asksForPrompts ? .max : Self.mostPassages
      try show(
        results, most: most, conflicts: notebook.conflicts.notes(among: results.hits.map(\.note.id))
      )
    }
    if let note = query.limitNote { StandardError.write("commonplace: note: \(note)") }
    if results.hits.isEmpty {
      if let misspelling = try notebook.searches.misunderstanding(of: query) {
        throw CommandFailure(
          .nothingFound, "no note matches; \(misspelling.problem)", misspelling.remedy)
      }
      throw CommandFailure(
        .nothingFound, "no note matches", "try fewer words, or only the beginning of the last word")
    }
  }

  /// Joins the words of a query. If there are several, a word such as `-good fortune` becomes
  /// `-"good fortune"`: the shell has removed the quotation marks.
  static func text(of words: [String]) -> String {
    words.map { word in
      let phrase = word.dropFirst()
      let isPhrase =
        words.count > 1 && word.hasPrefix("-") && phrase.first?.isWhitespace == false
        && phrase.contains(where: \.isWhitespace) && !phrase.contains("\"")
      return isPhrase ? "-\"\(phrase)\"" : word
    }.joined(separator: " ")
  }

  private func show(_ results: SearchResults, most: Int, conflicts: Set<String>) throws {
    let output = ListOutput(list.output.printing)
    let format = list.output.format.ofSearch
    let noteList = PrintedNotes(format: format, output: output)
    let most = format.isForPeople ? most : .max
    var text = results.hits.map { hit in
      noteList.text(
        PrintedNotes.Item(
          note: hit.note, passages: Array(hit.passages.prefix(most)),
          passageCount: hit.passageCount, isInConflict: conflicts.contains(hit.note.id)))
    }.joined()
    let more = results.total - results.hits.count
    if more > 0, format.isForPeople {
      text += "… and \(results.totalIsExact ? "" : "up to ")\(more) more\n"
    }
    try output.write(text)
  }
}

extension CommandFailure {
  init(emptyQuery command: String) {
    self.init(
      .usage, "empty query",
      "give words, a hashtag or a filter; “commonplace help \(command)” lists them")
  }
}

extension SearchResults {
  fileprivate var json: JSONValue {
    [
      "hits": .array(
        hits.map { hit in
          var object = hit.note.json.object ?? [:]
          object["places"] = .array(hit.passages.map(\.json))
          object["placeCount"] = hit.passageCount.json
          return .object(object)
        }),
      "total": total.json, "totalIsExact": totalIsExact.json,
    ]
  }
}

extension FoundPassage {
  /// Highlights are pairs of offsets into the text, in characters (Unicode scalars) from 0.
  fileprivate var json: JSONValue {
    let units = Array(snippet.utf16)
    func scalars(_ end: Int) -> Int {
      String(decoding: units.prefix(end), as: UTF16.self).unicodeScalars.count
    }
    return [
      "line": lineNumber.json, "column": columnNumber.json, "text": snippet.json,
      "highlights": .array(
        highlights.map { [scalars($0.lowerBound).json, scalars($0.upperBound).json] }),
    ]
  }
}
