import Base
import Terminal
import TestSupport
import Testing

/// The bytes that a terminal sends, and the keys that were meant.
@Suite struct KeyTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), (" q", [.character(" "), .character("q")]),
    ("\r\n", [.enter, .enter]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OD\u{1B}OM", [.up, .left, .enter]),
    ("\u{1B}[1;5C", [.right]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
    ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]), ("é中😀", ["é", "中", "😀"].map(Key.character)),
    ("\0", []), ("\u{1B}[<0;1;1M", []),
    // Alt.
    ("\u{1B}q", [.alt("q")]), ("\u{1B}1 ", [.alt("1"), .character(" ")]), ("\u{1B}é", [.alt("é")]),
    ("\u{1B}\r\u{1B}\u{7F}", []), ("\u{1B}\u{1B}[A", [.up]), ("\u{1B}\u{1B}q", [.alt("q")]),
    // Pasted text, whatever is in it.
    ("\u{1B}[200~1 q\r\u{3}\u{1B}[201~x", [.character("x")]), ("\u{1B}[200~x", []),
    ("\u{1B}[200~\u{1B}[200~\u{1B}\u{1B}[20\u{1B}[201~x", [.character("x")]),
    ("\u{1B}[201~x", [.character("x")]),
    // Answers of terminals.
    ("\u{1B}]11;rgb:1111/2222/1111\u{7}x", [.character("x")]),
    ("\u{1B}]11;rgb:1111/2222/1111\u{1B}\\x", [.character("x")]),
    ("\u{1B}P1$r2 q\u{7}1\u{1B}\\x", [.character("x")]),
    ("\u{1B}_Gi=1;OK\u{1B}\\\u{1B}^1\u{1B}\\\u{1B}X1\u{1B}\\x", [.character("x")]),
    ("\u{1B}[12;1R\u{1B}[?62;22c\u{1B}[?2026;2$y\u{1B}[Ix", [.character("x")]),
    // Others end them: a new sequence, and what a person types.
    ("\u{1B}]11;1\u{1B}[A", [.up]), ("\u{1B}]11;1\rx\u{1B}[1\rx", ["x", "x"].map(Key.character)),
    // The mouse, and the Linux console's function keys.
    ("\u{1B}[M 12\u{1B}[[Ax", [.character("x")]), ("\u{1B}OP\u{1B}O1Q\u{1B}[11~", []),
  ])
  func keysAre(_ sent: String, keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.decode(sent.utf8) == keys)
    #expect(whole.patience == nil)
    // In single bytes it says the same.
    var pieces = KeyDecoder()
    #expect(sent.utf8.flatMap { pieces.decode([$0]) } == keys)
  }

  /// The key if nothing follows, and the keys of bytes that follow late all the same.
  @Test(arguments: [
    ("\u{1B}", [Key.escape], "q", [Key.character("q")]), ("\u{1B}\u{1B}", [.escape], "", []),
    // An arrow in two parts that a slow line took too far from each other.
    ("\u{1B}", [.escape], "[A", [.up]), ("\u{1B}", [.escape], "]11;1\u{7}2", [.character("2")]),
    ("\u{1B}[", [.alt("[")], "q", [.character("q")]),
    ("\u{1B}O", [.alt("O")], "1", [.character("1")]),
    ("\u{1B}]", [.alt("]")], "1", [.character("1")]),
    ("\u{1B}P", [.alt("P")], "1", [.character("1")]),
    ("\u{1B}[1;", [], "1", [.character("1")]), ("\u{1B}]11;rgb", [], "1", [.character("1")]),
    ("\u{1B}]11;rgb\u{1B}", [], "1", [.character("1")]), ("\u{1B}[M ", [], "1", [.character("1")]),
    ("\u{C3}", [], "1", [.character("1")]),
  ])
  func nothingFollows(_ sent: String, keys: [Key], late: String, then: [Key]) {
    var decoder = KeyDecoder()
    // The last is half a character, which no string is.
    let bytes = sent == "\u{C3}" ? [0xC3] : Array(sent.utf8)
    #expect(decoder.decode(bytes).isEmpty)
    #expect(decoder.patience.map { $0 >= 500 } == true)
    #expect(decoder.flush() == keys)
    #expect(decoder.patience == nil)
    #expect(decoder.decode(late.utf8) == then)
  }

  /// Pasted text is over at its end alone, however long that takes.
  @Test func pastedTextIsWaitedFor() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~1".utf8).isEmpty && decoder.patience == nil)
    #expect(decoder.decode("1 q\u{1B}[201".utf8).isEmpty && decoder.patience == nil)
    #expect(decoder.decode("~q".utf8) == [.character("q")])
  }

  /// Bytes that are no text, and sequences that do not end.
  @Test func otherBytesArePassedOver() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0xFF, 0xC3, 0x28, 0x80, 0xE4, 0xB8, 0x41]) == ["(", "A"].map(Key.character))
    _ = decoder.decode("\u{1B}[".utf8 + Array(repeating: UInt8(ascii: "1"), count: 100_000))
    #expect(decoder.decode("Aq".utf8) == [.up, .character("q")])
  }

  /// Of random streams only the keys are keys, in whatever pieces they arrive.
  @Test(arguments: 0..<10) func streamsHaveTheirKeys(batch: UInt64) {
    let names = ["1", "2", " ", "q", "\r", "é", "\u{1B}[C", "\u{1B}OD", "\u{1B}[6~", "\u{4}"]
    for seed in batch * 1000..<(batch + 1) * 1000 {
      var stream = TerminalStream(seed: seed, keys: names)
      var (decoder, alone) = (KeyDecoder(), KeyDecoder())
      let keys = stream.pieces().flatMap { decoder.decode($0) }
        .filter { if case .alt = $0 { false } else { true } }
      #expect(keys == alone.decode(stream.keys.utf8), "seed \(seed): \(stream.bytes)")
      #expect(decoder.patience == nil, "seed \(seed)")
    }
  }

  /// Any bytes have keys, and after a moment nothing is begun but perhaps pasted text.
  @Test func anyBytes() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<10_000 {
      let bytes = (0..<40).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0xFF), using: &random)
      }
      var decoder = KeyDecoder()
      _ = decoder.decode(bytes)
      _ = decoder.flush()
      #expect(decoder.patience == nil)
      _ = decoder.decode("\u{1B}[201~".utf8)
      #expect(decoder.decode("q".utf8) == [.character("q")])
    }
  }
}
