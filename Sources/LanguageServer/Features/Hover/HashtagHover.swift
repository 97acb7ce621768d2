import Base
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension HoverSource {
  static let hashtag = HoverSource(kinds: [.hashtag]) { request, _ in
    request.document.snapshot.hashtagPrefix(at: request.offset).map { prefix in
      HoverText(
        range: prefix.range,
        text: request.context.notebook.description(ofTag: prefix.text, now: request.now))
    }
  }
}

extension NotebookAccess {
  func description(ofTag tag: String, now: Date) -> MarkupText {
    let path = HashtagPath(tag)
    let index = tagIndex
    var text = MarkupText()
    guard let count = index.noteCount(of: path) else {
      text.add(
        .strong(tag), .plain(opened == nil ? ": no notebook is open" : ": not in a stored note"))
      return text
    }
    text.add(.strong(tag), .plain(": " + count.counted("note")))
    let children = index.children(of: path)
    if !children.isEmpty {
      let named = children.prefix(8).map { "\($0.tag) (\($0.noteCount))" }.joined(separator: ", ")
      let more = children.count > 8 ? " and \(children.count - 8) more" : ""
      text.add(.plain("Contains: \(named)\(more)"))
    }
    text.parts += newestNotes(ofTag: tag, now: now).parts
    return text
  }

  /// Returns the five newest notes with `tag`, one per line; empty if there are none.
  func newestNotes(ofTag tag: String, now: Date) -> MarkupText {
    let notes = try? ask { (notebook) throws(NotebookError) in
      try notebook.notes.newest(tag: tag, limit: 5)
    }
    var text = MarkupText()
    text.add(
      list: (notes ?? []).map { note in
        [.plain("\(note.title), \(RelativeDay(of: note.modified, now: now).ago)")]
      })
    return text
  }
}
