import Base
import Books
import Dispatch
import Foundation
import Notebook
import NotebookIndex
import NotebookReview
import NotebookTestSupport
import TestSupport
import Testing
import WebServer

@testable import WebPages

/// After the answer to a save, the next page has it, whatever other pages are being made meanwhile.
///
/// `script/test --saves N` saves N times in a release build; here it is a short run.
@Suite struct PagesAfterSavesTests {
  private static let saves =
    ProcessInfo.processInfo.environment["COMMONPLACE_SAVES"].flatMap { Int($0) } ?? 30

  /// Pages that are asked for all the time, on other threads.
  private final class Readers: Sendable {
    private let isStopped = Mutex(false)
    private let running = DispatchGroup()

    init(_ count: Int, _ read: @escaping @Sendable () -> Void) {
      for _ in 0..<count {
        running.enter()
        Thread { [self] in
          while !isStopped.withLock({ $0 }) { read() }
          running.leave()
        }.start()
      }
    }

    func stop() {
      isStopped.withLock { $0 = true }
      running.wait()
    }
  }

  @Test func theNextPageHasIt() throws {
    let fixture = try SiteFixture(
      notes: (0..<200).map { "# Note \($0)\n\n#kind/of/\($0 % 40)\n" } + ["# Even\n", "# Odd\n"])
    let (notebook, site) = (fixture.notebook, fixture.site)
    let note = try notebook.createNote(text: "# Changing 0x\n").summary.id
    let book = try notebook.books.add(BookRecord(title: "Walden", authors: ["Thoreau"])).summary.id
    try notebook.links.makeIndex()
    try notebook.reviews.count()
    let targets = [try fixture.note("Even"), try fixture.note("Odd")]
    let readers = Readers(3) {
      for address in ["/tags", "/notes", "/shelf?view=list", "/"] {
        _ = site.response(to: SiteFixture.request(address))
      }
    }
    defer { readers.stop() }
    func text(_ address: String) -> String { ReadPage(fixture.get(address).body).text }
    var missing: [String: Int] = [:]
    for step in 1...max(1, Self.saves / 2) {
      let target = step % 2
      _ = try notebook.save(
        text: "# Changing \(step)x\n\n#save\(step)x [[\(target == 0 ? "Even" : "Odd")]]\n",
        note: note)
      let stars = Double(1 + step % 5)
      let version = try #require(try notebook.books.record(of: book)).version
      let form = [("do", "rate"), ("stars", "\(stars)"), ("version", version)]
      #expect(fixture.post("/book/\(book)", form).status == 303)
      let tags = text("/tags")
      let links = targets.map { text("/note/\($0)").contains("Changing \(step)x") }
      let has = [
        "tags": tags.contains("#save\(step)x") && !tags.contains("#save\(step - 1)x"),
        "titles": text("/notes").contains("Changing \(step)x"),
        "lists": text("/tag/save\(step)x").contains("Changing \(step)x"),
        // What pages say of stars stands in an attribute.
        "books": String(decoding: fixture.get("/shelf?view=list").body, as: UTF8.self)
          .contains("\"\(StarParts.words(stars))\""),
        "links": links == [target == 0, target == 1],
      ]
      for (name, isThere) in has where !isThere { missing[name, default: 0] += 1 }
    }
    print("\(Self.saves) saves, pages that lacked the last one: \(missing)")
    #expect(missing == [:], "pages that lacked the last save")
  }
}
