import MiniMarkdown
import NoteGenerator
import PackratParsing

/// The texts and notebooks that rows share, and the number of measurements.
final class Bench {
  static let seed: UInt64 = 2021

  let effort: Effort
  let peers = Peers()
  let notebooks = Notebooks(seed: Bench.seed)
  private var notes: [Int: String] = [:]
  private var reviewed: [Int: ReviewedNotebook] = [:]

  init(effort: Effort) { self.effort = effort }

  /// The number of edits that are counted rather than timed.
  var counted: Int { effort.edits }

  func notes(_ byteCount: Int) -> String {
    if let text = notes[byteCount] { return text }
    let text = GeneratedNotes.text(seed: Self.seed, byteCount: byteCount)
    notes[byteCount] = text
    return text
  }

  /// Returns a notebook with at least `promptCount` prompts, many of them due.
  func reviewed(_ promptCount: Int) throws -> ReviewedNotebook {
    if let notebook = reviewed[promptCount] { return notebook }
    let notebook = try ReviewedNotebook(notebooks.path(promptCount: promptCount))
    reviewed[promptCount] = notebook
    return notebook
  }

  func typist(_ byteCount: Int) -> Typist { Typist(notes(byteCount), seed: Self.seed) }

  /// Times building a document of `text`, without releasing it. With `intoFreshMemory`, freed
  /// memory is first returned to the kernel, so that the parse waits for memory pages.
  func scratch(_ text: String, count: Int? = nil, intoFreshMemory: Bool = false) -> Side {
    Side(count: count ?? effort.parses) {
      if intoFreshMemory { Heap.giveBackFreedMemory() }
      var document: MiniMarkdownDocument?
      let time = Stopwatch.time { document = MiniMarkdownDocument(text) }
      withExtendedLifetime(document) {}
      return time
    }
  }

  func key(_ typist: Typist, at offset: Int) -> Side {
    Side(count: effort.edits) { typist.time(.insert("e", at: offset)) }
  }

  func randomKeys(_ typist: Typist) -> Side {
    Side(count: effort.edits) { typist.time(typist.randomKey()) }
  }
}
