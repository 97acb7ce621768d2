package import JSON

/// Something that lies below and above others.
///
/// Source: LSP 3.17, "TypeHierarchyItem".
package struct TypeHierarchyItem: Sendable, Equatable {
  package var name: String
  package var kind: SymbolKind
  /// More about it.
  package var detail: String?
  /// The document it is shown in.
  package var uri: String
  /// All of it.
  package var range: LSPRange
  /// The range to select, within `range`.
  package var selectionRange: LSPRange
  /// The data that the client returns in its requests for the items above and below.
  package var data: JSONValue?

  /// An item called `name` at `location`.
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
  /// The item.
  package var item: TypeHierarchyItem
}

extension TypeHierarchyParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { item = try json.decode("item") }
}
