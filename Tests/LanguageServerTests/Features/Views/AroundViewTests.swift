import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The notes around a note as a document.
@Suite struct AroundViewTests {
  private static let notes = [
    "# Walden\n\n#books/essays #pond\n\n[[Emma]], [[On ponds]]\n",
    "# A\n\nFirst. See [[Walden]] there.\n", "# Emma\n\n#books/essays\n",
    "# Thoreau\n\n#pond\n", "# Essays\n\n#books/essays\n", "# Alone\n",
  ]

  private func view(_ server: ServerFixture, _ title: String) throws -> (uri: String, text: String)
  {
    let id = try #require(NoteURI(try server.uri(titled: title))?.id)
    let uri = "commonplace-view://test-notes/around?note=\(id)"
    let view = try server.client.request("commonplace/readView", ["uri": uri.json])
    #expect(view["title"] == .string("Around \(title)"))
    return (uri, try #require(view["text"]?.string))
  }

  @Test func itHasLinksAndWhatIsShared() throws {
    let server = try ServerFixture(notes: Self.notes)
    let (uri, text) = try view(server, "Walden")
    #expect(
      text == """
        # Around Walden

        ## Notes that link here

        - A
          - line 3: See [[Walden]] there.

        ## Notes that this note links to

        - Emma

        ## Links that match no note

        - On ponds

        ## Notes that share hashtags

        - Thoreau
        - Essays

        """)
    server.client.open(uri, text)
    let links = try server.client.request(
      "textDocument/documentLink", ["textDocument": ["uri": uri.json]]
    ).array?.compactMap { $0["target"]?.string }
    let a = try server.uri(titled: "A")
    #expect(links?.prefix(2) == [a, a + "#L3"] && links?.count == 6)
  }

  @Test func itSaysThatThereAreNone() throws {
    let server = try ServerFixture(notes: Self.notes)
    let text = try view(server, "Alone").text
    #expect(text.hasPrefix("# Around Alone\n\nNo related notes"))
    let missing: JSONValue = ["uri": "commonplace-view://test-notes/around?note=NONE"]
    #expect(throws: (any Error).self) {
      try server.client.request("commonplace/readView", missing)
    }
  }
}
