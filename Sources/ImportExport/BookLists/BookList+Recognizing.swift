extension BookList {
  /// Reads the bytes of a file. Returns nil if they are no list of a program that is known here; throws
  /// `Refusal` if they are something of such a program that cannot be read. Cost: linear.
  package init?(_ bytes: [UInt8], _ options: BookListOptions = BookListOptions()) throws(Refusal) {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      guard PersonalDataArchive.isGoodreads(bytes) else { return nil }
      throw Refusal(reason: PersonalDataArchive.advice)
    }
    let text = TextEncodingSniffer.read(bytes)
    let start = text.utf8.first { $0 > 0x20 }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      if PersonalDataArchive.isGoodreads(json: text.utf8) {
        throw Refusal(reason: PersonalDataArchive.advice)
      }
      guard let list = LibraryThingJSON.list(text.utf8) else { return nil }
      self = list
    } else if let list = ISBNList.list(text.utf8) {
      self = list
    } else {
      let table = DelimitedText(text.utf8)
      guard let reader = Self.readers.first(where: { $0.isReader(of: table) }) else { return nil }
      self = reader.list(table, options)
    }
    if text.encoding != .utf8 { remarks.append("is written in \(text.encoding.rawValue)") }
    if text.faults > 0 {
      remarks.append("has characters that are not valid in \(text.encoding.rawValue)")
    }
  }

  private static var readers: [any BookTableReader.Type] {
    [
      GoodreadsTable.self, StoryGraphTable.self, LibraryThingTable.self, BookWyrmTable.self,
      OpenreadsTable.self, CalibreTable.self, OpenLibraryTable.self, BabelioTable.self,
    ]
  }
}
