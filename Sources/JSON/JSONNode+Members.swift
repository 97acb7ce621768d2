/// A member that is missing or of another type than its reader needs.
package struct JSONMismatch: Error {
  package init() {}
}

extension JSONNode {
  /// The elements of an array of strings. Nil if one is something else.
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

  /// The member called `name`, as `read` understands it.
  package func required<Value>(
    _ name: StaticString, _ read: (Self) -> Value?
  ) throws(JSONMismatch) -> Value {
    guard let value = member(name).flatMap(read) else { throw JSONMismatch() }
    return value
  }

  /// The member called `name`; nil when it is absent or null.
  package func optional<Value>(
    _ name: StaticString, _ read: (Self) -> Value?
  ) throws(JSONMismatch) -> Value? {
    guard let member = member(name), !member.isNull else { return nil }
    guard let value = read(member) else { throw JSONMismatch() }
    return value
  }
}
