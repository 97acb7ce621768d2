/// A part of a web page. All text in it is escaped, because there is no other way in: names of elements
/// and attributes are closed lists, and addresses are values that lead nowhere unsafe.
///
///     HTML(.p, .class("lead")) {
///       HTML(.a, .href(HTML.Address("note", id))) { title }
///     }
package struct HTML: Sendable, Equatable {
  /// UTF-8; each element that was opened in it is closed in it. Before each place of this site is a
  /// `rootMark`, which no text can have.
  private var marked: [UInt8]
  private static let rootMark: UInt8 = 0

  /// Nothing.
  package init() { marked = [] }

  /// Text. Control characters become U+FFFD, because no page may have them; other line ends become `\n`.
  /// Cost: linear.
  package init(_ text: String) {
    marked = []
    append(text)
  }

  /// An element with its contents.
  package init(
    _ element: Element, _ attributes: Attribute..., @HTMLBuilder contents: () -> HTML
  ) {
    self.init(element, attributes, contents())
  }

  /// An element without contents.
  package init(_ element: Element, _ attributes: Attribute...) {
    self.init(element, attributes, HTML())
  }

  /// An element; of a void one, such as `br`, the contents are left out.
  package init(_ element: Element, _ attributes: [Attribute], _ contents: HTML) {
    marked = [UInt8(ascii: "<")]
    marked += element.rawValue.utf8
    for attribute in attributes { append(attribute) }
    marked.append(UInt8(ascii: ">"))
    if element.isVoid { return }
    marked += contents.marked
    marked += "</".utf8
    marked += element.rawValue.utf8
    marked.append(UInt8(ascii: ">"))
  }

  /// Appends another part. Cost: linear in that part.
  package mutating func append(_ other: HTML) { marked += other.marked }

  /// Appends text.
  package mutating func append(_ text: String) {
    var isAfterReturn = false
    for byte in text.utf8 {
      defer { isAfterReturn = byte == 0x0D }
      switch byte {
      case UInt8(ascii: "&"): marked += "&amp;".utf8
      case UInt8(ascii: "<"): marked += "&lt;".utf8
      case UInt8(ascii: ">"): marked += "&gt;".utf8
      case UInt8(ascii: "\""): marked += "&quot;".utf8
      case UInt8(ascii: "'"): marked += "&#39;".utf8
      case 0x0A: if !isAfterReturn { marked.append(0x0A) }
      case 0x0D: marked.append(0x0A)
      case 0x09, 0x20...0x7E, 0x80...: marked.append(byte)
      default: marked += "\u{FFFD}".utf8
      }
    }
  }

  private mutating func append(_ attribute: Attribute) {
    marked.append(0x20)
    marked += attribute.name.utf8
    guard let value = attribute.value else { return }
    marked += "=\"".utf8
    if attribute.isPlace { marked.append(Self.rootMark) }
    append(value)
    marked.append(UInt8(ascii: "\""))
  }

  /// The bytes that a browser gets from a site whose every path begins with `root`, such as `/room`. Cost:
  /// linear.
  package func bytes(below root: String) -> [UInt8] {
    let root = HTML(root).marked
    var bytes: [UInt8] = []
    bytes.reserveCapacity(marked.count)
    for part in marked.split(separator: Self.rootMark, omittingEmptySubsequences: false) {
      if !bytes.isEmpty { bytes += root }
      bytes += part
    }
    return bytes
  }

  /// The bytes for a site whose paths have no common beginning.
  package var bytes: [UInt8] { bytes(below: "") }

  /// A whole document: the bytes that a browser gets from a site below `root`.
  package static func document(
    language: String, below root: String, head: HTML, body: HTML
  ) -> [UInt8] {
    let page = HTML(.html, .set(.lang, language)) {
      HTML(.head) { head }
      body
    }
    return Array("<!DOCTYPE html>\n".utf8) + page.bytes(below: root)
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { marked.isEmpty }
}

/// Joins parts that stand one after the other; a `String` among them is text.
@resultBuilder
package enum HTMLBuilder {
  package static func buildExpression(_ part: HTML) -> HTML { part }
  package static func buildExpression(_ text: String) -> HTML { HTML(text) }
  package static func buildExpression(_ part: HTML?) -> HTML { part ?? HTML() }
  package static func buildBlock() -> HTML { HTML() }
  package static func buildPartialBlock(first: HTML) -> HTML { first }
  package static func buildPartialBlock(accumulated: HTML, next: HTML) -> HTML {
    var all = accumulated
    all.append(next)
    return all
  }
  package static func buildOptional(_ part: HTML?) -> HTML { part ?? HTML() }
  package static func buildEither(first part: HTML) -> HTML { part }
  package static func buildEither(second part: HTML) -> HTML { part }
  package static func buildArray(_ parts: [HTML]) -> HTML {
    var all = HTML()
    for part in parts { all.append(part) }
    return all
  }
}
