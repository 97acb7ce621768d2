extension JSONValue: JSONCodable {
  package init(json: JSONValue) { self = json }
  package var json: JSONValue { self }
}

extension JSONObject: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let object = json.object else { throw .expected("an object") }
    self = object
  }

  package var json: JSONValue { .object(self) }
}

extension String: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let string = json.string else { throw .expected("a string") }
    self = string
  }

  package var json: JSONValue { .string(self) }
}

extension Bool: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let bool = json.bool else { throw .expected("true or false") }
    self = bool
  }

  package var json: JSONValue { .bool(self) }
}

extension Int: JSONCodable {
  /// Reads an integral number that fits `Int`.
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let int = json.int else { throw .expected("an integer") }
    self = int
  }

  package var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONCodable {
  /// Reads a number; infinity if it is too large for a double.
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let double = json.double else { throw .expected("a number") }
    self = double
  }

  package var json: JSONValue { .double(self) }
}

extension UInt32: JSONCodable {
  /// Reads an integral number, clamped to 0...4294967295.
  ///
  /// Source: LSP 3.17, "uinteger". Clamping is harmless: a position after the end means the end.
  package init(json: JSONValue) throws(JSONDecodingError) {
    if let int = json.int {
      self.init(clamping: int)
    } else if let double = json.double, double.magnitude >= 0x1p63 {
      self = double < 0 ? 0 : .max
    } else {
      throw .expected("an unsigned integer")
    }
  }

  package var json: JSONValue { .integer(Int64(self)) }
}
