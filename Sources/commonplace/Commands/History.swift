import ArgumentParser
import Books
import Foundation
import JSON
import Notebook
import NotebookIndex

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the versions of a note and of the record of its book.",
    discussion: """
      Each line has the time when a text was written, its size, its first line, and the device \
      that wrote or replaced it, unless that was this machine. This machine keeps texts that were \
      replaced or deleted, on this machine or by other devices: the last 64 MB of all notes, and \
      always the last text of each note. “commonplace show NOTE --at TIME” prints an old text, and \
      “commonplace restore NOTE --at TIME” restores it. Name a deleted note by its ID.

      The list ends with the current and earlier records of the note's book, and the time from \
      which each applied. “commonplace book show NOTE --at TIME” prints a record, and \
      “commonplace restore NOTE --at TIME --book” restores it.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.anyNote)
  var note: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let history = try options.history(of: note, in: notebook)
    if json { return try StandardOutput.write(history.json.line) }
    let seconds = Dictionary(grouping: history.texts) { $0.written.local() }
    let widest = history.texts.map { "\($0.text.utf8.count)".count }.max() ?? 0
    var lines = history.texts.map { text in
      let isOnlyOne = seconds[text.written.local()]?.count == 1
      let size = "\(text.text.utf8.count)"
      let line = text.text.split(whereSeparator: \.isNewline).first ?? ""
      return """
        \(text.written.local(milliseconds: !isOnlyOne))  \
        \(String(repeating: " ", count: widest - size.count))\(size) bytes  \
        \(text.replaced == nil ? "now   " : "before")  \(String(line.prefix(60)).terminalSafeLine)\
        \(text.others.map { "  [\($0.terminalSafeLine)]" } ?? "")
        """
    }
    if !history.records.isEmpty {
      lines += ["", "Records of the book:"] + history.records.map(\.line)
    }
    try ListOutput().write(cutting: lines)
  }
}

extension NoteHistory.Record {
  fileprivate var line: String {
    let record = BookRecord(values)
    let words = record.map { "\($0.citation)  (\($0.stateWords))" } ?? ""
    return "\(since.local(milliseconds: true))  \(replaced == nil ? "now   " : "before")  "
      + words.terminalSafeLine + (others.map { "  [\($0.terminalSafeLine)]" } ?? "")
  }
}

extension NoteHistory {
  fileprivate var json: JSONValue {
    [
      "id": note.json,
      "texts": .array(
        texts.map { text in
          [
            "written": text.written.milliseconds.json,
            "writtenBy": text.writer?.json ?? .null,
            "replaced": text.replaced?.milliseconds.json ?? .null,
            "replacedBy": text.replacer?.json ?? .null, "version": text.version.json,
            "byteCount": text.text.utf8.count.json, "text": text.text.json,
          ]
        }),
      "records": .array(
        records.map { record in
          [
            "since": record.since.milliseconds.json, "writtenBy": record.writer?.json ?? .null,
            "replaced": record.replaced?.milliseconds.json ?? .null,
            "replacedBy": record.replacer?.json ?? .null, "version": record.version.json,
            "book": BookRecord(record.values)?.json(ofNote: note) ?? .null,
          ]
        }),
    ]
  }
}

extension NoteHistory.Text {
  var others: String? { OtherDevices.words(wrote: writer, replaced: replacer) }
}

extension NoteHistory.Record {
  fileprivate var others: String? { OtherDevices.words(wrote: writer, replaced: replacer) }
}

private enum OtherDevices {
  static func words(wrote writer: String?, replaced replacer: String?) -> String? {
    let parts = [("written", writer), ("replaced", replacer)].compactMap { verb, device in
      device.map { "\(verb) by \($0.isEmpty ? "another device" : $0)" }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension Date {
  /// The time in UTC: `2026-11-21T18:30:05.123Z`.
  fileprivate var milliseconds: String {
    addingTimeInterval(0.0005).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
