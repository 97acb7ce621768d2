import Foundation
import JSON
import KeyValueStore
import NotebookFile

/// A row of a damaged or rejected notebook that is valid in a notebook. It has a valid form, but
/// may not be what its author wrote.
enum SalvagedRow {
  case author(id: Data, name: String, usn: Int64, timestamp: String?)
  /// A row of `entry`. `isRepaired` tells whether U+FFFD replaced invalid UTF-8 in the text.
  /// `isConfirmed` tells whether the index, on other pages, has the same key.
  case entry(Version, timestamp: String, value: Value, isRepaired: Bool, isConfirmed: Bool = false)
  case tombstone(Version, deletingAuthor: Data, deletingUSN: Int64)

  struct Version {
    var scope: String
    var key: String
    var author: Data
    var usn: Int64
  }

  /// The value of an entry. JSON stays as it is stored.
  enum Value {
    case null
    case text(Data)
    case json(String)
    case blob(mimeType: String?, Data)
  }

  enum Table: String, CaseIterable {
    case author, entry, tombstone
  }

  struct Refusal: Error {
    /// The problem as a phrase, to follow “an item of the table “entry” on page 7: ”.
    var reason: String
  }
}

extension SalvagedRow {
  /// Returns the table whose rows have this number of columns; nil if there is none.
  static func table(of row: StoredRow) -> Table? {
    switch row.values.count {
    case 3, 4: .author
    case 10: .entry
    case 6: .tombstone
    default: nil
    }
  }

  static func validating(_ row: StoredRow, of table: Table) -> Result<SalvagedRow, Refusal> {
    do throws(Refusal) {
      return .success(try SalvagedRow(row, of: table))
    } catch {
      return .failure(error)
    }
  }

  private init(_ row: StoredRow, of table: Table) throws(Refusal) {
    // Newer versions may have added columns at the end.
    let values = row.values
    switch table {
    case .author:
      guard values.count >= 3 else { throw Refusal(reason: "parts of it are missing") }
      // The time is missing after merging, and in the first version of the format.
      let timestamp = values.count > 3 ? values[3].text(atMost: 100) : nil
      self = .author(
        id: try values[0].author(), name: values[1].text(atMost: 1000) ?? "",
        usn: try values[2].usn(), timestamp: timestamp.flatMap { Self.isTimestamp($0) ? $0 : nil })
    case .entry:
      guard values.count >= 10 else { throw Refusal(reason: "parts of it are missing") }
      guard let timestamp = values[4].text(atMost: 100), Self.isTimestamp(timestamp) else {
        throw Refusal(reason: "its time is not valid")
      }
      let (value, isRepaired) = try Self.value(values[6...9])
      self = .entry(
        try Version(values), timestamp: timestamp, value: value, isRepaired: isRepaired)
    case .tombstone:
      guard values.count >= 6 else { throw Refusal(reason: "parts of it are missing") }
      self = .tombstone(
        try Version(values), deletingAuthor: try values[4].author(),
        deletingUSN: try values[5].usn())
    }
  }

  /// Returns the first of `text`, `json` and `blob` that is not NULL, as readers do, and whether
  /// invalid UTF-8 was replaced. Throws if the value is not valid.
  private static func value(
    _ columns: ArraySlice<StoredRow.Value>
  ) throws(Refusal) -> (Value, isRepaired: Bool) {
    let columns = Array(columns)
    guard columns.count == 4 else { throw Refusal(reason: "parts of it are missing") }
    let (json, mimeType) = (columns[1], columns[2])
    switch (columns[0], json, columns[3]) {
    case (.text(let text), _, _):
      return String(validating: text, as: UTF8.self) == nil
        ? (.text(Data(String(decoding: text, as: UTF8.self).utf8)), true) : (.text(text), false)
    case (.null, .text, _):
      guard let json = json.text(atMost: JSONValue.largestStored),
        (try? JSONValue(stored: json)) != nil
      else { throw Refusal(reason: "its JSON is not valid") }
      return (.json(json), false)
    case (.null, .null, .blob(let data)):
      return (.blob(mimeType: mimeType.text(atMost: 256), data), false)
    case (.null, .null, .null): return (.null, false)
    default: throw Refusal(reason: "its value is of an unknown kind")
    }
  }

  /// Whether `text` has the form `2021-09-21 04:58:51.347`, with or without the fraction.
  private static func isTimestamp(_ text: String) -> Bool {
    let pattern = Array("0000-00-00 00:00:00.000".utf8)
    let text = Array(text.utf8)
    return (text.count == pattern.count || text.count == 19)
      && zip(text, pattern).allSatisfy { byte, form in
        form == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == form
      }
  }
}

extension SalvagedRow.Version {
  fileprivate init(_ values: [StoredRow.Value]) throws(SalvagedRow.Refusal) {
    guard values.count >= 4, let scope = values[0].text(atMost: 1000),
      let key = values[1].text(atMost: 1000),
      !key.isEmpty
    else { throw SalvagedRow.Refusal(reason: "its key is not valid") }
    self.init(
      scope: scope, key: key, author: try values[2].author(), usn: try values[3].usn())
  }
}

extension StoredRow.Value {
  fileprivate func author() throws(SalvagedRow.Refusal) -> Data {
    guard case .blob(let id) = self, id.count == 16 else {
      throw SalvagedRow.Refusal(reason: "its author's ID is not valid")
    }
    return id
  }

  fileprivate func usn() throws(SalvagedRow.Refusal) -> Int64 {
    guard let number = integer, (0...VersionVector.greatestUSN).contains(number) else {
      throw SalvagedRow.Refusal(reason: "its update number is not valid")
    }
    return number
  }
}
