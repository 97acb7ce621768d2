package import JSON

/// An item of a hierarchy, which can be below and above others.
///
/// Source: LSP 3.17, "TypeHierarchyItem".
package struct TypeHierarchyItem: Sendable, Equatable {
  package var name: String
  package var kind: SymbolKind
  package var detail: String?
  package var uri: String
  package var range: LSPRange
  /// The range to select, within `range`.
  package var selectionRange: LSPRange
  /// The data that the client returns in requests for supertypes and subtypes.
  package var data: JSONValue?

  package init(
    name: String, kind: SymbolKind, detail: String? = nil, location: Location,
    data: JSONValue? = nil
  ) {
    self.name = name
    self.kind = kind
    self.detail = detail
    uri = location.uri
    range = location.range
    selectionRange = location.range
    self.data = data
  }
}

extension TypeHierarchyItem: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    name = try json.decode("name")
    kind = try json.decode("kind")
    detail = try json.decodeIfPresent("detail")
    uri = try json.decode("uri")
    range = try json.decode("range")
    selectionRange = try json.decode("selectionRange")
    data = json["data"]
  }

  package var json: JSONValue {
    [
      "name": name.json, "kind": kind.json, "detail": detail?.json, "uri": uri.json,
      "range": range.json, "selectionRange": selectionRange.json, "data": data,
    ]
  }
}

/// The parameters of `typeHierarchy/supertypes` and `typeHierarchy/subtypes`.
///
/// Source: LSP 3.17, "TypeHierarchySupertypesParams".
package struct TypeHierarchyParams: Sendable, Equatable {
  package var item: TypeHierarchyItem
}

extension TypeHierarchyParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { item = try json.decode("item") }
}
