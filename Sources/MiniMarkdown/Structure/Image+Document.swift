public import PackratParsing

extension Block {
  /// The images in the block, in order. Cost: linear in the nodes.
  public func images(of document: DocumentSnapshot) -> [Image] {
    document.roots(of: self).flatMap { $0.all(.linkTarget) }
      .map { Image(target: $0.text, range: $0.range) }
  }
}
