import Foundation

/// The host of a web address, as a browser reads it (URL Standard, sections 3.5 and 4.4).
enum WebHost {
  /// Returns whether an address with `http:` or `https:` refers to this machine: `localhost` and
  /// names below it, and numbers in the networks 127 and 0 in every spelling that browsers accept.
  /// Also true for numbers that no browser accepts. Cost: linear.
  static func isLoopback(inAddress address: String) -> Bool {
    let scheme = address.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard scheme.count < address.utf8.count,
      ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
    else { return false }
    // A browser skips any number of slashes and backslashes.
    let rest = address.utf8.dropFirst(scheme.count + 1)
      .drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    var authority = Array(rest.prefix { !Self.ends.contains($0) })
    if let user = authority.lastIndex(of: UInt8(ascii: "@")) { authority.removeSubrange(...user) }
    if authority.first == UInt8(ascii: "[") {
      return isLoopback(six: authority.dropFirst().prefix { $0 != UInt8(ascii: "]") })
    }
    return isLoopback(name: name(authority.prefix { $0 != UInt8(ascii: ":") }))
  }

  private static let ends = Set("/\\?#".utf8)

  /// Returns the host after percent-decoding and Unicode mapping (UTS #46): compatible letters are
  /// unified, uppercase becomes lowercase, and ignorable characters are removed.
  private static func name(_ written: some Collection<UInt8>) -> String {
    let text = String(decoding: written, as: UTF8.self)
    var name = ""
    for scalar in (text.removingPercentEncoding ?? text).precomposedStringWithCompatibilityMapping
      .lowercased().unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint {
      name.unicodeScalars.append(scalar == "\u{3002}" ? "." : scalar)
    }
    return name
  }

  private static func isLoopback(name: String) -> Bool {
    var labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard let last = labels.last else { return false }
    if last.elementsEqual("localhost".utf8) { return true }
    let isNumber = number(last) != nil || !last.isEmpty && last.allSatisfy(isDigit)
    guard isNumber else { return false }
    // All parts but the last are one byte each; the last one has the remaining bytes.
    let numbers = labels.compactMap(number)
    guard numbers.count == labels.count, numbers.count <= 4, let first = numbers.first,
      numbers.dropLast().allSatisfy({ $0 < 256 })
    else { return true }
    let network = numbers.count == 1 ? first >> 24 : first
    return network == 127 || network == 0
  }

  /// Returns the value of a part of an address: decimal, octal after `0`, or hexadecimal after
  /// `0x`. Returns nil for other texts and for values above 32 bits.
  private static func number(_ text: some Collection<UInt8>) -> Int? {
    let text = String(decoding: text, as: UTF8.self)
    guard text.utf8.allSatisfy({ isDigit($0) || 0x61...0x66 ~= $0 || $0 == UInt8(ascii: "x") })
    else { return nil }
    let isHexadecimal = text.hasPrefix("0x")
    if isHexadecimal, text.utf8.count == 2 { return 0 }
    let number =
      isHexadecimal
      ? Int(text.dropFirst(2), radix: 16) : Int(text, radix: text.hasPrefix("0") ? 8 : 10)
    return number.flatMap { 0...0xFFFF_FFFF ~= $0 ? $0 : nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// Returns whether an IPv6 address is loopback, unspecified or invalid, or contains such an IPv4
  /// address.
  private static func isLoopback(six text: some Collection<UInt8>) -> Bool {
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(decoding: text, as: UTF8.self), &address) == 1 else {
      return true
    }
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    guard bytes.prefix(10).allSatisfy({ $0 == 0 }) else { return false }
    let (mark, four) = (bytes.dropFirst(10).prefix(2), bytes.suffix(4))
    guard mark.allSatisfy({ $0 == 0 }) || mark.allSatisfy({ $0 == 0xFF }) else { return false }
    return four.first == 127 || four.first == 0
  }
}
