import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import PackratParsing

extension ServerCommand {
  /// `[{title?, template?, tags?, uri?, position?}]` -> `{uri, text, version}`: makes a note out of the
  /// template (by default the one in the settings) and shows it. With `uri` and `position` it gets
  /// the hashtag that the cursor is on.
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
    context.showDocument(uri)
    return ["uri": uri.json, "text": note.text.json, "version": note.version.json]
  }
}

private struct NewNote: JSONDecodable {
  var title: String?
  var template: String?
  var tags: [String]
  var uri: String?
  var position: Position?

  init(json: JSONValue) throws(JSONDecodingError) {
    title = try json.decodeIfPresent("title")
    template = try json.decodeIfPresent("template")
    tags = try json.decodeIfPresent("tags") ?? []
    uri = try json.decodeIfPresent("uri")
    position = try json.decodeIfPresent("position")
  }
}

/// The text that a new note begins with: `{title}`, `{tags}` and `{date}` are filled in.
struct NoteTemplate {
  let text: String

  init(_ text: String) { self.text = text }

  /// The filled text. A line on which nothing is filled in but empty tags goes, with the empty line
  /// before it. Lines end in line feeds alone. The date is that of the user's calendar, as `2026-11-21`.
  func filled(title: String, tags: [String], date: Date) -> String {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let hashtags = tags.map { $0.hasPrefix("#") ? $0 : "#" + $0 }.joined(separator: " ")
    let day = date.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateSeparator(.dash))
    var lines: [String] = []
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for part in parts {
      if part == "{tags}", hashtags.isEmpty {
        if lines.last?.isEmpty == true { lines.removeLast() }
        continue
      }
      // In one pass: inserted text is not filled in again.
      var filled = ""
      var rest = part[...]
      while let open = rest.firstIndex(of: "{") {
        filled += rest[..<open]
        rest = rest[open...]
        if rest.hasPrefix("{title}") {
          filled += line
        } else if rest.hasPrefix("{tags}") {
          filled += hashtags
        } else if rest.hasPrefix("{date}") {
          filled += day
        } else {
          filled += "{"
          rest = rest.dropFirst()
          continue
        }
        rest = rest.drop { $0 != "}" }.dropFirst()
      }
      lines.append(filled + rest)
    }
    return lines.joined(separator: "\n")
  }
}

extension RequestContext {
  /// The hashtag at a place of an open document.
  fileprivate func hashtag(at position: Position?, of uri: String?) -> String? {
    guard let position, let uri, let document = documents[DocumentURI(uri)] else { return nil }
    let snapshot = document.snapshot
    let offset = snapshot.offset(of: TextPosition(position), in: session.encoding)
    // A cursor directly after a hashtag still belongs to it.
    for place in [offset, offset - 1] where place >= 0 {
      if let tag = snapshot.path(to: place).first(where: { $0.kind == .hashtag }) {
        return tag.text
      }
    }
    return nil
  }
}
