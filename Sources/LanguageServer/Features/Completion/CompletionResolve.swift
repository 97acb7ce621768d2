import Foundation
import JSON
import LanguageServerProtocol
import Notebook

extension Feature {
  /// What is shown beside a chosen item: the newest notes of a tag. For clients that ask for it item
  /// by item; it is nothing that could be looked up for all.
  static let resolveCompletion = Feature("completionItem/resolve", queue: .lookup) { session in
    let properties = session.client.textDocument.completion.resolveProperties
    // Clients that do not say what they resolve resolve this (LSP 3.17, "Completion Request").
    let resolves = properties.isEmpty || properties.contains("documentation")
    return (["completionProvider", "resolveProvider"], resolves.json)
  } answer: { (context, item: JSONObject) throws(ResponseError) -> JSONObject in
    // What the client adds to an item comes back, but it must be one.
    _ = try CompletionItem(json: .object(item))
    guard let tag = item["data"]?["tag"]?.string else { return item }
    let notes = context.notebook.newestNotes(ofTag: tag, now: Date())
    guard !notes.parts.isEmpty else { return item }
    var item = item
    item["documentation"] =
      notes.content(for: context.session.client.textDocument.completion.documentationFormat).json
    return item
  }
}
