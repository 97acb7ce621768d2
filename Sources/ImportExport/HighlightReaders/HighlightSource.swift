internal import Foundation
internal import JSON
internal import NotebookFile

/// Recognizes files of highlights by their contents, and reads them.
package enum HighlightSource {
  /// The result of a look at a file.
  package enum Outcome: Sendable, Equatable {
    case highlights(HighlightFile)
    /// It seems to be such a file, but cannot be read: the end of a sentence about it.
    case refused(String)
    /// Something else.
    case other
  }

  /// Reads the file at `path`. Cost: a look at its beginning, and, if it is such a file, its size.
  package static func read(_ path: String) -> Outcome {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent.lowercased()
    let ending = FilePath.ending(of: name)
    let isDatabase = ["sqlite", "db", "sqlite3"].contains(ending)
    guard isDatabase || ["txt", "html", "htm", "lua", "json", "csv", "tsv"].contains(ending) else {
      return .other
    }
    do {
      let folder = try SandboxedFolder(path: url.deletingLastPathComponent().path)
      if isDatabase { return database(path, in: folder) }
      guard let bytes = try folder.read(url.lastPathComponent, most: HighlightLimits.file) else {
        return .other
      }
      return read(bytes, ending: ending)
    } catch let error as SystemError where error.code == EFBIG && ending != "txt" {
      return .refused("has more than \(HighlightLimits.file >> 20) MB")
    } catch {
      return .other
    }
  }

  /// Reads the bytes of a file with such an ending. Nothing makes it fail.
  package static func read(_ bytes: [UInt8], ending: String) -> Outcome {
    switch ending {
    case "lua":
      if let file = KOReader.read(sidecar: bytes) { return .highlights(file) }
      return LuaLiteral.isCutOff(bytes) ? .refused(cutOff) : .other
    case "json":
      let text = TextEncodingSniffer.read(bytes)
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: text.utf8)
      } catch {
        let isBegun = text.utf8.contains { "{[".utf8.contains($0) }
        return error.offset >= text.utf8.count && isBegun ? .refused(cutOff) : .other
      }
      if CalibreHighlights.isOne(value) { return .highlights(CalibreHighlights.read(json: value)) }
      if HypothesisHighlights.isOne(value) {
        return .highlights(HypothesisHighlights.read(json: value))
      }
      return KOReader.isOne(value) ? .highlights(KOReader.read(json: value)) : .other
    case "csv", "tsv":
      let table = DelimitedText(TextEncodingSniffer.read(bytes).utf8)
      if ReadwiseHighlights.isOne(table) { return .highlights(ReadwiseHighlights.read(table)) }
      return HypothesisHighlights.isOne(table)
        ? .highlights(HypothesisHighlights.read(table)) : .other
    default:
      let text = TextEncodingSniffer.read(bytes).text
      if ending == "txt" {
        return KindleClippings.isOne(text) ? .highlights(KindleClippings.read(text)) : .other
      }
      return KindleNotebook.isOne(text) ? .highlights(KindleNotebook.read(text)) : .other
    }
  }

  private static let cutOff =
    "is cut off: it ends in the middle of a value; copy or export it once more"

  private static func database(_ path: String, in folder: SandboxedFolder) -> Outcome {
    do {
      let tables = try ForeignTables(path: path)
      if KoboHighlights.isOne(tables) { return .highlights(try KoboHighlights.read(tables)) }
      if CalibreHighlights.isOne(tables) {
        let file = try CalibreHighlights.read(tables)
        return file.count == 0 && file.leftOut.isEmpty ? .other : .highlights(file)
      }
      guard AppleBooks.isOne(tables) else {
        return AppleBooks.isLibrary(tables)
          ? .refused(
            "is the library of Apple Books: import the folder, or AEAnnotation….sqlite beside it")
          : .other
      }
      let library = library(near: path)
      let file = try AppleBooks.read(tables, library: library)
      return .highlights(file)
    } catch {
      return .refused(error.reason)
    }
  }

  /// The database with the titles: beside the one with the highlights, or in the folder BKLibrary beside
  /// its folder, as on a Mac.
  private static func library(near path: String) -> ForeignTables? {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for place in [folder, folder.deletingLastPathComponent().appending(path: "BKLibrary")] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      let found = names.sorted().first { $0.hasPrefix("BKLibrary") && $0.hasSuffix(".sqlite") }
      if let found, let tables = try? ForeignTables(path: place.appending(path: found).path),
        AppleBooks.isLibrary(tables)
      {
        return tables
      }
    }
    return nil
  }

  /// The files of highlights in a folder that a device or a program has: a Kindle or Kobo that is
  /// plugged in, a folder beside a book, the folder of Apple Books. Empty if it is not one of these.
  package static func files(inFolder path: String) -> [String] {
    let manager = FileManager.default
    let known = [
      "documents/My Clippings.txt", "documents/Meine Clippings.txt", ".kobo/KoboReader.sqlite",
      "KoboReader.sqlite",
    ].map { path + "/" + $0 }.filter { manager.fileExists(atPath: $0) }
    if !known.isEmpty { return known }
    let names = ((try? manager.contentsOfDirectory(atPath: path)) ?? []).sorted()
    if path.lowercased().hasSuffix(".sdr") {
      return names.filter { $0.hasPrefix("metadata.") && $0.hasSuffix(".lua") }.map {
        path + "/" + $0
      }
    }
    for folder in [path, path + "/AEAnnotation"] {
      let names =
        folder == path ? names : ((try? manager.contentsOfDirectory(atPath: folder)) ?? [])
      let found = names.sorted().first { $0.hasPrefix("AEAnnotation") && $0.hasSuffix(".sqlite") }
      if let found { return [folder + "/" + found] }
    }
    return []
  }
}
