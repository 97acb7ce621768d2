import Base
package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook.History {
  /// Returns the present and earlier texts of a note, and the records of its book. The note may
  /// have been deleted. Throws `noteNotFound` if the notebook does not have the note, and history
  /// has no text or record of it. Cost: linear in its history.
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
    if texts.isEmpty, records.isEmpty, try notebook.summary(of: note) == nil {
      throw .noteNotFound(id: note, path: notebook.path)
    }
    let order = texts.indices.sorted { first, second in
      let (left, right) = (texts[first], texts[second])
      if (left.replaced == nil) != (right.replaced == nil) { return left.replaced == nil }
      return left.written == right.written ? first < second : left.written > right.written
    }
    return NoteHistory(note: note, texts: order.map { texts[$0] }, records: records)
  }

  /// Returns up to ten ids of notes in history that begin with `prefix`, ignoring the case of ASCII
  /// letters. Returns an empty array if `prefix` is shorter than `NoteLookup.shortestPrefix`, or
  /// without a working copy. The notes may have been deleted.
  package func notes(withPrefix prefix: String) throws(NotebookError) -> [String] {
    do {
      let copy = notebook.sourceState.withLock { $0.source.copy }
      guard prefix.count >= NoteLookup.shortestPrefix else { return [] }
      return try copy?.history.notes(withPrefix: prefix) ?? []
    } catch {
      throw NotebookError(reading: notebook.path, error)
    }
  }

  /// Restores the text that a note had in `version` of its history. The present text stays in
  /// history. Also restores a note in the trash, and a deleted one.
  ///
  /// Throws `noteNotFound` if history does not have that version, and the errors of `save`.
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
  /// Returns the name of the device that wrote a text; nil for this machine. A device with this
  /// machine's name counts as this machine: before authors were recorded, history had only this
  /// name.
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

/// The present text and book record of a note, and those that were replaced on this machine or by
/// incorporated changes. History keeps about 64 MiB, and always the last text and record of each
/// note.
package struct NoteHistory: Sendable, Equatable {
  package struct Text: Sendable, Equatable {
    /// The version's name, as in `StoredNote.version`.
    package var version: String
    package var written: Date
    /// The name of the device that wrote the text, which may be empty; nil for this machine.
    package var writer: String?
    /// The time when the text was replaced, or when this machine found out; nil for the present
    /// text.
    package var replaced: Date?
    /// The name of the device that replaced the text, which may be empty; nil for this machine.
    package var replacer: String?
    package var text: String
  }

  package var note: String
  /// The present text, if there is one, then the replaced texts, newest first.
  package var texts: [Text]
  /// The present record of the note's book, if there is one, then the replaced records, newest
  /// first.
  package var records: [Record] = []

  /// Returns the latest text that was written by `time`; nil if there is none.
  package func text(at time: Date) -> Text? { texts.first { $0.written <= time } }
}
