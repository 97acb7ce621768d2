import Foundation

// Renaming files after their notes.
extension MirrorRun {
  /// Renames the file `name` after `stem`, unless an editor has it open (`base`) and names are not tidied; then a
  /// later run renames it. A file that has the wanted name and will be renamed is renamed first; two files with each
  /// other's names are exchanged.
  mutating func move(_ name: String, _ stem: String, _ base: (String) -> String?) throws {
    guard var file = files[name] else { return postpone() }
    if !options.tidiesNames, base(name) != nil {
      file.titleStem = stem
      return recordSynced(file)
    }
    // A file that had exactly its title as its name keeps that.
    let isRespelled = name == file.stem + ".md" && stem != file.stem
    (file.stem, file.titleStem) = (stem, stem)
    guard !MirrorNames.isName(name, of: stem) || isRespelled else { return recordSynced(file) }
    let wanted = stem + ".md"
    if let next = pending.removeValue(forKey: wanted) {
      moving.insert(file.note)
      try move(wanted, next, base)
      moving.remove(file.note)
      // The exchange with the file that had the name may have renamed this one.
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
    // An editor that has the file open still has the text from before.
    previousNames.append(known[name] ?? file)
    dropRecord(name)
    recordSynced(file, as: new, stamp)
    report.renamed += 1
  }

  /// Exchanges the names of `file` and `other`. Returns false if the file system cannot.
  private mutating func exchange(_ file: MirroredFile, _ other: String) throws -> Bool {
    guard let second = files[other], folder.exchange(file.name, other) else { return false }
    recordSynced(file, as: other, folder.status(other)?.stamp)
    recordSynced(second, as: file.name, folder.status(file.name)?.stamp)
    report.renamed += 1
    return true
  }

  /// Records the title after which `file` is named, if an exchange has renamed it; else renames it.
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

  /// Records `file` under another name. `stamp` is used if the file is the same as before.
  private mutating func recordSynced(_ file: MirroredFile, as name: String, _ stamp: FileStamp?) {
    var file = file
    let isSame = stamp.flatMap { file.stamp?.isRenamed($0) } ?? false
    (file.name, file.stamp) = (name, isSame ? stamp : nil)
    recordSynced(file)
  }
}
