import Foundation

/// The atomic creation of a file: it is written under a temporary name in the same folder, flushed
/// to disk, and then renamed without ever replacing another file.
package struct Publication {
  let path: String
  /// The path to write to: an empty hidden file that only its owner can read.
  package let temporaryPath: String

  /// Creates the folders above `path` and the temporary file.
  ///
  /// Throws `alreadyExists` if `path` exists, otherwise the system's error.
  package init(to path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    temporaryPath = folder.path + "/" + HiddenName.new(for: url.lastPathComponent)
    guard try SystemCall.status(path) == nil else { throw NotebookError.alreadyExists(path: path) }
    try SystemCall.makeFolder(folder.path, mode: 0o777)
    try SystemCall.makeFile(temporaryPath)
  }

  /// Flushes the file to disk and gives it its name. Throws `alreadyExists` if another program has
  /// used the name.
  package func publish() throws {
    try SystemCall.synchronize(temporaryPath)
    do {
      try SystemCall.link(temporaryPath, path)
    } catch let error as SystemError {
      guard error.code != EEXIST else { throw NotebookError.alreadyExists(path: path) }
      try publishWithoutLinks()
    }
    discard()
    // Some file systems cannot flush a folder; the file has its name anyway.
    try? SystemCall.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Publishes in file systems without hard links (FAT, some network drives): an empty file
  /// reserves the name, and the real one replaces it.
  func publishWithoutLinks() throws {
    do {
      try SystemCall.makeFile(path)
    } catch let error as SystemError where error.code == EEXIST {
      throw NotebookError.alreadyExists(path: path)
    }
    do {
      try SystemCall.rename(temporaryPath, to: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  package func discard() {
    unlink(temporaryPath)
    unlink(temporaryPath + "-journal")
  }
}
