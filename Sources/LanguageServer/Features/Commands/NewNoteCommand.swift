import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing
import UserSettings

extension ServerCommand {
  /// `[{title?, kind?, template?, tags?, uri?, position?, show?}]` ->
  /// `{uri, text, version, position?}`: creates a note from a template and shows it, unless `show`
  /// is false. The template is the file named `kind`, the text `template`, or the template of the
  /// settings. With `uri` and `position`, the note gets the hashtag at the cursor. `position` in
  /// the result is the position of `{{cursor}}`.
  static let newNote = ServerCommand("commonplace.newNote") {
    (context, arguments) throws(ResponseError) in
    let wish = try (arguments.first ?? [:]).params(as: NewNote.self)
    var tags = wish.tags
    if let seen = context.notes.hashtag(at: wish.position, of: wish.uri), !tags.contains(seen) {
      tags.append(seen)
    }
    let title = wish.title ?? ""
    let template =
      try wish.kind.map { (kind) throws(ResponseError) in
        NoteTemplate(file: try context.notes.template(of: kind), title: title, tags: tags)
      } ?? NoteTemplate(wish.template ?? context.settings.newNoteTemplate)
    let filled = template.filled(title: title, tags: tags, day: NoteDay(Date()))
    let (note, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      (try notebook.createNote(text: filled.text), notebook.path)
    }
    return .object(context.notes.answer(note, in: path, cursor: filled.cursor, show: wish.show))
  }
}

extension NoteRequests {
  func answer(
    _ note: StoredNote, in path: String, cursor: Int?, show: Bool
  ) -> JSONObject {
    clientNotes.openNotes.recordSent(note.summary.id, version: note.version, text: note.text)
    let uri = context.uri(ofNew: note.summary, in: path)
    var answer: JSONObject = [
      "uri": uri.json, "text": note.text.json, "version": note.version.json,
    ]
    var line: Int?
    if let cursor {
      let snapshot = MiniMarkdownDocument(note.text).snapshot
      let range = snapshot.lspRange(of: cursor..<cursor, in: profile.encoding)
      answer["position"] = range.start.json
      line = Int(clamping: range.start.line)
    }
    if show { context.showDocument(uri, line: line) }
    return answer
  }
}

private struct NewNote: JSONDecodable {
  var title: String?
  var kind: String?
  var template: String?
  var tags: [String]
  var uri: String?
  var position: Position?
  var show: Bool

  init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decodeIfPresent("title")
    kind = try json.decodeIfPresent("kind")
    template = try json.decodeIfPresent("template")
    tags = try json.decodeIfPresent("tags") ?? []
    uri = try json.decodeIfPresent("uri")
    position = try json.decodeIfPresent("position")
    show = try json.decodeIfPresent("show") ?? true
  }
}

extension NoteRequests {
  fileprivate func hashtag(at position: Position?, of uri: String?) -> String? {
    guard let position, let uri, let document = documents[DocumentURI(uri)] else { return nil }
    let snapshot = document.snapshot
    let offset = snapshot.offset(of: TextPosition(position), in: profile.encoding)
    // A cursor directly after a hashtag still belongs to it.
    for tagOffset in [offset, offset - 1] where tagOffset >= 0 && !document.isUnread(tagOffset) {
      if let tag = snapshot.path(to: tagOffset).first(where: { $0.kind == .hashtag }) {
        return tag.text
      }
    }
    return nil
  }
}
