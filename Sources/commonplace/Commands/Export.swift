import ArgumentParser
import Foundation
import ImportExport
import JSON
import Notebook

enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown, zip, goodreads, jsonl, bibtex, csl

  init(ofFile path: String) {
    switch URL(filePath: path).pathExtension.lowercased() {
    case "zip": self = .zip
    case "csv": self = .goodreads
    case "jsonl": self = .jsonl
    case "bib": self = .bibtex
    default: self = .markdown
    }
  }

  /// Nil for formats that export all notes.
  var books: BookExportForm? { BookExportForm(rawValue: rawValue) }
}

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Export notes as Markdown, or books as a list.",
    discussion: """
      Writes one Markdown file per note, and its images next to it. Other data of the note, such \
      as its dates, is at the top of the file (YAML front matter). What Markdown cannot hold, \
      such as the statistics of prompts, goes to the folder commonplace-data, so that \
      “commonplace import” can restore it. Files that are not exports, or that were changed \
      after the export, are not overwritten.

      --format zip writes these files as one archive. The other formats are lists of books: \
      goodreads is CSV for Goodreads, StoryGraph and BookWyrm; jsonl has all readings, one book \
      per line; bibtex and csl are for citations. The report names what a list cannot hold.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp(
      "The folder, created if missing. For zip and lists: a file that does not exist. For lists, "
        + "also - for standard output.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "markdown, zip, goodreads, jsonl, bibtex or csl. Default: zip, goodreads, jsonl or bibtex for "
        + "a file that ends in .zip, .csv, .jsonl or .bib; else markdown.", valueName: "format"))
  var givenFormat: ExportFormat?

  private var format: ExportFormat { givenFormat ?? ExportFormat(ofFile: folder) }

  @Flag(help: "With goodreads: a file that spreadsheets such as Excel open correctly.")
  var excel = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder's path is empty") }
    if excel, format != .goodreads { throw ValidationError("--excel requires --format goodreads") }
    if folder == "-", format == .markdown || format == .zip || json {
      throw ValidationError("use - only with a list of books, and without --json")
    }
  }

  func run() throws {
    let notebook = try options.open()
    notebook.exchange.sweepArchives()
    if let form = format.books { return try write(form, of: notebook) }
    if format == .zip, access(folder, F_OK) == 0 { throw Self.cannotWrite(folder) }
    let report = try Interruption.finishing(
      format == .zip
        ? "nothing was written" : "files written so far are kept; run the command again to continue"
    ) {
      try format == .zip
        ? notebook.exchange.archive(to: folder) : notebook.exchange.export(to: folder)
    }
    if json {
      try StandardOutput.write(report.json(folder: folder).line)
    } else {
      try announce(report)
    }
    if !report.skipped.isEmpty {
      throw CommandFailure(
        .badData, "\(Counts.of(report.skipped.count, "note")) could not be exported",
        "import the changed files first, or choose another folder")
    }
  }

  private func write(_ form: BookExportForm, of notebook: Notebook) throws {
    let file = form.file(try notebook.books.exported(), forSpreadsheets: excel)
    if folder == "-" {
      if !file.text.isEmpty { try StandardOutput.write(text: file.text) }
    } else {
      do {
        try Data(file.text.utf8).write(to: URL(filePath: folder), options: .withoutOverwriting)
      } catch {
        throw Self.cannotWrite(folder)
      }
    }
    if json {
      try StandardOutput.write(file.json(path: folder, format).line)
    } else if folder != "-" {
      try StandardOutput.write(
        "Exported to \(folder): \(Counts.of(file.books, "book"))".terminalSafeLine)
    }
    for loss in file.losses {
      StandardError.write(
        "commonplace: note: \(format.rawValue) cannot store \(loss.facts): \(Counts.of(loss.books, "book"))"
      )
    }
  }

  private static func cannotWrite(_ file: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot write \(file)",
      "its folder must be writable, and the file must not exist")
  }

  private func announce(_ report: ExportReport) throws {
    let counts = Counts([
      (report.new, "new"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.skipped.count, "skipped"),
    ])
    try StandardOutput.write("Exported to \(folder): \(counts)".terminalSafeLine)
    for file in report.skipped {
      StandardError.write("commonplace: note: \(file.file) \(file.reason)".terminalSafeLine)
    }
    if report.unreadable > 0 {
      StandardError.write(
        "commonplace: note: not exported: \(Counts.of(report.unreadable, "unreadable value"))")
    }
  }
}

extension BookFile {
  fileprivate func json(path: String, _ format: ExportFormat) -> JSONValue {
    [
      "file": path.json, "format": format.rawValue.json, "bookCount": books.json,
      "losses": .array(losses.map { ["text": $0.facts.json, "bookCount": $0.books.json] }),
    ]
  }
}

extension ExportReport {
  fileprivate func json(folder: String) -> JSONValue {
    [
      "folder": folder.json, "newCount": new.json, "updatedCount": updated.json,
      "unchangedCount": unchanged.json, "assetCount": assets.json,
      "unreadableCount": unreadable.json,
      "skipped": .array(skipped.map { ["file": $0.file.json, "text": $0.reason.json] }),
    ]
  }
}
