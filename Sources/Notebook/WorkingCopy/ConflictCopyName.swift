import Base
import Foundation

/// Recognizes names of conflict copies. Sync programs and browsers give them to a copy next to a
/// file if two devices changed it, or if its name was in use.
///
/// The name only selects candidates: a file is merged only if it is of the same notebook.
package enum ConflictCopyName {
  /// Whether `name` is `stem`, one of these endings, any counts such as ` 2`, and `.libnotes`:
  ///
  /// | program | ending |
  /// | --- | --- |
  /// | Dropbox | ` (Ann's conflicted copy 2024-01-31)`, in the system's language |
  /// | Maestral | ` (Ann's conflicting copy 2024-01-31)` |
  /// | Nextcloud, ownCloud, OpenCloud | ` (conflicted copy 2024-01-31 120000)` |
  /// | Nextcloud, ownCloud, OpenCloud | `_conflict-20240131-120000` |
  /// | Syncthing | `.sync-conflict-20240131-120000-ABCDEFG` |
  /// | Seafile | ` (SFConflict ann@example.com 2024-01-31-12-00-00)` |
  /// | Resilio | `.Conflict`, `.Conflict2`, `_Conflict` |
  /// | pCloud, older Google Drive | ` [conflicted]`, ` [conflicted 2]`, ` [Conflict]` |
  /// | rclone bisync | `.conflict1` |
  /// | Synology Drive | `_Ann-PC_Jan-31-1200-2024_CaseConflict_1` |
  /// | Unison | ` (copy: conflict on 2024-01-31)` |
  /// | FileCloud, Cozy | `(Conflict_ann_2024-01-31-12-00-00)`, `-conflict-2024-01-31T12_00_00` |
  /// | Google Drive, OneDrive, MEGA, browsers | ` (1)` |
  /// | iCloud Drive, Finder | ` 2` |
  /// | Box | ` (ann@example.com)` |
  /// | OneDrive | `-HOST`, `-HOST-2` |
  /// | OneDrive for Linux | `-HOST-safeBackup-0001` |
  ///
  /// OneDrive's `HOST` must be `host` or a name that Windows generates, except before
  /// `-safeBackup`.
  package static func matches(_ name: String, stem: String, host: String = ConflictCopyName.host)
    -> Bool
  {
    guard name.hasPrefix(stem), name.hasSuffix(".libnotes") else { return false }
    let ending = name.dropFirst(stem.count).dropLast(9)
    guard !ending.isEmpty else { return false }
    let mark = withoutCounts(ending)
    return mark.isEmpty || saysConflict(mark) || namesDevice(mark, host)
  }

  /// Returns the name of the file that `name` is a copy of, both without extensions: the longest
  /// beginning of `name` for which `isThere` is true. Returns nil if there is none, or if a person
  /// may have chosen the name: “Emma 2” and “Emma (1)” may be other notes, and so may “Vietnam
  /// (conflict)” and “Emma-pc”.
  package static func original(of name: String, isThere: (String) -> Bool) -> String? {
    let text = name.lowercased()
    // The mirror calls this function for each new file, so it compares bytes if the name is ASCII.
    // Other characters can have several encodings.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let saysSo = words.contains { isASCII ? text.containsBytes(of: $0) : text.contains($0) }
    guard saysSo || text.containsBytes(of: "safebackup") else { return nil }
    let end = name.indices.reversed().first { index in
      index > name.startIndex && isThere(String(name[..<index]))
        && isCertainMark(withoutCounts(name[index...]))
    }
    return end.map { String(name[..<$0]) }
  }

  /// Whether a copy's name may be a browser's name for a download, which can be from anyone: it has
  /// a number in parentheses.
  package static func mayBeDownload(_ name: String, stem: String) -> Bool {
    var mark = name.dropFirst(stem.count).dropLast(9)
    while let rest = withoutCount(mark) {
      if mark.dropFirst(rest.count).isNumbered { return true }
      mark = rest
    }
    return mark.isNumbered
  }

  /// Whether a name marks a conflict copy regardless of the files next to it. It must contain
  /// “conflicted copy” or “conflicting copy”, or a word for conflict and a date. The name of a
  /// notebook about a conflict has neither.
  static func isCertain(_ name: String) -> Bool {
    let text = name.lowercased()
    guard words.contains(where: text.contains) else { return false }
    return text.contains("conflicted copy") || text.contains("conflicting copy")
      || text.firstMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8}-[0-9]{6}/#) != nil
  }

  /// The name of this machine, without its domain; empty if it is unknown.
  static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    let bytes = name.prefix { $0 != 0 && $0 != 46 }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self)
  }()
}

extension ConflictCopyName {
  /// Stems of “conflict” in several languages, for comparison with lower-case text.
  private static let words = [
    "conflic", "conflit", "konflik", "конфликт", "競合", "충돌", "冲突", "衝突",
  ]

  /// Whether only a sync program would append this ending to a name.
  private static func isCertainMark(_ mark: Substring) -> Bool {
    let text = mark.lowercased()
    let isPlain = #/\.conflict[0-9]*(?:\.conflict[0-9]*)*| \[conflict(?:ed)?(?: [0-9]+)?\]/#
    if text.wholeMatch(of: isPlain) != nil || text.wholeMatch(of: safeBackup) != nil { return true }
    return saysConflict(mark) && (isCertain(String(mark)) || text.wholeMatch(of: ofSynology) != nil)
  }

  private static func withoutCounts(_ ending: Substring) -> Substring {
    var mark = ending
    while let rest = withoutCount(mark) { mark = rest }
    return mark
  }

  /// Matches lower-case text.
  private static var safeBackup: Regex<Substring> { #/-.+-safebackup(?:-[0-9]{1,4})?/# }

  /// Matches lower-case text.
  private static var ofSynology: Regex<Substring> {
    #/_.+_[a-z]{3}-[0-9]{2}-[0-9]{4,6}-[0-9]{4}_[a-z]*conflict(?:_[0-9]+)?/#
  }

  /// Returns the text before an ending that counts copies or names a user; nil if there is no such
  /// ending.
  private static func withoutCount(_ mark: Substring) -> Substring? {
    let ending = #/(?: \([0-9]{1,3}\)| (?:[2-9]|[1-9][0-9]{1,2})| \([^ ()]+@[^ ()]+\))$/#
    return mark.firstMatch(of: ending).map { mark[..<$0.range.lowerBound] }
  }

  private static func saysConflict(_ mark: Substring) -> Bool {
    let text = mark.lowercased()
    if let last = text.last, ")]".contains(last),
      text.hasPrefix(" (") || text.hasPrefix(" [") || text.hasPrefix("(")
    {
      return words.contains(where: text.contains)
    }
    return text.wholeMatch(of: #/[._-](?:sync-)?conflict[0-9]*(?:[-_.].*)?/#) != nil
      || text.wholeMatch(of: ofSynology) != nil
  }

  private static func namesDevice(_ mark: Substring, _ host: String) -> Bool {
    if mark.lowercased().wholeMatch(of: safeBackup) != nil { return true }
    guard let match = mark.wholeMatch(of: #/-(.+?)(?:-[0-9]{1,3})?/#) else { return false }
    return match.1.lowercased() == host.lowercased()
      || match.1.wholeMatch(of: #/(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12}/#) != nil
  }
}

extension Substring {
  fileprivate var isNumbered: Bool { firstMatch(of: #/^ \([0-9]{1,3}\)/#) != nil }
}
