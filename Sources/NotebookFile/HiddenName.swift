import Base
import Foundation

/// The names of temporary files next to the files that they will replace: `.~NAME-UUID.tmp`.
///
/// Dropbox ignores names that begin with `.~`, Nextcloud names that contain `.~`, Insync names that
/// end in `.tmp`. Syncthing's own temporary names are not used: Syncthing deletes old files with
/// them without asking, and another program's notebook can have a hidden name for a moment. Users
/// of Syncthing add a line to its ignore list.
package enum HiddenName {
  /// Maximum length of a hidden name, in UTF-8 bytes. An encrypting file system (eCryptfs) allows
  /// 143, and SQLite may need eight of them for `-journal`.
  private static let most = 135

  private static let ending = ".tmp"

  package static func new(for name: String) -> String {
    beginning(for: name) + UUID.random().uuidString + ending
  }

  package static func matches(_ hidden: String, for name: String) -> Bool {
    let beginning = beginning(for: name)
    guard hidden.hasPrefix(beginning), hidden.hasSuffix(ending) else { return false }
    let middle = hidden.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count)
    return UUID(uuidString: String(Substring(middle))) != nil
  }

  /// Returns `.~NAME-`; for a long name its beginning and a digest.
  private static func beginning(for name: String) -> String {
    let room = most - 36 - ending.utf8.count - ".~-".utf8.count
    guard name.utf8.count > room else { return ".~\(name)-" }
    let digest = SHA1.digest(Array(name.utf8)).prefix(4).hexadecimal
    return ".~\(name.cut(toBytes: room - 1 - digest.utf8.count))~\(digest)-"
  }
}

extension String {
  /// Returns as many of the first characters as fit in `most` UTF-8 bytes.
  func cut(toBytes most: Int) -> String {
    var (end, count) = (startIndex, 0)
    for character in self {
      count += character.utf8.count
      guard count <= most else { break }
      end = index(after: end)
    }
    return String(self[..<end])
  }
}

extension FileName {
  /// Joins `before`, `name` and `after`. Cuts `name` if the result would be longer than the 255
  /// bytes that file systems allow.
  package static func fitting(_ before: String, _ name: String, _ after: String = "") -> String {
    before + name.cut(toBytes: 255 - before.utf8.count - after.utf8.count) + after
  }
}
