package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

/// The texts of a note in conflict as one text.
package struct MergedConflict: Sendable, Equatable {
  /// All changes; those that overlap are between conflict markers.
  package var text: String
  /// The number of places that are marked.
  package var overlaps: Int
  /// Whether the text from which all sides began is kept here. Without it, all that differs is marked.
  package var hasBase: Bool
  /// The version of the text, which is not stored; its name has the sides of which it was made.
  package var version: MergedVersion
}

extension Notebook.Conflicts {
  /// The present texts of a conflict as one. A side is named by `name`. Returns nil if fewer than two
  /// sides have a text. Throws `noteNotFound` if there is no conflict. Cost: the note's kept texts, and
  /// a pass over the tombstones.
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

  /// The most kept texts that are compared with the sides.
  private static let mostCandidates = 50

  /// The text of a note from which the sides came, if it is kept here. Tombstones show it. A merge keeps
  /// none of a version whose author wrote over it, and a save over a version that was gone leaves none.
  /// Then it is, of the texts from which one side is known to have come, the one that is nearest to the
  /// others: with an earlier or a later one they would have more changes than their writers made.
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

  /// `text`, which began as version `base` of the note, and the later `stored` text, as one text with
  /// conflict markers.
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

  /// Saves a text that a merge made, over the versions that it was made of and no others.
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
      // Deleted since.
      if case .noteNotFound = error { return .conflict(nil) }
      throw error
    }
  }

  /// Settles those sides of a conflict that were shown, in the place of which `text` stands. Returns its
  /// version, and whether the note is in conflict still, with what came meanwhile.
  ///
  /// Throws `noteNotFound` if the note never was, and the errors of `save`.
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
        // Settled elsewhere: the text that came of it was not shown.
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

  /// `text`, which began as version `base` of the note, with the later changes in `stored`. Returns
  /// nil if both changed the same lines, or the base is no longer known.
  package func merge(
    _ text: String, over base: String, with stored: StoredNote
  ) throws(NotebookError) -> String? {
    let known = try notebook.replacedText(of: stored.summary.id, version: base)
    return known.flatMap { LineMerge.merge(text.withLineFeedsOnly, stored.text, from: $0.text) }
  }
}
