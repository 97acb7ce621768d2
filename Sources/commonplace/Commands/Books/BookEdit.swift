import ArgumentParser
import Books
import Foundation
import FrontMatter
import Notebook

struct BookEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit the record of a book in your editor.",
    discussion: """
      The record is a small text with one line per field. It opens in $VISUAL, else $EDITOR, \
      else vi. A record that cannot be parsed changes nothing, and your text is kept.
      """)

  @OptionGroup var book: BookOptions

  func run() throws {
    try book.options.change { notebook in
      let note = try book.options.find(book.note, in: notebook)
      let former = try book.options.book(of: note, in: notebook)
      try book.options.checkWriting(in: notebook)
      var changed = note
      let (_, fault) = try NoteEditor().edit(
        BookDocument.text(of: former), as: .book(of: note.id), in: notebook
      ) { text in
        changed = try Self.save(text, over: former, of: note.id, in: notebook)
        return .book(of: note.id)
      }
      let record = try book.options.book(of: changed, in: notebook)
      try fault?.announce(isSaved: record != former)
      try book.options.announce(
        record == former ? .unchanged : .edited, record, changed, json: book.json)
      if let number = record.wrongISBNs.first, !former.wrongISBNs.contains(number) {
        StandardError.write(
          "commonplace: note: the ISBN \(number.terminalSafeLine) has a wrong check digit; it is "
            + "kept as it is")
      }
      try Interruption.check()
    }
  }

  /// Saves a record that was edited as text, field by field: fields that only another program changed
  /// since `former` keep that change. Returns the note about the book. Throws if both changed a field
  /// differently.
  static func save(
    _ text: String, over former: BookRecord, of note: String, in notebook: Notebook
  ) throws -> NoteSummary {
    let edited = try record(of: text, over: former)
    var isClash = false
    let summary = try notebook.books.edit(of: note) { record in
      if record == former {
        record = edited
      } else if let merged = BookDocument.merged(text, over: former, with: record),
        let both = try? BookDocument.record(from: merged, over: record)
      {
        record = both
      } else {
        isClash = true
      }
    }.summary
    if isClash {
      throw CommandFailure(
        .badData, "a field that you edited was changed by another program", "nothing was changed")
    }
    return summary
  }

  private static func record(of text: String, over former: BookRecord) throws -> BookRecord {
    do throws(BookDocument.Fault) {
      return try BookDocument.record(from: text, over: former)
    } catch {
      throw CommandFailure(.badData, error.reason, "nothing was changed")
    }
  }
}

struct BookRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Detach the book from a note.",
    discussion: """
      Deletes the record of the book; the note keeps its text and its cover. “commonplace \
      trash” removes notes.
      """)

  @OptionGroup var book: BookOptions

  func run() throws {
    try book.options.change { notebook in
      let note = try book.options.find(book.note, in: notebook)
      _ = try book.options.book(of: note, in: notebook)
      let changed = try notebook.books.remove(of: note.id).summary
      try book.options.announce(.edited, changed, json: book.json)
    }
  }
}

struct BookCover: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Set the cover of a book, or save it to a file.")

  @OptionGroup var book: BookOptions

  @Argument(help: "A picture: JPEG, PNG, GIF or WebP, of at most 5 MB.", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Write the cover to this file, which must not exist.", valueName: "file"))
  var save: String?

  @Flag(help: "Remove the cover.")
  var remove = false

  /// Maximum number of bytes of a cover. The phone shows it small.
  static let most = 5 << 20

  func validate() throws {
    if [file != nil, save != nil, remove].count(where: { $0 }) != 1 {
      throw ValidationError("specify an image file, --save or --remove")
    }
  }

  func run() throws {
    if let save { return try write(to: save) }
    let cover = try file.map(Self.read)
    try book.options.change { notebook in
      let note = try book.options.find(book.note, in: notebook)
      let record = try book.options.book(of: note, in: notebook)
      let isSame = try notebook.books.cover(of: note.id) == cover
      try notebook.books.setCover(of: note.id, to: cover)
      try book.options.announce(isSame ? .unchanged : .edited, record, note, json: book.json)
    }
  }

  private static func read(_ path: String) throws -> NoteCover {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
      let data = try? file.read(upToCount: most + 1)
    else { throw CommandFailure(cannotRead: path) }
    guard data.count <= most else {
      throw CommandFailure(.badData, "\(path) is larger than 5 MB", "use a smaller image")
    }
    guard let type = PictureType.of(data) else {
      throw CommandFailure(
        .badData, "\(path) is not an image that the app can show",
        "use a JPEG, PNG, GIF or WebP file"
      )
    }
    if case .failure(.hasTooManyPixels) = Result(catching: {
      () throws(ImageContent.Refusal) in try ImageContent(data)
    }) {
      throw CommandFailure(
        .badData, "\(path) has too many pixels for a cover", "use a smaller image")
    }
    return NoteCover(mimeType: type, data: data)
  }

  private func write(to path: String) throws {
    let notebook = try book.options.open()
    let note = try book.options.find(book.note, in: notebook)
    let record = try book.options.book(of: note, in: notebook)
    guard let cover = try notebook.books.cover(of: note.id) else {
      throw CommandFailure(
        .nothingFound, "“\(record.title.listed)” has no cover",
        "“commonplace book cover” adds one")
    }
    do {
      try cover.data.write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw CommandFailure(
        .inputOutput, "cannot write \(path)", "its folder must exist, and the file must not")
    }
    try book.options.announce(.unchanged, record, note, json: book.json)
  }
}

/// Recognizes types of pictures by their first bytes.
enum PictureType {
  static func of(_ data: Data) -> String? {
    let bytes = Array(data.prefix(12))
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).elementsEqual("WEBP".utf8) {
      return "image/webp"
    }
    return nil
  }
}
