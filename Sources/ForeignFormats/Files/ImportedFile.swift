import Foundation
import JSON
import NotebookFile

/// A file to import. It is read, decoded and parsed at most once, on demand.
package final class ImportedFile {
  package let path: String
  /// The extension in lower case, without the dot.
  package let ending: String
  /// Goodreads shelves for abandoned books, in addition to shelves recognized by name.
  let stoppedShelves: [String]

  private var read: [UInt8]?
  private var decoded: TextEncodingSniffer.Result?
  private var parsed: JSONValue??
  private var rows: DelimitedText?
  private var opened: ForeignTables?

  static let databases: Set = ["sqlite", "db", "sqlite3"]
  /// The extensions of tables of highlights.
  static let tables: Set = ["csv", "tsv"]
  /// The extensions of text files that may be Markdown.
  static let texts: Set = ["txt", "text", "mdown", "mkd"]
  /// The extensions of lists of books. Text files may also be Markdown.
  static let lists: Set = ["csv", "tsv", "tab", "json", "txt", "text", ""]
  /// Maximum size, in bytes, of a file that is neither a database nor an archive.
  static let most = 64 << 20

  package init(path: String, stoppedShelves: [String] = []) {
    (self.path, self.stoppedShelves) = (path, stoppedShelves)
    ending = URL(fileURLWithPath: path).pathExtension.lowercased()
  }

  package convenience init(_ bytes: [UInt8], ending: String) {
    self.init(path: "file." + ending)
    read = bytes
  }

  /// Returns the bytes of the file; of an archive, only the first megabyte. Throws `SystemError`,
  /// or Foundation's error for an archive.
  func bytes() throws -> [UInt8] {
    if let read { return read }
    let url = URL(fileURLWithPath: path)
    var bytes: [UInt8]
    if ending == "zip" {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      bytes = Array(try file.read(upToCount: 1 << 20) ?? Data())
    } else {
      let folder = try SandboxedFolder(path: url.deletingLastPathComponent().path)
      bytes = try folder.read(url.lastPathComponent, most: Self.most) ?? []
    }
    read = bytes
    return bytes
  }

  func text() throws -> TextEncodingSniffer.Result {
    if let decoded { return decoded }
    let text = TextEncodingSniffer.read(try bytes())
    decoded = text
    return text
  }

  /// Returns the rows; none if the file is JSON.
  func table() throws -> DelimitedText {
    if let rows { return rows }
    let text = try text()
    let table = DelimitedText(text.isJSON ? [] : text.utf8)
    rows = table
    return table
  }

  /// Returns the JSON value; nil if the file is not valid JSON. Throws `ForeignRefusal` if a
  /// `.json` file is cut off.
  func json() throws -> JSONValue? {
    if let parsed { return parsed }
    let text = try text()
    var value: JSONValue?
    if text.isJSON {
      do throws(JSONError) {
        value = try JSONValue(parsing: text.utf8)
      } catch {
        if ending == "json", error.offset >= text.utf8.count { throw ForeignRefusal.cutOff }
      }
    }
    parsed = .some(value)
    return value
  }

  func database() throws(ForeignRefusal) -> ForeignTables {
    if let opened { return opened }
    let tables = try ForeignTables(path: path)
    opened = tables
    return tables
  }

  var isDatabase: Bool { Self.databases.contains(ending) }

  /// Remarks about the encoding, each the end of a sentence about the file; empty until the text is
  /// read.
  var remarks: [String] {
    guard let decoded else { return [] }
    let name = decoded.encoding.rawValue
    return (decoded.encoding == .utf8 ? [] : ["is encoded in \(name)"])
      + (decoded.faults == 0 ? [] : ["has characters that are not valid in \(name)"])
  }
}

// MARK: Folders of devices and programs

extension ImportedFile {
  static func existing(_ names: [String], in folder: String) -> [String] {
    names.map { folder + "/" + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Returns the paths of a folder's files whose names have this prefix and suffix, sorted.
  package static func files(in folder: String, _ start: String, _ end: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasPrefix(start) && $0.hasSuffix(end) }.map { folder + "/" + $0 }
  }
}

extension TextEncodingSniffer.Result {
  fileprivate var isJSON: Bool {
    let start = utf8.first { $0 > 0x20 }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
  }
}

extension ForeignRefusal {
  static let cutOff = Self(
    reason: "is incomplete: copy or export it again")
}
