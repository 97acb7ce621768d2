import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension CodeActionSource {
  static let extractNote = CodeActionSource(kinds: [.extract]) { request in
    guard request.context.canWriteBoth, !request.range.isEmpty,
      request.snapshot.text(in: request.range).contains(where: { !$0.isWhitespace })
    else { return [] }
    let arguments = DocumentPart(
      uri: request.document.uri, version: request.document.version, range: request.params.range)
    return [
      CodeAction(
        Command(title: title, command: command, arguments: [arguments.json]), kind: .extract)
    ]
  }
}

extension ServerCommand {
  /// `[{uri, version, range}]` -> `{uri}`: creates a note from a range of an open document. Asks
  /// the client to replace the range with the note's title, and to show the note. The states of
  /// prompts move with their text.
  static let extractNote = ServerCommand(command) {
    (context, arguments) throws(ResponseError) in
    try context.notes.extract((arguments.first ?? .null).params())
  }
}

private let command = "commonplace.extractNote"
private let title = "Extract into a new note"

extension NoteRequests {
  /// Creates the note before the client is asked to cut the text, so that nothing is lost if a step
  /// fails.
  fileprivate func extract(
    _ arguments: DocumentPart
  ) throws(ResponseError) -> JSONValue {
    let document = try context.document(
      of: arguments,
      orElse: "No note was created: the document has changed or was closed. Select the text again.")
    let selection = document.snapshot.utf8Range(of: arguments.range, in: profile.encoding)
    guard let extracted = ExtractedNote(selection, of: document.snapshot) else {
      throw .invalidParams("range: must contain more than white space")
    }
    let (note, path) = try notebook.change { (notebook) throws(NotebookError) in
      let note = try notebook.notes.extract(
        title: extracted.hasHeading ? nil : extracted.title, text: extracted.text,
        tags: extracted.hashtags, from: document.note)
      return (note, notebook.path)
    }
    clientNotes.openNotes.recordSent(note.summary.id, version: note.version, text: note.text)
    let uri = context.uri(ofNew: note.summary, in: path)
    client.applyEdit(
      context.edit(document, [ByteEdit(extracted.range, extracted.title)]), label: title,
      otherwise: "The new note was created, but its text was not removed from this document."
    ) { [client, profile] in
      guard profile.client.window.showDocument else { return }
      client.request(
        "window/showDocument", ShowDocumentParams(uri: uri, takeFocus: true).json)
    }
    return ["uri": uri.json]
  }
}
