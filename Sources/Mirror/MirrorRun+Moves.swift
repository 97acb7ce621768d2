import Foundation

// The names of files after those of their notes.
extension MirrorRun {
  /// Calls the file `name` after `stem`, unless it is open in an editor (`base`) and names are not to
  /// be tidied: the next time a person asks, it follows. A file that is in the way and about to get
  /// another name is given that first; two that have each other's names change places.
  mutating func move(_ name: String, _ stem: String, _ base: (String) -> String?) throws {
    guard var file = files[name] else { return postpone() }
    if !options.tidiesNames, base(name) != nil {
      file.titleStem = stem
      return recordSynced(file)
    }
    // One that was called after its title to the letter stays so.
    let isRespelled = name == file.stem + ".md" && stem != file.stem
    (file.stem, file.titleStem) = (stem, stem)
    guard !MirrorNames.isName(name, of: stem) || isRespelled else { return recordSynced(file) }
    let wanted = stem + ".md"
    if let next = pending.removeValue(forKey: wanted) {
      moving.insert(file.note)
      try move(wanted, next, base)
      moving.remove(file.note)
      // It may have the name by now, from who had it.
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
    // An editor that has it open has the text that it had.
    previousNames.append(known[name] ?? file)
    dropRecord(name)
    recordSynced(file, as: new, stamp)
    report.renamed += 1
  }

  /// Lets `file` and the one called `other` change places.
  private mutating func exchange(_ file: MirroredFile, _ other: String) throws -> Bool {
    guard let second = files[other], folder.exchange(file.name, other) else { return false }
    recordSynced(file, as: other, folder.status(other)?.stamp)
    recordSynced(second, as: file.name, folder.status(file.name)?.stamp)
    report.renamed += 1
    return true
  }

  /// Remembers the title after which `file`, which was renamed on the way, is named.
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

  /// Remembers `file` under another name; `stamp` counts if it is the same file as before.
  private mutating func recordSynced(_ file: MirroredFile, as name: String, _ stamp: FileStamp?) {
    var file = file
    let isSame = stamp.flatMap { file.stamp?.isRenamed($0) } ?? false
    (file.name, file.stamp) = (name, isSame ? stamp : nil)
    recordSynced(file)
  }
}
