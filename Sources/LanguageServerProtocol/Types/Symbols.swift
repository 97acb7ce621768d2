package import JSON

/// The icon of a symbol.
///
/// Source: LSP 3.17, "SymbolKind".
package enum SymbolKind: Int, Sendable, JSONCodable {
  case file = 1
  case module, namespace, package, `class`, method, property, field, constructor, `enum`
  case interface, function, variable, constant, string, number, boolean, array, object, key
  case null, enumMember, `struct`, event, `operator`, typeParameter

  /// The kinds that a client supports if it lists none: those of the protocol's first version.
  package static let ofFirstVersion = Set((file.rawValue...array.rawValue).compactMap(Self.init))
}

/// A part of a document's outline.
///
/// Source: LSP 3.17, "DocumentSymbol".
package struct DocumentSymbol: Sendable, Equatable {
  /// Not empty.
  package var name: String
  package var detail: String?
  package var kind: SymbolKind
  /// The range of the whole symbol, for finding the symbol at the cursor.
  package var range: LSPRange
  /// The range to select, within `range`.
  package var selectionRange: LSPRange
  package var children: [DocumentSymbol]

  package init(
    name: String, detail: String? = nil, kind: SymbolKind, range: LSPRange,
    selectionRange: LSPRange, children: [DocumentSymbol] = []
  ) {
    self.name = name
    self.detail = detail
    self.kind = kind
    self.range = range
    self.selectionRange = selectionRange
    self.children = children
  }
}

extension DocumentSymbol: JSONEncodable {
  package var json: JSONValue {
    [
      "name": name.json, "detail": detail?.json, "kind": kind.json, "range": range.json,
      "selectionRange": selectionRange.json,
      "children": children.isEmpty ? nil : children.json,
    ]
  }
}

/// A symbol and its location, for lists without a hierarchy.
///
/// Source: LSP 3.17, "SymbolInformation".
package struct SymbolInformation: Sendable, Equatable {
  package var name: String
  package var kind: SymbolKind
  package var location: Location
  package var containerName: String?

  package init(name: String, kind: SymbolKind, location: Location, containerName: String? = nil) {
    self.name = name
    self.kind = kind
    self.location = location
    self.containerName = containerName
  }
}

extension SymbolInformation: JSONEncodable {
  package var json: JSONValue {
    [
      "name": name.json, "kind": kind.json, "location": location.json,
      "containerName": containerName?.json,
    ]
  }
}
