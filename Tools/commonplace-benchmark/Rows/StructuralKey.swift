/// A key that changes the structure of a text, and the text that must precede it.
struct StructuralKey: Sendable {
  var id: String
  var name: String
  /// Returns the offsets at which it can be typed.
  var places: @Sendable (Places) -> [Int]
  /// Returns the preceding edits at an offset, which are not timed.
  var preparations: @Sendable (Int) -> [Edit] = { _ in [] }
  /// Returns the key itself, at an offset of a text.
  var edit: @Sendable (Int, [UInt8]) -> Edit
  /// The distance after the offset at which a plain character stays plain.
  var plainOffset = 0

  static let all: [StructuralKey] = [
    StructuralKey(
      id: "enter", name: "Enter in mid-paragraph", places: \.words,
      edit: { place, _ in .insert("\n", at: place) }),
    StructuralKey(
      id: "split", name: "Enter again, which splits the paragraph", places: \.words,
      preparations: { [.insert("\n", at: $0)] },
      edit: { place, _ in .insert("\n", at: place) }),
    StructuralKey(
      id: "open-emphasis", name: "opening an emphasis", places: \.words,
      edit: { place, _ in .insert("*", at: place) }),
    StructuralKey(
      id: "close-emphasis", name: "closing an emphasis", places: \.words,
      preparations: { [.insert("*", at: $0)] },
      edit: { place, utf8 in .insert("*", at: endOfWord(at: place, in: utf8) + 1) }),
    StructuralKey(
      id: "open-cloze", name: "opening a cloze", places: \.words,
      preparations: { [.insert("?", at: $0)] },
      edit: { place, _ in .insert("[", at: place + 1) }),
    StructuralKey(
      id: "close-cloze", name: "closing a cloze", places: \.words,
      preparations: { [.insert("?[hint](answer", at: $0)] },
      edit: { place, _ in .insert(")", at: place + 14) }),
    StructuralKey(
      id: "open-pair", name: "the colon of a Q: that has its answer", places: \.questions,
      preparations: { [.remove(":", at: $0)] },
      edit: { place, _ in .insert(":", at: place) }, plainOffset: 2),
    StructuralKey(
      id: "close-pair", name: "the colon of the A: below it", places: \.answers,
      preparations: { [.remove(":", at: $0)] },
      edit: { place, _ in .insert(":", at: place) }, plainOffset: 2),
    StructuralKey(
      id: "join", name: "joining two blocks", places: \.joints,
      edit: { place, _ in .remove("\n", at: place) }, plainOffset: 1),
  ]

  private static func endOfWord(at place: Int, in utf8: [UInt8]) -> Int {
    utf8[place...].firstIndex { $0 == 0x20 || $0 == 0x2C || $0 == 0x2E } ?? utf8.count
  }
}
