import Base

/// Bytes as a terminal sends them: keys, and much between them that is no key. All follows from a seed.
package struct TerminalStream {
  /// The bytes that are sent.
  package private(set) var bytes: [UInt8] = []
  /// The keys alone.
  package private(set) var keys = ""
  private var random: SeededGenerator

  /// Up to eight pieces; the keys among them are of `keys`.
  package init(seed: UInt64, keys: [String]) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0, let key = keys.randomElement(using: &random) {
        bytes += key.utf8
        self.keys += key
      } else {
        bytes += noise()
      }
    }
  }

  /// The bytes in pieces of any length.
  package mutating func pieces() -> [[UInt8]] {
    var rest = bytes[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let length = Int.random(in: 1...max(1, rest.count), using: &random)
      pieces.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return pieces
  }

  private mutating func noise() -> [UInt8] {
    let end = ["\u{7}", "\u{1B}\\"].randomElement(using: &random) ?? ""
    let (one, two) = (number(), number())
    let other = [
      // Answers: colors, capabilities, versions, graphics; the cursor's position, the device,
      // modes, sizes.
      "\u{1B}]11;rgb:1212/\(one)/2222\(end)", "\u{1B}]4;\(one);rgb:q/ e/1\(end)",
      "\u{1B}]52;c;MSAyIDE=\(end)", "\u{1B}P1$r\(one) q\u{1B}\\", "\u{1B}P>|xterm(\(one))\u{1B}\\",
      "\u{1B}P1+r436f=1 2\u{7}2\u{1B}\\", "\u{1B}_Gi=\(one);OK 1\u{1B}\\", "\u{1B}^q1\u{1B}\\",
      "\u{1B}[\(one);\(two)R", "\u{1B}[?\(one);\(two)c", "\u{1B}[>\(one);\(two);0c",
      "\u{1B}[?2026;\(one)$y", "\u{1B}[8;\(one);\(two)t", "\u{1B}[?\(one)u", "\u{1B}[0n",
      // The focus, the mouse, in three ways.
      "\u{1B}[I", "\u{1B}[O", "\u{1B}[<0;\(one);\(two)M", "\u{1B}[32;\(one);\(two)M",
      "\u{1B}[M 1q",
      // Alt, and function keys.
      "\u{1B}1", "\u{1B} ", "\u{1B}q", "\u{1B}é", "\u{1B}\u{1B}2", "\u{1B}\r", "\u{1B}OP",
      "\u{1B}[15~",
      "\u{1B}[[1", "\u{1B}[1;\(one)P", "\u{1B}O1P",
      // A sequence that the next one breaks off.
      "\u{1B}[1;\u{1B}[I", "\u{1B}]11;rgb:1\u{1B}[O", "\u{1B}P1\u{1B}]1\u{7}", "\u{1B}[1\u{18}",
      "\u{1B}\u{1B}[I",
      // Bytes that are no text.
      "\0",
    ]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return paste()
    case 1: return (0..<Int.random(in: 1...4, using: &random)).map { _ in byteOfNoText() }
    default: return Array((other.randomElement(using: &random) ?? "").utf8)
    }
  }

  private mutating func number() -> Int { Int.random(in: 0...999, using: &random) }

  /// A byte that begins no character.
  private mutating func byteOfNoText() -> UInt8 {
    let byte = UInt8.random(in: 0x80...0xC1, using: &random)
    return Bool.random(using: &random) ? byte : 0xFF
  }

  /// Pasted text with everything in it but its end, and the bytes of which the system makes signals.
  private mutating func paste() -> [UInt8] {
    let parts = [
      " ", "1", "2\n", "q", "e\r", "\u{1B}", "\u{1B}[", "\u{1B}[201", "[201~", "\u{4}", "é",
    ]
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text += (parts.randomElement(using: &random) ?? "").utf8
      // No `~`, with which a part would become the end.
      text.append(
        [.random(in: 0x20...0x7D, using: &random), 0xFF].randomElement(using: &random) ?? 0)
    }
    return Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8)
  }
}
