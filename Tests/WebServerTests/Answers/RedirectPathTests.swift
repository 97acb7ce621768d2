import Testing

@testable import WebServer

@Suite struct RedirectPathTests {
  @Test(arguments: [
    ("/", "/"), ("/a?b=c&d=%20#e", "/a?b=c&d=%20#e"), ("/a b", "/a%20b"),
    ("/\u{fc}", "/%C3%BC"), ("/\"<>^`{|}[]", "/%22%3C%3E%5E%60%7B%7C%7D%5B%5D"),
    ("/a//b", "/a//b"),
  ]) func encodesPaths(path: String, header: String) {
    #expect(RedirectPath.header(path) == header)
  }

  @Test(arguments: [
    "", "a", "//example.org", "/\\example.org", "\\\\example.org", "/a\\b", "http://example.org/",
    "javascript:x", "/a\r\nSet-Cookie: b", "/a\nb", "/a\rb", "/a\tb", "/a\u{0}b", "/\u{7f}", " /a",
    "?a", "#a",
  ]) func refusesEverythingElse(path: String) {
    #expect(RedirectPath.header(path) == nil)
  }
}
