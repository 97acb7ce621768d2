public import JSON

/// What the numbers of a token's type and modifiers mean.
///
/// Source: LSP 3.17, "SemanticTokensLegend".
public struct SemanticTokensLegend: Sendable, Hashable {
  /// The types; a token names one by its index.
  public var tokenTypes: [String]
  /// The modifiers; a token names each by a bit, the first by the lowest.
  public var tokenModifiers: [String]

  /// A legend of types and modifiers.
  public init(tokenTypes: [String], tokenModifiers: [String] = []) {
    self.tokenTypes = tokenTypes
    self.tokenModifiers = tokenModifiers
  }
}

extension SemanticTokensLegend: JSONCodable {
  /// Reads a legend.
  public init(json: JSONValue) throws(ResponseError) {
    tokenTypes = try json.decode("tokenTypes")
    tokenModifiers = try json.decode("tokenModifiers")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["tokenTypes": tokenTypes.json, "tokenModifiers": tokenModifiers.json]
  }
}

/// All tokens of a document or range.
///
/// Source: LSP 3.17, "SemanticTokens".
public struct SemanticTokens: Sendable, Hashable {
  /// A name for these tokens, to ask later for what has changed.
  public var resultId: String?
  /// Five numbers a token: lines since the token before, columns since it or since the line's
  /// start, length, type, modifiers.
  public var data: [UInt32]

  /// Tokens, five numbers each.
  public init(resultId: String? = nil, data: [UInt32]) {
    self.resultId = resultId
    self.data = data
  }
}

extension SemanticTokens: JSONCodable {
  /// Reads tokens.
  public init(json: JSONValue) throws(ResponseError) {
    resultId = try json.decodeIfPresent("resultId")
    data = try json.decode("data")
  }

  /// The LSP form.
  public var json: JSONValue { ["resultId": resultId?.json, "data": .unsignedIntegers(data)] }
}

/// A replacement among the numbers of earlier tokens.
///
/// Source: LSP 3.17, "SemanticTokensEdit".
public struct SemanticTokensEdit: Sendable, Hashable {
  /// Which number it starts at, counted from 0.
  public var start: UInt32
  /// How many numbers go.
  public var deleteCount: UInt32
  /// The numbers that come in their place.
  public var data: [UInt32]

  /// Puts `data` in place of `deleteCount` numbers from `start` on.
  public init(start: UInt32, deleteCount: UInt32, data: [UInt32] = []) {
    self.start = start
    self.deleteCount = deleteCount
    self.data = data
  }
}

extension SemanticTokensEdit: JSONCodable {
  /// Reads an edit.
  public init(json: JSONValue) throws(ResponseError) {
    start = try json.decode("start")
    deleteCount = try json.decode("deleteCount")
    data = try json.decodeIfPresent("data") ?? []
  }

  /// The LSP form.
  public var json: JSONValue {
    [
      "start": start.json, "deleteCount": deleteCount.json,
      "data": data.isEmpty ? nil : .unsignedIntegers(data),
    ]
  }
}

/// What has changed since earlier tokens.
///
/// Source: LSP 3.17, "SemanticTokensDelta".
public struct SemanticTokensDelta: Sendable, Hashable {
  /// A name for the tokens after the edits.
  public var resultId: String?
  /// The edits, all on the earlier numbers.
  public var edits: [SemanticTokensEdit]

  /// The edits that lead to the tokens `resultId`.
  public init(resultId: String? = nil, edits: [SemanticTokensEdit]) {
    self.resultId = resultId
    self.edits = edits
  }
}

extension SemanticTokensDelta: JSONCodable {
  /// Reads the edits.
  public init(json: JSONValue) throws(ResponseError) {
    resultId = try json.decodeIfPresent("resultId")
    edits = try json.decode("edits")
  }

  /// The LSP form.
  public var json: JSONValue { ["resultId": resultId?.json, "edits": edits.json] }
}

/// The result of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDelta".
public enum SemanticTokensDeltaResult: Sendable, Hashable {
  /// All tokens: the earlier result is not known any more.
  case full(SemanticTokens)
  /// What has changed since it.
  case delta(SemanticTokensDelta)
}

extension SemanticTokensDeltaResult: JSONCodable {
  /// Reads either; only a delta has edits.
  public init(json: JSONValue) throws(ResponseError) {
    self =
      json["edits"] == nil
      ? .full(try SemanticTokens(json: json)) : .delta(try SemanticTokensDelta(json: json))
  }

  /// The LSP form.
  public var json: JSONValue {
    switch self {
    case .full(let tokens): tokens.json
    case .delta(let delta): delta.json
    }
  }
}
