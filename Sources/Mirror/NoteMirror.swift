import Base
package import Foundation
package import Notebook
package import NotebookFile

/// A folder of `Title.md` files that is synchronized with a notebook in both directions
/// (`docs/mirror.md`).
///
/// A record on this machine, next to the working copies, maps files to notes. The files and their
/// folder are not marked.
///
/// Calls may come from any thread. Calls of `sync` wait for each other.
package final class NoteMirror: Sendable {
  /// The folder, with all symbolic links resolved.
  package let folder: String
  let notebook: Notebook
  let record: MirrorRecord
  private let lock: String?
  /// Held during synchronization.
  let turn = Mutex(())
  let memory = Mutex(Memory())

  /// A cache of the record, valid until another process writes the record.
  struct Memory: Sendable {
    var state: Int64?
    var inode: Int64?
    private(set) var files: [String: MirroredFile] = [:]
    private(set) var names: [String: String] = [:]
    /// The IDs of the notes of files that were removed or renamed, by their old names.
    var previousNames: [String: String] = [:]
    /// The time when each missing file was first missed, by file name.
    var missed: [String: Date] = [:]
    var seen: NotebookState?

    mutating func replace(_ files: [String: MirroredFile]) {
      (self.files, names) = ([:], [:])
      for file in files.values { set(file.name, file) }
    }

    mutating func set(_ name: String, _ file: MirroredFile?) {
      if let old = files.removeValue(forKey: name), !old.isSide, names[old.note] == name {
        names[old.note] = nil
      }
      guard let file else { return }
      files[name] = file
      if !file.isSide { names[file.note] = name }
    }
  }

  private init(folder: String, notebook: Notebook, record: MirrorRecord, lock: String?) {
    (self.folder, self.notebook) = (folder, notebook)
    (self.record, self.lock) = (record, lock)
  }

  /// Opens the mirror of `notebook` in the folder at `path`, creating the folder and the mirror if
  /// needed. A dry run creates nothing. Throws `vanished` if the folder of an existing mirror is
  /// gone, and `ofAnother` if it mirrors another notebook.
  package static func open(
    at path: String, of notebook: Notebook, isDryRun: Bool = false
  ) throws(MirrorError) -> NoteMirror {
    let path = absolutePath(path)
    do {
      if let mirror = try known(path, notebook) { return mirror }
      if isDryRun {
        return NoteMirror(
          folder: path, notebook: notebook, record: try MirrorRecord(path: nil), lock: nil)
      }
      let folder = try make(path)
      let real = realPath(path) ?? path
      let state = stateFolder(of: real, notebook)
      try SystemCall.makeFolder(state)
      let record = try MirrorRecord(path: state + "/record.sqlite")
      let target = NotebookPaths(path: notebook.path, state: notebook.state).target
      try record.setLocation(
        MirrorRecord.Location(folder: real, inode: folder.inode, notebook: target))
      return NoteMirror(folder: real, notebook: notebook, record: record, lock: state + "/lock")
    } catch {
      throw MirrorError(path, error)
    }
  }

  /// Returns the number of visible files and folders in a folder that will become a mirror; 0 if it
  /// is one already. Cost: linear in them and in the mirrors of all notebooks.
  package static func others(
    in path: String, of notebook: Notebook
  ) throws(MirrorError) -> Int {
    let path = absolutePath(path)
    do {
      if let mirror = try known(path, notebook) {
        mirror.close()
        return 0
      }
      return try SystemCall.names(in: path).count { !$0.hasPrefix(".") }
    } catch {
      throw MirrorError(path, error)
    }
  }

  private static func make(_ path: String) throws -> SandboxedFolder {
    do {
      return try SandboxedFolder.make(path)
    } catch let error as SystemError where [ENOTDIR, EEXIST].contains(error.code) {
      throw MirrorError.notAFolder(folder: path)
    }
  }

  /// Returns all mirrors of `notebook` on this machine. Cost: linear in the mirrors of all
  /// notebooks.
  package static func all(of notebook: Notebook) -> [NoteMirror] {
    let target = NotebookPaths(path: notebook.path, state: notebook.state).target
    return locations(notebook.state).compactMap { state, location in
      guard location.notebook == target,
        let record = try? MirrorRecord(path: state + "/record.sqlite")
      else { return nil }
      return NoteMirror(
        folder: location.folder, notebook: notebook, record: record, lock: state + "/lock")
    }.sorted { $0.folder < $1.folder }
  }

  /// Returns when a mirror of any notebook was last created, moved or forgotten, in nanoseconds
  /// since 1970. Returns nil if there never was one.
  package static func lastChange(_ state: StateFolder = .user) -> Int64? {
    FileIdentity(path: state.path + "/mirrors")?.modified
  }

  /// Deletes the record that makes the folder at `path` a mirror. Files and notes stay. Throws
  /// `unknown` if it is not a mirror of `notebook`.
  package static func forget(_ path: String, of notebook: Notebook) throws(MirrorError) {
    let path = absolutePath(path)
    do {
      let real = realPath(path) ?? path
      let state = stateFolder(of: real, notebook)
      let target = NotebookPaths(path: notebook.path, state: notebook.state).target
      guard let record = locations(notebook.state).first(where: { $0.state == state }),
        record.location.notebook == target
      else { throw MirrorError.unknown(folder: path) }
      try FileManager.default.removeItem(atPath: state)
    } catch {
      throw MirrorError(path, error)
    }
  }

  package func close() { record.close() }
}

// MARK: Where mirrors are

extension NoteMirror {
  /// Returns the mirror at `path`, also if its folder was moved there; nil if there is none. Throws
  /// `vanished` or `ofAnother`.
  private static func known(_ path: String, _ notebook: Notebook) throws -> NoteMirror? {
    let target = NotebookPaths(path: notebook.path, state: notebook.state).target
    let real = realPath(path)
    let locations = locations(notebook.state)
    let expected = real ?? path
    func mirror(_ state: String, _ folder: String) throws -> NoteMirror {
      NoteMirror(
        folder: folder, notebook: notebook,
        record: try MirrorRecord(path: state + "/record.sqlite"), lock: state + "/lock")
    }
    if let (state, location) = locations.first(where: { $0.location.folder == expected }) {
      guard location.notebook == target else {
        throw MirrorError.ofAnother(folder: path, notebook: location.notebook)
      }
      guard real != nil else { throw MirrorError.vanished(folder: path) }
      return try mirror(state, location.folder)
    }
    guard let real, let inode = (try? SandboxedFolder(path: real))?.inode else { return nil }
    for (state, location) in locations
    where location.inode == inode && realPath(location.folder) == nil {
      guard location.notebook == target else {
        throw MirrorError.ofAnother(folder: path, notebook: location.notebook)
      }
      let new = stateFolder(of: real, notebook)
      try SystemCall.rename(state, to: new)
      let moved = try mirror(new, real)
      var location = location
      location.folder = real
      try moved.record.setLocation(location)
      return moved
    }
    return nil
  }

  private static func locations(
    _ state: StateFolder
  ) -> [(state: String, location: MirrorRecord.Location)] {
    let mirrors = state.path + "/mirrors"
    return ((try? SystemCall.names(in: mirrors)) ?? []).sorted().compactMap { name in
      let state = mirrors + "/" + name
      guard FileIdentity(path: state + "/record.sqlite") != nil,
        let record = try? MirrorRecord(path: state + "/record.sqlite")
      else { return nil }
      defer { record.close() }
      guard let location = try? record.location() else { return nil }
      return (state, location)
    }
  }

  private static func stateFolder(of folder: String, _ notebook: Notebook) -> String {
    let digest = SHA1.digest(Array(folder.utf8)).prefix(8).hexadecimal
    return notebook.state.path + "/mirrors/" + digest
  }
}

// MARK: Bringing it up to date

extension NoteMirror {
  /// Synchronizes folder and notebook. `progress` receives the number of finished steps and the
  /// total. `agreed` receives each note that was saved, created or written to its file, with the
  /// text as in the file.
  ///
  /// `base` returns the version on which the text of a file is based, or nil for the recorded
  /// version. It differs if the file's editor has not loaded the text that was last written to the
  /// file.
  ///
  /// Throws the error that stopped it. Finished steps stay, and the next call continues. Cost: one
  /// system call per file, a few rows of the notebook, and the changes.
  package func sync(
    _ options: MirrorOptions = MirrorOptions(), now: Date = Date(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    agreed: (_ note: StoredNote, _ fileText: String) -> Void = { _, _ in },
    base: (_ name: String) -> String? = { _ in nil }
  ) throws(MirrorError) -> MirrorReport {
    var result: Result<MirrorReport, MirrorError> = .failure(.busy(folder: folder))
    turn.withLock { _ in
      result = Result { () throws(MirrorError) in
        do {
          return try syncAlone(options, now, progress, agreed, base)
        } catch {
          throw MirrorError(folder, error)
        }
      }
    }
    return try result.get()
  }

  private func syncAlone(
    _ options: MirrorOptions, _ now: Date, _ progress: (Int, Int) -> Void,
    _ agreed: (StoredNote, String) -> Void, _ base: (String) -> String?
  ) throws -> MirrorReport {
    guard let lock else { return try syncLocked(options, now, progress, agreed, base) }
    let held = try FileLock(path: lock, patience: .seconds(2))
    let report = try syncLocked(options, now, progress, agreed, base)
    _ = consume held
    return report
  }

  private func syncLocked(
    _ options: MirrorOptions, _ now: Date, _ progress: (Int, Int) -> Void,
    _ agreed: (StoredNote, String) -> Void, _ base: (String) -> String?
  ) throws -> MirrorReport {
    var (known, seen) = try remembered()
    let open = try openFolder(options)
    var listing = try open?.list(known, quiet: options.quiet, now: now) ?? MirrorListing()
    if let open, !options.isDryRun, !listing.remains.isEmpty, try clear(listing, known, open) {
      listing = try open.list(known, quiet: options.quiet, now: now)
    }
    try respell(listing, &known, options)
    var (notes, state, isAll) = try notebook.mirroredNotes(since: seen)
    if isAll {
      for file in known.values where notes[file.note] == nil { notes[file.note] = .some(nil) }
    }
    let unknown = listing.files.contains { known[$0.key] == nil && $0.value.isText }
    let likenesses = TextLikenesses { note in
      try? self.notebook.note(id: note).text
    } file: { name in
      guard case .text(let text)? = listing.files[name] else { return nil }
      return open?.text(name, text.digest)
    }
    let plan = MirrorPlan(
      listing.files, record: Array(known.values),
      previousNames: unknown ? try record.previousNames(at: now) : [:], notes: notes,
      trash: unknown ? try notebook.trashedNotes() : [:],
      recent: recentlyMissed(listing, known, options, now), tidies: options.tidiesNames,
      likeness: { likenesses.value($0.note, $1) })
    // Do not delete notes for files missing from a folder that replaced the mirrored one.
    let inode = memory.withLock { $0.inode }
    let isAnother = lock != nil && open.map { $0.inode != inode } ?? false
    if isAnother, plan.removed > 0, !options.isForced {
      throw MirrorError.emptied(folder: folder, count: plan.removed, known: plan.known)
    }
    try check(plan, options)
    guard let open, !options.isDryRun else { return MirrorReport(previewOf: plan, listing) }
    var run = MirrorRun(
      plan: plan, listing: listing, known: known, folder: open, notebook: notebook,
      options: options, now: now)
    let outcome = Result { try run.perform(progress, agreed, base) }
    let isDone = (try? outcome.get()) != nil && run.report.isComplete
    try remember(run, seen: isDone && state != seen ? state : nil, at: now)
    try outcome.get()
    if isAnother { try settle(in: open) }
    run.report.files = memory.withLock { $0.files.values.count { !$0.isSide } }
    return run.report
  }

  private func remember(_ run: MirrorRun, seen: NotebookState?, at now: Date) throws {
    let changes = run.changes
    guard !changes.isEmpty || !run.previousNames.isEmpty || seen != nil else { return }
    try record.note(changes, previousNames: run.previousNames, seen: seen, at: now)
    memory.withLock { memory in
      // Names may differ only in Unicode normalization: remove old records first.
      for case (let name, nil) in changes { memory.set(name, nil) }
      for case (let name, let file?) in changes { memory.set(name, file) }
      for former in run.previousNames { memory.previousNames[former.name] = former.note }
      if let seen { memory.seen = seen }
    }
  }

  /// Opens the folder. If the folder is missing, returns nil in a dry run that would create it; in
  /// other runs, throws `vanished`.
  private func openFolder(_ options: MirrorOptions) throws -> SandboxedFolder? {
    do {
      return try SandboxedFolder(path: folder)
    } catch let failure as SystemError where [ENOENT, ENOTDIR].contains(failure.code) {
      if lock == nil, failure.code == ENOENT { return nil }
      throw MirrorError.vanished(folder: folder)
    }
  }

  private func check(_ plan: MirrorPlan, _ options: MirrorOptions) throws {
    guard plan.isMassRemoval, !options.isForced else { return }
    throw plan.removed >= plan.vanishing
      ? MirrorError.emptied(folder: folder, count: plan.removed, known: plan.known)
      : MirrorError.foreignNotebook(folder: folder, count: plan.vanishing, known: plan.known)
  }

  /// Returns the content of the record; reads it again only if another process wrote it.
  func remembered() throws -> (files: [String: MirroredFile], seen: NotebookState?) {
    let state = try record.state()
    if let memory = memory.withLock({ $0.state == state ? $0 : nil }) {
      return (memory.files, memory.seen)
    }
    let (files, seen, inode) = (try record.files(), try record.seen(), try record.location()?.inode)
    memory.withLock { memory in
      (memory.state, memory.inode, memory.seen) = (state, inode, seen)
      memory.replace(files)
    }
    return (files, seen)
  }
}
