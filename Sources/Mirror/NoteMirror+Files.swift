import Base
import Foundation
import Notebook
import NotebookFile

extension NoteMirror {
  /// Returns the ID of the note of the file `name`, which may be an old name. Returns nil for an
  /// unknown file, and for a file with another text of a note in conflict.
  package func note(ofFile name: String) -> String? {
    memory.withLock { memory in
      guard let file = memory.files[name] else { return memory.previousNames[name] }
      return file.isSide ? nil : file.note
    }
  }

  /// Returns the ID of the note in conflict whose other text the file `name` contains; nil for any
  /// other file.
  package func note(ofOtherText name: String) -> String? {
    memory.withLock { memory in memory.files[name].flatMap { $0.isSide ? $0.note : nil } }
  }

  /// Returns the folder's spelling of the file `name`, which may differ in case or Unicode
  /// normalization. Returns `name` itself if there is no such file. Cost: lists the folder if
  /// `name` has no record.
  package func spelling(ofFile name: String) -> String {
    if let known = memory.withLock({ $0.files[name]?.name }) { return known }
    guard let file = FileIdentity(path: folder + "/" + name) else { return name }
    let names = (try? SystemCall.names(in: folder)) ?? []
    if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return name }
    return names.first { FileIdentity(path: folder + "/" + $0)?.isSameFile(as: file) ?? false }
      ?? name
  }

  package func file(ofNote id: String) -> String? { memory.withLock { $0.names[id] } }

  /// Returns the version of the note that the file `name` has or is based on; nil if it has no
  /// record.
  package func version(ofFile name: String) -> String? {
    memory.withLock { $0.files[name]?.version }
  }

  /// Whether `text` is the recorded text of the file `name`, ignoring line endings.
  package func isKnown(_ text: String, inFile name: String) -> Bool {
    memory.withLock { $0.files[name] }?.digest == TextDigest(text.withLineFeedsOnly)
  }

  /// Records that a client saved the file `name` as `version` of its note, so that the next `sync`
  /// does not save it again. Does nothing if the file has another text by now.
  package func noteSaved(_ text: String, as version: String, inFile name: String) {
    turn.withLock { _ in
      let digest = TextDigest(text.withLineFeedsOnly)
      guard var file = (try? remembered())?.files[name], !file.isSide,
        (try? SandboxedFolder(path: folder))?.text(name, digest) != nil
      else { return }
      (file.version, file.digest) = (version, digest)
      file.stamp = nil
      guard (try? record.note([name: file], previousNames: [], seen: nil, at: Date())) != nil else {
        return
      }
      memory.withLock { $0.set(name, file) }
    }
  }

  /// Reads the record, so that the other calls can use it before the first `sync`.
  package func load() { turn.withLock { _ in _ = try? remembered() } }
}
