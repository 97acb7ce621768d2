extension CheckedGrammar {
  /// Bytes with which a match of `expression` can begin. Only of use where `expression` cannot be
  /// empty: one that can be may match before any byte and at the end of the text.
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
    var allowed: Set<UInt8>?
    for part in parts {
      if case .and(let ahead) = part, !canBeEmpty(ahead) {
        let first = firstBytes(of: ahead)
        allowed = allowed?.intersection(first) ?? first
        continue
      }
      bytes.formUnion(firstBytes(of: part))
      if !canBeEmpty(part) { break }
    }
    return allowed.map { bytes.intersection($0) } ?? bytes
  }
}
