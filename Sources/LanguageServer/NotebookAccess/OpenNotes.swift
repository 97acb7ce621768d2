import Base
import Notebook
import PackratParsing

/// The state of the notes that the client has: the stored version on which each open document is
/// based, and the notes in conflict. Calls may come from any thread.
final class OpenNotes: Sendable {
  private struct SentText {
    var version: String
    var fingerprint: Fingerprint
  }

  /// The version on which an open document is based. Each document has a separate version, even if
  /// several are one file: they are separate texts in the client.
  struct Base: Sendable {
    var document: DocumentURI
    var version: String
    fileprivate var text: @Sendable (DocumentURI) -> String?

    func hasText(_ text: String) -> Bool {
      self.text(document)?.hasBytes(of: text) ?? false
    }
  }

  private struct State {
    var sent: [String: SentText] = [:]
    var bases: [DocumentURI: String] = [:]
    /// The first texts of opened documents whose versions are unknown.
    var unknown: [DocumentURI: (note: String, fingerprint: Fingerprint)] = [:]
    var text: @Sendable (DocumentURI) -> String? = { _ in nil }
    var conflicts: [String: ConflictList] = [:]
    /// The merged texts that the client was sent for each note, the latest last.
    var merges: [String: [MergedVersion]] = [:]
    /// The notes for which the user was shown that they are in the trash.
    var trashed: Set<String> = []
  }

  private let state = Mutex(State())

  func recordSent(_ note: String, version: String, text: String) {
    let sent = SentText(version: version, fingerprint: Fingerprint(text))
    state.withLock { state in
      state.sent[note] = sent
      for (uri, open) in state.unknown
      where open.note == note && open.fingerprint == sent.fingerprint {
        state.unknown[uri] = nil
        state.bases[uri] = version
      }
    }
  }

  private static let mostMerges = 8

  func recordSent(_ note: String, _ merged: MergedConflict) {
    recordSent(note, version: merged.version.name, text: merged.text)
    state.withLock { state in
      let merges = state.merges[note, default: []] + [merged.version]
      state.merges[note] = merges.suffix(Self.mostMerges)
    }
  }

  /// Returns why a text cannot be saved in a note over `base`; nil if it can. It cannot if it
  /// contains a marker of a merge. All merges kept for the note are checked, because the user may
  /// undo a resolution after saving it. Cost: linear in the text.
  func refusal(of text: String, in note: String, over base: String?) -> String? {
    let merges = state.withLock { $0.merges[note] } ?? []
    let line =
      base.flatMap(MergedVersion.init)?.markerLeft(in: text)
      ?? merges.firstNonNil { $0.markerLeft(in: text, isPast: true) }
    return line.map {
      "Line \($0) is a merge marker: choose a text, and delete the markers."
    }
  }

  /// Returns whether the client was sent the note's text or saved it, or a mirror's file had it.
  func wasSent(_ note: String) -> Bool { state.withLock { $0.sent[note] != nil } }

  /// Records that the client opened a document. Its base is the version that the client was sent,
  /// if the texts are equal; otherwise `version`, until the server finds the stored version with
  /// this text.
  func open(_ uri: DocumentURI, of note: String, text: String, otherwise version: String?) {
    let fingerprint = Fingerprint(text)
    state.withLock { state in
      let sent = state.sent[note].flatMap { $0.fingerprint == fingerprint ? $0.version : nil }
      state.bases[uri] = sent ?? version
      state.unknown[uri] = sent == nil ? (note, fingerprint) : nil
    }
  }

  func isUnknown(_ uri: DocumentURI) -> Bool { state.withLock { $0.unknown[uri] != nil } }

  /// Handles a change of a document. If it now has the text that the client was last sent, as when
  /// an editor reloads a note, that text's version becomes its base. Cost: constant, unless both
  /// have the same length.
  func change(_ uri: DocumentURI, of note: String, to snapshot: DocumentSnapshot) {
    guard
      let (sent, base) = state.withLock({ state in
        state.sent[note].map { ($0, state.bases[uri]) }
      }), sent.version != base, sent.fingerprint.count == snapshot.count,
      sent.fingerprint == Fingerprint(snapshot.text)
    else { return }
    setBase(uri, to: sent.version)
  }

  func setBase(_ uri: DocumentURI, to version: String?) {
    state.withLock { ($0.bases[uri], $0.unknown[uri]) = (version, nil) }
  }

  func close(_ uri: DocumentURI) {
    setBase(uri, to: nil)
  }

  func base(of uri: DocumentURI) -> String? { state.withLock { $0.bases[uri] } }

  /// The stored versions on which open documents are based; for a merged text, the first that it
  /// replaces.
  var bases: [Base] {
    state.withLock { state in
      state.bases.map {
        let version = MergedVersion(name: $0.value)?.versions.first ?? $0.value
        return Base(document: $0.key, version: version, text: state.text)
      }
      .sorted { $0.document.spelling < $1.document.spelling }
    }
  }

  func find(textsBy text: @escaping @Sendable (DocumentURI) -> String?) {
    state.withLock { $0.text = text }
  }

  /// Returns whether this is the first save of a note in the trash; later calls return false.
  func isFirstSaveInTrash(of note: String) -> Bool {
    state.withLock { $0.trashed.insert(note).inserted }
  }

  /// Returns the conflict of a note, if it was read.
  func conflict(in note: String) -> ConflictList? { state.withLock { $0.conflicts[note] } }

  /// Records the conflict of a note. Returns whether it differs from the previous one.
  func setConflict(_ conflict: ConflictList?, in note: String) -> Bool {
    state.withLock { state in
      defer { state.conflicts[note] = conflict }
      return state.conflicts[note] != conflict
    }
  }
}

/// The length and hash of a text, to compare texts without storing them.
private struct Fingerprint: Equatable {
  /// The length in UTF-8 bytes.
  var count: Int
  /// The hash of the bytes, because two encodings of `é` are equal as strings.
  var hash: Int

  init(_ text: String) {
    var text = text
    (count, hash) = text.withUTF8 { bytes in
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      return (bytes.count, hasher.finalize())
    }
  }
}
