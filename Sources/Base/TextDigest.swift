/// A digest to distinguish texts: FNV-1a of their UTF-8 bytes, 64 bits. Not for security.
package struct TextDigest: Sendable, Hashable {
  package var value: UInt64

  package init(value: UInt64) { self.value = value }

  package init(_ text: String) {
    value = 0xCBF2_9CE4_8422_2325
    append(text)
  }

  package mutating func append(_ text: String) {
    var text = text
    value = text.withUTF8 { bytes in
      bytes.reduce(value) { ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 0x100_0000_01B3 }
    }
  }
}
