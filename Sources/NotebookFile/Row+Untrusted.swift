package import Foundation
import GRDB

/// Values of a file from a stranger. SQLite lets every column hold values of every kind, whatever its
/// declared type, and GRDB's own conversions (`row[0] as String?`) end the process at a value of
/// another kind; so each is asked for by its kind, and nil when it is another.
extension Row {
  /// The text in a column; invalid bytes become U+FFFD, and it ends at its first NUL.
  package func text(at index: Int) -> String? {
    guard case .string(let text) = (self[index] as DatabaseValue).storage else { return nil }
    return text
  }

  /// The whole number in a column.
  package func integer(at index: Int) -> Int64? {
    guard case .int64(let number) = (self[index] as DatabaseValue).storage else { return nil }
    return number
  }

  /// The number in a column that is no whole one.
  package func real(at index: Int) -> Double? {
    guard case .double(let number) = (self[index] as DatabaseValue).storage else { return nil }
    return number
  }

  /// The bytes in a column.
  package func data(at index: Int) -> Data? {
    guard case .blob(let data) = (self[index] as DatabaseValue).storage else { return nil }
    return data
  }
}
