package import JSON

/// Maps the numbers of a token's type and modifiers to names.
///
/// Source: LSP 3.17, "SemanticTokensLegend".
package struct SemanticTokensLegend: Sendable, Hashable {
  /// The types; a token refers to its type by index.
  package var tokenTypes: [String]
  /// The modifiers; a token refers to each by a bit, the first by the lowest.
  package var tokenModifiers: [String]

  package init(tokenTypes: [String], tokenModifiers: [String] = []) {
    self.tokenTypes = tokenTypes
    self.tokenModifiers = tokenModifiers
  }
}

extension SemanticTokensLegend: JSONEncodable {
  package var json: JSONValue {
    ["tokenTypes": tokenTypes.json, "tokenModifiers": tokenModifiers.json]
  }
}

/// All tokens of a document or range.
///
/// Source: LSP 3.17, "SemanticTokens".
package struct SemanticTokens: Sendable, Hashable {
  /// The ID of this result, for later delta requests.
  package var resultId: String?
  /// Five numbers per token: lines since the previous token, columns since its start or the line's
  /// start, length, type, modifiers.
  package var data: [UInt32]

  package init(resultId: String? = nil, data: [UInt32]) {
    self.resultId = resultId
    self.data = data
  }
}

extension SemanticTokens: JSONEncodable {
  package var json: JSONValue { ["resultId": resultId?.json, "data": .unsignedIntegers(data)] }
}

/// A replacement in the data of earlier tokens.
///
/// Source: LSP 3.17, "SemanticTokensEdit".
package struct SemanticTokensEdit: Sendable, Hashable {
  /// The index of the first replaced number, from 0.
  package var start: UInt32
  /// The number of deleted numbers.
  package var deleteCount: UInt32
  package var data: [UInt32]

  package init(start: UInt32, deleteCount: UInt32, data: [UInt32] = []) {
    self.start = start
    self.deleteCount = deleteCount
    self.data = data
  }
}

extension SemanticTokensEdit: JSONEncodable {
  package var json: JSONValue {
    [
      "start": start.json, "deleteCount": deleteCount.json,
      "data": data.isEmpty ? nil : .unsignedIntegers(data),
    ]
  }
}

/// The changes since an earlier result.
///
/// Source: LSP 3.17, "SemanticTokensDelta".
package struct SemanticTokensDelta: Sendable, Hashable {
  package var resultId: String?
  /// The edits, all relative to the earlier data.
  package var edits: [SemanticTokensEdit]

  package init(resultId: String? = nil, edits: [SemanticTokensEdit]) {
    self.resultId = resultId
    self.edits = edits
  }
}

extension SemanticTokensDelta: JSONEncodable {
  package var json: JSONValue { ["resultId": resultId?.json, "edits": edits.json] }
}

/// The result of `textDocument/semanticTokens/full/delta`.
///
/// Source: LSP 3.17, "SemanticTokensDelta".
package enum SemanticTokensDeltaResult: Sendable, Hashable {
  /// All tokens: the server does not have the earlier result any more.
  case full(SemanticTokens)
  case delta(SemanticTokensDelta)
}

extension SemanticTokensDeltaResult: JSONEncodable {
  package var json: JSONValue {
    switch self {
    case .full(let tokens): tokens.json
    case .delta(let delta): delta.json
    }
  }
}
