import Base
import Books
import Foundation
import GRDB
import JSON
import NotebookTestSupport

@testable import KeyValueStore
@testable import Notebook

/// The facts that readers see in each note of a notebook, without those that follow from others.
struct AtOnceFacts: Equatable {
  /// By the notes' ids; a fact that is missing is null in the file, or not there.
  private(set) var notes: [String: [String: JSONValue]] = [:]
  /// The versions of the notes' metadata.
  private(set) var metadata: [String: String] = [:]
  /// The members of metadata that follow from the text or the book.
  private static let following: Set = [
    "title", "tags", "summary", "modifiedTimestamp", "authorLastFirst", "bookSection",
  ]

  init(_ db: Database) throws {
    for note in try String.fetchAll(db, sql: "SELECT DISTINCT scope FROM entry")
    where NoteValues.isNote(note) {
      let entries = try EntryVersion.fetch(db, scope: note).compactMapValues(\.first)
      guard let metadata = entries[EntryKey(scope: note, key: ".metadata")],
        let object = metadata.value.json?.object
      else { continue }
      self.metadata[note] = "\(metadata.author.hexadecimal):\(metadata.usn)"
      var facts: [String: JSONValue] = [:]
      for member in object.members where !Self.following.contains(member.key) {
        facts[member.key] = member.value
      }
      if let book = object["book"]?.object {
        facts["book"] = true
        for member in book.members { facts["book.\(member.key)"] = member.value }
        facts["book.readingHistory"] = nil
        facts["book.readings"] = Self.readings(book["readingHistory"]).list
      }
      for (key, entry) in entries where !key.key.hasPrefix("prompt=") && key.key != ".bookIndex" {
        switch entry.value {
        case .text(let text): facts[key.key] = .string(text)
        case .blob(_, let data): facts[key.key] = .string(data.base64EncodedString())
        case .json(let json) where key.key == BookValues.ownKey:
          for member in json.object?.members ?? [] { facts["own.\(member.key)"] = member.value }
        default: break
        }
      }
      notes[note] = facts.filter { $0.value != .null }
    }
  }

  private static func readings(_ history: JSONValue?) -> [String] {
    (history?["entries"]?.array ?? []).map {
      String(decoding: MemberDigests.canonical($0), as: UTF8.self)
    }.sorted()
  }

  subscript(note: String) -> [String: JSONValue] { notes[note] ?? [:] }

  func text(_ note: String) -> String { self[note][".noteText"]?.string ?? "" }

  func isTrashed(_ note: String) -> Bool { self[note]["folder"] != nil }

  func hasBook(_ note: String) -> Bool { self[note]["book"] != nil }

  /// The ids of the notes outside the trash, in an order that does not depend on them.
  var living: [String] { notes.keys.filter { !isTrashed($0) }.sorted { text($0) < text($1) } }
}

extension [String] {
  fileprivate var list: JSONValue? { isEmpty ? nil : .array(map(JSONValue.string)) }
}

/// A machine that changes notes, of which another does not know.
struct AtOnceSide {
  private(set) var facts: AtOnceFacts
  /// The facts that it changed, by note, even if it changed them back.
  private(set) var touched: [String: Set<String>] = [:]
  /// The notes whose metadata it wrote.
  private(set) var described: Set<String> = []

  init(_ facts: AtOnceFacts) { self.facts = facts }

  /// Compares with what there is after a change.
  mutating func take(_ new: AtOnceFacts) {
    for note in Set(facts.notes.keys).union(new.notes.keys) {
      let (old, now) = (facts[note], new[note])
      touched[note, default: []].formUnion(
        Set(old.keys).union(now.keys).filter { old[$0] != now[$0] })
      if facts.metadata[note] != new.metadata[note] { described.insert(note) }
    }
    facts = new
  }
}

/// The outcome that the changes of two sides to one note must have.
struct AtOnceVerdict {
  /// The values that a fact may have.
  private(set) var allowed: [String: [JSONValue?]] = [:]
  /// Both sides changed a fact, in two ways.
  private(set) var disputed: Set<String> = []
  /// Both sides changed a text or a picture, and one of them back.
  private(set) var mayDispute = false

  init(_ note: String, from base: AtOnceFacts, _ here: AtOnceSide, _ there: AtOnceSide) {
    let (b, h, t) = (base[note], here.facts[note], there.facts[note])
    let (ours, theirs) = (here.touched[note] ?? [], there.touched[note] ?? [])
    let both = here.described.contains(note) && there.described.contains(note)
    // A note that was moved on one side, and written on the other, is for the user as a whole.
    let isMoved = both && h["folder"] != t["folder"]
    if isMoved { disputed.insert("folder") }
    // So is a book that one side removed, and the other changed.
    let isRemoved =
      both && (h["book"] == nil) != (t["book"] == nil) && b["book"] != nil
      && [ours, theirs].allSatisfy { $0.contains { $0.hasPrefix("book") } }
    if isRemoved, !isMoved {
      let rest = Self.book(h["book"] == nil ? t : h)
      if rest == Self.book(b) { mayDispute = true } else { disputed.insert("book") }
    }
    for name in Set(b.keys).union(h.keys).union(t.keys) {
      let isOfMetadata = !name.hasPrefix(".") && !name.hasPrefix("own.") && !name.contains("/")
      if isMoved && isOfMetadata || isRemoved && name.hasPrefix("book") {
        allowed[name] = [h[name], t[name]]
        continue
      }
      switch (ours.contains(name), theirs.contains(name)) {
      case (false, false): allowed[name] = [b[name]]
      // Quarters are kept beside the stars of the app as long as these are theirs.
      case (true, false) where name == "own.stars" && theirs.contains("book.rating"):
        allowed[name] = [h[name], nil]
      case (true, false): allowed[name] = [h[name]]
      case (false, true): allowed[name] = [t[name]]
      case (true, true): change(name, b[name], h[name], t[name], isOfMetadata: isOfMetadata)
      }
    }
  }

  private static func book(_ facts: [String: JSONValue]) -> [String: JSONValue] {
    facts.filter { $0.key.hasPrefix("book") }
  }

  private mutating func change(
    _ name: String, _ base: JSONValue?, _ here: JSONValue?, _ there: JSONValue?, isOfMetadata: Bool
  ) {
    allowed[name] = [here, there]
    if here == there { return }
    if name == "book.readings", let united = Self.united(base, here, there) {
      allowed[name] = [united.sorted().list]
    } else if here == base || there == base {
      if isOfMetadata { allowed[name] = [here == base ? there : here] } else { mayDispute = true }
    } else {
      disputed.insert(name)
    }
  }

  /// The readings that no side took away, and those that either has noted. Nil if both changed one.
  private static func united(
    _ base: JSONValue?, _ here: JSONValue?, _ there: JSONValue?
  ) -> Set<String>? {
    let (b, h, t) = (Set(strings(base)), Set(strings(here)), Set(strings(there)))
    let (ours, theirs) = (b.subtracting(h), b.subtracting(t))
    if !ours.isDisjoint(with: theirs), h.subtracting(b) != t.subtracting(b) { return nil }
    return b.subtracting(ours).subtracting(theirs).union(h.subtracting(b)).union(t.subtracting(b))
  }

  private static func strings(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap(\.string)
  }
}

extension ReviewDevice {
  func facts() throws -> AtOnceFacts { try notebook.read { try AtOnceFacts($0) } }
}
