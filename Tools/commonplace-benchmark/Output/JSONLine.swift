import JSON

extension JSONValue {
  /// This value on one line.
  var line: String { String(decoding: serialized(), as: UTF8.self) }
}
