internal import Base
internal import Foundation
package import Notebook
package import NotebookFile

extension Notebook {
  /// Writes the export of all notes, as `export(to:)` makes it, into one ZIP archive at `path`, where no
  /// file may be. The archive appears whole or not at all.
  ///
  /// The files are first written to a separate folder in the system's temporary folder. Throws
  /// `cannotCreate` with the system's message. Cost: linear in the notebook, images included.
  package func archive(to path: String) throws(NotebookError) -> ExportReport {
    let path = absolutePath(path)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-export-\(UInt64.random(in: 0 ... .max))")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      guard try SystemCall.status(path) == nil else { throw SystemError(code: EEXIST) }
      try SystemCall.makeFolder(folder)
    } catch {
      throw NotebookError(creating: path, error)
    }
    let report = try export(to: folder)
    let part = "\(path).part-\(UInt64.random(in: 0 ... .max))"
    do {
      let file = Foundation.open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard file >= 0 else { throw SystemError(code: errno) }
      defer { unlink(part) }
      defer { _ = Foundation.close(file) }
      try Self.write(folder, to: file)
      try SystemCall.synchronize(file)
      // A file that came there meanwhile stays.
      try SystemCall.link(part, path)
      return report
    } catch {
      throw NotebookError(creating: path, error)
    }
  }

  /// Writes the files of a folder, sorted by their names.
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
