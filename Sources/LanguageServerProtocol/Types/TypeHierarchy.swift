public import JSON

/// Something that lies below and above others.
///
/// Source: LSP 3.17, "TypeHierarchyItem".
public struct TypeHierarchyItem: Sendable, Equatable {
  /// What it is called.
  public var name: String
  /// The icon.
  public var kind: SymbolKind
  /// More about it.
  public var detail: String?
  /// The document it is shown in.
  public var uri: String
  /// All of it.
  public var range: LSPRange
  /// What to select, within `range`.
  public var selectionRange: LSPRange
  /// What the client gives back when it asks for what is above and below.
  public var data: JSONValue?

  /// An item called `name` at `location`.
  public init(
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
  /// Reads an item.
  public init(json: JSONValue) throws(ResponseError) {
    name = try json.decode("name")
    kind = try json.decode("kind")
    detail = try json.decodeIfPresent("detail")
    uri = try json.decode("uri")
    range = try json.decode("range")
    selectionRange = try json.decode("selectionRange")
    data = json["data"]
  }

  /// The LSP form.
  public var json: JSONValue {
    [
      "name": name.json, "kind": kind.json, "detail": detail?.json, "uri": uri.json,
      "range": range.json, "selectionRange": selectionRange.json, "data": data,
    ]
  }
}

/// The parameters of `typeHierarchy/supertypes` and `typeHierarchy/subtypes`.
///
/// Source: LSP 3.17, "TypeHierarchySupertypesParams".
public struct TypeHierarchyParams: Sendable, Equatable {
  /// What is asked about.
  public var item: TypeHierarchyItem

  /// Asks about `item`.
  public init(item: TypeHierarchyItem) { self.item = item }
}

extension TypeHierarchyParams: JSONCodable {
  /// Reads the item.
  public init(json: JSONValue) throws(ResponseError) { item = try json.decode("item") }

  /// The LSP form.
  public var json: JSONValue { ["item": item.json] }
}
