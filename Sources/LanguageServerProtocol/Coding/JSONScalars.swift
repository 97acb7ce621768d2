public import JSON

extension JSONValue: JSONCodable {
  /// Any value.
  public init(json: JSONValue) { self = json }
  /// Itself.
  public var json: JSONValue { self }
}

extension JSONObject: JSONCodable {
  /// Reads an object.
  public init(json: JSONValue) throws(ResponseError) {
    guard let object = json.object else { throw .expected("an object") }
    self = object
  }

  /// The object.
  public var json: JSONValue { .object(self) }
}

extension String: JSONCodable {
  /// Reads a string.
  public init(json: JSONValue) throws(ResponseError) {
    guard let string = json.string else { throw .expected("a string") }
    self = string
  }

  /// A string.
  public var json: JSONValue { .string(self) }
}

extension Bool: JSONCodable {
  /// Reads `true` or `false`.
  public init(json: JSONValue) throws(ResponseError) {
    guard let bool = json.bool else { throw .expected("true or false") }
    self = bool
  }

  /// `true` or `false`.
  public var json: JSONValue { .bool(self) }
}

extension Int: JSONCodable {
  /// Reads an integral number that fits.
  public init(json: JSONValue) throws(ResponseError) {
    guard let int = json.int else { throw .expected("an integer") }
    self = int
  }

  /// An integer.
  public var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONCodable {
  /// Reads a number: infinite beyond the greatest.
  public init(json: JSONValue) throws(ResponseError) {
    guard let double = json.double else { throw .expected("a number") }
    self = double
  }

  /// A number.
  public var json: JSONValue { .double(self) }
}

extension UInt32: JSONCodable {
  /// Reads an integral number; one below or above the range becomes the nearest in it.
  ///
  /// Source: LSP 3.17, "uinteger"; a position behind the end means the end anyway.
  public init(json: JSONValue) throws(ResponseError) {
    if let int = json.int {
      self.init(clamping: int)
    } else if let double = json.double, double.magnitude >= 0x1p63 {
      self = double < 0 ? 0 : .max
    } else {
      throw .expected("an unsigned integer")
    }
  }

  /// An integer.
  public var json: JSONValue { .integer(Int64(self)) }
}
