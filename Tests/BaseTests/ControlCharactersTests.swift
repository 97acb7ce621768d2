import Base
import Testing

/// The rule for characters that terminals and clients obey, against Unicode's categories.
@Suite struct ControlCharactersTests {
  @Test func areThoseOfUnicode() {
    for scalar in (0..<0x11_0000).lazy.compactMap({ Unicode.Scalar($0 as UInt32) }) {
      let category = scalar.properties.generalCategory
      #expect(scalar.isControl == (category == .control))
      let parts: [Unicode.GeneralCategory] = [.lineSeparator, .paragraphSeparator]
      #expect(scalar.isLineSeparator == parts.contains(category))
      // Each that has to do with direction is an unseen one.
      if scalar.turnsDirection || scalar.marksDirection { #expect(category == .format) }
    }
  }

  @Test(arguments: [("a", false), ("é", false), ("\r\n", true), ("\u{9B}", true), ("👨‍👩‍👧", false)])
  func charactersWithOne(character: Character, hasOne: Bool) {
    #expect(character.hasControl == hasOne)
  }
}
