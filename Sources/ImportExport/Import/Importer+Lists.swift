internal import Foundation
internal import Notebook
internal import NotebookFile

/// Lists of books, by their contents.
extension Importer {
  /// The endings of files that may be lists. Texts may be Markdown, too.
  private static let endings: Set = ["csv", "tsv", "tab", "json", "txt", "text", "db", "zip", ""]

  /// A look at a file that may be a list.
  enum ListReading {
    case list(BookList)
    /// It is something else, for other readers.
    case other
    /// It can be nothing else; the report says why it is no list.
    case refused
  }

  /// Looks whether a file is a list of books.
  mutating func list(at path: String, named name: String) -> ListReading {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    guard Self.endings.contains(ending) else { return .other }
    do {
      if ending == "db" { return try CalibreLibrary(path: path).list().map { .list($0) } ?? .other }
      let most = ending == "zip" ? 1 << 20 : BookList.Limits.bytes
      guard let bytes = try Self.bytes(of: path, most: most, isWhole: ending != "zip") else {
        return .other
      }
      var reading = BookListOptions()
      reading.stoppedShelves = stoppedShelves
      if let list = try BookList(bytes, reading) { return .list(list) }
      guard ["csv", "tsv", "tab", "json"].contains(ending) else { return .other }
      skip(name, ending == "json" ? "is no JSON that is known here" : Self.unknown(bytes))
    } catch let refusal as BookList.Refusal {
      skip(name, refusal.reason)
    } catch let error as SystemError {
      let isTooLarge = error.code == EFBIG
      skip(
        name,
        isTooLarge
          ? "has more than \(BookList.Limits.bytes >> 20) MB" : "cannot be read: \(error.reason)")
    } catch let error as NotebookError {
      skip(name, "is not imported: \(error.description)")
    } catch {
      skip(name, "cannot be read")
    }
    return .refused
  }

  /// The list of books of a folder that is a library of calibre; nil if it is another folder.
  mutating func library(in folder: String, named name: String) -> BookList? {
    let path = folder + "/metadata.db"
    guard FileManager.default.fileExists(atPath: path),
      case .list(let list) = list(at: path, named: name)
    else { return nil }
    return list
  }

  /// A table of which no program is known, by its header.
  private static func unknown(_ bytes: [UInt8]) -> String {
    let table = DelimitedText(Array(TextEncodingSniffer.read(bytes).utf8.prefix(1 << 16)))
    let names = table.header.prefix(6).map { $0.count > 30 ? $0.prefix(30) + "…" : $0[...] }
    guard table.header.count > 1 else { return "is no list of books that is known here" }
    return "is no list of books that is known here; its first columns are "
      + names.map { "“\($0)”" }.joined(separator: ", ")
  }

  /// The bytes of a file, or if not `isWhole` the first ones. Throws `SystemError`.
  private static func bytes(of path: String, most: Int, isWhole: Bool) throws -> [UInt8]? {
    let url = URL(fileURLWithPath: path)
    guard !isWhole else {
      let folder = try SandboxedFolder(path: url.deletingLastPathComponent().path)
      return try folder.read(url.lastPathComponent, most: most)
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: most)).map { Array($0) }
  }

  /// Takes a list in, and writes the rows that could not be read beside it.
  mutating func take(_ list: BookList, file: String) throws {
    var result = try lists.take(list, file: file)
    if !isPreview, !result.unreadable.isEmpty, let rest = list.rest?(result.unreadableIndexes) {
      do {
        result.rest = try UnreadableRows.write(rest, beside: file)
      } catch let error as SystemError {
        result.fileRemarks.append(
          "has rows that cannot be read, and they could not be written beside it: \(error.reason)")
      }
    }
    add(result)
  }
}
