/// The other parsers, each loaded when first needed.
final class Peers {
  private(set) lazy var cmark: CMark? = CMark()
  private var treeSitters: [Int: TreeSitter] = [:]

  static let advice = "“script/bench --install-peers” installs it"

  /// Returns tree-sitter with `text`, ready for a key at `offset`; nil if it is not installed or
  /// does not start.
  func treeSitter(_ text: String, keyAt offset: Int) -> TreeSitter? {
    if let peer = treeSitters[offset] { return peer }
    let peer = TreeSitter(text: text, keyAt: offset)
    treeSitters[offset] = peer
    return peer
  }

  /// A line for cmark, if it is installed, and one for tree-sitter, if it was used.
  var descriptions: [String] {
    var descriptions: [String] = []
    if let cmark { descriptions.append("Peer: \(cmark.name), through its C library.") }
    if let peer = treeSitters.values.first {
      descriptions.append("Peer: \(peer.name), its block grammar, through its Python binding.")
    }
    return descriptions
  }
}
