import Testing

@testable import Mirror

@Suite struct MirrorNamesTests {
  @Test(arguments: [
    ("Walden", "Walden"), ("On “Walden”, again", "On “Walden”, again"), ("🌱 Ideas", "🌱 Ideas"),
    ("Either/Or", "Either-Or"), ("C:\\temp?*", "C--temp--"), ("<a|b>\"", "-a-b--"),
    ("a\u{0}b\tc\nd\u{7F}", "a-b-c-d-"), ("\u{202E}cod.exe", "-cod.exe"),
    ("..", "Untitled"), (".", "Untitled"), (".hidden", "-hidden"), ("end. . .", "end"),
    ("", "Untitled"), (" \u{A0} ", "Untitled"), ("../../etc/passwd", "-.-..-etc-passwd"),
    ("con", "con-"), ("Com1.txt", "Com1-.txt"), ("console", "console"), ("NUL", "NUL-"),
    ("e\u{301}", "\u{E9}"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("-rf", "-rf"),
  ])
  func stems(_ title: String, _ stem: String) {
    #expect(MirrorNames.stem(of: title).unicodeScalars.elementsEqual(stem.unicodeScalars))
    // Making a name of a name changes nothing more.
    #expect(MirrorNames.stem(of: stem) == stem)
  }

  @Test func longTitlesAreCutBetweenCharacters() {
    let stem = MirrorNames.stem(of: String(repeating: "👩‍👩‍👧", count: 100))
    #expect(stem.utf8.count <= 180)
    #expect(stem.allSatisfy { $0 == "👩‍👩‍👧" })
  }

  @Test func takenNamesAreNumbered() {
    var names = MirrorNames(taken: ["walden.md"])
    #expect(names.name("Walden") == "Walden (2).md")
    #expect(names.name("WALDEN") == "WALDEN (3).md")
    names.release("Walden (2).md")
    #expect(names.name("Walden") == "Walden (2).md")
  }

  /// Each of very many is found without a look at all others.
  @Test func veryManyNotesOfOneTitle() {
    var names = MirrorNames()
    for _ in 0..<5_000 { _ = names.name("Untitled") }
    #expect(names.name("untitled") == "untitled (5001).md")
    names.release("Untitled (4000).md")
    #expect(names.name("Untitled") == "Untitled (4000).md")
    #expect(names.name("Untitled") == "Untitled (5002).md")
  }

  @Test(arguments: [
    ("A.md", "A", true), ("a.MD", "A", true), ("A (2).md", "A", true), ("A (x).md", "A", false),
    ("A ().md", "A", false), ("B.md", "A", false), (".A.md", "A", false), ("A.txt", "A", false),
  ])
  func namesOfStems(_ name: String, _ stem: String, _ isName: Bool) {
    #expect(MirrorNames.isName(name, of: stem) == isName)
  }
}
