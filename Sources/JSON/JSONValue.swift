/// One JSON value.
///
/// Two spellings of a number are two values: `1` is `.integer(1)` and `1.0` is `.double(1)`; the
/// accessors `int` and `double` read both. JSON's null is always written `.null`; members of
/// dictionary literals that are nil are left out, so that optional members need no special code.
///
/// Source: RFC 8259.
package enum JSONValue: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number that a double holds: written, it has the value that was read. One that is
  /// not finite is written as `null`.
  case double(Double)
  /// A number that neither holds without losing digits, as it was spelled: it goes back into a file
  /// unchanged. It is written as it is, so it must be a JSON number.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
  /// An array of numbers kept flat, for the writer's sake; the reader never makes it. It differs
  /// from an `array` of the same numbers.
  case unsignedIntegers([UInt32])
}

extension JSONValue {
  /// The string, if this is one.
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if this is one, is integral (`1.0` is) and fits.
  package var int: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .double(let double): Int64(integral: double).flatMap(Int.init(exactly:))
    default: nil
    }
  }

  /// The nearest double, if this is a number: infinite beyond the greatest.
  package var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .double(let double): double
    case .number(let spelling): Double(spelling)
    default: nil
    }
  }

  /// The truth value, if this is one.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The elements, if this is an array in either form.
  package var array: [JSONValue]? {
    switch self {
    case .array(let elements): elements
    case .unsignedIntegers(let integers): integers.map { .integer(Int64($0)) }
    default: nil
    }
  }

  /// The object, if this is one.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The object's member `key`; nil if it has none or if this is no object.
  package subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}

extension Int64 {
  /// The number `double`. Returns nil if it is not integral or does not fit.
  ///
  /// `init(exactly:)` would do, but calls the C library's mathematics, which is not linked here.
  init?(integral double: Double) {
    guard double >= -0x1p63, double < 0x1p63 else { return nil }
    self.init(double)
    if Double(self) != double { return nil }
  }
}

// There is no nil literal: `absent ? nil : value` would silently be `.null` where a `JSONValue?`
// is expected.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object without the members that are nil; `null` is written `.null`.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(JSONObject(elements))
  }
}
