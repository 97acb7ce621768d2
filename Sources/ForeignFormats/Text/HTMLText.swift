import Foundation

/// Converts HTML fragments, in which other programs store reviews and highlights, to plain text.
enum HTMLText {
  /// Returns the text of a fragment. Line breaks and paragraphs become lines, quotes get `> `, link
  /// addresses are put in parentheses, and other tags are removed. Any other `<` and `&` are kept.
  /// Text without `<` and `&` is only trimmed. Cost: linear.
  static func plain(_ html: String) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return html.trimmedField }
    var reader = Reader(Array(html.utf8))
    return reader.read()
  }

  /// Returns the text with only its entities replaced: `Ty&ouml;` becomes `Työ`.
  static func decodingEntities(_ text: String) -> String {
    guard text.utf8.contains(0x26) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x26, let (scalar, end) = entity(in: bytes, at: index) {
        result += Array(String(Character(scalar)).utf8)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private struct Reader {
    let bytes: [UInt8]
    var lines: [String] = []
    var line: [UInt8] = []
    var quotes = 0
    var isStart = true
    var link: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() -> String {
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x3C, let (tag, end) = tag(at: index) {
          take(tag)
          index = end
        } else if byte == 0x26, let (scalar, end) = HTMLText.entity(in: bytes, at: index) {
          append(Array(String(Character(scalar)).utf8))
          index = end
        } else if byte == 0x0A || byte == 0x0D {
          if byte == 0x0A { endLine() }
          index += 1
        } else {
          append([byte])
          index += 1
        }
      }
      endLine()
      var result: [String] = []
      for line in lines {
        // At most one empty line between two others, and none at the ends.
        if line.isEmpty, result.last?.isEmpty ?? true { continue }
        result.append(line)
      }
      while result.last?.isEmpty == true { result.removeLast() }
      return result.joined(separator: "\n")
    }

    private mutating func append(_ text: [UInt8]) { line += text }

    private mutating func endLine() {
      let text = String(decoding: line, as: UTF8.self).trimmedField
      line = []
      lines.append(text.isEmpty ? "" : String(repeating: "> ", count: min(quotes, 8)) + text)
    }

    private mutating func endParagraph() {
      if !line.allSatisfy({ $0 == 0x20 }) { endLine() }
      if lines.last?.isEmpty == false { lines.append("") }
      line = []
    }

    private mutating func take(_ tag: Tag) {
      switch tag.name {
      case "br", "/li", "/tr", "hr": endLine()
      case "p", "/p", "div", "/div", "ul", "/ul", "ol", "/ol", "h1", "h2", "h3", "h4", "/h1", "/h2",
        "/h3", "/h4", "table", "/table", "pre", "/pre":
        endParagraph()
      case "li":
        if !line.isEmpty { endLine() }
        append(Array("- ".utf8))
      case "blockquote":
        endParagraph()
        quotes += 1
      case "/blockquote":
        endParagraph()
        quotes = max(0, quotes - 1)
      case "a": link = tag.address
      case "/a":
        if let link, !String(decoding: line, as: UTF8.self).hasSuffix(link) {
          append(Array(" (\(link))".utf8))
        }
        link = nil
      default: break
      }
    }

    private struct Tag {
      var name: String
      var address: String?
    }

    private func tag(at start: Int) -> (Tag, Int)? {
      var index = start + 1
      if bytes[index...].starts(with: Array("!--".utf8)) {
        var end = index + 3
        while end + 2 < bytes.count, end - index < 1 << 16 {
          if bytes[end...].starts(with: Array("-->".utf8)) { return (Tag(name: ""), end + 3) }
          end += 1
        }
        return nil
      }
      var name: [UInt8] = []
      if index < bytes.count, bytes[index] == 0x2F {
        name.append(0x2F)
        index += 1
      }
      let first = index
      while index < bytes.count, index - first < 20, isNameByte(bytes[index]) {
        name.append(bytes[index] | 0x20)
        index += 1
      }
      guard index > first, bytes[first] | 0x20 >= 0x61 else { return nil }
      // `<3` and `a <b` are text: a tag ends before the next `<`, and within 4,096 bytes.
      var end = index
      while end < bytes.count, bytes[end] != 0x3E, bytes[end] != 0x3C, end - index < 4_096 {
        end += 1
      }
      guard end < bytes.count, bytes[end] == 0x3E else { return nil }
      guard index == end || bytes[index] == 0x20 || bytes[index] == 0x2F || bytes[index] < 0x20
      else { return nil }
      let attributes = String(decoding: bytes[index..<end], as: UTF8.self)
      return (
        Tag(name: String(decoding: name, as: UTF8.self), address: Self.address(in: attributes)),
        end + 1
      )
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    private static func address(in attributes: String) -> String? {
      guard let start = attributes.range(of: "href=") else { return nil }
      var rest = attributes[start.upperBound...]
      let mark = rest.first
      guard mark == "\"" || mark == "'" else { return nil }
      rest = rest.dropFirst()
      let address = rest.prefix { $0 != mark }
      guard address.hasPrefix("http"), address.utf8.count < 2_000 else { return nil }
      return HTMLText.decodingEntities(String(address))
    }
  }
}

// MARK: Entities

extension HTMLText {
  fileprivate static func entity(in bytes: [UInt8], at start: Int) -> (Unicode.Scalar, Int)? {
    let limit = min(bytes.count, start + 12)
    guard let end = bytes[(start + 1)..<limit].firstIndex(of: 0x3B), end > start + 1 else {
      return nil
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard name.hasPrefix("#") else { return named[name].map { ($0, end + 1) } }
    let number = name.dropFirst()
    let isHexadecimal = number.hasPrefix("x") || number.hasPrefix("X")
    let value =
      isHexadecimal ? Int(number.dropFirst(), radix: 16) : Int(number, radix: 10)
    guard let value, value >= 0x20 || value == 0x0A || value == 0x09,
      let code = UInt32(exactly: value), let scalar = Unicode.Scalar(code)
    else { return nil }
    return (scalar, end + 1)
  }

  /// The named entities that occur in exports of other programs; the entities for U+00A0 to U+00FF
  /// are in order.
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—",
      "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
      "hellip": "…", "bull": "•", "euro": "€", "trade": "™", "dagger": "†", "Dagger": "‡",
      "lsaquo": "‹", "rsaquo": "›", "oelig": "œ", "OElig": "Œ", "scaron": "š", "Scaron": "Š",
      "Yuml": "Ÿ", "fnof": "ƒ", "thinsp": "\u{2009}", "ensp": "\u{2002}", "emsp": "\u{2003}",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "hearts": "♥",
    ]
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
      sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc \
      Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
      Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute \
      acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde \
      ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    for (index, name) in latin.split(separator: " ").enumerated() where index < 96 {
      named[String(name)] = Unicode.Scalar(UInt8(truncatingIfNeeded: 0xA0 + index))
    }
    named["nbsp"] = " "
    return named
  }()
}
