import Base
import ForeignFormats
import Foundation
import FrontMatter
import JSON
import KeyValueStore
import Notebook

/// The files that a note is exported as.
struct ExportedNote: Sendable {
  /// The Markdown file.
  let markdown: [UInt8]
  /// The digest of that file, in hexadecimal digits.
  let digest: String
  /// The JSON file of the values that are neither in the text nor before it.
  let values: [UInt8]
}

extension ExportedNote {
  /// Makes the files of a note with this metadata and text; `place` puts a blob into a file beside them and
  /// returns its path.
  init(
    _ note: PortableNote, _ metadata: JSONObject, _ text: ExportedLinks,
    place: (EntryKey, _ mimeType: String, Data) throws -> String
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
          let path = try place(key, mimeType, data)
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

  /// The part before the note's text.
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
    // Lines that would be read as something else stay in the JSON alone.
    frontMatter.rest = read?.fields == frontMatter.fields ? read?.rest ?? [] : []
    return frontMatter
  }
}

/// Images and other files of an export, named by their keys where these are safe names.
enum AssetName {
  /// The name for a blob: that of its key `assets/NAME`, otherwise of its digest.
  static func name(of key: EntryKey, mimeType: String, data: Data) -> String {
    let prefix = ExportManifest.assets + "/"
    let name = String(key.key.dropFirst(prefix.count))
    if key.key.hasPrefix(prefix), isSafe(name) { return name }
    return digestName(mimeType: mimeType, data: data)
  }

  static func digestName(mimeType: String, data: Data) -> String {
    SHA1.digest(Array(data)).hexadecimal + "." + (ImageType.ending(of: mimeType) ?? "bin")
  }

  /// Whether a name is one in every file system, and no way out of a folder.
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
