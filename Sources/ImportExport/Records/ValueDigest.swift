import Base
import JSON
import KeyValueStore

extension EntryValue {
  /// A digest of 16 hexadecimal digits, the beginning of a SHA-1. Equal JSON values have equal
  /// digests, regardless of the order of their members.
  var digest: String {
    let bytes: [UInt8] =
      switch self {
      case .null: []
      case .text(let text): [1] + Array(text.utf8)
      case .json(let json): [2] + json.sorted.serialized()
      case .blob(let mimeType, let data): [3] + Array(mimeType.utf8) + [0] + Array(data)
      }
    return SHA1.digest(bytes).prefix(8).hexadecimal
  }
}

extension JSONValue {
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let items): return .array(items.map(\.sorted))
    case .object(let object):
      let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .object(JSONObject(members.map { ($0.key, $0.value.sorted) }))
    default: return self
    }
  }
}
