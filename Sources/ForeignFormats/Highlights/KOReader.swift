import Foundation
import JSON
import Quoting

extension ForeignFormat {
  static let koreader = ForeignFormat(
    "koreader", "KOReader", highlightsIn: ["lua", "json"],
    files: { path in
      path.lowercased().hasSuffix(".sdr") ? ImportedFile.files(in: path, "metadata.", ".lua") : []
    },
    read: { file in
      file.ending == "json"
        ? try KOReader.read(json: file.json()) : try KOReader.read(sidecar: file.bytes())
    })
}

/// Reads the highlights of KOReader: `metadata.*.lua` next to books, and its JSON export.
enum KOReader {
  // MARK: Sidecars

  /// Reads the file next to a book. Returns nil for any other file. Throws if the file is cut off.
  static func read(sidecar bytes: [UInt8]) throws(ForeignRefusal) -> HighlightFile? {
    guard let value = LuaLiteral.value(of: bytes), let root = value.object,
      root["doc_props"] != nil || root["annotations"] != nil || root["bookmarks"] != nil
        || root["highlight"] != nil || root["stats"] != nil
    else {
      if LuaLiteral.isCutOff(bytes) { throw .cutOff }
      return nil
    }
    var file = HighlightFile(program: "the notes of KOReader about a book")
    let properties = root["doc_props"]?.object ?? root["stats"]?.object ?? [:]
    let digest = root["partial_md5_checksum"]?.string ?? root["stats"]?["md5"]?.string
    let path = root["doc_path"]?.string ?? comment(bytes)
    let name = path.map { FilePath.stem(of: String($0.split(separator: "/").last ?? "")) }
    let title = properties["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let book = ForeignHighlightedBook(
      title: (title ?? name ?? "").oneLine, authors: authors(properties["authors"]?.string),
      isbn: isbn(properties["identifiers"]?.string),
      sources: digest.map { ["koreader:\($0)"] } ?? [])
    var highlights: [ForeignHighlight] = []
    let list =
      root["annotations"].map(elements) ?? older(root, in: &file)
    for entry in list.prefix(HighlightLimits.records) {
      guard let entry = entry.object else {
        file.unreadable.append("an annotation is damaged")
        continue
      }
      guard let highlight = highlight(entry) else {
        file.leaveOut("bookmarks", "they mark only a page")
        continue
      }
      highlights.append(highlight)
    }
    if !highlights.isEmpty { file.books = [ForeignHighlights(book, highlights.inBookOrder)] }
    return file
  }

  private static func elements(_ value: JSONValue) -> [JSONValue] {
    let members = value.object?.members ?? []
    return members.sorted { (Int($0.key) ?? .max) < (Int($1.key) ?? .max) }.map(\.value)
  }

  private static func highlight(_ entry: JSONObject) -> ForeignHighlight? {
    let marked = entry["drawer"] != nil || entry["pos0"] != nil
    let note = entry["note"]?.string.flatMap { $0.oneLine.isEmpty ? nil : $0 }
    guard note != nil || marked && entry["text"]?.string != nil else { return nil }
    let text = entry["text"]?.string ?? ""
    let page =
      entry["pageref"]?.string ?? entry["pageno"].flatMap(label) ?? entry["page"].flatMap(label)
    var highlight = ForeignHighlight(
      text: marked ? paragraphs(text) : "", note: note.map(paragraphs),
      position: HighlightPosition(page: page), chapter: chapter(entry["chapter"]),
      date: entry["datetime"]?.string.map { $0.replacingBytes(of: " ", with: "T") },
      color: entry["color"]?.string)
    highlight.id = id(entry)
    return highlight
  }

  /// Returns an ID from the start and end, or else from the time of creation. Start and end do not
  /// depend on the font size. Returns nil without either.
  private static func id(_ entry: JSONObject) -> String? {
    if let start = entry["pos0"], let end = entry["pos1"] {
      return "koreader:\(position(start))|\(position(end))"
    }
    return entry["datetime"]?.string.map { "koreader:\($0)" }
  }

  /// Returns the text of an XPointer, or of a page and coordinates in a PDF.
  private static func position(_ value: JSONValue) -> String {
    value.string ?? String(decoding: value.serialized(), as: UTF8.self)
  }

  private static func label(_ value: JSONValue) -> String? {
    if let number = value.int { return String(number) }
    // Pointers into the document are not pages.
    return value.string.flatMap { $0.contains("/") || $0.isEmpty ? nil : $0 }
  }

  private static func chapter(_ value: JSONValue?) -> String? {
    value?.string.map(\.oneLine).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map(\.description.oneLine).filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private static func authors(_ text: String?) -> [String] {
    ForeignNames.authors(
      (text ?? "").replacingBytes(of: "\n", with: ";"), separator: ";")
  }

  private static func isbn(_ text: String?) -> String? {
    text?.split(whereSeparator: \.isWhitespace).first { $0.lowercased().contains("isbn:") }
      .flatMap { $0.split(separator: ":").last.map(String.init) }
  }

  /// Returns the path of the book in the first line, a comment; nil if there is none.
  private static func comment(_ bytes: [UInt8]) -> String? {
    let line = bytes.prefix(4_096).prefix { $0 != 0x0A }
    guard line.starts(with: Array("-- ".utf8)) else { return nil }
    let text = String(decoding: line.dropFirst(3), as: UTF8.self)
    return text.contains("/") ? text.trimmingCharacters(in: .whitespaces) : nil
  }

  /// Reads the format before July 2024: highlights by page, and notes among the bookmarks, matched
  /// by time.
  private static func older(_ root: JSONObject, in file: inout HighlightFile) -> [JSONValue] {
    // Bookmarks by their time, to the second.
    var bookmarks: [String: [JSONObject]] = [:]
    var single: [JSONValue] = []
    for value in root["bookmarks"].map(elements) ?? [] {
      guard var bookmark = value.object else { continue }
      if let note = bookmark["text"]?.string, !isAutomatic(note, bookmark["notes"]?.string ?? "") {
        bookmark["note"] = .string(note)
      }
      if bookmark["highlighted"]?.bool == true || bookmark["pos0"] != nil {
        bookmarks[bookmark["datetime"]?.string ?? "", default: []].append(bookmark)
      } else {
        bookmark["text"] = nil
        single.append(.object(bookmark))
      }
    }
    var list: [JSONValue] = []
    for page in root["highlight"]?.object?.members ?? [] {
      for value in elements(page.value) {
        guard var entry = value.object else { continue }
        entry["pageno"] = Int(page.key).map { .integer(Int64($0)) }
        entry["drawer"] = entry["drawer"] ?? .string("lighten")
        if let date = entry["datetime"]?.string, let same = bookmarks[date], !same.isEmpty {
          let index = same.firstIndex { $0["pos0"] == entry["pos0"] } ?? 0
          if let bookmark = bookmarks[date]?.remove(at: index) {
            entry["chapter"] = entry["chapter"] ?? bookmark["chapter"]
            entry["note"] = bookmark["note"] ?? entry["note"]
          }
        }
        list.append(.object(entry))
      }
    }
    for (_, bookmarks) in bookmarks.sorted(by: { $0.key < $1.key }) {
      for bookmark in bookmarks {
        var entry = bookmark
        entry["text"] = bookmark["notes"]
        list.append(.object(entry))
      }
    }
    return list + single
  }

  /// Whether KOReader generated a bookmark's text: `Page 3 The text @ 2020-01-02 03:04:05`.
  private static func isAutomatic(_ note: String, _ text: String) -> Bool {
    note.oneLine.isEmpty || note == text
      || note.contains(#/@ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s*$/#)
  }

  // MARK: JSON

  static func read(json value: JSONValue?) -> HighlightFile? {
    guard let value,
      value["documents"]?.array != nil && value["version"] != nil
        || value["entries"]?.array != nil && value["title"] != nil
    else { return nil }
    var file = HighlightFile(program: "an export of KOReader")
    for document in (value["documents"]?.array ?? [value]).prefix(10_000) {
      let digest = document["md5sum"]?.string
      let book = ForeignHighlightedBook(
        title: (document["title"]?.string ?? "").oneLine,
        authors: authors(document["author"]?.string),
        sources: digest.map { ["koreader:\($0)"] } ?? [])
      var highlights: [ForeignHighlight] = []
      for value in document["entries"]?.array ?? [] {
        guard let entry = value.object else {
          file.unreadable.append("an entry is damaged")
          continue
        }
        let note = entry["note"]?.string.flatMap { $0.oneLine.isEmpty ? nil : paragraphs($0) }
        let text = entry["text"]?.string.map(paragraphs) ?? ""
        guard !text.isEmpty || note != nil else {
          file.leaveOut("bookmarks", "they mark only a page")
          continue
        }
        var entryPosition = HighlightPosition()
        if let page = entry["page"].flatMap(label) {
          // In exports of Kindle clippings, the page is a range of locations.
          let ends = page.split(separator: "-").compactMap { Int($0) }
          if ends.count == 2, ends[0] <= ends[1] {
            entryPosition = HighlightPosition(location: ends[0]...ends[1])
          } else {
            entryPosition = HighlightPosition(page: page)
          }
        }
        let seconds = entry["time"]?.double ?? 0
        highlights.append(
          ForeignHighlight(
            text: text, note: note, position: entryPosition, chapter: chapter(entry["chapter"]),
            date: ForeignDates.text(unix: seconds), color: entry["color"]?.string))
      }
      if !highlights.isEmpty { file.books.append(ForeignHighlights(book, highlights.inBookOrder)) }
    }
    return file
  }
}

enum ForeignDates {
  /// Returns seconds since 1970 as `2024-01-02T03:04:05Z`; nil for values outside 1 to 4·10⁹.
  static func text(unix seconds: Double) -> String? {
    guard seconds.isFinite, (1..<4e9).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(.iso8601)
  }
}
