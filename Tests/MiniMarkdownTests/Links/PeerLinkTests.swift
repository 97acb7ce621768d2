import MiniMarkdown
import PackratParsing
import Testing

/// The cases of other programs' tests that apply to links here, in our words. `docs/internals/links.md` counts
/// them, and lists those that do not apply.
@Suite struct PeerLinkTests {
  /// A text, and its links as `title # heading | words`.
  typealias Case = (text: String, expected: [String])

  static let zk: [Case] = [
    ("", []), ("Nothing points from here.", []),
    ("# About [the pond](pond.md)", ["pond | the pond"]),
    (
      "There are [many **deep** places](deep.md), and the [lake](../lake.md).",
      ["deep | many **deep** places", "lake | lake"]
    ),
    (
      "[one](pond.md \"older\") or [two](lake.md \"older wider\")", ["pond | one", "lake | two"]
    ),
    ("See https://example.org/pond and http://example.org.", []),
    ("A [[Long pond]] and [[2-lakes | two lakes]].", ["Long pond", "2-lakes | two lakes"]),
    ("[[étang gelé]]", ["étang gelé"]),
    ("It is [[one]\\]two \\[three\\\\four]].", ["one]]two [three\\four"]),
    ("A [[[thread of notes]]] in three brackets.", ["thread of notes"]),
    ("A [[pond below]]# with a mark after it.", ["pond below"]),
    // In the language, a hashtag goes on to the next space.
    ("A #[[pond above]] for #ponds.", []),
    ("[[pond|The pond]]# #[[lake |  The lake]]", ["pond | The pond"]),
    ("[a page](http://example.org) and [a file](ftp://pond)", []),
    ("[my%20pond](1854%20my%20pond.md)", ["1854 my pond | my%20pond"]),
    ("[[1854%20my%20pond]]", ["1854%20my%20pond"]),
    // Footnotes.
    ("# A\n\nwords[^1]\n\n[^1]: [[pond]]", ["pond"]),
    ("Words[^1].\n\n[^1]: See [[pond]] on this.", ["pond"]),
    ("Words[^1].\n\n[^1]: See [[pond]] and [[lake]].", ["pond", "lake"]),
    ("Words[^1].\n\n[^1]: See [there](pond.md).", ["pond | there"]),
    ("Words[^1].\n\n[^1]: [[pond|The Pond]]", ["pond | The Pond"]),
    ("A[^1] and B[^2].\n\n[^1]: [[pond]]\n[^2]: [[lake]]", ["pond", "lake"]),
    // Front matter.
    ("---\nabove: \"[[pond]]\"\n---\n", ["pond"]), ("---\nabove:\n\t- [[pond]]\n---\n", ["pond"]),
    ("---\nabove: [ [[the pond]] ]\n---\n", ["the pond"]),
    ("---\nabove: \"[words](pond.md)\"\n---\n", ["pond | words"]),
    ("---\nabove: \"https://example.org\"\n---\n", []),
    ("---\nabove: \"[[pond with | words]]\"\n---\n", ["pond with | words"]),
    ("---\nabove: [[pond without marks]]\n---\n", ["pond without marks"]),
    ("---\nabove: \"Beside [[the pond]] there\"\n---\n", ["the pond"]),
    // Code.
    ("A \\` and a [[pond]]", ["pond"]), ("A \\` and [a](pond.md)", ["pond | a"]),
    ("A line with \\` in it\n[[pond]]", ["pond"]), ("A \\` and \\` before [[pond]]", ["pond"]),
    ("The code `x` and [[pond]]", ["pond"]), ("The code `[[x]]` and [[pond]]", ["pond"]),
    ("The code `x \\` y` and [[pond]]", ["pond"]), ("A \\` and `x` [[pond]]", ["pond"]),
    ("It ends with \\`\n[[pond]]\n[[lake]]", ["pond", "lake"]),
    // Words.
    ("[**a pond**](pond.md)", ["pond | **a pond**"]), ("[*a pond*](pond.md)", ["pond | *a pond*"]),
    ("[`a` pond](pond.md)", ["pond | `a` pond"]), ("[a](deep/pond(s).md)", ["pond(s) | a"]),
    ("[**a**](pond.md) and [*b*](lake.md)", ["pond | **a**", "lake | *b*"]),
  ]

  static let marksman: [Case] = [
    ("[[pond]]", ["pond"]), ("[[pond#depth]]", ["pond # depth"]), ("Before [[P]]", ["P"]),
    ("[[pond]]! And so on", ["pond"]), ("To [[pond]]!", ["pond"]),
    ("# A\nThis is [[pond]] there!\n", ["pond"]), ("[[P#]]", ["P"]), ("[[C\\#]]", ["C#"]),
    ("[[C\\##Types]]", ["C# # Types"]), ("[[C\\##Type#3]]", ["C# # Type#3"]),
    ("[[P#depth|the pond]]", ["P # depth | the pond"]), ("[[P#depth|]]", ["P # depth"]),
    ("[[#depth|below]]", [" # depth | below"]), ("[[|]]", []), ("[[]]", []),
    ("# A\n\n## B\nC [[pond]]\n[[lake\n## D\nE [:f next", ["pond"]),
    ("[]", []), ("[][]", []), ("[][][]", []), ("[]()", []), ("[](/)", []),
    ("[the pond](pond.md)", ["pond | the pond"]), ("[](pond.md)", ["pond"]),
    ("[the pond](pond.md \"deep\")", ["pond | the pond"]), ("[the pond](pond.md deep)", []),
    ("[the_pond]", []), ("[\n'1', '2',\n'3'\n]", []), ("#tag\n(#tag)\n[?](#tag)", [" # tag | ?"]),
    ("[a](/pond.md)", ["pond | a"]), ("[a](/pond.md#depth)", ["pond # depth | a"]),
    ("[a](#depth)", [" # depth | a"]),
    ("[[#The%20depth]]", [" # The%20depth"]),
    ("[[the pond#depth %231]]", ["the pond # depth %231"]),
    ("[[pond.3.with.dots.md]]", ["pond.3.with.dots.md"]),
    ("[[pond.3.with.dots]]", ["pond.3.with.dots"]),
    ("[](https://example.org/pond)", []),
  ]

  static let markdownOxide: [Case] = [
    ("This is a [[pond]] [[pond 2]]\n[[pond 3]]", ["pond", "pond 2", "pond 3"]),
    ("This is [[pond#depth]]", ["pond # depth"]),
    ("This is [[pond#^block1]]", ["pond # ^block1"]),
    (
      "A [[pond|by another name]] [[pond 2|22]]\n[[pond 3|33]]",
      ["pond | by another name", "pond 2 | 22", "pond 3 | 33"]
    ),
    ("See [it](path/to/pond.md)", ["pond | it"]), ("See [it](./path/to/pond.md)", ["pond | it"]),
    ("See [it](<path to/the pond.md>)", ["the pond | it"]),
    ("See [it](<path/to/pond.md#depth>)", ["pond # depth | it"]),
    ("See [it](path/to/pond.md#depth)", ["pond # depth | it"]),
    ("See [it](path/to/pond.md#^block1)", ["pond # ^block1 | it"]),
    ("\n    A [it](to/pond.md#^block1):\n\n    (not a link)\n", ["pond # ^block1 | it"]),
    ("This is a picture: [[pond.png]]", []),
    ("’’’🜄 is a [[pond]] [[pond 2]]\n[[pond 3]]", ["pond", "pond 2", "pond 3"]),
    ("No hashtag: word#none [[pond#no hashtag]]", ["pond # no hashtag"]),
    (" [f](a%20deep%20pond.md)", ["a deep pond | f"]),
    (
      "[f](%D0%BF%D1%80%D1%83%D0%B4%20%F0%9F%8C%8A%20%26%20%21%23%40%28%29%2B%3A%3F.md)",
      ["пруд 🌊 & !#@()+:? | f"]
    ),
  ]

  static let iwe: [Case] = [
    ("[the pond](pond.md)", ["pond | the pond"]), ("a [pond](pond.md) b", ["pond | pond"]),
    ("a [[pond]] b", ["pond"]), ("a [[way to the pond]] b", ["way to the pond"]),
    ("a [[pond|deep]] b", ["pond | deep"]), ("- [pond](pond.md)", ["pond | pond"]),
    ("- list\n  - item\n  - [pond](pond.md)", ["pond | pond"]), ("[](pond.md)", ["pond"]),
    ("[example](https://example.org)", []), ("[mail](mailto:me@example.org)", []),
    ("- αβγ[[pond]]\n", ["pond"]), ("αβ [pond](pond.md)\n", ["pond | pond"]),
    ("See [the pond](../../waters/The-Pond.md).", ["The-Pond | the pond"]),
    ("[pond](pond.txt)", []), ("[pond](pond.html)", []), ("[pond](pond.pdf)", []),
    ("[pond](pond.html#depth)", []), ("[pond](waters/pond.html)", []),
    ("[pond](pond.md#depth)", ["pond # depth | pond"]),
  ]

  @Test(arguments: [zk, marksman, markdownOxide, iwe])
  func links(cases: [Case]) {
    for (text, expected) in cases {
      let found = NoteLinkTests.links(in: text).map { line in
        // The form and the text before it say nothing here.
        line.split(separator: ": ", maxSplits: 1).last.map { $0.drop { $0 != " " }.dropFirst() }
          ?? ""
      }
      #expect(found.map(String.init) == expected, "\(text)")
    }
  }
}
