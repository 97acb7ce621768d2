import Base
import Notebook

/// How many there are of several kinds, in words.
struct Counts: CustomStringConvertible {
  private let kinds: [(count: Int, name: String)]

  init(_ kinds: [(Int, String)]) { self.kinds = kinds.map { (count: $0.0, name: $0.1) } }

  /// The kinds that there are, or `nothing`.
  var description: String {
    let present = kinds.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    return present.isEmpty ? "nothing" : present.joined(separator: ", ")
  }

  /// `1 note`, `2 notes`.
  static func of(_ count: Int, _ noun: String) -> String { count.counted(noun) }
}
