/// The SHA-1 digest (RFC 3174), for IDs, names and comparisons. Not for security.
package enum SHA1 {
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    let whole = message.count & ~63
    let last = padded(Array(message[whole...]), length: message.count)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      words.initialize(repeating: 0)
      for (bytes, count) in [(message, whole), (last, last.count)] {
        bytes.withUnsafeBytes { bytes in
          for start in stride(from: 0, to: count, by: 64) {
            mix(bytes, at: start, into: &state, words)
          }
        }
      }
    }
    return [state.0, state.1, state.2, state.3, state.4].flatMap(bytes)
  }

  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Returns the last blocks of a message of `length` bytes, 64 bytes each. The blocks contain
  /// `end`, its last bytes, then a one bit, zeros, and the length in bits. SHA-256 has the same
  /// blocks.
  static func padded(_ end: [UInt8], length: Int) -> [UInt8] {
    let length = UInt64(truncatingIfNeeded: length) &* 8
    let zeros = (119 - end.count % 64) % 64
    return end + [0x80] + [UInt8](repeating: 0, count: zeros)
      + bytes(UInt32(truncatingIfNeeded: length >> 32)) + bytes(UInt32(truncatingIfNeeded: length))
  }

  /// Adds the block of 64 bytes at `start` to `state`. `words` is scratch space for 80 words.
  private static func mix(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into state: inout State,
    _ words: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 {
      let word = bytes.loadUnaligned(fromByteOffset: start + 4 * t, as: UInt32.self)
      words[t] = UInt32(bigEndian: word)
    }
    for t in 16..<80 {
      words[t] = rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], by: 1)
    }
    var (a, b, c, d, e) = state
    func turn(_ f: UInt32, _ k: UInt32, _ t: Int) {
      (a, b, c, d, e) = (rotated(a, by: 5) &+ f &+ e &+ words[t] &+ k, a, rotated(b, by: 30), c, d)
    }
    for t in 0..<20 { turn((b & c) | (~b & d), 0x5A82_7999, t) }
    for t in 20..<40 { turn(b ^ c ^ d, 0x6ED9_EBA1, t) }
    for t in 40..<60 { turn((b & c) | (b & d) | (c & d), 0x8F1B_BCDC, t) }
    for t in 60..<80 { turn(b ^ c ^ d, 0xCA62_C1D6, t) }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  /// Returns the four bytes of a word, the most significant first.
  static func bytes(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
