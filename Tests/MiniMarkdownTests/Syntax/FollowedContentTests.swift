import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The content that is followed while a text is edited equals that of the whole text.
@Suite struct FollowedContentTests {
  @Test(arguments: 0..<12) func isThatOfTheText(seed: UInt64) {
    var edits = RandomEdits(seed: seed)
    var text = edits.text(20...200).withoutWideCharacters
    var followed = FollowedContent(text)
    for round in 0..<200 {
      let before = NoteContent(text: text).promptCollections
      let (range, piece) = edits.change(of: Array(text.utf8))
      let bytes = Array(text.utf8)
      let new = String(
        decoding: bytes[..<range.lowerBound] + Array(piece.utf8) + bytes[range.upperBound...],
        as: UTF8.self)
      guard !ClusterText.mayHaveWideCharacters(new) else { continue }
      text = new
      let edit = followed.replace(range, with: piece)
      let content = NoteContent(text: text)
      let detail = "seed \(seed), round \(round): \(text.debugDescription)"
      #expect(followed.content == content, "\(detail)")
      #expect(edit.left == before.filter { !content.promptCollections.contains($0) }, "\(detail)")
      #expect(edit.came == content.promptCollections.filter { !before.contains($0) }, "\(detail)")
      var heads = content
      heads.promptCollections = []
      #expect(followed.withoutPrompts == heads && followed.count == text.utf8.count, "\(detail)")
    }
  }

  @Test func aWordCostsItsBlocks() {
    let text = "# Pond\n\n" + (0..<2000).map { "> quote \($0)\n\n#tag\($0)\n\n" }.joined()
    var followed = FollowedContent(text)
    let offset = Array(text.utf8).count / 2
    let edit = followed.replace(offset..<offset, with: "word")
    #expect(edit.blocks <= 4 && edit.left.count <= 1 && edit.came.count <= 1)
  }

  /// The characters of which a text is known to have no wide ones join nothing, whatever is beside them.
  @Test func narrowCharactersJoinNothing() {
    let known = (0x20...0xFFFF).compactMap { UnicodeScalar($0) }.filter {
      !ClusterText.mayHaveWideCharacters("\($0)  ")
    }
    #expect(known.count > 20_000 && known.contains("’") && known.contains("ж"))
    for scalar in known {
      let text = "a\(scalar)b\(scalar)\(scalar)ж"
      #expect(text.count == 6 && text.utf16.count == 6, "\(scalar.value)")
    }
    for wide in ["e\u{301}", "😀", "か\u{3099}", "a\u{200D}", "नमस्ते", "a\r\n"] {
      #expect(ClusterText.mayHaveWideCharacters("ab " + wide + " cd"), "\(wide)")
    }
  }
}

extension String {
  fileprivate var withoutWideCharacters: String {
    String(filter { !ClusterText.mayHaveWideCharacters("\($0)  ") })
  }
}
