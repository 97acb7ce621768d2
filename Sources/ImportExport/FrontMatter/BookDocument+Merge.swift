package import Books
internal import JSON

extension BookDocument {
  /// The most bytes of a record's text.
  package static let mostBytes = 1 << 20

  /// The text of `stored` with the changes that `text` makes to `base`, field by field. Returns nil if both
  /// changed a field differently, or `text` is no record.
  package static func merged(
    _ text: String, over base: BookRecord, with stored: BookRecord
  ) -> String? {
    guard let mine = try? record(from: text, over: base) else { return nil }
    let (old, new, theirs) = (fields(of: base), fields(of: mine), fields(of: stored))
    var fields = theirs
    for name in names where new[name] != old[name] {
      guard theirs[name] == old[name] || theirs[name] == new[name] else { return nil }
      fields[name] = new[name]
    }
    return (try? patched(stored, with: fields)).map(self.text)
  }
}
