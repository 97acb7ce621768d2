/// The offsets of all values in a JSON text that was checked.
///
/// For many texts with few needed members: a part becomes a value only on demand. One outline is
/// reused for all texts, so that it rarely allocates.
package struct JSONOutline {
  /// A value, or the key of a member. The entry of a key precedes that of its value.
  struct Entry {
    /// The offsets of the first byte and of the byte after the last.
    var start: Int32
    var end: Int32 = 0
    /// The index of the first entry after this one and its descendants.
    var next: Int32 = 0
    var isEscaped = false
  }

  private var entries: [Entry] = []

  package init() {}

  /// Checks a text like `JSONValue(parsing:replacesLoneSurrogates: false)`, and passes its value to
  /// `body`, which must not store it. Throws `tooLong` beyond `Int32.max` bytes. Cost: linear.
  package mutating func read<Value>(
    _ text: String, _ body: (JSONPart) throws -> Value
  ) throws -> Value {
    entries.removeAll(keepingCapacity: true)
    var text = text
    return try text.withUTF8 { bytes in
      guard bytes.count <= Int32.max else { throw JSONError(.tooLong, at: 0) }
      var reader = JSONReader(bytes: bytes, maximumDepth: 128, replacesLoneSurrogates: false)
      try reader.outlineText(&entries)
      return try entries.withUnsafeBufferPointer { entries in
        try body(JSONPart(bytes: bytes, entries: entries, entryIndex: 0))
      }
    }
  }
}

extension JSONReader {
  /// Appends the entries of a whole text, which must be valid UTF-8.
  fileprivate mutating func outlineText(_ entries: inout [JSONOutline.Entry]) throws(JSONError) {
    try outline(&entries, depth: 0)
    skipWhitespace()
    guard index == bytes.count else { throw JSONError(.trailingBytes, at: index) }
  }

  private mutating func outline(
    _ entries: inout [JSONOutline.Entry], depth: Int
  ) throws(JSONError) {
    skipWhitespace()
    let entryIndex = entries.count
    entries.append(JSONOutline.Entry(start: Int32(truncatingIfNeeded: index)))
    switch next {
    case UInt8(ascii: "\""): entries[entryIndex].isEscaped = try skipString()
    case UInt8(ascii: "{"):
      try open(depth: depth + 1)
      if !skip(UInt8(ascii: "}")) {
        repeat {
          skipWhitespace()
          guard next == UInt8(ascii: "\"") else { throw unexpected }
          let start = index
          let isEscaped = try skipString()
          entries.append(
            JSONOutline.Entry(
              start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: index),
              next: Int32(truncatingIfNeeded: entries.count + 1), isEscaped: isEscaped))
          guard skip(UInt8(ascii: ":")) else { throw unexpected }
          try outline(&entries, depth: depth + 1)
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw unexpected }
      }
    case UInt8(ascii: "["):
      try open(depth: depth + 1)
      if !skip(UInt8(ascii: "]")) {
        repeat { try outline(&entries, depth: depth + 1) } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw unexpected }
      }
    default: _ = try readScalar()
    }
    entries[entryIndex].end = Int32(truncatingIfNeeded: index)
    entries[entryIndex].next = Int32(truncatingIfNeeded: entries.count)
  }
}

/// A value in a JSON text that was checked. Valid only in the closure that receives it.
package struct JSONPart {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>
  fileprivate let entries: UnsafeBufferPointer<JSONOutline.Entry>
  fileprivate let entryIndex: Int

  private var entry: JSONOutline.Entry { entries[entryIndex] }

  private var first: UInt8 { bytes[Int(entry.start)] }

  /// The value as a tree. Cost: a parse of the value.
  package var value: JSONValue {
    let part = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
    return (try? JSONValue(parsing: part, replacesLoneSurrogates: false)) ?? .null
  }

  fileprivate func key(is name: StaticString) -> Bool {
    let entry = entry
    guard !entry.isEscaped else {
      return string == name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    }
    let (start, count) = (Int(entry.start) + 1, Int(entry.end) - Int(entry.start) - 2)
    guard count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { name in
      for index in 0..<count where bytes[start + index] != name[index] { return false }
      return true
    }
  }
}

/// JSON as a value, or as a part of a text: code that reads members accepts either.
package protocol JSONNode {
  /// Returns the member with this ASCII name, the last if there are several; nil if there is none,
  /// or this is not an object.
  func member(_ name: StaticString) -> Self?
  var isNull: Bool { get }
  var isObject: Bool { get }
  var isString: Bool { get }
  var string: String? { get }
  var int: Int? { get }
  var double: Double? { get }
  var bool: Bool? { get }
  var array: [Self]? { get }
  /// The value as a tree. Cost: at most linear in it.
  var value: JSONValue { get }
}

extension JSONPart: JSONNode {
  package func member(_ name: StaticString) -> JSONPart? {
    guard first == UInt8(ascii: "{") else { return nil }
    var found: JSONPart?
    let end = Int(entry.next)
    var index = entryIndex + 1
    while index < end {
      let key = JSONPart(bytes: bytes, entries: entries, entryIndex: index)
      if key.key(is: name) {
        found = JSONPart(bytes: bytes, entries: entries, entryIndex: index + 1)
      }
      index = Int(entries[index + 1].next)
    }
    return found
  }

  package var isNull: Bool { first == UInt8(ascii: "n") }

  package var isObject: Bool { first == UInt8(ascii: "{") }

  package var isString: Bool { first == UInt8(ascii: "\"") }

  package var string: String? {
    guard isString else { return nil }
    guard !entry.isEscaped else { return value.string }
    let content = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return String(decoding: UnsafeBufferPointer(rebasing: content), as: UTF8.self)
  }

  package var int: Int? { isNumber ? value.int : nil }

  package var double: Double? { isNumber ? value.double : nil }

  package var bool: Bool? {
    switch first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  package var array: [JSONPart]? {
    guard first == UInt8(ascii: "[") else { return nil }
    var elements: [JSONPart] = []
    let end = Int(entry.next)
    var index = entryIndex + 1
    while index < end {
      elements.append(JSONPart(bytes: bytes, entries: entries, entryIndex: index))
      index = Int(entries[index].next)
    }
    return elements
  }

  private var isNumber: Bool {
    first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }
}

extension JSONValue: JSONNode {
  package var value: JSONValue { self }

  package func member(_ name: StaticString) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }]
  }

  package var isNull: Bool { if case .null = self { true } else { false } }

  package var isObject: Bool { if case .object = self { true } else { false } }

  package var isString: Bool { if case .string = self { true } else { false } }
}
