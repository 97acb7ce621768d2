import Base
import Books
import Foundation
import FrontMatter
import LanguageServerProtocol
import Notebook
import NotebookFile

private let listLimit = 5000

extension RenderedView {
  /// Renders the trash, the conflicts, a note's history, a version of its text or book record, or a
  /// difference. `uri` returns a note's URI from its ID and title.
  init(
    _ content: ViewURI.Content, in notebook: Notebook, uri: (String, String) -> String
  ) throws(NotebookError) {
    switch content {
    case .trash: try appendTrash(notebook, uri)
    case .conflicts: try appendConflicts(notebook, uri)
    case .history(let note): try appendHistory(of: note, in: notebook)
    case .text(let note, let version): try appendText(version, of: note, in: notebook)
    case .difference(let note, let from, let to):
      try appendDifference(from, to, of: note, in: notebook)
    case .search, .quotes, .review, .books, .around: break
    }
  }

  private mutating func appendTrash(
    _ notebook: Notebook, _ uri: (String, String) -> String
  ) throws(NotebookError) {
    let notes = try notebook.trashedNotes()
    append("# Trash\n\n")
    if notes.isEmpty { append("The trash is empty.\n") }
    for note in notes.prefix(listLimit) {
      append("- ")
      append(note.title.withoutControls, linkingTo: uri(note.id, note.title))
      append("  \(note.modified.localDay)\n")
    }
    if notes.count > listLimit { append("\n… and \(notes.count - listLimit) more\n") }
  }

  private mutating func appendHistory(
    of note: String, in notebook: Notebook
  ) throws(NotebookError) {
    let history = try notebook.history.of(note)
    append("# History of \(history.title(try notebook.summary(of: note)))\n\n")
    let seconds = Dictionary(grouping: history.texts) { $0.written.localTime() }
    let widest = history.texts.map { "\($0.text.utf8.count)".count }.max() ?? 0
    for text in history.texts.prefix(listLimit) {
      let isOnlyOne = seconds[text.written.localTime()]?.count == 1
      let size = "\(text.text.utf8.count)"
      append("- ")
      append(
        text.written.localTime(milliseconds: !isOnlyOne),
        linkingTo: ViewURI(
          .text(note: note, version: text.version), notebookPath: notebook.path
        ).text)
      let status = text.replaced == nil ? "now   " : "before"
      let pad = String(repeating: " ", count: widest - size.count)
      append("  \(pad)\(size) bytes  \(status)  \(text.firstLine)\(text.devices)\n")
    }
    if history.texts.count > listLimit {
      append("\n… and \(history.texts.count - listLimit) more\n")
    }
    guard !history.records.isEmpty else { return }
    append("\n## Records of the book\n\n")
    for record in history.records.prefix(listLimit) {
      append("- ")
      let view = ViewURI.Content.text(note: note, version: record.version)
      append(
        record.since.localTime(milliseconds: true),
        linkingTo: ViewURI(view, notebookPath: notebook.path).text)
      let status = record.replaced == nil ? "now   " : "before"
      let devices = others(wrote: record.writer, replaced: record.replacer)
      append("  \(status)  \(record.words)\(devices)\n")
    }
  }

  private mutating func appendText(
    _ version: String, of note: String, in notebook: Notebook
  ) throws(NotebookError) {
    if NoteHistory.isRecord(version) {
      let known = try notebook.history.of(note).records.first { $0.version == version }
      guard let known, let record = BookRecord(known.values) else {
        throw .noteNotFound(id: note, path: notebook.path)
      }
      append(BookDocument.text(of: record))
      title = "\(record.title.withoutControls.prefix(80)) (book), \(known.since.localTime())"
      return
    }
    let text = try notebook.knownVersion(version, of: note)
    append(text.text)
    title = text.name(try notebook.summary(of: note)?.title)
  }

  private mutating func appendDifference(
    _ from: String, _ to: String?, of note: String, in notebook: Notebook
  ) throws(NotebookError) {
    let old = try notebook.knownVersion(from, of: note)
    let new: NoteVersion
    if let to {
      new = try notebook.knownVersion(to, of: note)
    } else {
      let stored = try notebook.note(id: note)
      new = NoteVersion(
        version: stored.version, text: stored.text, written: stored.summary.modified, isShown: true)
    }
    let name = try notebook.summary(of: note)?.title
    title = "Changes from \(old.name(name))"
    append("# \(old.name(name)), compared with \(new.time)\n\n")
    append(lines(from: old.text, to: new.text))
  }

  private func lines(from old: String, to new: String) -> String {
    guard !old.utf8.elementsEqual(new.utf8) else { return "The texts are the same.\n" }
    return DifferenceLines(WordDifference(from: old, to: new)) { text, kind in
      DifferenceLines.marked(text.withoutControls, kind)
    }.lines.map { $0 + "\n" }.joined()
  }

  /// The size of compared texts, in UTF-8 bytes, after which no more texts are compared: sides are
  /// then only listed.
  private static let comparedBytes = 4_000_000

  private mutating func appendConflicts(
    _ notebook: Notebook, _ uri: (String, String) -> String
  ) throws(NotebookError) {
    let conflicts = try notebook.conflicts.all()
    append("# Conflicts\n")
    if conflicts.isEmpty { append("\nNo note is in conflict.\n") }
    var budget = Self.comparedBytes
    for conflict in conflicts.prefix(1000) {
      let title = try notebook.summary(of: conflict.note)?.title ?? "(deleted)"
      append("\n## ")
      append(title.withoutControls, linkingTo: uri(conflict.note, title))
      append("\n")
      for (entry, side) in zip(try notebook.conflicts.list(conflict).entries, conflict.sides) {
        append("\n")
        if side.text == nil {
          append(entry.line)
        } else {
          let view = ViewURI.Content.text(note: conflict.note, version: side.version)
          append(entry.line, linkingTo: ViewURI(view, notebookPath: notebook.path).text)
        }
        append("\n")
        guard entry.number > 1 else { continue }
        append("\n" + lines(of: side, in: conflict, &budget))
      }
    }
  }

  private func lines(
    of side: NoteConflict.Side, in conflict: NoteConflict, _ budget: inout Int
  ) -> String {
    guard let text = side.text else {
      return side.isTextLost
        ? "This machine does not have the text of this version.\n"
        : "This version deleted the note.\n"
    }
    guard let first = conflict.sides.first?.text else { return "" }
    guard budget > 0 else { return "Not compared: this view stops comparing after 4 MB of text.\n" }
    budget -= first.utf8.count + text.utf8.count
    guard !first.utf8.elementsEqual(text.utf8) else {
      return "The text is the same as in version 1.\n"
    }
    return lines(from: first, to: text)
  }
}

extension Notebook {
  /// Returns a version of a note's text. Throws `noteNotFound` if it is not kept.
  fileprivate func knownVersion(
    _ version: String, of note: String
  ) throws(NotebookError) -> NoteVersion {
    guard let known = try history.version(version, of: note) else {
      throw .noteNotFound(id: note, path: path)
    }
    return known
  }
}

extension NoteVersion {
  fileprivate var time: String {
    written.localTime() + (writer.map { ", \($0.deviceName)" } ?? "")
  }

  fileprivate func name(_ title: String?) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let title = title ?? String(line.drop { $0 == "#" || $0 == " " })
    return "\(title.withoutControls.prefix(80)), \(time)"
  }
}

extension NoteHistory.Text {
  fileprivate var devices: String { others(wrote: writer, replaced: replacer) }
}

private func others(wrote writer: String?, replaced replacer: String?) -> String {
  let parts = [("written", writer), ("replaced", replacer)].compactMap { verb, name in
    name.map { "\(verb) by \($0.deviceName)" }
  }
  return parts.isEmpty ? "" : "  [\(parts.joined(separator: ", "))]"
}
