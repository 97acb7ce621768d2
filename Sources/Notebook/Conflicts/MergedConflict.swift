package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

package struct MergedConflict: Sendable, Equatable {
  /// The text with all changes. Overlapping changes are between conflict markers.
  package var text: String
  package var overlaps: Int
  /// Whether this machine's history has a base of the merged texts. Without a base, all differences
  /// are marked.
  package var hasBase: Bool
  /// The version of the text, which is not stored; its name contains the versions of the sides.
  package var version: MergedVersion
}

extension Notebook.Conflicts {
  /// Returns the present texts of a conflict, merged into one. `name` returns the name of a side
  /// for the conflict markers. Returns nil if a side has no text. Throws `noteNotFound` if the note
  /// is not in conflict. Cost: includes a pass over all tombstones.
  package func merged(
    in note: String, naming name: (NoteConflict.Side) -> String
  ) throws(NotebookError) -> MergedConflict? {
    guard let conflict = try of(note) else {
      throw .noteNotFound(id: note, path: notebook.path)
    }
    let sides = conflict.sides.filter { $0.text != nil }
    guard sides.count == conflict.sides.count, let first = sides.first, let text = first.text
    else { return nil }
    let base = try base(of: sides.map { ($0.version, $0.text ?? "") }, in: note)
    var merged = text
    var made: [(markers: ConflictMarkers, count: Int)] = []
    for side in sides.dropFirst() {
      let markers = ConflictMarkers(first: name(first), second: name(side))
      let (text, overlaps) = LineMerge.mark(merged, side.text ?? "", from: base, as: markers)
      merged = text
      made.append((markers, overlaps))
    }
    return MergedConflict(
      text: merged, overlaps: made.reduce(0) { $0 + $1.count }, hasBase: base != nil,
      version: MergedVersion(merged, of: sides.map(\.version), made: made))
  }

  /// Maximum number of texts in history that are compared with the sides.
  private static let mostCandidates = 50

  /// Returns the text that all sides came from; nil if history does not have it. Usually the
  /// tombstones show it. But a merge does not keep a tombstone for a version that its own author
  /// overwrote, and a save over a removed version does not leave one. Then compares the texts that
  /// at least one side came from, and returns the one nearest to the other sides: any other would
  /// imply more changes than their writers made.
  private func base(
    of sides: [(version: String, text: String)], in note: String
  ) throws(NotebookError) -> String? {
    let ids = sides.compactMap { VersionID(name: $0.version) }
    let kept = try notebook.replacedTexts(of: note)
    guard !kept.isEmpty, ids.count == sides.count else { return nil }
    let lineage = try notebook.read { db in
      try Lineage(db, of: EntryKey(scope: note, key: ".noteText"))
    }
    if let base = lineage.base(of: ids, among: kept, { VersionID(name: $0.version) }) {
      return base.text
    }
    let candidates = kept.prefix(Self.mostCandidates).compactMap {
      text -> (text: String, distance: Int)? in
      guard let id = VersionID(name: text.version) else { return nil }
      let others = zip(ids, sides).filter { !lineage.leads(from: id, to: $0.0) }.map(\.1.text)
      guard others.count < sides.count else { return nil }
      return (text.text, others.reduce(0) { $0 + LineMerge.distance(from: text.text, to: $1) })
    }
    return candidates.min { $0.distance < $1.distance }?.text
  }

  /// Merges `text`, based on version `base` of the note, and the later `stored` text, with conflict
  /// markers.
  package func mark(
    _ text: String, over base: String?, with stored: StoredNote, as names: ConflictMarkers
  ) throws(NotebookError) -> MergedConflict {
    let known = try base.flatMap { (base) throws(NotebookError) in
      try notebook.replacedText(of: stored.summary.id, version: base)
    }
    let (marked, overlaps) = LineMerge.mark(
      text.withLineFeedsOnly, stored.text, from: known?.text, as: names)
    return MergedConflict(
      text: marked, overlaps: overlaps, hasBase: known != nil,
      version: MergedVersion(marked, of: [stored.version], made: [(names, overlaps)]))
  }

  /// Saves a merged text over the versions that it was made from, and over no others.
  package func save(
    text: String, note: String, over merged: MergedVersion, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    if merged.versions.count == 1, let base = merged.versions.first {
      return try notebook.save(text: text, note: note, base: base, now: now)
    }
    do throws(NotebookError) {
      let settled = try settle(in: note, with: text, shown: merged.versions, now: now)
      return .saved(version: settled.version)
    } catch {
      // The note was deleted since.
      if case .noteNotFound = error { return .conflict(nil) }
      throw error
    }
  }

  /// Resolves the sides of a conflict whose versions are in `shown`: replaces them with `text`.
  /// Returns the version of the text, and whether the note is still in conflict.
  ///
  /// Throws `noteNotFound` if there is no such note, and the errors of `write`.
  package func settle(
    in note: String, with text: String, shown: [String], now: Date = Date()
  ) throws(NotebookError) -> (version: String, isInConflict: Bool) {
    try notebook.writingNotes { author, db in
      let key = EntryKey(scope: note, key: ".noteText")
      let sides = try NoteConflict.fetch(db, note: note)?.sides.map(\.version) ?? []
      if sides.contains(where: shown.contains) {
        let resolution = try ConflictResolution(db, note: note, keeping: .text(text), shown: shown)
        {
          nil
        }
        _ = try resolution.write(&author, db, at: now)
      } else {
        // The conflict was resolved by another writer, whose result was not shown.
        let stored = try NoteValues.fetch(db, note: note)
        guard stored.metadata != nil else { throw NoteMissing(id: note) }
        let ids = shown.compactMap(VersionID.init(name:)).map { ($0.author, $0.usn) }
        try author.write(
          NoteChanges.saving(text, over: stored, at: now).values, at: now,
          superseding: .written(by: Dictionary(ids) { max($0, $1) }), in: db)
      }
      let version = try StoredVersion.fetch(db, key, limit: 1).first?.name ?? ""
      return (version, try NoteConflict.fetch(db, note: note) != nil)
    }
  }

  /// Merges `text`, based on version `base` of the note, with the later changes in `stored`.
  /// Returns nil if both changed the same or adjacent lines differently, the texts are too long, or
  /// history does not have the base.
  package func merge(
    _ text: String, over base: String, with stored: StoredNote
  ) throws(NotebookError) -> String? {
    let known = try notebook.replacedText(of: stored.summary.id, version: base)
    return known.flatMap { LineMerge.merge(text.withLineFeedsOnly, stored.text, from: $0.text) }
  }
}
