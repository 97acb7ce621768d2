package import PackratParsing

/// The prompts that the app finds in a note's text, which it expects to be stored, and the places
/// where it crashes.
package struct LibraryNotesPrompts: Sendable {
  /// Equal blocks once; some may hold no prompt at all.
  package private(set) var collections: [PromptCollection] = []
  /// The places at which the app crashes, in UTF-8 bytes: it cannot open a note with such a text.
  /// None is empty.
  package private(set) var crashes: [Range<Int>] = []
  private var counts: [BlockBytes: Int] = [:]

  /// Reads a text in which we find `ours`.
  ///
  /// Cost: of most texts none. Linear in clozes with emoji and the like, and in a text that has
  /// characters of several scalars, with about a microsecond for each.
  package init(_ text: String, ours: [PromptCollection]) {
    self.init(text, isLong: false) { ours.map { ($0, 0..<0) } }
  }

  /// Reads the text of a document. Cost: as above; but of a text of more than 64 KiB each block is
  /// read by itself, as if the app saw it where we do.
  package init(_ document: DocumentSnapshot) {
    let text = document.text
    self.init(text, isLong: document.count > 1 << 16) {
      document.promptBlocks(in: 0..<document.count).map { ($0.prompts, $0.syntax.range) }
    }
  }

  /// The places in a document at which the app crashes. Cost: that of `init(_:)`; of most texts that of
  /// looking at each byte.
  package static func crashes(in document: DocumentSnapshot) -> [Range<Int>] {
    let mayCrash = document.utf8(in: 0..<document.count)
      .withUnsafeBufferPointer(ClusterText.mayHaveWideCharactersAtLineEnds)
    return mayCrash ? LibraryNotesPrompts(document).crashes : []
  }

  private init(_ text: String, isLong: Bool, ours: () -> [(PromptCollection, Range<Int>)]) {
    let mayDiffer = ClusterText.mayHaveWideCharacters(text)
    let app = mayDiffer && !isLong ? ClusterText(text, by: .units) : nil
    guard let app, app.hasClusters else {
      for (prompts, place) in ours() { add(prompts) { place } }
      return
    }
    let reading = LibraryNotesReading(app)
    guard !reading.isPastEnd else {
      crashes = [0..<text.utf8.count]
      return
    }
    for block in reading.blocks {
      // The number of its clozes follows.
      let prompts = PromptCollection(
        kind: block.kind, rawValue: app.text(block.places), promptCount: 1)
      add(prompts, isKnown: false) { app.bytes(block.places) }
    }
  }

  /// The app finds these.
  package init(of collections: [PromptCollection]) {
    self.collections = collections
    for prompts in collections { counts[BlockBytes(prompts)] = prompts.promptCount }
  }

  /// Adds a block that the app finds, with as many prompts as it finds in the block by itself.
  private mutating func add(
    _ prompts: PromptCollection, isKnown: Bool = true, place: () -> Range<Int>
  ) {
    let block = BlockBytes(prompts)
    guard counts[block] == nil else { return }
    var prompts = prompts
    if prompts.kind == .cloze, !isKnown || ClusterText.mayHaveWideCharacters(prompts.rawValue) {
      guard let count = LibraryNotesReading.clozeCount(of: prompts.rawValue) else {
        return crashes.append(place())
      }
      prompts.promptCount = count
    }
    counts[block] = prompts.promptCount
    collections.append(prompts)
  }

  /// Whether the app finds just these prompts.
  package func contains(_ prompts: PromptCollection) -> Bool {
    counts[BlockBytes(prompts)] == prompts.promptCount
  }
}

/// A block's kind and its bytes. (`é` and `e\u{301}` are one to Swift's strings.)
private struct BlockBytes: Hashable {
  package var kind: PromptCollection.Kind
  package var bytes: [UInt8]

  package init(_ prompts: PromptCollection) {
    kind = prompts.kind
    bytes = Array(prompts.rawValue.utf8)
  }
}
