import Base
import Foundation

/// A note as a mirror sees it.
struct MirroredNote: Sendable, Equatable {
  var version: String
  var digest: TextDigest
  /// The name that a file gets after it.
  var stem: String
  var isTrashed = false
  /// The other texts of a note in conflict, by their versions.
  var others: [String: TextDigest] = [:]
}

/// The steps that make a folder and a notebook equal, from the state when they were last compared,
/// the folder's files and the notebook's notes. Planning only reads.
///
/// A change on one side is done on the other. A change wins over a removal. A note that was changed
/// on both sides is saved as a conflict, which keeps both.
struct MirrorPlan: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    /// File and note agree; remember this.
    case recordSynced(MirroredFile)
    /// There is no such file any more, and nothing is left to do.
    case dropRecord(String)
    /// Save the file's text over the version that it is based on; the note comes back if it is in the
    /// trash or deleted.
    case save(MirroredFile, MirrorListing.Text, comesBack: Bool)
    /// Make a note of a file.
    case create(String, MirrorListing.Text)
    /// Keep the text of a sync program's copy as another text of the note: that of the file `original`, or `note`.
    case keepCopy(String, MirrorListing.Text, original: String, note: String?)
    /// The file was given another name by hand: call the note so.
    case retitle(MirroredFile)
    /// The file was removed by hand: so is the note.
    case trash(MirroredFile)
    /// Other texts of a note in conflict were removed: keep the one that is left in their place. Without `sides`,
    /// in the place of all.
    case settle(note: String, sides: [MirroredFile])
    /// Write the note's text over the file, or into a new one.
    case write(note: String, over: MirroredFile?)
    /// Write the other texts of a note in conflict beside it, and remove those that are settled.
    case writeOtherTexts(note: String)
    /// Remove a file whose note is gone.
    case remove(MirroredFile)
    /// Call a file after its note.
    case move(MirroredFile, stem: String)
    /// Leave the file as it is, and say why.
    case skip(String, String)
    /// Another program may be writing; look again.
    case retryLater(String)
  }

  var steps: [Step] = []
  /// Files that were removed by hand, and files that are to be removed, of how many.
  private(set) var removed = 0
  private(set) var vanishing = 0
  private(set) var known = 0

  /// Whether so much is gone on one side that it is rather the side that is gone: an empty place where
  /// a disk is not mounted, another notebook.
  var isMassRemoval: Bool {
    let most = max(removed, vanishing)
    return most * 2 > known && (most > 3 || (most == known && most > 1))
  }

  let files: [String: MirrorListing.File]
  private let notes: [String: MirroredNote?]
  private let tidies: Bool
  /// Files that were there a moment ago: a program that replaces a file may have taken it away
  /// first.
  let recent: Set<String>
  /// The notes of files that were removed, or have other names now, by the names that they had.
  let previousNames: [String: MirroredFile]
  /// The notes in the trash, and their ids in order by their texts.
  private let trash: [String: MirroredNote]
  private let trashedNotes: [TextDigest: [String]]
  /// The notes of files that were written again under a former name.
  private var returned: [String: MirroredNote?] = [:]
  /// The files that were given another name by hand.
  private var renamed: Set<String> = []
  /// The missing files that a sync program is perhaps about to write again.
  var awaited: Set<String> = []

  /// `notes` are those that may have changed, nil being deleted ones; all that are not in it are as
  /// `record` says. `tidies` is whether names follow titles that were changed in the files, `recent`
  /// the files that are missed, but not for long enough to be gone. `previousNames` and `trash`, the notes in
  /// the trash, count for files that nothing is known of. `likeness` says how much, from 0 to 1, a new
  /// file is like the text of a note whose file is missing.
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
    var places: [MirroredFile] = mains
    var copies = takeCopies(outOf: &new, record)
    findExchanged(&places)
    findRenamed(&places, &new)
    findRewritten(&places, &new, likeness)
    findReturned(&places, &new)
    let adopted = adoptCopies(&copies, &places)
    var shown = Set<String>()
    for file in places where !file.isSide {
      shown.insert(file.note)
      compare(file)
    }
    compareSides(record.filter(\.isSide), mains: places)
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

  /// The note of `file` as it is now.
  func note(of file: MirroredFile) -> MirroredNote? {
    if let note = notes[file.note] { return note }
    return MirroredNote(version: file.version, digest: file.digest, stem: file.titleStem)
  }
}

extension MirrorPlan {
  /// Finds files that were given each other's names: two, or more that went round.
  private mutating func findExchanged(_ places: inout [MirroredFile]) {
    // The records whose names lead to other files, by the files that they led to.
    var moved: [Int64: (index: Int, present: FileStamp)] = [:]
    for (index, file) in places.enumerated() {
      guard let stamp = file.stamp, case .text(let text)? = files[file.name],
        stamp.inode != text.stamp.inode
      else { continue }
      moved[stamp.inode] = (index, text.stamp)
    }
    var names: [Int: String] = [:]
    for (index, present) in moved.values {
      guard let owner = moved[present.inode]?.index,
        places[owner].stamp?.isRenamed(present) == true
      else { continue }
      names[owner] = places[index].name
    }
    // A file whose name was not given to another of them was replaced, not renamed.
    while true {
      let given = Set(names.values)
      let closed = names.filter { given.contains(places[$0.key].name) }
      if closed.count == names.count { break }
      names = closed
    }
    for (index, name) in names {
      places[index].name = name
      renamed.insert(name)
    }
  }

  /// Finds files that were given other names: the same file, or the same text, under a new name.
  private mutating func findRenamed(_ places: inout [MirroredFile], _ new: inout Set<String>) {
    let missing = places.indices.filter { files[places[$0].name] == nil }
    guard !missing.isEmpty, !new.isEmpty else { return }
    var byInode: [Int64: [String]] = [:]
    var byDigest: [TextDigest: [String]] = [:]
    for name in new.sorted(by: >) {
      guard case .text(let text)? = files[name], !text.isEmpty else { continue }
      byInode[text.stamp.inode, default: []].append(name)
      byDigest[text.digest, default: []].append(name)
    }
    for isSameFile in [true, false] {
      for index in missing where files[places[index].name] == nil {
        let file = places[index]
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
        places[index].name = found
      }
    }
  }

  /// Finds files that were renamed and edited, by their texts: those most alike first.
  private mutating func findRewritten(
    _ places: inout [MirroredFile], _ new: inout Set<String>,
    _ likeness: (MirroredFile, String) -> Double
  ) {
    let missing = places.indices.filter { index in
      files[places[index].name] == nil && note(of: places[index]).map { !$0.isTrashed } ?? false
    }
    let names = new.sorted().filter { name in
      guard case .text(let text)? = files[name] else { return false }
      return !text.isEmpty && previousNames[name] == nil && trashedNotes[text.digest] == nil
    }
    guard missing.count <= Self.mostPairs / max(1, names.count) else { return }
    var pairs: [(likeness: Double, index: Int, name: String)] = []
    for index in missing {
      for name in names {
        let likeness = likeness(places[index], name)
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
      // Until writing to it ends, the other name is remembered.
      if case .text(let text)? = files[pair.name], text.isQuiet {
        steps.append(.dropRecord(places[pair.index].name))
      }
      places[pair.index].name = pair.name
    }
  }

  /// The most pairs of files that are compared. If there are more, as after a checkout of another
  /// branch, none is.
  private static let mostPairs = 4096
  /// The share of two texts that must be common for them to be one.
  private static let leastLikeness = 0.5

  /// Finds files that were written again under the names that their notes had: an editor that had one
  /// open. They are the notes' files once more.
  private mutating func findReturned(_ places: inout [MirroredFile], _ new: inout Set<String>) {
    for name in new.sorted() {
      guard let former = previousNames[name], case .text? = files[name],
        let index = places.firstIndex(where: { $0.note == former.note }),
        files[places[index].name] == .same
      else { continue }
      new.remove(name)
      let current = places[index]
      steps.append(.remove(current))
      places[index] = former
      places[index].stem = current.stem
      places[index].titleStem = current.titleStem
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
        // The text is the one that is known, or the note's by now.
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
        // Unless its title was changed, too.
        if renamed.contains(file.name) { steps.append(.retitle(seen)) }
      }
    }
  }

  /// Brings a file that was not changed after its note, and the note after its new name.
  private mutating func follow(_ file: MirroredFile, _ note: MirroredNote?) {
    guard let note, !note.isTrashed else {
      // A note in the trash was put there by the user.
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

  /// Files that nothing is known of: they are notes' whose text they have, or new ones.
  private mutating func takeIn(_ new: Set<String>, shown: inout Set<String>) {
    var free: [TextDigest: [String]] = [:]
    for id in notes.keys.sorted(by: >) where !shown.contains(id) {
      if let note = notes[id] ?? nil, !note.isTrashed { free[note.digest, default: []].append(id) }
    }
    for name in new.sorted() {
      switch files[name] {
      case .text(let text)?:
        if text.isEmpty { continue }
        // Of several notes with this text, the one that the file is called after.
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

  /// The note without a file that comes back with a file that nothing is known of: of the notes in the
  /// trash that have its text the one that is called so, else the one whose file had the name.
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
