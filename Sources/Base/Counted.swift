extension Int {
  /// As in `1 note`, `2 notes`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
