import Foundation
import Notebook
import NotebookFile
import NotebookSearch

/// Fuzzes changes of a notebook's file: each has three bytes of offset, and one byte to write
/// there. The result must be opened, listed, searched and salvaged, or refused with an error.
@Sendable func fuzzRows(_ input: UnsafeBufferPointer<UInt8>) {
  var bytes = goodFile
  for change in stride(from: 0, to: input.count - 3, by: 4) {
    let offset = Int(input[change]) << 16 | Int(input[change + 1]) << 8 | Int(input[change + 2])
    bytes[offset % bytes.count] = input[change + 3]
  }
  let (path, new) = (folder + "/damaged.libnotes", folder + "/salvaged.libnotes")
  guard FileManager.default.createFile(atPath: path, contents: bytes) else {
    fatalError("the file cannot be written")
  }
  defer { for path in [path, new] { try? FileManager.default.removeItem(atPath: path) } }
  if let notebook = try? Notebook.open(at: path, state: StateFolder(path: folder + "/none")) {
    for note in (try? notebook.notes.all(includingTrash: true)) ?? [] {
      _ = try? notebook.note(id: note.id)
    }
    _ = try? notebook.searches.run(SearchQuery(parsing: "woods OR #nature"))
    try? notebook.close()
  }
  guard (try? Salvage.run(from: path, to: new)) != nil else { return }
  do {
    let notebook = try Notebook.open(at: new, state: StateFolder(path: folder + "/none"))
    for note in try notebook.notes.all(includingTrash: true) { _ = try notebook.note(id: note.id) }
    try notebook.close()
  } catch {
    fatalError("a salvaged notebook cannot be read: \(error)")
  }
}

private let goodFile: Data = {
  let path = folder + "/good.libnotes"
  let notes = (1...8).map { "# Note \($0) #nature/\($0)\n\n> I went to the woods.\n\nQ: a\nA: b" }
  do {
    try Notebook.create(at: path, notes: notes)
    return try Data(contentsOf: URL(filePath: path))
  } catch {
    fatalError("the notebook cannot be created: \(error)")
  }
}()
