import Foundation
import NotebookFile

/// An existing path, with all symbolic links resolved.
struct RealPath {
  let path: String

  /// Nil when nothing is there, or it is not in UTF-8.
  init?(_ bytes: some Sequence<UInt8>) {
    let name = Self.name(bytes)
    guard let real = realpath(name, nil) else { return nil }
    defer { free(real) }
    guard let path = String(validatingCString: real) else { return nil }
    self.path = path
  }

  /// Whether it is the folder at `other`, also where case does not count, or as it is mounted elsewhere.
  func isFolder(_ other: String) -> Bool {
    if path.utf8.elementsEqual(other.utf8) { return true }
    guard let mine = FileIdentity(path: path), let its = FileIdentity(path: other) else {
      return false
    }
    return (mine.device, mine.inode) == (its.device, its.inode)
  }

  /// Whether `bytes` name a symbolic link.
  static func isLink(_ bytes: some Sequence<UInt8>) -> Bool {
    var status = stat()
    return lstat(name(bytes), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func name(_ bytes: some Sequence<UInt8>) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
