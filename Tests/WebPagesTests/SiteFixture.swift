import BookLookup
import Books
import Foundation
import JSON
import Notebook
import NotebookFile
import NotebookIndex
import NotebookReview
import NotebookTestSupport
import TestSupport
import Testing
import UserSettings
import WebServer

@testable import WebPages

/// A notebook with its pages. It hides the interface of the site from tests, and the root of its paths: every
/// path of an answer is checked to be below it, and given without it.
final class SiteFixture {
  static let root = "a-Room_1"

  let fixture: NotebookFixture
  let notebook: Notebook
  let site: NotebookSite

  init(
    notes: [String] = [], isReadOnly: Bool = false, settings: Settings = Settings(),
    editor: NoteOpener? = EditorLink("vscode").map(NoteOpener.link),
    fill: (Notebook) throws -> Void = { _ in },
    lookup: (@Sendable () throws(LookupFailure) -> Lookup)? = nil
  ) throws {
    fixture = try NotebookFixture(notes: notes)
    notebook = try fixture.open()
    try fill(notebook)
    // Pages wait for an index for some milliseconds only: on a busy machine they would lack their lists.
    try notebook.reviews.count()
    if notebook.hasWorkingCopy { try notebook.titles.makeIndex() }
    try notebook.links.makeIndex()
    site = NotebookSite(
      notebook, root: Self.root, settings: settings, isReadOnly: isReadOnly, editor: editor,
      lookup: lookup)
    _ = try site.state.survey.survey(of: notebook)
    site.prepare()
  }

  deinit {
    try? notebook.close()
  }

  /// The id of the note of this title.
  func note(_ title: String) throws -> String {
    try #require(try notebook.notes.all().first { $0.title == title }).id
  }

  /// `address` as in `/note/ID?line=3`, its parts percent-encoded.
  static func request(_ address: String, form: [(String, String)]? = nil) -> WebRequest {
    let parts = address.split(separator: "#")[0].split(separator: "?", maxSplits: 1)
    func decoded(_ text: Substring) -> String { String(text).removingPercentEncoding ?? "" }
    let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { field in
      let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return WebRequest.Field(
        name: decoded(sides[0]), value: sides.count > 1 ? decoded(sides[1]) : "")
    }
    return WebRequest(
      method: form == nil ? .get : .post,
      path: (parts.first ?? "").split(separator: "/").map(decoded), query: query,
      form: (form ?? []).map { WebRequest.Field(name: $0.0, value: $0.1) })
  }

  func get(_ address: String) -> WebResponse {
    Self.withoutRoot(site.response(to: Self.request(address)), address)
  }

  func post(_ address: String, _ form: [(String, String)] = []) -> WebResponse {
    Self.withoutRoot(site.response(to: Self.request(address, form: form)), address)
  }

  /// The answer with a location that has no root.
  private static func withoutRoot(_ answer: WebResponse, _ address: String) -> WebResponse {
    guard let location = answer.location else { return answer }
    #expect(location.hasPrefix("/\(root)/"), "\(address)")
    var answer = answer
    answer.location = String(location.dropFirst(root.count + 1))
    return answer
  }

  /// The page at an address, after it was checked.
  func page(_ address: String, status: Int = 200) throws -> ReadPage {
    let answer = get(address)
    #expect(answer.status == status, "\(address)")
    return Self.checked(answer, address)
  }

  /// The page after a form.
  func page(after form: [(String, String)], to address: String) throws -> ReadPage {
    let answer = post(address, form)
    #expect(answer.status == 303, "\(address)")
    return try page(try #require(answer.location))
  }

  /// Reads a page, and checks the rules that hold on all.
  static func checked(_ answer: WebResponse, _ address: String) -> ReadPage {
    let whole = ReadPage(answer.body)
    #expect(whole.fault == nil, "\(address)")
    for element in whole.elements {
      for name in ["href", "src", "action"] {
        if let path = element.attributes[name], path.hasPrefix("/") {
          #expect(path.hasPrefix("/\(root)/"), "\(address): \(path)")
        }
      }
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    let page = ReadPage(Array(text.replacing("=\"/\(root)/", with: "=\"/").utf8))
    guard answer.contentType == .html, page.elements.contains(where: { $0.name == "html" }) else {
      return page
    }
    check(page, address)
    return page
  }

  private static func check(_ page: ReadPage, _ address: String) {
    let html = page.all("html")
    #expect(html.count == 1 && html[0].attributes["lang"] == "en", "\(address)")
    #expect(page.all("title").count == 1 && page.all("title").first?.text.isEmpty == false)
    #expect(page.all("h1").count == 1, "one first heading: \(address)")
    #expect(page.all("main").count == 1 && page.all("nav").count >= 1)
    #expect(page.all("script").count == 1 && page.all("script").first?.text == "", "\(address)")
    var level = 0
    for heading in headings(page) {
      #expect(heading <= level + 1, "headings in order: \(address)")
      level = heading
    }
    var ids: Set<String> = []
    let labeled = Set(page.all("label").compactMap { $0.attributes["for"] })
    for element in page.elements {
      let attributes = element.attributes
      if let id = attributes["id"] { #expect(ids.insert(id).inserted, "\(id) twice: \(address)") }
      for name in attributes.keys {
        #expect(!name.hasPrefix("on") && name != "style" && name != "srcdoc", "\(address)")
      }
      for name in ["src", "action"] {
        if let value = attributes[name] {
          #expect(value.hasPrefix("/") && !value.hasPrefix("//"), "\(address): \(value)")
        }
      }
      if let link = attributes["href"] { #expect(isSafe(link, attributes), "\(address): \(link)") }
      if element.name == "img" { #expect(attributes["alt"] != nil, "\(address)") }
      if ["input", "select", "textarea"].contains(element.name),
        !["hidden", "checkbox"].contains(attributes["type"] ?? "")
      {
        #expect(labeled.contains(attributes["id"] ?? ""), "a label for each field: \(address)")
      }
    }
  }

  /// The levels of headings; they stand in the order of their ends, which is that of their starts.
  private static func headings(_ page: ReadPage) -> [Int] {
    page.elements.compactMap { element in
      element.name.count == 2 && element.name.hasPrefix("h") ? Int(element.name.dropFirst()) : nil
    }
  }

  private static func isSafe(_ link: String, _ attributes: [String: String]) -> Bool {
    if link.hasPrefix("#") || (link.hasPrefix("/") && !link.hasPrefix("//")) { return true }
    if link.hasPrefix("vscode://commonplace.commonplace/") { return true }
    return ["http://", "https://", "mailto:"].contains(where: link.hasPrefix)
      && attributes["rel"] == "noreferrer noopener"
  }
}

/// A small notebook of all kinds.
enum SmallNotebook {
  static let walden = """
    # Walden

    #books/essays

    ## Economy

    > The mass of men lead lives of quiet desperation. (p. 8)

    He went there on ?[a day](4 July).

    ## Sounds

    Q: What did he build?
    A: A house.
    """

  static func fill(_ notebook: Notebook) throws {
    var walden = BookRecord(title: "Walden", authors: ["Henry David Thoreau"])
    walden.stars = 4.5
    walden.originalYearPublished = 1854
    walden.add(BookReading(start: PartialDate("2021-03-01"), finish: PartialDate("2021-03-11")))
    _ = try notebook.books.add(walden, text: Self.walden)
    var emma = BookRecord(title: "Emma", authors: ["Jane Austen"])
    emma.apply(.start(PartialDate("2024-01")))
    let note = try notebook.books.add(emma, text: "# Emma\n\n> Handsome, clever, and rich.\n")
    let cover = NoteCover(mimeType: "text/html", data: TestImages.png())
    try notebook.books.setCover(of: note.summary.id, to: cover)
    _ = try notebook.books.add(BookRecord(title: "Moby-Dick", authors: ["Herman Melville"]))
  }
}
