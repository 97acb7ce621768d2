import JSON

/// Holds JSON against a schema, as far as docs/json.schema.json goes: `$ref` to `$defs`, `type`, `enum`,
/// `const`, `required`, `properties`, `additionalProperties: false`, `items` and `anyOf`. Any other
/// word of JSON Schema is a fault of the schema, so that nothing goes unchecked.
struct SchemaValidator {
  let root: JSONValue

  private static let words: Set = [
    "$ref", "type", "enum", "const", "required", "properties", "additionalProperties", "items",
    "anyOf", "description",
  ]

  /// The faults of `value`, each with its path; nothing if it is as the definition `name` says.
  func faults(of value: JSONValue, as name: String) -> [String] {
    guard let schema = root["$defs"]?[name] else { return ["no definition \(name)"] }
    return faults(of: value, schema, at: name)
  }

  private func faults(of value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
    var faults: [String] = []
    for word in schema.object?.keys.sorted() ?? [] where !Self.words.contains(word) {
      faults.append("\(path): the schema has the unknown word \(word)")
    }
    if let reference = schema["$ref"]?.string {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard reference == "#/$defs/\(name)", let target = root["$defs"]?[name] else {
        return faults + ["\(path): \(reference) leads nowhere"]
      }
      faults += self.faults(of: value, target, at: path)
    }
    if let types = schema["type"] {
      let names = types.array?.compactMap(\.string) ?? [types.string ?? ""]
      if !names.contains(where: value.isOf) { faults.append("\(path): is no \(names)") }
    }
    if let values = schema["enum"]?.array, !values.contains(value) {
      faults.append("\(path): is none of the words")
    }
    if let constant = schema["const"], constant != value {
      faults.append("\(path): is another value")
    }
    if let options = schema["anyOf"]?.array {
      let results = options.map { self.faults(of: value, $0, at: path) }
      if !results.contains(where: \.isEmpty) { faults += results.flatMap { $0 } }
    }
    if let items = schema["items"] {
      for (index, item) in (value.array ?? []).enumerated() {
        faults += self.faults(of: item, items, at: "\(path)[\(index)]")
      }
    }
    return faults + memberFaults(of: value, schema, at: path)
  }

  private func memberFaults(
    of value: JSONValue, _ schema: JSONValue, at path: String
  ) -> [String] {
    guard let object = value.object else { return [] }
    var faults = (schema["required"]?.array ?? []).compactMap(\.string)
      .filter { object[$0] == nil }.map { "\(path): lacks \($0)" }
    let properties = schema["properties"]?.object ?? [:]
    for (name, member) in object.members.map({ ($0.key, $0.value) }) {
      if let property = properties[name] {
        faults += self.faults(of: member, property, at: "\(path).\(name)")
      } else if schema["additionalProperties"] == false {
        faults.append("\(path): has \(name)")
      }
    }
    return faults
  }
}

extension JSONValue {
  fileprivate func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .double), ("string", .string), ("array", .array),
      ("array", .unsignedIntegers), ("object", .object):
      true
    default: false
    }
  }
}
