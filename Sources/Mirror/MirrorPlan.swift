import Base
import Foundation

/// The state of a note that a mirror compares with its file.
struct MirroredNote: Sendable, Equatable {
  var version: String
  var digest: TextDigest
  /// The file name for the note, without number and extension.
  var stem: String
  var isTrashed = false
  /// The digests of the other texts of a note in conflict, by version.
  var others: [String: TextDigest] = [:]
}

/// The steps that synchronize a folder and a notebook. They are computed from the records, the
/// folder's files and the notebook's notes, without changing any.
///
/// A change on one side is applied to the other. A change wins over a removal. A note changed on
/// both sides is saved as a conflict, which keeps both texts.
struct MirrorPlan: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    /// Save this record of a file: it has the recorded text, or the note's.
    case recordSynced(MirroredFile)
    case dropRecord(String)
    /// Save the file's text over its base version. With `comesBack`, restore the note from the
    /// trash, or create it again.
    case save(MirroredFile, MirrorListing.Text, comesBack: Bool)
    case create(String, MirrorListing.Text)
    /// Keep the text of a sync program's copy as another text of `note`, or, if that is nil, of the
    /// note of the file `original`.
    case keepCopy(String, MirrorListing.Text, original: String, note: String?)
    /// The user renamed the file: rename the note.
    case retitle(MirroredFile)
    /// The user removed the file: move the note to the trash.
    case trash(MirroredFile)
    /// The user removed files with other texts of a note in conflict: resolve the conflict without
    /// these texts. `sides` lists them; empty means all.
    case settle(note: String, sides: [MirroredFile])
    /// Write the note's text over the file, or to a new one.
    case write(note: String, over: MirroredFile?)
    /// Write the other texts of a note in conflict next to its file, and remove those of resolved
    /// conflicts.
    case writeOtherTexts(note: String)
    /// Remove a file whose note was deleted or trashed, or whose note has its old file again.
    case remove(MirroredFile)
    case move(MirroredFile, stem: String)
    case skip(String, String)
    /// Another program may be writing the file: check again later.
    case retryLater(String)
  }

  var steps: [Step] = []
  private(set) var removed = 0
  /// The number of files to remove because their notes are missing from the notebook.
  private(set) var vanishing = 0
  private(set) var known = 0

  /// Whether more than half of the files or of the notes are missing: at least four, or all of at
  /// least two. Then a disk is probably not mounted, or this is another notebook.
  var isMassRemoval: Bool {
    let most = max(removed, vanishing)
    return most * 2 > known && (most > 3 || (most == known && most > 1))
  }

  let files: [String: MirrorListing.File]
  private let notes: [String: MirroredNote?]
  private let tidies: Bool
  /// Missing files that existed a moment ago: a program that replaces a file may delete it first.
  let recent: Set<String>
  let previousNames: [String: MirroredFile]
  private let trash: [String: MirroredNote]
  private let trashedNotes: [TextDigest: [String]]
  /// The notes of files that were written again under an old name, by that name.
  private var returned: [String: MirroredNote?] = [:]
  private var renamed: Set<String> = []
  /// The missing files that a sync program may be about to write again.
  var awaited: Set<String> = []

  /// Plans the steps. `notes` contains the notes that may have changed, nil for deleted ones; all
  /// others are as in `record`. `previousNames` and `trash`, the notes in the trash, are used for
  /// files without a record.
  ///
  /// `tidies` is whether file names follow titles that were edited in the files. `recent` contains
  /// files that have been missing only for a moment. `likeness` returns how similar a new file is
  /// to the note of a missing file, from 0 to 1.
  init(
    _ files: [String: MirrorListing.File], record: [MirroredFile],
    previousNames: [String: MirroredFile] = [:], notes: [String: MirroredNote?],
    trash: [String: MirroredNote] = [:], recent: Set<String> = [], tidies: Bool = true,
    likeness: (_ missing: MirroredFile, _ new: String) -> Double = { _, _ in 0 }
  ) {
    (self.files, self.notes, self.tidies) = (files, notes, tidies)
    (self.previousNames, self.trash, self.recent) = (previousNames, trash, recent)
    trashedNotes = trash.sorted { $0.key < $1.key }
      .reduce(into: [:]) { $0[$1.value.digest, default: []].append($1.key) }
    let record = record.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var new = Set(files.keys).subtracting(record.map(\.name))
    let mains = record.filter { !$0.isSide }
    known = mains.count
    var located: [MirroredFile] = mains
    var copies = takeCopies(outOf: &new, record)
    findExchanged(&located)
    findRenamed(&located, &new)
    findRewritten(&located, &new, likeness)
    findReturned(&located, &new)
    let adopted = adoptCopies(&copies, &located)
    var shown = Set<String>()
    for file in located where !file.isSide {
      shown.insert(file.note)
      compare(file)
    }
    compareSides(record.filter(\.isSide), mains: located)
    takeIn(new, shown: &shown)
    keepCopies(copies)
    for file in adopted { steps.append(.move(file, stem: note(of: file)?.stem ?? file.stem)) }
    for id in notes.keys.sorted() where !shown.contains(id) {
      if let note = notes[id] ?? nil, !note.isTrashed {
        steps.append(.write(note: id, over: nil))
      }
    }
    let sided = Set(record.filter(\.isSide).map(\.note))
    for id in notes.keys.sorted() {
      let others = (notes[id] ?? nil).map { $0.isTrashed ? [:] : $0.others } ?? [:]
      if sided.contains(id) || !others.isEmpty { steps.append(.writeOtherTexts(note: id)) }
    }
  }

  /// Returns the note of `file`, as recorded if it has not changed; nil if it was deleted.
  func note(of file: MirroredFile) -> MirroredNote? {
    if let note = notes[file.note] { return note }
    return MirroredNote(version: file.version, digest: file.digest, stem: file.titleStem)
  }
}

extension MirrorPlan {
  /// Finds files that exchanged their names, two or more in a cycle.
  private mutating func findExchanged(_ located: inout [MirroredFile]) {
    // The records whose names now belong to other files, by the inodes of their old files.
    var moved: [Int64: (index: Int, present: FileStamp)] = [:]
    for (index, file) in located.enumerated() {
      guard let stamp = file.stamp, case .text(let text)? = files[file.name],
        stamp.inode != text.stamp.inode
      else { continue }
      moved[stamp.inode] = (index, text.stamp)
    }
    var names: [Int: String] = [:]
    for (index, present) in moved.values {
      guard let owner = moved[present.inode]?.index,
        located[owner].stamp?.isRenamed(present) == true
      else { continue }
      names[owner] = located[index].name
    }
    // Outside such a cycle, a file with another file's name replaced that file.
    while true {
      let given = Set(names.values)
      let closed = names.filter { given.contains(located[$0.key].name) }
      if closed.count == names.count { break }
      names = closed
    }
    for (index, name) in names {
      located[index].name = name
      renamed.insert(name)
    }
  }

  /// Finds renamed files: a new name has the missing file's inode, or its text.
  private mutating func findRenamed(_ located: inout [MirroredFile], _ new: inout Set<String>) {
    let missing = located.indices.filter { files[located[$0].name] == nil }
    guard !missing.isEmpty, !new.isEmpty else { return }
    var byInode: [Int64: [String]] = [:]
    var byDigest: [TextDigest: [String]] = [:]
    for name in new.sorted(by: >) {
      guard case .text(let text)? = files[name], !text.isEmpty else { continue }
      byInode[text.stamp.inode, default: []].append(name)
      byDigest[text.digest, default: []].append(name)
    }
    for isSameFile in [true, false] {
      for index in missing where files[located[index].name] == nil {
        let file = located[index]
        let candidates =
          isSameFile ? file.stamp.flatMap { byInode[$0.inode] } : byDigest[file.digest]
        let found = (candidates ?? []).last { name in
          guard new.contains(name), case .text(let text)? = files[name] else { return false }
          return !isSameFile || file.stamp.map(text.stamp.isRenamed) ?? false
        }
        guard let found else { continue }
        new.remove(found)
        renamed.insert(found)
        steps.append(.dropRecord(file.name))
        located[index].name = found
      }
    }
  }

  /// Finds files that were renamed and edited, by similarity of their texts, the most similar
  /// first.
  private mutating func findRewritten(
    _ located: inout [MirroredFile], _ new: inout Set<String>,
    _ likeness: (MirroredFile, String) -> Double
  ) {
    let missing = located.indices.filter { index in
      files[located[index].name] == nil && note(of: located[index]).map { !$0.isTrashed } ?? false
    }
    let names = new.sorted().filter { name in
      guard case .text(let text)? = files[name] else { return false }
      return !text.isEmpty && previousNames[name] == nil && trashedNotes[text.digest] == nil
    }
    guard missing.count <= Self.mostPairs / max(1, names.count) else { return }
    var pairs: [(likeness: Double, index: Int, name: String)] = []
    for index in missing {
      for name in names {
        let likeness = likeness(located[index], name)
        if likeness >= Self.leastLikeness { pairs.append((likeness, index, name)) }
      }
    }
    var found: Set<Int> = []
    for pair in pairs.sorted(by: {
      ($1.likeness, $0.index, $0.name) < ($0.likeness, $1.index, $1.name)
    })
    where new.contains(pair.name) && !found.contains(pair.index) {
      found.insert(pair.index)
      new.remove(pair.name)
      renamed.insert(pair.name)
      // Keep the record of the old name until the new file is no longer being written.
      if case .text(let text)? = files[pair.name], text.isQuiet {
        steps.append(.dropRecord(located[pair.index].name))
      }
      located[pair.index].name = pair.name
    }
  }

  /// Maximum number of pairs of files to compare. If there are more, as after checking out another
  /// branch, no files are compared.
  private static let mostPairs = 4096
  private static let leastLikeness = 0.5

  /// Finds files that an editor, which had them open, wrote again under their old names. They
  /// become the notes' files again.
  private mutating func findReturned(_ located: inout [MirroredFile], _ new: inout Set<String>) {
    for name in new.sorted() {
      guard let former = previousNames[name], case .text? = files[name],
        let index = located.firstIndex(where: { $0.note == former.note }),
        files[located[index].name] == .same
      else { continue }
      new.remove(name)
      let current = located[index]
      steps.append(.remove(current))
      located[index] = former
      located[index].stem = current.stem
      located[index].titleStem = current.titleStem
      returned[name] = note(of: current)
    }
  }

  private mutating func compare(_ file: MirroredFile) {
    let note = returned[file.name] ?? self.note(of: file)
    let isGone = note?.isTrashed ?? true
    let isChanged = note.map { $0.version != file.version } ?? true
    var seen = file
    switch files[file.name] {
    case nil:
      if awaited.contains(file.name) {
        steps.append(.retryLater(file.name))
      } else if isGone {
        steps.append(.dropRecord(file.name))
      } else if isChanged, note?.digest != file.digest {
        steps.append(.write(note: file.note, over: nil))
        steps.append(.dropRecord(file.name))
      } else {
        removed += 1
        steps.append(recent.contains(file.name) ? .retryLater(file.name) : .trash(file))
      }
    case .refused(let reason)?:
      steps.append(.skip(file.name, reason))
    case .same?:
      follow(file, note)
    case .text(let text)?:
      (seen.stamp, seen.form) = (text.stamp, text.form)
      if text.digest == file.digest || (!isGone && text.digest == note?.digest) {
        // The file has the recorded text, or the text that the note has now.
        if let note, text.digest == note.digest {
          (seen.version, seen.digest) = (note.version, note.digest)
        }
        steps.append(.recordSynced(seen))
        follow(seen, note)
      } else if text.isEmpty {
        steps.append(.skip(file.name, "is empty: write something, or remove it"))
      } else if !text.isQuiet {
        steps.append(.retryLater(file.name))
      } else {
        steps.append(.save(seen, text, comesBack: isGone))
        // `retitle` does nothing if the title was also changed in the text.
        if renamed.contains(file.name) { steps.append(.retitle(seen)) }
      }
    }
  }

  /// Plans updates of an unchanged file from its note. If the user renamed the file, plans to
  /// change the note's title.
  private mutating func follow(_ file: MirroredFile, _ note: MirroredNote?) {
    guard let note, !note.isTrashed else {
      // Trashed notes do not count as vanishing: the user moved them to the trash.
      if note == nil { vanishing += 1 }
      steps.append(.remove(file))
      return
    }
    let wasRetitled = note.stem != file.titleStem
    if !wasRetitled, renamed.contains(file.name), !MirrorNames.isName(file.name, of: note.stem) {
      steps.append(.retitle(file))
      return
    }
    if note.version != file.version || note.digest != file.digest {
      steps.append(.write(note: file.note, over: file))
    }
    if wasRetitled || (tidies && note.stem != file.stem) {
      steps.append(.move(file, stem: note.stem))
    }
  }

  /// Plans steps for files without a record. A file with the text of an unmirrored note becomes its
  /// file. Another file restores the note that `returning` finds, or becomes a new note.
  private mutating func takeIn(_ new: Set<String>, shown: inout Set<String>) {
    var free: [TextDigest: [String]] = [:]
    for id in notes.keys.sorted(by: >) where !shown.contains(id) {
      if let note = notes[id] ?? nil, !note.isTrashed { free[note.digest, default: []].append(id) }
    }
    for name in new.sorted() {
      switch files[name] {
      case .text(let text)?:
        if text.isEmpty { continue }
        // Of several notes with this text, prefer the one whose title is the file name.
        let candidates = free[text.digest] ?? []
        let named = candidates.last { id in
          (notes[id] ?? nil).map { MirrorNames.isName(name, of: $0.stem) } ?? false
        }
        if let id = named ?? candidates.last, let note = notes[id] ?? nil {
          free[text.digest]?.removeAll { $0 == id }
          shown.insert(id)
          var file = MirroredFile(
            name: name, note: id, version: note.version, digest: note.digest, stamp: text.stamp,
            stem: note.stem, titleStem: note.stem)
          file.form = text.form
          steps.append(.recordSynced(file))
        } else if !text.isQuiet {
          steps.append(.retryLater(name))
        } else if let file = returning(name, text, shown) {
          shown.insert(file.note)
          let note = notes[file.note] ?? nil
          steps.append(.save(file, text, comesBack: note?.isTrashed ?? true))
        } else {
          steps.append(.create(name, text))
        }
      case .refused(let reason)?: steps.append(.skip(name, reason))
      case .same?, nil: break
      }
    }
  }

  /// Returns a record for the note that the file `name`, without a record, restores; nil if there
  /// is none. The order of preference: a note whose file had this name and text, a trashed note
  /// with this text, a note whose file had this name.
  private func returning(
    _ name: String, _ text: MirrorListing.Text, _ shown: Set<String>
  ) -> MirroredFile? {
    let former = previousNames[name].flatMap { shown.contains($0.note) ? nil : $0 }
    if let former, former.digest == text.digest { return former }
    let same = (trashedNotes[text.digest] ?? []).filter { !shown.contains($0) }
    let named = same.first { trash[$0].map { MirrorNames.isName(name, of: $0.stem) } ?? false }
    guard let id = named ?? same.first, let note = trash[id] else { return former }
    return MirroredFile(
      name: name, note: id, version: note.version, digest: note.digest, stem: note.stem,
      titleStem: note.stem)
  }
}
