import Base
import Foundation
import Notebook
import NotebookFile
import NotebookIndex

/// Executes a plan and collects the changed records. If a run ends early, the next run plans the
/// remaining steps.
struct MirrorRun {
  private let plan: MirrorPlan
  let folder: SandboxedFolder
  let notebook: Notebook
  let options: MirrorOptions
  let now: Date
  private let listing: MirrorListing
  /// The records of files before the run.
  let known: [String: MirroredFile]
  /// The records of files at present.
  private(set) var files: [String: MirroredFile]
  /// The names of files with other texts of notes in conflict, by note.
  private(set) var sides: [String: Set<String>] = [:]
  var names: MirrorNames
  /// Records that this run changed, by file name; nil removes the record.
  private(set) var changes: [String: MirroredFile?] = [:]
  /// The old records of files that were renamed or removed.
  var previousNames: [MirroredFile] = []
  /// The new stems of files to be renamed, by their present names.
  var pending: [String: String] = [:]
  /// The notes whose files wait for another file to be renamed.
  var moving: Set<String> = []
  var report = MirrorReport()

  init(
    plan: MirrorPlan, listing: MirrorListing, known: [String: MirroredFile],
    folder: SandboxedFolder, notebook: Notebook, options: MirrorOptions, now: Date
  ) {
    (self.plan, self.listing, self.known, self.files) = (plan, listing, known, known)
    (self.folder, self.notebook) = (folder, notebook)
    (self.options, self.now) = (options, now)
    // Only runs that create or rename files need the names.
    let needsNames = plan.steps.contains { step in
      switch step {
      case .recordSynced, .dropRecord, .trash, .skip, .retryLater: false
      default: true
      }
    }
    for case .move(let file, let stem) in plan.steps { pending[file.name] = stem }
    for file in known.values where file.isSide { sides[file.note, default: []].insert(file.name) }
    names = needsNames ? MirrorNames(taken: Array(listing.files.keys)) : MirrorNames()
    report = MirrorReport(listing)
  }

  /// The time, in seconds, to wait until an editor that has the file open reports its save. If the
  /// run saved the text first, the editor's save would look like a conflict.
  private static let editorsTurn = 2.0

  /// Executes the steps, those that change the notebook first.
  mutating func perform(
    _ progress: (Int, Int) -> Void, _ agreed: (StoredNote, String) -> Void,
    _ base: (String) -> String?
  ) throws {
    let total = plan.steps.count
    var done = 0
    for turn in MirrorPlan.Step.Turn.allCases {
      for step in plan.steps where step.turn == turn {
        try perform(step, agreed, base)
        done += 1
        if done % 64 == 0 || done == total { progress(done, total) }
      }
    }
  }

  private mutating func perform(
    _ step: MirrorPlan.Step, _ agreed: (StoredNote, String) -> Void,
    _ base: (String) -> String?
  ) throws {
    switch step {
    case .recordSynced(let file): recordSynced(file)
    case .dropRecord(let name): dropRecord(name)
    case .retryLater: report.isComplete = false
    case .skip(let name, let reason):
      report.remarks.append(MirrorReport.Remark(file: name, text: reason))
      report.isComplete = false
    case .save(let file, let text, let comesBack):
      let openBase = base(file.name)
      if openBase != nil, abs(now.age(ofFileTime: text.stamp.modified)) < Self.editorsTurn {
        return postpone()
      }
      try save(file, text, comesBack, openBase ?? file.version, agreed)
    case .create(let name, let text): try create(name, text, agreed)
    case .keepCopy(let name, let text, let original, let note):
      try keepCopy(name, text, of: original, note)
    case .retitle(let file): try retitle(file, agreed)
    case .trash(let file): try trash(file)
    case .settle(let note, let sides): try settle(note, sides)
    case .write(let note, let file):
      try write(note, over: file.map(present), agreed)
    case .writeOtherTexts(let note): try writeOtherTexts(note)
    case .remove(let file): try remove(file)
    case .move(let file, let stem):
      // Skip the file if it was already renamed, because another file needed its name.
      if pending.removeValue(forKey: file.name) != nil { try move(file.name, stem, base) }
    }
  }
}

extension MirrorPlan.Step {
  /// The order of the steps. First the notebook is updated from the files, then the existing files
  /// from the notebook. Then files are renamed. New files are created last, when names are free.
  fileprivate enum Turn: CaseIterable { case notebook, files, names, newFiles }

  fileprivate var turn: Turn {
    switch self {
    case .write(_, over: .some), .remove: .files
    case .move: .names
    case .write, .writeOtherTexts: .newFiles
    default: .notebook
    }
  }
}

// MARK: The memory

extension MirrorRun {
  mutating func recordSynced(_ file: MirroredFile) {
    var file = file
    file.stamp = file.stamp?.settled(at: now)
    set(file.name, file)
    changes[file.name] = .some(file)
  }

  private mutating func set(_ name: String, _ file: MirroredFile?) {
    if let old = files[name], old.isSide { sides[old.note]?.remove(name) }
    files[name] = file
    if let file, file.isSide { sides[file.note, default: []].insert(name) }
  }

  /// Returns the current record of a file, which this run may have renamed.
  private func present(_ file: MirroredFile) -> MirroredFile {
    if let known = files[file.name], known.note == file.note { return known }
    return files.values.first { !$0.isSide && $0.note == file.note } ?? file
  }

  mutating func dropRecord(_ name: String) {
    set(name, nil)
    changes[name] = .some(nil)
    if listing.files[name] == nil { names.release(name) }
  }

  func stored(_ id: String) throws -> StoredNote? {
    do {
      return try notebook.note(id: id)
    } catch NotebookError.noteNotFound {
      return nil
    }
  }

  mutating func postpone() { report.isComplete = false }
}

// MARK: From the folder to the notebook

extension MirrorRun {
  private mutating func save(
    _ file: MirroredFile, _ seen: MirrorListing.Text, _ comesBack: Bool, _ base: String,
    _ agreed: (StoredNote, String) -> Void
  ) throws {
    guard let text = folder.text(file.name, seen.digest) else {
      if files[file.name] == nil {
        // This run has renamed the file; the next run reads it under its new name.
        var file = file
        file.stamp = nil
        recordSynced(file)
      }
      return postpone()
    }
    if comesBack {
      do {
        _ = try notebook.save(text: text, note: file.note, now: now)
        try notebook.restore(file.note, now: now)
      } catch NotebookError.noteNotFound {
        return try create(file.name, seen, agreed)
      }
      report.saved += 1
    } else {
      // If an editor has saved the file since, its text differs and nothing is saved.
      let saved = try notebook.conflicts.saveKeepingOthers(
        text: text, note: file.note, base: base, now: now,
        ifStill: { folder.text(file.name, seen.digest) != nil })
      guard let saved else { return postpone() }
      report.saved += 1
      if saved.isInConflict {
        report.conflicts += 1
        report.remarks.append(
          MirrorReport.Remark(
            file: file.name,
            text: "was changed in the notebook, too: both texts are kept, one of them in a new "
              + "file next to this one", isConflict: true))
      }
    }
    report.changedNotes.insert(file.note)
    try agree(file, seen, agreed)
    try writeOtherTexts(file.note)
  }

  /// Records that a file has the text of its note. If the notebook shows the other side of a
  /// conflict, writes that side's text to the file.
  private mutating func agree(
    _ file: MirroredFile, _ seen: MirrorListing.Text, _ agreed: (StoredNote, String) -> Void
  ) throws {
    let stored = try notebook.note(id: file.note)
    let note = MirroredNote(stored)
    var file = file
    (file.stamp, file.form) = (seen.stamp, seen.form)
    (file.version, file.digest, file.titleStem) = (note.version, note.digest, note.stem)
    if file.stem.isEmpty { file.stem = note.stem }
    if note.digest == seen.digest {
      recordSynced(file)
      agreed(stored, file.form.text(stored.text))
    } else {
      file.digest = seen.digest
      set(file.name, file)
      try write(file.note, over: file, agreed)
    }
    if options.tidiesNames, file.titleStem != file.stem {
      try move(file.name, file.titleStem) { _ in nil }
    }
  }

  private mutating func create(
    _ name: String, _ seen: MirrorListing.Text, _ agreed: (StoredNote, String) -> Void
  ) throws {
    guard let text = folder.text(name, seen.digest) else { return postpone() }
    let stored = try notebook.createNote(text: text, now: now)
    let note = MirroredNote(stored)
    var file = MirroredFile(
      name: name, note: stored.summary.id, version: note.version, digest: note.digest,
      stamp: seen.stamp, stem: note.stem, titleStem: note.stem)
    file.form = seen.form
    recordSynced(file)
    agreed(stored, file.form.text(stored.text))
    report.created += 1
    report.changedNotes.insert(stored.summary.id)
  }

  private mutating func retitle(
    _ file: MirroredFile, _ agreed: (StoredNote, String) -> Void
  ) throws {
    let seen = files[file.name] ?? file
    guard let title = MirrorNames.stem(ofName: file.name)?.trimmed, !title.isEmpty else {
      return recordSynced(seen)
    }
    let stored = try notebook.note(id: file.note)
    // A text whose title was edited keeps that title.
    let isTitled = stored.summary.mirrorStem != file.titleStem
    guard !isTitled, !MirrorNames.isName(file.name, of: file.titleStem) else { return }
    // If the links cannot be computed, the note is renamed without updating them.
    let links = try? notebook.links.changes(renaming: file.note, to: title)
    let text = NoteText.renamed(stored.text, to: title)
    guard
      case .saved = try notebook.save(text: text, note: file.note, base: stored.version, now: now)
    else { return postpone() }
    report.renamed += 1
    report.changedNotes.insert(file.note)
    if let links, let changed = try notebook.links.make(links, except: [file.note]) {
      report.changedNotes.formUnion(changed)
    }
    var file = seen
    let stem = try notebook.note(id: file.note).summary.mirrorStem
    (file.stem, file.titleStem) = (stem, stem)
    set(file.name, file)
    try write(file.note, over: file, agreed)
  }

  private mutating func trash(_ file: MirroredFile) throws {
    guard folder.status(file.name) == nil else { return postpone() }
    do {
      try notebook.trash(file.note, now: now)
      report.trashed += 1
      report.changedNotes.insert(file.note)
      previousNames.append(file)
    } catch NotebookError.noteNotFound {}
    dropRecord(file.name)
  }

  private mutating func settle(_ note: String, _ sides: [MirroredFile]) throws {
    if let conflict = try notebook.conflicts.of(note) {
      let shown = conflict.sides.prefix(1).map(\.version) + sides.map(\.version)
      try notebook.conflicts.resolve(
        in: note, keeping: .shown, shown: sides.isEmpty ? nil : shown, now: now)
      report.settled += 1
      report.changedNotes.insert(note)
    }
    // The next save of the file is based on the version that resolved the conflict.
    let stored = try stored(note).map { MirroredNote($0) }
    for var file in files.values where file.note == note {
      if file.isSide {
        if sides.isEmpty || sides.contains(where: { $0.name == file.name }) {
          dropRecord(file.name)
        }
      } else if let stored, file.digest == stored.digest {
        file.version = stored.version
        recordSynced(file)
      }
    }
  }
}

// MARK: From the notebook to the folder

extension MirrorRun {
  private mutating func write(
    _ id: String, over old: MirroredFile?, _ agreed: (StoredNote, String) -> Void
  ) throws {
    guard let stored = try stored(id), !stored.summary.isTrashed else { return postpone() }
    let note = MirroredNote(stored)
    var file =
      old
      ?? MirroredFile(
        name: names.name(note.stem), note: id, version: "", digest: note.digest, stem: note.stem,
        titleStem: note.stem)
    let text = stored.text.withLineFeedsOnly
    var expected: FileStamp?
    if old != nil {
      // Check right before writing: a text that was written since then must be read first.
      guard let present = folder.status(file.name)?.stamp,
        file.stamp == present || folder.text(file.name, file.digest) != nil
      else { return postpone() }
      expected = present
    }
    let bytes = file.form.bytes(text)
    if old != nil, note.digest == file.digest {
      file.stamp = expected
    } else {
      let modified = min(stored.summary.modified, now.addingTimeInterval(-3))
      guard
        let stamp = try folder.put(
          bytes, to: file.name, over: expected, modified: modified)
      else { return postpone() }
      file.stamp = stamp
      report.written += 1
      agreed(stored, file.form.text(text))
    }
    (file.version, file.digest, file.titleStem) = (note.version, note.digest, note.stem)
    recordSynced(file)
  }

  mutating func remove(_ file: MirroredFile) throws {
    let file = present(file)
    if let present = folder.status(file.name)?.stamp {
      guard file.stamp == present || folder.text(file.name, file.digest) != nil,
        try folder.remove(file.name, present)
      else { return postpone() }
      report.removed += 1
    }
    names.release(file.name)
    set(file.name, nil)
    changes[file.name] = .some(nil)
  }
}
