import MiniMarkdown

/// The message that another device superseded texts written on this machine.
package struct ChangedElsewhere {
  /// The message, such as `“On reading” was changed by another program or device; your text is in
  /// History (commonplace history ID).` A permanently deleted note is named by the title of its
  /// last text, or by its id.
  package let words: String

  /// Returns nil if `notes`, the ids of the notes, is empty. Names up to three notes.
  package init?(_ notes: Set<String>, in notebook: Notebook) {
    let shown = notes.sorted().prefix(3)
    guard let first = shown.first else { return nil }
    let names = shown.map { id in
      if let title = (try? notebook.note(id: id))?.summary.title {
        return "“\(String(title.prefix(60)))”"
      }
      let text = (try? notebook.history.of(id))?.texts.first?.text
      let title = text.map { " “\(String(NoteContent(text: $0).title.prefix(60)))”" }
      return "the deleted note" + (title ?? " \(id)")
    }
    let rest = notes.count - shown.count
    let isOne = notes.count == 1
    words =
      names.joined(separator: ", ") + (rest == 0 ? "" : " and \(rest) more")
      + " \(isOne ? "was" : "were") changed by another program or device; "
      + "your \(isOne ? "text is" : "texts are") in "
      + "History (commonplace history \(isOne ? PlainID.inCommand(first) : "NOTE"))."
  }
}
