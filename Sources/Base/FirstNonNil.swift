extension Sequence {
  /// The first result of `transform` that is not nil; nil if there is none. Each element is asked at most
  /// once: `lazy.compactMap` with `first` asks twice, and traps if the second answer is nil.
  package func firstNonNil<Value>(_ transform: (Element) throws -> Value?) rethrows -> Value? {
    for element in self {
      if let value = try transform(element) { return value }
    }
    return nil
  }
}
