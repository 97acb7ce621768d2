import MiniMarkdown
import SpacedRepetition
import Testing

/// The spelling of printers, on both sides of a card.
@Suite struct TypographyTests {
  @Test(arguments: [
    ("--", "—"), ("None", "None"), ("", ""), ("-", "-"), ("---", "—-"),
    (#""This is it!" he said."#, "“This is it!” he said."),
    ("Not 'single' ones", "Not ‘single’ ones"), ("That's it.", "That’s it."),
    ("a -- _b_ -- c", "a — b — c"), ("....", "…"), ("...", "…"), ("..", ".."),
    ("well.... So", "well… So"), (".....", "…."), (#"a " b"#, #"a " b"#), (#"*a*""#, "a”"),
    (#""*a*""#, "“a”"), ("`\"a\"` 'b'", "\"a\" ‘b’"),
  ])
  func spellingIs(_ text: String, printed: String) {
    let card = Card(
      .questionAndAnswer, rawValue: "Q: \(text)\nA: \(text)", source: .note(title: ""))
    #expect(card?.front.plain == printed)
    #expect(card?.back.plain == printed)
  }
}
