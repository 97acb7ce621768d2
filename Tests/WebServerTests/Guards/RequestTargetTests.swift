import Testing

@testable import WebServer

@Suite struct RequestTargetTests {
  private func target(_ text: String) -> RequestTarget? { RequestTarget(text, Limits()) }

  @Test(arguments: [
    ("/", []), ("//", []), ("/book/42", ["book", "42"]), ("/book/42/", ["book", "42"]),
    ("/a//b", ["a", "b"]), ("//example.org", ["example.org"]), ("/tag/a%2Fb", ["tag", "a/b"]),
    ("/%C3%BC+", ["\u{fc}+"]), ("/..", [".."]), ("/%2e%2e", [".."]), ("/a#b", ["a#b"]),
  ]) func readsPaths(text: String, path: [String]) {
    #expect(target(text) == RequestTarget(path: path))
  }

  @Test(arguments: [
    "", "*", "book", "http://127.0.0.1/", "127.0.0.1:80", "/%", "/%4", "/%zz", "/%ff", "/%00",
    "/?%",
    "/?a=%00",
  ]) func refusesOtherForms(text: String) {
    #expect(target(text) == nil)
  }

  @Test func readsFields() {
    let field = WebRequest.Field.init(name:value:)
    #expect(
      target("/?a=b+c&&d&=e&f=g=h&a=%26")?.query == [
        field("a", "b c"), field("d", ""), field("", "e"), field("f", "g=h"), field("a", "&"),
      ])
    #expect(target("/x?")?.query == [])
  }

  @Test func hasLimits() {
    func path(_ count: Int) -> String { String(repeating: "/a", count: count) }
    func query(_ count: Int) -> String { "/?" + String(repeating: "a&", count: count) }
    #expect(target(path(16))?.path.count == 16)
    #expect(target(path(17)) == nil)
    #expect(target(path(8000)) == nil)
    #expect(target(query(100))?.query.count == 100)
    #expect(target(query(101)) == nil)
    #expect(target(query(8000)) == nil)
  }
}
