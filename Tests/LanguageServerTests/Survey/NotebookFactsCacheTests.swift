import Base
import Dispatch
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing
import TextDiagnostics

@testable import LanguageServer

@Suite struct NotebookFactsCacheTests {
  /// A pull of the whole notebook's diagnostics may look up what a document's diagnostics wait for:
  /// the document's are refreshed all the same.
  @Test func tellsOfFactsWhoeverLooksThemUp() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: ["# Walden\n"])
    let access = NotebookAccess(
      defaults: NotebookDefaults(path: path, environment: [:], directory: "/"))
    _ = access.locate(nil, from: nil)
    _ = try access.notebook()
    // Looks nothing up by itself.
    let queue = WorkQueue("test")
    let isEnded = DispatchSemaphore(value: 0)
    defer { isEnded.signal() }
    queue.async { isEnded.wait() }
    let cache = NotebookFactsCache(access, queue: queue)
    let changes = Mutex(0)
    cache.setChangeHandler { changes.withLock { $0 += 1 } }
    let analysis = try #require(
      TextAnalysis(
        open: MiniMarkdownDocument("[[Walden]]\n").snapshot, in: .file, after: nil,
        encoding: .utf16, while: { true }))

    #expect(cache.knownFacts(for: analysis, note: nil).links.isEmpty)
    _ = try cache.currentIndex()
    #expect(changes.withLock { $0 } == 1)
    #expect(cache.knownFacts(for: analysis, note: nil).links.count == 1)
    _ = try cache.currentIndex()
    #expect(changes.withLock { $0 } == 1)
  }
}
