package import JSON

/// A path at which a value breaks the protocol, and the rule.
package struct ProtocolViolation: Sendable, CustomStringConvertible {
  /// As in `result.items[3].kind`.
  package var path: String
  /// The fault.
  package var reason: String

  /// As in `result.items[3].kind: expected a string`.
  package var description: String { "\(path): \(reason)" }
}

extension MetaModel {
  /// The faults in the parameters of a request or notification of the server's.
  package func violations(ofParams params: JSONValue?, of method: Method) -> [ProtocolViolation] {
    guard let shape = method.params else {
      return params == nil ? [] : [ProtocolViolation(path: "params", reason: "there are none")]
    }
    return violations(of: params ?? .null, as: shape, at: "params")
  }

  /// The faults in the answer to a request.
  package func violations(ofResult result: JSONValue, of method: Method) -> [ProtocolViolation] {
    method.result.map { violations(of: result, as: $0, at: "result") } ?? []
  }

  /// The faults in a part of an answer.
  package func violations(
    ofPartialResult value: JSONValue, of method: Method
  ) -> [ProtocolViolation] {
    guard let shape = method.partialResult else {
      return [ProtocolViolation(path: "value", reason: "there are no partial results")]
    }
    return violations(of: value, as: shape, at: "value")
  }

  /// The faults of a value that should be of the structure, enumeration or alias `name`.
  package func violations(
    of value: JSONValue, as name: String, at path: String = "value"
  ) -> [ProtocolViolation] {
    violations(of: value, as: .reference(name), at: path)
  }

  private func violations(
    of value: JSONValue, as shape: Shape, at path: String
  ) -> [ProtocolViolation] {
    func wrong(_ reason: String) -> [ProtocolViolation] {
      [ProtocolViolation(path: path, reason: reason)]
    }
    switch shape {
    case .base(let name): return isBase(name, value) ? [] : wrong("expected \(name)")
    case .constant(let text): return value == .string(text) ? [] : wrong("expected “\(text)”")
    case .reference(let name): return violations(of: value, named: name, at: path)
    case .array(let element):
      guard let elements = value.array else { return wrong("expected an array") }
      return elements.enumerated().flatMap { index, value in
        violations(of: value, as: element, at: "\(path)[\(index)]")
      }
    case .tuple(let shapes):
      guard let elements = value.array, elements.count == shapes.count else {
        return wrong("expected \(shapes.count) elements")
      }
      return zip(elements, shapes).flatMap { violations(of: $0, as: $1, at: path) }
    case .map(let shape):
      guard let object = value.object else { return wrong("expected an object") }
      return object.members.flatMap { violations(of: $0.value, as: shape, at: "\(path).\($0.key)") }
    case .any(let shapes):
      // The one that comes closest is the one that was meant: what is wrong lies deepest in it.
      let attempts = shapes.map { violations(of: value, as: $0, at: path) }
      if attempts.contains(where: \.isEmpty) { return [] }
      return attempts.max { ($0.map(\.path.count).max() ?? 0) < ($1.map(\.path.count).max() ?? 0) }
        ?? []
    case .all(let shapes):
      let properties = shapes.map(properties).reduce(into: [:]) { $0.merge($1) { $1 } }
      return violations(of: value, having: properties, at: path)
    case .object(let properties): return violations(of: value, having: properties, at: path)
    }
  }

  private func violations(
    of value: JSONValue, named name: String, at path: String
  ) -> [ProtocolViolation] {
    if name == "LSPAny" { return [] }
    if let alias = aliases[name] { return violations(of: value, as: alias, at: path) }
    if let enumeration = enumerations[name] {
      let isRight =
        enumeration.isOpen
        ? isBase(enumeration.type, value) : enumeration.values.contains(value)
      return isRight ? [] : [ProtocolViolation(path: path, reason: "expected a value of \(name)")]
    }
    guard structures[name] != nil else {
      return [ProtocolViolation(path: path, reason: "there is no \(name)")]
    }
    return violations(of: value, having: properties(of: .reference(name)), at: path)
  }

  private func violations(
    of value: JSONValue, having properties: [String: Property], at path: String
  ) -> [ProtocolViolation] {
    guard let object = value.object else {
      return [ProtocolViolation(path: path, reason: "expected an object")]
    }
    // `LSPObject` as a literal: anything goes.
    var violations: [ProtocolViolation] = []
    for (name, property) in properties where object[name] == nil && !property.isOptional {
      violations.append(ProtocolViolation(path: "\(path).\(name)", reason: "missing"))
    }
    for member in object.members {
      let path = "\(path).\(member.key)"
      guard let property = properties[member.key] else {
        if !Self.laterAdditions.contains(where: path.hasSuffix) {
          violations.append(ProtocolViolation(path: path, reason: "not in the protocol"))
        }
        continue
      }
      violations += self.violations(of: member.value, as: property.shape, at: path)
    }
    return violations
  }

  /// The additions of version 3.18 that this server uses.
  private static let laterAdditions = [".capabilities.workspace.textDocumentContent"]

  /// The properties of an object, those of what it extends included.
  private func properties(of shape: Shape) -> [String: Property] {
    switch shape {
    case .object(let properties): return properties
    case .all(let shapes): return shapes.map(properties).reduce(into: [:]) { $0.merge($1) { $1 } }
    case .reference(let name):
      if let alias = aliases[name] { return properties(of: alias) }
      guard let structure = structures[name] else { return [:] }
      return structure.bases.map(properties).reduce(into: [:]) { $0.merge($1) { $1 } }
        .merging(structure.properties) { $1 }
    default: return [:]
    }
  }

  private func isBase(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "null": value == .null
    case "string", "RegExp": value.string != nil
    case "URI", "DocumentUri": value.string.map(Self.isURI) ?? false
    case "boolean": value.bool != nil
    case "integer": value.int.map { Int(Int32.min)...Int(Int32.max) ~= $0 } ?? false
    case "uinteger": value.int.map { 0...Int(Int32.max) ~= $0 } ?? false
    case "decimal": value.double != nil
    default: false
    }
  }

  /// Whether there is a scheme. (RFC 3986, section 3.1.)
  private static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return text[..<colon].wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*/) != nil
  }
}
