package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

extension Notebook.Images {
  /// Stores an image with the note `id`, as the app does. Does not change the text. Writes nothing
  /// if the note already has the image. Throws `noteNotFound`, and the errors of `write`.
  package func add(
    _ image: ImageContent, to id: String, now: Date = Date()
  ) throws(NotebookError) -> NoteAsset {
    let asset = NoteAsset(
      key: image.key, mimeType: image.kind.mimeType, byteCount: image.data.count,
      pixelSize: image.pixelSize)
    try notebook.writingNotes { author, db in
      guard NoteValues.isNote(id), try NoteSummary.fetchOne(db, id: id) != nil else {
        throw NoteMissing(id: id)
      }
      let entryKey = EntryKey(scope: id, key: asset.key)
      let value = EntryValue.blob(mimeType: asset.mimeType, data: image.data)
      guard try StoredVersion.fetch(db, entryKey).first?.value.value != value else { return }
      try author.write([(entryKey, value)], at: now, superseding: .winners, in: db)
    }
    return asset
  }

  /// Returns the bytes of the file, of any type, that the note `id` has under `key`; nil if there
  /// is none. Keys of covers, and other keys that begin with a dot, are not read.
  package func data(_ key: String, of id: String) throws(NotebookError) -> Data? {
    guard NoteValues.isNote(id), !key.hasPrefix("."), !key.hasPrefix(PromptKey.prefix) else {
      return nil
    }
    return try notebook.read { db in
      let entryKey = EntryKey(scope: id, key: key)
      guard case .blob(_, let data)? = try StoredVersion.fetch(db, entryKey).first?.value.value
      else { return nil }
      return data
    }
  }
}
