import JSON

/// The messages that the protocol allows, as its authors wrote it down for programs.
///
/// Read from `lsp-3.17.json`, which `script/meta-model` makes.
///
/// Source: LSP 3.17, "Meta Model".
package struct MetaModel: Sendable {
  /// The shape of a value.
  indirect enum Shape: Sendable {
    case base(String)
    case reference(String)
    case constant(String)
    case array(Shape)
    case map(Shape)
    case tuple([Shape])
    case any(of: [Shape])
    case all(of: [Shape])
    case object([String: Property])
  }

  struct Property: Sendable {
    var shape: Shape
    var isOptional: Bool
  }

  struct Structure: Sendable {
    var bases: [Shape]
    var properties: [String: Property]
  }

  struct Enumeration: Sendable {
    var type: String
    var isOpen: Bool
    var values: [JSONValue]
  }

  /// One request or notification.
  package struct Method: Sendable {
    /// Whether servers may send it.
    package var isServers: Bool
    var params: Shape?
    var result: Shape?
    var partialResult: Shape?
  }

  /// By their names.
  package let requests: [String: Method]
  /// By their names.
  package let notifications: [String: Method]
  let structures: [String: Structure]
  let enumerations: [String: Enumeration]
  let aliases: [String: Shape]

  /// The model of version 3.17; one without anything, on which every message is wrong, if the file
  /// cannot be read.
  package static let version317 = MetaModel(
    (try? JSONValue(
      parsing: Array(Repository.text(of: "Tests/TestSupport/MetaModel/lsp-3.17.json").utf8)))
      ?? .null)

  init(_ json: JSONValue) {
    requests = json.members("requests", Method.init)
    notifications = json.members("notifications", Method.init)
    structures = json.members("structures", Structure.init)
    enumerations = json.members("enumerations", Enumeration.init)
    aliases = json.members("aliases", Shape.init)
  }
}

extension JSONValue {
  fileprivate func members<Value>(
    _ key: String, _ read: (JSONValue) -> Value
  ) -> [String: Value] {
    Dictionary(
      (self[key]?.object?.members ?? []).map { ($0.key, read($0.value)) }, uniquingKeysWith: { $1 })
  }

  fileprivate var properties: [String: MetaModel.Property] {
    Dictionary(
      (object?.members ?? []).map { member in
        let isOptional = member.key.hasSuffix("?")
        return (
          isOptional ? String(member.key.dropLast()) : member.key,
          MetaModel.Property(shape: MetaModel.Shape(member.value), isOptional: isOptional)
        )
      }, uniquingKeysWith: { $1 })
  }
}

extension MetaModel.Method {
  fileprivate init(_ json: JSONValue) {
    isServers = json["direction"]?.string != "clientToServer"
    params = json["params"].map(MetaModel.Shape.init)
    result = json["result"].map(MetaModel.Shape.init)
    partialResult = json["partialResult"].map(MetaModel.Shape.init)
  }
}

extension MetaModel.Structure {
  fileprivate init(_ json: JSONValue) {
    bases = (json["bases"]?.array ?? []).map(MetaModel.Shape.init)
    properties = (json["properties"] ?? .null).properties
  }
}

extension MetaModel.Enumeration {
  fileprivate init(_ json: JSONValue) {
    type = json["type"]?.string ?? ""
    isOpen = json["open"]?.bool ?? false
    values = json["values"]?.array ?? []
  }
}

extension MetaModel.Shape {
  fileprivate init(_ json: JSONValue) {
    if let name = json.string {
      self = name.hasPrefix("@") ? .reference(String(name.dropFirst())) : .base(name)
      return
    }
    let parts = json.array ?? []
    let shapes = parts.dropFirst().map { Self($0) }
    switch parts.first?.string {
    case "array": self = .array(shapes.first ?? .base(""))
    case "map": self = .map(shapes.last ?? .base(""))
    case "or": self = .any(of: shapes)
    case "and": self = .all(of: shapes)
    case "tuple": self = .tuple(shapes)
    case "is": self = .constant(parts.last?.string ?? "")
    case "literal": self = .object((parts.last ?? .null).properties)
    default: self = .base("")
    }
  }
}
