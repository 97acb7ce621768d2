/// A JSON value that keeps everything it was read from: members nobody asked about, their order
/// and the spelling of numbers, so that writing it back loses nothing.
enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number as it was spelled.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// Members in order. Of two with one name the first counts, as in Foundation.
  case object([Member])

  /// One name and its value.
  struct Member: Equatable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// The member called `name`; nil when there is none or this is not an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string.
  var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// A number without a fraction that fits in an `Int`.
  var int: Int? {
    guard case .number(let spelling) = self else { return nil }
    return Int(spelling) ?? Double(spelling).flatMap(Int.init(exactly:))
  }

  /// A truth value.
  var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The elements of an array of strings; nil when one is something else.
  var strings: [String]? {
    guard case .array(let elements) = self else { return nil }
    let strings = elements.compactMap(\.string)
    return strings.count == elements.count ? strings : nil
  }
}

/// A member that is missing or of another type than its reader needs.
struct JSONMismatch: Error {}

extension JSONValue {
  /// The member called `name`, as `read` understands it.
  func required<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(JSONMismatch) -> Value {
    guard let value = self[name].flatMap(read) else { throw JSONMismatch() }
    return value
  }

  /// The member called `name`; nil when it is absent or null.
  func optional<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(JSONMismatch) -> Value? {
    guard let member = self[name], member != .null else { return nil }
    guard let value = read(member) else { throw JSONMismatch() }
    return value
  }
}
