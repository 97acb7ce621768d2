import Base
import Foundation
import JSON
import KeyValueStore

/// The record in an export: which file is which note's, and the writes that its notebook had seen.
struct ExportManifest: Equatable {
  /// A Markdown file that was written.
  struct File: Equatable {
    var name: String
    /// SHA-1 of its bytes.
    var digest: String
    /// Whether a later export left it as it is, so that `vector` says nothing about it.
    var isLeft = false
  }

  /// By the ids of notes.
  var files: [String: File] = [:]
  /// The writes that the notebook had seen when it was exported.
  var vector = VersionVector()

  /// The most bytes of it, or of the values that belong to no note, that are read.
  static let mostBytes = 1 << 30

  /// The folder of the manifest in an export.
  static let folder = "commonplace-data"
  static let name = "export.json"
  /// The folder of the notes' values, beneath `folder`.
  static let notes = "notes"
  /// The values that belong to no note, in `folder`.
  static let rest = "notebook.json"
  /// The folder of the images.
  static let assets = "assets"

  /// The file in `notes` for the note `id`. Ids are opaque: those that may not be names are hashed.
  static func fileName(of id: String) -> String {
    let isUUID = id.utf8.count == 36 && id.utf8.allSatisfy { "0123456789ABCDEF-".utf8.contains($0) }
    let isDigest =
      id.utf8.count == 32 && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return (isUUID || isDigest ? id : "id-" + SHA1.digest(Array(id.utf8)).hexadecimal) + ".json"
  }
}

extension ExportManifest {
  /// The file's bytes: one author and one note a line, in order.
  var bytes: [UInt8] {
    let authors = vector.usns.map { ($0.key.hexadecimal, $0.value) }.sorted { $0.0 < $1.0 }
      .map { JSONValue.object(["id": .string($0.0), "usn": .integer($0.1)]) }
    let files = files.sorted { $0.key < $1.key }.map { id, file in
      JSONValue.object([
        "id": .string(id), "file": .string(file.name), "sha1": .string(file.digest),
        "left": file.isLeft ? true : nil,
      ])
    }
    let head = "{\n\"format\": \"commonplace export\",\n\"version\": 1,\n"
    return Array(head.utf8) + Self.lines("authors", authors) + Array(",\n".utf8)
      + Self.lines("notes", files) + Array("\n}\n".utf8)
  }

  private static func lines(_ name: String, _ items: [JSONValue]) -> [UInt8] {
    let lines = items.map { String(decoding: $0.serialized(), as: UTF8.self) }
    return Array("\"\(name)\": [\n\(lines.joined(separator: ",\n"))\n]".utf8)
  }

  /// Reads the file. Returns nil if it is not one of ours.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes),
      json["format"]?.string == "commonplace export", json["version"]?.int == 1
    else { return nil }
    for author in json["authors"]?.array ?? [] {
      guard let id = author["id"]?.string.flatMap(Data.init(hexadecimal:)), id.count == 16,
        let usn = author["usn"]?.int, usn > 0, usn <= VersionVector.greatestUSN
      else { continue }
      vector[id] = Int64(usn)
    }
    for note in json["notes"]?.array ?? [] {
      guard let id = note["id"]?.string, let name = note["file"]?.string,
        let digest = note["sha1"]?.string
      else { continue }
      files[id] = File(name: name, digest: digest, isLeft: note["left"]?.bool ?? false)
    }
  }
}
