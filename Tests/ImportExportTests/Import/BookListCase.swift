import Foundation
import GRDB
import TestSupport

@testable import ForeignFormats
@testable import ImportExport

/// An example in `BookLists/`.
struct BookListCase {
  /// The file's name, whose ending says what may be in it.
  var name: String
  /// Other spellings of the file.
  var spellings: [String] = []
  var body = ""
  var result = ""

  /// The examples of one text.
  static func all(in file: String) throws -> [BookListCase] {
    let url = BookListsTests.folder.appending(path: file + ".txt")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.components(separatedBy: "==== ").dropFirst().map { part in
      let (head, rest) = part.cut(at: "\n")
      var example = BookListCase(name: head)
      var body = rest
      if body.hasPrefix("also: ") {
        let (line, after) = body.cut(at: "\n")
        example.spellings = line.dropFirst(6).split(separator: " ").map(String.init)
        body = after
      }
      let parts = body.components(separatedBy: "----\n")
      (example.body, example.result) = (parts[0], parts.dropFirst().joined())
      return example
    }
  }

  static func write(_ cases: [BookListCase], to file: String) throws {
    let texts: [String] = cases.map { example in
      let also =
        example.spellings.isEmpty ? "" : "also: \(example.spellings.joined(separator: " "))\n"
      return "==== \(example.name)\n\(also)\(example.body)----\n\(example.result)"
    }
    let url = BookListsTests.folder.appending(path: file + ".txt")
    try texts.joined(separator: "").write(to: url, atomically: true, encoding: .utf8)
  }

  /// The bytes of the file, in a spelling.
  func data(_ spelling: String = "") throws -> Data {
    if name.hasSuffix(".db"), body.contains("CREATE") { return try database() }
    let text = body.replacing("→", with: "\t")
    switch spelling {
    case "bom": return Data([0xEF, 0xBB, 0xBF]) + bytes(text)
    case "crlf": return bytes(text.replacing("\n", with: "\r\n"))
    case "cr": return bytes(text.replacing("\n", with: "\r"))
    case "nofinal": return bytes(String(text.dropLast()))
    case "utf16le": return Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
    case "utf16raw": return text.data(using: .utf16LittleEndian) ?? Data()
    case "utf16be": return Data([0xFE, 0xFF]) + (text.data(using: .utf16BigEndian) ?? Data())
    case "latin1": return text.data(using: .windowsCP1252) ?? Data()
    case "semicolon": return separated(by: ";")
    case "tab": return separated(by: "\t")
    default: return bytes(text)
    }
  }

  private func bytes(_ text: String) -> Data {
    var data = Data()
    let parts = text.components(separatedBy: "\\x")
    data.append(contentsOf: (parts.first ?? "").utf8)
    for part in parts.dropFirst() {
      data.append(UInt8(part.prefix(2), radix: 16) ?? 0x3F)
      data.append(contentsOf: part.dropFirst(2).utf8)
    }
    return data
  }

  /// The table as a spreadsheet saves it.
  private func separated(by separator: String) -> Data {
    let table = DelimitedText(Array(body.utf8))
    let rows = [table.header] + table.rows.map(\.fields)
    let lines = rows.map { fields in
      // Quotes around the first name show that there are quotes at all.
      fields.map { field in
        let isPlain = !field.contains { "\"\n".contains($0) || separator.contains($0) }
        let isName = field == table.header.first
        return isPlain && !isName ? field : "\"\(field.replacing("\"", with: "\"\""))\""
      }.joined(separator: separator) + "\r\n"
    }
    return Data(lines.joined().utf8)
  }

  private func database() throws -> Data {
    let folder = try TemporaryFolder()
    let path = folder.path("made.db")
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { try $0.execute(sql: body) }
    try database.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}

extension String {
  fileprivate func cut(at mark: Character) -> (String, String) {
    guard let markIndex = firstIndex(of: mark) else { return (self, "") }
    return (String(self[..<markIndex]), String(self[index(after: markIndex)...]))
  }
}
