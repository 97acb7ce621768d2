import PackratParsing

/// What rules about a whole text look at. It is kept, so that after an edit only the blocks it touches are
/// read again.
struct TextFacts: Sendable {
  /// A heading of the text.
  struct Heading: Sendable {
    /// Its line, in bytes.
    var range: Range<Int>
    /// 1 for `#` to 6 for `######`.
    var level: Int
    /// Whether its title is empty.
    var isEmpty: Bool
  }

  let snapshot: DocumentSnapshot
  let kind: TextKind
  let foreign: ForeignText
  /// The parts that refer to other notes; of a file, without those in foreign text.
  fileprivate(set) var references = NoteReferences()
  /// The headings; of a file, without those in foreign text.
  fileprivate(set) var headings: [Heading] = []
}

extension TextFacts {
  /// The facts of a whole text. Cost: linear.
  init(_ snapshot: DocumentSnapshot, in kind: TextKind) {
    self.init(snapshot: snapshot, kind: kind, foreign: ForeignText(snapshot))
    for block in snapshot.blocks { read(block, OccurringBytes(block.utf8)) }
    leaveOutForeignText()
  }

  /// What breaks a rule about whole texts of this kind; empty for other rules.
  func diagnostics(by rule: DiagnosticRule) -> [NoteDiagnostic] {
    guard case .text(let find) = rule.finder, kind == .note || rule.texts == .notesAndFiles
    else { return [] }
    return find(self).filter { foreign.allows($0, in: kind) }
  }

  /// Adds the facts of a block; `bytes` are those that occur in it.
  mutating func read(_ block: Block, _ bytes: OccurringBytes) {
    references.read(block, bytes)
    guard block.nodes.first?.kind == .header, let line = block.lines(in: block.range).first
    else { return }
    let level = line.prefix { block.byte(at: $0) == UInt8(ascii: "#") }.count
    let title = line.dropFirst(level)
    // In most titles a byte shows that there is one.
    let isEmpty =
      !title.contains { (0x21...0x7E).contains(block.byte(at: $0) ?? 0) }
      && block.text(in: title.startIndex..<title.endIndex).trimmed.isEmpty
    headings.append(Heading(range: line, level: level, isEmpty: isEmpty))
  }

  /// Leaves out what is none in foreign text. In a note the app reads that, too, but for links.
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

  /// Takes what is outside of `patch` from an earlier version of the text.
  mutating func keep(_ old: TextFacts, outside patch: TextPatch) {
    references.questions = patch.apply(references.questions, to: old.references.questions)
    references.hashtags = patch.apply(references.hashtags, to: old.references.hashtags)
    references.images = patch.apply(references.images, to: old.references.images)
    references.links = patch.apply(references.links, to: old.references.links)
    headings = patch.apply(headings, to: old.headings)
  }
}

/// The part of a text that is read again, and the way to keep the earlier results elsewhere.
struct TextPatch {
  /// The blocks of the new text that are looked at.
  let blocks: Range<Int>
  /// Their start, in both texts, and their end in the old one.
  private let start: Int
  private let oldEnd: Int
  /// The number of bytes by which the text after it has moved.
  private let shift: Int

  init(_ new: DocumentSnapshot, since old: DocumentSnapshot, _ changed: ChangedRecords) {
    shift = new.count - old.count
    let count = new.blockCount
    guard count > 0 else {
      (blocks, start, oldEnd) = (0..<0, 0, old.count)
      return
    }
    // A diagnostic depends on three blocks on either side.
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

/// Something that stands at a place of a text.
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
