import Foundation
import JSON
import LanguageServerProtocol
import Notebook

extension Feature {
  /// Adds the documentation of an item: the newest notes with a tag. Clients resolve items one by
  /// one; computing it for all items would be too slow.
  static let resolveCompletion = Feature("completionItem/resolve", queue: .lookup) { profile in
    let properties = profile.client.textDocument.completion.resolveProperties
    // Clients that do not list the members that they resolve support this one. (LSP 3.17,
    // "Completion Request".)
    let resolves = properties.isEmpty || properties.contains("documentation")
    return (["completionProvider", "resolveProvider"], resolves.json)
  } answer: { (context, item: JSONObject) throws(ResponseError) -> JSONObject in
    // Checks that the item is valid. The result also has the client's additional members.
    _ = try JSONValue.object(item).params(as: CompletionItem.self)
    guard let tag = item["data"]?["tag"]?.string else { return item }
    let notes = context.notebook.newestNotes(ofTag: tag, now: Date())
    guard !notes.parts.isEmpty else { return item }
    var item = item
    item["documentation"] =
      notes.content(for: context.profile.client.textDocument.completion.documentationFormat).json
    return item
  }
}
