import ForeignFormats
import ImportExport
import JSON

extension ImportReport.List {
  /// Maximum number of rows printed per kind of remark. For further rows, only their number is
  /// printed.
  private static let mostRows = 20

  func write() throws {
    let counts = Counts([
      (new, "new"), (changed, "changed"), (same, "unchanged"), (skipped.count, "skipped"),
      (unreadable.count, "unreadable"),
    ])
    let number = rows == 1 ? "1 book" : "\(rows) books"
    try StandardOutput.write("From \(program.name): \(number): \(counts)".terminalSafeLine)
    note(fileRemarks)
    if !unknownColumns.isEmpty {
      note(["has columns that are not imported: \(quoted(unknownColumns))"])
    }
    if !unknownShelves.isEmpty {
      note([
        "has unrecognized shelves, which became hashtags: "
          + "\(quoted(unknownShelves)). If one is for books that you gave up, use --stopped-shelf"
      ])
    }
    for (name, count) in differing.sorted(by: { $0.key < $1.key }) {
      note(["differs in \(name) for \(Counts.of(count, "book")); your notes keep their values"])
    }
    list("note", remarks)
    list("skipped", skipped)
    list("unreadable", unreadable)
    if let rest {
      StandardError.write(
        "commonplace: note: the unreadable \(unit)s are in \(rest): fix them there, then import that file"
          .terminalSafeLine)
    }
  }

  private func note(_ texts: [String]) {
    for text in texts {
      StandardError.write("commonplace: note: \(file) \(text)".terminalSafeLine)
    }
  }

  private func quoted(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "“\($0)”" }.joined(separator: ", ")
    return names.count > 12 ? shown + " and \(names.count - 12) more" : shown
  }

  private func list(_ kind: String, _ rows: [Row]) {
    for row in rows.prefix(Self.mostRows) {
      StandardError.write(
        "commonplace: \(kind): \(unit) \(row.number) \(row.text)".terminalSafeLine)
    }
    if rows.count > Self.mostRows {
      StandardError.write(
        "commonplace: \(kind): and \(rows.count - Self.mostRows) more; --json lists all")
    }
  }

  var json: JSONValue {
    func list(_ rows: [Row]) -> JSONValue {
      .array(rows.map { ["place": $0.number.json, "text": $0.text.json] })
    }
    return [
      "file": file.json, "program": program.id.json, "rowCount": rows.json,
      "newCount": new.json, "changedCount": changed.json, "sameCount": same.json,
      "unit": unit.json, "skipped": list(skipped), "unreadable": list(unreadable),
      "remarks": list(remarks), "fileRemarks": fileRemarks.json,
      "unreadableFile": rest?.json ?? .null, "unknownColumns": unknownColumns.json,
      "unknownShelves": unknownShelves.json,
      "differing": .array(
        differing.sorted { $0.key < $1.key }.map {
          ["fact": $0.key.json, "bookCount": $0.value.json]
        }),
    ]
  }
}
