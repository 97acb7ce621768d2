package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook {
  /// Creates a notebook at `path` with one note for each text, the first being the newest.
  ///
  /// The file appears complete or not at all, is readable only by its owner, and never replaces
  /// another file. In a file system without hard links, an empty file appears first. Creates
  /// missing folders. Retires the working copy of an earlier, removed notebook at this path, unless
  /// that has unpublished saves.
  package static func create(
    at path: String, notes: [String] = StarterNotes.texts, now: Date = Date(),
    state: StateFolder = .user
  ) throws(NotebookError) {
    let path = absolutePath(path)
    guard !path.contains("\0") else {
      throw .cannotCreate(path: path, reason: "it is not a valid path")
    }
    do {
      let publication = try Publication(to: path)
      defer { publication.discard() }
      try write(notes, now: now, to: publication.temporaryPath)
      // A copy that cannot be retired is merged into the new notebook, or replaced by it.
      try? WorkingCopy.retireOrphanedCopy(NotebookPaths(path: path, state: state))
      try publication.publish()
    } catch {
      throw NotebookError(creating: path, error)
    }
  }

  private static func write(_ texts: [String], now: Date, to path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try NotebookSchema.install(in: db)
      var author = Author(opened: now)
      // The times are a second apart, so that lists show the notes in this order.
      let values = texts.enumerated().flatMap { index, text in
        NoteChanges.saving(
          text, over: NoteValues(id: UUID.random().uuidString),
          at: now.addingTimeInterval(-Double(index))
        ).values
      }
      try author.write(values, at: now, superseding: .all, in: db)
    }
    try database.close()
  }
}

/// The notes in a new notebook: they teach Mini Markdown by example.
package enum StarterNotes {
  /// The Markdown texts, the welcome first. The files are in `StarterNotes/`.
  package static let texts: [String] = [
    PackageResources.Welcome_md, PackageResources.Seneca_md, PackageResources.Austen_md,
    PackageResources.Thoreau_md, PackageResources.Darwin_md,
  ].map { String(decoding: $0, as: UTF8.self) }
}
