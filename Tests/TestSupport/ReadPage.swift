/// A page of HTML, read strictly: each tag closed in its order, each attribute quoted, no character that
/// should have been escaped.
package struct ReadPage {
  package struct Element {
    package var name: String
    /// The attributes; of a flag the value is empty.
    package var attributes: [String: String]
    /// The text in it, of its descendants too, with entities read.
    package var text: String
  }

  /// All elements in the order of their ends; void ones where they stand.
  package private(set) var elements: [Element] = []
  /// The text of the whole page.
  package private(set) var text = ""
  /// The first fault; nil if the page is well-formed.
  package private(set) var fault: String?

  package static let void: Set<String> = ["meta", "link", "input", "br", "hr", "img"]

  private var open: [Element] = []
  private let bytes: [UInt8]
  private var offset = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let doctype = Array("<!DOCTYPE html>\n".utf8)
    if bytes.starts(with: doctype) { offset = doctype.count }
    read()
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// The elements of a name.
  package func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private mutating func fail(_ problem: String) {
    if fault == nil {
      let around = bytes[max(0, offset - 60)..<min(bytes.count, offset + 20)]
      fault = "\(problem) near \(String(decoding: around, as: UTF8.self))"
    }
    offset = bytes.count
  }

  private mutating func read() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): fail("a bare mark")
      default:
        let end =
          bytes[offset...].firstIndex { [0x3C, 0x3E, 0x22, 0x27].contains($0) } ?? bytes.count
        add(decoded(bytes[offset..<end]))
        offset = max(offset, end)
      }
    }
    if let last = open.last { fail("\(last.name) is not closed") }
  }

  private mutating func add(_ new: String) {
    text += new
    for index in open.indices { open[index].text += new }
  }

  private mutating func readTag() {
    offset += 1
    let isEnd = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
    if isEnd { offset += 1 }
    let name = word()
    if name.isEmpty { return fail("a tag without a name") }
    if isEnd {
      guard take(">") else { return fail("an end tag with more") }
      guard let last = open.popLast(), last.name == name else { return fail("\(name) ends") }
      elements.append(last)
      return
    }
    var element = Element(name: name, attributes: [:], text: "")
    while take(" ") {
      let attribute = word()
      if attribute.isEmpty { return fail("an attribute without a name") }
      if element.attributes[attribute] != nil { return fail("\(attribute) twice") }
      guard take("=") else {
        element.attributes[attribute] = ""
        continue
      }
      guard take("\""), let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\"")) else {
        return fail("an attribute that is not quoted")
      }
      let value = bytes[offset..<end]
      if value.contains(UInt8(ascii: "<")) || value.contains(UInt8(ascii: ">")) {
        return fail("a mark in an attribute")
      }
      element.attributes[attribute] = decoded(value)
      offset = end + 1
    }
    guard take(">") else { return fail("a tag that does not end") }
    if Self.void.contains(name) { elements.append(element) } else { open.append(element) }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  private mutating func word() -> String {
    let end =
      bytes[offset...].firstIndex {
        !(0x30...0x39).contains($0) && !(0x41...0x5A).contains($0) && !(0x61...0x7A).contains($0)
          && $0 != 0x2D
      } ?? bytes.count
    defer { offset = end }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'",
  ]

  private mutating func decoded(_ part: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = part
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")),
        let character = Self.entities[String(decoding: rest[start + 1..<end], as: UTF8.self)]
      else {
        fail("an entity that is none")
        return ""
      }
      result += character.utf8
      rest = rest[(end + 1)...]
    }
    result += rest
    if result.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) {
      fail("a control character")
    }
    return String(decoding: result, as: UTF8.self)
  }
}
