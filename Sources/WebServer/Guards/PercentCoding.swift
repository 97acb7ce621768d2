/// Decodes texts of addresses and forms (URL Standard, sections 1.3 and 5.1).
package enum PercentCoding {
  /// Returns the decoded text; nil if a `%` is not followed by two hexadecimal digits, or if the
  /// result is not UTF-8 or contains a NUL. In forms, `+` is a space.
  package static func decoded(
    _ coded: some Collection<UInt8>, plusIsSpace: Bool = false
  ) -> String? {
    var bytes: [UInt8] = []
    var rest = coded[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Returns the fields `a=b&c=d`; nil if one cannot be decoded, or if there are more than `most`.
  package static func fields(
    _ coded: some Collection<UInt8>, most: Int
  ) -> [WebRequest.Field]? {
    var fields: [WebRequest.Field] = []
    for part in coded.split(separator: UInt8(ascii: "&"), maxSplits: most + 1) {
      guard fields.count < most else { return nil }
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      let value = part.dropFirst(name.count + 1)
      guard let name = decoded(name, plusIsSpace: true),
        let value = decoded(value, plusIsSpace: true)
      else { return nil }
      fields.append(WebRequest.Field(name: name, value: value))
    }
    return fields
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
