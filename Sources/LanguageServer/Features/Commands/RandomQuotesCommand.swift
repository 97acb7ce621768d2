import JSON
import LanguageServerProtocol
import Notebook

extension ServerCommand {
  /// `[{count?, seed?}]` -> `{uri, text}`: renders a view of random quotes, and shows it.
  static let randomQuotes = ServerCommand("commonplace.randomQuotes") {
    (context, arguments) throws(ResponseError) in
    let wish = arguments.first ?? [:]
    let count: Int = try wish.paramIfPresent("count") ?? 10
    let seed: Int? = try wish.paramIfPresent("seed")
    let path = try context.notebook.notebook().path
    let view = ViewURI(
      .quotes(
        seed: seed.map { UInt64(bitPattern: Int64($0)) } ?? UInt64.random(in: 0...UInt64.max),
        count: min(max(count, 1), 1000)), notebookPath: path)
    let rendered = try context.views.render(view)
    if context.profile.showsViews { context.showDocument(view.text) }
    return ["uri": view.text.json, "text": rendered.text.json]
  }
}
