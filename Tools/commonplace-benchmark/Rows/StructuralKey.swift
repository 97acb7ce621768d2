/// A key that changes the structure of a text, and the text that must precede it.
struct StructuralKey: Sendable {
  var id: String
  var name: String
  /// Returns the byte offsets at which the key can be typed.
  var offsets: @Sendable (EditOffsets) -> [Int]
  /// Returns the preceding edits at an offset, which are not timed.
  var preparations: @Sendable (Int) -> [Edit] = { _ in [] }
  var edit: @Sendable (Int, [UInt8]) -> Edit
  /// The bytes to add to the offset for a plain character that does not change the structure.
  var plainOffset = 0

  static let all: [StructuralKey] = [
    StructuralKey(
      id: "enter", name: "Enter in mid-paragraph", offsets: \.words,
      edit: { offset, _ in .insert("\n", at: offset) }),
    StructuralKey(
      id: "split", name: "Enter again, which splits the paragraph", offsets: \.words,
      preparations: { [.insert("\n", at: $0)] },
      edit: { offset, _ in .insert("\n", at: offset) }),
    StructuralKey(
      id: "open-emphasis", name: "opening an emphasis", offsets: \.words,
      edit: { offset, _ in .insert("*", at: offset) }),
    StructuralKey(
      id: "close-emphasis", name: "closing an emphasis", offsets: \.words,
      preparations: { [.insert("*", at: $0)] },
      edit: { offset, utf8 in .insert("*", at: endOfWord(at: offset, in: utf8) + 1) }),
    StructuralKey(
      id: "open-cloze", name: "opening a cloze", offsets: \.words,
      preparations: { [.insert("?", at: $0)] },
      edit: { offset, _ in .insert("[", at: offset + 1) }),
    StructuralKey(
      id: "close-cloze", name: "closing a cloze", offsets: \.words,
      preparations: { [.insert("?[hint](answer", at: $0)] },
      edit: { offset, _ in .insert(")", at: offset + 14) }),
    StructuralKey(
      id: "open-pair", name: "the colon of a Q: that has its answer", offsets: \.questions,
      preparations: { [.remove(":", at: $0)] },
      edit: { offset, _ in .insert(":", at: offset) }, plainOffset: 2),
    StructuralKey(
      id: "close-pair", name: "the colon of an A: below its question", offsets: \.answers,
      preparations: { [.remove(":", at: $0)] },
      edit: { offset, _ in .insert(":", at: offset) }, plainOffset: 2),
    StructuralKey(
      id: "join", name: "joining two blocks", offsets: \.joints,
      edit: { offset, _ in .remove("\n", at: offset) }, plainOffset: 1),
  ]

  private static func endOfWord(at offset: Int, in utf8: [UInt8]) -> Int {
    utf8[offset...].firstIndex { $0 == 0x20 || $0 == 0x2C || $0 == 0x2E } ?? utf8.count
  }
}
