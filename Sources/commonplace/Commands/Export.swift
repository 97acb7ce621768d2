import ArgumentParser
import Foundation
import ImportExport
import JSON
import Notebook

/// The forms of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown, zip, goodreads, jsonl, bibtex, csl

  /// The form whose files end so, as `csv` and `bib`; Markdown for all others.
  init(ofFile path: String) {
    switch URL(filePath: path).pathExtension.lowercased() {
    case "zip": self = .zip
    case "csv": self = .goodreads
    case "jsonl": self = .jsonl
    case "bib": self = .bibtex
    default: self = .markdown
    }
  }

  /// The form for lists of books; nil for all notes.
  var books: BookForm? { BookForm(rawValue: rawValue) }
}

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write all notes as Markdown files, or all books as a list for other programs.",
    discussion: """
      One file a note, with YAML before the text for its other fields, and images beside them. \
      Data without a place in Markdown, such as the statistics of prompts, goes to the folder \
      commonplace-data, so that “commonplace import” gets everything back. Files in the folder \
      that are not exports, or were changed since, are left as they are.

      --format zip makes one file of the same. The other formats are lists of books: goodreads is \
      CSV that Goodreads, StoryGraph and BookWyrm take; jsonl has all readings, a book a line; bibtex \
      and csl are for citing. Facts that a list cannot hold are counted after it.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp(
      "The folder, which is made if missing. For other formats the file, which must not be there, or - "
        + "for standard output.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "markdown, zip, goodreads, jsonl, bibtex or csl. Without it: zip, goodreads, jsonl or bibtex for a file "
        + "that ends in .zip, .csv, .jsonl or .bib; else markdown.", valueName: "format"))
  var givenFormat: ExportFormat?

  private var format: ExportFormat { givenFormat ?? ExportFormat(ofFile: folder) }

  @Flag(help: "Goodreads: for spreadsheets, with a mark that it is UTF-8, and no formulas.")
  var excel = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder's path is empty") }
    if excel, format != .goodreads { throw ValidationError("--excel goes with --format goodreads") }
    if folder == "-", format == .markdown || format == .zip || json {
      throw ValidationError("only a list of books goes to standard output, and not with --json")
    }
  }

  func run() throws {
    let notebook = try options.open()
    notebook.exchange.sweepArchives()
    if let form = format.books { return try write(form, of: notebook) }
    if format == .zip, access(folder, F_OK) == 0 { throw Self.cannotWrite(folder) }
    let report = try Interruption.finishing(
      format == .zip
        ? "nothing was written" : "the files that were written stay; the same command goes on"
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

  /// Writes a list of books.
  private func write(_ form: BookForm, of notebook: Notebook) throws {
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
        "commonplace: note: \(format.rawValue) has no place for \(loss.facts): \(Counts.of(loss.books, "book"))"
      )
    }
  }

  private static func cannotWrite(_ file: String) -> CommandFailure {
    CommandFailure(
      .inputOutput, "cannot write \(file)", "check that it is not there, and that its folder is")
  }

  private func announce(_ report: ExportReport) throws {
    let counts = Counts([
      (report.new, "new"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.skipped.count, "left as they are"),
    ])
    try StandardOutput.write("Exported to \(folder): \(counts)".terminalSafeLine)
    for file in report.skipped {
      StandardError.write("commonplace: note: \(file.file) \(file.reason)".terminalSafeLine)
    }
    if report.unreadable > 0 {
      StandardError.write(
        "commonplace: note: \(Counts.of(report.unreadable, "value")) cannot be read; they are not "
          + "in the export")
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
