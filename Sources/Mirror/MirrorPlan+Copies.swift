import Notebook

// Other texts of notes: the sides of conflicts, and the copies that sync programs create next to a
// note's file when two devices changed it.
extension MirrorPlan {
  /// The name of the original file, and the ID of its note, which is nil if the file has no record.
  typealias Copy = (original: String, note: String?)

  /// Removes conflict copies from `new`, the files without a record, and returns them. Copies of
  /// deleted or trashed notes stay in `new`: each becomes a note. Cost: linear in the new and the
  /// recorded files.
  func takeCopies(outOf new: inout Set<String>, _ record: [MirroredFile]) -> [String: Copy] {
    if new.isEmpty { return [:] }
    let shown = Set(record.filter { !$0.isSide }.map(\.note))
    var known = previousNames.filter { shown.contains($0.value.note) }
    for file in record { known[file.name] = file }
    var copies: [String: Copy] = [:]
    for name in new where isText(name) {
      guard let stem = MirrorNames.stem(ofName: name) else { continue }
      let ending = name.suffix(3)
      func original(of stem: String) -> String? {
        ConflictCopyName.original(of: stem) { known[$0 + ending] != nil || isText($0 + ending) }
      }
      // A copy of a copy is a copy of the original file.
      guard var first = original(of: stem) else { continue }
      while let next = original(of: first) { first = next }
      let file = known[first + ending]
      if let file, note(of: file)?.isTrashed ?? true { continue }
      copies[name] = (first + ending, file?.note)
    }
    new.subtract(copies.keys)
    return copies
  }

  private func isText(_ name: String) -> Bool {
    guard case .text(let text)? = files[name] else { return false }
    return !text.isEmpty
  }

  /// If the original file is missing, makes its copy the file of the note. Skips a copy that
  /// changed in the last 60 seconds: a sync program may remove a file just before it replaces the
  /// file. Returns the records of these copies, which a later step names after their notes.
  mutating func adoptCopies(
    _ copies: inout [String: Copy], _ located: inout [MirroredFile]
  ) -> [MirroredFile] {
    if copies.isEmpty { return [] }
    var missing: [String: Int] = [:]
    for (index, file) in located.enumerated()
    where files[file.name] == nil && !recent.contains(file.name) {
      missing[file.name] = index
    }
    var adopted: [MirroredFile] = []
    for name in copies.keys.sorted() {
      guard let copy = copies[name], case .text(let text)? = files[name],
        let index = missing[copy.original]
      else { continue }
      guard text.isSettled, text.isQuiet else {
        awaited.insert(copy.original)
        continue
      }
      if awaited.contains(copy.original) { continue }
      missing[copy.original] = nil
      copies[name] = nil
      steps.append(.dropRecord(copy.original))
      located[index].name = name
      adopted.append(located[index])
    }
    return adopted
  }

  mutating func keepCopies(_ copies: [String: Copy]) {
    for (name, copy) in copies.sorted(by: { $0.key < $1.key }) {
      guard case .text(let text)? = files[name] else { continue }
      steps.append(
        text.isQuiet && !awaited.contains(copy.original)
          ? .keepCopy(name, text, original: copy.original, note: copy.note) : .retryLater(name))
    }
  }

  /// Plans steps for the files with other texts of notes in conflict. If the user removed some of
  /// them, these texts are dropped from the conflict.
  mutating func compareSides(_ sides: [MirroredFile], mains: [MirroredFile]) {
    if sides.isEmpty { return }
    let mains = Dictionary(mains.map { ($0.note, $0) }, uniquingKeysWith: { first, _ in first })
    for (id, sides) in Dictionary(grouping: sides, by: \.note).sorted(by: { $0.key < $1.key }) {
      var (isLeft, isEdited) = (false, false)
      var gone: [MirroredFile] = []
      for side in sides {
        switch files[side.name] {
        case nil:
          guard recent.contains(side.name) else {
            gone.append(side)
            break
          }
          steps.append(.retryLater(side.name))
          isLeft = true
        case .text(let text)? where text.digest != side.digest && !text.isEmpty:
          // An edited other text becomes a separate note.
          steps.append(text.isQuiet ? .create(side.name, text) : .retryLater(side.name))
          isLeft = isLeft || !text.isQuiet
          isEdited = true
        default: isLeft = true
        }
      }
      guard let main = mains[id], files[main.name] != nil else { continue }
      if !isLeft || !gone.isEmpty { steps.append(.settle(note: id, sides: isLeft ? gone : [])) }
      if isLeft, isEdited { steps.append(.writeOtherTexts(note: id)) }
    }
  }
}
