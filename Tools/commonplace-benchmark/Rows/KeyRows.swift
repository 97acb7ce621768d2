/// The cost of a key in ordinary notes.
enum KeyRows {
  static let all: [Row] = [
    Row(
      id: "scratch", name: "one key in the middle of 1 MB of notes, against our parse from scratch",
      bar: .atLeast(1_000, "times as fast"), measure: scratch),
    Row(
      id: "growth", name: "a random key, 10 MB against 10 KB", bar: .atMost(1.6, "times"),
      measure: growth),
    Row(
      id: "p99", name: "p99 against the median of random keys, 1 MB", bar: .atMost(10, "times"),
      measure: p99),
    Row(
      id: "first-key", name: "the first key after opening 1 MB, against later ones",
      bar: .atMost(20, "times"), measure: firstKey),
  ]

  private static func scratch(_ bench: Bench) -> Figure {
    let typist = bench.typist(1_000_000)
    let parse = bench.scratch(bench.notes(1_000_000))
    let key = bench.key(typist, at: EditOffsets(typist.utf8).middleWord)
    Side.measure(parse, key, effort: bench.effort)
    return .ratio(parse, to: key)
  }

  private static func growth(_ bench: Bench) -> Figure {
    let long = bench.randomKeys(bench.typist(10_000_000))
    let short = bench.randomKeys(bench.typist(10_000))
    Side.measure(long, short, effort: bench.effort)
    return .ratio(long, to: short)
  }

  private static func p99(_ bench: Bench) -> Figure {
    let typist = bench.typist(1_000_000)
    let keys = Side(count: bench.effort.edits * 5) { typist.time(typist.randomKey()) }
    Side.measure(keys, effort: bench.effort)
    let p99 = keys.samples.quantile(0.99)
    return .value(
      p99 / max(1, keys.median),
      detail: "\(p99.duration) / \(keys.median.duration), slowest "
        + "\(keys.samples.quantile(1).duration)\(keys.shortfall)")
  }

  /// Each first key is typed in a new document. Later keys follow at least one other key in their
  /// document, and mostly ten or more.
  private static func firstKey(_ bench: Bench) -> Figure {
    let typist = bench.typist(1_000_000)
    let first = Side(count: bench.effort.edits) {
      typist.reopen()
      return typist.time(typist.randomKey())
    }
    var keysTyped = 0
    let later = Side(count: bench.effort.edits) {
      if keysTyped.isMultiple(of: 10) { for _ in 0..<10 { _ = typist.time(typist.randomKey()) } }
      keysTyped += 1
      return typist.time(typist.randomKey())
    }
    Side.measure(first, later, effort: bench.effort)
    return .ratio(first, to: later)
  }
}
