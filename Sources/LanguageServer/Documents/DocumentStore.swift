import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A document the client has open, as it was when a request was read.
struct OpenDocument: Sendable {
  /// The name the client uses.
  var uri: String
  /// The client's version of the text.
  var version: Int
  var snapshot: DocumentSnapshot
  /// Another one for every text that a document had, of all there were: clients count their versions
  /// anew when they open a document again.
  var revision = 0
}

/// The open documents, whose text belongs to the client: nothing else is ever read for them.
struct DocumentStore {
  private struct Entry {
    var uri: String
    var version: Int
    var document: MiniMarkdownDocument
    var revision: Int
  }

  /// What a notification did that the log should know.
  enum Irregularity: String {
    case reopened = "didOpen of an open document: replaced"
    case notOpen = "a notification for a document that is not open: ignored"
    case oldVersion = "didChange with a version that is not newer: ignored"
    case differentText = "didSave with another text than was sent: taken over"
  }

  let encoding: PositionEncoding
  private var entries: [DocumentURI: Entry] = [:]
  private var lastRevision = 0

  init(encoding: PositionEncoding) { self.encoding = encoding }

  /// The documents as values. Cost: one entry each; texts and trees are shared.
  var snapshots: [DocumentURI: OpenDocument] {
    entries.mapValues {
      OpenDocument(
        uri: $0.uri, version: $0.version, snapshot: $0.document.snapshot, revision: $0.revision)
    }
  }

  /// The document `uri` as a value, if it is open.
  subscript(uri: DocumentURI) -> OpenDocument? {
    entries[uri].map {
      OpenDocument(
        uri: $0.uri, version: $0.version, snapshot: $0.document.snapshot, revision: $0.revision)
    }
  }

  mutating func open(_ item: TextDocumentItem) -> Irregularity? {
    let uri = DocumentURI(item.uri)
    let wasOpen = entries[uri] != nil
    entries[uri] = Entry(
      uri: item.uri, version: item.version, document: MiniMarkdownDocument(item.text),
      revision: nextRevision())
    return wasOpen ? .reopened : nil
  }

  /// Applies the changes in their order, each to the result of the one before.
  mutating func change(_ params: DidChangeTextDocumentParams) -> Irregularity? {
    let uri = DocumentURI(params.textDocument.uri)
    guard var entry = entries.removeValue(forKey: uri) else { return .notOpen }
    defer { entries[uri] = entry }
    guard params.textDocument.version > entry.version else { return .oldVersion }
    for change in params.contentChanges {
      if let range = change.range {
        let bytes = entry.document.snapshot.utf8Range(of: range, in: encoding)
        entry.document.replace(bytes, with: change.text)
      } else {
        entry.document = MiniMarkdownDocument(change.text)
      }
    }
    entry.version = params.textDocument.version
    entry.revision = nextRevision()
    return nil
  }

  mutating func save(_ params: DidSaveTextDocumentParams) -> Irregularity? {
    let uri = DocumentURI(params.textDocument.uri)
    guard let entry = entries[uri] else { return .notOpen }
    guard let text = params.text,
      !text.utf8.elementsEqual(entry.document.snapshot.text.utf8)
    else { return nil }
    let revision = nextRevision()
    entries[uri]?.document = MiniMarkdownDocument(text)
    entries[uri]?.revision = revision
    return .differentText
  }

  private mutating func nextRevision() -> Int {
    lastRevision += 1
    return lastRevision
  }

  mutating func close(_ document: TextDocumentIdentifier) -> Irregularity? {
    entries.removeValue(forKey: DocumentURI(document.uri)) == nil ? .notOpen : nil
  }
}
