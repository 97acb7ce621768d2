import ArgumentParser
import ForeignFormats
import Foundation
import ImportExport
import JSON
import MiniMarkdown
import Notebook

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import notes, books and highlights.",
    discussion: """
      Reads Markdown files and folders of them, exports, other notebooks (.libnotes, .kvcrdt) \
      and the app's older databases (.grail, .notedb). Folders of other programs are detected \
      automatically: \(names(.folders)).

      Lists of books: \(names(.books)). Each book becomes a note, or its details are added to \
      the note about it.

      Highlights: \(names(.highlights)). They become quotes in the notes of their books.

      Of the new cards in an import, \(ReviewPacing.perDay) become due each day; --review \
      changes this.

      The report lists everything that was not imported. Importing twice changes nothing the \
      second time. If a note was changed both in the notebook and in the file, both texts are \
      kept: “commonplace conflicts” lists it. If you delete an imported note permanently, it is \
      imported again only after its file changes.

      EXAMPLES:
        commonplace import --dry-run ~/vault
        commonplace import goodreads_library_export.csv
        commonplace import 'My Clippings.txt'
      """)

  private static func names(_ kind: ForeignFormat.Kind) -> String {
    ForeignFormat.all(kind).map(\.name).joined(separator: ", ")
  }

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp("Files and folders to import.", valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The program that wrote the folders, if it is not detected.",
      valueName: "program"))
  var from: ForeignFormat?

  @Option(
    help: ArgumentHelp(
      "Add this hashtag to notes of other programs, and turn folders into hashtags below it.",
      valueName: "tag"))
  var under: String?

  @Option(
    help: ArgumentHelp(
      "When new cards are due: spread over days, wait for “review resume”, or now.",
      valueName: "when"))
  var review: ReviewPacing = .spread

  @Option(
    help: ArgumentHelp(
      "Add highlights to this note, not to the notes of their books.", valueName: "note"),
    completion: NotebookCompletion.note)
  var into: String?

  @Flag(help: "Import deleted books, and deleted or changed highlights, again.")
  var again = false

  @Option(
    name: .customLong("stopped-shelf"),
    help: ArgumentHelp(
      "A Goodreads shelf of books that you gave up. Can be repeated.",
      valueName: "shelf"))
  var stoppedShelves: [String] = []

  @Flag(help: "Also import the cards of Obsidian's plugin Spaced Repetition.")
  var cards = false

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if files.contains(where: \.isEmpty) { throw ValidationError("a path is empty") }
    if let under, !Hashtag.isHashtag(Hashtag.withNumberSign(under)) {
      throw ValidationError("“\(under.terminalSafeLine)” is not a hashtag")
    }
  }

  func run() throws {
    var result: ImportReport?
    if dryRun {
      let notebook = try options.open()
      let preview = try notebook.exchange.importNotes(
        from: files, isDryRun: true, options: reading(in: notebook))
      try report(preview)
      result = preview
    } else {
      try options.change { notebook in
        let imported = try notebook.exchange.importNotes(
          from: files, options: reading(in: notebook))
        try report(imported)
        result = imported
      }
    }
    guard let result else { return }
    if !result.skipped.isEmpty {
      throw CommandFailure(
        .badData, "\(Counts.of(result.skipped.count, "file")) could not be imported",
        "see the reasons above; all other files were processed")
    }
    let unreadable = result.lists.reduce(0) { $0 + $1.unreadable.count }
    if unreadable > 0 {
      throw CommandFailure(
        .badData, "\(Counts.of(unreadable, "book")) could not be read",
        "see the reasons above; all other books were processed")
    }
  }

  private func reading(in notebook: Notebook) throws -> ImportOptions {
    let note = try into.map { try options.find($0, in: notebook).id }
    var reading = ImportOptions(
      form: from, under: under,
      highlights: HighlightOptions(pacing: review, isAgain: again, note: note))
    reading.stoppedShelves = stoppedShelves
    reading.areCardsConverted = cards
    return reading
  }

  fileprivate static func reviewLine(
    _ cards: String, _ pacing: ReviewPacing, until lastDay: String?
  ) -> String {
    switch pacing {
    case .wait: return "Review: \(cards), not asked until “commonplace review resume”"
    case .spread where lastDay != nil:
      return "Review: \(cards), \(ReviewPacing.perDay) a day until \(lastDay ?? "") "
        + "(with --review now, all would be due today)"
    case .now, .spread: return "Review: \(cards), due today"
    }
  }

  private func report(_ report: ImportReport) throws {
    for reading in report.readings {
      StandardError.write("commonplace: note: \(reading.file) \(reading.text)".terminalSafeLine)
    }
    if json {
      return try StandardOutput.write(report.json(isDryRun: dryRun).line)
    }
    let counts = Counts([
      (report.new, "new"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.deleted, "deleted earlier and not imported"), (report.conflicts, "in conflict"),
      (report.skipped.count, "skipped"),
    ])
    try StandardOutput.write((dryRun ? "Would import: " : "Imported: ") + "\(counts)")
    if report.cards > 0 {
      try StandardOutput.write(
        Self.reviewLine(Counts.of(report.cards, "new card"), review, until: report.lastDay))
    }
    for line in report.highlights?.lines ?? [] { try StandardOutput.write(line) }
    for list in report.lists { try list.write() }
    report.writeRemarks()
  }
}

extension ImportReport {
  fileprivate func json(isDryRun: Bool) -> JSONValue {
    func list(_ remarks: [Remark]) -> JSONValue {
      .array(remarks.map { ["file": $0.file.json, "text": $0.text.json] })
    }
    return [
      "highlights": highlights.map(\.json), "isDryRun": isDryRun.json, "newCount": new.json,
      "updatedCount": updated.json,
      "unchangedCount": unchanged.json, "deletedCount": deleted.json,
      "conflictCount": conflicts.json, "cardCount": cards.json, "lastDay": lastDay.map(\.json),
      "skipped": list(skipped), "remarks": list(remarks),
      "readings": list(readings), "lists": .array(lists.map(\.json)),
      "leftOut": .array(
        leftOut.map { part in
          [
            "text": part.part.json, "reason": part.reason.json, "count": part.count.json,
            "files": part.files.sorted().json,
          ]
        }),
      "kept": .array(
        kept.sorted { $0.key < $1.key }.map {
          ["field": $0.key.json, "noteCount": $0.value.json]
        }),
    ]
  }
}

extension HighlightReport {
  fileprivate var lines: [String] {
    let fates = Counts([
      (counts.new, "new"), (counts.extended, "extended"), (counts.same, "unchanged"),
      (counts.leftAlone, "skipped: you changed or deleted them"),
      (counts.unreadable, "unreadable"),
    ])
    let lines = ["Highlights: \(total) (\(fates))"]
    guard cards > 0 else { return lines }
    return lines + [Import.reviewLine(Counts.of(cards, "new card"), pacing, until: lastDay)]
  }

  fileprivate var json: JSONValue {
    [
      "count": total.json, "newCount": counts.new.json, "extendedCount": counts.extended.json,
      "sameCount": counts.same.json, "leftAloneCount": counts.leftAlone.json,
      "unreadableCount": counts.unreadable.json, "cardCount": cards.json,
      "review": pacing.rawValue.json, "lastDay": lastDay.map(\.json),
    ]
  }
}

extension ForeignFormat: ExpressibleByArgument {
  package init?(argument: String) {
    guard let format = Self.all(.folders).first(where: { $0.id == argument }) else { return nil }
    self = format
  }

  package static var allValueStrings: [String] { all(.folders).map(\.id) }
}
extension ReviewPacing: ExpressibleByArgument {}
