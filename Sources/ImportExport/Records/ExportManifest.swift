import Base
import Foundation
import JSON
import KeyValueStore

/// The record of an export: the file of each note, and the writes that the notebook had seen.
struct ExportManifest: Equatable {
  struct File: Equatable {
    var name: String
    /// The SHA-1 digest of its bytes.
    var digest: String
    /// Whether the last export skipped the file or did not reach it, so that `vector` does not
    /// apply to it.
    var isLeft = false
  }

  var files: [String: File] = [:]
  var vector = VersionVector()

  /// Maximum size, in bytes, of the manifest and of the file of values that belong to no note.
  static let mostBytes = 1 << 30

  static let folder = "commonplace-data"
  static let name = "export.json"
  /// The folder of the notes' values, inside `folder`.
  static let notes = "notes"
  /// The file of values that belong to no note, in `folder`.
  static let rest = "notebook.json"
  static let assets = "assets"

  /// Returns the name of the file in `notes` for the note `id`. IDs other than upper-case UUIDs and
  /// 32 lower-case hexadecimal digits are hashed.
  static func fileName(of id: String) -> String {
    let isUUID = id.utf8.count == 36 && id.utf8.allSatisfy { "0123456789ABCDEF-".utf8.contains($0) }
    let isDigest =
      id.utf8.count == 32 && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return (isUUID || isDigest ? id : "id-" + SHA1.digest(Array(id.utf8)).hexadecimal) + ".json"
  }
}

extension ExportManifest {
  /// One author or note per line, sorted.
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
