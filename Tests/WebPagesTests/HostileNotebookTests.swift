import Base
import Books
import Foundation
import Notebook
import NotebookTestSupport
import TestSupport
import Testing
import WebServer

@testable import WebPages

/// A notebook whose every text tries to become a part of the page.
@Suite struct HostileTests {
  static let markup = "\"'><script>alert(1)</script><img src=//evil.example/x onerror=alert(2)>"

  static let text = """
    # T \(markup)

    \(markup) #tag\(markup) #a/"onclick=x

    ![\(markup)](//evil.example/x.png) ![x](javascript:alert(1)) ![y](https://evil.example/y.svg)
    ![z](data:image/svg+xml,<svg>) ![w](../../etc/passwd)

    ?[\(markup)](javascript:alert(1)) http://evil.example/"onmouseover=x javascript:alert(1)

    > \(markup) (\(markup))

    Q: \(markup)
    A: \(markup)

    [[T \(markup)]] [[\(markup)|\(markup)]] [\(markup)](\(markup).md) [[None#\(markup)]]

    <!-- \u{202E} --> </main></body> &lt; \u{0}\u{8}
    """

  private func fixture(isReadOnly: Bool = false) throws -> SiteFixture {
    try SiteFixture(isReadOnly: isReadOnly) { notebook in
      var record = BookRecord(title: Self.markup, authors: [Self.markup, "javascript:alert(1)"])
      record.publisher = Self.markup
      record.review = Self.markup
      record.series = Self.markup
      record.seriesNumber = Self.markup
      record.language = Self.markup
      record.tags = [Self.markup]
      record.apply(.start(.today))
      record.stars = 2.5
      let note = try notebook.books.add(record, text: Self.text).summary.id
      _ = try notebook.save(text: Self.text + "\nmore \(Self.markup)\n", note: note)
      record.apply(.finish(.today))
      _ = try notebook.books.add(record, text: Self.text)
    }
  }

  /// Every address of pages, with an id and other values filled in.
  static func addresses(_ id: String, _ value: String) -> [String] {
    let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return [
      "/", "/shelf", "/shelf?view=list&author=\(encoded)", "/shelf?year=\(encoded)&sort=\(encoded)",
      "/authors", "/notes", "/notes?page=\(encoded)", "/book/\(id)",
      "/book/\(id)?refused=\(encoded)",
      "/note/\(id)", "/note/\(id)?line=\(encoded)", "/note/\(id)?line=7", "/note/\(id)/history",
      "/note/\(id)/history/\(encoded)", "/note/\(id)/map", "/called?name=\(encoded)",
      "/note/\(id)/conflict", "/search?q=\(encoded)",
      "/search?q=alert",
      "/search?q=alert&part", "/tags", "/tag/\(encoded)", "/tag/a", "/quotes",
      "/quotes?q=\(encoded)",
      "/quotes?q=alert", "/quote/\(id)/10", "/quote/\(id)/\(encoded)", "/quote/\(id)/10/picture",
      "/statistics",
      "/add", "/add?found=\(encoded)", "/add?refused=\(encoded)", "/review", "/review/\(encoded)",
      "/image/\(id)/\(encoded)", "/cover/\(id)", "/asset/\(encoded)/\(encoded)", "/\(encoded)",
      "/\(encoded)/\(encoded)",
    ]
  }

  @Test(arguments: [false, true])
  func noTextBecomesMarkup(_ isReadOnly: Bool) throws {
    let site = try fixture(isReadOnly: isReadOnly)
    for note in try site.notebook.notes.all() {
      for address in Self.addresses(note.id, Self.markup) {
        // The checks of every page are in `checked`.
        _ = SiteFixture.checked(site.get(address), address)
      }
    }
  }

  @Test func cardsAreText() throws {
    let site = try fixture()
    let review = try #require(site.post("/review", [("cram", "yes"), ("query", "alert")]).location)
    for step in 0..<40 {
      let page = try site.page(review)
      #expect(
        page.all("img").isEmpty
          || page.all("img").allSatisfy { $0.attributes["src"]?.hasPrefix("/image/") == true })
      _ = site.post(
        review, [("do", step.isMultiple(of: 2) ? "reveal" : "good"), ("step", "\(step)")])
    }
  }

  @Test func unknownNotesAreMissing() throws {
    let site = try fixture()
    for id in ["none", "..", ".commonplace", ".studyLog", "%00", "%2F%2Fevil.example"] {
      for path in [
        "book/X", "note/X", "note/X/history", "note/X/history/1", "note/X/conflict", "note/X/map",
        "quote/X/0",
        "quote/X/0/picture", "image/X/a", "image/X/.noteText", "cover/X", "review/X",
      ] {
        let address = "/" + path.replacing("X", with: id)
        #expect(site.get(address).status == 404, "\(address)")
      }
      #expect(site.post("/book/\(id)", [("do", "start")]).status == 404)
    }
  }

  @Test func mutatedRequestsAreAnswered() throws {
    let site = try fixture()
    let id = try #require(try site.notebook.notes.all().first).id
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "/", "?", "&", "=", "%", "page", "9223372036854775807", "-1", "#", "line", "é", "q=", "%00",
      "..", id,
    ]
    let addresses = Self.addresses(id, "x")
    for number in 0..<3000 {
      var address = addresses.randomElement(using: &random) ?? "/"
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let index = address.indices.randomElement(using: &random) ?? address.startIndex
        address.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: index)
      }
      let form =
        number.isMultiple(of: 3) ? [("do", "finish"), ("date", "today"), ("stars", "nan")] : nil
      let request = SiteFixture.request(
        address.isEmpty || address.hasPrefix("#") ? "/" : address, form: form)
      let answer = site.site.response(to: request)
      #expect([200, 303, 400, 403, 404].contains(answer.status), "\(address)")
      if let location = answer.location {
        #expect(location.hasPrefix("/") && !location.hasPrefix("//"))
      }
    }
  }
}
