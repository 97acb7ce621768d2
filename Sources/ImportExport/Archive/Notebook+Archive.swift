import Base
import Foundation
import Notebook
package import NotebookFile

extension Notebook.Exchange {
  /// Exports all notes, like `export(to:)`, into one ZIP archive at `path`, where no file may
  /// exist. The archive appears complete or not at all.
  ///
  /// The files are first written to a folder in the state folder. If the process is killed, the
  /// next `commonplace export` removes this folder. Throws `cannotCreate` with the system's
  /// message. Cost: linear in the notebook, including images.
  package func archive(to path: String) throws(NotebookError) -> ExportReport {
    let path = absolutePath(path)
    let folder: ArchiveFolder
    do {
      guard try SystemCall.status(path) == nil else { throw SystemError(code: EEXIST) }
    } catch {
      throw NotebookError(creating: path, error)
    }
    do {
      folder = try ArchiveFolder.make(for: path, in: notebook.state)
    } catch {
      throw NotebookError(creating: notebook.state.path, error)
    }
    defer { folder.remove() }
    let report = try export(to: folder.files)
    do {
      let file = Foundation.open(folder.part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw SystemError(code: errno) }
      defer { _ = Foundation.close(file) }
      try Self.write(folder.files, to: file)
      try SystemCall.synchronize(file)
      // Do not replace a file that another program has created since.
      try SystemCall.link(folder.part, path)
      return report
    } catch {
      throw NotebookError(creating: path, error)
    }
  }

  package func sweepArchives() { ArchiveFolder.sweep(notebook.state) }

  /// Writes the regular files of a folder and its subfolders to a ZIP archive, sorted by path.
  private static func write(_ folder: String, to file: Int32) throws {
    var archive = ZipWriter(to: file)
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { name in
        let status = try? SystemCall.status("\(folder)/\(name)")
        return status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (done, name) in names.enumerated() {
      Work.step("Packing files", done, of: names.count)
      try Cancellable.check()
      try archive.add(name, Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
    }
    try archive.finish()
  }
}
