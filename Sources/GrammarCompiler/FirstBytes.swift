extension CheckedGrammar {
  /// Returns the bytes with which a match of `expression` can begin. Only useful if `expression`
  /// cannot be empty: an empty match is possible before any byte and at the end of the text.
  func firstBytes(of expression: Expression) -> Set<UInt8> {
    switch expression {
    case .literal(let bytes, let ignoringCase):
      guard let first = bytes.first else { return [] }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
      return ignoringCase && isLetter ? [first, first & ~0x20] : [first]
    case .scalar(let set): return set.firstBytes
    case .sequence(let parts): return firstBytes(ofSequence: parts)
    case .choice(let parts): return parts.reduce(into: []) { $0.formUnion(firstBytes(of: $1)) }
    case .optional(let part), .repetition(let part, _), .records(let part),
      .counted(let part, _, _),
      .node(_, let part), .leaf(_, let part):
      return firstBytes(of: part)
    case .rule(let reference): return firstBytes(of: body(of: reference.name))
    case .and, .not, .parameter: return []
    }
  }

  private func firstBytes(ofSequence parts: [Expression]) -> Set<UInt8> {
    var bytes: Set<UInt8> = []
    var allowed = Set<UInt8>(0...255)
    for part in parts {
      allowed.formIntersection(bytesAllowed(by: part))
      bytes.formUnion(firstBytes(of: part).intersection(allowed))
      if !canBeEmpty(part) { break }
    }
    return bytes
  }

  /// Returns the bytes that can follow where the predicate `part` holds; all bytes for other
  /// expressions.
  func bytesAllowed(by part: Expression) -> Set<UInt8> {
    switch part {
    case .and(let ahead) where !canBeEmpty(ahead): firstBytes(of: ahead)
    case .not(let ahead): Set(0...255).subtracting(singleBytes(of: ahead))
    default: Set(0...255)
    }
  }

  /// Returns bytes that `expression` matches by themselves, regardless of what follows. May miss
  /// some, but never includes a wrong one.
  private func singleBytes(of expression: Expression) -> Set<UInt8> {
    switch expression {
    case .scalar(let set): set.firstBytes.filter { $0 < 0x80 }
    case .choice(let parts): parts.reduce(into: []) { $0.formUnion(singleBytes(of: $1)) }
    case .rule(let reference): singleBytes(of: body(of: reference.name))
    case .node(_, let part), .leaf(_, let part): singleBytes(of: part)
    default: []
    }
  }
}
