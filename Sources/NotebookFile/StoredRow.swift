package import Foundation

package struct StoredRow {
  /// A value in its storage class. Texts may not be UTF-8.
  package enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(Data)
    case blob(Data)
  }

  private static let mostColumns = 100

  package let values: [Value]
  /// The row number in the table; 0 in an index.
  package let rowID: Int64

  /// Parses a record. Returns nil if it is inconsistent or has too many columns.
  init?(_ record: [UInt8], rowID: Int64 = 0) {
    self.rowID = rowID
    var header = record[...]
    guard let size = header.removeVariableInteger(), size >= 1, size <= record.count else {
      return nil
    }
    let body = Int(size)
    guard header.startIndex <= body else { return nil }
    header = record[header.startIndex..<body]
    var rest = record[body...]
    var values: [Value] = []
    while !header.isEmpty {
      guard let type = header.removeVariableInteger(), values.count < Self.mostColumns,
        let value = Value(serialType: type, from: &rest)
      else { return nil }
      values.append(value)
    }
    self.values = values
  }
}

extension StoredRow.Value {
  fileprivate init?(serialType type: Int64, from bytes: inout ArraySlice<UInt8>) {
    func take(_ count: Int64) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(Int(count)) }
      return bytes.prefix(Int(count))
    }
    switch type {
    case 0: self = .null
    case 1...6:
      guard let bytes = take(type <= 4 ? type : type == 5 ? 6 : 8) else { return nil }
      self = .integer(Int64(bigEndian: bytes))
    case 7:
      guard let bytes = take(8) else { return nil }
      self = .real(Double(bitPattern: UInt64(bitPattern: Int64(bigEndian: bytes))))
    case 8, 9: self = .integer(type - 8)
    case 12...:
      guard let bytes = take((type - 12) / 2) else { return nil }
      self = type.isMultiple(of: 2) ? .blob(Data(bytes)) : .text(Data(bytes))
    default: return nil
    }
  }

  package var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// Returns the text if it is UTF-8 of at most `count` bytes without NUL; otherwise nil.
  package func text(atMost count: Int) -> String? {
    guard case .text(let data) = self, data.count <= count, !data.contains(0) else { return nil }
    return String(validating: data, as: UTF8.self)
  }
}

extension Int64 {
  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce((bytes.first ?? 0) >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
  }
}
