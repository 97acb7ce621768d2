public import PackratParsing

/// An image: `![what it shows](where it is)`.
public struct Image: Sendable, Equatable {
  /// The address of the image, as written: in a note the key under which it is stored.
  public var target: String
  /// The bytes of the target, from the start of the text.
  public var range: Range<Int>

  /// The text of an image that shows what is at `target`, in words `description`.
  public static func text(_ description: String, _ target: String) -> String {
    ["!", "[", description, "](", target, ")"].joined()
  }

  /// All images of a text, in order. Cost: one parse.
  public static func all(in text: String) -> [Image] {
    MiniMarkdownDocument(text).snapshot.roots.flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}

extension Block {
  /// The images in the block, in order. Cost: linear in the nodes.
  public func images(of document: DocumentSnapshot) -> [Image] {
    document.roots(of: self).flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}
