import Base
import Notebook
import PackratParsing

/// The server's facts about the notes that the client has: the stored version on which each open
/// document is based, and the notes in conflict. Calls may come from any thread.
final class OpenNotes: Sendable {
  /// A stored text that the client was sent.
  private struct SentText {
    var version: String
    var fingerprint: Fingerprint
  }

  /// The version on which an open document is based. Each document has its own, also if several are
  /// one file: they are separate texts in the client.
  struct Base: Sendable {
    var document: DocumentURI
    var version: String
    fileprivate var text: @Sendable (DocumentURI) -> String?

    /// Whether the document has this text now.
    func hasText(_ text: String) -> Bool {
      self.text(document)?.hasBytes(of: text) ?? false
    }
  }

  private struct State {
    var sent: [String: SentText] = [:]
    var bases: [DocumentURI: String] = [:]
    /// The first texts of opened documents whose versions are not known.
    var unknown: [DocumentURI: (note: String, fingerprint: Fingerprint)] = [:]
    var text: @Sendable (DocumentURI) -> String? = { _ in nil }
    var conflicts: [String: ConflictList] = [:]
    /// The merged texts that the client was sent of each note, the latest last.
    var merges: [String: [MergedVersion]] = [:]
    /// The notes of which the user was notified that they are in the trash.
    var trashed: Set<String> = []
  }

  private let state = Mutex(State())

  /// The client was sent a note's text.
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

  /// The most merges of a note that are remembered.
  private static let mostMerges = 8

  /// The client was sent a merged text, which has a note's texts with markers.
  func recordSent(_ note: String, _ merged: MergedConflict) {
    recordSent(note, version: merged.version.name, text: merged.text)
    state.withLock { state in
      let merges = state.merges[note, default: []] + [merged.version]
      state.merges[note] = merges.suffix(Self.mostMerges)
    }
  }

  /// The reason why a text cannot be saved in a note over `base`: a marker of a merge is left in it.
  /// The merges of this session count whatever the base is, because the user may undo a resolution after
  /// it was saved. Cost: linear in the text.
  func refusal(of text: String, in note: String, over base: String?) -> String? {
    let merges = state.withLock { $0.merges[note] } ?? []
    let line =
      base.flatMap(MergedVersion.init)?.markerLeft(in: text)
      ?? merges.firstNonNil { $0.markerLeft(in: text, isPast: true) }
    return line.map {
      "Line \($0) is a merge marker: choose a text, and delete the markers."
    }
  }

  /// Whether the client was sent a note's text, or saved one.
  func wasSent(_ note: String) -> Bool { state.withLock { $0.sent[note] != nil } }

  /// The client opened a document. It is based on the version that the client was sent, if the
  /// texts are equal; otherwise, until more is known of its text, on `version`.
  func open(_ uri: DocumentURI, of note: String, text: String, otherwise version: String?) {
    let fingerprint = Fingerprint(text)
    state.withLock { state in
      let sent = state.sent[note].flatMap { $0.fingerprint == fingerprint ? $0.version : nil }
      state.bases[uri] = sent ?? version
      state.unknown[uri] = sent == nil ? (note, fingerprint) : nil
    }
  }

  /// Whether nothing is known of the text with which a document was opened.
  func isUnknown(_ uri: DocumentURI) -> Bool { state.withLock { $0.unknown[uri] != nil } }

  /// The client changed a document. When it became a text that the client was sent, as when an
  /// editor loads a note again, it is based on that. Cost: constant, unless both are of one length.
  func change(_ uri: DocumentURI, of note: String, to snapshot: DocumentSnapshot) {
    guard
      let (sent, base) = state.withLock({ state in
        state.sent[note].map { ($0, state.bases[uri]) }
      }), sent.version != base, sent.fingerprint.count == snapshot.count,
      sent.fingerprint == Fingerprint(snapshot.text)
    else { return }
    setBase(uri, to: sent.version)
  }

  /// A document is from now on based on `version`.
  func setBase(_ uri: DocumentURI, to version: String?) {
    state.withLock { ($0.bases[uri], $0.unknown[uri]) = (version, nil) }
  }

  func close(_ uri: DocumentURI) {
    setBase(uri, to: nil)
  }

  /// The stored version that a document is based on; nil when that is not known.
  func base(of uri: DocumentURI) -> String? { state.withLock { $0.bases[uri] } }

  /// The stored versions on which all documents are based; of a merged text the first that it replaces.
  var bases: [Base] {
    state.withLock { state in
      state.bases.map {
        let version = MergedVersion(name: $0.value)?.versions.first ?? $0.value
        return Base(document: $0.key, version: version, text: state.text)
      }
      .sorted { $0.document.spelling < $1.document.spelling }
    }
  }

  /// Sets the function that finds the texts of open documents.
  func find(textsBy text: @escaping @Sendable (DocumentURI) -> String?) {
    state.withLock { $0.text = text }
  }

  /// Whether the user was not yet notified that a note that is saved is in the trash.
  func isFirstSaveInTrash(of note: String) -> Bool {
    state.withLock { $0.trashed.insert(note).inserted }
  }

  /// The choices in a note, as far as they were read.
  func conflict(in note: String) -> ConflictList? { state.withLock { $0.conflicts[note] } }

  /// Records the choices in a note. Returns whether they differ from the earlier ones.
  func setConflict(_ conflict: ConflictList?, in note: String) -> Bool {
    state.withLock { state in
      defer { state.conflicts[note] = conflict }
      return state.conflicts[note] != conflict
    }
  }
}

/// Distinguishes texts without keeping them.
private struct Fingerprint: Equatable {
  /// Bytes of UTF-8.
  var count: Int
  /// The hash of the bytes: as strings, two spellings of `é` would be equal.
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
