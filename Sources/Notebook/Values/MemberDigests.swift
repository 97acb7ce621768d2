import Base
import JSON

/// Digests of the members of a JSON object, by their paths, as `book.rating`: enough to tell which members another
/// version of it changed.
///
/// An object among the members has one for the whole, and those of its members. An array has one for the whole,
/// and those of its elements.
struct MemberDigests: Equatable {
  private(set) var wholes: [String: String] = [:]
  private(set) var elements: [String: [String]] = [:]

  /// Whether no member is missing: of very many only the first are here.
  private(set) var isWhole = true

  /// The most members.
  private static let most = 64
  /// The most elements of an array that are stored. Of more the whole alone says whether it changed.
  private static let mostElements = 64

  /// The digests of the members of `object`, except those with a name in `leavingOut`.
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

  /// Whether the member at `path` was `value`. A nil `value` asks whether there was none.
  func isSame(_ value: JSONValue?, at path: String) -> Bool {
    wholes[path] == value.map(Self.digest)
  }

  /// Eight hexadecimal digits, which do not depend on the order of members.
  static func digest(_ value: JSONValue) -> String { hexadecimal(canonical(value)) }

  /// The value's JSON with the members of all objects in the order of their keys.
  static func canonical(_ value: JSONValue) -> [UInt8] { JSONValue.sorted(value).serialized() }

  /// Eight hexadecimal digits of some bytes.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(SHA1.digest(bytes).prefix(4).hexadecimal)
  }
}

extension MemberDigests {
  /// Reads what `json` wrote; other members are left out.
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

  /// By path the digest of the whole; of an array a list that begins with it.
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
  /// The same with the members of all objects in the order of their keys.
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
