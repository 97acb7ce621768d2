import Foundation

extension MirrorRun {
  /// Renames the file `name` after `stem`. If an editor has the file open, so that `base` returns a
  /// version, and names are not tidied, a later run renames it.
  ///
  /// A file that has the new name and will itself be renamed is renamed first. Two files with each
  /// other's names are exchanged.
  mutating func move(_ name: String, _ stem: String, _ base: (String) -> String?) throws {
    guard var file = files[name] else { return postpone() }
    if !options.tidiesNames, base(name) != nil {
      file.titleStem = stem
      return recordSynced(file)
    }
    // A file named exactly after its old title is renamed even if only the case changes.
    let isRespelled = name == file.stem + ".md" && stem != file.stem
    (file.stem, file.titleStem) = (stem, stem)
    guard !MirrorNames.isName(name, of: stem) || isRespelled else { return recordSynced(file) }
    let wanted = stem + ".md"
    if let next = pending.removeValue(forKey: wanted) {
      moving.insert(file.note)
      try move(wanted, next, base)
      moving.remove(file.note)
      // An exchange with the file that had the new name may have renamed this file.
      guard files[name]?.note == file.note else { return try finish(file) }
    }
    if let holder = files[wanted], moving.contains(holder.note), try exchange(file, wanted) {
      return
    }
    names.release(name)
    let new = names.name(stem)
    guard let stamp = try folder.rename(name, to: new) else {
      names.take(name)
      return postpone()
    }
    // An editor that has the file open still has the text of the earlier record.
    previousNames.append(known[name] ?? file)
    dropRecord(name)
    recordSynced(file, as: new, stamp)
    report.renamed += 1
  }

  private mutating func exchange(_ file: MirroredFile, _ other: String) throws -> Bool {
    guard let second = files[other], folder.exchange(file.name, other) else { return false }
    recordSynced(file, as: other, folder.status(other)?.stamp)
    recordSynced(second, as: file.name, folder.status(file.name)?.stamp)
    report.renamed += 1
    return true
  }

  /// Records the new stem if an exchange has already renamed the file; otherwise renames it.
  private mutating func finish(_ file: MirroredFile) throws {
    guard var present = files.values.first(where: { !$0.isSide && $0.note == file.note }) else {
      return postpone()
    }
    if MirrorNames.isName(present.name, of: file.stem) {
      (present.stem, present.titleStem) = (file.stem, file.titleStem)
      report.renamed += 1
      return recordSynced(present)
    }
    try move(present.name, file.stem) { _ in nil }
  }

  /// Records `file` under another name, with `stamp` if it is of the same file, or else without
  /// one.
  private mutating func recordSynced(_ file: MirroredFile, as name: String, _ stamp: FileStamp?) {
    var file = file
    let isSame = stamp.flatMap { file.stamp?.isRenamed($0) } ?? false
    (file.name, file.stamp) = (name, isSame ? stamp : nil)
    recordSynced(file)
  }
}
