import Base
import Foundation
import Mirror
import Notebook
import NotebookFile

/// The folders that mirror the notebook. Maps their files to notes, and keeps both equal while the
/// server runs. Calls may come from any thread.
final class Mirrors: Sendable {
  private struct State {
    var notebook: Notebook?
    var mirrors: [NoteMirror] = []
    /// The time of the last change of the list of mirrors; nil while a later change might have the
    /// same time.
    var listed: Int64?
    var generation = 0
    /// Cached paths of documents in the current mirrors; nil for documents outside all mirrors.
    var paths: [DocumentURI: Cached<Int, MirrorPath?>] = [:]
    /// Mirrors by the paths of their folders as clients spell them.
    var folders: [String: NoteMirror] = [:]
    /// The last error of each mirror, by its folder; each is reported once.
    var shownErrors: [String: MirrorError] = [:]
  }

  /// The maximum number of cached paths: clients may send any URIs.
  private static let limit = 4096

  private let state = Mutex(State())

  /// Returns the ID of a document's note, from its note URI or as a file of a mirror; nil if it has
  /// none. Cost: one lookup.
  func note(of uri: DocumentURI) -> String? {
    uri.note?.id ?? mirrorPath(of: uri).flatMap { $0.mirror.note(ofFile: $0.name) }
  }

  /// Returns the ID of the note if the document is a mirror's file with another side of the note's
  /// conflict; nil for other documents.
  func otherText(of uri: DocumentURI) -> String? {
    mirrorPath(of: uri).flatMap { $0.mirror.note(ofOtherText: $0.name) }
  }

  /// Returns the stored version on which a mirrored file is based; with `text`, only if that is the
  /// text last recorded for the file. Returns nil for other documents.
  func version(of uri: DocumentURI, having text: String? = nil) -> String? {
    guard let path = mirrorPath(of: uri),
      text.map({ path.mirror.isKnown($0, inFile: path.name) }) ?? true
    else { return nil }
    return path.mirror.version(ofFile: path.name)
  }

  /// Records that a document was saved as `version` of its note, if its file in a mirror has that
  /// text.
  func noteSaved(_ uri: DocumentURI, _ text: String, as version: String) {
    guard let path = mirrorPath(of: uri) else { return }
    path.mirror.noteSaved(text, as: version, inFile: path.name)
  }

  var isAny: Bool { state.withLock { !$0.mirrors.isEmpty } }

  /// Returns the URI of the mirrored file of the note `id`; nil if there is none. If several
  /// mirrors have the note, prefers one from which the client opened files. Cost: one lookup per
  /// mirror.
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

  /// Returns the path of a document in a mirror: with all symbolic links resolved, and in the
  /// mirror's spelling. Cached until the document is opened again, or the mirrors change.
  private func mirrorPath(of uri: DocumentURI) -> MirrorPath? {
    let cached = state.withLock { state -> Cached<Int, MirrorPath?>? in
      if state.mirrors.isEmpty { return nil }
      if let cached = state.paths[uri] { return cached }
      if state.paths.count >= Self.limit { (state.paths, state.folders) = ([:], [:]) }
      let cached = Cached<Int, MirrorPath?>()
      state.paths[uri] = cached
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

  /// Forgets the path of a document that is opened: it may be another file by now.
  func forget(_ uri: DocumentURI) { state.withLock { _ = $0.paths.removeValue(forKey: uri) } }

  /// Finds the mirrors of `notebook`, unless they are known. Returns whether they changed.
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
      (state.paths, state.folders) = ([:], [:])
      return !(found.isEmpty && folders.isEmpty)
    }
  }

  struct Outcome {
    var changed: Set<String> = []
    var messages: [String] = []
  }

  /// Updates all mirrors of `notebook`. Cost: one system call per unchanged file. New errors, and
  /// files in conflict, are returned as messages.
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
        // Another process is updating this mirror now.
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
  /// Returns the version on which a file's text is based, if open documents determine it. If
  /// several documents are this file, returns the base of the one with its text. If none has it,
  /// returns a base other than the stored version, if there is one, so that a conflict arises
  /// instead of a lost text.
  private func base(
    ofFile file: MirrorPath, of notebook: Notebook, _ bases: [OpenNotes.Base]
  ) -> String? {
    let open = bases.filter { mirrorPath(of: $0.document)?.isSame(as: file) ?? false }
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
