import Base
import Books
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension ServerCommand {
  /// The commands for the book of a note. `start`, `finish` and `stop` take `[{uri, date?}]`,
  /// `rate` takes `[{uri, stars}]`, `page` takes `[{uri, page}]`, and `want` takes
  /// `[{uri, forget?}]`. Their result is `{uri, title, section, stars, message}`. With `version`,
  /// they fail if the record has another version. `record` and `add` are described below.
  static let books: [ServerCommand] =
    BookStep.allCases.map { step in
      ServerCommand(step.command) { (context, arguments) throws(ResponseError) in
        let params = arguments.first ?? [:]
        return try context.books.apply(
          try step.action(params), to: try params.param("uri"),
          shown: try params.paramIfPresent("version"))
      }
    } + [.openRecord, .addBook]

  /// `[{uri}]` -> `{uri}`: shows the record of a note's book. A note without a book gets one when
  /// the record is saved.
  private static let openRecord = ServerCommand(recordCommand) {
    (context, arguments) throws(ResponseError) in
    let id = try context.books.bookNote(named: try (arguments.first ?? .null).param("uri"))
    let (title, path) = try context.notebook.ask { (notebook) throws(NotebookError) in
      (try notebook.note(id: id).summary.title, notebook.path)
    }
    let uri = RecordURI(NoteURI(id: id, title: title, notebookPath: path)).text
    context.showDocument(uri)
    return ["uri": uri.json]
  }

  /// `[{title?, authors?, isbn?, uri?, version?}]` -> `{uri, title, section, stars, found?,
  /// message}`: creates a note about a book, and shows it. With `uri`, makes that note about the
  /// book, and omits `found`; with `version`, only if it is still the record's version. A book that
  /// has a note does not get a second one.
  private static let addBook = ServerCommand("commonplace.book.add") {
    (context, arguments) throws(ResponseError) in
    try context.books.add(try (arguments.first ?? [:]).params())
  }
}

let recordCommand = "commonplace.book.record"

private enum BookStep: String, CaseIterable {
  case start, finish, stop, want, rate, page

  var command: String { "commonplace.book.\(rawValue)" }

  /// The date defaults to today.
  func action(_ params: JSONValue) throws(ResponseError) -> BookAction {
    switch self {
    case .start: return .start(try Self.date(params).known)
    case .finish: return .finish(try Self.date(params))
    case .stop: return .stop(try Self.date(params).known)
    case .want: return .want(forgets: try params.paramIfPresent("forget") ?? false)
    case .rate:
      let stars = params["stars"]?.double ?? params["stars"]?.string.flatMap { Double($0) }
      guard let stars, stars == 0 || (0.25...5).contains(stars),
        stars * 4 == (stars * 4).rounded()
      else {
        throw .invalidParams("stars: expected a number from 0.25 to 5 in steps of 0.25, or 0")
      }
      return .rate(stars == 0 ? nil : stars)
    case .page:
      guard let page = params["page"]?.int ?? params["page"]?.string.flatMap({ Int($0) }),
        (0...999_999).contains(page)
      else { throw .invalidParams("page: expected a whole number from 0 to 999999") }
      return .page(page == 0 ? nil : page)
    }
  }

  private static func date(_ params: JSONValue) throws(ResponseError) -> PartialDate {
    guard let text: String = try params.paramIfPresent("date"), !text.isEmpty else { return .today }
    guard let date = PartialDate(said: text) else {
      throw .invalidParams(
        "date: expected a date such as 2021, 2021-03 or 2021-03-04, or today, yesterday or unknown")
    }
    return date
  }
}

private struct NewBook: JSONDecodable {
  var title: String?
  var authors: [String]
  var isbn: String?
  var uri: String?
  /// The version of the record that the user was shown.
  var version: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decodeIfPresent("title")
    authors = try json.decodeIfPresent("authors") ?? []
    isbn = try json.decodeIfPresent("isbn")
    uri = try json.decodeIfPresent("uri")
    version = try json.decodeIfPresent("version")
  }

  func fill(_ record: inout BookRecord) {
    if let title = title?.trimmed, !title.isInvisible { record.title = title }
    let authors = authors.map(\.trimmed).filter { !$0.isEmpty }
    if !authors.isEmpty { record.authors = authors }
    if let isbn { record.setISBN(isbn) }
  }
}

extension BookRequests {
  /// Applies `action` to the book of a note, if `shown` is nil or still the record's version.
  fileprivate func apply(
    _ action: BookAction, to uri: String, shown: String?
  ) throws(ResponseError) -> JSONValue {
    let id = try bookNote(named: uri)
    let result = try notebook.change { (notebook) throws(NotebookError) in
      try notebook.books.apply(action, to: id, shown: shown)
    }
    if case .failure(let refusal) = result { throw .requestFailed(refusal.sentence) }
    server.notesChanged([id])
    return try outcome(id, isFound: nil)
  }

  fileprivate func add(_ wish: NewBook) throws(ResponseError) -> JSONValue {
    if let isbn = wish.isbn, ISBN(isbn) == nil {
      throw .requestFailed("“\(isbn)” is not a valid ISBN: check its digits.")
    }
    if let uri = wish.uri {
      let id = try bookNote(named: uri)
      let isShown = try notebook.change { (notebook) throws(NotebookError) in
        try notebook.makeBook(of: id, by: wish)
      }
      guard isShown else { throw .requestFailed(BookAction.Refusal.hasChanged.sentence) }
      server.notesChanged([id])
      return try outcome(id, isFound: nil)
    }
    var record = BookRecord(title: "", authors: [])
    wish.fill(&record)
    let same = try notebook.ask { [record] (notebook) throws(NotebookError) in
      try notebook.books.same().notes(about: record).first
    }
    if let same {
      let isKept = try notebook.change { [record] (notebook) throws(NotebookError) in
        try notebook.books.keep(isbn: record.isbn, of: same)
      }
      if isKept { server.notesChanged([same]) }
      let answer = try outcome(same, isFound: true)
      if let uri = answer["uri"]?.string { context.showDocument(uri) }
      return answer
    }
    guard !record.title.isInvisible else {
      throw .requestFailed("The book has no title: enter one.")
    }
    let note = try notebook.change { [record] (notebook) throws(NotebookError) in
      try notebook.books.add(record)
    }
    clientNotes.openNotes.recordSent(note.summary.id, version: note.version, text: note.text)
    let answer = try outcome(note.summary.id, isFound: false)
    if let uri = answer["uri"]?.string { context.showDocument(uri) }
    return answer
  }

  private func outcome(_ id: String, isFound: Bool?) throws(ResponseError) -> JSONValue {
    let (note, record, path) = try notebook.ask { (notebook) throws(NotebookError) in
      (try notebook.note(id: id).summary, try notebook.recordState(of: id).record, notebook.path)
    }
    let facts = [record.section.heading.lowercased(), Stars.text(record.stars)]
      .filter { !$0.isEmpty }.joined(separator: ", ")
    return [
      "uri": context.uri(ofNew: note, in: path).json, "title": record.title.withoutControls.json,
      "section": record.section.rawValue.json, "stars": .stars(record.stars),
      "found": isFound?.json, "message": "\(record.title.withoutControls): \(facts)".json,
    ]
  }
}

extension Notebook {
  /// Gives a note a book record, or updates the record that it has, with the fields of `wish`.
  /// Returns false, and changes nothing, if the record is not the one that the user was shown.
  fileprivate func makeBook(of id: String, by wish: NewBook) throws(NotebookError) -> Bool {
    let before = try recordState(of: id)
    var isShown = true
    _ = try books.edit(of: id) { record in
      // A note without a book has an empty record here.
      let isNew = !before.isBook && record == BookRecord(title: "", authors: [])
      let state = isNew ? before : BookState(record: record, isBook: true)
      isShown = wish.version.map { $0 == state.version } ?? true
      guard isShown else { return }
      if isNew {
        record = state.record
        record.added = .now
      }
      wish.fill(&record)
    }
    return isShown
  }
}

extension BookAction.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .endsBeforeStart(let start, let end):
      "The reading cannot end on \(end): it starts on \(start). Edit the dates in the book's "
        + "record."
    case .isInFuture(let date): "\(date) is in the future. Use today or an earlier date."
    case .forgetsReadings:
      "This would delete the book's reading history, so nothing was changed. To read the "
        + "book again, start it. To correct its dates, edit its record."
    case .isNotBeingRead: "The book is not being read. Start it first."
    case .hasChanged:
      "Nothing was done, because the book's record has changed since it was shown. Review the "
        + "record and choose again."
    case .isNoBook: "This note is not about a book. Add a book record to the note first."
    }
  }
}

// MARK: Lenses and actions

extension BookRecord {
  /// Returns the commands that apply to the book of a note, the most usual first.
  fileprivate func commands(for uri: String, opensRecords: Bool) -> [Command] {
    func command(_ title: String, _ step: BookStep, _ more: JSONObject = [:]) -> Command {
      // The version identifies the record to which the command applies.
      var arguments: JSONObject = ["uri": uri.json, "version": version.json]
      for member in more.members { arguments[member.key] = member.value }
      return Command(title: title, command: step.command, arguments: [.object(arguments)])
    }
    var commands: [Command] = []
    let today: JSONObject = ["date": "today"]
    if isBeingRead {
      commands = [
        command("Finish today", .finish, today), command("Did not finish", .stop, today),
      ]
      if !wouldForget { commands.append(command("Want to read", .want)) }
    } else {
      let isAgain = section == .read
      commands = [
        command(isAgain ? "Read again" : "Start reading", .start, today),
        command("Finished today", .finish, today),
      ]
      if section == .want { commands.append(command("Did not finish", .stop, today)) }
      if section == .stopped, !wouldForget { commands.append(command("Want to read", .want)) }
    }
    let words = ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]
    for (index, words) in words.enumerated() where stars != Double(index + 1) {
      commands.append(command("Give \(words)", .rate, ["stars": (index + 1).json]))
    }
    if stars != nil { commands.append(command("Remove the stars", .rate, ["stars": 0])) }
    if opensRecords { commands.append(.openRecord("Open the book's record", uri)) }
    return commands
  }
}

extension Command {
  fileprivate static func openRecord(_ title: String, _ uri: String) -> Command {
    Command(title: title, command: recordCommand, arguments: [["uri": uri.json]])
  }
}

extension BookRequests {
  private var opensRecords: Bool {
    clientNotes.names.knowsNotes && profile.client.window.showDocument
  }

  /// Returns the commands for the book of a note; empty if the book cannot be read or written.
  fileprivate func commands(of id: String, _ uri: String) -> [Command] {
    guard let opened = notebook.opened, !opened.isNewer,
      let state = try? notebook.ask({ (notebook) throws(NotebookError) in
        try notebook.recordState(of: id)
      })
    else { return [] }
    if state.isBook { return state.record.commands(for: uri, opensRecords: opensRecords) }
    if opensRecords { return [.openRecord("Make this a note about a book", uri)] }
    return [
      Command(
        title: "Make this a note about a book", command: "commonplace.book.add",
        arguments: [["uri": uri.json, "version": state.version.json]])
    ]
  }

  /// Returns the code lenses above the first line of a book note: the most usual command, and the
  /// record.
  func lenses(of note: NoteSummary, in document: OpenDocument) -> [CodeLens] {
    guard note.book != nil, !note.isTrashed else { return [] }
    let range = document.snapshot.lspRange(
      of: document.snapshot.lineRange(0), in: profile.encoding)
    let commands = self.commands(of: note.id, document.uri)
    let next = commands.first.map { [$0] } ?? []
    return (next + commands.filter { $0.command == recordCommand }).map { command in
      var command = command
      if command.command == recordCommand { command.title = "Open record" }
      return CodeLens(range: range, command: command)
    }
  }
}

extension CodeActionSource {
  /// Book commands: on the first line of a note, anywhere in a book record, and on the book's line
  /// of a list.
  static let bookDeeds = CodeActionSource(kinds: [.book]) { request in
    guard !request.isAutomatic, let (id, uri) = request.book else { return [] }
    return request.context.books.commands(of: id, uri).map { CodeAction($0, kind: .book) }
  }
}

extension CodeActionRequest {
  fileprivate var book: (id: String, uri: String)? {
    if let record = document.name.record {
      return (record.id, record.text)
    }
    if let view = ViewURI(document.uri) {
      guard case .books = view.content else { return nil }
      let line = snapshot.line(at: range.lowerBound)
      let link = context.views.links(ofView: view, in: document)
        .first { snapshot.line(at: $0.range.lowerBound) == line }
      return link.flatMap { link in
        context.clientNotes.mirrors.note(of: DocumentURI(link.target)).map { ($0, link.target) }
      }
    }
    guard params.range.start.line == 0, let note = document.note else { return nil }
    return (note, document.uri)
  }
}
