import ForeignFormats
import Foundation
import JSON
import KeyValueStore
import MiniMarkdown
import NotebookFile

/// A folder that Markdown files are imported from, and the record of an export in it.
final class SourceFolder {
  let folder: SandboxedFolder
  /// The whole that it is a part of, and its path in that; nil for plain Markdown.
  let whole: ImportedFolder?
  let path: [String]
  private let data: SandboxedFolder?
  private let notes: SandboxedFolder?
  private let manifest: ExportManifest?
  /// Files of the export, by name, that are there and cannot be read as such.
  private(set) var unreadable: [String] = []

  init(_ folder: SandboxedFolder, in whole: ImportedFolder? = nil, at path: [String] = []) {
    (self.folder, self.whole, self.path) = (folder, whole, path)
    data = try? folder.folder(ExportManifest.folder)
    notes = try? data?.folder(ExportManifest.notes)
    do {
      let bytes = try data?.read(ExportManifest.name, most: ExportManifest.mostBytes)
      manifest = bytes.flatMap { ExportManifest($0) }
      if bytes != nil, manifest == nil { unreadable.append(ExportManifest.name) }
    } catch {
      manifest = nil
      unreadable.append(ExportManifest.name)
    }
  }

  /// Whether an export is in it.
  var isExport: Bool { data != nil }

  /// `names` with the files of an export first: copies of them have the same ids.
  func exportedFirst(_ names: [String]) -> [String] {
    guard let manifest else { return names }
    let exported = Set(manifest.files.values.map(\.name))
    return names.filter(exported.contains) + names.filter { !exported.contains($0) }
  }

  /// The writes to the note `id` that the exported notebook had seen when its files were written.
  func vector(of id: String) -> VersionVector {
    guard let manifest, manifest.files[id]?.isLeft != true else { return VersionVector() }
    return manifest.vector
  }

  /// The values that were exported beside the Markdown of the note `id`, those that cannot be read
  /// being counted in `skipped`.
  func values(of id: String, skipped: inout Int) -> ExportedValues? {
    let name = ExportManifest.fileName(of: id)
    guard let bytes = try? notes?.read(name, most: ExportedValues.mostBytes) else { return nil }
    let values = ExportedValues(bytes, skipped: &skipped)
    return values?.note == id ? values : nil
  }

  /// Whether the note `id` was exported here, so that there are values beside its Markdown.
  func isExported(_ id: String) -> Bool { manifest?.files[id] != nil }

  /// The values that belong to no note, as the scopes of the exported notebook. Unreadable values
  /// are counted in `skipped`.
  func rest(skipped: inout Int) -> [IncomingNote] {
    let values: ExportedValues?
    do {
      let bytes = try data?.read(ExportManifest.rest, most: ExportManifest.mostBytes)
      values = bytes.flatMap { ExportedValues($0, skipped: &skipped) }
      if bytes != nil, values == nil { unreadable.append(ExportManifest.rest) }
    } catch {
      values = nil
      unreadable.append(ExportManifest.rest)
    }
    var notes: [String: IncomingNote] = [:]
    for value in values?.values ?? [] {
      var version = IncomingVersion(
        value: nil, digest: "", time: value.time, author: value.author, usn: value.usn)
      switch value.content {
      case .value(let value): version.value = value
      case .markdown: continue
      case .file(let path, let mimeType): version.value = blob(path, mimeType)
      }
      version.digest = version.value?.digest ?? ""
      let scope = value.key.scope
      notes[scope, default: IncomingNote(id: scope, vector: vector(of: scope))]
        .versions[value.key, default: []].append(version)
    }
    return notes.values.sorted { $0.id < $1.id }
  }

  /// A file of an export.
  func blob(_ path: String, _ mimeType: String) -> EntryValue? {
    bytes(path).map { .blob(mimeType: mimeType, data: Data($0)) }
  }

  /// The image at `path`, which must lead to a file in the folder or below it, or in the whole.
  func image(_ path: String) -> EntryValue? {
    if let whole {
      return whole.image(path, from: self.path)
        .map { .blob(mimeType: $0.mimeType, data: Data($0.bytes)) }
    }
    guard let mimeType = ImageType.mimeType(of: path) else { return nil }
    return blob(path, mimeType)
  }

  /// Takes the line away by which the app's export shows a book's cover; the cover.
  func takeCover(outOf text: inout String) -> EntryValue? {
    let mark = "![Book cover]("
    let line = text.unicodeScalars.prefix { $0 != "\n" }
    guard text.hasPrefix(mark), let end = line.lastIndex(of: ")") else { return nil }
    let path = String(line[..<end]).dropFirst(mark.count)
    guard let cover = image(String(path)) else { return nil }
    text = String(
      String.UnicodeScalarView(text.unicodeScalars[line.endIndex...].drop { $0 == "\n" }))
    return cover
  }

  /// The text with its images under the keys that they are stored by, and those images.
  func takeImages(of text: String) -> (String, [String: EntryValue]) {
    var bytes = Array(text.utf8)
    var assets: [String: EntryValue] = [:]
    for reference in Image.all(in: text).prefix(ImportLimits.imagesOfNote).reversed() {
      guard case .blob(let mimeType, let data)? = image(reference.target) else { continue }
      let name = AssetName.digestName(mimeType: mimeType, data: data)
      let key = "\(ExportManifest.assets)/\(name)"
      assets[key] = .blob(mimeType: mimeType, data: data)
      bytes.replaceSubrange(reference.range, with: Array(key.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self), assets)
  }

  /// The text in which links to files of the folder have an ending: zk leaves it out. Cost: a look at the folder for
  /// each link without one.
  func linkingFiles(in text: String) -> String {
    guard Self.mayLackEnding(text[...]) else { return text }
    return text.changingLines { line in
      guard Self.mayLackEnding(line) else { return String(line) }
      // Neither an image nor a cloze.
      let link = #/(^|[^!?\]])(\[[^\]\[]*\]\()([^)(\s:\/#?]+)((?:#[^)(\s]*)?\))/#
      return String(line).replacing(link) { match in
        let (_, before, words, name, rest) = match.output
        let file = (String(name).removingPercentEncoding ?? String(name)) + ".md"
        let isThere = (try? folder.kind(file))?.kind == .file
        return "\(before)\(words)\(name)\(isThere ? ".md" : "")\(rest)"
      }
    }
  }

  /// Whether a link may lead to a file without an ending. Most lead to `.md` or to an address: those need no
  /// expression, which takes longer than all else that an import does with a text.
  private static func mayLackEnding(_ text: Substring) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { before, link in
      guard before.last == UInt8(ascii: "]") else { return false }
      let name = link.prefix { !")# :/?".utf8.contains($0) }
      return !name.isEmpty && !name.suffix(3).elementsEqual(".md".utf8)
        && [UInt8(ascii: ")"), UInt8(ascii: "#")].contains(link.dropFirst(name.count).first)
    }
  }

  /// The bytes of a file in the folder or below it, but not above it.
  private func bytes(_ path: String) -> [UInt8]? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.first == "." { parts.removeFirst() }
    guard let name = parts.popLast(), !name.isEmpty, parts.count < 8,
      !(parts + [name]).contains(where: { $0.isEmpty || $0.hasPrefix(".") })
    else { return nil }
    var folder = folder
    for part in parts {
      guard let inner = try? folder.folder(part) else { return nil }
      folder = inner
    }
    return try? folder.read(name, most: ImportLimits.image)
  }
}
