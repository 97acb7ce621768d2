import Base
package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook.History {
  /// The texts of a note, and the records of its book; the note may have been deleted. Throws
  /// `noteNotFound` if there is no such note and nothing is kept. Cost: linear in what is kept of it.
  package func of(_ note: String) throws(NotebookError) -> NoteHistory {
    let (present, name) = try notebook.read { db in
      let present = try StoredVersion.fetch(db, EntryKey(scope: note, key: ".noteText"), limit: 1)
        .first
      return (present, try present.map { try Author.name(of: $0.author, in: db) } ?? "")
    }
    let records = try records(of: note)
    var texts = try notebook.replacedTexts(of: note).map { NoteHistory.Text($0) }
    if let present, let text = present.value.text {
      texts.removeAll { $0.version == present.name }
      texts.append(
        NoteHistory.Text(
          version: present.name, written: Timestamps.date(row: present.timestamp) ?? .distantPast,
          writer: NoteHistory.writer(try notebook.isOwn(present.author) ? nil : name),
          text: String(decoding: text, as: UTF8.self)))
    }
    guard !texts.isEmpty || !records.isEmpty else {
      throw .noteNotFound(id: note, path: notebook.path)
    }
    let places = texts.indices.sorted { first, second in
      let (left, right) = (texts[first], texts[second])
      if (left.replaced == nil) != (right.replaced == nil) { return left.replaced == nil }
      return left.written == right.written ? first < second : left.written > right.written
    }
    return NoteHistory(note: note, texts: places.map { texts[$0] }, records: records)
  }

  /// Ids of notes, ten at most, of which texts are kept and whose ids begin with `prefix`, if that is
  /// long enough (`NoteLookup.shortestPrefix`). The notes themselves may have been deleted.
  package func notes(withPrefix prefix: String) throws(NotebookError) -> [String] {
    do {
      let copy = notebook.sourceState.withLock { $0.source.copy }
      guard prefix.count >= NoteLookup.shortestPrefix else { return [] }
      return try copy?.history.notes(withPrefix: prefix) ?? []
    } catch {
      throw NotebookError(reading: notebook.path, error)
    }
  }

  /// Gives a note the text that it had in `version` of its history; the present one stays there. A
  /// note in the trash comes out of it, and a deleted one comes back.
  ///
  /// Throws `noteNotFound` if that version is not kept, and the errors of `save`.
  package func restore(
    _ note: String, version: String, now: Date = Date()
  ) throws(NotebookError) -> StoredNote {
    guard let old = try of(note).texts.first(where: { $0.version == version }) else {
      throw .noteNotFound(id: note, path: notebook.path)
    }
    let isGone = try notebook.summary(of: note) == nil
    _ = try notebook.save(text: old.text, note: note, now: now)
    if isGone { try restoreLastRecord(of: note, now: now) }
    if try notebook.note(id: note).summary.isTrashed { try notebook.restore(note, now: now) }
    return try notebook.note(id: note)
  }
}

extension NoteHistory {
  /// A device of the same name is not distinguished from this machine: before authors were
  /// recorded, everything written here had only that name.
  static func writer(_ device: String?) -> String? {
    device == Author.name ? nil : device
  }
}

extension NoteHistory.Text {
  fileprivate init(_ kept: ReplacedText) {
    let replaced = Timestamps.date(row: kept.time) ?? .distantPast
    self.init(
      version: kept.version, written: kept.written.flatMap(Timestamps.date(row:)) ?? replaced,
      writer: NoteHistory.writer(kept.writer), replaced: replaced, replacer: kept.replacer,
      text: kept.text)
  }
}

/// The texts that a note has and had, and the records of its book: those that were replaced on this machine or removed by
/// incorporated changes, as far as they are kept (up to 64 MB, the last of each note in any case),
/// and the present one.
package struct NoteHistory: Sendable, Equatable {
  /// One of the texts.
  package struct Text: Sendable, Equatable {
    /// Its name, as `StoredNote.version` has it.
    package var version: String
    /// The time at which it was written.
    package var written: Date
    /// The device that wrote it, as it calls itself, or empty; nil for this machine.
    package var writer: String?
    /// The time at which it was replaced, or at which that came out here; nil for the present text.
    package var replaced: Date?
    /// The device that replaced it, likewise; nil for this machine.
    package var replacer: String?
    /// The Markdown text.
    package var text: String
  }

  /// The note's id.
  package var note: String
  /// The newest first. The present text comes first, if the note has one.
  package var texts: [Text]
  /// The records of its book, likewise.
  package var records: [Record] = []

  /// The text that was the latest at `time`; nil if none of those that are kept was written by then.
  package func text(at time: Date) -> Text? { texts.first { $0.written <= time } }
}
