package import PackratParsing

/// The edits of a text that rename some of its hashtags.
package struct HashtagEdits: Sendable {
  /// The edits, in order, without the `#`; they do not overlap. Hashtags that stay as they are have none.
  package private(set) var edits: [ByteEdit] = []
  /// The text with the edits made.
  package let text: String
  /// Whether its hashtags are those that were meant. They are not where the new text of one ends
  /// emphasis, for example, that began before it: `*a #b` becomes emphasis with `#b*`.
  package let isFaithful: Bool

  /// The edits of a parsed text. `prefix` returns, for a hashtag, the number of its first bytes to
  /// replace and the replacement, which begins with `#` too; nil if it stays. Cost: linear, and a
  /// parse of the new text if there are edits.
  /// Those in `foreign` text stay as they are.
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

  /// The same for a text that is not parsed yet.
  package init(text: String, prefix: (String) -> (length: Int, newPrefix: String)?) {
    self.init(MiniMarkdownDocument(text).snapshot, prefix: prefix)
  }
}
