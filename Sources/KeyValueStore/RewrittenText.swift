/// A version of a note's text that a merge removed while another version with the same text stayed:
/// the app rewrites every value of a note with each change. A writer who started with `former` has
/// seen the text of `present`.
package struct RewrittenText: Sendable, Equatable {
  package var note: String
  /// The name of the removed version (`StoredVersion.name`); `present` names the one that stays.
  package var former: String
  package var present: String

  /// Pairs each removed version with one in `remaining` that has the same text. All versions are of
  /// one key; the result is empty unless it is the key of a note's text.
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
