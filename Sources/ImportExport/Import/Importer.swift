import Base
import ForeignFormats
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

struct Importer {
  let notebook: Notebook
  let isDryRun: Bool
  private let options: ImportOptions
  private let now: Date
  var report = ImportReport()

  /// The notebook's version vector, read with the first batch of notes.
  private var vector: VersionVector?
  /// The file from which each note of this import comes, by note ID.
  private var sources: [String: String] = [:]
  /// Notes that were read but not written yet. `pendingBytes` is their size.
  private var pending: [(note: IncomingNote, file: String)] = []
  private var pendingBytes = 0
  private var texts: KnownTexts?
  /// The ID of the first note with a text and front matter, by their digests. Used for files
  /// without a note ID.
  private var foreignTexts: [String: String] = [:]
  private var writing = ImportWriting()
  /// Files of highlights, which are imported together at the end.
  private var highlights: [(path: String, file: HighlightFile)] = []
  private var files = 0
  private var hasWritten = false
  var lists: BookListImporter

  /// Limits of one transaction: read notes are written once they reach this number, or this size in
  /// bytes.
  private static let batch = (notes: 200, bytes: 16 << 20)

  init(into notebook: Notebook, isDryRun: Bool, options: ImportOptions, now: Date) {
    self.notebook = notebook
    self.isDryRun = isDryRun
    self.options = options
    self.now = now
    lists = BookListImporter(
      into: notebook, isDryRun: isDryRun, isAgain: options.highlights.isAgain, now: now)
  }

  /// Imports the file or folder at `path`, which may be a symbolic link.
  mutating func importItem(at path: String) throws {
    Work.step("Importing files", files)
    try Cancellable.check()
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    var isFolder: ObjCBool = false
    guard !path.contains("\0"),
      FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    else { return skip(path, "does not exist") }
    if isFolder.boolValue {
      if try options.form == nil && importFiles(ofOwnFolder: url.path) { return }
      do {
        return try importFolder(try open(url.path, for: path))
      } catch NotebookError.unreadable(path, let reason) {
        return skip(path, "cannot be read: \(reason)")
      }
    }
    let file = ImportedFile(path: url.path, stoppedShelves: options.stoppedShelves)
    if try !importFile(file, named: path) { skip(path, ForeignFormat.unknown(file)) }
  }

  /// Imports a file. Returns false if its format is not recognized.
  private mutating func importFile(
    _ file: ImportedFile, named path: String, as formats: [ForeignFormat] = ForeignFormat.all
  ) throws -> Bool {
    let (found, refusal) = ForeignFormat.read(file, as: formats)
    for (format, content) in found {
      switch content {
      case .highlights(let found): highlights.append((file.path, found))
      case .books(let list):
        try flush()
        try importList(list, of: format, file: file.path)
      case .markdown:
        lists.forget()
        let url = URL(fileURLWithPath: file.path)
        let folder = try open(url.deletingLastPathComponent().path, for: path)
        importMarkdown(url.lastPathComponent, in: SourceFolder(folder))
        try flushIfLarge()
      case .notebook:
        lists.forget()
        try flush()
        try merge(file.path)
      case .olderDatabase:
        lists.forget()
        try importOlderDatabase(file.path)
      }
    }
    if let refusal { skip(path, refusal) }
    return !found.isEmpty || refusal != nil
  }

  /// Imports the files of a device's or program's own folder. Returns false for other folders.
  private mutating func importFiles(ofOwnFolder path: String) throws -> Bool {
    var isTaken = false
    for format in ForeignFormat.all {
      for path in format.files(path) {
        let file = ImportedFile(path: path, stoppedShelves: options.stoppedShelves)
        isTaken = try importFile(file, named: path, as: [format]) || isTaken
      }
    }
    return isTaken
  }

  /// Imports the notes that were not written yet, and all highlights.
  mutating func finish() throws {
    try Cancellable.check()
    try flush()
    if options.highlights.pacing == .spread {
      report.lastDay = ReviewPacing.lastDay(cards: report.cards, now: now, zone: options.zone)
    }
    guard !highlights.isEmpty else { return }
    var importing = HighlightImport(
      into: notebook, options: options.highlights, now: now, zone: options.zone)
    try importing.run(highlights, isDryRun: isDryRun)
    report.add(importing.report)
  }

  private func open(_ folder: String, for path: String) throws -> SandboxedFolder {
    do {
      return try SandboxedFolder(path: folder)
    } catch let error as SystemError {
      throw NotebookError.unreadable(path: path, reason: error.reason)
    }
  }

  mutating func skip(_ file: String, _ reason: String) {
    report.skipped.append(ImportReport.Remark(file: file, text: reason))
  }
}

// MARK: Markdown

extension Importer {
  private mutating func importFolder(_ folder: SandboxedFolder) throws {
    let isExport = folder.hasFolder(ExportManifest.folder)
    let form = options.form ?? (isExport ? .folder : .of(folder))
    guard let rules = form.folder, !(isExport && form == .folder) else {
      return try importFiles(in: folder, of: nil, [])
    }
    if form != .folder {
      let reading = ImportReport.Remark(file: folder.path, text: "is read as \(form.name)")
      report.readings.append(reading)
    }
    let whole = ImportedFolder(
      folder, rules: rules, areCardsConverted: options.areCardsConverted
    ) { ForeignFormat.inFolder($0) != nil }
    try importFiles(in: folder, of: whole, [])
    report.leftOut += whole.all(areFoldersTaken: options.under != nil)
  }

  private mutating func importFiles(
    in folder: SandboxedFolder, of whole: ImportedFolder?, _ parts: [String]
  ) throws {
    guard parts.count <= ImportLimits.depth else {
      return skip(folder.path, "is nested more than \(ImportLimits.depth) folders deep")
    }
    let source = SourceFolder(folder, in: whole, at: parts)
    guard let (names, others) = try? folder.names() else {
      return skip(folder.path, "cannot be read")
    }
    if others > 0 { skip(folder.path, "has \(others.counted("file name")) not in UTF-8") }
    for name in source.exportedFirst(names) {
      files += 1
      Work.step("Importing files", files)
      try Cancellable.check()
      guard files <= ImportLimits.files else {
        return skip(
          folder.path,
          "is not imported completely: an import is limited to \(ImportLimits.files) files")
      }
      let path = folder.path + "/" + name
      let format = ForeignFormat.inFolder(name)
      switch (try? folder.kind(name))?.kind {
      case .folder:
        if source.isExport, [ExportManifest.folder, ExportManifest.assets].contains(name) {
          continue
        }
        if whole?.isLeftOut(parts + [name]) == true { continue }
        if try name.hasSuffix(".sdr") && importFiles(ofOwnFolder: path) { continue }
        guard let inner = try? folder.folder(name) else {
          skip(path, "cannot be read")
          continue
        }
        try importFiles(in: inner, of: whole, parts + [name])
      case .file where format == .markdown:
        importMarkdown(name, in: source)
        try flushIfLarge()
      case .file where format != nil:
        let text = "is a notebook in a folder: to import it, name the file itself"
        report.remarks.append(ImportReport.Remark(file: path, text: text))
      case .other where format == .markdown || !name.contains("."):
        skip(path, "is a link, or not a regular file")
      default: break
      }
    }
    var skipped = 0
    for scope in source.rest(skipped: &skipped) where sources[scope.id] == nil {
      add(scope, file: folder.path)
    }
    for name in source.unreadable {
      let text =
        "has \(ExportManifest.folder)/\(name), which cannot be read: its content was not imported"
      report.remarks.append(ImportReport.Remark(file: folder.path, text: text))
    }
    guard skipped > 0 else { return }
    let text =
      "has \(skipped.counted("value")) in \(ExportManifest.folder)/\(ExportManifest.rest) that cannot "
      + "be read"
    report.remarks.append(ImportReport.Remark(file: folder.path, text: text))
  }

  private mutating func importMarkdown(_ name: String, in source: SourceFolder) {
    let path = source.folder.path + "/" + name
    var file = MarkdownFile(name, in: source, under: options.under, zone: options.zone)
    do {
      let note = try file.read(now: now)
      note.keptFields.forEach { report.kept[$0, default: 0] += 1 }
      if let first = sources[note.id] {
        // In files of other programs, equal IDs mean equal content.
        if note.isForeign { return report.unchanged += 1 }
        return skip(path, "is the same note as \(first), which was imported")
      }
      sources[note.id] = path
      add(note, file: path)
    } catch let refusal as MarkdownFile.Refusal {
      if refusal.isEmpty, let whole = source.whole {
        whole.leaveOut([LeftOut("empty notes", "they have no text")], of: path)
      } else {
        skip(path, refusal.reason)
      }
    } catch let error as SystemError {
      let isTooLarge = error.code == EFBIG
      skip(
        path,
        isTooLarge
          ? "is larger than \(SandboxedFolder.largestMarkdown >> 20) MB"
          : "cannot be read: \(error.reason)")
    } catch {
      skip(path, "cannot be read")
    }
    report.remarks += file.remarks.map { ImportReport.Remark(file: path, text: $0) }
  }

  mutating func add(_ note: IncomingNote, file: String) {
    pending.append((note, file))
    pendingBytes += note.size
  }
}

// MARK: Writing

extension Importer {
  mutating func flushIfLarge() throws {
    guard pending.count >= Self.batch.notes || pendingBytes >= Self.batch.bytes else { return }
    try flush()
  }

  private mutating func flush() throws {
    guard !pending.isEmpty else { return }
    let batch = pending
    (pending, pendingBytes) = ([], 0)
    let notebook = notebook
    if isDryRun || !hasWritten {
      let plans = try notebook.read { db in try self.decide(batch, in: db) }
      hasWritten = !isDryRun && plans.contains { !$0.plan.writes.isEmpty }
      // If there is nothing to write, do not even create a working copy.
      guard hasWritten else { return plans.forEach { count($0) } }
    }
    let decided: [Decision] = try notebook.write { author, db in
      try db.withManyPages {
        let plans = try self.decide(batch, in: db)
        for plan in plans { try writing.write(plan.plan.writes, by: &author, at: now, in: db) }
        return plans
      }
    }
    decided.forEach { count($0) }
  }

  private struct Decision {
    var plan: ImportPlan
    var file: String
    /// Whether another note already has the text of a file without a note ID.
    var isKnownText = false
    /// Whether the source has schedules for the note's cards.
    var hasSchedules: Bool
    var cards = 0
  }

  private mutating func decide(
    _ batch: [(note: IncomingNote, file: String)], in db: Database
  ) throws -> [Decision] {
    let vector = try vector ?? VersionVector.fetch(db)
    self.vector = vector
    let found = try batch.map { note, file in
      let stored = try PortableNote.fetch(db, note.id)
      var isKnownText = false
      if note.isForeign, let markdown = note.markdown {
        isKnownText = try isKnown(markdown, in: db, id: note.id, isThere: stored.metadata != nil)
      }
      return (note: note, file: file, stored: stored, isKnownText: isKnownText)
    }
    let now = now
    var decisions = Parallel.map(found) { note, file, stored, isKnownText in
      let note = isKnownText ? IncomingNote(id: note.id) : note
      let plan = ImportPlan(note, over: stored, vector: vector, now: now)
      // An export has the schedules of its cards.
      let hasSchedules = !note.versions.isEmpty
      return Decision(
        plan: plan, file: file, isKnownText: isKnownText, hasSchedules: hasSchedules)
    }
    var cards = report.cards
    for index in decisions.indices where !decisions[index].hasSchedules {
      decisions[index].cards = decisions[index].plan.schedule(
        options.highlights.pacing, after: cards, now: now, zone: options.zone)
      cards += decisions[index].cards
    }
    return decisions
  }

  /// Whether another note has exactly this text: in the notebook, or from an earlier file of this
  /// import with the same front matter. Always false if the note `id` exists (`isThere`).
  private mutating func isKnown(
    _ markdown: IncomingMarkdown, in db: Database, id: String, isThere: Bool
  ) throws -> Bool {
    guard let text = markdown.text else { return false }
    // Files with the same text and different properties are different notes.
    let digest = EntryValue.text(text).digest + markdown.frontMatter.digest
    let first = foreignTexts[digest, default: id]
    foreignTexts[digest] = first
    if isThere || first != id { return first != id && !isThere }
    if texts == nil { texts = try KnownTexts(db) }
    return try texts?.contains(text, in: db) == true
  }

  private mutating func count(_ decision: Decision) {
    let (plan, file) = (decision.plan, decision.file)
    if plan.wasDeleted {
      report.deleted += 1
      let text =
        "was deleted after an earlier import: “commonplace restore "
        + "\(PlainID.inCommand(plan.note.id)) --at 0s” restores the note"
      return report.remarks.append(ImportReport.Remark(file: file, text: text))
    }
    for field in plan.refused {
      let text = "has an invalid value in “\(field)”, which is not imported"
      report.remarks.append(ImportReport.Remark(file: file, text: text))
    }
    // Scopes without metadata are not notes.
    guard !plan.isNew || plan.note.metadata != nil || decision.isKnownText else { return }
    if plan.writes.isEmpty {
      report.unchanged += 1
    } else if plan.isNew {
      report.new += 1
      report.cards += decision.cards
    } else {
      report.updated += 1
      if plan.isConflict { report.conflicts += 1 }
    }
  }
}
