import Testing

@testable import Notebook
@testable import NotebookSearch

/// The query of a typed text, written as `a & "b c" & !d & #t | …`, with `*` after a prefix.
@Suite struct SearchQueryTests {
  @Test(arguments: [
    ("", ""), ("   \n", ""), ("seneca", "seneca*"), ("seneca letters", "seneca & letters*"),
    ("  seneca\u{0}letters\t ", "seneca & letters*"),
    (#""on the shortness""#, "“on the shortness”"), (#""on  the" life"#, "“on the” & life*"),
    (#"oops "of li"#, "oops & “of li”*"), (#""oops"#, "oops*"), (#""""#, ""), (#"""#, ""),
    (#"5" nail"#, #"5" & nail*"#), (#""a"b"#, "a & b*"),
    ("a -b", "a & !b"), (#"a -"b c""#, "a & !“b c”"), ("a -#b", "a & !#b"), ("-a", "!a"),
    ("a - b", "a & b*"), ("-", ""), ("a --b", "a & !-b"), (#"a -"b"#, "a & !b"),
    ("a b OR c", "a & b | c*"), ("OR a OR OR b OR", "a | b"), ("OR", ""),
    ("a or b", "a & or & b*"),
    ("-OR", "!OR"), ("AND NOT NEAR(", "!NEAR("), ("a AND b", "a & b*"), ("a AND", "a*"),
    ("AND", ""),
    ("a NOT b", "a & !b"), ("NOT #t a", "a* & !#t"), ("a NOT \"b c\"", "a & !“b c”"),
    ("ANDROID NOTE", "ANDROID & NOTE*"), ("a NOT", "a*"), ("a NOT -b", "a & !b"),
    ("(a b)", "a & b"), ("(a OR b) c", "a & c* | b & c*"), ("c (a OR b", "c & a | c & b*"),
    ("a -(b OR c)", "a & !b & !c"), ("a NOT (b c)", "a & !b | a & !c"),
    ("((a OR b) (c OR d))", "a & c | a & d | b & c | b & d"), ("NOT(a)", "!a"),
    ("(a) b) :)", "a & b)"), ("f(x) (y)", "f(x) & y"), ("(#t is:quote) a", "a* & #t & is:quote"),
    ("()", ""), ("() a", "a*"), ("-() a", "a*"), ("(title:\"a b\") c", "c* & title:a b"),
    ("#\"Two words\" a", "a* & #Two words"), ("-#\"Two words\"", "!#Two words"),
    ("tag:\"Two words\"/", "#Two words"), ("tag:#\"two wo", "#two wo"), ("#\"#a b/\"", "#a b"),
    ("#\"\" a", "a*"), ("x#\"a b\"", "x#\"a & b\""),
    ("tag:books a", "a* & #books"), ("-tag:#books a", "a* & !#books"), ("tag:", "tag:"),
    ("a is:quote", "a & is:quote"), ("IN:Title a", "a* & in:title"), ("is:poem", "is:poem*"),
    ("-is:cloze a section:reading", "a & section:currentlyReading & !is:cloze"),
    ("after:2021-13", "after:2021-13*"), ("before:21", "before:21*"), ("section:x", "section:x*"),
    ("after:2021 is:question", "after & is:question"),
    ("author:Thoreau a", "a* & author:thoreau"), ("-author:x a", "a* & !author:x"),
    (#"author:"Henry David" a"#, "a* & author:henry david"), (#"author:"henry"#, "author:henry"),
    (#"Links-To:"On Walden" a"#, "a* & links-to:On Walden"), ("-orphan: a", "a* & !orphan"),
    ("unlinked:x OR linked-from:y", "unlinked:x | linked-from:y"), ("links-to:", "links-to:"),
    ("author:", "author:"), ("rating:>3", "stars:4-5"), ("rating:<=2", "stars:1-2"),
    ("rating:4", "stars:4-4"), ("rating:>5", "rating:>5*"), ("rating:x", "rating:x*"),
    ("created:2021-05 a", "a* & created"), ("changed:>2021", "changed"),
    ("modified:<=2021", "changed"),
    ("created:x", "created:x*"), ("title:", "title:"), ("read:2021-05", "read:2021-05"),
    ("read:21", "read:21*"),
    ("isbn:99999-0001-1", "isbn:9789999900010"), ("isbn:1", "isbn:1*"),
    ("#books a", "a* & #books"), ("a #books/2021", "a & #books/2021"), ("#books/", "#books"),
    ("#", ""), ("#/", ""), ("c#", "c#"), ("-#", ""),
    ("c++", "c++"), ("c+", "c+"), ("+++", ""), ("+++ a", "a*"), ("a +++", "a"), ("-+++ a", "a*"),
    ("* ^ :", ""),
    ("it's open-source T. S. title:foo", "it's & open-source & T. & S. & title:foo"),
    ("日本語 café é", "日本語 & café & é*"), ("a*", "a**"),
    ("🎉", "🎉"), ("-🎉 ❤️ → 5€", "❤️ & → & 5€ & !🎉"), ("— … «» ♯", "♯"), ("\u{FE0F}", ""),
  ])
  func understands(text: String, meaning: String) {
    let query = SearchQuery(parsing: text)
    #expect(query.groups.map(\.meaning).joined(separator: " | ") == meaning)
    #expect(query.isEmpty == meaning.isEmpty)
  }
}

extension SearchQuery.Group {
  fileprivate var meaning: String {
    let terms =
      terms.map(\.meaning) + excludedTerms.map { "!" + $0.meaning }
      + tags.map(\.tag) + excludedTags.map { "!" + $0.tag }
      + conditions.map(\.meaning) + excludedConditions.map { "!" + $0.meaning }
    return terms.joined(separator: " & ")
  }
}

extension SearchCondition {
  fileprivate var meaning: String {
    switch self {
    case .inTitle: "in:title"
    case .isPrompt(let prompt): "is:\(prompt)"
    case .section(let section): "section:\(section)"
    case .author(let name): "author:\(name)"
    case .title(let title): "title:\(title)"
    case .created: "created"
    case .changed: "changed"
    case .stars(let stars): "stars:\(stars.lowerBound)-\(stars.upperBound)"
    case .read(let date): "read:\(date)"
    case .isbn(let isbn): "isbn:\(isbn)"
    case .before: "before"
    case .after: "after"
    case .linksTo(let name): "links-to:\(name)"
    case .linkedFrom(let name): "linked-from:\(name)"
    case .orphan: "orphan"
    case .unlinked(let name): "unlinked:\(name)"
    }
  }
}

extension SearchQuery.Term {
  fileprivate var meaning: String {
    (text.contains(" ") ? "“\(text)”" : text) + (isPrefix ? "*" : "")
  }
}
