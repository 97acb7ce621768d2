/// A version of a note's text that went, and one with the same text that stays: another program writes every value
/// of a note again, whatever it changes. Who began with the one has seen the other.
package struct RewrittenText: Sendable, Equatable {
  /// The note's id.
  package var note: String
  /// The names of the versions, as `StoredVersion.name` has them.
  package var former: String
  package var present: String

  /// Those of `versions`, all of one key and gone, that are texts of notes and as one in `remaining`.
  package static func among(
    _ versions: [StoredVersion], remaining: [StoredVersion]
  ) -> [RewrittenText] {
    guard versions.first?.key.key == ".noteText" else { return [] }
    return versions.compactMap { former in
      remaining.first { $0.name != former.name && $0.value.means(former.value) }
        .map { RewrittenText(note: former.key.scope, former: former.name, present: $0.name) }
    }
  }
}
