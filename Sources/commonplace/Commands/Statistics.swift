import ArgumentParser
import Foundation
import JSON
import Maintenance
import Notebook

struct Statistics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count notes, prompts and other contents.")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let statistics = try notebook.statistics()
    if json { return try StandardOutput.write(statistics.json(path: notebook.path).line) }
    let lines = statistics.lines(path: notebook.path)
    let width = lines.map(\.name.count).max() ?? 0
    for (name, value) in lines {
      let gap = String(repeating: " ", count: width - name.count + 2)
      try StandardOutput.write(name + gap + value.terminalSafeLine)
    }
  }
}

extension NotebookStatistics {
  fileprivate func lines(path: String) -> [(name: String, value: String)] {
    let size = fileSize.map { ", \($0) bytes" } ?? ", missing"
    var unpublished = "none"
    if let unpublishedSaves, unpublishedSaves > 0 {
      unpublished = "\(unpublishedSaves), kept in the working copy"
    } else if stateFolder != nil, unpublishedSaves == nil {
      unpublished = "unknown; any unpublished saves are in the working copy"
    }
    return [
      ("file", path + size),
      ("last change", lastChange?.local() ?? "never"),
      ("notes", "\(notes), and \(trashed) in the trash"),
      ("in conflict", "\(conflicts)"),
      ("words", "\(words)"),
      ("prompts", "\(quotes) from quotes, \(clozes) from clozes, \(pairs) from questions"),
      ("hashtags", "\(tags)"),
      ("books", "\(books)"),
      ("images", "\(images)"),
      (
        "stored",
        "\(Counts.of(versions, "value")), and \(Counts.of(tombstones, "tombstone")) of replaced "
          + "values; opened for writing \(Counts.of(authors, "time"))"
      ),
      ("working copy", stateFolder ?? "none: nothing was saved on this machine yet"),
      ("unpublished", unpublished),
      ("history", "\(Counts.of(keptTexts, "text")), \(keptBytes) bytes"),
    ]
  }

  fileprivate func json(path: String) -> JSONValue {
    [
      "notebook": path.json, "byteCount": fileSize.map { Int(clamping: $0).json } ?? .null,
      "lastChange": lastChange?.ISO8601Format().json ?? .null, "noteCount": notes.json,
      "trashedCount": trashed.json, "conflictCount": conflicts.json, "wordCount": words.json,
      "quoteCount": quotes.json, "clozeCount": clozes.json, "questionCount": pairs.json,
      "tagCount": tags.json, "bookCount": books.json, "imageCount": images.json,
      "authorCount": authors.json, "versionCount": versions.json,
      "tombstoneCount": tombstones.json, "stateFolder": stateFolder.json,
      "unpublishedCount": unpublishedSaves.map { Int(clamping: $0).json } ?? .null,
      "keptTextCount": keptTexts.json, "keptByteCount": keptBytes.json,
    ]
  }
}
