extension Sequence {
  /// Returns the first result of `transform` that is not nil; nil if there is none. Calls
  /// `transform` at most once per element: `lazy.compactMap` with `first` calls it twice, and traps
  /// if the second result is nil.
  package func firstNonNil<Value>(_ transform: (Element) throws -> Value?) rethrows -> Value? {
    for element in self {
      if let value = try transform(element) { return value }
    }
    return nil
  }
}
