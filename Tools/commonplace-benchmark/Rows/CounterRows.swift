import MiniMarkdown
import PackratParsing

/// Costs that are counted, not timed: equal on every run and every machine.
enum CounterRows {
  static let all: [Row] = [
    Row(
      id: "examined", name: "bytes examined beyond twice the damaged blocks, the worst random key",
      bar: .atMost(128, "bytes"), measure: examined),
    Row(
      id: "examined-structure",
      name: "bytes examined beyond twice the damaged blocks, the worst structural key",
      bar: .atMost(128, "bytes"), measure: examinedByStructure),
    Row(
      id: "examined-same",
      name: "keys that cost more or fewer bytes in 10 KB of notes than inside 10 MB of notes",
      bar: .atMost(0, "keys", words: "none"), measure: same),
    Row(
      id: "repeatable", name: "keys whose counters differ from run to run",
      bar: .atMost(0, "keys", words: "none"),
      measure: repeatable),
    Row(
      id: "snapshot", name: "bytes copied for a key while a snapshot is held, 10 MB against 10 KB",
      bar: .atMost(4, "times", words: "at most 4 times: a logarithm"), measure: snapshot),
  ]

  private static func examined(_ bench: Bench) -> Figure {
    var worst = Worst()
    for byteCount in [10_000, 10_000_000] {
      let typist = bench.typist(byteCount)
      for _ in 0..<bench.counted { worst.add(typist.statistics(of: typist.randomKey())) }
    }
    return worst.figure
  }

  private static func examinedByStructure(_ bench: Bench) -> Figure {
    var worst = Worst()
    let typist = bench.typist(1_000_000)
    let offsets = EditOffsets(typist.utf8)
    for key in StructuralKey.all {
      for _ in 0..<bench.counted / 5 {
        guard let offset = typist.randomOffset(of: key.offsets(offsets)) else { continue }
        let edit = key.edit(offset, typist.utf8)
        worst.add(typist.statistics(of: edit, after: key.preparations(offset)))
      }
    }
    return worst.figure
  }

  /// Compares keys in the same notes, alone and surrounded by other notes. Keys near the ends are
  /// excluded.
  private static func same(_ bench: Bench) -> Figure {
    let notes = bench.notes(10_000)
    let half = bench.notes(5_000_000)
    let alone = Typist(notes, seed: Bench.seed)
    let amid = Typist("\(half)\n\(notes)\n\(half)", seed: Bench.seed)
    var differing = 0
    var examined = Samples()
    for _ in 0..<bench.counted {
      var key = alone.randomKey(in: 1_000..<9_000)
      let cost = alone.statistics(of: key)
      key.offset += half.utf8.count + 1
      let otherCost = amid.statistics(of: key)
      if cost.bytes != otherCost.bytes { differing += 1 }
      examined.add(UInt64(otherCost.examinedBytes))
    }
    return .value(
      Double(differing),
      detail: "of \(bench.counted) keys; bytes examined in 10 MB: median "
        + "\(examined.median.short), maximum \(examined.quantile(1).short)")
  }

  private static func repeatable(_ bench: Bench) -> Figure {
    var runs: [[EditStatistics]] = []
    for _ in 0..<2 {
      let typist = bench.typist(1_000_000)
      runs.append((0..<bench.counted).map { _ in typist.statistics(of: typist.randomKey()) })
    }
    let differing = zip(runs[0], runs[1]).count { $0 != $1 }
    let sum = runs[0].reduce(0) { $0 + $1.examinedBytes + $1.damagedBytes + $1.parsedBytes }
    return .value(
      Double(differing),
      detail: "of \(bench.counted) keys; bytes examined, damaged and parsed in all, on "
        + "every machine: \(Double(sum).short)")
  }

  private static func snapshot(_ bench: Bench) -> Figure {
    func copied(_ byteCount: Int) -> (bytes: Samples, time: Samples) {
      let typist = bench.typist(byteCount)
      var result = (bytes: Samples(), time: Samples())
      for _ in 0..<bench.counted {
        let held = typist.document.snapshot
        let time = typist.time(typist.randomKey()) {
          result.bytes.add(UInt64($0.lastEdit.copiedBytes))
        }
        result.time.add(time)
        withExtendedLifetime(held) {}
      }
      return result
    }
    let short = copied(10_000)
    let long = copied(10_000_000)
    return .value(
      long.bytes.median / max(1, short.bytes.median),
      detail: "\(long.bytes.median.short) / \(short.bytes.median.short) bytes, most "
        + "\(long.bytes.quantile(1).short) / \(short.bytes.quantile(1).short); "
        + "\(long.time.median.duration) / \(short.time.median.duration)")
  }
}

/// The edit with the greatest `excess`.
private struct Worst {
  private var worst: EditStatistics?
  private var count = 0

  mutating func add(_ cost: EditStatistics) {
    count += 1
    if worst.map({ $0.excess < cost.excess }) ?? true { worst = cost }
  }

  var figure: Figure {
    guard let worst else { return .skipped("this key cannot be typed anywhere in the notes") }
    return .value(
      Double(worst.excess),
      detail: "\(worst.examinedBytes) examined, \(worst.damagedBytes) damaged; "
        + "the worst of \(count)")
  }
}

extension EditStatistics {
  fileprivate var excess: Int { examinedBytes - 2 * damagedBytes }

  /// The counts that must not depend on the surrounding text; copying may grow logarithmically.
  fileprivate var bytes: [Int] { [examinedBytes, damagedBytes, parsedBytes] }
}
