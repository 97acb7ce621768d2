import Foundation
import NotebookFile

/// A file of a mirror, independent of how its path is spelled.
package struct MirrorPath: Sendable {
  package let mirror: NoteMirror
  /// The file's name in the mirror; the file need not exist.
  package let name: String
  /// The mirror's folder as the path spells it. Nil if the file itself is a link, or if the path is
  /// not valid UTF-8.
  package let folder: String?

  package init(mirror: NoteMirror, name: String, folder: String? = nil) {
    (self.mirror, self.name, self.folder) = (mirror, name, folder)
  }

  /// Finds the file at the absolute `path` in `mirrors`, following links. `name` gets the mirror's
  /// spelling. Returns nil if the file is in none of them. Cost: a few system calls; lists the
  /// folder if the file has no record.
  package init?(_ path: [UInt8], in mirrors: [NoteMirror]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = String(validating: path[(slash + 1)...], as: UTF8.self)
    let folder = RealPath(path[...slash])
    if let mirror = mirrors.first(where: { folder?.isFolder($0.folder) ?? false }),
      let name, !RealPath.isLink(path)
    {
      let spelling = String(validating: path[..<slash], as: UTF8.self)
      self.init(mirror: mirror, name: mirror.spelling(ofFile: name), folder: spelling)
      return
    }
    // The file itself may be a link to a file of a mirror.
    guard let real = RealPath(path[...])?.path, let end = real.lastIndex(of: "/"),
      let mirror = mirrors.first(where: {
        RealPath(real[..<end].utf8)?.isFolder($0.folder) ?? false
      })
    else { return nil }
    let file = String(real[real.index(after: end)...])
    self.init(mirror: mirror, name: mirror.spelling(ofFile: file))
  }

  package func isSame(as other: MirrorPath) -> Bool {
    mirror === other.mirror && name == other.name
  }
}

private struct RealPath {
  let path: String

  /// Resolves the path `bytes`. Returns nil if there is no file, or if its path is not valid UTF-8.
  init?(_ bytes: some Sequence<UInt8>) {
    let name = Self.name(bytes)
    guard let real = realpath(name, nil) else { return nil }
    defer { free(real) }
    guard let path = String(validatingCString: real) else { return nil }
    self.path = path
  }

  /// Whether this is the folder at `other`, even if spelled in another case or mounted twice.
  func isFolder(_ other: String) -> Bool {
    if path.utf8.elementsEqual(other.utf8) { return true }
    guard let mine = FileIdentity(path: path), let its = FileIdentity(path: other) else {
      return false
    }
    return (mine.device, mine.inode) == (its.device, its.inode)
  }

  static func isLink(_ bytes: some Sequence<UInt8>) -> Bool {
    var status = stat()
    return lstat(name(bytes), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func name(_ bytes: some Sequence<UInt8>) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
