import Base
import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import NotebookReview
import PackratParsing
import Quoting

extension CompletionSource {
  /// After `[[`, `【【` or `［［`: notes by title, by parts of the title, by author and by other
  /// titles; after `#`, the headings of the note. If no note has the title, offers to create one.
  static let links = CompletionSource(triggers: ["[", "【", "［"]) { request in
    guard !request.isIn([.code]), let typed = request.unfinishedLink,
      !request.document.foreign.hidesLinks(at: request.offset - 1)
    else { return nil }
    if let mark = typed.text.firstIndex(of: "#") {
      let from = typed.start + typed.text[...mark].utf8.count
      return request.headings(of: String(typed.text[..<mark]), from: from)
        .map { request.withBrackets($0, before: from, of: typed) }
    }
    return request.notes(typed.text, from: typed.start)
      .map { request.withBrackets($0, before: typed.start, of: typed) }
  }
}

private let mostOffered = 50

private struct UnfinishedLink {
  /// `[[`, or the brackets that a Chinese or Japanese keyboard writes instead.
  var brackets: String
  var text: Substring
  /// The start of `text`, in bytes.
  var start: Int
}

extension CompletionRequest {
  fileprivate var unfinishedLink: UnfinishedLink? {
    let before = textBefore
    let opens = ["[[", "【【", "［［"].compactMap { before.range(of: $0, options: .backwards) }
    guard let open = opens.max(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
    let text = before[open.upperBound...]
    guard !text.contains(where: "[]|【】［］".contains), text.utf8.count <= 300 else { return nil }
    return UnfinishedLink(
      brackets: String(before[open]), text: text, start: offset - text.utf8.count)
  }

  /// Returns `list`, whose edits begin at `offset`, with edits that also replace brackets other
  /// than `[[`.
  fileprivate func withBrackets(
    _ list: CompletionList, before offset: Int, of link: UnfinishedLink
  ) -> CompletionList {
    if link.brackets == "[[" { return list }
    let start = link.start - link.brackets.utf8.count
    let typed = snapshot.text(in: link.start..<offset)
    var list = list
    for index in list.items.indices {
      guard var edit = list.items[index].textEdit else { continue }
      edit.range.start = range(start..<start).start
      edit.newText = "[[" + typed + edit.newText
      list.items[index].textEdit = edit
      let filter = list.items[index].filterText ?? list.items[index].label
      list.items[index].filterText = link.brackets + typed + filter
    }
    return list
  }

  private func edit(from start: Int, _ text: some StringProtocol) -> TextEdit {
    let after = textAfter
    // Some clients do not replace text after the cursor, such as brackets that they inserted.
    if after.hasPrefix("]]"), !takesReplacements {
      return TextEdit(range: range(start..<offset), newText: String(text))
    }
    let end = after.range(of: "]]").map { after[..<$0.upperBound] }
    // Replaces only text that belongs to this link.
    let isClosed = end.map { !$0.dropLast(2).contains { "[]|#".contains($0) } } ?? false
    let replaced = start..<offset + (isClosed ? end?.utf8.count ?? 0 : 0)
    return TextEdit(range: range(replaced), newText: text + "]]")
  }

  private var takesReplacements: Bool {
    context.profile.client.textDocument.completion.insertReplaceSupport
  }

  fileprivate func notes(_ typed: Substring, from start: Int) -> CompletionList? {
    let wanted = String(typed).trimmed
    let found =
      (try? context.notebook.ask { (notebook) throws(NotebookError) in
        try notebook.links.notes(forLink: wanted, most: mostOffered)
      }) ?? []
    let names = found.map { LinkName.inBrackets($0.note.title) }
    let meant =
      context.links.canLookUpLinks
      ? (try? context.notebook.opened?.links.notes(calledByAny: names)) ?? [:] : [:]
    let titles = Dictionary(grouping: found) { LinkName(title: $0.note.title) }
    var items = zip(found, names).enumerated().map { rank, found in
      let ((note, otherName), names) = found
      let isAmbiguous =
        meant[names].map { $0 != [note.id] }
        ?? titles[LinkName(title: note.title)].map { $0.count > 1 } ?? false
      let link = NoteLink.written(to: note.title, id: note.id, isAmbiguous: isAmbiguous)
      let book = note.book.map { $0.citation.withoutControls }
      return CompletionItem(
        label: note.title.withoutControls, kind: .file, detail: otherName ?? book,
        sortText: String(rank + 10_000), filterText: "\(typed)",
        textEdit: edit(from: start, link.dropFirst(2).dropLast(2)))
    }
    let isThere = LinkName(title: wanted).map { titles[$0] != nil } ?? true
    if !isThere, context.canWriteBoth, wanted.linkWords == nil {
      var item = CompletionItem(
        label: "Create “\(wanted.withoutControls)”", kind: .file, detail: "a new note",
        sortText: "20000", filterText: "\(typed)",
        textEdit: edit(from: start, wanted))
      item.command = Command(
        title: "Create the note", command: "commonplace.newNote",
        arguments: [["title": wanted.json, "show": false]])
      items.append(item)
    }
    return CompletionList(isIncomplete: true, items: items)
  }

  fileprivate func headings(of title: String, from start: Int) -> CompletionList? {
    var headings = snapshot.headings.map(\.title)
    if !title.trimmed.isEmpty {
      let link = MiniMarkdownDocument("[[\(title)]]").snapshot.noteLinks.first
      guard let note = link.flatMap({ (try? context.links.notes(meantBy: $0))?.first }),
        let text = context.openNoteDocuments[note.id]?.snapshot.text
          ?? (try? context.notebook.opened?.note(id: note.id))?.text
      else { return nil }
      // Omit the title, which is the note itself.
      headings = Array(MiniMarkdownDocument(text).snapshot.headings.map(\.title).dropFirst())
    }
    let items = headings.filter { !$0.isEmpty && $0.linkWords == nil }.prefix(1000)
      .enumerated().map { rank, heading in
        CompletionItem(
          label: heading.withoutControls, kind: .reference, sortText: String(rank + 10_000),
          textEdit: edit(from: start, heading))
      }
    return CompletionList(isIncomplete: false, items: items)
  }
}
