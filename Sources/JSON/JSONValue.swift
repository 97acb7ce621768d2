/// One JSON value.
///
/// `1` is `.integer(1)` and `1.0` is `.double(1)`, which are different values; the accessors `int`
/// and `double` read both. JSON's null is `.null`, not nil. Dictionary literals skip members that
/// are nil, so that optional members need no special code.
///
/// Source: RFC 8259.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits a signed 64-bit integer.
  case integer(Int64)
  /// Another number that a double preserves: it is written with the same decimal value. Infinity
  /// and NaN are written as `null`.
  case double(Double)
  /// The spelling of a number that neither a 64-bit integer nor a double preserves. Written
  /// unchanged, so it must be a valid JSON number.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
  /// A flat array of numbers, to write many fast; parsing never creates it. Not equal to an `array`
  /// of the same numbers.
  case unsignedIntegers([UInt32])
}

extension JSONValue {
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number if it is integral, such as `1.0`, and fits `Int`; nil for other values.
  package var int: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .double(let double): Int64(integral: double).flatMap(Int.init(exactly:))
    default: nil
    }
  }

  /// The nearest double, or infinity, if this is a number; nil for other values.
  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    case .number(let spelling): Double(spelling)
    default: nil
    }
  }

  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements of an `array` or of `unsignedIntegers`; nil for other values.
  package var array: [JSONValue]? {
    switch self {
    case .array(let elements): elements
    case .unsignedIntegers(let integers): integers.map { .integer(Int64($0)) }
    default: nil
    }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}

extension Int64 {
  /// Converts `double`. Returns nil if it is not integral or does not fit.
  ///
  /// Not `init(exactly:)`, which calls the C library's math functions.
  init?(integral double: Double) {
    guard double >= -0x1p63, double < 0x1p63 else { return nil }
    self.init(double)
    if Double(self) != double { return nil }
  }
}

// Not `ExpressibleByNilLiteral`: `absent ? nil : value` would silently be `.null` where a
// `JSONValue?` is expected.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Skips members that are nil; JSON's null is `.null`.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(JSONObject(elements))
  }
}
