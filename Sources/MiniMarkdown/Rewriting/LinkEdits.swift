package import PackratParsing

/// A note's former and new title, for the links that name it by its title.
package struct TitleChange: Sendable, Equatable {
  /// The former title.
  package let old: String
  /// The new title.
  package let new: String

  /// A change of titles.
  package init(from old: String, to new: String) { (self.old, self.new) = (old, new) }

  /// The names that the former title gave.
  package var formerNames: [LinkName] { LinkName.ofTitle(old) }

  /// Whether both titles are the same to links, and are written the same.
  package var isEmpty: Bool { old.utf8.elementsEqual(new.utf8) }
}

/// The note to which a link is to lead.
package struct LinkWish: Sendable, Equatable {
  /// The note's id.
  package var note: String
  /// The note's titles, if the link names the former one; nil for a link that is not to say another title.
  package var titles: TitleChange?
  /// The note's title then, for links without words that name its id.
  package var title: String?

  /// A wish.
  package init(_ note: String, titles: TitleChange? = nil, title: String? = nil) {
    (self.note, self.titles, self.title) = (note, titles, title)
  }
}

/// The edits of a text by which some of its links lead to the notes that are wished. Headings and words of
/// links stay.
///
/// Each way to write a link is parsed before it is taken, and the next one is tried where the link would lead
/// elsewhere or something around it would mean something else: by the new title, then by the note's id.
package struct LinkEdits: Sendable {
  /// The edits, in order; they do not overlap.
  package private(set) var edits: [ByteEdit] = []
  /// The parsed text with the edits made.
  package private(set) var result: DocumentSnapshot

  /// The most times that a text is parsed with another way to write one of its links. Then all of them get
  /// their next ways at once.
  private static let mostTries = 50

  /// The edits for `links`, which are those of the text, by their wishes. `leads` says whether a link, as it
  /// would be read, leads as is wished. Cost: linear in the text, for each time that it is parsed: once, unless
  /// titles are odd.
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
        // Nothing is changed, or nothing can be.
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

/// What around links must mean the same when they are rewritten: the most first, and less where no way to write
/// them leaves that.
private enum Around: CaseIterable {
  /// All of the tree.
  case all
  /// Emphasis may end elsewhere, as where a mark in a title ended it.
  case allButEmphasis
  /// Nothing but the other links.
  case links

  func includes(_ kind: SyntaxKind) -> Bool {
    switch self {
    case .all: kind != .text
    case .allButEmphasis: ![.text, .emphasis, .strongEmphasis, .delimiter].contains(kind)
    case .links: false
    }
  }
}

/// The ways to write some links of a text, and one that is chosen for each.
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

  /// Takes the next way for each of these links, or for all, as far as there are more. Returns whether there
  /// were.
  mutating func tryNext(_ links: Set<Int>, all: Bool) -> Bool {
    var isChanged = false
    for index in all ? Set(order) : links where (choices[index]?.ways.count ?? 0) > 1 {
      choices[index]?.ways.removeFirst()
      isChanged = true
    }
    return isChanged
  }

  /// The links that lead elsewhere than is wished, or that change what is around them. What differs after such a
  /// link in its block may follow from that; with `isThorough`, it is not waited for.
  func wrongLinks(
    in document: DocumentSnapshot, after rewriting: Rewriting?, isThorough: Bool,
    _ leads: (NoteLink, LinkWish) throws -> Bool
  ) rethrows -> Set<Int> {
    let place = { (link: NoteLink) in
      rewriting?.place(of: link.range.lowerBound) ?? link.range.lowerBound
    }
    // The links with another way, and their places.
    let open = order.filter { (choices[$0]?.ways.count ?? 0) > 1 }
    let places = open.map { place(links[$0]) }
    var wrong: Set<Int> = []
    func blame(_ place: Int) {
      let next = places.partitionIndex { $0 > place }
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
      guard let new = written.removeValue(forKey: place(link)) else {
        if (choices[index]?.ways.count ?? 0) > 1 { wrong.insert(index) } else { blame(place(link)) }
        continue
      }
      if let choice = choices[index] {
        let isSame = (new.heading == nil) == (link.heading == nil)
        if try !isSame || !leads(new, choice.wish) { wrong.insert(index) }
      } else if new.names != link.names {
        blame(place(link))
      }
    }
    // Links that were none.
    for place in written.keys { blame(place) }
    return wrong
  }
}

// MARK: What is around links

extension LinkChoice {
  /// The places in the new text at which something around the links means something else after a rewriting.
  private func differences(_ rewriting: Rewriting) -> [Int] {
    let changed = order.filter { choices[$0]?.ways.first?.edit != nil }.map { links[$0].range }
    let new = changed.map {
      rewriting.place(of: $0.lowerBound)..<rewriting.place(of: $0.upperBound)
    }
    let before = parts(of: rewriting.before, except: changed) { rewriting.place(of: $0) }
    let after = parts(of: rewriting.after, except: new) { $0 }
    var places: [Int] = []
    var (first, second) = (before[...], after[...])
    while let one = first.first, let other = second.first {
      if one != other { places.append(min(one.start, other.start)) }
      // An inner node comes after an outer one.
      let (key, otherKey) = ((one.start, -one.end), (other.start, -other.end))
      if key <= otherKey { first.removeFirst() }
      if otherKey <= key { second.removeFirst() }
    }
    return places + (first + second).map(\.start) + newHashtags(in: rewriting, new)
  }

  /// The starts, in the new text, of the rewritten links that hold more hashtags than before. Cost: linear, where an
  /// edit writes a `#`.
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

  /// A node of the tree, by places of the new text.
  private struct Part: Equatable {
    let kind: SyntaxKind
    let start: Int
    let end: Int
  }

  /// The nodes of a text that count, and do not lie within links.
  private func parts(
    of document: DocumentSnapshot, except links: [Range<Int>], _ place: (Int) -> Int
  ) -> [Part] {
    /// The link that has the byte at `offset`.
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
        // A place within a link is its start.
        let last = link(end)
        parts.append(
          Part(
            kind: node.kind, start: place(first?.lowerBound ?? start),
            end: place(last?.lowerBound ?? end)))
      }
    }
    return parts
  }
}
