import JSON

extension JSONValue {
  var line: String { String(decoding: serialized(), as: UTF8.self) }
}
