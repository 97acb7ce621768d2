import Base
import ForeignFormats
import Foundation
import FrontMatter
import JSON
import KeyValueStore
import Notebook

struct ExportedNote: Sendable {
  let markdown: [UInt8]
  let digest: String
  /// The JSON file with the values that are not in the Markdown file.
  let values: [UInt8]
}

extension ExportedNote {
  /// Builds the files of a note with this metadata and text. `writeAsset` writes a blob to a file
  /// and returns its path.
  init(
    _ note: PortableNote, _ metadata: JSONObject, _ text: ExportedLinks,
    writeAsset: (EntryKey, _ mimeType: String, Data) throws -> String
  ) rethrows {
    var values: [ExportedValue] = []
    var cover: String?
    for key in note.versions.keys.sorted() where key != note.recordKey {
      for (index, version) in (note.versions[key] ?? []).enumerated() {
        let isText = index == 0 && key == EntryKey(scope: note.id, key: ".noteText")
        var content = ExportedValue.Content.value(version.value)
        if isText, version.value.text != nil {
          content = .markdown(digest: version.value.digest, links: text.former)
        } else if case .blob(let mimeType, let data) = version.value {
          let path = try writeAsset(key, mimeType, data)
          content = .file(path: path, mimeType: mimeType)
          if index == 0, key == EntryKey(scope: note.id, key: ".coverImage") { cover = path }
        }
        values.append(
          ExportedValue(
            key: key, author: version.author, usn: version.usn, time: version.timestamp,
            content: content))
      }
    }
    let lines = Self.frontMatter(of: note, metadata, cover: cover).lines
    markdown = Array((lines.joined(separator: "\n") + "\n" + text.text).utf8)
    digest = SHA1.digest(markdown).hexadecimal
    self.values = ExportedValues(note: note.id, values: values).bytes
  }

  static func frontMatter(
    of note: PortableNote, _ metadata: JSONObject, cover: String?
  ) -> FrontMatter {
    var frontMatter = FrontMatter()
    frontMatter.fields = NoteFields.fields(
      id: note.id, metadata: metadata, text: note.text, cover: cover)
    frontMatter.rest = note.frontMatterRest
    guard !frontMatter.rest.isEmpty else { return frontMatter }
    var read = FrontMatter.split(frontMatter.lines.joined(separator: "\n") + "\n").0
    read?.keepUnknownAsLines()
    // Lines that would be parsed differently stay in the JSON only.
    frontMatter.rest = read?.fields == frontMatter.fields ? read?.rest ?? [] : []
    return frontMatter
  }
}

/// Names of images and other exported files: their keys, if these are safe file names.
enum AssetName {
  /// Returns the name for a blob: the name in its key `assets/NAME` if it is safe, or else one from
  /// its digest.
  static func name(of key: EntryKey, mimeType: String, data: Data) -> String {
    let prefix = ExportManifest.assets + "/"
    let name = String(key.key.dropFirst(prefix.count))
    if key.key.hasPrefix(prefix), isSafe(name) { return name }
    return digestName(mimeType: mimeType, data: data)
  }

  static func digestName(mimeType: String, data: Data) -> String {
    SHA1.digest(Array(data)).hexadecimal + "." + (ImageType.ending(of: mimeType) ?? "bin")
  }

  /// Whether a name is valid in every file system and cannot leave a folder. It has at most 120
  /// bytes, and more than 8 bytes before its first period.
  static func isSafe(_ name: String) -> Bool {
    let isSimple = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    let stem = name.split(separator: ".").first.map { $0.lowercased() } ?? ""
    return isSimple && !name.hasPrefix(".") && !name.hasSuffix(".") && stem.utf8.count > 8
      && name.utf8.count <= 120
  }
}
