/// Decodes keys from the bytes that a terminal sends (ECMA-48, and xterm's function keys).
///
/// Skips all other input: pasted text (bracketed by xterm's mode 2004), the terminal's answers to
/// other programs, and mouse reports. Sequences may arrive in parts. If the bytes so far may be a
/// key or the start of a longer sequence, the caller waits for `patience`, and calls `flush` if no
/// more bytes arrive. Cost: O(bytes); memory is bounded.
package struct KeyDecoder: Sendable {
  private enum State: Sendable {
    case start
    case character([UInt8], isAlt: Bool)
    /// An escape was read. Within a string, it may start the string's end.
    case escape(inString: Bool)
    /// An escape was returned as a key. The other bytes of an arrow key may still arrive.
    case escapeKey
    /// A sequence that ends with a letter, `~` or similar, with its parameters so far.
    case sequence([UInt8])
    /// `ESC O` and perhaps digits were read; the final byte identifies the key.
    case shifted(isBare: Bool)
    /// A string that ends with `ESC \`, or after `ESC ]` also with a bell.
    case string(introducer: UInt8, isBare: Bool)
    /// The number of further bytes to drop.
    case skip(Int)
    /// Pasted text, with the number of bytes of its end marker so far.
    case paste(ended: Int)
  }

  private var state = State.start

  package init() {}

  /// Time to wait for more bytes before `flush`, in milliseconds. Nil if no bytes are pending, and
  /// within pasted text, which may take any time.
  ///
  /// An escape waits longer than most terminals need: a network may separate it from the next
  /// bytes.
  package var patience: Int32? {
    switch state {
    case .start, .escapeKey, .paste: nil
    case .escape, .character, .sequence([]), .shifted(isBare: true), .string(_, isBare: true): 500
    case .sequence, .shifted, .string, .skip: 2000
    }
  }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.compactMap { next($0) }
  }

  /// Call when no more bytes arrive. Returns the key of the pending bytes; empty if they are not a
  /// key.
  package mutating func flush() -> [Key] {
    defer {
      if case .escape(inString: false) = state { state = .escapeKey } else { state = .start }
    }
    switch state {
    case .escape(inString: false): return [.escape]
    case .sequence([]): return [.alt("[")]
    case .shifted(isBare: true): return [.alt("O")]
    case .string(let introducer, isBare: true): return [.alt(Self.ascii(introducer))]
    default: return []
    }
  }

  private mutating func next(_ byte: UInt8) -> Key? {
    switch state {
    case .start: return start(byte)
    case .character(let begun, let isAlt): return character(begun, byte, isAlt: isAlt)
    case .escape(let inString): return escaped(byte, inString: inString)
    case .escapeKey:
      state = .start
      // After an escape key, a bracket is more likely the rest of a sequence than a typed key.
      return "[]".utf8.contains(byte) ? escaped(byte, inString: false) : start(byte)
    case .sequence(let parameters): return sequence(parameters, byte)
    case .shifted: return shifted(byte)
    case .string(let introducer, _):
      string(introducer, byte)
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .start
    case .paste(let ended): paste(ended, byte)
    }
    return nil
  }

  private mutating func start(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B: state = .escape(inString: false)
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Self.ascii(byte + 0x60))
    case 0x20..<0x7F: return .character(Self.ascii(byte))
    case 0xC2...0xF4: state = .character([byte], isAlt: false)
    default: break
    }
    return nil
  }

  private mutating func character(_ begun: [UInt8], _ byte: UInt8, isAlt: Bool) -> Key? {
    state = .start
    guard byte & 0xC0 == 0x80, let first = begun.first else { return start(byte) }
    let bytes = begun + [byte]
    guard bytes.count == (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) else {
      state = .character(bytes, isAlt: isAlt)
      return nil
    }
    let character = String(validating: bytes, as: UTF8.self)?.first
    return character.map { isAlt ? .alt($0) : .character($0) }
  }

  private mutating func escaped(_ byte: UInt8, inString: Bool) -> Key? {
    state = .start
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .shifted(isBare: true)
    // In the order of ECMA-48: DCS, SOS, OSC, PM, APC.
    case _ where "PX]^_".utf8.contains(byte): state = .string(introducer: byte, isBare: true)
    // With Alt, some terminals send another escape before the sequence of an arrow key.
    case 0x1B: state = .escape(inString: inString)
    case UInt8(ascii: "\\") where inString: break
    case 0x20..<0x7F: return .alt(Self.ascii(byte))
    case 0xC2...0xF4: state = .character([byte], isAlt: true)
    default: break
    }
    return nil
  }

  private mutating func sequence(_ parameters: [UInt8], _ byte: UInt8) -> Key? {
    state = .start
    switch byte {
    case 0x1B: state = .escape(inString: false)
    case 0x20..<0x40:
      // Keys have shorter parameters, so the remaining bytes are dropped.
      state = .sequence(parameters.count < 32 ? parameters + [byte] : parameters)
    // `ESC [ [` starts a function key of the Linux console. `ESC [ M` starts a mouse report, if
    // another program left the mouse on.
    case UInt8(ascii: "[") where parameters.isEmpty: state = .skip(1)
    case UInt8(ascii: "M") where parameters.isEmpty: state = .skip(3)
    case UInt8(ascii: "~"):
      let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      if number == "200" { state = .paste(ended: 0) }
      return Self.numbered[number]
    case 0x40..<0x7F:
      let isKey = parameters.allSatisfy { $0 == UInt8(ascii: ";") || (0x30..<0x3A).contains($0) }
      return isKey ? Self.named[byte] : nil
    default: break
    }
    return nil
  }

  private mutating func shifted(_ byte: UInt8) -> Key? {
    state = .start
    switch byte {
    case 0x1B: state = .escape(inString: false)
    case 0x30..<0x3A: state = .shifted(isBare: false)
    case UInt8(ascii: "M"): return .enter
    default: return Self.named[byte]
    }
    return nil
  }

  private mutating func string(_ introducer: UInt8, _ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape(inString: true)
    case 0x07 where introducer == UInt8(ascii: "]"): state = .start
    // Terminals do not send these within a string. A user types them when keys seem to have no
    // effect.
    case 0x03, 0x04, 0x0A, 0x0D, 0x18, 0x1A: state = .start
    default: state = .string(introducer: introducer, isBare: false)
    }
  }

  private mutating func paste(_ ended: Int, _ byte: UInt8) {
    let isNext = Self.pasteEnd.dropFirst(ended).first == byte
    let length = isNext ? ended + 1 : byte == 0x1B ? 1 : 0
    state = length == Self.pasteEnd.count ? .start : .paste(ended: length)
  }

  private static func ascii(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let named: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]
  private static let numbered: [String: Key] = [
    "1": .home, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
  ]
}

package enum Key: Sendable, Hashable {
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  case alt(Character)
  case enter, escape, tab, backspace
  case up, down, left, right, pageUp, pageDown, home, end
}
