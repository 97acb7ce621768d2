extension Int {
  /// Returns the number with a regular noun: `1 note`, `2 notes`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
