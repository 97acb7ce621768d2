import Foundation

extension ForeignFormat {
  static let appleBooks = ForeignFormat(
    "apple-books", "Apple Books", highlightsIn: ImportedFile.databases,
    files: { path in
      [path, path + "/AEAnnotation"].lazy.flatMap {
        ImportedFile.files(in: $0, "AEAnnotation", ".sqlite")
      }.first.map { [$0] } ?? []
    }, read: AppleBooks.read)
}

/// Reads the highlights of Apple Books from the database of annotations, and titles from the
/// library database near it.
enum AppleBooks {
  private static func isLibrary(_ tables: ForeignTables) -> Bool {
    tables.has("ZBKLIBRARYASSET", "ZASSETID", "ZTITLE")
  }

  /// Opens the database of titles: next to the database of highlights, or in the folder BKLibrary
  /// next to its folder, as on a Mac. Without it, books have no titles.
  private static func library(near path: String) -> ForeignTables? {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for candidate in [folder, folder.deletingLastPathComponent().appending(path: "BKLibrary")] {
      if let found = ImportedFile.files(in: candidate.path, "BKLibrary", ".sqlite").first,
        let tables = try? ForeignTables(path: found), isLibrary(tables)
      {
        return tables
      }
    }
    return nil
  }

  static func read(_ source: ImportedFile) throws(ForeignRefusal) -> HighlightFile? {
    let tables = try source.database()
    guard tables.has("ZAEANNOTATION", "ZANNOTATIONASSETID", "ZANNOTATIONSELECTEDTEXT") else {
      guard isLibrary(tables) else { return nil }
      throw ForeignRefusal(
        reason:
          "contains the books of Apple Books, without highlights: import AEAnnotation….sqlite instead"
      )
    }
    let library = library(near: source.path)
    var file = HighlightFile(program: "the database of Apple Books")
    var books: [String: ForeignHighlightedBook] = [:]
    _ = try library?.forEach("ZBKLIBRARYASSET", ["ZASSETID", "ZTITLE", "ZAUTHOR"]) { row in
      guard let id = row["ZASSETID"] else { return }
      books[id] = ForeignHighlightedBook(
        title: row.line("ZTITLE") ?? "",
        authors: (row["ZAUTHOR"] ?? "").split(whereSeparator: { "&;".contains($0) })
          .map { String($0).oneLine }.filter { !$0.isEmpty }, sources: ["apple-books:\(id)"])
    }
    let isCut = try tables.forEach(
      "ZAEANNOTATION",
      [
        "ZANNOTATIONASSETID", "ZANNOTATIONSELECTEDTEXT", "ZANNOTATIONNOTE", "ZANNOTATIONLOCATION",
        "ZANNOTATIONSTYLE", "ZANNOTATIONISUNDERLINE", "ZANNOTATIONTYPE", "ZANNOTATIONDELETED",
        "ZANNOTATIONUUID", "ZFUTUREPROOFING5", "ZANNOTATIONCREATIONDATE",
      ], order: "Z_PK"
    ) { row in
      guard let asset = row["ZANNOTATIONASSETID"] else { return }
      if row.integer("ZANNOTATIONTYPE") == 3 { return }
      if row.integer("ZANNOTATIONDELETED") == 1 {
        return file.leaveOut("deleted highlights", "you deleted them in Apple Books")
      }
      let text = row["ZANNOTATIONSELECTEDTEXT"]?.paragraphs ?? ""
      let note = row["ZANNOTATIONNOTE"]?.paragraphs.nonEmpty
      guard !text.isEmpty || note != nil else {
        return file.leaveOut("bookmarks", "they mark only a page")
      }
      let isUnderline = row.integer("ZANNOTATIONISUNDERLINE") == 1
      let date = row.number("ZANNOTATIONCREATIONDATE").flatMap {
        ForeignDates.text(unix: $0 + 978_307_200)
      }
      let highlight = ForeignHighlight(
        id: row["ZANNOTATIONUUID"]?.nonEmpty.map { "apple-books:\($0)" }, text: text, note: note,
        position: HighlightPosition(order: order(row["ZANNOTATIONLOCATION"] ?? "")),
        chapter: row.line("ZFUTUREPROOFING5"), date: date,
        color: isUnderline ? "underline" : row.integer("ZANNOTATIONSTYLE").flatMap { colors[$0] })
      file.add(
        highlight,
        of: books[asset]
          ?? ForeignHighlightedBook(title: "", sources: ["apple-books:\(asset)"]))
    }
    if isCut {
      file.unreadable.append("everything after the first \(HighlightLimits.records) entries")
    }
    for index in file.books.indices {
      file.books[index].highlights = file.books[index].highlights.inBookOrder
    }
    return file
  }

  private static let colors = [
    0: "underline", 1: "green", 2: "blue", 3: "yellow", 4: "pink", 5: "purple",
  ]

  /// Returns the numbers in `epubcfi(/6/8[id]!/4/2/18/1,:629,:691)` up to the start of the text, at
  /// most 40.
  static func order(_ cfi: String) -> [Int] {
    let bare = cfi.prefix(2_000).replacing(#/\[[^\]]*\]/#, with: "")
    let parts = bare.split(separator: ",", omittingEmptySubsequences: false)
    return parts.prefix(2).joined(separator: " ")
      .split { !("0"..."9").contains($0) }.prefix(40).compactMap { Int($0) }
  }
}
