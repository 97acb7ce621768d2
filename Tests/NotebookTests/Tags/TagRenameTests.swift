import Notebook
import Testing

/// The new name of a hashtag when another one is renamed.
@Suite struct TagRenameTests {
  @Test(arguments: [
    // Whole segments, in any case; what lies below comes along as it is written.
    ("#book", "#read", "#book", "#read"), ("#book", "#read", "#book/2021", "#read/2021"),
    ("#book", "#read", "#books", "#books"), ("#book", "#read", "#a/book", "#a/book"),
    ("#Book", "#read", "#BOOK/Big", "#read/Big"), ("book", "read", "#book/a/b", "#read/a/b"),
    ("#a/b", "#c", "#a/b/d", "#c/d"), ("#a/b", "#c", "#a", "#a"), ("#a/b", "#c", "#a/bc", "#a/bc"),
    ("#a", "#a/b", "#a/c", "#a/b/c"), ("#a/b", "#a", "#a/b/c", "#a/c"), ("#a", "#b", "#a/", "#b/"),
    ("#é", "#è", "#É/é", "#è/é"), ("#a", "#😀", "#a/👨‍👩‍👧", "#😀/👨‍👩‍👧"),
    ("#a", "#b", "#a/\u{301}", "#a/\u{301}"), ("#İ", "#i", "#İ/x", "#i/x"),
  ])
  func renames(old: String, new: String, tag: String, to renamed: String) throws {
    let rename = try #require(TagRename(old, to: new))
    #expect(Array(rename.renamed(tag).utf8) == Array(renamed.utf8))
  }

  @Test(arguments: [
    "", "#", " ", "a b", "a ", " a", "a\tb", "a\nb", "a/", "/a", "a//b", "#a/", "##", "a\u{A0}b",
    "a\u{200B}b", "a\u{2028}b", "a\u{85}b", "a\0b", "a\u{7}", "\u{301}a", "a\u{600}",
    String(repeating: "a", count: 1000),
  ])
  func theseAreNoNames(_ name: String) {
    #expect(TagRename("#old", to: name) == nil)
  }

  @Test(arguments: [
    "a", "#a", "a/b", "2021", "a-b", "to_read", "c++", "日本", "😀", "🇩🇪/x", "a,", "##a",
    String(repeating: "a", count: 999),
  ])
  func theseAreNames(_ name: String) {
    #expect(TagRename("#old", to: name) != nil)
  }

  @Test(arguments: [
    ("#a", "#b", ["#a", "#a/x", "#c"], []), ("#a", "#b", ["#a", "#b"], ["#b"]),
    ("#a", "#b", ["#B/x", "#bc"], ["#B/x"]), ("#a", "#A", ["#a", "#A/x"], []),
    ("#a/b", "#a", ["#a/b", "#a/c"], ["#a/c"]), ("#a", "#a/b", ["#a", "#a/b"], []),
  ])
  func meets(old: String, new: String, tags: [String], met: [String]) throws {
    #expect(try #require(TagRename(old, to: new)).met(among: tags) == met)
  }
}
