import Base
import Testing

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("notse", "notes", 2), ("kitten", "sitting", 3),
    ("flaw", "lawn", 2), ("é", "e", 1),
  ])
  func betweenWholeTexts(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }

  @Test(arguments: [
    ("", "abc", 0), ("waldn", "thoreau: walden", 1), ("walden", "thoreau: walden", 0),
    ("xyz", "ab", 3), ("thorough", "thoreau: walden", 4),
  ])
  func toAPart(pattern: String, text: String, distance: Int) {
    #expect(EditDistance.toPart(of: text, from: Array(pattern)) == distance)
  }
}
