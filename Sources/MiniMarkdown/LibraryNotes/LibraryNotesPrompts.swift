package import PackratParsing

/// The prompts that the app finds in a note's text and expects to be stored, and the ranges where
/// it crashes.
package struct LibraryNotesPrompts: Sendable {
  /// The prompts of all blocks, with equal blocks only once; some may contain no prompts.
  package private(set) var collections: [PromptCollection] = []
  /// The ranges at which the app crashes, in UTF-8 bytes. With any, the app cannot open the note.
  /// An empty range, only from `init(_:ours:)`, stands for a crash in an unknown range.
  package private(set) var crashes: [Range<Int>] = []
  private var counts: [BlockBytes: Int] = [:]

  /// Finds the app's prompts in a text in which this program finds `ours`.
  ///
  /// Cost: linear; one scan for texts without characters of several scalars or UTF-16 units.
  package init(_ text: String, ours: [PromptCollection]) {
    self.init(text, isLong: false) { ours.map { ($0, 0..<0) } }
  }

  /// Finds the app's prompts in a document. Above 64 KiB, each block is read by itself, as if the
  /// app split the document into the blocks of this program. Cost: as for `init(_:ours:)`.
  package init(_ document: DocumentSnapshot) {
    let text = document.text
    self.init(text, isLong: document.count > 1 << 16) {
      document.promptBlocks(in: 0..<document.count).map { ($0.prompts, $0.syntax.range) }
    }
  }

  /// Returns the ranges of a document at which the app crashes. Cost: that of `init(_:)`; for most
  /// texts, one scan of the bytes.
  package static func crashes(in document: DocumentSnapshot) -> [Range<Int>] {
    let mayCrash = document.utf8(in: 0..<document.count)
      .withUnsafeBufferPointer(ClusterText.mayHaveWideCharactersAtLineEnds)
    return mayCrash ? LibraryNotesPrompts(document).crashes : []
  }

  private init(_ text: String, isLong: Bool, ours: () -> [(PromptCollection, Range<Int>)]) {
    let mayDiffer = ClusterText.mayHaveWideCharacters(text)
    let app = mayDiffer && !isLong ? ClusterText(text, by: .units) : nil
    guard let app, app.hasClusters else {
      for (prompts, range) in ours() { add(prompts) { range } }
      return
    }
    let reading = LibraryNotesReading(app)
    guard !reading.isPastEnd else {
      crashes = [0..<text.utf8.count]
      return
    }
    for block in reading.blocks {
      // `add` computes the number of clozes.
      let prompts = PromptCollection(
        kind: block.kind, rawValue: app.text(block.range), promptCount: 1)
      add(prompts, isKnown: false) { app.bytes(block.range) }
    }
  }

  /// Creates a value for a text in which the app finds exactly `collections`.
  package init(of collections: [PromptCollection]) {
    self.collections = collections
    for prompts in collections { counts[BlockBytes(prompts)] = prompts.promptCount }
  }

  /// Adds a block that the app finds, with the number of prompts that it finds in the block by
  /// itself.
  private mutating func add(
    _ prompts: PromptCollection, isKnown: Bool = true, range: () -> Range<Int>
  ) {
    let block = BlockBytes(prompts)
    guard counts[block] == nil else { return }
    var prompts = prompts
    if prompts.kind == .cloze, !isKnown || ClusterText.mayHaveWideCharacters(prompts.rawValue) {
      guard let count = LibraryNotesReading.clozeCount(of: prompts.rawValue) else {
        return crashes.append(range())
      }
      prompts.promptCount = count
    }
    counts[block] = prompts.promptCount
    collections.append(prompts)
  }

  /// Returns whether the app finds exactly these prompts.
  package func contains(_ prompts: PromptCollection) -> Bool {
    counts[BlockBytes(prompts)] == prompts.promptCount
  }
}

/// The kind and bytes of a block. (Swift strings treat `é` and `e\u{301}` as equal.)
private struct BlockBytes: Hashable {
  package var kind: PromptCollection.Kind
  package var bytes: [UInt8]

  package init(_ prompts: PromptCollection) {
    kind = prompts.kind
    bytes = Array(prompts.rawValue.utf8)
  }
}
