import JSON
import LanguageClient
import LanguageServerProtocol
import Testing

@Suite struct DocumentLinksTests {
  /// A file's images lead to files beside it, and nowhere else.
  @Test(
    arguments: [
      ("file:///a/b.md", "c%20d.png", "file:///a/c%20d.png"),
      ("file:///a/b.md", "assets/c.png", "file:///a/assets/c.png"),
      ("file:///a/b.md", "../c.png", nil), ("file:///a/b.md", "%2e%2e/c.png", nil),
      ("file:///a/b.md", "/etc/passwd", nil), ("file:///a/b.md", "command:x", nil),
      ("untitled:1", "c.png", nil),
      ("file:///a/b.md", "https://a.b/c.png", "https://a.b/c.png"),
    ] as [(String, String, String?)])
  func images(uri: String, target: String, link: String?) throws {
    let server = try ServerFixture(notes: nil)
    server.client.open(uri, "![i](\(target))")
    let links = try server.client.request(
      "textDocument/documentLink", ["textDocument": ["uri": uri.json]])
    #expect(links.array?.first?["target"]?.string == link)
  }
}
