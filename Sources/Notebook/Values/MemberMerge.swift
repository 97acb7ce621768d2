internal import JSON

/// Merges the changes that devices made to one JSON object, member by member.
///
/// Of each member the value counts that differs from the base. Which version comes first makes no difference.
enum MemberMerge {
  /// The object with the changes of all `versions` since `base`. Returns nil if two of them changed one
  /// member in different ways.
  ///
  /// Members in `lists` are arrays whose elements come and go one by one; those in `inner` are objects that
  /// are merged likewise.
  static func merged(
    base: JSONObject, _ versions: [JSONObject], lists: Set<String> = [], inner: Set<String> = []
  ) -> JSONObject? {
    guard var result = versions.first else { return base }
    var names = base.keys
    for version in versions {
      for name in version.keys where !names.contains(name) { names.append(name) }
    }
    for name in names {
      let values = versions.map { $0[name] }
      switch merged(base[name], values, lists.contains(name), inner.contains(name), lists) {
      case .conflict: return nil
      case .value(let value): if result[name] != value { result[name] = value }
      }
    }
    return result
  }

  /// The value of a member.
  private enum Merged {
    /// Nil if it is not there.
    case value(JSONValue?)
    /// There is no single one.
    case conflict
  }

  private static func merged(
    _ base: JSONValue?, _ values: [JSONValue?], _ isList: Bool, _ isInner: Bool,
    _ lists: Set<String>
  ) -> Merged {
    var changed: [JSONValue?] = []
    for value in values where value != base && !changed.contains(where: { $0 == value }) {
      changed.append(value)
    }
    guard let first = changed.first else { return .value(base) }
    if changed.count == 1 { return .value(first) }
    if isList {
      let lists = changed.compactMap { $0?.array }
      guard lists.count == changed.count, let united = united(base: base?.array ?? [], lists) else {
        return .conflict
      }
      return .value(.array(united))
    }
    let objects = changed.compactMap { $0?.object }
    guard isInner, objects.count == changed.count,
      let object = merged(base: base?.object ?? [:], objects, lists: lists)
    else { return .conflict }
    return .value(.object(object))
  }

  /// The elements of the base that no list lacks, then those that are new, in a fixed order. Returns
  /// nil if two lists have different things in the place of one element: one device ended a reading on one
  /// day, another on another.
  private static func united(base: [JSONValue], _ lists: [[JSONValue]]) -> [JSONValue]? {
    let changes = lists.map { list in
      var (added, missing): ([JSONValue], [JSONValue]) = (list, [])
      for element in base {
        if let index = added.firstIndex(of: element) {
          added.remove(at: index)
        } else {
          missing.append(element)
        }
      }
      return (added: added, missing: missing)
    }
    for (index, one) in changes.enumerated() {
      for other in changes.dropFirst(index + 1) where one.added != other.added {
        if one.missing.contains(where: other.missing.contains) { return nil }
      }
    }
    let kept = base.filter { element in !changes.contains { $0.missing.contains(element) } }
    var new: [JSONValue] = []
    for element in changes.flatMap(\.added) where !new.contains(element) { new.append(element) }
    return kept
      + new.map { ($0, $0.serialized()) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }
}
