import Testing

@testable import LanguageServer

/// The queues in which requests wait: some must not wait for others.
@Suite struct RequestQueueTests {
  static let queues: [(queue: RequestQueue, methods: [String])] = [
    (
      .documents,
      [
        "textDocument/codeAction", "textDocument/documentHighlight", "textDocument/documentLink",
        "textDocument/documentSymbol", "textDocument/foldingRange",
        "textDocument/linkedEditingRange", "textDocument/onTypeFormatting",
        "textDocument/selectionRange",
        "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
      ]
    ),
    (
      .analysis,
      [
        "textDocument/diagnostic", "textDocument/formatting", "textDocument/rangeFormatting",
        "textDocument/references",
      ]
    ),
    (
      .lookup,
      [
        "commonplace/listLinks", "commonplace/listTemplates", "commonplace/readImage",
        "commonplace/readTitles",
        "completionItem/resolve", "documentLink/resolve", "textDocument/codeLens",
        "textDocument/completion", "textDocument/definition", "textDocument/hover",
        "textDocument/inlayHint", "textDocument/prepareRename",
        "textDocument/prepareTypeHierarchy", "typeHierarchy/subtypes", "typeHierarchy/supertypes",
      ]
    ),
    (.picking, ["workspace/symbol"]),
    (.survey, ["commonplace/listDays", "commonplace/review/counts", "workspace/diagnostic"]),
    (
      .notebook,
      [
        "commonplace/addImage", "commonplace/copyNote", "commonplace/createNote",
        "commonplace/deleteNote", "commonplace/emptyTrash", "commonplace/listBooks",
        "commonplace/listConflicts", "commonplace/listHistory", "commonplace/listNotes",
        "commonplace/listTags", "commonplace/listTrash", "commonplace/mergeConflict",
        "commonplace/readBook", "commonplace/readNote", "commonplace/readView",
        "commonplace/restoreNote", "commonplace/restoreText",
        "commonplace/review/answer", "commonplace/review/resume",
        "commonplace/review/reveal", "commonplace/review/skip", "commonplace/review/start",
        "commonplace/review/state", "commonplace/review/stop", "commonplace/review/suspend",
        "commonplace/review/undo", "commonplace/search",
        "commonplace/writeBook",
        "commonplace/writeNote",
        "textDocument/rename", "workspace/executeCommand", "workspace/textDocumentContent",
      ]
    ),
  ]

  @Test(arguments: queues) func requestsWaitInTheirQueue(queue: RequestQueue, methods: [String]) {
    #expect(
      Feature.all.filter { $0.queue == queue }.map(\.method).sorted() == methods)
  }

  @Test func everyRequestHasAQueue() {
    #expect(
      Self.queues.flatMap(\.methods).sorted() == Feature.all.map(\.method).sorted())
  }
}
