internal import JSON

/// What one row of `entry` holds.
enum EntryValue: Equatable {
  /// Nothing: the key was deleted, or has no value.
  case null
  case text(String)
  case json(JSONValue)

  /// The number in the `type` column.
  var type: Int {
    switch self {
    case .null: 0
    case .text: 1
    case .json: 2
    }
  }

  /// The `text` column, the only one that is searched.
  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The `json` column.
  var json: String? {
    guard case .json(let json) = self else { return nil }
    return json.stored
  }
}
