import ForeignFormats
import Foundation
import NotebookFile

extension Importer {
  /// Imports a list. Unless this is a dry run, writes unreadable rows to a file next to the list.
  mutating func importList(_ list: BookList, of program: ForeignFormat, file: String) throws {
    var result = try lists.importList(list, of: program, file: file)
    if !isDryRun, !result.unreadable.isEmpty, let rest = list.rest?(result.unreadableIndexes) {
      do {
        result.rest = try UnreadableRows.write(rest, beside: file)
      } catch let error as SystemError {
        result.fileRemarks.append(
          "has unreadable rows, which could not be saved to a file next to it: \(error.reason)")
      }
    }
    report.new += result.new
    report.updated += result.changed
    report.unchanged += result.same
    report.lists.append(result)
  }
}

/// The file of a list's unreadable rows, next to the list, for the user to fix and import.
private enum UnreadableRows {
  /// Writes `bytes` to a file next to the file at `path`. Returns the new file's path, or the path
  /// of an existing file with the same bytes. Returns nil if 99 names are in use. Throws
  /// `SystemError`.
  static func write(_ bytes: [UInt8], beside path: String) throws -> String? {
    let url = URL(fileURLWithPath: path)
    let folder = try SandboxedFolder(path: url.deletingLastPathComponent().path)
    let (stem, ending) = parts(of: url.lastPathComponent)
    for number in 1...99 {
      let name = stem + ".unreadable" + (number > 1 ? " \(number)" : "") + ending
      let there = (try? folder.read(name, most: bytes.count)) ?? nil
      let isSame = there == bytes && name != url.lastPathComponent
      if try isSame || folder.write(bytes, to: name, isReplaced: false) {
        return folder.path + "/" + name
      }
    }
    return nil
  }

  /// Splits a file name: `books.csv` gives `books` and `.csv`. If this type named the file,
  /// `.unreadable` and its number are removed.
  private static func parts(of name: String) -> (String, String) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    var stem = name[..<dot]
    let ending = name[dot...]
    if let mark = stem.range(of: ".unreadable", options: .backwards),
      stem[mark.upperBound...].allSatisfy({ $0 == " " || $0.isNumber })
    {
      stem = stem[..<mark.lowerBound]
    }
    return (stem.isEmpty ? "list" : String(stem), String(ending))
  }
}
