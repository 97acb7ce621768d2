import Foundation
import Notebook
import Base

/// The folders that mirror the notebook: which files are its notes, and that both say the same as long
/// as the server runs. Calls may come from any thread.
final class Mirrors: Sendable {
  private struct State {
    var notebook: Notebook?
    var mirrors: [NoteMirror] = []
    /// When the list of mirrors was last changed, once later changes would show.
    var listed: Int64?
    /// Mirrors by the folders in which clients name files; nil for folders that are none.
    var folders: [String: NoteMirror?] = [:]
    /// What is wrong with mirrors, by their folders; each is told once.
    var told: [String: MirrorError] = [:]
  }

  private let state = Mutex(State())

  /// The note that a document is: by its own name, or as a file of a mirror. Cost: a look-up.
  func note(of uri: DocumentURI) -> String? {
    uri.note?.id ?? file(uri).flatMap { mirror, name in mirror.note(ofFile: name) }
  }

  /// The stored version that a mirrored file is based on; with a `text` only if it is what was last
  /// seen in the file. Nil for other documents.
  func version(of uri: DocumentURI, having text: String? = nil) -> String? {
    guard let (mirror, name) = file(uri), text.map({ mirror.isKnown($0, inFile: name) }) ?? true
    else { return nil }
    return mirror.version(ofFile: name)
  }

  /// A document was saved as `version` of its note; if it is a mirrored file, it has that text.
  func noteSaved(_ uri: DocumentURI, _ text: String, as version: String) {
    guard let (mirror, name) = file(uri) else { return }
    mirror.noteSaved(text, as: version, inFile: name)
  }

  /// Whether there is a mirror.
  var isAny: Bool { state.withLock { !$0.mirrors.isEmpty } }

  /// The file that is the note `id`, of several mirrors in one whose files the client opened; nil
  /// when there is none. Cost: a look-up in each.
  func uri(of id: String) -> String? {
    let mirrors = state.withLock { state in
      state.folders.compactMap { folder, mirror in mirror.map { (folder, $0) } }
        .sorted { $0.0 < $1.0 } + state.mirrors.map { ($0.folder, $0) }
    }
    for (folder, mirror) in mirrors {
      guard let name = mirror.file(ofNote: id) else { continue }
      let url = URL(filePath: folder + "/" + name, directoryHint: .notDirectory)
      return url.absoluteString
    }
    return nil
  }

  /// The mirror and the name in it of a file, which need not be there.
  private func file(_ uri: DocumentURI) -> (mirror: NoteMirror, name: String)? {
    guard state.withLock({ !$0.mirrors.isEmpty }), let path = uri.filePath,
      let slash = path.lastIndex(of: "/")
    else { return nil }
    let (folder, name) = (String(path[..<slash]), String(path[path.index(after: slash)...]))
    let mirror = state.withLock { state -> NoteMirror? in
      if let known = state.folders[folder] { return known }
      let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      let mirror = state.mirrors.first { $0.folder == real }
      state.folders[folder] = .some(mirror)
      return mirror
    }
    return mirror.map { ($0, name) }
  }

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
      state.folders = [:]
      return !(found.isEmpty && folders.isEmpty)
    }
  }

  /// What bringing the mirrors up to date came to.
  struct Outcome {
    /// The notes that were changed, by their ids.
    var changed: Set<String> = []
    /// What the user is to be told.
    var messages: [String] = []
  }

  /// Brings all mirrors of `notebook` up to date. Cost: a system call for each file that is as it was.
  func sync(
    _ notebook: Notebook, agreed: (_ note: StoredNote, _ fileText: String) -> Void,
    base: (DocumentURI) -> String?
  ) -> Outcome {
    find(of: notebook)
    var outcome = Outcome()
    for mirror in state.withLock({ $0.mirrors }) {
      do throws(MirrorError) {
        let report = try mirror.sync(.watching, agreed: agreed) { name in
          let path = mirror.folder + "/" + name
          return base(
            DocumentURI(URL(filePath: path, directoryHint: .notDirectory).absoluteString))
        }
        outcome.changed.formUnion(report.changedNotes)
        outcome.messages += report.remarks.filter(\.isConflict)
          .map { "\(mirror.folder)/\($0.file) \($0.text)." }
        state.withLock { $0.told[mirror.folder] = nil }
      } catch {
        // Somebody else does it just now.
        if case .busy = error { continue }
        let isNews = state.withLock { state in
          defer { state.told[mirror.folder] = error }
          return state.told[mirror.folder] != error
        }
        if isNews { outcome.messages.append(error.description) }
      }
    }
    return outcome
  }
}
