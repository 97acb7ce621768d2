import JSON
import LanguageServerProtocol
import Notebook

extension ServerCommand {
  /// `[{uri}]` -> `{uri, text}`: renders the view of the notes around a note, and shows it.
  static let notesAround = ServerCommand("commonplace.notesAround") {
    (context, arguments) throws(ResponseError) in
    let uri: String = try (arguments.first ?? [:]).param("uri")
    let path = try context.notebook.notebook().path
    let view = ViewURI(.around(note: try context.note(named: uri)), notebookPath: path)
    let rendered = try context.views.render(view)
    if context.profile.showsViews { context.showDocument(view.text) }
    return ["uri": view.text.json, "text": rendered.text.json]
  }
}
