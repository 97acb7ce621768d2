extension HTML {
  /// A path on this site: `/note/ID?line=3#here`. A path begins with exactly one `/`, so it never
  /// leads to another site. Pages prefix it with the root of the site (`HTML.bytes(below:)`).
  package struct Path: Sendable, Equatable {
    package let text: String

    /// Creates a path from unencoded parts and query fields, which are percent-encoded.
    package init(
      _ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      self.init(path: path, query: query, fragment: fragment)
    }

    package init(
      path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      // `.` and `..` would be resolved to another path, even encoded.
      let parts = path.map { $0 == "." || $0 == ".." ? "-" : Self.encoded($0) }
      var text = "/" + parts.joined(separator: "/")
      // Two slashes at the start would name another site.
      if path.first?.isEmpty == true { text = "/" }
      if !query.isEmpty {
        text += "?"
        text += query.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
          .joined(separator: "&")
      }
      if let fragment { text += "#" + Self.encoded(fragment) }
      self.text = text
    }

    /// Returns `text` percent-encoded, except for ASCII letters, digits and `-._~`.
    static func encoded(_ text: String) -> String {
      var bytes: [UInt8] = []
      for byte in text.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
        default:
          bytes.append(UInt8(ascii: "%"))
          bytes.append(digit(byte >> 4))
          bytes.append(digit(byte & 15))
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
  }

  package struct Address: Sendable, Equatable {
    package let text: String
    /// Whether the address is a path on this site.
    let isPath: Bool

    package init(_ path: Path) { (text, isPath) = (path.text, true) }

    package init(
      _ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      self.init(Path(path: path, query: query, fragment: fragment))
    }

    /// Creates the address of a fragment of the current page.
    package init(fragment: String) { (text, isPath) = ("#" + Path.encoded(fragment), false) }

    /// Creates an address found in a note. Returns nil unless the scheme is `http:`, `https:` or
    /// `mailto:`. Also returns nil for spaces, control characters, and more than 8000 bytes.
    /// Returns nil for an address of this machine, because a browser sends this site's cookies to
    /// all ports of the machine.
    package init?(web text: String) {
      let lowered = text.prefix(8).lowercased()
      guard ["http://", "https://", "mailto:"].contains(where: lowered.hasPrefix),
        text.utf8.count <= 8000, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
        !WebHost.isLoopback(inAddress: text)
      else { return nil }
      (self.text, isPath) = (text, false)
    }

    /// Creates the address of a file in an editor: `vscode://file/…`. The scheme is a constant of
    /// the program.
    package init(scheme: StaticString, host: StaticString, path: [String]) {
      text = "\(scheme)://\(host)" + Path(path: path).text
      isPath = false
    }
  }
}
