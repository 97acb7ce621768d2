/// Recognises the copies that sync programs make of a file when two devices changed it.
enum ConflictCopyName {
  /// Whether `name` is that of a conflict copy of `stem`.libnotes:
  ///
  /// - `STEM (Ann's conflicted copy 2024-01-31).libnotes` (Dropbox)
  /// - `STEM (conflicted copy 2024-01-31 120000).libnotes` (Nextcloud)
  /// - `STEM_conflict-20240131-120000.libnotes` (ownCloud)
  /// - `STEM.sync-conflict-20240131-120000-ABCDEFG.libnotes` (Syncthing)
  /// - `STEM (1).libnotes` (Google Drive, OneDrive, browsers)
  static func matches(_ name: String, stem: String) -> Bool {
    guard name.hasPrefix(stem), name.hasSuffix(".libnotes") else { return false }
    let mark = name.dropFirst(stem.count).dropLast(9)
    if mark.hasPrefix(".sync-conflict-") || mark.hasPrefix("_conflict-") { return true }
    guard mark.hasPrefix(" ("), mark.hasSuffix(")") else { return false }
    let text = mark.dropFirst(2).dropLast()
    if text.lowercased().contains("conflicted copy") { return true }
    return !text.isEmpty && text.utf8.count < 4 && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
