package import PackratParsing

/// An image: `![what it shows](where it is)`.
package struct Image: Sendable, Equatable {
  /// The address of the image, as written: in a note the key under which it is stored.
  package var target: String
  /// The bytes of the target, from the start of the text.
  package var range: Range<Int>

  /// The text of an image that shows what is at `target`, in words `description`.
  package static func text(_ description: String, _ target: String) -> String {
    ["!", "[", description, "](", target, ")"].joined()
  }

  /// All images of a text, in order. Cost: one parse.
  package static func all(in text: String) -> [Image] {
    MiniMarkdownDocument(text).snapshot.roots.flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}

extension Block {
  /// The images in the block, in order. Cost: linear in the nodes.
  package func images(of document: DocumentSnapshot) -> [Image] {
    document.roots(of: self).flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}
