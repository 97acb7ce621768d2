import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import PackratParsing
import UserSettings

extension ServerCommand {
  /// `[{title?, template?, tags?, uri?, position?, show?}]` -> `{uri, text, version}`: makes a note out of
  /// the template (by default the one in the settings) and shows it, unless `show` is false. With `uri` and
  /// `position` it gets the hashtag that the cursor is on.
  static let newNote = ServerCommand("commonplace.newNote") {
    (context, arguments) throws(ResponseError) in
    let wish = try (arguments.first ?? [:]).params(as: NewNote.self)
    var tags = wish.tags
    if let seen = context.hashtag(at: wish.position, of: wish.uri), !tags.contains(seen) {
      tags.append(seen)
    }
    let text = NoteTemplate(wish.template ?? context.settings.newNoteTemplate)
      .filled(title: wish.title ?? "", tags: tags, date: Date())
    let (note, path) = try context.notebook.change { (notebook) throws(NotebookError) in
      (try notebook.createNote(text: text), notebook.path)
    }
    context.clientNotes.openNotes.recordSent(
      note.summary.id, version: note.version, text: note.text)
    let uri = context.uri(ofNew: note.summary, in: path)
    if wish.show { context.showDocument(uri) }
    return ["uri": uri.json, "text": note.text.json, "version": note.version.json]
  }
}

private struct NewNote: JSONDecodable {
  var title: String?
  var template: String?
  var tags: [String]
  var uri: String?
  var position: Position?
  var show: Bool

  init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decodeIfPresent("title")
    template = try json.decodeIfPresent("template")
    tags = try json.decodeIfPresent("tags") ?? []
    uri = try json.decodeIfPresent("uri")
    position = try json.decodeIfPresent("position")
    show = try json.decodeIfPresent("show") ?? true
  }
}

extension RequestContext {
  /// The hashtag at a place of an open document.
  fileprivate func hashtag(at position: Position?, of uri: String?) -> String? {
    guard let position, let uri, let document = documents[DocumentURI(uri)] else { return nil }
    let snapshot = document.snapshot
    let offset = snapshot.offset(of: TextPosition(position), in: profile.encoding)
    // A cursor directly after a hashtag still belongs to it.
    for place in [offset, offset - 1] where place >= 0 && !document.isUnread(place) {
      if let tag = snapshot.path(to: place).first(where: { $0.kind == .hashtag }) {
        return tag.text
      }
    }
    return nil
  }
}
