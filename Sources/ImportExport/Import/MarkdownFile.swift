import Base
import ForeignFormats
import Foundation
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
import NotebookFile

struct MarkdownFile {
  /// The file's folder, with the manifest of an export if there is one.
  let source: SourceFolder
  let name: String
  /// The hashtag below which notes of other programs are put; nil for none.
  private let under: String?
  /// The time zone of times without an offset in files of other programs.
  private let zone: TimeZone
  private(set) var remarks: [String] = []

  init(_ name: String, in source: SourceFolder, under: String? = nil, zone: TimeZone) {
    self.name = name
    self.under = under
    self.zone = zone
    self.source = source
  }

  struct Refusal: Error {
    var reason: String
    /// Whether the file has neither text, hashtags nor a book.
    var isEmpty = false
  }

  /// Reads the file, its images and its exported values. Throws `Refusal` if the file cannot be
  /// imported, and `SystemError` if it cannot be read.
  mutating func read(now: Date) throws -> IncomingNote {
    guard let file = try source.folder.kind(name), file.kind == .file else {
      throw Refusal(reason: "is not a file")
    }
    guard let bytes = try source.folder.read(name, most: SandboxedFolder.largestMarkdown) else {
      throw Refusal(reason: "does not exist")
    }
    let (frontMatter, text) = FrontMatter.split(try decode(bytes))
    let markdown = IncomingMarkdown(
      text: text, frontMatter: frontMatter ?? FrontMatter(), created: min(file.modified, now),
      modified: min(file.modified, now))
    // Do not report lines that an unchanged export contains.
    var known: Set<[String]> = []
    defer { remark(frontMatter?.remarks.filter { !known.contains($0.lines) } ?? []) }
    guard let id = frontMatter?.fields["id"]?.string else {
      return try foreign(markdown)
    }
    var skipped = 0
    if let values = source.values(of: id, skipped: &skipped) {
      if skipped > 0 {
        remarks.append(
          "has \(skipped.counted("value")) in \(Self.valuesFile(of: id)) that cannot be read")
      }
      let note = exported(markdown, values)
      let base = note.markdown?.base?.rest ?? []
      known = Set(frontMatter?.remarks.map(\.lines).filter { base.contains($0) } ?? [])
      return note
    }
    if source.isExported(id) {
      remarks.append(
        "is imported without the data of \(Self.valuesFile(of: id)), such as the statistics of its "
          + "prompts: that file is missing or cannot be read")
    }
    return Self.isNoteID(id) ? withID(id, markdown) : try foreign(markdown)
  }

  private mutating func remark(_ unread: [FrontMatter.Remark]) {
    for remark in unread.prefix(Self.mostRemarks) {
      let part = remark.field.map { "“\($0)”" } ?? "a line"
      remarks.append("has \(part) in its front matter, kept as written: \(remark.reason)")
    }
    if unread.count > Self.mostRemarks {
      remarks.append(
        "has \((unread.count - Self.mostRemarks).counted("more unreadable part")) in its front matter"
      )
    }
  }

  /// Maximum number of unreadable parts of front matter that are named per file.
  private static let mostRemarks = 20

  private static func valuesFile(of id: String) -> String {
    [ExportManifest.folder, ExportManifest.notes, ExportManifest.fileName(of: id)]
      .joined(separator: "/")
  }

  private mutating func decode(_ bytes: [UInt8]) throws -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Refusal(reason: "is encoded in UTF-16: save it as UTF-8")
    }
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    remarks.append("has characters that are not UTF-8, replaced by “\u{FFFD}”")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an ID has the form of note IDs. Other IDs come from other programs.
  private static func isNoteID(_ id: String) -> Bool {
    !ExportManifest.fileName(of: id).hasPrefix("id-")
  }
}

// MARK: Exported files

extension MarkdownFile {
  private mutating func exported(_ file: IncomingMarkdown, _ values: ExportedValues) -> IncomingNote
  {
    let id = values.note ?? ""
    var note = IncomingNote(id: id, vector: source.vector(of: id))
    var markdown = file
    markdown.frontMatter.keepUnknownAsLines()
    let body = ExportedLinks.restored(file.text ?? "", values.links)
    var isEdited = !body.isEmpty
    var cover: String?
    for value in values.values where value.key.isOf(note: id) {
      var version = IncomingVersion(
        value: nil, digest: "", time: value.time, author: value.author, usn: value.usn)
      switch value.content {
      case .value(let value): (version.value, version.digest) = (value, value.digest)
      case .markdown(let digest, _):
        let text = [body, body.withLineFeedsOnly].first { EntryValue.text($0).digest == digest }
        (version.value, version.digest) = (text.map(EntryValue.text), digest)
        isEdited = text == nil
        markdown.baseDigest = digest
      case .file(let path, let mimeType):
        guard let blob = source.blob(path, mimeType) else {
          remarks.append("needs \(path), which is missing or cannot be read")
          continue
        }
        (version.value, version.digest) = (blob, blob.digest)
        if note.versions[value.key] == nil, value.key == EntryKey(scope: id, key: ".coverImage") {
          cover = path
        }
      }
      note.versions[value.key, default: []].append(version)
    }
    markdown.text = isEdited ? body.withLineFeedsOnly : nil
    let textKey = EntryKey(scope: id, key: ".noteText")
    markdown.baseDigest =
      markdown.baseDigest ?? note.versions[textKey]?.first?.digest
      ?? EntryValue.null.digest
    let stored = PortableNote(note)
    var base = ExportedNote.frontMatter(of: stored, stored.metadata ?? [:], cover: cover)
    // If the text was edited, its earlier title is unknown.
    if isEdited { base.fields["title"] = file.frontMatter.fields["title"] }
    markdown.base = base
    if file.frontMatter.fields["cover"] != base.fields["cover"],
      !file.frontMatter.keysInRest.contains("cover")
    {
      // A cover that cannot be read stays; a field that was removed removes it.
      let isRemoved = file.frontMatter.fields["cover"] ?? .null == .null
      markdown.cover = isRemoved ? .null : namedCover(file.frontMatter)
    }
    note.markdown = markdown
    return note
  }

  /// Returns the cover that the front matter names; nil if it names none, or a URL. If the file is
  /// missing or not an image, adds a remark and returns nil.
  private mutating func namedCover(_ frontMatter: FrontMatter) -> EntryValue? {
    guard let path = frontMatter.fields["cover"]?.string, !path.contains("://") else { return nil }
    let cover = source.image(path)
    if cover == nil { remarks.append("names a cover that is missing or not an image: \(path)") }
    return cover
  }
}

extension EntryKey {
  /// Whether a note's export may contain this key.
  fileprivate func isOf(note id: String) -> Bool {
    scope == id
      || scope == EntryKey.ourScope && key.utf8.starts(with: "\(id);".utf8)
        && !isImportRecord
  }
}

extension PortableNote {
  /// Creates the note from the source's values, except values of which only the digest is known.
  fileprivate init(_ note: IncomingNote) {
    self.init(
      id: note.id,
      versions: note.versions.reduce(into: [:]) { known, entry in
        known[entry.key] = entry.value.compactMap { version in
          version.value.map {
            EntryVersion(
              key: entry.key, author: version.author, usn: version.usn, timestamp: version.time,
              value: $0)
          }
        }
      })
  }
}

// MARK: Other programs' files

extension MarkdownFile {
  private mutating func withID(_ id: String, _ file: IncomingMarkdown) -> IncomingNote {
    var markdown = file
    markdown.text = file.text?.withLineFeedsOnly
    markdown.cover = namedCover(file.frontMatter)
    markdown.frontMatter.fields["cover"] = nil
    markdown.frontMatter.keepUnknownAsLines()
    return IncomingNote(id: id, markdown: markdown)
  }

  private mutating func foreign(_ file: IncomingMarkdown) throws -> IncomingNote {
    var markdown = file
    let original = (file.text ?? "").withLineFeedsOnly
    let foreign = translated(original, file.frontMatter)
    var text = foreign.text
    markdown.frontMatter = foreign.frontMatter
    markdown.cover = namedCover(file.frontMatter) ?? source.takeCover(outOf: &text)
    var refused: [String] = []
    let fields = ForeignFields.translate(
      &markdown.frontMatter, text: &text, hasCover: markdown.cover != nil, zone: zone,
      refused: &refused)
    for field in refused {
      remarks.append("has an invalid value in “\(field)”, which is kept as written")
    }
    let hasBook = markdown.frontMatter.fields["book"] != nil
    if text.isBlankText, fields.isEmpty, !hasBook, !foreign.isNamedWhenEmpty {
      throw Refusal(reason: "is empty", isEmpty: true)
    }
    var content = file.frontMatter.lines.joined(separator: "\n") + "\n" + original
    if !hasBook, let title = foreign.missingTitle(of: text) {
      text = ForeignFields.titled(text, title)
      content = title + "\n" + content
    }
    let id = Self.id(ofContent: content)
    let images = source.takeImages(of: text)
    (text, markdown.assets) = (images.text, images.assets)
    if images.rest > 0 {
      remarks.append(
        "shows more than \(ImportLimits.imagesOfNote) images (not imported: "
          + "\(images.rest))")
    }
    let tags = fields + foreign.placeTags(under: under, in: source.whole)
    let missing = tags.filter { !NoteContent(text: text).hashtags.contains($0) }
    if !missing.isEmpty { text = NoteText.new(text: text, tags: missing) }
    text = source.linkingFiles(in: text)
    markdown.text = text.isEmpty ? nil : text
    // Links in other notes contain the file's name.
    let title = markdown.frontMatter.fields["title"]?.string ?? NoteContent(text: text).title
    if let name = foreign.linkedName, !LinkName.isFound(name, byTitle: title) {
      markdown.frontMatter.keep("file", name)
    }
    let keysInRest = markdown.frontMatter.keysInRest
    // An external cover stays a field: the export omits its own then.
    markdown.frontMatter.commentOut(NoteFields.names.subtracting(["cover"]))
    guard let whole = source.whole else { return IncomingNote(id: id, markdown: markdown) }
    whole.leaveOut(foreign.leftOut, of: (source.path + [name]).joined(separator: "/"))
    // “file” is ours: the name by which links find the file.
    let kept = keysInRest.filter { $0 != "file" }
    return IncomingNote(id: id, markdown: markdown, keptFields: kept)
  }

  /// Returns the text and fields, translated by the rules of the program that wrote them.
  private func translated(_ text: String, _ frontMatter: FrontMatter) -> ForeignNote {
    var foreign = ForeignNote(
      text: text, frontMatter: frontMatter, name: FilePath.stem(of: name), folder: source.path)
    let rules = source.whole?.rules
    if FilePath.ending(of: name) == "org" {
      OrgRoam.read(&foreign)
    } else {
      rules?.read(&foreign, source.whole)
    }
    foreign.isNamedWhenEmpty = rules?.isNamedWhenEmpty == true
    return foreign
  }

  /// Returns the ID for a note with this content: a name-based UUID (RFC 9562 section 5.5). Equal
  /// content gives an equal ID, so that importing the file again finds the note, also on another
  /// device.
  private static func id(ofContent content: String) -> String {
    var bytes = Array(SHA1.digest(Array("commonplace import\n\(content)".utf8)).prefix(16))
    bytes.makeUUID(version: 5)
    return bytes[...].uuidText
  }
}

extension String {
  fileprivate var isBlankText: Bool { allSatisfy(\.isWhitespace) }
}
