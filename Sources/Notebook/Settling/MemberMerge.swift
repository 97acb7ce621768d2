import JSON

/// Merges the changes that devices made to one JSON object, member by member.
///
/// For each member, the value that differs from the base is used.
struct MemberMerge {
  /// The object with the changes of all versions. Members in dispute have the first version's
  /// values.
  private(set) var object: JSONObject
  /// The paths of members that two versions changed in different ways, such as `book.rating`.
  private(set) var disputed: [String] = []

  private let base: MemberDigests
  private let lists: Set<String>
  private let inner: Set<String>

  /// Merges `versions`. Members in `lists` are arrays whose elements are merged one by one; members
  /// in `inner` are objects whose members are merged.
  init(
    base: MemberDigests, _ versions: [JSONObject], lists: Set<String> = [], inner: Set<String> = []
  ) {
    self.base = base
    self.lists = lists
    self.inner = inner
    object = versions.first ?? [:]
    object = merged(versions, in: "")
  }

  private mutating func merged(_ versions: [JSONObject], in path: String) -> JSONObject {
    var result = versions.first ?? [:]
    var names: [String] = []
    for version in versions {
      for name in version.keys where !names.contains(name) { names.append(name) }
    }
    for name in names {
      let value = member(
        name, versions.map { $0[name] }, at: path.isEmpty ? name : "\(path).\(name)")
      if result[name] != value { result[name] = value }
    }
    return result
  }

  private mutating func member(
    _ name: String, _ values: [JSONValue?], at path: String
  ) -> JSONValue? {
    var changed: [JSONValue?] = []
    for value in values
    where !base.isSame(value, at: path) && !changed.contains(where: { $0 == value }) {
      changed.append(value)
    }
    guard let first = changed.first else { return values.first ?? nil }
    if changed.count == 1 { return first }
    if lists.contains(name), let united = united(changed.map { $0?.array }, at: path) {
      return .array(united)
    }
    let objects = changed.compactMap { $0?.object }
    if inner.contains(name), objects.count == changed.count {
      return .object(merged(objects, in: path))
    }
    disputed.append(path)
    return values.first ?? nil
  }

  /// Returns the elements of the base that all lists have, then the new ones, in a fixed order.
  /// Returns nil if a value is not a list, or the elements of the base are unknown. Also returns
  /// nil if two lists replaced one element differently, for example if two devices ended a reading
  /// on different days.
  private func united(_ lists: [[JSONValue]?], at path: String) -> [JSONValue]? {
    // Only the digest of the whole list is known, so its elements cannot be merged.
    guard base.wholes[path] == nil || base.elements[path] != nil else { return nil }
    let known = base.elements[path] ?? []
    var changes: [(added: [JSONValue], kept: [JSONValue], missing: [String])] = []
    for list in lists {
      guard let list else { return nil }
      var change = (added: [JSONValue](), kept: [JSONValue](), missing: known)
      for element in list {
        if let index = change.missing.firstIndex(of: MemberDigests.digest(element)) {
          change.missing.remove(at: index)
          change.kept.append(element)
        } else {
          change.added.append(element)
        }
      }
      changes.append(change)
    }
    for (index, one) in changes.enumerated() {
      for other in changes.dropFirst(index + 1) where one.added != other.added {
        if one.missing.contains(where: other.missing.contains) { return nil }
      }
    }
    let missing = Set(changes.flatMap(\.missing))
    let kept = (changes.first?.kept ?? []).filter { !missing.contains(MemberDigests.digest($0)) }
    let new = changes.flatMap(\.added).map { (element: $0, text: MemberDigests.canonical($0)) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }
    return kept
      + new.indices.filter { $0 == 0 || new[$0 - 1].text != new[$0].text }.map { new[$0].element }
  }
}
