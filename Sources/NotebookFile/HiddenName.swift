import Base
import Foundation

/// The names of files that are on their way to their place, beside it: `.~NAME-UUID.tmp`.
///
/// Dropbox leaves names that begin with `.~` alone, Nextcloud those that hold `.~`, Insync those that end in
/// `.tmp`. Syncthing has names for temporary files, but deletes old ones unasked, and another program's text
/// can be under such a name for a moment. So it needs a line in its list.
package enum HiddenName {
  /// The most bytes of such a name. An encrypting file system (eCryptfs) allows 143, of which
  /// SQLite may need eight for `-journal`.
  private static let most = 135

  private static let ending = ".tmp"

  /// A new hidden name for a file called `name`.
  package static func new(for name: String) -> String {
    beginning(for: name) + UUID.random().uuidString + ending
  }

  /// Whether `hidden` is such a name for a file called `name`.
  package static func matches(_ hidden: String, for name: String) -> Bool {
    let beginning = beginning(for: name)
    guard hidden.hasPrefix(beginning), hidden.hasSuffix(ending) else { return false }
    let middle = hidden.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count)
    return UUID(uuidString: String(Substring(middle))) != nil
  }

  /// `.~NAME-`, or for a long name the beginning of it and a digest.
  private static func beginning(for name: String) -> String {
    let room = most - 36 - ending.utf8.count - ".~-".utf8.count
    guard name.utf8.count > room else { return ".~\(name)-" }
    let digest = SHA1.digest(Array(name.utf8)).prefix(4).hexadecimal
    return ".~\(name.cut(toBytes: room - 1 - digest.utf8.count))~\(digest)-"
  }
}

extension String {
  /// As many of the first characters as have so many bytes.
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
  /// `before`, `name` and `after` in one name, in which `name` is cut where it would be longer than
  /// the 255 bytes that file systems allow.
  package static func fitting(_ before: String, _ name: String, _ after: String = "") -> String {
    before + name.cut(toBytes: 255 - before.utf8.count - after.utf8.count) + after
  }
}
