/// The other parsers, each located when first needed.
final class Peers {
  private(set) lazy var cmark: CMark? = CMark()
  private var treeSitters: [Int: TreeSitter] = [:]

  static let advice = "script/bench --install-peers installs it"

  /// tree-sitter with `text`, prepared to type in the middle at `offset`.
  func treeSitter(_ text: String, keyAt offset: Int) -> TreeSitter? {
    if let peer = treeSitters[offset] { return peer }
    let peer = TreeSitter(text: text, keyAt: offset)
    treeSitters[offset] = peer
    return peer
  }

  /// The other programs that are installed.
  var descriptions: [String] {
    var descriptions: [String] = []
    if let cmark { descriptions.append("Peer: \(cmark.name), through its C library.") }
    if let peer = treeSitters.values.first {
      descriptions.append("Peer: \(peer.name), its block grammar, through its Python binding.")
    }
    return descriptions
  }
}
