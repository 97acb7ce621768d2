import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A jump from one version of a document to a later one, and the changes since then. Versions may
/// jump. But Helix 25.01 sends quick changes in any order, so that skipped versions arrive late.
/// Each change applies to the text of the previous version.
struct VersionGap {
  /// The maximum number of changes to keep; beyond it, missing changes are not awaited.
  private static let limit = 256

  /// The last version up to which no change is missing.
  private var version: Int
  /// The text of `version`. It shares memory with later texts.
  private var document: MiniMarkdownDocument
  private let encoding: PositionEncoding
  private var changes: [Int: [TextDocumentContentChangeEvent]] = [:]

  init(after version: Int, _ document: MiniMarkdownDocument, in encoding: PositionEncoding) {
    (self.version, self.document, self.encoding) = (version, document, encoding)
  }

  /// Whether no change is missing, or too many changes are kept.
  var isClosed: Bool { changes.isEmpty || changes.count > Self.limit }

  /// Adds the changes of a version; none of them may replace the whole text. Returns false if the
  /// version is not after `version`, or was added before.
  mutating func add(_ new: [TextDocumentContentChangeEvent], of added: Int) -> Bool {
    guard added > version, changes[added] == nil else { return false }
    changes[added] = new
    while let next = changes.removeValue(forKey: version &+ 1) {
      document.apply(next, in: encoding)
      version &+= 1
    }
    return true
  }

  /// Adds more changes to a version that was added before. Returns false if it was not added, or if
  /// the changes are the same: a client that sends in any order sends some twice.
  mutating func append(_ new: [TextDocumentContentChangeEvent], to version: Int) -> Bool {
    guard let old = changes[version], old != new else { return false }
    changes[version] = old + new
    return true
  }

  var text: MiniMarkdownDocument {
    var text = document
    for (_, changes) in changes.sorted(by: { $0.key < $1.key }) {
      text.apply(changes, in: encoding)
    }
    return text
  }
}

extension MiniMarkdownDocument {
  /// Applies a client's changes in order, each to the result of the previous one.
  mutating func apply(_ changes: [TextDocumentContentChangeEvent], in encoding: PositionEncoding) {
    for change in changes {
      if let range = change.range {
        replace(snapshot.utf8Range(of: range, in: encoding), with: change.text)
      } else {
        self = MiniMarkdownDocument(change.text)
      }
    }
  }
}
