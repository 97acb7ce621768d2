import Foundation
import ImportExport
import Notebook
import NotebookFile

/// Fuzzes the import of a file: Markdown with or without front matter, or anything else. The
/// importer may report an error, but a second import must not add or remove notes.
@Sendable func fuzzImport(_ input: UnsafeBufferPointer<UInt8>) {
  let files = folder + "/import"
  let path = folder + "/imported.libnotes"
  let manager = FileManager.default
  defer { for path in [files, path, folder + "/state"] { try? manager.removeItem(atPath: path) } }
  do {
    try manager.createDirectory(atPath: files, withIntermediateDirectories: true)
    try Data(input).write(to: URL(filePath: files + "/note.md"))
    try Notebook.create(at: path, notes: [])
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder + "/state"))
    defer { try? notebook.close() }
    _ = try? notebook.exchange.importNotes(from: [files])
    let before = try notebook.notes.all(includingTrash: true).map(\.id)
    _ = try? notebook.exchange.importNotes(from: [files])
    guard try notebook.notes.all(includingTrash: true).map(\.id) == before else {
      fatalError("the second import differs from the first")
    }
  } catch {
    fatalError("the notebook cannot be created: \(error)")
  }
}
