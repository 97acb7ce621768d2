import Base
import JSON

/// Digests of the members of a JSON object, by path, such as `book.rating`. They show which members
/// another version of the object changed.
///
/// A member that is an object has a digest, and so do its members, down to four levels. An array
/// has a digest, and one for each element.
struct MemberDigests: Equatable {
  private(set) var wholes: [String: String] = [:]
  private(set) var elements: [String: [String]] = [:]

  /// False if there are more than `most` members, or a path has 256 bytes or more.
  private(set) var isWhole = true

  private static let most = 64
  /// Maximum number of array elements that are stored. For a longer array, only the digest of the
  /// whole array is stored.
  private static let mostElements = 64

  init(_ object: JSONObject, leavingOut: [String] = []) {
    for member in object.members where !leavingOut.contains(member.key) {
      add(member.value, at: member.key, depth: 0)
    }
  }

  private mutating func add(_ value: JSONValue, at path: String, depth: Int) {
    guard wholes.count < Self.most, path.utf8.count < 256 else { return isWhole = false }
    wholes[path] = Self.digest(value)
    switch value {
    case .object(let object) where depth < 3:
      for member in object.members {
        add(member.value, at: "\(path).\(member.key)", depth: depth + 1)
      }
    case .array(let array):
      elements[path] = array.map(Self.digest)
    default: break
    }
  }

  /// Whether the member at `path` was `value`; for nil, whether there was none.
  func isSame(_ value: JSONValue?, at path: String) -> Bool {
    wholes[path] == value.map(Self.digest)
  }

  /// Returns a digest of eight hexadecimal digits, independent of the order of members.
  static func digest(_ value: JSONValue) -> String { hexadecimal(canonical(value)) }

  /// Returns the value's JSON with the members of all objects sorted by key.
  static func canonical(_ value: JSONValue) -> [UInt8] { JSONValue.sorted(value).serialized() }

  /// Returns the first eight hexadecimal digits of the SHA-1 digest of `bytes`.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(SHA1.digest(bytes).prefix(4).hexadecimal)
  }
}

extension MemberDigests {
  /// Reads a value written by `json`; skips other members.
  init(json: JSONValue?) {
    for member in (json?.object?.members ?? []).prefix(Self.most) {
      if let digest = member.value.string {
        wholes[member.key] = digest
      } else if let list = member.value.array {
        wholes[member.key] = list.first?.string
        elements[member.key] = list.dropFirst().prefix(Self.mostElements).compactMap(\.string)
      }
    }
  }

  /// The digest of each path. For an array of up to `mostElements`, a list of the array's digest
  /// and its elements' digests.
  var json: JSONValue {
    .object(
      JSONObject(
        wholes.sorted { $0.key < $1.key }.map { path, digest in
          let list = elements[path].flatMap { elements in
            elements.count > Self.mostElements
              ? nil : JSONValue.array(([digest] + elements).map(JSONValue.string))
          }
          return (path, list ?? .string(digest))
        }))
  }
}

extension JSONValue {
  fileprivate static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(
        JSONObject(
          object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { ($0.key, sorted($0.value)) }))
    case .array(let array): .array(array.map(sorted))
    default: value
    }
  }
}
