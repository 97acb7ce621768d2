import Foundation
import NotebookFile

/// The folder in which one archive is built. If its process is killed, `commonplace export` removes
/// it later, together with the unfinished archive.
///
///     STATE/exports/lock          held while folders are created and removed
///     STATE/exports/NAME/lock     held by the process that writes the archive
///     STATE/exports/NAME/files    the files of the archive
///     STATE/exports/NAME/part     the path of the unfinished archive
final class ArchiveFolder {
  private let folder: String
  private let lock: FileLock
  /// The path at which the archive is written until it is complete.
  let part: String

  var files: String { folder + "/files" }

  /// Creates a folder for the archive at `path`, and removes the folders of killed processes.
  static func make(for path: String, in state: StateFolder) throws -> ArchiveFolder {
    let exports = Self.exports(state)
    try SystemCall.makeFolder(exports)
    let turn = try FileLock(path: exports + "/lock", patience: .seconds(10))
    return try make(for: path, in: exports, holding: turn)
  }

  /// Removes the folders of killed processes. Errors are ignored: the next export tries again.
  static func sweep(_ state: StateFolder) {
    let exports = Self.exports(state)
    guard (try? SystemCall.status(exports)) != nil,
      let turn = try? FileLock(path: exports + "/lock", patience: .zero)
    else { return }
    sweep(exports, holding: turn)
  }

  private static func make(
    for path: String, in exports: String, holding turn: borrowing FileLock
  ) throws -> ArchiveFolder {
    sweep(exports, holding: turn)
    let name = String(UInt64.random(in: 0 ... .max), radix: 16)
    try SystemCall.makeFolder(exports + "/" + name)
    let folder = try ArchiveFolder(exports + "/" + name, part: path + ending(name))
    try SystemCall.makeFile(folder.folder + "/part")
    try SystemCall.withFile(folder.folder + "/part", O_WRONLY | O_NOFOLLOW) { file in
      try SystemCall.write(Array(folder.part.utf8), at: 0, to: file)
    }
    try SystemCall.makeFolder(folder.files)
    return folder
  }

  private init(_ folder: String, part: String) throws {
    (self.folder, self.part) = (folder, part)
    lock = try FileLock(path: folder + "/lock", patience: .zero)
  }

  func remove() {
    unlink(part)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func exports(_ state: StateFolder) -> String { state.path + "/exports" }

  private static func ending(_ name: String) -> String { ".part-\(name)" }

  private static func sweep(_ exports: String, holding turn: borrowing FileLock) {
    for name in (try? SystemCall.names(in: exports)) ?? [] where name != "lock" {
      let folder = exports + "/" + name
      let data = try? SystemCall.read(folder + "/part", most: 1 << 16, followsLinks: false)
      // If the lock is free, the folder's process has ended.
      guard
        let left = try? ArchiveFolder(folder, part: String(decoding: data ?? Data(), as: UTF8.self))
      else { continue }
      // Only a file with our name pattern is removed, regardless of the record's content.
      let status = try? SystemCall.status(left.part)
      let isOurs = status.map { $0.st_mode & S_IFMT == S_IFREG && $0.st_uid == geteuid() } ?? false
      if isOurs, left.part.hasSuffix(ending(name)) { unlink(left.part) }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
