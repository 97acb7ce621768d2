/// A part of a web page. Its text is escaped, names of elements and attributes are closed lists,
/// and addresses cannot have unsafe targets.
///
///     HTML(.p, .class("lead")) {
///       HTML(.a, .href(HTML.Address("note", id))) { title }
///     }
package struct HTML: Sendable, Equatable {
  /// UTF-8 bytes of text and whole elements. Each path on this site is preceded by a `rootMark`, a
  /// byte that text cannot contain.
  private var marked: [UInt8]
  private static let rootMark: UInt8 = 0

  package init() { marked = [] }

  /// Creates escaped text. Line ends become `\n`, and other ASCII control characters except tabs
  /// become U+FFFD. Cost: linear.
  package init(_ text: String) {
    marked = []
    append(text)
  }

  package init(
    _ element: Element, _ attributes: Attribute..., @HTMLBuilder contents: () -> HTML
  ) {
    self.init(element, attributes, contents())
  }

  package init(_ element: Element, _ attributes: Attribute...) {
    self.init(element, attributes, HTML())
  }

  /// Drops the contents of a void element, such as `br`.
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

  package mutating func append(_ other: HTML) { marked += other.marked }

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
    if attribute.isPath { marked.append(Self.rootMark) }
    append(value)
    marked.append(UInt8(ascii: "\""))
  }

  /// Returns the bytes for a site whose paths all begin with `root`, such as `/room`. Cost: linear.
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

  /// The bytes for a site at the root of its host.
  package var bytes: [UInt8] { bytes(below: "") }

  package static func document(
    language: String, below root: String, head: HTML, body: HTML
  ) -> [UInt8] {
    let page = HTML(.html, .set(.lang, language)) {
      HTML(.head) { head }
      body
    }
    return Array("<!DOCTYPE html>\n".utf8) + page.bytes(below: root)
  }

  package var isEmpty: Bool { marked.isEmpty }
}

/// Concatenates parts; a `String` among them becomes text.
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
