import Base
import MiniMarkdown
import NoteGenerator
import PackratParsing

/// A document in an editor: each edit is timed and undone.
final class Typist {
  private(set) var document: MiniMarkdownDocument
  /// The text when no edit is in progress.
  let utf8: [UInt8]
  private let text: String
  private var random: SeededGenerator

  init(_ text: String, seed: UInt64) {
    self.text = text
    document = MiniMarkdownDocument(text)
    utf8 = Array(text.utf8)
    random = SeededGenerator(seed: seed)
  }

  /// Applies `preparations`, times `edit`, and undoes everything. Returns nanoseconds. `whileTyped`
  /// receives the document after `edit`.
  func time(
    _ edit: Edit, after preparations: [Edit] = [],
    whileTyped: (MiniMarkdownDocument) -> Void = { _ in }
  ) -> UInt64 {
    for preparation in preparations { apply(preparation) }
    let time = Stopwatch.time { apply(edit) }
    whileTyped(document)
    apply(edit.undone)
    for preparation in preparations.reversed() { apply(preparation.undone) }
    return time
  }

  /// Returns the counters of `edit` after `preparations`, and undoes everything.
  func statistics(of edit: Edit, after preparations: [Edit] = []) -> EditStatistics {
    var statistics = EditStatistics()
    _ = time(edit, after: preparations) { statistics = $0.lastEdit }
    return statistics
  }

  /// Returns the insertion of a plain character at a random scalar boundary.
  func randomKey(in range: Range<Int>? = nil) -> Edit {
    let range = range ?? 0..<utf8.count + 1
    var offset = Int.random(in: range, using: &random)
    while offset > 0, offset < utf8.count, utf8[offset] & 0xC0 == 0x80 { offset -= 1 }
    let key = "etaoinshrdlucmfwypvbgkjqxz  .,".randomElement(using: &random) ?? "e"
    return .insert(String(key), at: offset)
  }

  func randomOffset(of offsets: [Int]) -> Int? { offsets.randomElement(using: &random) }

  func reopen() { document = MiniMarkdownDocument(text) }

  private func apply(_ edit: Edit) { document.replace(edit.range, with: edit.inserted) }
}
