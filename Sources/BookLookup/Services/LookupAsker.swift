package import JSON

/// Puts requests to a service, one at a time; a service gets it from the look-up. Whatever comes back was
/// checked: its place, its size, its time, its type, its form.
package struct LookupAsker {
  /// The answer's JSON; nil if the service knows nothing of that.
  let json: (LookupRequest) throws(LookupFailure) -> JSONValue?

  package init(json: @escaping (LookupRequest) throws(LookupFailure) -> JSONValue?) {
    self.json = json
  }
}

/// A place where books can be looked up. A new one is a file here, a name and a case in `Lookup+User.swift`, and its host in `Lookup.domain(of:)`.
package protocol LookupService: Sendable {
  /// As users name it in commands: `open-library`.
  var name: String { get }
  /// As people call it.
  var title: String { get }
  /// The least number of seconds between two requests.
  var pause: Double { get }

  /// The editions that answer the question, the likeliest first; none if it knows none. For an ISBN only
  /// editions that say that they have it.
  func editions(
    for question: LookupQuestion, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition]
}

extension LookupService {
  /// A part of an address, percent-encoded.
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return encoded
  }
}

extension JSONValue {
  /// The texts of an array, or the text alone.
  var texts: [String] { string.map { [$0] } ?? (array ?? []).prefix(500).compactMap(\.string) }
}
