import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A jump from one version of a document to a later one, and the changes since. Versions may jump;
/// but Helix 25.01 sends changes that follow each other fast in any order, and then the missing
/// ones come late. Each applies to the text of the versions before it.
struct VersionGap {
  /// The most changes that are kept. Later changes are not waited for.
  private static let limit = 256

  /// The last text before which nothing is missing, and its version. Cost: the parts that it shares
  /// with later ones take no memory.
  private var version: Int
  private var document: MiniMarkdownDocument
  private let encoding: PositionEncoding
  /// The changes of later versions.
  private var changes: [Int: [TextDocumentContentChangeEvent]] = [:]

  init(after version: Int, _ document: MiniMarkdownDocument, in encoding: PositionEncoding) {
    (self.version, self.document, self.encoding) = (version, document, encoding)
  }

  /// Whether nothing can belong here any more.
  var isClosed: Bool { changes.isEmpty || changes.count > Self.limit }

  /// Adds the changes of a version, which do not replace the whole text. Returns false if it does
  /// not belong here, or is here already.
  mutating func add(_ new: [TextDocumentContentChangeEvent], of added: Int) -> Bool {
    guard added > version, changes[added] == nil else { return false }
    changes[added] = new
    while let next = changes.removeValue(forKey: version &+ 1) {
      document.apply(next, in: encoding)
      version &+= 1
    }
    return true
  }

  /// Adds other changes under the version of the latest change. Returns false if they are here
  /// already: a client that sends in any order sends some twice.
  mutating func append(_ new: [TextDocumentContentChangeEvent], to version: Int) -> Bool {
    guard let old = changes[version], old != new else { return false }
    changes[version] = old + new
    return true
  }

  /// The text with all changes that are here.
  var text: MiniMarkdownDocument {
    var text = document
    for (_, changes) in changes.sorted(by: { $0.key < $1.key }) {
      text.apply(changes, in: encoding)
    }
    return text
  }
}

extension MiniMarkdownDocument {
  /// Applies a client's changes in their order, each to the result of the one before.
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
