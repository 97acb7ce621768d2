extension CheckedGrammar {
  /// Returns, for each first byte of a match of the sequence `parts`, the bytes that can follow it.
  /// May include impossible bytes, but never misses a possible one.
  func firstPairs(of parts: ArraySlice<Expression>, depth: Int = 0) -> [UInt8: Set<UInt8>] {
    guard let head = parts.first, depth < 40 else { return Self.everyPair }
    let rest = parts.dropFirst()
    func pairs(_ expressions: [Expression]) -> [UInt8: Set<UInt8>] {
      firstPairs(of: (expressions + rest)[...], depth: depth + 1)
    }
    func either(_ left: [UInt8: Set<UInt8>], _ right: [UInt8: Set<UInt8>]) -> [UInt8: Set<UInt8>] {
      left.merging(right) { $0.union($1) }
    }
    switch head {
    case .and, .not:
      let allowed = bytesAllowed(by: head)
      return pairs([]).filter { allowed.contains($0.key) }
    case .sequence(let inner): return pairs(inner)
    case .node(_, let inner), .leaf(_, let inner): return pairs([inner])
    case .rule(let reference): return pairs([body(of: reference.name)])
    case .choice(let alternatives):
      return alternatives.reduce(into: [:]) { $0 = either($0, pairs([$1])) }
    case .optional(let inner): return either(pairs([inner]), pairs([]))
    case .repetition(let inner, let minimum), .counted(let inner, let minimum, _):
      let some = pairs([inner, .repetition(inner, minimum: 0)])
      return minimum == 0 ? either(some, pairs([])) : some
    case .records(let inner): return pairs([.repetition(inner, minimum: 0)])
    case .parameter: return Self.everyPair
    case .literal(let bytes, let ignoringCase):
      guard bytes.count > 1 else { return Self.everyPair }
      func spellings(_ byte: UInt8) -> Set<UInt8> {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        return ignoringCase && isLetter ? [byte, byte & ~0x20] : [byte]
      }
      return Dictionary(
        uniqueKeysWithValues: spellings(bytes[0]).map { ($0, spellings(bytes[1])) })
    case .scalar(let set):
      let next = Expression.sequence(Array(rest))
      let followers = rest.isEmpty || canBeEmpty(next) ? Set(0...255) : firstBytes(of: next)
      return Dictionary(
        uniqueKeysWithValues: set.firstBytes.map { ($0, $0 < 0x80 ? followers : Set(0...255)) })
    }
  }

  private static let everyPair = Dictionary(
    uniqueKeysWithValues: (UInt8(0)...255).map { ($0, Set<UInt8>(0...255)) })
}

extension SwiftEmitter {
  /// Returns a Swift condition that tests whether `byte`, and if useful the next byte, can begin a
  /// match of `part`.
  func test(forStartOf part: Expression) -> String {
    let first = grammar.firstBytes(of: part)
    let test = "let byte, \(Self.bytes(first)).contains(byte)"
    let pairs = grammar.firstPairs(of: [part])
    if first.allSatisfy({ pairs[$0]?.count == 256 }) { return test }
    return "\(test), p.isStart(\(stopTable(for: [part], passing: .all)))"
  }

  /// Returns a `StopTable` expression for scanning scalars of `set` that stops where one of
  /// `expressions` may match, or a scalar may be outside `set`.
  func stopTable(for expressions: [Expression], passing set: ScalarSet) -> String {
    var followers: [UInt8: Set<UInt8>] = [:]
    for expression in expressions {
      let isEmpty = grammar.canBeEmpty(expression)
      let pairs = grammar.firstPairs(of: isEmpty ? [] : [expression])
      followers.merge(pairs) { $0.union($1) }
    }
    for byte in set.inverted.firstBytes { followers[byte] = Set(0...255) }

    // The five most common follower sets get one bit each; a byte with another set stops always.
    let everything = Set<UInt8>(0...255)
    var counts: [Set<UInt8>: Int] = [:]
    for set in followers.values where set != everything { counts[set, default: 0] += 1 }
    let chosen = counts.sorted {
      ($1.value, $0.key.min() ?? 0, $0.key.count) < ($0.value, $1.key.min() ?? 0, $1.key.count)
    }.prefix(5).map(\.key)
    let rules = (UInt8(0)...255).map { byte -> Int in
      guard let set = followers[byte] else { return 0 }
      return chosen.firstIndex(of: set).map { 2 << $0 } ?? 1
    }
    let masks = (UInt8(0)...255).map { byte in
      chosen.enumerated().reduce(0) { $0 | ($1.element.contains(byte) ? 2 << $1.offset : 0) }
    }
    return "StopTable(\"\(Self.encoded(rules))\", \"\(Self.encoded(masks))\")"
  }

  private static func encoded(_ values: [Int]) -> String {
    values.map { value in
      let scalar = Unicode.Scalar(UInt8(0x30 + value))
      return scalar == "\\" ? "\\\\" : String(scalar)
    }.joined()
  }
}
