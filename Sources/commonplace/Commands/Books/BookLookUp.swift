import ArgumentParser
import Base
import BookLookup
import Books
import Foundation
import JSON
import Notebook
import NotebookFile
import UserSettings

struct BookLookUp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "look-up",
    abstract: "Look a book up, and fill in the details that its note lacks.",
    discussion: """
      Sends the ISBN to Open Library and other services, or else the title and the first author, \
      or your --words. Nothing else of your notes is sent. You choose the edition. Details that \
      the note has stay, and differences are printed. If the services do not know the ISBN, the \
      title is not sent instead.
      """)

  @OptionGroup var book: BookOptions

  @OptionGroup var lookup: LookupOptions

  @Option(
    help: ArgumentHelp(
      "Search for these words, not for the ISBN or the title.", valueName: "words"))
  var words: String?

  @Flag(help: "List the editions without changing anything.")
  var list = false

  func validate() throws {
    if list, lookup.first || lookup.edition != nil {
      throw ValidationError("--list cannot be combined with --first or --edition")
    }
  }

  func run() throws {
    let reading = try book.options.open()
    let note = try book.options.find(book.note, in: reading)
    let record = try book.options.book(of: note, in: reading)
    let hasCover = try reading.books.cover(of: note.id) != nil
    try reading.close()
    guard
      let question = words.map({ LookupQuestion(words: $0) }) ?? LookupQuestion(about: record)
    else {
      throw CommandFailure(
        .usage, "too few characters to look up",
        "pass at least three with --words, such as the title and the author")
    }
    if list {
      let editions = try lookup.editions(for: question)
      if book.json { return try StandardOutput.write(JSONValue.array(editions.map(\.json)).line) }
      for line in LookupOptions.lines(editions) { try StandardOutput.write(line) }
      return
    }
    let found = try lookup.choose(question, wantsCover: !hasCover)
    try book.options.change { notebook in
      var outcome: (filled: [String], kept: [LookupDifference]) = ([], [])
      let changed = try notebook.books.edit(of: note.id) { outcome = found.edition.fill(&$0) }
        .summary
      let former = try notebook.books.cover(of: note.id)
      if let cover = found.cover, former == nil {
        try notebook.books.setCover(of: note.id, to: cover)
        outcome.filled.append("cover")
      }
      try book.options.announce(
        outcome.filled.isEmpty ? .unchanged : .edited,
        try book.options.book(of: changed, in: notebook), changed, json: book.json)
      if !outcome.filled.isEmpty {
        StandardError.write(
          "commonplace: note: filled in: \(outcome.filled.joined(separator: ", "))")
      }
      for fact in outcome.kept {
        let words =
          "\(fact.name) “\(fact.stored.listed)”; the edition has “\(fact.found.listed)”"
        StandardError.write("commonplace: note: kept: \(words)".terminalSafeLine)
      }
    }
  }
}

struct LookupOptions: ParsableArguments {
  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Ask only this service: open-library, inventaire, or google-books, which needs your API key.",
      valueName: "service"),
    completion: .list(Lookup.serviceNames))
  var service: String?

  @Flag(help: "Use the first edition found.")
  var first = false

  @Option(help: ArgumentHelp("Use the edition with this number in the list.", valueName: "number"))
  var edition: Int?

  @Flag(help: "Do not fetch a cover.")
  var noCover = false

  var isAnyGiven: Bool { service != nil || first || edition != nil || noCover }

  func validate() throws {
    if let service, !Lookup.serviceNames.contains(service) {
      throw ValidationError(
        "unknown service “\(service)”; use one of: \(Lookup.serviceNames.joined(separator: ", "))"
      )
    }
    if first, edition != nil { throw ValidationError("use --first or --edition, not both") }
    if let edition, edition < 1 { throw ValidationError("--edition must be at least 1") }
  }

  struct Found {
    var edition: FoundEdition
    var cover: NoteCover?
  }

  func editions(for question: LookupQuestion) throws -> [FoundEdition] {
    try editions(for: question, try lookup())
  }

  /// Returns the edition that the user chooses, by an option or on the terminal. An ISBN with a
  /// single edition needs no choice. If the cover cannot be loaded, prints a message.
  func choose(_ question: LookupQuestion, wantsCover: Bool) throws -> Found {
    let lookup = try lookup()
    let editions = try editions(for: question, lookup)
    let chosen = try choose(among: editions, for: question)
    guard wantsCover, !noCover, chosen.cover != nil else { return Found(edition: chosen) }
    do throws(LookupFailure) {
      return Found(edition: chosen, cover: try lookup.cover(of: chosen))
    } catch {
      error.announce("continuing without a cover")
      return Found(edition: chosen)
    }
  }

  private func lookup() throws(LookupFailure) -> Lookup { try Self.lookup(service: service) }

  /// Throws `LookupFailure.turnedOff` if lookups are turned off.
  static func lookup(
    service: String? = nil, programs: LookupPrograms = LookupPrograms()
  ) throws(LookupFailure) -> Lookup {
    guard CommandSettings.current.lookUp != .off else { throw LookupFailure.turnedOff }
    let environment = ProcessInfo.processInfo.environment
    return try Lookup(
      environment: environment, configuration: SettingsFile.folder(environment),
      version: commonplaceVersion, service: service, state: .user,
      programs: programs)
  }

  private func editions(
    for question: LookupQuestion, _ lookup: Lookup
  ) throws -> [FoundEdition] {
    let answer = try lookup.editions(for: question)
    for failure in answer.failures { failure.announce("asked \(answer.service) instead") }
    guard answer.editions.isEmpty else { return answer.editions }
    let advice: String =
      switch question {
      case .isbn: "check the number, or enter the title and author yourself"
      case .words: "try other words, or enter the details yourself"
      }
    throw CommandFailure(.nothingFound, "no book found for \(question)", advice)
  }

  private func choose(
    among editions: [FoundEdition], for question: LookupQuestion
  ) throws -> FoundEdition {
    if let edition {
      guard editions.indices.contains(edition - 1) else {
        throw CommandFailure(
          .usage, "no edition \(edition)", "choose one from 1 to \(editions.count)")
      }
      return editions[edition - 1]
    }
    if case .isbn = question, editions.count == 1 { return editions[0] }
    if first { return editions[0] }
    for line in Self.lines(editions) { StandardError.write(line) }
    guard TerminalQuestion.isPossible else {
      throw CommandFailure(
        .nothingFound, "\(question) matches \(Counts.of(editions.count, "edition"))",
        "choose one with --edition, or use --first")
    }
    let answer = TerminalQuestion.ask("Choose an edition (1–\(editions.count); Enter for none): ")
    guard let number = answer.flatMap({ Int($0) }), editions.indices.contains(number - 1) else {
      throw CommandFailure(.nothingFound, "no edition was chosen", "nothing was changed")
    }
    return editions[number - 1]
  }

  static func lines(_ editions: [FoundEdition]) -> [String] {
    let width = "\(editions.count)".count
    return editions.enumerated().map { index, edition in
      let number = "\(index + 1)"
      return String(repeating: " ", count: width - number.count) + "\(number)  "
        + edition.summary.terminalSafeLine
    }
  }
}

extension LookupFailure {
  fileprivate func announce(_ outcome: String) {
    StandardError.write("commonplace: note: \(problem): \(outcome)".terminalSafeLine)
  }
}

extension FoundEdition {
  fileprivate var summary: String {
    let facts: [String?] = [
      year.map(String.init), publisher, pages.map { Counts.of($0, "page") }, language, format,
      isbn.map { "ISBN \($0)" }, cover == nil ? nil : "cover",
    ]
    let name = ([title] + authors.prefix(3)).map(\.listed).joined(separator: ", ")
    let rest = facts.compactMap { $0 }.map(\.listed).joined(separator: ", ")
    return rest.isEmpty ? name : "\(name)  (\(rest))"
  }

  fileprivate var json: JSONValue {
    [
      "source": source.json, "title": title.json, "authors": authors.json,
      "isbn": isbn?.thirteen.json ?? .null,
      "publisher": publisher.json, "yearPublished": year?.json ?? .null,
      "originalYearPublished": originalYear?.json ?? .null, "pageCount": pages?.json ?? .null,
      "language": language.json, "series": series.json, "seriesNumber": seriesNumber.json,
      "format": format.json, "hasCover": (cover != nil).json,
    ]
  }
}
