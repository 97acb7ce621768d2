import Foundation

/// A new file on its way to its place: written beside it under a temporary name, brought to disk,
/// then given its name in one step that never replaces another file.
package struct Publication {
  /// The path at which the file is to appear.
  let path: String
  /// The path at which to write it: an empty file, hidden, readable by its owner only.
  package let temporaryPath: String

  /// Makes the folders above `path` and the temporary file.
  ///
  /// Throws `alreadyExists` if something is at `path`, otherwise the system's error.
  package init(to path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    temporaryPath = folder.path + "/" + HiddenName.new(for: url.lastPathComponent)
    guard try SystemCall.status(path) == nil else { throw NotebookError.alreadyExists(path: path) }
    try SystemCall.makeFolder(folder.path, mode: 0o777)
    try SystemCall.makeFile(temporaryPath)
  }

  /// Gives the file its name. Throws `alreadyExists` when something took the name meanwhile.
  package func publish() throws {
    try SystemCall.synchronize(temporaryPath)
    do {
      try SystemCall.link(temporaryPath, path)
    } catch let error as SystemError {
      guard error.code != EEXIST else { throw NotebookError.alreadyExists(path: path) }
      try publishWithoutLinks()
    }
    discard()
    // Not every file system lets a folder be synchronized; the file has its name all the same.
    try? SystemCall.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// For file systems without hard links (FAT, some network drives): the name is taken by an empty
  /// file of ours, which the real one then replaces.
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

  /// Removes the temporary file, if it is still there.
  package func discard() {
    unlink(temporaryPath)
    unlink(temporaryPath + "-journal")
  }
}
