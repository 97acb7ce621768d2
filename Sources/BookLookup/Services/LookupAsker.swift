package import JSON

/// Sends a service's requests, one at a time, on behalf of the lookup. Each answer is checked: its
/// host, size, time, type and format.
package struct LookupAsker {
  /// Returns the JSON of the answer; nil if the service does not have the entry.
  let json: (LookupRequest) throws(LookupFailure) -> JSONValue?

  package init(json: @escaping (LookupRequest) throws(LookupFailure) -> JSONValue?) {
    self.json = json
  }
}

/// A service for looking up books. To add one, add a file here, its name and case in
/// `Lookup+User.swift`, and the host of its covers in `Lookup.domain(of:)`.
package protocol LookupService: Sendable {
  /// The name in commands: `open-library`.
  var name: String { get }
  var title: String { get }
  /// Minimum time between two requests, in seconds.
  var pause: Double { get }

  /// Returns the editions that match the question, the best first; empty if none does. For an ISBN,
  /// returns only editions with this ISBN.
  func editions(
    for question: LookupQuestion, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition]
}

extension LookupService {
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
  /// The string itself, or the strings among the first 500 elements of an array.
  var texts: [String] { string.map { [$0] } ?? (array ?? []).prefix(500).compactMap(\.string) }
}
