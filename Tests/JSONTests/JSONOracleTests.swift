import Foundation
import JSON
import TestSupport
import Testing

/// Random values and texts, read by this reader and by Foundation's.
@Suite struct JSONOracleTests {
  static let seeds: Range<UInt64> = 0..<40

  @Test(arguments: seeds)
  func writtenValuesComeBack(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<25 {
      let value = random.value(depth: 4)
      let bytes = value.serialized()
      #expect(try JSONValue(parsing: bytes) == value, "seed \(seed)")
      #expect(foundationValue(of: bytes) == value.withDoublesOnly, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func everySpellingReadsTheSame(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    for _ in 0..<25 {
      let value = random.value(depth: 4)
      let bytes = Array(random.spelling(of: value).utf8)
      #expect(try JSONValue(parsing: bytes) == value, "seed \(seed)")
      #expect(foundationValue(of: bytes) == value.withDoublesOnly, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func damagedTextsAreJudgedAlike(seed: UInt64) {
    var random = RandomJSON(seed: seed)
    for _ in 0..<50 {
      let bytes = random.damaged(Array(random.spelling(of: random.value(depth: 3)).utf8))
      let ours = (try? JSONValue(parsing: bytes))?.withDoublesOnly
      guard !hasKnownDifference(bytes, read: ours) else { continue }
      let comment = "seed \(seed): \(String(decoding: bytes, as: UTF8.self))"
      #expect(ours == foundationValue(of: bytes), Comment(rawValue: comment))
    }
  }

  /// Foundation refuses lone surrogates and numbers beyond a double; NUL and byte order marks make
  /// it guess at UTF-16 and UTF-32.
  func hasKnownDifference(_ bytes: [UInt8], read value: JSONValue?) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return bytes.contains(0) || text.contains("\u{FEFF}") || text.contains("\\ud")
      || value?.hasInfinity == true
  }

  func foundationValue(of bytes: [UInt8]) -> JSONValue? {
    try? JSONDecoder().decode(FoundationValue.self, from: Data(bytes)).value
  }
}

/// A JSON value as Foundation reads it; all numbers are doubles.
struct FoundationValue: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let double = try? container.decode(Double.self) {
      value = .double(double)
    } else if let string = try? container.decode(String.self) {
      value = .string(string)
    } else if let elements = try? container.decode([FoundationValue].self) {
      value = .array(elements.map(\.value))
    } else {
      let members = try container.decode([String: FoundationValue].self)
      value = .object(JSONObject(members.map { ($0.key, $0.value.value) }))
    }
  }
}

extension JSONValue {
  fileprivate var withDoublesOnly: JSONValue {
    switch self {
    case .integer, .number: double.map(JSONValue.double) ?? self
    case .array(let elements): .array(elements.map(\.withDoublesOnly))
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, $0.value.withDoublesOnly) }))
    default: self
    }
  }

  fileprivate var hasInfinity: Bool {
    switch self {
    case .double(let double): double.isInfinite
    case .array(let elements): elements.contains(where: \.hasInfinity)
    case .object(let object): object.members.contains(where: \.value.hasInfinity)
    default: false
    }
  }
}
