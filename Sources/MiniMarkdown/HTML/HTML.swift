/// A part of a web page. All text in it is escaped, because there is no other way in: names of elements
/// and attributes are closed lists, and addresses are values that lead nowhere unsafe.
///
///     HTML(.p, .class("lead")) {
///       HTML(.a, .href(HTML.Address("note", id))) { title }
///     }
package struct HTML: Sendable, Equatable {
  /// UTF-8; each element that was opened in it is closed in it.
  package private(set) var bytes: [UInt8]

  /// Nothing.
  package init() { bytes = [] }

  /// Text. Control characters become U+FFFD, because no page may have them; other line ends become `\n`.
  /// Cost: linear.
  package init(_ text: String) {
    bytes = []
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
    bytes = [UInt8(ascii: "<")]
    bytes += element.rawValue.utf8
    for attribute in attributes { append(attribute) }
    bytes.append(UInt8(ascii: ">"))
    if element.isVoid { return }
    bytes += contents.bytes
    bytes += "</".utf8
    bytes += element.rawValue.utf8
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends another part. Cost: linear in that part.
  package mutating func append(_ other: HTML) { bytes += other.bytes }

  /// Appends text.
  package mutating func append(_ text: String) {
    var isAfterReturn = false
    for byte in text.utf8 {
      defer { isAfterReturn = byte == 0x0D }
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      case 0x0A: if !isAfterReturn { bytes.append(0x0A) }
      case 0x0D: bytes.append(0x0A)
      case 0x09, 0x20...0x7E, 0x80...: bytes.append(byte)
      default: bytes += "\u{FFFD}".utf8
      }
    }
  }

  private mutating func append(_ attribute: Attribute) {
    bytes.append(0x20)
    bytes += attribute.name.utf8
    guard let value = attribute.value else { return }
    bytes += "=\"".utf8
    append(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A whole document: the bytes that a browser gets.
  package static func document(
    language: String, head: HTML, body: HTML
  ) -> [UInt8] {
    let page = HTML(.html, .set(.lang, language)) {
      HTML(.head) { head }
      body
    }
    return Array("<!DOCTYPE html>\n".utf8) + page.bytes
  }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { bytes.isEmpty }
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
