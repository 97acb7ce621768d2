import Quoting

extension ForeignFormat {
  static let kobo = ForeignFormat(
    "kobo", "Kobo", highlightsIn: ImportedFile.databases,
    files: { ImportedFile.existing([".kobo/KoboReader.sqlite", "KoboReader.sqlite"], in: $0) },
    read: { try KoboHighlights.read($0.database()) })
}

/// Reads the highlights of a Kobo reader: `.kobo/KoboReader.sqlite`.
enum KoboHighlights {
  private struct Contents {
    var books: [String: ForeignHighlightedBook] = [:]
    /// Titles and order of chapters, by content file.
    var chapters: [String: (title: String, index: Int)] = [:]
  }

  static func read(_ tables: ForeignTables) throws(ForeignRefusal) -> HighlightFile? {
    guard tables.has("Bookmark", "BookmarkID", "VolumeID", "Text"),
      tables.has("content", "ContentID")
    else { return nil }
    var file = HighlightFile(program: "the database of a Kobo reader")
    let contents = try contents(tables)
    let isCut = try tables.forEach(
      "Bookmark",
      [
        "BookmarkID", "VolumeID", "ContentID", "Text", "Annotation", "DateCreated", "DateModified",
        "ChapterProgress", "Hidden", "Color",
      ]
    ) { row in
      guard let volume = row["VolumeID"] else { return }
      let isHidden = ["true", "1"].contains(row["Hidden"]?.lowercased() ?? "")
      if isHidden { return file.leaveOut("deleted highlights", "you deleted them on the Kobo") }
      let text = row["Text"]?.paragraphs ?? ""
      let note = row["Annotation"]?.paragraphs.nonEmpty
      guard !text.isEmpty || note != nil else {
        return file.leaveOut("bookmarks", "they mark only a page")
      }
      if volume.contains("pocket") || row["ContentID"]?.contains("pocket") == true {
        return file.leaveOut("highlights of web pages", "they do not belong to a book")
      }
      let chapter = row["ContentID"].flatMap { contents.chapters[$0] }
      let progress = row.number("ChapterProgress").map { Int(max(0, min($0, 1)) * 1_000_000) }
      var highlight = ForeignHighlight(
        id: row["BookmarkID"]?.nonEmpty.map { "kobo:\($0)" }, text: text, note: note,
        position: HighlightPosition(order: progress.map { [chapter?.index ?? 0, $0] } ?? []),
        chapter: chapter?.title, date: date(row),
        color: row.integer("Color").flatMap { colors[$0] })
      if highlight.text.utf8.count > HighlightLimits.text { highlight.text = highlight.text.cut }
      file.add(highlight, of: contents.books[volume] ?? orphan(volume))
    }
    if isCut {
      file.unreadable.append("everything after the first \(HighlightLimits.records) entries")
    }
    for index in file.books.indices {
      file.books[index].highlights = file.books[index].highlights.inBookOrder
    }
    return file
  }

  private static let colors = [0: "yellow", 1: "red", 2: "blue", 3: "green"]

  private static func date(_ row: ForeignRow) -> String? {
    let text = row["DateCreated"]?.nonEmpty ?? row["DateModified"]?.nonEmpty
    return text.map { String($0.replacingBytes(of: ".000", with: "").prefix(24)) }
      .flatMap { HighlightDate.seconds($0) == nil ? nil : $0 }
  }

  /// Returns a book that was deleted on the device; only its file name is known.
  private static func orphan(_ volume: String) -> ForeignHighlightedBook {
    let name = volume.split(separator: "/").last.map(String.init) ?? volume
    let stem = FilePath.stem(of: name.hasSuffix(".kepub.epub") ? String(name.dropLast(5)) : name)
    return ForeignHighlightedBook(title: stem.oneLine, sources: ["kobo:\(volume)"])
  }

  private static func contents(_ tables: ForeignTables) throws(ForeignRefusal) -> Contents {
    var contents = Contents()
    let names = [
      "ContentID", "ContentType", "BookID", "Title", "Attribution", "ISBN", "ChapterIDBookmarked",
      "VolumeIndex",
    ]
    _ = try tables.forEach("content", names) { row in
      guard let id = row["ContentID"] else { return }
      switch row.integer("ContentType") {
      case 6:
        contents.books[id] = ForeignHighlightedBook(
          title: row.line("Title") ?? "", authors: authors(row["Attribution"]),
          isbn: row.line("ISBN"), sources: ["kobo:\(id)"])
      case 899:
        guard let title = row.line("Title") else { return }
        // The part after `#`, and a number after the name, distinguish chapters within a file.
        let index = row.integer("VolumeIndex") ?? 0
        if let spine = row["ChapterIDBookmarked"]?.nonEmpty, contents.chapters[spine] == nil {
          contents.chapters[spine] = (title, index)
        }
        let bare = String(id.prefix { $0 != "#" })
        if contents.chapters[bare] == nil { contents.chapters[bare] = (title, index) }
      case 9:
        // Rows of type 899 have better titles.
        if contents.chapters[id] == nil, let title = row.line("Title"), !title.contains(".") {
          contents.chapters[id] = (title, row.integer("VolumeIndex") ?? 0)
        }
      default: break
      }
    }
    return contents
  }

  private static func authors(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { String($0).oneLine }.filter { !$0.isEmpty }
  }
}

extension String {
  /// The first `HighlightLimits.text` bytes of the text, up to the end of a scalar, with `…`.
  var cut: String {
    var end = utf8.index(utf8.startIndex, offsetBy: HighlightLimits.text, limitedBy: utf8.endIndex)
    while let index = end, index.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: index)
    }
    return String(self[..<(end ?? endIndex)]) + "…"
  }
}
