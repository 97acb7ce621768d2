package import PackratParsing

/// An image: `![description](target)`.
package struct Image: Sendable, Equatable {
  /// The target as written; in a note, the key under which the image is stored.
  package var target: String
  /// The range of the target, in UTF-8 bytes from the start of the text.
  package var range: Range<Int>

  package static func text(_ description: String, _ target: String) -> String {
    ["!", "[", description, "](", target, ")"].joined()
  }

  /// Returns all images of a text, in order. Cost: one parse.
  package static func all(in text: String) -> [Image] {
    MiniMarkdownDocument(text).snapshot.roots.flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}

extension Block {
  /// Returns the images in the block, in order. Cost: linear in the nodes.
  package func images(of document: DocumentSnapshot) -> [Image] {
    document.roots(of: self).flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}
