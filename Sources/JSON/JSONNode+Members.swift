/// A member is missing or has an unexpected type.
package struct JSONMismatch: Error {
  package init() {}
}

extension JSONNode {
  /// The elements of an array of strings; nil if this is not an array, or an element is not a
  /// string.
  package var strings: [String]? {
    guard let array else { return nil }
    var strings: [String] = []
    strings.reserveCapacity(array.count)
    for element in array {
      guard let string = element.string else { return nil }
      strings.append(string)
    }
    return strings
  }

  /// Returns the member `name`, converted by `read`. Throws if it is missing or `read` returns nil.
  package func required<Value>(
    _ name: StaticString, _ read: (Self) -> Value?
  ) throws(JSONMismatch) -> Value {
    guard let value = member(name).flatMap(read) else { throw JSONMismatch() }
    return value
  }

  /// Returns the member `name`, converted by `read`; nil if it is missing or null. Throws if `read`
  /// returns nil.
  package func optional<Value>(
    _ name: StaticString, _ read: (Self) -> Value?
  ) throws(JSONMismatch) -> Value? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let value = read(member) else { throw JSONMismatch() }
    return value
  }
}
