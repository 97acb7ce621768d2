import Base
import Foundation
import Mirror
import Notebook
import NotebookFile

/// The folders that mirror the notebook: which files are its notes, and that both say the same as long
/// as the server runs. Calls may come from any thread.
final class Mirrors: Sendable {
  private struct State {
    var notebook: Notebook?
    var mirrors: [NoteMirror] = []
    /// The time of the list's last change, once later changes would show.
    var listed: Int64?
    /// Another number for other mirrors.
    var generation = 0
    /// The places of documents, by their names, as long as the mirrors are the same; nil for those in no mirror.
    var places: [DocumentURI: Cached<Int, MirrorPath?>] = [:]
    /// Mirrors by the folders in which clients name files.
    var folders: [String: NoteMirror] = [:]
    /// The errors of mirrors, by their folders; each is reported once.
    var shownErrors: [String: MirrorError] = [:]
  }

  /// The most places that are remembered: clients may ask about any names.
  private static let limit = 4096

  private let state = Mutex(State())

  /// The note that a document is: by its own name, or as a file of a mirror. Cost: a look-up.
  func note(of uri: DocumentURI) -> String? {
    uri.note?.id ?? place(uri).flatMap { $0.mirror.note(ofFile: $0.name) }
  }

  /// The note in conflict of which a document is another text, as a file of a mirror.
  func otherText(of uri: DocumentURI) -> String? {
    place(uri).flatMap { $0.mirror.note(ofOtherText: $0.name) }
  }

  /// The stored version that a mirrored file is based on; with a `text` only if it is the text last
  /// seen in the file. Returns nil for other documents.
  func version(of uri: DocumentURI, having text: String? = nil) -> String? {
    guard let place = place(uri),
      text.map({ place.mirror.isKnown($0, inFile: place.name) }) ?? true
    else { return nil }
    return place.mirror.version(ofFile: place.name)
  }

  /// A document was saved as `version` of its note; if it is a mirrored file, it has that text.
  func noteSaved(_ uri: DocumentURI, _ text: String, as version: String) {
    guard let place = place(uri) else { return }
    place.mirror.noteSaved(text, as: version, inFile: place.name)
  }

  /// Whether there is a mirror.
  var isAny: Bool { state.withLock { !$0.mirrors.isEmpty } }

  /// The file that is the note `id`, of several mirrors in one whose files the client opened.
  /// Returns nil if there is none. Cost: a look-up in each.
  func uri(of id: String) -> String? {
    let mirrors = state.withLock { state in
      state.folders.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        + state.mirrors.map { ($0.folder, $0) }
    }
    for (folder, mirror) in mirrors {
      guard let name = mirror.file(ofNote: id) else { continue }
      let url = URL(filePath: folder + "/" + name, directoryHint: .notDirectory)
      return url.absoluteString
    }
    return nil
  }

  /// The place of a document, if it is in a mirror: with all links resolved, and as the mirror
  /// spells it. Determined once, and again when it is opened.
  private func place(_ uri: DocumentURI) -> MirrorPath? {
    let cached = state.withLock { state -> Cached<Int, MirrorPath?>? in
      if state.mirrors.isEmpty { return nil }
      if let cached = state.places[uri] { return cached }
      if state.places.count >= Self.limit { (state.places, state.folders) = ([:], [:]) }
      let cached = Cached<Int, MirrorPath?>()
      state.places[uri] = cached
      return cached
    }
    return cached?.value(at: { state.withLock { $0.generation } }) { _ in
      let (mirrors, generation) = state.withLock { ($0.mirrors, $0.generation) }
      let found = uri.fileBytes.flatMap { MirrorPath($0, in: mirrors) }
      if let folder = found?.folder, let mirror = found?.mirror {
        state.withLock { if $0.generation == generation { $0.folders[folder] = mirror } }
      }
      return found
    } ?? nil
  }

  /// The document is opened: it may be another file by now.
  func forget(_ uri: DocumentURI) { state.withLock { _ = $0.places.removeValue(forKey: uri) } }

  /// Finds the mirrors of `notebook`, unless they are known. Whether there are others than before.
  @discardableResult
  func find(of notebook: Notebook) -> Bool {
    let change = NoteMirror.lastChange()
    let isKnown = state.withLock {
      $0.notebook === notebook && ($0.listed == change || (change == nil && $0.mirrors.isEmpty))
    }
    if isKnown { return false }
    let isSettled = change.map { Date().age(ofFileTime: $0) > 2 } ?? true
    let found = NoteMirror.all(of: notebook)
    for mirror in found { mirror.load() }
    return state.withLock { state in
      let folders = state.mirrors.map(\.folder)
      let isSame = state.notebook === notebook && found.map(\.folder) == folders
      state.notebook = notebook
      state.listed = isSettled ? change : nil
      if isSame { return false }
      state.mirrors = found
      state.generation += 1
      (state.places, state.folders) = ([:], [:])
      return !(found.isEmpty && folders.isEmpty)
    }
  }

  /// The result of bringing the mirrors up to date.
  struct Outcome {
    /// The notes that were changed, by their ids.
    var changed: Set<String> = []
    /// The messages for the user.
    var messages: [String] = []
  }

  /// Brings all mirrors of `notebook` up to date. Cost: a system call for each file that is as it was.
  func sync(
    _ notebook: Notebook, agreed: (_ note: StoredNote, _ fileText: String) -> Void,
    bases: () -> [OpenNotes.Base]
  ) -> Outcome {
    find(of: notebook)
    var outcome = Outcome()
    for mirror in state.withLock({ $0.mirrors }) {
      do throws(MirrorError) {
        let report = try mirror.sync(.watching, agreed: agreed) { name in
          base(ofFile: MirrorPath(mirror: mirror, name: name), of: notebook, bases())
        }
        outcome.changed.formUnion(report.changedNotes)
        outcome.messages += report.remarks.filter(\.isConflict)
          .map { "\(mirror.folder)/\($0.file) \($0.text)." }
        state.withLock { $0.shownErrors[mirror.folder] = nil }
      } catch {
        // Another process does it just now.
        if case .busy = error { continue }
        let isNew = state.withLock { state in
          defer { state.shownErrors[mirror.folder] = error }
          return state.shownErrors[mirror.folder] != error
        }
        if isNew { outcome.messages.append(error.description) }
      }
    }
    return outcome
  }
  /// The version on which the text of a file is based, if editors that have it open know better. Of
  /// several, that of the one whose text it has; otherwise one that the note has not any more, so that
  /// there is rather a conflict than a text that is written over.
  private func base(
    ofFile file: MirrorPath, of notebook: Notebook, _ bases: [OpenNotes.Base]
  ) -> String? {
    let open = bases.filter { place($0.document)?.isSame(as: file) ?? false }
    guard open.count > 1 else { return open.first?.version }
    let path = file.mirror.folder + "/" + file.name
    if let text = try? String(contentsOfFile: path, encoding: .utf8),
      let writer = open.first(where: { $0.hasText(text) })
    {
      return writer.version
    }
    let stored = file.mirror.note(ofFile: file.name).flatMap { try? notebook.note(id: $0).version }
    let versions = open.map(\.version) + [file.mirror.version(ofFile: file.name)].compactMap(\.self)
    return versions.first { $0 != stored } ?? stored
  }
}
