import Base
import ForeignFormats
import Foundation
import JSON
import KeyValueStore

/// A version of a value in an export's JSON: a member of `values`.
struct ExportedValue: Equatable {
  var key: EntryKey
  /// The author, 16 bytes; empty if unknown.
  var author: Data
  /// The author's number of the write; 0 if unknown.
  var usn: Int64
  /// The time of the write: `2021-09-21 04:58:51.347`, UTC.
  var time: String
  var content: Content

  enum Content: Equatable {
    /// The value is in this JSON file.
    case value(EntryValue)
    /// The text is in the Markdown file, if it has this digest after exported links are replaced by
    /// the note's own. `links` contains the note's own links by their exported form.
    case markdown(digest: String, links: [String: String])
    /// The blob is in a separate file, at `path` relative to the folder of the Markdown files.
    case file(path: String, mimeType: String)
  }
}

extension ExportedValue {
  /// Returns the JSON. The scope is omitted if it is `note`.
  func json(in note: String?) -> JSONValue {
    var object: JSONObject = [
      "scope": key.scope == note ? nil : .string(key.scope), "key": .string(key.key),
      "author": .string(author.hexadecimal), "usn": .integer(usn), "time": .string(time),
    ]
    switch content {
    case .value(.text(let text)): object["text"] = .string(text)
    case .value(.json(let json)): object["json"] = json
    case .value: break
    case .markdown(let digest, let links):
      object["markdown"] = .string(digest)
      let sorted = links.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
      if !sorted.isEmpty { object["links"] = .object(JSONObject(sorted)) }
    case .file(let path, let mimeType):
      object["file"] = .string(path)
      object["type"] = .string(mimeType)
    }
    return .object(object)
  }

  /// Parses the output of `json(in:)`. Returns nil if the scope is missing, the key is missing or
  /// empty, or one of them contains NUL.
  init?(_ json: JSONValue, in note: String?) {
    guard let scope = json["scope"]?.string ?? note, let key = json["key"]?.string,
      !key.isEmpty, !scope.utf8.contains(0), !key.utf8.contains(0)
    else { return nil }
    self.key = EntryKey(scope: scope, key: key)
    // A value is valid even if its author or time is not.
    author = json["author"]?.string.flatMap(Data.init(hexadecimal:)) ?? Data()
    usn = json["usn"]?.int.flatMap(Int64.init(exactly:)) ?? 0
    if author.count != 16 || !(1...VersionVector.greatestUSN).contains(usn) {
      (author, usn) = (Data(), 0)
    }
    time = json["time"]?.string ?? ""
    if Timestamps.date(row: time) == nil { time = "1970-01-01 00:00:00.000" }
    if let text = json["text"]?.string {
      content = .value(.text(text))
    } else if let value = json["json"] {
      content = .value(.json(value))
    } else if let digest = json["markdown"]?.string {
      let links = json["links"]?.object?.members.compactMap { member in
        member.value.string.map { (member.key, $0) }
      }
      content = .markdown(
        digest: digest, links: Dictionary(links ?? [], uniquingKeysWith: { first, _ in first }))
    } else if let path = json["file"]?.string {
      content = .file(path: path, mimeType: json["type"]?.string ?? EntryValue.defaultMimeType)
    } else {
      content = .value(.null)
    }
  }
}

/// The values of a note, or of no note, as a JSON file of an export: one value per line.
struct ExportedValues: Equatable {
  /// The note's ID; nil in the file of values that belong to no note.
  var note: String?
  /// All versions; for each key, the winning one first.
  var values: [ExportedValue]

  static let mostBytes = 64 << 20

  /// The note's own links, by their exported form in the Markdown file.
  var links: [String: String] {
    for case .markdown(_, let links) in values.lazy.map(\.content) { return links }
    return [:]
  }

  var bytes: [UInt8] {
    var bytes = Array("{\n".utf8)
    if let note {
      bytes += Array("\"id\": ".utf8) + JSONValue.string(note).serialized() + [0x2C, 0x0A]
    }
    bytes += Array("\"values\": [".utf8)
    for (index, value) in values.enumerated() {
      bytes += Array((index == 0 ? "\n" : ",\n").utf8) + value.json(in: note).serialized()
    }
    return bytes + Array("\n]\n}\n".utf8)
  }

  init(note: String?, values: [ExportedValue]) {
    self.note = note
    self.values = values
  }

  /// Parses a file. Returns nil if it is not such a file. Adds to `skipped` the number of values
  /// that cannot be read, and of versions beyond `ImportLimits.versions` of a value.
  init?(_ bytes: [UInt8], skipped: inout Int) {
    // Values may have the maximum depth of JSON, and the file nests them deeper.
    guard
      let json = try? JSONValue(parsing: bytes, maximumDepth: 160, replacesLoneSurrogates: false),
      let items = json["values"]?.array
    else { return nil }
    let note = json["id"]?.string
    var counts: [EntryKey: Int] = [:]
    let values = items.compactMap { ExportedValue($0, in: note) }.filter { value in
      counts[value.key, default: 0] += 1
      return counts[value.key, default: 0] <= ImportLimits.versions
    }
    skipped += items.count - values.count
    self.init(note: note, values: values)
  }
}
