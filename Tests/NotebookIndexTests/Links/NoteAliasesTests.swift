import Testing

@testable import NotebookIndex

/// The other titles of notes, in front matter.
@Suite struct NoteAliasesTests {
  @Test(arguments: [
    ("---\naliases: [Walden, \"Life, in the Woods\"]\n---\n# A", ["Walden", "Life, in the Woods"]),
    ("---\ntitle: x\naliases:\n  - Walden\n  - 'Pond'\nother: 1\n---\n", ["Walden", "Pond"]),
    ("---\nalias: Walden\n---\n", ["Walden"]), ("---\naliases: []\n---\n", []),
    ("---\ntitle: x\n---\n", []), ("# aliases: x\n", []), ("---\naliases: x\n", []),
    ("a\n---\naliases: x\n---\n", []), ("---\naliases:\n---\n", []),
    ("---\naliases: [Walden, Pond] # two\n---\n", ["Walden", "Pond"]),
    ("---\naliases : [Walden]\n---\n", ["Walden"]), ("---\nAliases: Walden\n---\n", ["Walden"]),
    ("---\naliases: # some\n- Walden # the book\n# between\n- Pond\n---\n", ["Walden", "Pond"]),
    ("---\naliases: [\n  Walden, Pond\n]\n---\n", ["Walden", "Pond"]),
    ("---\naliases:\n- [[Walden]]\n- 1984\n- \n---\n", ["Walden", "1984"]),
    ("---\naliases: Walden, or Life: a book\n---\n", ["Walden, or Life: a book"]),
    ("---\ntags: [a\naliases: [Walden]\n---\n", ["Walden"]),
    ("---\naliases: [Walden\n---\n", []), ("---\n- aliases: x\n---\n", []),
  ])
  func aliases(text: String, expected: [String]) { #expect(NoteAliases.read(text) == expected) }
}
