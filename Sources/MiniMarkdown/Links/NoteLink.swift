import Foundation
package import PackratParsing
import Quoting

/// A link to a note, as other note programs write it.
///
/// The grammar does not have links: the app shows them as plain text. Links are found in the text
/// of a block independently of the grammar, so that emphasis in a title, or a `_`, does not hide
/// them. Code, hashtags and images do not contain links, and a link does not cross a line end.
package struct NoteLink: Sendable, Equatable {
  package enum Form: Sendable {
    /// `[[Title]]`, `[[Title#Heading]]`, `[[Title|words]]`.
    case brackets
    /// `[words](Title.md)`, `[words](<Some title.md#heading>)`.
    case path
    /// `commonplace://NOTEBOOK/NOTE-ID/slug.md`, alone or as the target of `[words](…)`.
    case address
  }

  package var form: Form
  /// The range of the whole link. All ranges are in UTF-8 bytes from the start of the text.
  package var range: Range<Int>
  /// The range that names the note, without a heading. Empty for a link within the note:
  /// `[[#Heading]]`.
  package var target: Range<Int>
  /// The range of the heading without `#`; nil if there is none.
  package var heading: Range<Int>?
  /// The range of the words shown for the link; nil if there are none.
  package var words: Range<Int>?
  /// The unescaped name of the note; the ID for an address.
  package var title: String
  /// The unescaped heading; nil if there is none.
  package var headingTitle: String?
  /// The names by which the note is looked up, the best first. Empty for a link within the note.
  package var names: [LinkName]

  /// The maximum length of a link, in UTF-8 bytes.
  package static let longest = 2000

  /// Whether the link is to a heading of its own note.
  package var isWithinNote: Bool { target.isEmpty }

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
  /// The links of the block, in order and not overlapping. Cost: linear in its text.
  package var noteLinks: [NoteLink] {
    var reader = LinkReader(block: self)
    return reader.read()
  }
}

extension Block {
  /// Whether the block may contain a link to a heading of its own note: a fast check with false
  /// positives.
  var mayLinkWithinNote: Bool {
    let end = range.upperBound
    return first("[[#", from: range.lowerBound, before: end) != nil
      || first("](#", from: range.lowerBound, before: end) != nil
  }
}

extension DocumentSnapshot {
  /// The links of the text, in order, without those in fenced code and comments. Cost: linear.
  package var noteLinks: [NoteLink] {
    let links = blocks.flatMap(\.noteLinks)
    if links.isEmpty { return [] }
    let foreign = ForeignText(self)
    return foreign.isEmpty ? links : links.filter { !foreign.hidesLinks(at: $0.range.lowerBound) }
  }

  /// Returns the link that contains the byte at `offset` or ends there, including links in foreign
  /// text. Cost: linear in the block.
  package func noteLink(at offset: Int) -> NoteLink? {
    guard let block = blockIndex(at: offset).flatMap(block) else { return nil }
    return block.noteLinks.first { $0.range.contains(offset) || $0.range.upperBound == offset }
  }
}

extension ForeignText {
  /// Returns whether links at `offset` are ignored, as in fenced code and comments. Links are
  /// recognized in front matter, as in other programs, and in indented code, which is text in a
  /// note.
  package func hidesLinks(at offset: Int) -> Bool {
    guard let part = part(holding: offset) else { return false }
    return part.kind == .fence || part.kind == .comment
  }
}

extension NoteLink {
  /// Returns whether a text may contain links: a fast check with false positives, without a parse.
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

private struct LinkReader {
  let block: Block
  private var links: [NoteLink] = []
  /// The parts in which links cannot begin or end; computed for the first link found.
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

  /// Returns whether a link can begin or end at the byte at `offset`. Cost: logarithmic in the
  /// closed parts.
  private mutating func isOpen(_ offset: Int) -> Bool {
    let closed = closed ?? Self.closedParts(of: block)
    self.closed = closed
    let next = closed.partitionIndex { $0.lowerBound > offset }
    return closed[..<next].last?.contains(offset) != true
  }

  /// Returns the closed parts in order, without nested ones.
  private static func closedParts(of block: Block) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for node in block.nodes {
      switch node.kind {
      case .code, .hashtag, .image: break
      case .delimiter where node.isLeaf: break
      default: continue
      }
      let start = block.start + Int(node.start)
      // Nodes precede their descendants.
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

  /// Parses `[[…]]`.
  private func inBrackets(_ start: Int, before limit: Int) -> NoteLink? {
    // In `[[[`, the inner two brackets open the link.
    guard block.byte(at: start + 2) != UInt8(ascii: "["),
      let end = block.first("]]", from: start + 2, before: limit),
      block.first("[[", from: start + 2, before: end) == nil
    else { return nil }
    var inner = start + 2..<end
    var words: Range<Int>?
    if let bar = block.first("|", in: inner) {
      words = trimmed(bar + 1..<end)
      // In a table, the bar is escaped.
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

  /// Parses `[words](target)`.
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
    // Excludes a title after the path.
    if !isAngled, let space = block.first(" \"", from: first, before: close) {
      whole = first..<space
    }
    // Fast path: excludes most clozes by their bytes.
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

  /// Parses an address without brackets.
  private func bareAddress(at start: Int) -> NoteLink? {
    let limit = block.endOfLink(from: start)
    if start > block.range.lowerBound, let before = block.byte(at: start - 1),
      0x61...0x7A ~= before | 0x20
    {
      return nil
    }
    // Checked before searching for the end, which may be far.
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

  /// Splits a range into the target and the heading after its `#`. With `isEscapable`, `\#` is part
  /// of the target.
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

  /// Returns a text in brackets without the backslashes that escape `#`, `[`, `]` and `\`.
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

  /// Returns the offset of the parenthesis that closes a path, or nil if none does. The path may
  /// contain balanced parentheses.
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

  private static func names(_ title: String) -> [LinkName] {
    if title.isEmpty { return [] }
    if UUID(uuidString: title) != nil { return [LinkName(id: title)] }
    return LinkName.inBrackets(title)
  }

  /// Returns the ID in `commonplace://NOTEBOOK/NOTE-ID/…`, or nil for anything else.
  private static func id(inAddress text: String) -> String? {
    guard text.lowercased().hasPrefix("commonplace://") else { return nil }
    let parts = text.split(separator: "/").dropFirst(2)
    return parts.first.flatMap { $0.removingPercentEncoding }
  }

  /// Returns whether a name in brackets is that of an image or another file that is not a note.
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
  /// Returns whether `range` contains one of the bytes that every path, address or heading has.
  /// They belong to an extension, a scheme, a heading, or an escape.
  fileprivate func hasMark(of range: Range<Int>) -> Bool {
    let base = utf8.startIndex - start
    return utf8[base + range.lowerBound..<base + range.upperBound].contains { byte in
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "#"), UInt8(ascii: "%"): true
      default: false
      }
    }
  }

  /// Returns the upper bound of a link that begins at `start`: the end of its line, or the maximum
  /// length.
  fileprivate func endOfLink(from start: Int) -> Int {
    let limit = start + NoteLink.longest
    return min(endOfLine(from: start, before: limit), limit)
  }
}
