import Foundation
package import PackratParsing
import Quoting

/// A link to a note, as other programs for notes write it.
///
/// The language has none: to the app it is plain text. It is found in the text of a block beside the
/// grammar, so that emphasis in a title, or a `_`, does not hide it. In code, hashtags and images there
/// are no links, and none goes over the end of a line.
package struct NoteLink: Sendable, Equatable {
  /// The way in which it is written.
  package enum Form: Sendable {
    /// `[[Title]]`, `[[Title#Heading]]`, `[[Title|words]]`.
    case brackets
    /// `[words](Title.md)`, `[words](<Some title.md#heading>)`.
    case path
    /// `commonplace://NOTEBOOK/NOTE-ID/slug.md`, alone or as the target of `[words](…)`.
    case address
  }

  /// The way in which it is written.
  package var form: Form
  /// All of it. This and the others are UTF-8 bytes from the start of the text.
  package var range: Range<Int>
  /// The part that names the note, without a heading. Empty if it is the note itself: `[[#Heading]]`.
  package var target: Range<Int>
  /// The heading that is named, without `#`; nil if none is.
  package var heading: Range<Int>?
  /// The words that stand for it; nil if none are given.
  package var words: Range<Int>?
  /// The name of the note, as it is meant: without the escapes of a path.
  package var title: String
  /// The heading, as it is meant.
  package var headingTitle: String?
  /// The names by which the note is looked up, the best first. Empty if it is the note itself.
  package var names: [LinkName]

  /// The longest link, in bytes.
  package static let longest = 2000

  /// Whether it names a heading of the same note.
  package var isWithinNote: Bool { target.isEmpty }

  /// The same, so many bytes further on.
  package func moved(by bytes: Int) -> NoteLink {
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + bytes..<range.upperBound + bytes
    }
    var link = self
    link.range = moved(range)
    link.target = moved(target)
    link.heading = heading.map(moved)
    link.words = words.map(moved)
    return link
  }
}

extension Block {
  /// The links of the block, in order. They do not overlap. Cost: linear in its text; a block without
  /// brackets or addresses is looked through once.
  package var noteLinks: [NoteLink] {
    var reader = LinkReader(block: self)
    return reader.read()
  }
}

extension Block {
  /// Whether it may have a link to a heading of the same note: a quick look.
  var mayLinkWithinNote: Bool {
    let end = range.upperBound
    return first("[[#", from: range.lowerBound, before: end) != nil
      || first("](#", from: range.lowerBound, before: end) != nil
  }
}

extension DocumentSnapshot {
  /// The links of the text, in order, without those in foreign text. Cost: linear.
  package var noteLinks: [NoteLink] {
    let links = blocks.flatMap(\.noteLinks)
    if links.isEmpty { return [] }
    let foreign = ForeignText(self)
    return foreign.isEmpty ? links : links.filter { !foreign.hidesLinks(at: $0.range.lowerBound) }
  }

  /// The link that has the byte at `offset`, or ends there, in foreign text, too. Cost: linear in the block.
  package func noteLink(at offset: Int) -> NoteLink? {
    guard let block = blockIndex(at: offset).flatMap(block) else { return nil }
    return block.noteLinks.first { $0.range.contains(offset) || $0.range.upperBound == offset }
  }
}

extension ForeignText {
  /// Whether nothing at `offset` is a link to a note: in fences and comments. Front matter has links, as in other
  /// programs, and indented text is text in a note.
  package func hidesLinks(at offset: Int) -> Bool {
    guard let part = part(holding: offset) else { return false }
    return part.kind == .fence || part.kind == .comment
  }
}

extension NoteLink {
  /// Whether a text may hold links: a quick look that needs no parse.
  package static func mayBeIn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var last: UInt8 = 0
      for (offset, byte) in bytes.enumerated() {
        if last == UInt8(ascii: "["), byte == last { return true }
        if last == UInt8(ascii: "]"), byte == UInt8(ascii: "(") { return true }
        if last == UInt8(ascii: "e"), byte == UInt8(ascii: ":"), offset >= 11 { return true }
        last = byte
      }
      return false
    }
  }
}

/// Reads the links of a block.
private struct LinkReader {
  let block: Block
  private var links: [NoteLink] = []
  /// The parts in which no link begins or ends; made when the first is found.
  private var closed: [Range<Int>]?

  init(block: Block) { self.block = block }

  mutating func read() -> [NoteLink] {
    var offset = block.range.lowerBound
    var addresses = ForwardSearch("commonplace:", in: block)
    var brackets = ForwardSearch("[", in: block)
    while true {
      let (bracket, address) = (brackets.next(from: offset), addresses.next(from: offset))
      if min(bracket, address) == .max { return links }
      let found = bracket < address ? link(at: bracket) : bareAddress(at: address)
      if let found, isOpen(found.range.lowerBound), isOpen(found.range.upperBound - 1) {
        links.append(found)
        offset = found.range.upperBound
      } else {
        offset = min(bracket, address) + 1
      }
    }
  }

  /// Whether the byte at `offset` is in text that can be part of a link. Cost: the logarithm of the parts in
  /// which it cannot.
  private mutating func isOpen(_ offset: Int) -> Bool {
    let closed = closed ?? Self.closedParts(of: block)
    self.closed = closed
    let next = closed.partitionIndex { $0.lowerBound > offset }
    return closed[..<next].last?.contains(offset) != true
  }

  /// In order, and without parts within others.
  private static func closedParts(of block: Block) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for node in block.nodes {
      switch node.kind {
      case .code, .hashtag, .image: break
      case .delimiter where node.isLeaf: break
      default: continue
      }
      let start = block.start + Int(node.start)
      // Nodes come before those in them.
      if let last = parts.last, start < last.upperBound { continue }
      parts.append(start..<start + Int(node.length))
    }
    return parts
  }

  // MARK: Forms

  private func link(at start: Int) -> NoteLink? {
    let limit = block.endOfLink(from: start)
    return block.byte(at: start + 1) == UInt8(ascii: "[")
      ? inBrackets(start, before: limit) : withWords(start, before: limit)
  }

  /// `[[…]]`.
  private func inBrackets(_ start: Int, before limit: Int) -> NoteLink? {
    // Of `[[[`, the inner two.
    guard block.byte(at: start + 2) != UInt8(ascii: "["),
      let end = block.first("]]", from: start + 2, before: limit),
      block.first("[[", from: start + 2, before: end) == nil
    else { return nil }
    var inner = start + 2..<end
    var words: Range<Int>?
    if let bar = block.first("|", in: inner) {
      words = trimmed(bar + 1..<end)
      // A table's bar is escaped.
      let isEscaped = bar > inner.lowerBound && block.byte(at: bar - 1) == UInt8(ascii: "\\")
      inner = inner.lowerBound..<(isEscaped ? bar - 1 : bar)
    }
    let (target, heading) = parts(trimmed(inner), isEscapable: true)
    let title = withoutBackslashes(target)
    guard !target.isEmpty || heading != nil, !Self.isOtherFile(title) else { return nil }
    return NoteLink(
      form: .brackets, range: start..<end + 2, target: target, heading: heading,
      words: words.flatMap { $0.isEmpty ? nil : $0 }, title: title,
      headingTitle: heading.map(withoutBackslashes), names: Self.names(title))
  }

  /// `[words](target)`.
  private func withWords(_ start: Int, before limit: Int) -> NoteLink? {
    guard let bracket = block.first("](", from: start + 1, before: limit),
      block.first("[", from: start + 1, before: bracket) == nil
    else { return nil }
    let isAngled = block.byte(at: bracket + 2) == UInt8(ascii: "<")
    let first = bracket + (isAngled ? 3 : 2)
    guard
      let close = isAngled
        ? block.first(">)", from: first, before: limit) : endOfPath(from: first, before: limit)
    else { return nil }
    var whole = first..<close
    // A title after the path.
    if !isAngled, let space = block.first(" \"", from: first, before: close) {
      whole = first..<space
    }
    // Of most clozes, too, it is seen in the bytes that they lead to no note.
    guard block.hasMark(of: whole) else { return nil }
    let (target, heading) = parts(trimmed(whole))
    let path = block.text(in: target)
    let words = start + 1..<bracket
    var link = NoteLink(
      form: .path, range: start..<close + (isAngled ? 2 : 1), target: target, heading: heading,
      words: words.isEmpty ? nil : words, title: "", headingTitle: heading.map(unescaped),
      names: [])
    if let id = Self.id(inAddress: path) {
      (link.form, link.title, link.names) = (.address, id, [LinkName(id: id)])
      return link
    }
    let isWithinNote = target.isEmpty && heading != nil
    let title = path.withoutPercentEncoding
    guard isWithinNote || LinkName.endings.contains(where: title.lowercased().hasSuffix),
      !path.contains(":")
    else { return nil }
    link.title = LinkName.stem(ofPath: title)
    link.names = isWithinNote ? [] : [LinkName(path: title)].compactMap { $0 }
    return isWithinNote || !link.names.isEmpty ? link : nil
  }

  /// An address by itself.
  private func bareAddress(at start: Int) -> NoteLink? {
    let limit = block.endOfLink(from: start)
    if start > block.range.lowerBound, let before = block.byte(at: start - 1),
      0x61...0x7A ~= before | 0x20
    {
      return nil
    }
    // Before its end is looked for, which may be far.
    guard block.has("commonplace://", at: start) else { return nil }
    let end = min(block.endOfAddress(from: start), limit)
    guard end > start else { return nil }
    let (target, heading) = parts(start..<end)
    guard let id = Self.id(inAddress: block.text(in: target)) else { return nil }
    return NoteLink(
      form: .address, range: start..<end, target: target, heading: heading, words: nil, title: id,
      headingTitle: heading.map(unescaped), names: [LinkName(id: id)])
  }

  // MARK: Parts

  /// A target, and the heading after its `#`. With `isEscapable`, `\\#` is a part of the target.
  private func parts(
    _ range: Range<Int>, isEscapable: Bool = false
  ) -> (target: Range<Int>, heading: Range<Int>?) {
    var found = block.first("#", in: range)
    while isEscapable, let mark = found, mark > range.lowerBound,
      block.byte(at: mark - 1) == UInt8(ascii: "\\")
    {
      found = block.first("#", in: mark + 1..<range.upperBound)
    }
    guard let mark = found else { return (range, nil) }
    let heading = trimmed(mark + 1..<range.upperBound)
    return (trimmed(range.lowerBound..<mark), heading.isEmpty ? nil : heading)
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, block.byte(at: start)?.isSpaceOrTab == true { start += 1 }
    while start < end, block.byte(at: end - 1)?.isSpaceOrTab == true { end -= 1 }
    return start..<end
  }

  /// The text in brackets that is meant: a backslash stands before a mark that is to be text.
  private func withoutBackslashes(_ range: Range<Int>) -> String {
    let text = block.text(in: range)
    guard text.hasByte(of: "\\") else { return text }
    var meant = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped, !"#[]\\".unicodeScalars.contains(scalar) { meant.append("\\") }
      isEscaped = !isEscaped && scalar == "\\"
      if !isEscaped { meant.append(scalar) }
    }
    if isEscaped { meant.append("\\") }
    return String(meant)
  }

  private func unescaped(_ range: Range<Int>) -> String {
    block.text(in: range).withoutPercentEncoding
  }

  /// The closing parenthesis of a path, in which parentheses may stand in pairs.
  private func endOfPath(from start: Int, before limit: Int) -> Int? {
    var depth = 0
    for offset in start..<max(start, limit) {
      switch block.byte(at: offset) {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return offset }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The names that a title in brackets may mean.
  private static func names(_ title: String) -> [LinkName] {
    if title.isEmpty { return [] }
    if UUID(uuidString: title) != nil { return [LinkName(id: title)] }
    return LinkName.inBrackets(title)
  }

  /// `commonplace://NOTEBOOK/NOTE-ID/…`; nil for anything else.
  private static func id(inAddress text: String) -> String? {
    guard text.lowercased().hasPrefix("commonplace://") else { return nil }
    let parts = text.split(separator: "/").dropFirst(2)
    return parts.first.flatMap { $0.removingPercentEncoding }
  }

  /// Whether a name in brackets is that of a picture or another file that is no note.
  private static func isOtherFile(_ title: String) -> Bool {
    guard let dot = title.lastIndex(of: ".") else { return false }
    return otherEndings.contains(title[title.index(after: dot)...].lowercased())
  }

  private static let otherEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "heic", "bmp", "tif", "tiff", "pdf", "mp3",
    "m4a", "wav", "ogg", "flac", "mp4", "mov", "webm", "canvas", "excalidraw", "csv", "html",
  ]
}

extension Block {
  /// Whether `range` holds one of the marks that every path, address or heading has: of an ending, of a
  /// scheme, of a heading, or of an escape.
  fileprivate func hasMark(of range: Range<Int>) -> Bool {
    let base = utf8.startIndex - start
    return utf8[base + range.lowerBound..<base + range.upperBound].contains { byte in
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "%"): true
      default: false
      }
    }
  }

  /// The offset before which a link from `start` on ends: in its line, and before it is too long.
  fileprivate func endOfLink(from start: Int) -> Int {
    let limit = start + NoteLink.longest
    return min(endOfLine(from: start, before: limit), limit)
  }
}
