package import PackratParsing

/// A note's old and new title, for updating links that name the note by its title.
package struct TitleChange: Sendable, Equatable {
  package let old: String
  package let new: String

  package init(from old: String, to new: String) { (self.old, self.new) = (old, new) }

  package var formerNames: [LinkName] { LinkName.ofTitle(old) }

  /// Whether both titles are equal byte for byte.
  package var isEmpty: Bool { old.utf8.elementsEqual(new.utf8) }
}

/// The note that a link should name.
package struct LinkWish: Sendable, Equatable {
  package var note: String
  /// The title change, if the link names the old title; nil for a link whose title stays.
  package var titles: TitleChange?
  /// The note's new title, for links by ID that have no words.
  package var title: String?

  package init(_ note: String, titles: TitleChange? = nil, title: String? = nil) {
    (self.note, self.titles, self.title) = (note, titles, title)
  }
}

/// The edits that make some links of a text name the requested notes. Headings and words of links
/// stay.
///
/// Each candidate for a link is parsed before it is accepted. If it would name another note or
/// change the meaning of its surroundings, the next candidate is tried. The first candidates use
/// the new title, the later ones the note's ID.
package struct LinkEdits: Sendable {
  /// The edits in order, not overlapping.
  package private(set) var edits: [ByteEdit] = []
  package private(set) var result: DocumentSnapshot

  /// The number of parses after which all links move to their next candidates at once.
  private static let mostTries = 50

  /// Computes the edits for `links`, the links of the text. `wishes` contains the requested notes,
  /// by the index of the link. `leads` returns whether a link, as it would be parsed, names the
  /// requested note. Cost: linear in the text for each parse; one parse, unless titles are unusual.
  package init(
    _ document: DocumentSnapshot, _ links: [NoteLink], _ wishes: [Int: LinkWish],
    leads: (NoteLink, LinkWish) throws -> Bool
  ) rethrows {
    result = document
    for around in Around.allCases {
      var choice = LinkChoice(document, links, wishes, around)
      var isDone = false
      for count in 0... {
        edits = choice.edits
        // Nil if there are no edits, or they conflict.
        let rewriting = Rewriting(document, edits)
        if rewriting == nil { edits = [] }
        result = rewriting?.after ?? document
        let wrong = try choice.wrongLinks(
          in: result, after: rewriting, isThorough: count >= Self.mostTries / 5, leads)
        isDone = wrong.isEmpty
        guard choice.tryNext(wrong, all: !isDone && count >= Self.mostTries) else { break }
      }
      if isDone { return }
    }
  }
}

/// What must not change around rewritten links, strictest first; a weaker level is tried if no
/// candidates satisfy a stricter one.
private enum Around: CaseIterable {
  case all
  /// The tree except emphasis, which may have ended at a delimiter in the old title.
  case allButEmphasis
  /// Only the other links.
  case links

  func includes(_ kind: SyntaxKind) -> Bool {
    switch self {
    case .all: kind != .text
    case .allButEmphasis: ![.text, .emphasis, .strongEmphasis, .delimiter].contains(kind)
    case .links: false
    }
  }
}

/// The candidates for some links of a text, and the current one for each.
private struct LinkChoice {
  private struct Choice {
    var ways: ArraySlice<LinkWay>
    let wish: LinkWish
  }

  private let document: DocumentSnapshot
  private let links: [NoteLink]
  private let around: Around
  private var choices: [Int: Choice]
  /// The indices of the links that have a choice, in order.
  private let order: [Int]

  init(
    _ document: DocumentSnapshot, _ links: [NoteLink], _ wishes: [Int: LinkWish], _ around: Around
  ) {
    (self.document, self.links, order) = (document, links, wishes.keys.sorted())
    self.around = around
    choices = wishes.reduce(into: [:]) { choices, wish in
      guard links.indices.contains(wish.key) else { return }
      let ways = LinkWay.all(for: links[wish.key], in: document, wish.value)
      choices[wish.key] = Choice(ways: ways[...], wish: wish.value)
    }
  }

  var edits: [ByteEdit] { order.compactMap { choices[$0]?.ways.first?.edit } }

  /// Moves to the next candidate for each of `links`, or for all. Returns whether any link had
  /// another candidate.
  mutating func tryNext(_ links: Set<Int>, all: Bool) -> Bool {
    var isChanged = false
    for index in all ? Set(order) : links where (choices[index]?.ways.count ?? 0) > 1 {
      choices[index]?.ways.removeFirst()
      isChanged = true
    }
    return isChanged
  }

  /// Returns the links that do not name the requested note or that change their surroundings. Later
  /// differences in a block may result from the first; they are only included with `isThorough`.
  func wrongLinks(
    in document: DocumentSnapshot, after rewriting: Rewriting?, isThorough: Bool,
    _ leads: (NoteLink, LinkWish) throws -> Bool
  ) rethrows -> Set<Int> {
    let newStart = { (link: NoteLink) in
      rewriting?.newOffset(of: link.range.lowerBound) ?? link.range.lowerBound
    }
    // The links with another candidate, and their offsets.
    let open = order.filter { (choices[$0]?.ways.count ?? 0) > 1 }
    let offsets = open.map { newStart(links[$0]) }
    var wrong: Set<Int> = []
    func blame(_ offset: Int) {
      let next = offsets.partitionIndex { $0 > offset }
      if let index = next > 0 ? open[next - 1] : open.first { wrong.insert(index) }
    }
    var lastBlock: Int?
    for difference in rewriting.map(differences) ?? [] {
      let block = document.blockIndex(at: difference)
      if isThorough || lastBlock == nil || block != lastBlock { blame(difference) }
      lastBlock = block
    }
    var written: [Int: NoteLink] = [:]
    for link in document.noteLinks { written[link.range.lowerBound] = link }
    for (index, link) in links.enumerated() {
      guard let new = written.removeValue(forKey: newStart(link)) else {
        if (choices[index]?.ways.count ?? 0) > 1 {
          wrong.insert(index)
        } else {
          blame(newStart(link))
        }
        continue
      }
      if let choice = choices[index] {
        let isSame = (new.heading == nil) == (link.heading == nil)
        if try !isSame || !leads(new, choice.wish) { wrong.insert(index) }
      } else if new.names != link.names {
        blame(newStart(link))
      }
    }
    // New text that became a link.
    for offset in written.keys { blame(offset) }
    return wrong
  }
}

// MARK: What is around links

extension LinkChoice {
  /// Returns the offsets in the new text at which the surroundings of links changed meaning.
  private func differences(_ rewriting: Rewriting) -> [Int] {
    let changed = order.filter { choices[$0]?.ways.first?.edit != nil }.map { links[$0].range }
    let new = changed.map {
      rewriting.newOffset(of: $0.lowerBound)..<rewriting.newOffset(of: $0.upperBound)
    }
    let before = parts(of: rewriting.before, except: changed) { rewriting.newOffset(of: $0) }
    let after = parts(of: rewriting.after, except: new) { $0 }
    var offsets: [Int] = []
    var (first, second) = (before[...], after[...])
    while let one = first.first, let other = second.first {
      if one != other { offsets.append(min(one.start, other.start)) }
      // Outer nodes precede inner ones.
      let (key, otherKey) = ((one.start, -one.end), (other.start, -other.end))
      if key <= otherKey { first.removeFirst() }
      if otherKey <= key { second.removeFirst() }
    }
    return offsets + (first + second).map(\.start) + newHashtags(in: rewriting, new)
  }

  /// Returns the offsets in the new text of rewritten links that contain more hashtags than before.
  /// Cost: linear if an edit inserts a `#`.
  private func newHashtags(in rewriting: Rewriting, _ ranges: [Range<Int>]) -> [Int] {
    let changed = order.filter { choices[$0]?.ways.first?.edit != nil }
    guard around != .links, edits.contains(where: { $0.newText.contains("#") }) else { return [] }
    let before = rewriting.before.hashtags().map(\.range.lowerBound)
    let after = rewriting.after.hashtags().map(\.range.lowerBound)
    func count(_ starts: [Int], in range: Range<Int>) -> Int {
      starts.partitionIndex { $0 >= range.upperBound }
        - starts.partitionIndex { $0 >= range.lowerBound }
    }
    return zip(changed, ranges).compactMap { index, range in
      count(after, in: range) > count(before, in: links[index].range) ? range.lowerBound : nil
    }
  }

  /// A node of the tree, in offsets of the new text.
  private struct Part: Equatable {
    let kind: SyntaxKind
    let start: Int
    let end: Int
  }

  /// Returns the nodes of a text that must not change and are not within links.
  private func parts(
    of document: DocumentSnapshot, except links: [Range<Int>], _ newOffset: (Int) -> Int
  ) -> [Part] {
    /// Returns the link that contains the byte at `offset`, or nil if none does.
    func link(_ offset: Int) -> Range<Int>? {
      let next = links.partitionIndex { $0.lowerBound > offset }
      return next > 0 && offset < links[next - 1].upperBound ? links[next - 1] : nil
    }
    var parts: [Part] = []
    for block in document.blocks {
      for node in block.nodes where around.includes(node.kind) {
        let start = block.start + Int(node.start)
        let end = start + Int(node.length)
        let first = link(start)
        if let first, end <= first.upperBound { continue }
        // An offset within a link counts as the link's start.
        let last = link(end)
        parts.append(
          Part(
            kind: node.kind, start: newOffset(first?.lowerBound ?? start),
            end: newOffset(last?.lowerBound ?? end)))
      }
    }
    return parts
  }
}
