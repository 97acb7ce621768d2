import ArgumentParser
import Books
import Foundation
import Notebook

struct BookCover: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Set, save or remove the cover of a book.")

  @OptionGroup var book: BookOptions

  @Argument(help: "A picture: JPEG, PNG, GIF or WebP, of at most 5 MB.", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Write the cover to this file, which must not exist.", valueName: "file"))
  var save: String?

  @Flag(help: "Remove the cover.")
  var remove = false

  static let most = 5 << 20

  func validate() throws {
    if [file != nil, save != nil, remove].count(where: { $0 }) != 1 {
      throw ValidationError("use exactly one of: an image file, --save FILE, or --remove")
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
    guard let kind = ImageContent.Kind(beginningOf: data) else {
      throw CommandFailure(
        .badData, "\(path) is not an image that the app can show",
        "use a JPEG, PNG, GIF or WebP file"
      )
    }
    if case .failure(.hasTooManyPixels) = Result(catching: {
      () throws(ImageContent.Refusal) in try ImageContent(data)
    }) {
      throw CommandFailure(
        .badData, "\(path) has a side of over 65536 pixels, or over 268 million pixels",
        "use a smaller image")
    }
    return NoteCover(mimeType: kind.mimeType, data: data)
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
        .inputOutput, "cannot write \(path)",
        "its folder must be writable, and the file must not exist")
    }
    try book.options.announce(.unchanged, record, note, json: book.json)
  }
}
