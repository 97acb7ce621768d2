import Base
import Books
import Foundation
import FrontMatter
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// Writes an export to a folder. Each file appears complete or not at all. A Markdown file is
/// replaced only if it is an unedited earlier export of the same note, or if the notebook already
/// contains its edits.
struct Exporter {
  private let folder: SandboxedFolder
  private let assets: SandboxedFolder
  private let data: SandboxedFolder
  private let notes: SandboxedFolder
  private var manifest = ExportManifest()
  private let former: ExportManifest
  private var names = ExportNames()
  private var files: [String: ExportedFile] = [:]
  private var assetDigests: [String: Data] = [:]
  private(set) var report = ExportReport()

  /// Opens the subfolders of `folder`, creates missing ones, and reads the manifest of an earlier
  /// export.
  init(into folder: SandboxedFolder, vector: VersionVector) throws {
    self.folder = folder
    func inner(_ name: String, _ folder: SandboxedFolder) throws -> SandboxedFolder {
      guard let inner = try folder.folder(name, isMade: true) else {
        throw SystemError(code: ENOENT)
      }
      return inner
    }
    assets = try inner(ExportManifest.assets, folder)
    data = try inner(ExportManifest.folder, folder)
    notes = try inner(ExportManifest.notes, data)
    let bytes = try data.read(ExportManifest.name, most: ExportManifest.mostBytes)
    former = bytes.flatMap { ExportManifest($0) } ?? ExportManifest()
    manifest.vector = vector
    // Until this export reaches a file, the new vector does not apply to it.
    manifest.files = former.files.mapValues {
      ExportManifest.File(name: $0.name, digest: $0.digest, isLeft: true)
    }
    for file in former.files.values { _ = names.take(file.name) }
  }

  /// Assigns each note its file name before any note is written, since links contain the names. A
  /// new file is named after the note's book, or else after the note's title.
  mutating func name(_ notes: [NoteSummary]) throws {
    for note in notes {
      var file = former.files[note.id]?.name ?? ""
      if !isName(file) { file = try freeName(for: note) }
      files[note.id] = ExportedFile(name: file, title: note.title)
    }
  }

  func file(of id: String) -> ExportedFile? { files[id] }

  /// Exports notes with their texts in order, skipping scopes that are not notes. The files of
  /// notes without blobs are built on all cores.
  mutating func export(_ notes: [(note: PortableNote, text: ExportedLinks)]) throws {
    let made = Parallel.map(notes) { note, text in
      note.metadata.map { metadata in
        (metadata, note.hasBlobs ? nil : ExportedNote(note, metadata, text) { _, _, _ in "" })
      }
    }
    for case (let (note, text), (let metadata, let files)?) in zip(notes, made) {
      try export(
        note,
        files
          ?? ExportedNote(note, metadata, text) { key, mimeType, data in
            try writeAsset(key, mimeType: mimeType, data)
          })
    }
  }

  private mutating func export(_ note: PortableNote, _ files: ExportedNote) throws {
    report.unreadable += note.unreadable
    let digest = files.digest
    guard let file = former.files[note.id], isName(file.name) else {
      let name = try write(new: files, note)
      manifest.files[note.id] = ExportManifest.File(name: name, digest: digest)
      return
    }
    switch try folder.read(file.name, most: SandboxedFolder.largestMarkdown) {
    case files.markdown?:
      report.unchanged += 1
      try write(files.values, of: note)
    case let bytes?:
      guard
        try SHA1.digest(bytes).hexadecimal == file.digest || isContained(bytes, files, in: note)
      else {
        let reason = "was changed since the last export: import it first, or move it away"
        report.skipped.append(ExportReport.Skipped(file: file.name, reason: reason))
        return
      }
      try write(files.values, of: note)
      _ = try folder.write(files.markdown, to: file.name, isReplaced: true)
      report.updated += 1
    case nil:
      try write(files.values, of: note)
      guard try folder.write(files.markdown, to: file.name, isReplaced: false) else {
        throw SystemError(code: EEXIST)
      }
      report.new += 1
    }
    manifest.files[note.id] = ExportManifest.File(name: file.name, digest: digest)
  }

  /// Writes the values that belong to no note (`rest`), and the manifest. After an error, `rest` is
  /// nil and only the manifest is written: the next export needs it to recognize its files.
  mutating func finish(rest: [PortableNote]?) throws {
    if let rest {
      var values: [ExportedValue] = []
      for scope in rest {
        report.unreadable += scope.unreadable
        for key in scope.versions.keys.sorted() {
          for version in scope.versions[key] ?? [] { values.append(try value(version)) }
        }
      }
      let bytes = ExportedValues(note: nil, values: values).bytes
      _ = try data.write(bytes, to: ExportManifest.rest, isReplaced: true)
    }
    // All files must be on disk before the manifest that lists them.
    sync()
    _ = try data.write(manifest.bytes, to: ExportManifest.name, isReplaced: true)
  }
}

extension Exporter {
  private mutating func value(_ version: EntryVersion) throws -> ExportedValue {
    var content = ExportedValue.Content.value(version.value)
    if case .blob(let mimeType, let data) = version.value {
      let path = try writeAsset(version.key, mimeType: mimeType, data)
      content = .file(path: path, mimeType: mimeType)
    }
    return ExportedValue(
      key: version.key, author: version.author, usn: version.usn, time: version.timestamp,
      content: content)
  }

  /// Returns a free name for a new file, or the name of an existing file whose front matter has the
  /// note's ID.
  private mutating func freeName(for note: NoteSummary) throws -> String {
    let book = note.book?.title.trimmed ?? ""
    return try names.name(title: book.isEmpty ? note.storedTitle : book, id: note.id) {
      [folder] name in
      guard try folder.kind(name) != nil else { return true }
      let bytes = (try? folder.read(name, most: SandboxedFolder.largestMarkdown)) ?? []
      let head = FrontMatter.split(String(decoding: bytes, as: UTF8.self)).0
      return head?.fields["id"]?.string == note.id
    }
  }

  /// Writes the files of a note that earlier exports did not contain. Returns the name of its
  /// Markdown file.
  private mutating func write(new files: ExportedNote, _ note: PortableNote) throws -> String {
    try write(files.values, of: note)
    var name = self.files[note.id]?.name ?? ""
    while true {
      // An existing file with the same content is reused.
      if (try? folder.read(name, most: files.markdown.count)) == files.markdown {
        report.unchanged += 1
        return name
      }
      if try isName(name) && folder.write(files.markdown, to: name, isReplaced: false) {
        report.new += 1
        return name
      }
      let stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
      name = try names.name(title: stem, id: note.id) { [folder] in try folder.kind($0) == nil }
    }
  }

  private func write(_ values: [UInt8], of note: PortableNote) throws {
    let name = ExportManifest.fileName(of: note.id)
    let old = try notes.read(name, most: ExportedValues.mostBytes)
    if let old, old != values, former.files[note.id] == nil {
      var skipped = 0
      guard ExportedValues(old, skipped: &skipped)?.note == note.id else {
        throw SystemError(code: EEXIST)
      }
    }
    if old != values { _ = try notes.write(values, to: name, isReplaced: true) }
  }

  /// Whether the notebook contains everything in an edited earlier export. This is so if the file
  /// was imported since, or edited to the note's present text and fields.
  private func isContained(
    _ bytes: [UInt8], _ files: ExportedNote, in note: PortableNote
  ) throws -> Bool {
    let (old, written) = FrontMatter.split(String(decoding: bytes, as: UTF8.self))
    let (new, _) = FrontMatter.split(String(decoding: files.markdown, as: UTF8.self))
    let values = try notes.read(
      ExportManifest.fileName(of: note.id), most: ExportedValues.mostBytes)
    var skipped = 0
    let links = values.flatMap { ExportedValues($0, skipped: &skipped)?.links } ?? [:]
    let oldText = ExportedLinks.restored(written, links)
    guard var old, var new else { return false }
    old.keepUnknownAsLines()
    new.keepUnknownAsLines()
    let record = ImportRecord(note[note.recordKey])
    if record[ImportRecord.frontMatter] == old.digest,
      record[".noteText"] == EntryValue.text(oldText.withLineFeedsOnly).digest
    {
      return true
    }
    (old.fields["modified"], new.fields["modified"]) = (nil, nil)
    return old == new && oldText.utf8.elementsEqual(note.text.utf8)
  }

  private func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains("/") && !name.utf8.contains(0) && !name.hasPrefix(".")
  }

  /// Writes a blob to `assets` if it is missing. Returns its path, relative to the export's folder.
  private mutating func writeAsset(
    _ key: EntryKey, mimeType: String, _ data: Data
  ) throws -> String {
    var name = AssetName.name(of: key, mimeType: mimeType, data: data)
    var number = 1
    let digest = Data(SHA1.digest(Array(data)))
    while true {
      if let other = assetDigests[name], other == digest { break }
      if assetDigests[name] == nil {
        if try assets.write(Array(data), to: name, isReplaced: false) {
          report.assets += 1
          break
        }
        if (try? assets.read(name, most: data.count)) == Array(data) { break }
      }
      let digestName = AssetName.digestName(mimeType: mimeType, data: data)
      name = number == 1 ? digestName : "\(number)-" + digestName
      number += 1
    }
    assetDigests[name] = digest
    return ExportManifest.assets + "/" + name
  }
}
