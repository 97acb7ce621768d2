/// A version of a note's text that a merge removed while another version with the same text stayed. The app writes
/// every value of a note again, whatever it changes. A writer who began with `former` has seen the text of `present`.
package struct RewrittenText: Sendable, Equatable {
  /// The note's id.
  package var note: String
  /// The names of the versions, as `StoredVersion.name` has them.
  package var former: String
  package var present: String

  /// Pairs each removed version with one in `remaining` that has the same text. All versions are of one key; of
  /// another key than a note's text the result is empty.
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
