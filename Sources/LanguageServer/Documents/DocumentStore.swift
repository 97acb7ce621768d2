import Base
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// An open document at one moment, such as when a request was read.
struct OpenDocument: Sendable {
  var name: DocumentURI
  var version: Int
  var snapshot: DocumentSnapshot
  /// Whether the text is longer than the limit, so that features skip it.
  var isTooLong = false
  /// A number that is unique to each text of each document. Versions are not: clients restart them
  /// when they reopen a document.
  var revision = 0
  /// The ID of the document's note, by its note URI or as a file of a mirror; nil for other
  /// documents.
  var note: String?
  var foreignMemory = ForeignTextMemory()

  /// The URI as the client spells it.
  var uri: String { name.spelling }

  /// This document if it is Mini Markdown; nil for a book record.
  var asMarkdown: OpenDocument? { name.record == nil ? self : nil }
}

/// The open documents. Their text belongs to the client, and is never read from files.
struct DocumentStore {
  private struct Entry {
    var name: DocumentURI
    var version: Int
    var document: MiniMarkdownDocument
    var revision: Int
    /// The last jump between versions, while changes of skipped versions may still arrive.
    var gap: VersionGap?
    let foreignMemory = ForeignTextMemory()

    func isLonger(than limit: Int) -> Bool { document.snapshot.count > limit }

    mutating func change(
      _ params: DidChangeTextDocumentParams, in encoding: PositionEncoding, limit: Int,
      revision: Int
    ) -> SyncProblem? {
      let changes = params.contentChanges
      let isWhole = changes.contains { $0.range == nil }
      // Before LSP 3.16 the version may be absent; then the order of arrival decides.
      let changed = params.textDocument.version ?? version
      let isOlder = changed < version
      if isOlder, !isWhole {
        guard gap?.add(changes, of: changed) == true, let gap else { return .oldVersion }
        (document, self.revision) = (gap.text, revision)
        if gap.isClosed { self.gap = nil }
        return .lateChange
      }
      // A replacement of the whole text is accepted at any version: clients may restart their
      // version numbers.
      if isWhole {
        gap = nil
      } else if changed == version {
        if gap?.append(changes, to: changed) == false { return .oldVersion }
      } else {
        let isJump = changed > version &+ 1  // The version is not the greatest number there is.
        if isJump, gap == nil { gap = VersionGap(after: version, document, in: encoding) }
        let isInGap = gap?.add(changes, of: changed) == true
        if !isInGap || gap?.isClosed == true { gap = nil }
      }
      let wasTooLong = isLonger(than: limit)
      apply(changes, in: encoding, revision)
      (version, self.revision) = (changed, revision)
      if isLonger(than: limit), !wasTooLong { return .tooLong }
      return isOlder ? .olderText : nil
    }

    private mutating func apply(
      _ changes: [TextDocumentContentChangeEvent], in encoding: PositionEncoding, _ next: Int
    ) {
      guard changes.count == 1, let change = changes.first, let changedRange = change.range else {
        foreignMemory.textWillChange(document.snapshot, revision: revision, to: next, by: nil)
        return document.apply(changes, in: encoding)
      }
      let range = document.snapshot.utf8Range(of: changedRange, in: encoding)
      foreignMemory.textWillChange(
        document.snapshot, revision: revision, to: next, by: (range, change.text))
      document.replace(range, with: change.text)
    }
  }

  enum SyncProblem: String {
    case reopened = "didOpen of a document that is already open: its text was replaced"
    case notOpen = "a notification for a document that is not open was ignored"
    case oldVersion = "didChange with an older version was ignored"
    case olderText = "didChange with an older version and the whole text was applied"
    case lateChange = "didChange that arrived late was applied in the order of its version"
    case differentText =
      "didSave with a text that differs from didChange: the server uses the text of didSave"
    case escapedText = "didSave with \\n for line ends: the server uses the text of didChange"
    case tooLong = "a document is now larger than 16 MiB and has no highlighting or other features"
  }

  /// The longest text that features handle, in bytes.
  static let limit = 16 << 20

  let encoding: PositionEncoding
  private let limit: Int
  private let note: @Sendable (DocumentURI) -> String?
  private var entries: [DocumentURI: Entry] = [:]
  /// The current URIs of documents whose files were renamed, by their earlier URIs. An entry is
  /// removed once the client closes or reopens the document.
  private var newNames: [DocumentURI: DocumentURI] = [:]
  private var lastRevision = 0

  /// `note` returns the ID of a document's note.
  init(
    encoding: PositionEncoding, limit: Int = DocumentStore.limit,
    note: @escaping @Sendable (DocumentURI) -> String? = { $0.note?.id }
  ) {
    (self.encoding, self.limit, self.note) = (encoding, limit, note)
  }

  /// The documents for features, without those that are too long. Cost: one entry each; texts and
  /// trees are shared.
  var snapshots: [DocumentURI: OpenDocument] {
    entries.compactMapValues { isTooLong($0) ? nil : value($0) }
  }

  var all: [OpenDocument] { entries.values.map(value) }

  subscript(uri: DocumentURI) -> OpenDocument? { entries[currentName(of: uri)].map(value) }

  /// Called for each block that an analysis examines, so it must be fast.
  func revision(of uri: DocumentURI) -> Int? { entries[currentName(of: uri)]?.revision }

  mutating func apply(
    to uri: String, _ change: (inout DocumentStore) -> SyncProblem?
  ) -> (SyncProblem?, OpenDocument?) {
    let irregularity = change(&self)
    return (irregularity, self[DocumentURI(uri)])
  }

  mutating func open(_ item: TextDocumentItem) -> SyncProblem? {
    let uri = DocumentURI(item.uri)
    let isRenamed = newNames.contains { $0.value == uri }
    newNames = newNames.filter { $0.key != uri && $0.value != uri }
    let old = entries[uri]
    let entry = Entry(
      name: uri, version: item.version, document: MiniMarkdownDocument(item.text),
      revision: nextRevision())
    entries[uri] = entry
    if isTooLong(entry) { return .tooLong }
    return old == nil || isRenamed ? nil : .reopened
  }

  mutating func change(_ params: DidChangeTextDocumentParams) -> SyncProblem? {
    let uri = currentName(of: DocumentURI(params.textDocument.uri))
    let revision = nextRevision()
    guard let index = entries.index(forKey: uri) else { return .notOpen }
    // Changes the entry in place, so that the text is not copied.
    return entries.values[index].change(params, in: encoding, limit: limit, revision: revision)
  }

  mutating func save(_ params: DidSaveTextDocumentParams) -> SyncProblem? {
    let uri = currentName(of: DocumentURI(params.textDocument.uri))
    guard let entry = entries[uri] else { return .notOpen }
    guard let text = params.text,
      !text.hasBytes(of: entry.document.snapshot.text)
    else { return nil }
    guard !isEscaped(text, of: entry.document.snapshot.text) else { return .escapedText }
    let revision = nextRevision()
    entries[uri]?.document = MiniMarkdownDocument(text)
    entries[uri]?.revision = revision
    entries[uri]?.gap = nil
    return .differentText
  }

  /// Returns whether `saved` is `text` with a backslash and an `n` for each line end, as ALE 3.3
  /// sends it. Nothing is lost: ALE sends the correct text just before.
  private func isEscaped(_ saved: String, of text: String) -> Bool {
    saved.utf8.elementsEqual(text.utf8.lazy.flatMap { $0 == 0x0A ? [0x5C, 0x6E] : [$0] })
  }

  private mutating func nextRevision() -> Int {
    lastRevision += 1
    return lastRevision
  }

  mutating func close(_ document: TextDocumentIdentifier) -> SyncProblem? {
    let uri = currentName(of: DocumentURI(document.uri))
    newNames = newNames.filter { $0.value != uri }
    return entries.removeValue(forKey: uri) == nil ? .notOpen : nil
  }

  /// Renames an open document. Clients later close the document and reopen it under the new URI;
  /// until then, both URIs name this document. Returns false if it is not open, or if another
  /// document has the new URI.
  mutating func rename(_ file: FileRename) -> Bool {
    let (old, new) = (currentName(of: DocumentURI(file.oldUri)), DocumentURI(file.newUri))
    guard entries[new] == nil, var entry = entries.removeValue(forKey: old) else { return false }
    entry.name = new
    entries[new] = entry
    newNames = newNames.mapValues { $0 == old ? new : $0 }
    newNames[old] = new
    newNames[new] = nil
    return true
  }

  private func currentName(of uri: DocumentURI) -> DocumentURI {
    newNames.isEmpty || entries.keys.contains(uri) ? uri : newNames[uri] ?? uri
  }

  private func value(_ entry: Entry) -> OpenDocument {
    OpenDocument(
      name: entry.name, version: entry.version, snapshot: entry.document.snapshot,
      isTooLong: isTooLong(entry), revision: entry.revision, note: note(entry.name),
      foreignMemory: entry.foreignMemory)
  }

  private func isTooLong(_ entry: Entry) -> Bool { entry.isLonger(than: limit) }
}
