import PackratParsing

/// The parts of a text that rules about whole texts examine. Stored, so that after an edit only the
/// blocks around it are read again.
struct TextFacts: Sendable {
  struct Heading: Sendable {
    /// The range of its line, in UTF-8 bytes.
    var range: Range<Int>
    var level: Int
    var isEmpty: Bool
  }

  let snapshot: DocumentSnapshot
  let kind: TextKind
  let foreign: ForeignText
  /// The questions, hashtags, images and links. In a note, links in fenced code and comments are
  /// omitted; in a file, everything in foreign text.
  fileprivate(set) var references = NoteReferences()
  /// For a file, without headings in foreign text.
  fileprivate(set) var headings: [Heading] = []
}

extension TextFacts {
  /// Cost: linear.
  init(_ snapshot: DocumentSnapshot, in kind: TextKind) {
    self.init(snapshot: snapshot, kind: kind, foreign: ForeignText(snapshot))
    for block in snapshot.blocks { read(block, OccurringBytes(block.utf8)) }
    leaveOutForeignText()
  }

  /// Returns the violations of a rule about whole texts; empty for other rules.
  func diagnostics(by rule: DiagnosticRule) -> [NoteDiagnostic] {
    guard case .text(let find) = rule.finder, kind == .note || rule.texts == .notesAndFiles
    else { return [] }
    return find(self).filter { foreign.allows($0, in: kind) }
  }

  /// Reads a block. `bytes` are the bytes that occur in it.
  mutating func read(_ block: Block, _ bytes: OccurringBytes) {
    references.read(block, bytes)
    guard block.nodes.first?.kind == .header, let line = block.lines(in: block.range).first
    else { return }
    let level = line.prefix { block.byte(at: $0) == UInt8(ascii: "#") }.count
    let title = line.dropFirst(level)
    // Most titles contain a visible ASCII byte.
    let isEmpty =
      !title.contains { (0x21...0x7E).contains(block.byte(at: $0) ?? 0) }
      && block.text(in: title.startIndex..<title.endIndex).trimmed.isEmpty
    headings.append(Heading(range: line, level: level, isEmpty: isEmpty))
  }

  /// Removes references and headings in foreign text. In a note, the app also reads foreign text,
  /// so only links in fenced code and comments are removed.
  mutating func leaveOutForeignText() {
    if foreign.isEmpty { return }
    references.links.removeAll { foreign.hidesLinks(at: $0.start) }
    guard kind == .file else { return }
    references.questions.removeAll { foreign.contains($0.start) }
    references.hashtags.removeAll { foreign.contains($0.start) }
    references.images.removeAll { foreign.contains($0.start) }
    references.links.removeAll { foreign.contains($0.start) }
    headings.removeAll { foreign.contains($0.start) }
  }

  /// Reuses the results outside `patch` from an earlier version of the text.
  mutating func keep(_ old: TextFacts, outside patch: TextPatch) {
    references.questions = patch.apply(references.questions, to: old.references.questions)
    references.hashtags = patch.apply(references.hashtags, to: old.references.hashtags)
    references.images = patch.apply(references.images, to: old.references.images)
    references.links = patch.apply(references.links, to: old.references.links)
    headings = patch.apply(headings, to: old.headings)
  }
}

/// The part of a text that is read again after an edit; earlier results are reused outside of it.
struct TextPatch {
  let blocks: Range<Int>
  /// The offset at which these blocks begin, in both texts.
  private let start: Int
  /// The offset at which the blocks end in the old text.
  private let oldEnd: Int
  /// The number of bytes by which the text after the blocks has moved.
  private let shift: Int

  init(_ new: DocumentSnapshot, since old: DocumentSnapshot, _ changed: ChangedRecords) {
    shift = new.count - old.count
    let count = new.blockCount
    guard count > 0 else {
      (blocks, start, oldEnd) = (0..<0, 0, old.count)
      return
    }
    // A diagnostic depends on up to three blocks on either side.
    let first = max(0, (new.blockIndex(at: changed.new.lowerBound) ?? 0) - 4)
    let last = min(count - 1, (new.blockIndex(at: changed.new.upperBound) ?? 0) + 4)
    blocks = first..<max(first, last) + 1
    start = new.block(first)?.start ?? 0
    oldEnd = (last == count - 1 ? new.count : new.block(last)?.range.upperBound ?? 0) - shift
  }

  func apply<Finding: Movable>(_ found: [Finding], to old: [Finding]) -> [Finding] {
    let before = old.prefix { $0.start < start }
    let after = old[before.endIndex...].drop { $0.start < oldEnd }
    return before + found + (shift == 0 ? Array(after) : after.map { $0.moved(by: shift) })
  }
}

protocol Movable {
  var range: Range<Int> { get set }
  func moved(by bytes: Int) -> Self
}

extension Movable {
  var start: Int { range.lowerBound }

  func moved(by bytes: Int) -> Self {
    var moved = self
    moved.range = range.moved(by: bytes)
    return moved
  }
}

extension NoteDiagnostic: Movable {
  func moved(by bytes: Int) -> NoteDiagnostic {
    var moved = self
    moved.range = range.moved(by: bytes)
    moved.related = related.map { $0.moved(by: bytes) }
    return moved
  }
}

extension NoteReferences.Reference: Movable {}
extension TextFacts.Heading: Movable {}
extension NoteLink: Movable {}

extension Range<Int> {
  fileprivate func moved(by bytes: Int) -> Range<Int> {
    lowerBound + bytes..<upperBound + bytes
  }
}
