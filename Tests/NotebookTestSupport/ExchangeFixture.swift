import Base
package import Foundation
import GRDB
package import ImportExport
import JSON
package import KeyValueStore
import NotebookFile
import TestSupport

@testable package import Notebook

/// A notebook on a separate machine, and a folder beside it to export to and import from.
package final class ExchangeFixture {
  package let device: Device
  private let root: TemporaryFolder
  /// The folder; it is not there at first.
  package let folder: String

  package init(notes: [String] = [], copying original: String? = nil) throws {
    root = try TemporaryFolder()
    folder = root.path("export")
    device = try Device(notes: notes, copying: original)
  }

  package func path(_ name: String) -> String { folder + "/" + name }

  /// A minute after the last time: notes say by the second when they were modified.
  package func tick() -> Date {
    clock += 60
    return clock
  }

  private var clock = Date()

  /// Writes a file into the folder.
  package func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ data: Data, to name: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Changes a file in the folder.
  package func edit(_ name: String, _ change: (String) -> String) throws {
    try write(change(try text(name)), to: name)
  }

  /// The paths of all files in the folder, sorted.
  package var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        return !isFolder.boolValue
      }.sorted()
    }
  }

  /// The Markdown files.
  package var markdown: [String] { get throws { try files.filter { $0.hasSuffix(".md") } } }

  @discardableResult package func export() throws -> ExportReport {
    try device.open().exchange.export(to: folder)
  }

  /// Imports from `paths`, or from the folder, and publishes.
  @discardableResult package func take(
    _ paths: [String]? = nil, isDryRun: Bool = false, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    let notebook = try device.open()
    defer { try? notebook.close() }
    return try notebook.exchange.importNotes(
      from: paths ?? [folder], isDryRun: isDryRun, options: options, now: tick())
  }

  /// The one note of the notebook, or the one with this title.
  package func note(_ title: String? = nil) throws -> StoredNote {
    let notebook = try device.open()
    let notes = try notebook.notes.all(includingTrash: true).filter {
      title == nil || $0.title == title
    }
    guard let note = notes.first, notes.count == 1 else {
      throw NotebookError.noteNotFound(id: title ?? "one", path: "\(notes.map(\.title))")
    }
    return try notebook.note(id: note.id)
  }

  package func save(_ text: String, to id: String) throws {
    let notebook = try device.open()
    _ = try notebook.write { author, db in
      try NoteWriting.save(text: text, note: id, in: db, author: &author, at: tick())
    }
    try notebook.close()
  }

  /// Everything that the notebook holds.
  package func content() throws -> NotebookContent { try NotebookContent(device.open()) }
}

/// All that a notebook holds, without who wrote it and when.
package struct NotebookContent: Equatable {
  /// The values of each key: the one that counts, then the others in any order.
  package var values: [EntryKey: [String]] = [:]

  package init(_ notebook: Notebook) throws {
    try notebook.read { db in
      for scope in try String.fetchAll(db, sql: "SELECT DISTINCT scope FROM entry") {
        let entries = try EntryVersion.fetch(db, scope: scope)
        // The rest of deleted notes is no content.
        guard entries.values.joined().contains(where: { $0.value != .null }) else { continue }
        for (key, versions) in entries {
          // Nor is what an import remembers, or a save of the values before it.
          if scope == ".commonplace",
            key.key.hasSuffix(";imported") || key.key.hasSuffix(";replaced")
          {
            continue
          }
          let values = versions.map { Self.text($0.value) }
          self.values[key] = Array(values.prefix(1)) + values.dropFirst().sorted()
        }
      }
    }
  }

  private static func text(_ value: EntryValue) -> String {
    switch value {
    case .null: "null"
    case .text(let text): "text " + Array(text.utf8).hexadecimal
    case .json(let json): "json " + String(decoding: json.serialized(), as: UTF8.self)
    case .blob(let mimeType, let data): "blob \(mimeType) " + Array(data).hexadecimal
    }
  }

  /// The differences, for messages; empty when there are none.
  package func difference(from other: NotebookContent) -> String {
    Set(values.keys).union(other.values.keys).sorted().filter { values[$0] != other.values[$0] }
      .map { "\($0.scope) \($0.key): \(values[$0] ?? []) / \(other.values[$0] ?? [])" }
      .joined(separator: "\n")
  }
}

extension ImportReport {
  /// The report without the lists of what is not stored or not shown, and without cards.
  package var outcome: ImportReport {
    var report = self
    (report.leftOut, report.kept) = ([], [:])
    (report.cards, report.lastDay) = (0, nil)
    return report
  }
}
