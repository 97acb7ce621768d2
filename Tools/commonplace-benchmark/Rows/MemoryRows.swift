import MiniMarkdown
import PackratParsing

/// The memory of a document beyond its text.
enum MemoryRows {
  static let all: [Row] = [(1_000_000, "1 MB"), (10_000_000, "10 MB")].map { byteCount, size in
    Row(
      id: "memory-\(byteCount / 1_000_000)", name: "memory above the text, \(size)",
      bar: .atMost(4, "bytes a byte")
    ) { bench in measure(bench, byteCount) }
  }

  /// Returns a document of a copy of `text`, so that it does not share memory with `text`.
  @inline(never)
  private static func opened(_ text: String) -> MiniMarkdownDocument {
    MiniMarkdownDocument(String(decoding: text.utf8, as: UTF8.self))
  }

  /// Measures how much the heap grows by creating text and document, minus the size of the text;
  /// and again after edits.
  private static func measure(_ bench: Bench, _ byteCount: Int) -> Figure {
    let edits = { () -> [Edit] in
      let typist = bench.typist(byteCount)
      return (0..<bench.counted).map { _ in typist.randomKey() }
    }()
    _ = MiniMarkdownDocument("# All that is made once\n\nis made here.")
    guard let before = Heap.bytesInUse else {
      return .skipped("this system's C library does not report the size of its heap")
    }
    var document = opened(bench.notes(byteCount))
    let after = Heap.bytesInUse ?? before
    for edit in edits {
      document.replace(edit.range, with: edit.inserted)
      document.replace(edit.undone.range, with: edit.undone.inserted)
    }
    let afterEdits = Heap.bytesInUse ?? before
    withExtendedLifetime(document) {}
    func above(_ heap: Int) -> Double { Double(heap - before - byteCount) / Double(byteCount) }
    return .value(
      above(after),
      detail: "heap in use according to malloc_info; \(above(afterEdits).short) after "
        + "\(bench.counted * 2) edits")
  }
}
