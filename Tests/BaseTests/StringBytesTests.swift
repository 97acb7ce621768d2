import Base
import TestSupport
import Testing

@Suite struct StringBytesTests {
  @Test func bytesDecide() {
    #expect("é".hasBytes(of: "é") && !"é".hasBytes(of: "e\u{301}") && "".hasBytes(of: ""))
    #expect("a".precedesByBytes("b") && "a".precedesByBytes("aa") && !"é".precedesByBytes("é"))
    #expect("".precedesByBytes("a") && !"a".precedesByBytes(""))
  }

  @Test func findsBytes() {
    for (text, part) in [("![](a)", "]("), ("](", "]("), ("a]](", "]("), ("", ""), ("é", "")] {
      #expect(text.containsBytes(of: part), "\(text)")
    }
    for (text, part) in [("", "a"), ("]", "]("), ("]a(]", "]("), ("e\u{301}", "é")] {
      #expect(!text.containsBytes(of: part), "\(text)")
    }
  }

  /// The parts in common are whole scalars, do not overlap, and are as long as they can be.
  @Test(arguments: 0..<8) func commonParts(seed: UInt64) {
    var edits = RandomEdits(seed: seed)
    for _ in 0..<300 {
      let old = Array(edits.text(0...40).utf8)
      let (range, piece) = edits.change(of: old)
      let new =
        Array(old[..<range.lowerBound]) + Array(piece.utf8) + Array(old[range.upperBound...])
      let (left, right) = (
        String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self)
      )
      guard Array(left.utf8) == old, Array(right.utf8) == new else { continue }
      let (prefix, suffix) = left.commonBytes(with: right)
      #expect(prefix + suffix <= min(old.count, new.count))
      #expect(old[..<prefix] == new[..<prefix] && old.suffix(suffix) == new.suffix(suffix))
      for bytes in [old, new] {
        let middle = bytes[prefix..<bytes.count - suffix]
        #expect(String(validating: middle, as: UTF8.self) != nil)
        #expect(middle.count <= bytes.count)
      }
      #expect(left.commonBytes(with: left) == (old.count, 0))
    }
  }
}
