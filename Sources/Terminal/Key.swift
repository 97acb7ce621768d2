/// A key that was pressed.
public enum Key: Sendable, Hashable {
  /// A key that writes something.
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  case enter, escape, tab, backspace
  case up, down, left, right, pageUp, pageDown, home, end
}

/// Makes keys of the bytes that a terminal sends (ECMA-48, and xterm's function keys).
///
/// Sequences may arrive in pieces. The escape key sends what all sequences begin with: who reads waits
/// a moment while `isWaiting`, and calls `flush` if nothing follows.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  /// Nothing was typed yet.
  public init() {}

  /// Whether the bytes so far could be the beginning of a sequence.
  public var isWaiting: Bool { !pending.isEmpty }

  /// The keys that are complete with these bytes. What is no key is passed over.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var rest = pending[...]
    var keys: [Key] = []
    loop: while !rest.isEmpty {
      switch Self.next(rest) {
      case .incomplete: break loop
      case .complete(let key, let length):
        if let key { keys.append(key) }
        rest = rest.dropFirst(length)
      }
    }
    pending = Array(rest)
    return keys
  }

  /// The key that was meant if nothing follows.
  public mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
  }

  private enum Step {
    case incomplete
    case complete(Key?, length: Int)
  }

  private static func next(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case 0x1B: return sequence(bytes)
    case 0x0A, 0x0D: return .complete(.enter, length: 1)
    case 0x09: return .complete(.tab, length: 1)
    case 0x08, 0x7F: return .complete(.backspace, length: 1)
    case 0x01...0x1A:
      return .complete(.control(Character(Unicode.Scalar(first + 0x60))), length: 1)
    case 0x20..<0x7F: return .complete(.character(Character(Unicode.Scalar(first))), length: 1)
    case 0xC2...0xF4:
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let tail = bytes.dropFirst().prefix(length - 1)
      if tail.contains(where: { $0 & 0xC0 != 0x80 }) { return .complete(nil, length: 1) }
      guard tail.count == length - 1 else { return .incomplete }
      let text = String(validating: bytes.prefix(length), as: UTF8.self)
      return .complete(text?.first.map(Key.character), length: length)
    default: return .complete(nil, length: 1)
    }
  }

  /// A sequence that begins with an escape.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case nil: return .incomplete
    case UInt8(ascii: "["):
      let parameters = body.prefix { (0x20..<0x40).contains($0) }
      guard let last = body.dropFirst(parameters.count).first else {
        // No terminal sends one as long.
        return body.count > 32 ? .complete(nil, length: bytes.count) : .incomplete
      }
      let number = parameters.prefix { $0 != UInt8(ascii: ";") }
      let key =
        last == UInt8(ascii: "~") ? numbered[String(decoding: number, as: UTF8.self)] : named[last]
      return .complete(key, length: 3 + parameters.count)
    case UInt8(ascii: "O"):
      guard let last = body.first else { return .incomplete }
      return .complete(last == UInt8(ascii: "M") ? .enter : named[last], length: 3)
    default: return .complete(.escape, length: 1)
    }
  }

  private static let named: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]
  private static let numbered: [String: Key] = [
    "1": .home, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
  ]
}
