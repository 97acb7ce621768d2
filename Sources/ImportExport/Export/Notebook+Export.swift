import Base
import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown
package import Notebook
package import NotebookFile
import NotebookIndex

extension Notebook {
  package var exchange: Exchange { Exchange(notebook: self) }

  package struct Exchange: Sendable { let notebook: Notebook }
}

extension Notebook.Exchange {
  /// Exports all notes, including those in the trash, to the folder at `path`, in the format of
  /// `docs/export.md`, which `importNotes(from:)` reads. The folder is created if it is missing.
  ///
  /// A note keeps its file name in later exports to the same folder. Markdown files that are not an
  /// earlier export of the same note are not changed, nor are those with edits that the notebook
  /// does not contain. Each note is exported as of one moment, but different notes may be of
  /// different moments.
  ///
  /// Throws `cannotCreate` with the system's message; files written before stay. Cost: linear in
  /// the notebook, including images. Memory: the summaries of all notes, about 8 MB of values, the
  /// largest note, and the values that belong to no note.
  package func export(to path: String) throws(NotebookError) -> ExportReport {
    let path = absolutePath(path)
    do {
      let folder = try SandboxedFolder.make(path)
      let vector = try notebook.read { db in try VersionVector.fetch(db) }
      var exporter = try Exporter(into: folder, vector: vector)
      do {
        try exporter.finish(rest: try export(to: &exporter))
      } catch {
        try? exporter.finish(rest: nil)
        throw error
      }
      return exporter.report
    } catch {
      throw NotebookError(creating: path, error)
    }
  }

  /// Limits of one batch: the number of notes, and the bytes of values after which no note is
  /// added.
  private static let batch = (notes: 128, bytes: 8 << 20)

  /// Exports the notes, oldest first. Returns the scopes that are not notes.
  private func export(to exporter: inout Exporter) throws -> [PortableNote] {
    let (summaries, scopes) = try notebook.read { db in
      (
        try NoteSummary.fetchAll(db).sorted { ($0.created, $0.id) < ($1.created, $1.id) },
        try Row.fetchAll(db, sql: "SELECT DISTINCT scope FROM entry ORDER BY scope")
          .compactMap { $0.text(at: 0) }
      )
    }
    try exporter.name(summaries)
    let notes = summaries.map(\.id)
    var rest: [PortableNote] = []
    var done = 0
    while done < notes.count {
      Work.step("Exporting notes", done, of: notes.count)
      try Cancellable.check()
      let some = try notebook.read { db in
        var (some, size) = ([PortableNote](), 0)
        for id in notes[done...].prefix(Self.batch.notes) where size < Self.batch.bytes {
          some.append(try PortableNote.fetch(db, id))
          size += some.last?.size ?? 0
        }
        return some
      }
      done += some.count
      // Notes that were deleted since are skipped.
      try exporter.export(Array(zip(some, try texts(of: some, in: exporter))))
    }
    let ids = Set(notes)
    for scope in scopes where !ids.contains(scope) {
      let note = try notebook.read { db in try PortableNote.fetch(db, scope) }
      let kept = note.versions.filter { key, _ in
        key.scope == scope
          && !(scope == EntryKey.ourScope
            && (key.isImportRecord || key.isOfReplacedValues || Self.isAbout(key, ids)))
      }
      let other = PortableNote(id: scope, versions: kept, unreadable: note.unreadable)
      if other.isAnything { rest.append(other) }
    }
    return rest
  }
}

extension Notebook.Exchange {
  /// Returns the texts of notes, with links that other programs can follow. Cost: one parse per
  /// text with links; the first link builds the index of links.
  private func texts(of notes: [PortableNote], in exporter: Exporter) throws -> [ExportedLinks] {
    let texts = Parallel.map(notes) { LinkedText($0.text) }
    let names = texts.flatMap { $0.links.map(\.names) }
    let found = names.isEmpty ? [:] : try notebook.links.notes(calledByAny: names)
    // A link whose title several notes have is left unchanged.
    let files = found.compactMapValues { $0.count == 1 ? $0.first.flatMap(exporter.file) : nil }
    return Parallel.map(texts) { text in
      text.exported { link in files[link.names] }
    }
  }

  /// Whether a key in our scope is about one of `notes`: it begins with the note's ID and `;`.
  private static func isAbout(_ key: EntryKey, _ notes: Set<String>) -> Bool {
    let name = key.key
    return name.indices.contains { name[$0] == ";" && notes.contains(String(name[..<$0])) }
  }
}

package struct ExportReport: Sendable, Equatable {
  package struct Skipped: Sendable, Equatable {
    package var file: String
    /// The reason, as the end of a sentence about the file.
    package var reason: String
  }

  package var new = 0
  package var updated = 0
  package var unchanged = 0
  package var assets = 0
  /// The files that were not changed, although they are out of date: they were edited since.
  package var skipped: [Skipped] = []
  /// The number of unreadable values, which are missing in the export.
  package var unreadable = 0

  package var notes: Int { new + updated + unchanged + skipped.count }
}
