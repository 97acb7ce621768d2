/// A JSON object whose members keep their order.
///
/// Keys are unique: setting a key again replaces its value without moving the member. Keys compare
/// as Swift strings. Objects are equal if they have equal members, in any order.
package struct JSONObject: Sendable {
  package struct Member: Sendable, Equatable {
    package let key: String
    package fileprivate(set) var value: JSONValue
  }

  package private(set) var members: [Member] = []

  /// The index of each key in `members`; nil while a linear search is faster.
  private var positions: [String: Int]?
  private static let mostMembersWithoutIndex = 16

  package init() {}

  /// Skips members that are nil. Of several with the same key, the last value applies.
  package init(_ members: some Sequence<(String, JSONValue?)>) {
    self.members.reserveCapacity(members.underestimatedCount)
    for case (let key, let value?) in members { update(key, to: value) }
  }

  package var keys: [String] { members.map(\.key) }

  /// The value of `key`; setting nil removes the member.
  ///
  /// Cost: constant, removal linear.
  package subscript(_ key: String) -> JSONValue? {
    get { position(of: key).map { members[$0].value } }
    set {
      if let newValue {
        update(key, to: newValue)
      } else if let position = position(of: key) {
        members.remove(at: position)
        positions = nil
        indexMembers()
      }
    }
  }

  mutating func reserveCapacity() { members.reserveCapacity(8) }

  mutating func update(_ key: consuming String, to value: consuming JSONValue) {
    if let position = position(of: key) {
      members[position].value = value
    } else {
      members.append(Member(key: key, value: value))
      indexMembers()
    }
  }

  private func position(of key: String) -> Int? {
    if let positions { positions[key] } else { members.firstIndex { $0.key == key } }
  }

  private mutating func indexMembers() {
    guard members.count > Self.mostMembersWithoutIndex else { return }
    if positions == nil { positions = [:] }
    for position in (positions?.count ?? 0)..<members.count {
      positions?[members[position].key] = position
    }
  }
}

extension JSONObject: Equatable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.count == right.members.count
      && left.members.allSatisfy { right[$0.key] == $0.value }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Skips members that are nil; JSON's null is `.null`.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) { self.init(elements) }
}
