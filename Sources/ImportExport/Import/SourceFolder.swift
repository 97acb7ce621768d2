import ForeignFormats
import Foundation
import JSON
import KeyValueStore
import MiniMarkdown
import NotebookFile

/// A folder of Markdown files to import, with the manifest of an export if there is one.
final class SourceFolder {
  let folder: SandboxedFolder
  /// The imported folder that contains this folder; nil for an export or a single file. `path` is
  /// relative to it.
  let whole: ImportedFolder?
  let path: [String]
  private let data: SandboxedFolder?
  private let notes: SandboxedFolder?
  private let manifest: ExportManifest?
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

  var isExport: Bool { data != nil }

  /// Returns `names` with exported files first, since copies of them have the same note IDs.
  func exportedFirst(_ names: [String]) -> [String] {
    guard let manifest else { return names }
    let exported = Set(manifest.files.values.map(\.name))
    return names.filter(exported.contains) + names.filter { !exported.contains($0) }
  }

  /// Returns the version vector with which the note `id` was exported. Returns an empty one without
  /// a manifest, or if the last export skipped the file.
  func vector(of id: String) -> VersionVector {
    guard let manifest, manifest.files[id]?.isLeft != true else { return VersionVector() }
    return manifest.vector
  }

  /// Returns the exported values of the note `id` that are not in its Markdown file; nil if they
  /// cannot be read. Adds the number of unreadable values to `skipped`.
  func values(of id: String, skipped: inout Int) -> ExportedValues? {
    let name = ExportManifest.fileName(of: id)
    guard let bytes = try? notes?.read(name, most: ExportedValues.mostBytes) else { return nil }
    let values = ExportedValues(bytes, skipped: &skipped)
    return values?.note == id ? values : nil
  }

  /// Whether the manifest contains the note `id`, so that its values should be in the export.
  func isExported(_ id: String) -> Bool { manifest?.files[id] != nil }

  /// Returns the values that belong to no note, by scope. Adds the number of unreadable values to
  /// `skipped`.
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

  func blob(_ path: String, _ mimeType: String) -> EntryValue? {
    bytes(path).map { .blob(mimeType: mimeType, data: Data($0)) }
  }

  /// Returns the image at `path`, which must be in this folder, a subfolder or `whole`. Returns nil
  /// if it cannot be read, or is not an image.
  func image(_ path: String) -> EntryValue? {
    if let whole {
      return whole.image(path, from: self.path)
        .map { .blob(mimeType: $0.mimeType, data: Data($0.bytes)) }
    }
    guard let mimeType = ImageType.mimeType(of: path) else { return nil }
    return blob(path, mimeType)
  }

  /// Removes the first line if it shows a book's cover as the app's export does, and returns the
  /// cover. Otherwise, returns nil.
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

  /// Returns the text with images named by their storage keys, and the images by key. Handles at
  /// most `ImportLimits.imagesOfNote` images; `rest` is the number of images after these.
  func takeImages(
    of text: String
  ) -> (text: String, assets: [String: EntryValue], rest: Int) {
    var bytes = Array(text.utf8)
    var assets: [String: EntryValue] = [:]
    let images = Image.all(in: text)
    for reference in images.prefix(ImportLimits.imagesOfNote).reversed() {
      guard case .blob(let mimeType, let data)? = image(reference.target) else { continue }
      let name = AssetName.digestName(mimeType: mimeType, data: data)
      let key = "\(ExportManifest.assets)/\(name)"
      assets[key] = .blob(mimeType: mimeType, data: data)
      bytes.replaceSubrange(reference.range, with: Array(key.utf8))
    }
    let rest = max(0, images.count - ImportLimits.imagesOfNote)
    return (String(decoding: bytes, as: UTF8.self), assets, rest)
  }

  /// Returns the text with `.md` added to links to files of this folder: zk omits it. Cost: one
  /// check of the folder for each link without an ending.
  func linkingFiles(in text: String) -> String {
    guard Self.mayLackEnding(text[...]) else { return text }
    return text.changingLines { line in
      guard Self.mayLackEnding(line) else { return String(line) }
      return String(line).replacing(Self.link) { match in
        let (_, before, words, name, rest) = match.output
        let file = (String(name).removingPercentEncoding ?? String(name)) + ".md"
        let isThere = (try? folder.kind(file))?.kind == .file
        return "\(before)\(words)\(name)\(isThere ? ".md" : "")\(rest)"
      }
    }
  }

  /// Links, but neither images nor clozes. In a function, it would be compiled at each call.
  nonisolated(unsafe) private static let link =
    #/(^|[^!?\]])(\[[^\]\[]*\]\()([^)(\s:\/#?]+)((?:#[^)(\s]*)?\))/#

  /// Whether a link may lack its `.md`. This check spares most texts the slow regular expression.
  private static func mayLackEnding(_ text: Substring) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "("), omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { before, link in
      guard before.last == UInt8(ascii: "]") else { return false }
      let name = link.prefix { !")# :/?".utf8.contains($0) }
      return !name.isEmpty && !name.suffix(3).elementsEqual(".md".utf8)
        && [UInt8(ascii: ")"), UInt8(ascii: "#")].contains(link.dropFirst(name.count).first)
    }
  }

  /// Returns the bytes of a file in this folder or a subfolder, at most seven levels deep. Returns
  /// nil if it cannot be read, or if a part of `path` is empty or begins with a period.
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
