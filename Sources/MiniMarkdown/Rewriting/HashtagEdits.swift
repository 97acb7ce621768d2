package import PackratParsing

package struct HashtagEdits: Sendable {
  /// The edits in order, not overlapping. The `#` is not part of an edit; unchanged hashtags have
  /// no edits.
  package private(set) var edits: [ByteEdit] = []
  package let text: String
  /// Whether the hashtags of the new text are the intended ones. A counterexample is a new name
  /// that ends emphasis that began before it: `*a #b` becomes emphasis with `#b*`.
  package let isFaithful: Bool

  /// Computes the edits for a parsed text. `prefix` returns the number of a hashtag's first bytes
  /// to replace and their replacement, which also begins with `#`; nil to keep the hashtag.
  /// Hashtags in `foreign` text are kept. Cost: linear, and a parse of the new text if there are
  /// edits.
  package init(
    _ document: DocumentSnapshot, except foreign: ForeignText? = nil,
    prefix: (String) -> (length: Int, newPrefix: String)?
  ) {
    var wanted: [String] = []
    for hashtag in document.hashtags() {
      guard foreign?.contains(hashtag.range.lowerBound) != true,
        let (length, newPrefix) = prefix(hashtag.text), length > 0
      else {
        wanted.append(hashtag.text)
        continue
      }
      let start = hashtag.range.lowerBound
      let bytes = hashtag.text.utf8
      wanted.append(newPrefix + String(Substring(bytes.dropFirst(length))))
      guard !bytes.prefix(length).elementsEqual(newPrefix.utf8) else { continue }
      edits.append(
        ByteEdit(
          start + 1..<start + min(length, bytes.count),
          String(newPrefix.unicodeScalars.dropFirst())))
    }
    guard !edits.isEmpty else {
      text = document.text
      isFaithful = true
      return
    }
    text = document.text(applying: edits)
    isFaithful = MiniMarkdownDocument(text).snapshot.hashtags().map(\.text) == wanted
  }

  package init(text: String, prefix: (String) -> (length: Int, newPrefix: String)?) {
    self.init(MiniMarkdownDocument(text).snapshot, prefix: prefix)
  }
}
