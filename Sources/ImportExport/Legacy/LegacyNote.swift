import Base
import Books
import Foundation
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook

struct LegacyNote {
  private(set) var incoming: IncomingNote
  /// The notebook's key for each block of prompts, by the block's key in the older database.
  private(set) var promptKeys: [LegacyKey: String] = [:]
  private let time: String

  init(id: String, row: LegacyRow, in rows: LegacyRows) {
    incoming = IncomingNote(id: id)
    let modified = row.time(3) ?? row.time(2) ?? ("1970-01-01T00:00:00Z", "1970-01-01 00:00:00.000")
    time = modified.row
    let contents = rows.contents[id] ?? []
    let text = contents.first { $0.text(2) == "primary" }?.text(4)
    var metadata: JSONObject = [
      "title": .string(row.text(1) ?? ""),
      "creationTimestamp": .string((row.time(2) ?? modified).json),
      "modifiedTimestamp": .string(modified.json),
      "tags": .array(Self.tags(rows.links[id] ?? [])),
      "folder": row.text(6).map(JSONValue.string), "summary": row.text(7).map(JSONValue.string),
    ]
    for content in contents {
      guard let key = content.text(1), let role = content.text(2) else { continue }
      if role.hasPrefix(PromptKey.prefix) {
        addPrompts(role, content, key, rows.prompts[LegacyKey(note: id, key: key)] ?? [])
      } else if role != "primary", !addBook(content, to: &metadata) {
        keep(content, role: role, key)
      }
    }
    addBlobs(rows, text: text ?? "")
    let book = metadata["book"].flatMap { try? Book(json: $0) }
    if let book {
      put(".bookIndex", .text(book.indexedText))
    }
    metadata.describeBook()
    put(".metadata", .json(.object(metadata)))
    if let text { put(".noteText", .text(text)) }
  }

  private mutating func put(_ key: String, _ value: EntryValue, scope: String? = nil) {
    let key = EntryKey(scope: scope ?? incoming.id, key: key)
    incoming.versions[key] = [IncomingVersion(value, time: time)]
  }

  /// Keeps a value that notebooks do not support, such as a web page's address.
  private mutating func keep(_ content: LegacyRow, role: String, _ key: String) {
    let value: JSONValue = [
      "role": .string(role), "mimeType": content.text(3).map(JSONValue.string),
      "text": content.text(4).map(JSONValue.string),
    ]
    put("\(incoming.id);\(role)=\(key)", .json(value), scope: EntryKey.ourScope)
  }

  private func addBook(_ content: LegacyRow, to metadata: inout JSONObject) -> Bool {
    guard content.text(2) == "reference", content.text(3) == "application/json;type=Book",
      metadata["book"] == nil, let text = content.text(4), let json = try? JSONValue(stored: text),
      let book = try? Book(json: json), !book.title.isInvisible
    else { return false }
    metadata["book"] = json
    return true
  }

  private static func tags(_ links: [LegacyRow]) -> [JSONValue] {
    var seen: Set<String> = []
    return links.compactMap { $0.text(1) }.filter { !$0.isEmpty }.map(Hashtag.withNumberSign)
      .filter { seen.insert($0).inserted }.map(JSONValue.string)
  }
}

// MARK: Prompts

extension LegacyNote {
  private mutating func addPrompts(
    _ role: String, _ content: LegacyRow, _ contentKey: String, _ prompts: [LegacyRow]
  ) {
    guard !prompts.isEmpty else { return }
    let key = "\(role);count=\(prompts.count);id=\(contentKey)"
    promptKeys[LegacyKey(note: incoming.id, key: contentKey)] = key
    let value: JSONValue = [
      "type": .string(role), "rawValue": .string(content.text(4) ?? ""),
      "promptStatistics": .array(prompts.map(Self.statistics)),
    ]
    // A prompt of an unknown kind makes the whole note unreadable for the app.
    if PromptKey(key) != nil {
      put(key, .json(value))
    } else {
      put("\(incoming.id);\(key)", .json(value), scope: EntryKey.ourScope)
    }
  }

  private static func statistics(_ row: LegacyRow) -> JSONValue {
    [
      "reviewCount": .integer(row.integer(3)), "lapseCount": .integer(row.integer(9)),
      "totalCorrect": .integer(row.integer(4)), "totalIncorrect": .integer(row.integer(5)),
      "lastReview": (row.time(6)?.json).map(JSONValue.string),
      "idealInterval": row.real(10).map(JSONValue.double),
      "due": (row.time(7)?.json).map(JSONValue.string),
      "spacedRepetitionFactor": .double(row.real(8) ?? 2.5),
    ]
  }
}

// MARK: Images

extension LegacyNote {
  private mutating func addBlobs(_ rows: LegacyRows, text: String) {
    for blob in rows.blobs[incoming.id] ?? [] {
      guard let key = blob.text(1), let data = blob.data(4), !key.isEmpty else { continue }
      let value = EntryValue.blob(mimeType: blob.text(3) ?? EntryValue.defaultMimeType, data: data)
      let isReserved = key.hasPrefix(".") || key.hasPrefix(PromptKey.prefix)
      if key == "coverImage" {
        put(".coverImage", value)
      } else if isReserved {
        put("\(incoming.id);blob=\(key)", value, scope: EntryKey.ourScope)
      } else {
        put(key, value)
      }
    }
    guard !rows.assets.isEmpty else { return }
    for image in Image.all(in: text) {
      let key = EntryKey(scope: incoming.id, key: image.target)
      guard incoming.versions[key] == nil, !key.key.hasPrefix("."), let data = rows.assets[key.key]
      else { continue }
      put(key.key, .blob(mimeType: Self.mimeType(data), data: data))
    }
  }

  private static func mimeType(_ data: Data) -> String {
    ImageContent.Kind(beginningOf: data)?.mimeType ?? EntryValue.defaultMimeType
  }
}
