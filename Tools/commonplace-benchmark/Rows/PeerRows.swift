/// Other parsers on the same text in the same run. This program builds a complete document, ready
/// for editing; the others only build their tree. Releasing the result of a full parse is not
/// counted on any side. All keep freed memory, except for the figures “into fresh memory”.
enum PeerRows {
  static let all: [Row] = [
    Row(
      id: "cmark", name: "from scratch, 1 MB, against cmark, which does more per byte",
      bar: .atLeast(1, "times as fast", words: "no slower"), measure: cmark),
    Row(
      id: "tree-sitter", name: "from scratch, 1 MB, against tree-sitter's Markdown",
      bar: .atLeast(20, "times as fast"), measure: treeSitter),
    Row(
      id: "tree-sitter-key", name: "a key in the middle of 1 MB, against tree-sitter's Markdown",
      bar: .atLeast(200, "times as fast"), measure: treeSitterKey),
  ]

  private static func cmark(_ bench: Bench) -> Figure {
    guard let peer = bench.peers.cmark else {
      return .skipped("cmark is not installed; \(Peers.advice)")
    }
    let utf8 = Array(bench.notes(1_000_000).utf8)
    func parses(intoFreshMemory: Bool) -> (theirs: Side, ours: Side) {
      let theirs = Side(count: bench.effort.parses) {
        if intoFreshMemory { Heap.giveBackFreedMemory() }
        return peer.timeParsing(utf8)
      }
      let ours = bench.scratch(bench.notes(1_000_000), intoFreshMemory: intoFreshMemory)
      Side.measure(theirs, ours, effort: bench.effort)
      return (theirs, ours)
    }
    let (theirs, ours) = parses(intoFreshMemory: false)
    let fresh = parses(intoFreshMemory: true)
    return .ratio(
      theirs, to: ours,
      note: "; into fresh memory \(fresh.theirs.median.duration) / \(fresh.ours.median.duration)")
  }

  private static func treeSitter(_ bench: Bench) -> Figure {
    guard let peer = typingPeer(bench) else { return missing }
    let theirs = Side(count: bench.effort.parses) { peer.timeParsing() }
    let ours = bench.scratch(bench.notes(1_000_000))
    Side.measure(theirs, ours, effort: bench.effort)
    guard peer.isAnswering else { return gone }
    return .ratio(theirs, to: ours, note: "; its block grammar only")
  }

  private static func treeSitterKey(_ bench: Bench) -> Figure {
    guard let peer = typingPeer(bench) else { return missing }
    let typist = bench.typist(1_000_000)
    // The first keys after opening cost more, so they are not counted.
    let first = Double(peer.timeKey())
    for _ in 0..<10 { _ = peer.timeKey() }
    let theirs = Side(count: bench.effort.edits) { peer.timeKey() }
    let ours = bench.key(typist, at: EditOffsets(typist.utf8).middleWord)
    Side.measure(theirs, ours, effort: bench.effort)
    guard peer.isAnswering else { return gone }
    return .ratio(
      theirs, to: ours, note: "; its block grammar only, its first key \(first.duration)")
  }

  private static let missing = Figure.skipped("tree-sitter is not installed; \(Peers.advice)")

  private static let gone = Figure.skipped("tree-sitter's Python process ended too early")

  private static func typingPeer(_ bench: Bench) -> TreeSitter? {
    let text = bench.notes(1_000_000)
    return bench.peers.treeSitter(text, keyAt: EditOffsets(Array(text.utf8)).middleWord)
  }
}
