import Terminal
import Testing

/// What a terminal sends, and the keys that were meant.
@Suite struct KeyTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), (" q", [.character(" "), .character("q")]),
    ("\r\n", [.enter, .enter]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OD\u{1B}OM", [.up, .left, .enter]),
    ("\u{1B}[1;5C", [.right]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end]),
    ("\u{1B}[200~x", [.character("x")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}q", [.escape, .character("q")]), ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]), ("é中😀", ["é", "中", "😀"].map(Key.character)),
    ("\0", []), ("\u{1B}[<0;1;1M", []),
  ])
  func keysAre(_ sent: String, keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.decode(sent.utf8) == keys)
    #expect(!whole.isWaiting)
    // In single bytes it says the same.
    var pieces = KeyDecoder()
    #expect(sent.utf8.flatMap { pieces.decode([$0]) } == keys)
  }

  @Test func anEscapeAloneIsAKeyIfNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty && decoder.isWaiting)
    #expect(decoder.flush() == [.escape] && !decoder.isWaiting)
    #expect(decoder.decode("\u{1B}[".utf8).isEmpty && decoder.flush() == [.escape])
    #expect(decoder.flush().isEmpty)
  }

  /// Bytes that are no text, and sequences that do not end.
  @Test func otherBytesArePassedOver() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0xFF, 0xC3, 0x28, 0x80, 0xE4, 0xB8, 0x41]) == ["(", "A"].map(Key.character))
    _ = decoder.decode("\u{1B}[".utf8 + Array(repeating: UInt8(ascii: "1"), count: 100))
    #expect(!decoder.isWaiting)
  }
}
