extension HTML {
  /// A place of this site: `/note/ID?line=3#here`. It begins with one `/`, so that it never leads to another
  /// site. A page writes it below the root of the site (`HTML.bytes(below:)`).
  package struct Place: Sendable, Equatable {
    package let text: String

    /// The parts of the path, and the fields of the query, as text: they are percent-encoded here.
    package init(
      _ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      self.init(path: path, query: query, fragment: fragment)
    }

    /// The same with the parts as a list.
    package init(
      path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      // A part of nothing but dots would mean another path, even encoded.
      let parts = path.map { $0 == "." || $0 == ".." ? "-" : Self.encoded($0) }
      var text = "/" + parts.joined(separator: "/")
      // Two slashes at the start would be the name of another site.
      if path.first?.isEmpty == true { text = "/" }
      if !query.isEmpty {
        text += "?"
        text += query.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
          .joined(separator: "&")
      }
      if let fragment { text += "#" + Self.encoded(fragment) }
      self.text = text
    }

    /// `text` with everything escaped that is not a letter or a digit of ASCII, or one of `-._~`.
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

  /// The target of a link that a reader follows.
  package struct Address: Sendable, Equatable {
    package let text: String
    /// Whether it is a place of this site.
    let isPlace: Bool

    /// A place of this site.
    package init(_ place: Place) { (text, isPlace) = (place.text, true) }

    /// The same by its parts.
    package init(
      _ path: String..., query: [(name: String, value: String)] = [], fragment: String? = nil
    ) {
      self.init(Place(path: path, query: query, fragment: fragment))
    }

    /// A part of the page itself.
    package init(fragment: String) { (text, isPlace) = ("#" + Place.encoded(fragment), false) }

    /// An address that a note has. Returns nil for everything but `http:`, `https:` and `mailto:`, for one
    /// with a space or a control character, and for one of this machine: a browser sends the cookies of this
    /// site to its other ports.
    package init?(web text: String) {
      let lowered = text.prefix(8).lowercased()
      guard ["http://", "https://", "mailto:"].contains(where: lowered.hasPrefix),
        text.utf8.count <= 8000, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
        !WebHost.isLoopback(inAddress: text)
      else { return nil }
      (self.text, isPlace) = (text, false)
    }

    /// A file in an editor: `vscode://file/…`. The scheme is a constant of the program.
    package init(scheme: StaticString, host: StaticString, path: [String]) {
      text = "\(scheme)://\(host)" + Place(path: path).text
      isPlace = false
    }
  }
}
