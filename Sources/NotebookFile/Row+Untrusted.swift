package import Foundation
import GRDB

/// Values of untrusted files. Any column in SQLite can hold values of any type, regardless of its
/// declared type. GRDB's own conversions (`row[0] as String?`) crash the process at a value of
/// another type. These accessors return nil instead.
extension Row {
  /// Returns the text in a column, up to its first NUL; invalid bytes become U+FFFD.
  package func text(at index: Int) -> String? {
    guard case .string(let text) = (self[index] as DatabaseValue).storage else { return nil }
    return text
  }

  package func integer(at index: Int) -> Int64? {
    guard case .int64(let number) = (self[index] as DatabaseValue).storage else { return nil }
    return number
  }

  /// Returns the floating-point number in a column; nil for an integer.
  package func real(at index: Int) -> Double? {
    guard case .double(let number) = (self[index] as DatabaseValue).storage else { return nil }
    return number
  }

  package func data(at index: Int) -> Data? {
    guard case .blob(let data) = (self[index] as DatabaseValue).storage else { return nil }
    return data
  }
}
