import Testing

@testable import Books

@Suite struct AuthorNameTests {
  /// The first six are the app's own examples.
  @Test(arguments: [
    ("Brian Dewey", "Dewey Brian"), ("T. S. Eliot", "Eliot T. S."),
    ("Brian Kenneth Dewey", "Dewey Brian Kenneth"), ("J. R. R. Tolkien", "Tolkien J. R. R."),
    ("Gabriel García Marquez", "García Marquez Gabriel"),
    ("Eddie Van Halen", "Van Halen Eddie"),
    ("Plato", "Plato"), ("", ""), ("  Jane   Austen ", "Austen Jane"),
    ("Simone de Beauvoir", "de Beauvoir Simone"), ("Bernard van den Berg", "van den Berg Bernard"),
    ("Martin Luther King Jr.", "King Martin Luther"), ("Kurt Vonnegut, Jr.", "Vonnegut Kurt"),
    ("Woolf, Virginia", "Woolf Virginia"), ("van Gogh", "Gogh van"), ("J.", "J."),
  ])
  func isSortedByFamily(name: String, expected: String) {
    #expect(AuthorName(name).lastFirst == expected)
  }
}
